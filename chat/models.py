"""One conversation: its messages, and the records of short-term and working memory that must outlive Redis."""

import uuid6
from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

_PERSON = settings.AUTH_USER_MODEL


class Conversation(models.Model):
    """A thread of messages of one person with the agent."""

    user = models.ForeignKey(_PERSON, on_delete=models.CASCADE, related_name="conversations")
    id = models.UUIDField(primary_key=True, default=uuid6.uuid7, editable=False)
    title = models.CharField(_("title"), max_length=200, blank=True)
    title_by_person = models.BooleanField(default=False)
    use_memory = models.BooleanField(default=True)
    compressor = models.CharField(max_length=20, blank=True)
    state = models.JSONField(default=dict, blank=True, help_text=_("chat.state.State as JSON"))
    state_through = models.PositiveIntegerField(
        default=0, help_text=_("sequence of the last message that state and pins were read from")
    )
    session_version = models.PositiveIntegerField(
        default=0, help_text=_("grows when summary, pins or state change: an older quick copy is stale")
    )
    episode_through = models.PositiveIntegerField(
        default=0, help_text=_("sequence of the last message that was read for an episode")
    )
    next_sequence = models.PositiveIntegerField(default=1, help_text=_("of the next message"))
    reply_claim = models.UUIDField(null=True, blank=True, help_text=_("who writes the reply of the moment"))
    reply_leased_until = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    updated_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("conversation")
        verbose_name_plural = _("conversations")
        indexes = [models.Index(fields=["user", "-updated_at"], name="conversation_user_updated")]

    def __str__(self) -> str:
        return str(self.pk)


class Message(models.Model):
    """One message. Its text is what was typed or answered and is never edited."""

    class Role(models.TextChoices):
        USER = "user", _("You")
        ASSISTANT = "assistant", _("Assistant")
        SYSTEM = "system", _("System")
        TOOL = "tool", _("Tool")

    class Status(models.TextChoices):
        SAVED = "saved", _("Saved")
        ANSWERING = "answering", _("Being answered")
        DONE = "done", _("Done")
        INTERRUPTED = "interrupted", _("Interrupted")
        FAILED = "failed", _("Failed")

    id = models.UUIDField(primary_key=True, default=uuid6.uuid7, editable=False)
    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="messages")
    sequence = models.PositiveIntegerField(help_text=_("place in the conversation"))
    client_id = models.CharField(
        max_length=64, null=True, blank=True, help_text=_("sending twice is one message")
    )
    role = models.CharField(max_length=10, choices=Role)
    reply_to = models.ForeignKey(
        "self", on_delete=models.CASCADE, null=True, blank=True, related_name="replies"
    )
    text = models.TextField(blank=True)
    name = models.CharField(max_length=80, blank=True, help_text=_("of the tool"))
    time_zone = models.CharField(max_length=64, default="UTC", help_text=_("of the person when it was said"))
    status = models.CharField(max_length=12, choices=Status, default=Status.SAVED)
    error = models.CharField(max_length=40, blank=True, help_text=_("a code"))
    model = models.CharField(max_length=120, blank=True)
    prompt_tokens = models.PositiveIntegerField(null=True, blank=True)
    completion_tokens = models.PositiveIntegerField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering = ["sequence"]
        constraints = [
            models.UniqueConstraint(fields=["conversation", "sequence"], name="message_unique_sequence"),
            models.UniqueConstraint(fields=["conversation", "client_id"], name="message_unique_client_id"),
            models.UniqueConstraint(
                fields=["reply_to"], condition=Q(role="assistant"), name="message_one_reply"
            ),
        ]
        indexes = [
            models.Index(
                fields=["status", "created_at"], condition=Q(status="answering"), name="message_answering"
            )
        ]

    def __str__(self) -> str:
        return f"{self.role} {self.pk}"


