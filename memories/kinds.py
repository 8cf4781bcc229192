"""The closed vocabularies of a memory: type, status, sensitivity and the rest. No logic."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class MemoryType(models.TextChoices):
    PREFERENCE = "preference", _("Preference")
    FACT = "fact", _("Fact")
    EVENT = "event", _("Event")
    RELATIONSHIP = "relationship", _("Relationship")
    DECISION = "decision", _("Decision")
    TASK = "task", _("Task")
    INSTRUCTION = "instruction", _("Instruction")


class MemoryStatus(models.TextChoices):
    PENDING = "pending", _("Waiting for you")
    ACTIVE = "active", _("Current")
    SUPERSEDED = "superseded", _("Replaced")
    ARCHIVED = "archived", _("Archived")
    REJECTED = "rejected", _("Rejected")
    FORGOTTEN = "forgotten", _("Recycle bin")


class ForgottenReason(models.TextChoices):
    PERSON = "person", _("You asked for it")
    FADED = "faded", _("Faded")
    STAFF = "staff", _("Forgotten by staff")


class MemoryFlag(models.TextChoices):
    NONE = "", "—"
    POISONED = "poisoned", _("Tried to give orders")
    DISPUTED = "disputed", _("Disputed")


class Sensitivity(models.TextChoices):
    NORMAL = "normal", _("Ordinary")
    SENSITIVE = "sensitive", _("Sensitive")


class SensitiveCategory(models.TextChoices):
    NONE = "", "—"
    HEALTH = "health", _("Health")
    BELIEF = "belief", _("Belief")
    POLITICS = "politics", _("Politics")
    FINANCE = "finance", _("Finance")
    SEXUALITY = "sexuality", _("Sexuality")
    LEGAL = "legal", _("Legal")


class CategoryChoice(models.TextChoices):
    """What a person wants done with private matters of one kind."""

    ASK = "ask", _("Ask me first")
    KEEP = "keep", _("Remember")
    NEVER = "never", _("Never")


class WaitsFor(models.TextChoices):
    """What a pending memory waits for."""

    CERTAINTY = "certainty", _("Not sure enough yet")
    CONSENT = "consent", _("A private matter: kept only if you say so")
    ORDER = "order", _("Reads like an order to the assistant")
    DISPUTE = "dispute", _("Does not agree with something else you said")


class Protection(models.TextChoices):
    """Why the machine may not touch a memory of its own initiative; empty when it may."""

    NONE = "", "—"
    SAFETY = "safety", _("Safety: never removed by itself")
    HEALTH = "health", _("Health: never removed by itself")
    IDENTITY = "identity", _("Identity: never removed by itself")
    DUTY = "duty", _("A duty: never removed by itself")
    RULE = "rule", _("A rule of yours: never removed by itself")


class DatePrecision(models.TextChoices):
    DAY = "day", _("Day")
    MONTH = "month", _("Month")
    YEAR = "year", _("Year")


class SourceKind(models.TextChoices):
    MESSAGE = "message", _("Conversation")
    HAND = "hand", _("Added by you")
    TASK = "task", _("Task")
    IMPORT = "import", _("Import")


class EntityKind(models.TextChoices):
    SELF = "self", _("You")
    PERSON = "person", _("Person")
    PET = "pet", _("Pet")
    ORGANISATION = "organisation", _("Organisation")
    PLACE = "place", _("Place")
    THING = "thing", _("Thing")


class EventVerb(models.TextChoices):
    """What the audit log can say of a memory; never a text."""

    CREATED = "created", _("remembered")
    REPEATED = "repeated", _("told again")
    SUPERSEDED = "superseded", _("replaced by something newer")
    EDITED = "edited", _("edited")
    CONFIRMED = "confirmed", _("confirmed")
    REJECTED = "rejected", _("rejected")
    PINNED = "pinned", _("pinned")
    UNPINNED = "unpinned", _("unpinned")
    FORGOTTEN = "forgotten", _("forgotten")
    RESTORED = "restored", _("restored")
    ARCHIVED = "archived", _("archived")
    KEPT = "kept", _("kept")
    MERGED = "merged", _("joined with one that says the same")
    ROSE = "rose", _("surer, because it was told in several chats")
    LOOSENED = "loosened", _("no longer protected")
    PROTECTED = "protected", _("protected")
    PURGED = "purged", _("erased for good")


class ErasureAct(models.TextChoices):
    """What a receipt is for."""

    FORGOTTEN = "forgotten", _("Forgotten")
    PURGED = "purged", _("Erased when its time in the recycle bin was over")
    ERASED = "erased", _("Erased at once")


class ErasedPlace(models.TextChoices):
    """Where something was that a receipt counts."""

    MEMORIES = "memories", _("memories")
    VERSIONS = "versions", _("earlier texts")
    NAMES = "names", _("names that nothing else tells of")
    VECTORS = "vectors", _("vectors of the search by meaning")
    KEYWORDS = "keywords", _("words of the search by keywords")
    RELATIONS = "relations", _("relations")
    PROFILE = "profile", _("lines of “You in short”")
    EPISODES = "episodes", _("lines of “Chats in short”")
    PASSAGES = "passages", _("messages in the search of past chats")
    SUMMARY = "summary", _("lines of running summaries")
    CONDITIONS = "conditions", _("conditions of chats")
    STATE = "state", _("entries of chats' states")
    PROMPTS = "prompts", _("stored prompts")
    TOOLS = "tools", _("records of tool calls")
    TITLES = "titles", _("titles of chats")
    IMPORTS = "imports", _("lists that waited to be imported")


class Actor(models.TextChoices):
    PERSON = "person", _("you")
    AGENT = "agent", _("the assistant")
    STAFF = "staff", _("staff")
    SYSTEM = "system", _("upkeep")


class CaptureStatus(models.TextChoices):
    QUEUED = "queued", _("Waiting")
    RUNNING = "running", _("Running")
    DONE = "done", _("Done")
    FAILED = "failed", _("Failed")
