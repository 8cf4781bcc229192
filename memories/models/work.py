"""What is done in the background, and what the person wants of it."""

import uuid6
from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from memories import kinds

PERSON = settings.AUTH_USER_MODEL


class CaptureRun(models.Model):
    """The outbox of capture: one a message. Its id orders a person's captures."""

    user = models.ForeignKey(PERSON, on_delete=models.CASCADE, related_name="capture_runs")
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


class Job(models.Model):
    """Long work with its progress: re-embedding, imports, upkeep."""

    class State(models.TextChoices):
        QUEUED = "queued", _("Waiting")
        RUNNING = "running", _("Running")
        DONE = "done", _("Done")
        FAILED = "failed", _("Failed")

    id = models.UUIDField(primary_key=True, default=uuid6.uuid7, editable=False)
    user = models.ForeignKey(PERSON, on_delete=models.CASCADE, null=True, blank=True, related_name="jobs")
    kind = models.CharField(max_length=40)
    detail = models.CharField(max_length=120, blank=True, help_text=_("what it is about; never a text"))
    state = models.CharField(max_length=8, choices=State, default=State.QUEUED)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    position = models.JSONField(default=dict, blank=True, help_text=_("where it goes on"))
    claim = models.UUIDField(null=True, blank=True, help_text=_("who holds it"))
    leased_until = models.DateTimeField(null=True, blank=True)
    error = models.CharField(max_length=40, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    finished_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.kind} {self.state}"


class Import(models.Model):
    """A list of memories that a person brings along: what of it is to be taken in, and what became of it.

    Its texts go when it is done, or when it was not begun within a day.
    """

    class State(models.TextChoices):
        PREVIEW = "preview", _("Not begun")
        RUNNING = "running", _("Running")
        DONE = "done", _("Done")

    id = models.UUIDField(primary_key=True, default=uuid6.uuid7, editable=False)
    user = models.ForeignKey(PERSON, on_delete=models.CASCADE, related_name="imports")
    format = models.CharField(max_length=12)
    label = models.CharField(max_length=40, blank=True, help_text=_("where the list comes from"))
    rows = models.JSONField(default=list, blank=True)
    position = models.PositiveIntegerField(default=0, help_text=_("how many rows are done with"))
    total = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=8, choices=State, default=State.PREVIEW)
    imported = models.PositiveIntegerField(default=0)
    waiting = models.PositiveIntegerField(default=0, help_text=_("of the imported: in the inbox"))
    known = models.PositiveIntegerField(default=0)
    skipped = models.PositiveIntegerField(default=0)
    reasons = models.JSONField(
        default=dict, blank=True, help_text=_("why lines were left out: a code by line")
    )
    claim = models.UUIDField(null=True, blank=True, help_text=_("who holds it"))
    leased_until = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["id"], condition=Q(state="running"), name="import_undone"),
        ]

    def __str__(self) -> str:
        return f"{self.state} {self.pk}"


class UpkeepRun(models.Model):
    """Where the nightly upkeep of one person stands: one row a person, taken by one worker at a time."""

    user = models.OneToOneField(PERSON, on_delete=models.CASCADE, related_name="upkeep_run")
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

    user = models.OneToOneField(PERSON, on_delete=models.CASCADE, related_name="memory_settings")
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


class GraphBuild(models.Model):
    """By which rules all of a person's relations were taken; who has none, or older ones, is read anew."""

    user = models.OneToOneField(PERSON, on_delete=models.CASCADE, related_name="graph_build")
    version = models.PositiveSmallIntegerField(default=0)
    built_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.user_id} {self.version}"
