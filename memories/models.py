"""What lasts: memories with their sources, versions and index rows, and the records around them."""

import uuid6
from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from pgvector.django import HalfVectorField

from memories import kinds
from memories.querysets import MemoryQuerySet

_PERSON = settings.AUTH_USER_MODEL

#: A B-tree row holds 2,704 bytes: wider vectors are read from the table instead of the covering index.
COVERED_DIMENSIONS = 1200


class Entity(models.Model):
    """Someone or something that memories are about: the person, or a named other."""

    user = models.ForeignKey(_PERSON, on_delete=models.CASCADE, related_name="entities")
    kind = models.CharField(max_length=12, choices=kinds.EntityKind)
    relation = models.CharField(max_length=40, blank=True, help_text=_("relation to the person, as a key"))
    name = models.CharField(max_length=200, blank=True)
    key = models.CharField(max_length=250, help_text=_("canonical, free of language where it can be"))
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name_plural = "entities"
        constraints = [
            models.UniqueConstraint(fields=["user", "key"], name="entity_unique_by_key"),
            models.UniqueConstraint(fields=["user"], condition=Q(kind="self"), name="entity_one_self"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class Relation(models.Model):
    """A typed relation between two entities, taken from a memory and dying with it."""

    user = models.ForeignKey(_PERSON, on_delete=models.CASCADE, related_name="relations")
    memory = models.ForeignKey("Memory", on_delete=models.CASCADE, related_name="relations")
    subject = models.ForeignKey(Entity, on_delete=models.CASCADE, related_name="relations_from")
    predicate = models.CharField(max_length=60)
    object = models.ForeignKey(Entity, on_delete=models.CASCADE, related_name="relations_to")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["memory", "subject", "predicate", "object"], name="relation_unique_in_memory"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.subject_id} {self.predicate} {self.object_id}"


class Memory(models.Model):
    """One thing that is remembered of a person, with where it stands and how it was used."""

    user = models.ForeignKey(_PERSON, on_delete=models.CASCADE, related_name="memories")

    id = models.UUIDField(primary_key=True, default=uuid6.uuid7, editable=False)

    content = models.TextField(_("text"))
    language = models.CharField(max_length=10, blank=True)
    subject = models.ForeignKey(Entity, on_delete=models.RESTRICT, related_name="memories")
    slot = models.CharField(max_length=80, blank=True)
    value = models.TextField(blank=True)
    value_key = models.CharField(max_length=250, blank=True)
    positive = models.BooleanField(default=True, help_text=_("false for a dislike or a denial"))
    single_valued = models.BooleanField(default=False, help_text=_("the slot has one current value"))

    type = models.CharField(_("type"), max_length=12, choices=kinds.MemoryType)
    confidence = models.FloatField(default=0.8)
    importance = models.FloatField(default=0.5)
    sensitivity = models.CharField(max_length=10, choices=kinds.Sensitivity, default=kinds.Sensitivity.NORMAL)
    category = models.CharField(max_length=12, choices=kinds.SensitiveCategory, blank=True, default="")
    flag = models.CharField(max_length=10, choices=kinds.MemoryFlag, blank=True, default="")
    protection = models.CharField(max_length=10, choices=kinds.Protection, blank=True, default="")
    written_by_person = models.BooleanField(default=False, help_text=_("the machine never rewords it"))

    status = models.CharField(_("status"), max_length=10, choices=kinds.MemoryStatus)
    pinned_at = models.DateTimeField(null=True, blank=True)
    occurred_on = models.DateField(null=True, blank=True)
    occurred_precision = models.CharField(max_length=5, choices=kinds.DatePrecision, blank=True)
    occurred_time = models.TimeField(null=True, blank=True)
    valid_from = models.DateTimeField(default=timezone.now)
    valid_until = models.DateTimeField(null=True, blank=True)
    planned_for = models.DateField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    supersedes = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="superseded_by"
    )
    forgotten_at = models.DateTimeField(null=True, blank=True)
    forgotten_reason = models.CharField(max_length=6, choices=kinds.ForgottenReason, blank=True)
    status_before = models.CharField(max_length=10, blank=True, help_text=_("what restoring goes back to"))

    mention_count = models.PositiveIntegerField(default=1)
    access_count = models.PositiveIntegerField(default=0)
    last_accessed_at = models.DateTimeField(null=True, blank=True)

    kept_at = models.DateTimeField(
        null=True, blank=True, help_text=_("when the person last chose to keep it")
    )
    merged_into = models.ForeignKey(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="merged",
        help_text=_("the row that says the same and has its sources"),
    )

    created_at = models.DateTimeField(default=timezone.now, editable=False)
    updated_at = models.DateTimeField(default=timezone.now)

    objects = MemoryQuerySet.as_manager()

    class Meta:
        verbose_name = _("memory")
        verbose_name_plural = _("memories")
        constraints = [
            models.UniqueConstraint(
                fields=["user", "subject", "slot"],
                condition=Q(status="active", single_valued=True),
                name="memory_one_active_value",
            ),
            models.CheckConstraint(condition=Q(confidence__range=(0, 1)), name="memory_confidence_0_1"),
            models.CheckConstraint(condition=Q(importance__range=(0, 1)), name="memory_importance_0_1"),
            models.CheckConstraint(condition=~Q(content=""), name="memory_content_not_empty"),
            models.CheckConstraint(condition=Q(mention_count__gte=1), name="memory_mentioned_once"),
            models.CheckConstraint(
                condition=Q(status="forgotten", forgotten_at__isnull=False)
                | (~Q(status="forgotten") & Q(forgotten_at__isnull=True)),
                name="memory_forgotten_has_time",
            ),
        ]
        indexes = [
            models.Index(fields=["user", "status", "-created_at"], name="memory_user_status_created"),
            models.Index(fields=["user", "subject", "slot"], name="memory_user_subject_slot"),
            models.Index(
                fields=["forgotten_at"], condition=Q(status="forgotten"), name="memory_forgotten_time"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.type} {self.pk}"  # never the text: this ends up in logs

    @property
    def protected(self) -> bool:
        """Whether the machine may not drop, archive, merge or reword it of its own initiative."""
        return bool(self.pinned_at or self.protection)


class MemoryVector(models.Model):
    """The embedding of an active memory by one model. Recall scans one person's rows exactly, without HNSW."""

    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="vectors")
    user = models.ForeignKey(_PERSON, on_delete=models.CASCADE, related_name="+", db_index=False)
    model = models.CharField(max_length=120)
    dimensions = models.PositiveSmallIntegerField()
    vector = HalfVectorField()

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


