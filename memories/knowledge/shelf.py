"""Reads documents: a person's own and the shared ones, never another's. Nothing is written."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Count, Q, QuerySet

from memories.models import Chunk, Document, Job

if TYPE_CHECKING:
    from memoryhub.models import User


def visible(*, user: "User") -> QuerySet[Document]:
    """What the person may read."""
    return Document.objects.filter(Q(owner=user) | Q(owner=None))


def document_list(*, user: "User") -> QuerySet[Document]:
    """The person's documents and the shared ones with their job and number of passages, the latest first."""
    return (
        visible(user=user)
        .select_related("job")
        .annotate(passages=Count("chunks"))
        .order_by("-updated_at", "-pk")
    )


def passage_list(*, document: Document) -> QuerySet[Chunk]:
    """The passages in their order."""
    return document.chunks.order_by("position")


def anything(*, user: "User") -> bool:
    """Whether there is a document that the person may read."""
    return visible(user=user).exists()


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the embedding of a document has come. ``state`` is Job's."""

    state: str
    done: int
    total: int

    @property
    def percent(self) -> int:
        return 100 * self.done // self.total if self.total else 100

    @property
    def over(self) -> bool:
        return self.state in (Job.State.DONE, Job.State.FAILED)


def progress(document: Document) -> Progress:
    """Where the document's job stands; one without a job is ready."""
    job = document.job
    if job is None:
        return Progress(Job.State.DONE, 0, 0)
    return Progress(job.state, job.done, job.total)
