"""What a person is told of forgetting and erasing."""

import uuid6
from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from memories import kinds


class ErasureReceipt(models.Model):
    """That something was forgotten or erased: when, by whom, and how much was where; never a text, nor which memory."""

    id = models.UUIDField(primary_key=True, default=uuid6.uuid7, editable=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="erasure_receipts"
    )
    act = models.CharField(max_length=9, choices=kinds.ErasureAct)
    actor = models.CharField(max_length=6, choices=kinds.Actor)
    count = models.PositiveIntegerField(default=0, help_text=_("memories"))
    places = models.JSONField(default=dict, help_text=_("how much, by place"))
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-created_at", "-id"]
        indexes = [models.Index(fields=["user", "-created_at"], name="erasurereceipt_user_time")]

    def __str__(self) -> str:
        return f"{self.act} {self.count}"