class Posting(models.Model):
    """One token of one active memory: the keyword index, scored by BM25 over the person's own rows."""

    pk = models.CompositePrimaryKey("user", "token", "memory")
    user = models.ForeignKey(_PERSON, on_delete=models.CASCADE, related_name="+", db_index=False)
    token = models.CharField(max_length=64)
    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="postings")
    frequency = models.PositiveSmallIntegerField()
    length = models.PositiveIntegerField(help_text=_("tokens of the memory"))

    class Meta:
        indexes = [
            models.Index(
                fields=["user", "token"], include=["memory", "frequency", "length"], name="posting_covering"
            )
        ]

    def __str__(self) -> str:
        return str(self.memory_id)


class Passage(models.Model):
    """The index entry of a past message; it refers to the message and holds no text of its own."""

    user = models.ForeignKey(_PERSON, on_delete=models.CASCADE, related_name="+", db_index=False)
    message = models.ForeignKey("chat.Message", on_delete=models.CASCADE, related_name="passages")
    # Which messages are neighbours is part of the index: a message is found through those around it as well.
    conversation_id = models.UUIDField(help_text=_("of the message"))
    sequence = models.PositiveIntegerField(help_text=_("of the message in its conversation"))
    # A question about March looks at what was said in March.
    said_at = models.DateTimeField(help_text=_("of the message"))
    model = models.CharField(max_length=120)
    dimensions = models.PositiveSmallIntegerField()
    vector = HalfVectorField()

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