class Summary(models.Model):
    """A fold: its range is what was newly folded, its lines are the whole running summary after it."""

    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="summaries")
    from_sequence = models.PositiveIntegerField()
    to_sequence = models.PositiveIntegerField()
    compressor = models.CharField(max_length=20)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name_plural = "summaries"
        ordering = ["to_sequence"]
        constraints = [
            models.UniqueConstraint(fields=["conversation", "to_sequence"], name="summary_one_fold_a_range"),
            models.CheckConstraint(
                condition=Q(from_sequence__lte=F("to_sequence")), name="summary_range_in_order"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.conversation_id} {self.from_sequence}–{self.to_sequence}"


class SummaryLine(models.Model):
    """One line of a summary with the messages it tells of."""

    class Kind(models.TextChoices):
        CONSTRAINT = "constraint", _("Condition")
        DECISION = "decision", _("Decision")
        QUESTION = "question", _("Open question")
        FACT = "fact", _("Fact")
        DETAIL = "detail", _("Names and numbers")
        SAID = "said", _("What was said")

    summary = models.ForeignKey(Summary, on_delete=models.CASCADE, related_name="lines")
    position = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.SAID)
    text = models.TextField()
    messages = models.ManyToManyField(Message, related_name="summary_lines")

    class Meta:
        ordering = ["position"]

    def __str__(self) -> str:
        return f"{self.summary_id}/{self.position}"


class Pin(models.Model):
    """A constraint kept word for word for as long as the conversation lasts."""

    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="pins")
    message = models.ForeignKey(Message, on_delete=models.CASCADE, null=True, blank=True, related_name="pins")
    text = models.TextField()
    start = models.PositiveIntegerField(null=True, blank=True, help_text=_("where it stands in the message"))
    end = models.PositiveIntegerField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["message", "start"], name="pin_unique_words"),
        ]

    def __str__(self) -> str:
        return str(self.pk)


class Task(models.Model):
    """Working memory: a goal that is followed through steps."""

    class Status(models.TextChoices):
        RUNNING = "running", _("Running")
        DONE = "done", _("Done")
        DROPPED = "dropped", _("Dropped")

    id = models.UUIDField(primary_key=True, default=uuid6.uuid7, editable=False)
    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="tasks")
    goal = models.TextField()
    status = models.CharField(max_length=8, choices=Status, default=Status.RUNNING)
    outcome = models.TextField(blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["conversation"], condition=Q(status="running"), name="task_one_running"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.status} {self.pk}"


class TaskStep(models.Model):
    """One step of a task and its result."""

    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="steps")
    position = models.PositiveSmallIntegerField()
    text = models.TextField()
    result = models.TextField(blank=True)
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["position"]
        constraints = [models.UniqueConstraint(fields=["task", "position"], name="taskstep_unique_position")]

    def __str__(self) -> str:
        return f"{self.task_id}/{self.position}"


class ToolCall(models.Model):
    """One tool call of the agent, with what came of it."""

    id = models.UUIDField(primary_key=True, default=uuid6.uuid7, editable=False)
    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="tool_calls")
    name = models.CharField(max_length=80)
    arguments = models.JSONField(default=dict, blank=True)
    result = models.TextField(blank=True)
    error = models.CharField(max_length=200, blank=True)
    took_ms = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return f"{self.name} {self.pk}"


class PromptRecord(models.Model):
    """What the prompt of a reply held that messages, memories and summaries do not tell any more."""

    reply = models.OneToOneField(Message, on_delete=models.CASCADE, related_name="prompt_record")
    window_tokens = models.PositiveIntegerField()
    max_tokens = models.PositiveIntegerField()
    first_sequence = models.PositiveIntegerField(
        null=True, blank=True, help_text=_("of the oldest message word for word in it")
    )
    texts = models.JSONField(default=dict, help_text=_("parts as they were sent, by name"))
    parts = models.JSONField(default=list, help_text=_("names, tokens and budgets of all parts"))
    left_out = models.JSONField(default=list, help_text=_("what did not go in, and why"))
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return str(self.pk)
