"""The knowledge base: documents, their passages, how passages are found, and which replies were given with them."""

import uuid6
from django.conf import settings
from django.contrib.postgres.indexes import OpClass
from django.db import models
from django.db.models import Q
from django.db.models.functions import Cast
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from pgvector.django import HalfVectorField, HnswIndex

from memories.models.index import COVERED_DIMENSIONS
from memories.models.records import RecallTrace
from memories.models.work import Job

PERSON = settings.AUTH_USER_MODEL

#: Vectors of these widths have an HNSW index for what is shared; of any other width, shared rows are scanned exactly.
HNSW_DIMENSIONS = (384, 512, 768, 1024, 1536, 3072)


class Document(models.Model):
    """A document of the knowledge base; without an owner it is shared by all."""

    id = models.UUIDField(primary_key=True, default=uuid6.uuid7, editable=False)
    owner = models.ForeignKey(
        PERSON, on_delete=models.CASCADE, null=True, blank=True, related_name="documents"
    )
    title = models.CharField(max_length=300)
    media_type = models.CharField(max_length=100)
    digest = models.CharField(max_length=64)
    size = models.PositiveIntegerField(default=0, help_text=_("of the file, in bytes"))
    job = models.OneToOneField(Job, on_delete=models.SET_NULL, null=True, blank=True, related_name="document")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    updated_at = models.DateTimeField(default=timezone.now, help_text=_("when its file came"))

    class Meta:
        verbose_name = _("document")
        verbose_name_plural = _("documents")
        constraints = [
            models.UniqueConstraint(
                fields=["owner", "digest"], name="document_unique_content", nulls_distinct=False
            )
        ]

    def __str__(self) -> str:
        return f"{self.media_type} {self.pk}"  # never the title: this ends up in logs


class Chunk(models.Model):
    """A passage of a document, as it stands there; ``heading`` is the way of headings to it."""

    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="chunks")
    position = models.PositiveIntegerField()
    heading = models.CharField(max_length=300, blank=True)
    page = models.PositiveIntegerField(null=True, blank=True)
    text = models.TextField()

    class Meta:
        ordering = ["position"]
        constraints = [models.UniqueConstraint(fields=["document", "position"], name="chunk_unique_position")]

    def __str__(self) -> str:
        return f"{self.document_id}/{self.position}"


class ChunkVector(models.Model):
    """The embedding of a passage by one model. What is shared is searched through HNSW, what is one's own exactly."""

    chunk = models.ForeignKey(Chunk, on_delete=models.CASCADE, related_name="vectors")
    owner = models.ForeignKey(
        PERSON, on_delete=models.CASCADE, null=True, blank=True, related_name="+", db_index=False
    )
    model = models.CharField(max_length=120)
    dimensions = models.PositiveSmallIntegerField()
    vector = HalfVectorField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["chunk", "model"], name="chunkvector_one_a_model")]
        indexes = [
            models.Index(
                fields=["owner", "model"],
                include=["chunk", "vector"],
                condition=Q(dimensions__lte=COVERED_DIMENSIONS, owner__isnull=False),
                name="chunkvector_covering",
            ),
            models.Index(
                fields=["owner", "model"],
                condition=Q(dimensions__gt=COVERED_DIMENSIONS, owner__isnull=False),
                name="chunkvector_wide",
            ),
            *(
                HnswIndex(
                    OpClass(
                        Cast("vector", HalfVectorField(dimensions=width)),
                        name="halfvec_ip_ops",
                    ),
                    name=f"chunkvector_hnsw_{width}",
                    m=16,
                    ef_construction=64,
                    condition=Q(dimensions=width, owner__isnull=True),
                )
                for width in HNSW_DIMENSIONS
            ),
        ]

    def __str__(self) -> str:
        return f"{self.chunk_id} {self.model}"


class ChunkPosting(models.Model):
    """One token of one passage, for the keyword search over them."""

    pk = models.CompositePrimaryKey("chunk", "token")
    chunk = models.ForeignKey(Chunk, on_delete=models.CASCADE, related_name="postings")
    owner = models.ForeignKey(
        PERSON, on_delete=models.CASCADE, null=True, blank=True, related_name="+", db_index=False
    )
    token = models.CharField(max_length=64)
    frequency = models.PositiveSmallIntegerField()
    length = models.PositiveIntegerField()

    class Meta:
        indexes = [
            models.Index(
                fields=["owner", "token"],
                include=["chunk", "frequency", "length"],
                name="chunkposting_covering",
            )
        ]

    def __str__(self) -> str:
        return str(self.chunk_id)


class Citation(models.Model):
    """A passage that went into a reply; it goes with the passage."""

    trace = models.ForeignKey(RecallTrace, on_delete=models.CASCADE, related_name="citations")
    chunk = models.ForeignKey(Chunk, on_delete=models.CASCADE, related_name="citations")
    rank = models.PositiveSmallIntegerField()
    score = models.FloatField()

    class Meta:
        ordering = ["rank"]
        constraints = [models.UniqueConstraint(fields=["trace", "chunk"], name="citation_once_a_trace")]

    def __str__(self) -> str:
        return f"{self.trace_id} {self.chunk_id}"