class PassagePosting(models.Model):
    """One token of one past message, for the keyword search over them."""

    pk = models.CompositePrimaryKey("user", "token", "message")
    user = models.ForeignKey(_PERSON, on_delete=models.CASCADE, related_name="+", db_index=False)
    token = models.CharField(max_length=64)
    message = models.ForeignKey("chat.Message", on_delete=models.CASCADE, related_name="postings")
    frequency = models.PositiveSmallIntegerField()
    length = models.PositiveIntegerField()

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


class MemorySource(models.Model):
    """Where a memory comes from: the words of a message, a task, an import, or the person's hand."""

    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="sources")
    kind = models.CharField(max_length=8, choices=kinds.SourceKind)
    message = models.ForeignKey(
        "chat.Message", on_delete=models.SET_NULL, null=True, blank=True, related_name="memory_sources"
    )
    role = models.CharField(max_length=10, blank=True)
    start = models.PositiveIntegerField(
        null=True, blank=True, help_text=_("the supporting words in the message")
    )
    end = models.PositiveIntegerField(null=True, blank=True)
    task = models.ForeignKey(
        "chat.Task", on_delete=models.SET_NULL, null=True, blank=True, related_name="memory_sources"
    )
    label = models.CharField(max_length=120, blank=True, help_text=_("name of an import"))
    said_at = models.DateTimeField(default=timezone.now)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["memory", "message", "start", "end"],
                name="memorysource_unique_words",
                nulls_distinct=True,
            ),
            models.CheckConstraint(
                condition=Q(start__isnull=True, end__isnull=True) | Q(start__lt=F("end")),
                name="memorysource_span_in_order",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.memory_id}"


class MemoryVersion(models.Model):
    """A former text of a memory that was edited; erasable."""

    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="versions")
    content = models.TextField()
    type = models.CharField(max_length=12, choices=kinds.MemoryType)
    actor = models.CharField(max_length=6, choices=kinds.Actor)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-created_at", "-id"]

    def __str__(self) -> str:
        return f"{self.memory_id} {self.created_at:%Y-%m-%d}"


class MemoryEvent(models.Model):
    """Append-only audit: who did what to which memory; ids and words of a closed vocabulary, never a text."""

    user = models.ForeignKey(_PERSON, on_delete=models.CASCADE, related_name="memory_events")
    memory_id = models.UUIDField(help_text=_("no foreign key: the entry outlives the memory"))
    verb = models.CharField(max_length=10, choices=kinds.EventVerb)
    actor = models.CharField(max_length=6, choices=kinds.Actor)
    staff = models.ForeignKey(_PERSON, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    message_id = models.UUIDField(null=True, blank=True)
    detail = models.CharField(max_length=40, blank=True, help_text=_("a key, never a text"))
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-created_at", "-id"]
        indexes = [
            models.Index(fields=["memory_id", "-created_at"], name="memoryevent_memory_time"),
            models.Index(fields=["user", "-created_at"], name="memoryevent_user_time"),
        ]

    def __str__(self) -> str:
        return f"{self.verb} {self.memory_id}"


class Tombstone(models.Model):
    """A keyed fingerprint of what was forgotten, so that old words do not bring it back; never its text."""

    user = models.ForeignKey(_PERSON, on_delete=models.CASCADE, related_name="tombstones")
    memory_id = models.UUIDField(null=True, blank=True)
    fingerprint = models.CharField(max_length=64)
    message_id = models.UUIDField(null=True, blank=True)
    start = models.PositiveIntegerField(null=True, blank=True)
    end = models.PositiveIntegerField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        indexes = [
            models.Index(fields=["user", "fingerprint"], name="tombstone_user_fingerprint"),
            models.Index(fields=["user", "message_id"], name="tombstone_user_message"),
        ]

    def __str__(self) -> str:
        return self.fingerprint[:8]


class CaptureRun(models.Model):
    """The outbox of capture: one a message. Its id orders a person's captures."""

    user = models.ForeignKey(_PERSON, on_delete=models.CASCADE, related_name="capture_runs")
    message = models.OneToOneField("chat.Message", on_delete=models.CASCADE, related_name="capture_run")
    status = models.CharField(max_length=8, choices=kinds.CaptureStatus, default=kinds.CaptureStatus.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0)
    claim = models.UUIDField(null=True, blank=True, help_text=_("who holds it"))
    leased_until = models.DateTimeField(null=True, blank=True)
    retry_at = models.DateTimeField(null=True, blank=True)
    outcome = models.JSONField(
        default=list, blank=True, help_text=_("what became of each span: offsets and keys")
    )
    error = models.CharField(max_length=40, blank=True, help_text=_("a code, never a text"))
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["user", "id"], condition=Q(status__in=["queued", "running"]), name="capturerun_undone"
            ),
            models.Index(fields=["status", "-created_at"], name="capturerun_status_time"),
        ]

    def __str__(self) -> str:
        return f"{self.status} {self.message_id}"


