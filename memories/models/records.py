"""What recall did and was told of it."""

import uuid6
from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from memories.models.core import Memory

PERSON = settings.AUTH_USER_MODEL


class RecallTrace(models.Model):
    """What one recall looked at and chose: ids, ranks and scores, no text. With a reply it is the reply's receipt."""

    id = models.UUIDField(primary_key=True, default=uuid6.uuid7, editable=False)
    user = models.ForeignKey(PERSON, on_delete=models.CASCADE, related_name="recall_traces")
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


class Feedback(models.Model):
    """What a person said of a recalled memory under a reply."""

    class Verdict(models.TextChoices):
        HELPFUL = "helpful", _("Helpful")
        UNHELPFUL = "unhelpful", _("Not helpful here")
        WRONG = "wrong", _("Wrong")

    user = models.ForeignKey(PERSON, on_delete=models.CASCADE, related_name="memory_feedback")
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
