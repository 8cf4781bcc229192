"""The base of documents."""

import uuid6
from django.conf import settings
from django.db import models
from django.utils import timezone

PERSON = settings.AUTH_USER_MODEL


class Document(models.Model):
    """A document of the knowledge base; without an owner it is shared by all."""

    id = models.UUIDField(primary_key=True, default=uuid6.uuid7, editable=False)
    owner = models.ForeignKey(
        PERSON, on_delete=models.CASCADE, null=True, blank=True, related_name="documents"
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