class RecallTrace(models.Model):
    """What one recall looked at and chose: ids, ranks and scores, no text. With a reply it is the reply's receipt."""

    id = models.UUIDField(primary_key=True, default=uuid6.uuid7, editable=False)
    user = models.ForeignKey(_PERSON, on_delete=models.CASCADE, related_name="recall_traces")
    message = models.ForeignKey(
        "chat.Message",
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="+",
        help_text=_("the question"),
    )
    reply = models.OneToOneField(
        "chat.Message", on_delete=models.CASCADE, null=True, blank=True, related_name="recall_trace"
    )
    gate = models.CharField(max_length=20)
    channels = models.JSONField(default=dict, help_text=_("by channel: [id, rank, score] rows"))
    injected = ArrayField(models.UUIDField(), default=list, blank=True)
    used = ArrayField(
        models.UUIDField(),
        null=True,
        blank=True,
        help_text=_("of the injected, what the reply told; null where a model had them all to read"),
    )
    choices = models.JSONField(
        default=list, help_text=_("injected and passed-over ids with score and reason keys")
    )
    unhelpful = ArrayField(models.UUIDField(), default=list, blank=True)
    took_ms = models.PositiveIntegerField(default=0)
    counted_at = models.DateTimeField(
        null=True, blank=True, help_text=_("when the accesses were counted, once")
    )
    thinned_at = models.DateTimeField(
        null=True, blank=True, help_text=_("when all but the receipt was deleted, for its age")
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        indexes = [
            models.Index(fields=["user", "-created_at"], name="recalltrace_user_time"),
            models.Index(
                fields=["created_at"], condition=Q(thinned_at__isnull=True), name="recalltrace_whole_time"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.gate} {self.pk}"


class Profile(models.Model):
    """The summary of a person that a new conversation starts from."""

    user = models.OneToOneField(_PERSON, on_delete=models.CASCADE, related_name="memory_profile")
    switched_off = models.BooleanField(default=False, help_text=_("by the person: neither written nor read"))
    written_at = models.DateTimeField(null=True, blank=True)
    stale_since = models.DateTimeField(null=True, blank=True)
    retry_at = models.DateTimeField(null=True, blank=True, help_text=_("after a writer that failed"))
    leased_until = models.DateTimeField(null=True, blank=True, help_text=_("while somebody writes it"))

    def __str__(self) -> str:
        return str(self.user_id)


class ProfileLine(models.Model):
    """One line of the profile and the memories it says; it goes when they go."""

    profile = models.ForeignKey(Profile, on_delete=models.CASCADE, related_name="lines")
    position = models.PositiveSmallIntegerField()
    text = models.TextField(blank=True)
    memories = models.ManyToManyField(Memory, related_name="profile_lines")
    digest = models.CharField(
        max_length=64, blank=True, help_text=_("of what its memories said when it was written")
    )
    by_person = models.BooleanField(default=False, help_text=_("the machine never rewords it"))
    hidden = models.BooleanField(default=False, help_text=_("the person does not want this in the profile"))

    class Meta:
        ordering = ["position"]

    def __str__(self) -> str:
        return f"{self.profile_id}/{self.position}"


class Episode(models.Model):
    """What a finished conversation was about."""

    user = models.ForeignKey(_PERSON, on_delete=models.CASCADE, related_name="episodes")
    id = models.UUIDField(primary_key=True, default=uuid6.uuid7, editable=False)
    conversation = models.ForeignKey("chat.Conversation", on_delete=models.CASCADE, related_name="episodes")
    from_sequence = models.PositiveIntegerField(default=1, help_text=_("of its first message"))
    to_sequence = models.PositiveIntegerField(default=1, help_text=_("of its last message"))
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField()
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-ended_at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["conversation", "to_sequence"], name="episode_one_a_stretch"),
            models.CheckConstraint(
                condition=Q(from_sequence__lte=F("to_sequence")), name="episode_stretch_in_order"
            ),
        ]
        indexes = [models.Index(fields=["user", "-ended_at"], name="episode_user_time")]

    def __str__(self) -> str:
        return str(self.pk)


