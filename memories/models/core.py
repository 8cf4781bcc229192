"""What is remembered, of whom, where it came from and what became of it."""

import uuid6
from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from memories import kinds
from memories.querysets import MemoryQuerySet

PERSON = settings.AUTH_USER_MODEL


class Entity(models.Model):
    """Someone or something that memories are about: the person, or a named other."""

    user = models.ForeignKey(PERSON, on_delete=models.CASCADE, related_name="entities")
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

    user = models.ForeignKey(PERSON, on_delete=models.CASCADE, related_name="relations")
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
        indexes = [
            models.Index(fields=["user", "subject", "predicate"], name="relation_user_subject"),
            models.Index(fields=["user", "object", "predicate"], name="relation_user_object"),
        ]

    def __str__(self) -> str:
        return f"{self.subject_id} {self.predicate} {self.object_id}"


class Alias(models.Model):
    """A name of an entity as a memory tells it, dying with that memory: what is not told any more is not shown."""

    user = models.ForeignKey(PERSON, on_delete=models.CASCADE, related_name="aliases")
    memory = models.ForeignKey("Memory", on_delete=models.CASCADE, related_name="aliases")
    entity = models.ForeignKey(Entity, on_delete=models.CASCADE, related_name="aliases")
    name = models.CharField(max_length=200)
    key = models.CharField(max_length=250, help_text=_("canonical, free of language where it can be"))

    class Meta:
        verbose_name_plural = "aliases"
        constraints = [
            models.UniqueConstraint(fields=["memory", "entity", "name"], name="alias_unique_in_memory"),
        ]
        indexes = [models.Index(fields=["user", "key"], name="alias_user_key")]

    def __str__(self) -> str:
        return f"{self.entity_id} {self.pk}"  # never the name: this ends up in logs


class Memory(models.Model):
    """One thing that is remembered of a person, with where it stands and how it was used."""

    user = models.ForeignKey(PERSON, on_delete=models.CASCADE, related_name="memories")

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

    user = models.ForeignKey(PERSON, on_delete=models.CASCADE, related_name="memory_events")
    memory_id = models.UUIDField(help_text=_("no foreign key: the entry outlives the memory"))
    verb = models.CharField(max_length=10, choices=kinds.EventVerb)
    actor = models.CharField(max_length=6, choices=kinds.Actor)
    staff = models.ForeignKey(PERSON, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
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

    user = models.ForeignKey(PERSON, on_delete=models.CASCADE, related_name="tombstones")
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
