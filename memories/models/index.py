"""The rows by which memories, past messages and episodes are found: vectors and keyword postings."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from pgvector.django import HalfVectorField

from memories.models.core import Memory
from memories.models.talks import EpisodeItem

PERSON = settings.AUTH_USER_MODEL

#: A B-tree row holds 2,704 bytes: wider vectors are read from the table instead of the covering index.
COVERED_DIMENSIONS = 1200


class EmbeddingModel(models.Model):
    """An embedding model that vectors are stored of: one is in use, and another may be made ready beside it."""

    class State(models.TextChoices):
        IN_USE = "in_use", _("in use")
        PREPARING = "preparing", _("being prepared")
        RETIRED = "retired", _("replaced")
        REMOVED = "removed", _("removed")

    name = models.CharField(max_length=120, unique=True, help_text=_("as vectors name it"))
    backend = models.CharField(max_length=24)
    model = models.CharField(max_length=500, blank=True)
    base_url = models.CharField(max_length=500, blank=True)
    state = models.CharField(max_length=9, choices=State)
    calibration = models.JSONField(
        default=dict, blank=True, help_text=_("weights and floor of ranking; empty: as they ship")
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    in_use_since = models.DateTimeField(null=True, blank=True)
    retired_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["state"], condition=Q(state="in_use"), name="embeddingmodel_one_in_use"
            ),
            models.UniqueConstraint(
                fields=["state"], condition=Q(state="preparing"), name="embeddingmodel_one_preparing"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class _Embedded(models.Model):
    """The embedding of something by one model, beside its owner: one person's rows are scanned exactly."""

    user = models.ForeignKey(PERSON, on_delete=models.CASCADE, related_name="+", db_index=False)
    model = models.CharField(max_length=120)
    dimensions = models.PositiveSmallIntegerField()
    vector = HalfVectorField()

    class Meta:
        abstract = True


class _Token(models.Model):
    """One token of something that is searched by keywords; ``length`` in tokens, of the whole text."""

    user = models.ForeignKey(PERSON, on_delete=models.CASCADE, related_name="+", db_index=False)
    token = models.CharField(max_length=64)
    frequency = models.PositiveSmallIntegerField()
    length = models.PositiveIntegerField()

    class Meta:
        abstract = True


class MemoryVector(_Embedded):
    """The embedding of an active memory by one model. Recall scans one person's rows exactly, without HNSW."""

    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="vectors")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["memory", "model"], name="memoryvector_one_a_model"),
        ]
        indexes = [
            models.Index(
                fields=["user", "model"],
                include=["memory", "vector"],
                condition=Q(dimensions__lte=COVERED_DIMENSIONS),
                name="memoryvector_covering",
            ),
            models.Index(
                fields=["user", "model"],
                condition=Q(dimensions__gt=COVERED_DIMENSIONS),
                name="memoryvector_wide",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.memory_id} {self.model}"


class Posting(_Token):
    """One token of one active memory: the keyword index, scored by BM25 over the person's own rows."""

    pk = models.CompositePrimaryKey("user", "token", "memory")
    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="postings")

    class Meta:
        indexes = [
            models.Index(
                fields=["user", "token"], include=["memory", "frequency", "length"], name="posting_covering"
            )
        ]

    def __str__(self) -> str:
        return str(self.memory_id)


class Passage(_Embedded):
    """The index entry of a past message; it refers to the message and holds no text of its own."""

    message = models.ForeignKey("chat.Message", on_delete=models.CASCADE, related_name="passages")
    # Which messages are neighbours is part of the index: a message is found through those around it as well.
    conversation_id = models.UUIDField(help_text=_("of the message"))
    sequence = models.PositiveIntegerField(help_text=_("of the message in its conversation"))
    # A question about March looks at what was said in March.
    said_at = models.DateTimeField(help_text=_("of the message"))

    class Meta:
        constraints = [models.UniqueConstraint(fields=["message", "model"], name="passage_one_a_model")]
        indexes = [
            models.Index(
                fields=["user", "model"],
                include=["message", "conversation_id", "sequence", "said_at", "vector"],
                condition=Q(dimensions__lte=COVERED_DIMENSIONS),
                name="passage_covering",
            ),
            models.Index(
                fields=["user", "model"],
                condition=Q(dimensions__gt=COVERED_DIMENSIONS),
                name="passage_wide",
            ),
        ]

    def __str__(self) -> str:
        return str(self.message_id)


class PassagePosting(_Token):
    """One token of one past message, for the keyword search over them."""

    pk = models.CompositePrimaryKey("user", "token", "message")
    message = models.ForeignKey("chat.Message", on_delete=models.CASCADE, related_name="postings")

    class Meta:
        indexes = [
            models.Index(
                fields=["user", "token"],
                include=["message", "frequency", "length"],
                name="passageposting_covering",
            )
        ]

    def __str__(self) -> str:
        return str(self.message_id)


class EpisodeVector(_Embedded):
    """The embedding of an episode's item by one model."""

    item = models.ForeignKey(EpisodeItem, on_delete=models.CASCADE, related_name="vectors")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["item", "model"], name="episodevector_one_a_model")]
        indexes = [
            models.Index(
                fields=["user", "model"],
                include=["item", "vector"],
                condition=Q(dimensions__lte=COVERED_DIMENSIONS),
                name="episodevector_covering",
            ),
            models.Index(
                fields=["user", "model"],
                condition=Q(dimensions__gt=COVERED_DIMENSIONS),
                name="episodevector_wide",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.item_id} {self.model}"


class EpisodePosting(_Token):
    """One token of one item of an episode, for the keyword search over them."""

    pk = models.CompositePrimaryKey("user", "token", "item")
    item = models.ForeignKey(EpisodeItem, on_delete=models.CASCADE, related_name="postings")

    class Meta:
        indexes = [
            models.Index(
                fields=["user", "token"],
                include=["item", "frequency", "length"],
                name="episodeposting_covering",
            )
        ]

    def __str__(self) -> str:
        return str(self.item_id)