class EpisodeItem(models.Model):
    """One line of an episode: a topic, conclusion, preference or open question, with its messages."""

    class Kind(models.TextChoices):
        TOPIC = "topic", _("Topic")
        CONCLUSION = "conclusion", _("Conclusion")
        PREFERENCE = "preference", _("Preference")
        QUESTION = "question", _("Open question")

    episode = models.ForeignKey(Episode, on_delete=models.CASCADE, related_name="items")
    position = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    text = models.TextField()
    importance = models.FloatField(default=0.5)
    messages = models.ManyToManyField("chat.Message", related_name="episode_items")
    memory = models.ForeignKey(
        Memory, on_delete=models.CASCADE, null=True, blank=True, related_name="episode_items"
    )
    settled_at = models.DateTimeField(null=True, blank=True, help_text=_("of an open question"))

    class Meta:
        ordering = ["position"]
        constraints = [
            models.CheckConstraint(condition=Q(importance__range=(0, 1)), name="episodeitem_importance_0_1")
        ]

    def __str__(self) -> str:
        return f"{self.episode_id}/{self.position}"


class EpisodeVector(models.Model):
    """The embedding of an episode's item by one model."""

    item = models.ForeignKey(EpisodeItem, on_delete=models.CASCADE, related_name="vectors")
    user = models.ForeignKey(_PERSON, on_delete=models.CASCADE, related_name="+", db_index=False)
    model = models.CharField(max_length=120)
    dimensions = models.PositiveSmallIntegerField()
    vector = HalfVectorField()

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


class EpisodePosting(models.Model):
    """One token of one item of an episode, for the keyword search over them."""

    pk = models.CompositePrimaryKey("user", "token", "item")
    user = models.ForeignKey(_PERSON, on_delete=models.CASCADE, related_name="+", db_index=False)
    token = models.CharField(max_length=64)
    item = models.ForeignKey(EpisodeItem, on_delete=models.CASCADE, related_name="postings")
    frequency = models.PositiveSmallIntegerField()
    length = models.PositiveIntegerField()

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


class Document(models.Model):
    """A document of the knowledge base; without an owner it is shared by all."""

    id = models.UUIDField(primary_key=True, default=uuid6.uuid7, editable=False)
    owner = models.ForeignKey(
        _PERSON, on_delete=models.CASCADE, null=True, blank=True, related_name="documents"
    )
    title = models.CharField(max_length=300)
    media_type = models.CharField(max_length=100)
    digest = models.CharField(max_length=64)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["owner", "digest"], name="document_unique_content", nulls_distinct=False
            )
        ]

    def __str__(self) -> str:
        return self.title


class Chunk(models.Model):
    """A passage of a document."""

    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="chunks")
    position = models.PositiveIntegerField()
    text = models.TextField()

    class Meta:
        ordering = ["position"]
        constraints = [models.UniqueConstraint(fields=["document", "position"], name="chunk_unique_position")]

    def __str__(self) -> str:
        return f"{self.document_id}/{self.position}"


