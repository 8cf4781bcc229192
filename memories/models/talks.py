"""What is made of memories and talks: the profile and the episodes."""

import uuid6
from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from memories.models.core import Memory

PERSON = settings.AUTH_USER_MODEL


class Profile(models.Model):
    """The summary of a person that a new conversation starts from."""

    user = models.OneToOneField(PERSON, on_delete=models.CASCADE, related_name="memory_profile")
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

    user = models.ForeignKey(PERSON, on_delete=models.CASCADE, related_name="episodes")
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