class Job(models.Model):
    """Long work with its progress: re-embedding, imports, upkeep."""

    class State(models.TextChoices):
        QUEUED = "queued", _("Waiting")
        RUNNING = "running", _("Running")
        DONE = "done", _("Done")
        FAILED = "failed", _("Failed")

    id = models.UUIDField(primary_key=True, default=uuid6.uuid7, editable=False)
    user = models.ForeignKey(_PERSON, on_delete=models.CASCADE, null=True, blank=True, related_name="jobs")
    kind = models.CharField(max_length=40)
    state = models.CharField(max_length=8, choices=State, default=State.QUEUED)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    error = models.CharField(max_length=40, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    finished_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.kind} {self.state}"


class UpkeepRun(models.Model):
    """Where the nightly upkeep of one person stands: one row a person, taken by one worker at a time."""

    user = models.OneToOneField(_PERSON, on_delete=models.CASCADE, related_name="upkeep_run")
    night = models.DateField(help_text=_("the night it is due for"))
    attempts = models.PositiveSmallIntegerField(default=0)
    claim = models.UUIDField(null=True, blank=True, help_text=_("who holds it"))
    leased_until = models.DateTimeField(null=True, blank=True)
    done_at = models.DateTimeField(null=True, blank=True)
    error = models.CharField(max_length=40, blank=True, help_text=_("a code, never a text"))

    class Meta:
        indexes = [
            models.Index(fields=["id"], condition=Q(done_at__isnull=True), name="upkeeprun_undone"),
        ]

    def __str__(self) -> str:
        return f"{self.night} {self.user_id}"


class MemorySettings(models.Model):
    """A person's switches and limits."""

    user = models.OneToOneField(_PERSON, on_delete=models.CASCADE, related_name="memory_settings")
    use = models.BooleanField(_("use memories in replies"), default=True)
    learn = models.BooleanField(_("learn new memories"), default=True)
    types_off = ArrayField(models.CharField(max_length=12), default=list, blank=True)
    consents = ArrayField(models.CharField(max_length=12), default=list, blank=True)
    categories_off = ArrayField(models.CharField(max_length=12), default=list, blank=True)
    never_words = ArrayField(models.CharField(max_length=80), default=list, blank=True)
    retention = models.JSONField(
        default=dict,
        blank=True,
        help_text=_("days by type; null for ever; absent: as the installation has it"),
    )
    updated_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "memory settings"

    def __str__(self) -> str:
        return str(self.user_id)


class Feedback(models.Model):
    """What a person said of a recalled memory under a reply."""

    class Verdict(models.TextChoices):
        HELPFUL = "helpful", _("Helpful")
        UNHELPFUL = "unhelpful", _("Not helpful here")
        WRONG = "wrong", _("Wrong")

    user = models.ForeignKey(_PERSON, on_delete=models.CASCADE, related_name="memory_feedback")
    trace = models.ForeignKey(RecallTrace, on_delete=models.CASCADE, related_name="feedback")
    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="feedback")
    verdict = models.CharField(max_length=9, choices=Verdict)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["trace", "memory"], name="feedback_one_a_use")]

    def __str__(self) -> str:
        return f"{self.verdict} {self.memory_id}"


class NotHere(models.Model):
    """A memory that the person does not want used in one conversation."""

    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="not_here")
    conversation = models.ForeignKey("chat.Conversation", on_delete=models.CASCADE, related_name="not_here")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["conversation", "memory"], name="nothere_one_a_conversation")
        ]

    def __str__(self) -> str:
        return f"{self.memory_id} not in {self.conversation_id}"


class RecallQuality(models.Model):
    """How well recall does on what people said of it under their replies: figures of all together, one a day."""

    measured_on = models.DateField(_("day"), unique=True)
    queries = models.PositiveIntegerField(_("questions with a verdict"))
    labels = models.PositiveIntegerField(_("verdicts"))
    precision = models.FloatField(_("precision"), null=True, blank=True)
    recall = models.FloatField(_("recall"), null=True, blank=True)
    mrr = models.FloatField(_("mean reciprocal rank"), null=True, blank=True)
    gate = models.FloatField(_("gate accuracy"), null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-measured_on"]
        verbose_name = _("recall quality")
        verbose_name_plural = _("recall quality")

    def __str__(self) -> str:
        return str(self.measured_on)
