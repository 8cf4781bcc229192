"""What is done to documents: added, replaced, deleted. A person's own by that person, shared ones by staff."""

import hashlib
from typing import TYPE_CHECKING
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from memories import erasure, records
from memories.knowledge import embedding, files, index
from memories.knowledge.shelf import visible
from memories.models import Chunk, Document, Job

if TYPE_CHECKING:
    from memoryhub.models import User


class DocumentNotFound(Exception):
    """There is no such document that this person may see, or change."""


class NotForAll(Exception):
    """Only staff share documents with everybody."""


def document_get(*, user: "User", document_id: UUID) -> Document:
    """A document of the person's or a shared one; raises DocumentNotFound."""
    found = visible(user=user).select_related("job").filter(pk=document_id).first()
    if found is None:
        raise DocumentNotFound
    return found


def may_change(*, user: "User", document: Document) -> bool:
    """Whether it is the person's to replace and delete."""
    return user.is_staff if document.owner_id is None else document.owner_id == user.pk


def document_add(*, user: "User", name: str, data: bytes, title: str = "", shared: bool = False) -> Document:
    """The file is a document, found by its words at once and by its meaning as soon as a worker has read it.

    Raises BadFile with nothing stored, NotForAll where somebody else than staff would share.
    """
    if shared and not user.is_staff:
        raise NotForAll
    taken = files.take(name=name, data=data)
    owner_id = None if shared else user.pk
    limit = settings.MEMORY_SHARED_DOCUMENT_LIMIT if shared else settings.MEMORY_DOCUMENT_LIMIT
    with transaction.atomic():
        records.lock_person(owner_id or embedding.EVERYBODY)
        own = Document.objects.filter(owner_id=owner_id)
        digest = _digest(data)
        _refuse_known(owner_id, digest)
        if own.count() >= limit:
            raise files.BadFile("too_many", documents=limit)
        document = Document(owner_id=owner_id, digest=digest)
        _fill(document, taken, size=len(data), title=files.titled(title))
    return document


def document_replace(*, user: "User", document_id: UUID, name: str, data: bytes) -> Document:
    """The document has the passages of this file; nothing is left of the former ones. Raises BadFile."""
    document = document_changeable(user=user, document_id=document_id)
    taken = files.take(name=name, data=data)
    with transaction.atomic():
        records.lock_person(document.owner_id or embedding.EVERYBODY)
        document = _locked(document_id)
        digest = _digest(data)
        _refuse_known(document.owner_id, digest)
        erasure.passages_gone(document)
        document.digest = digest
        _fill(document, taken, size=len(data), title="")
    return document


def document_delete(*, user: "User", document_id: UUID) -> None:
    """Nothing is left of the document: passages, index, citations, and what was indexed of replies that had them."""
    document = document_changeable(user=user, document_id=document_id)
    with transaction.atomic():
        records.lock_person(document.owner_id or embedding.EVERYBODY)
        erasure.document_gone(_locked(document_id))


def _locked(document_id: UUID) -> Document:
    """The row for this transaction alone; DocumentNotFound when it has been deleted meanwhile."""
    document = Document.objects.select_for_update().filter(pk=document_id).first()
    if document is None:
        raise DocumentNotFound
    return document


def document_changeable(*, user: "User", document_id: UUID) -> Document:
    """The document, if the person may replace and delete it; raises DocumentNotFound for any other."""
    document = document_get(user=user, document_id=document_id)
    if not may_change(user=user, document=document):
        raise DocumentNotFound
    return document


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _refuse_known(owner_id: UUID | None, digest: str) -> None:
    same = Document.objects.filter(owner_id=owner_id, digest=digest).first()
    if same is not None:
        raise files.BadFile("known", title=same.title)


def _fill(document: Document, taken: files.Taken, *, size: int, title: str) -> None:
    """The row, its passages with their keywords, and the job that gives them vectors. In the caller's transaction."""
    job = Job.objects.create(user_id=document.owner_id, kind=embedding.KIND, total=len(taken.passages))
    former, document.job = document.job, job
    document.title, document.media_type = title or taken.title, taken.media_type
    document.size, document.updated_at = size, timezone.now()
    document.save()
    if former is not None:
        former.delete()
    chunks = Chunk.objects.bulk_create(
        [
            Chunk(document=document, position=number, heading=one.heading, page=one.page, text=one.text)
            for number, one in enumerate(taken.passages, 1)
        ],
        batch_size=1_000,
    )
    index.write(document=document, chunks=chunks)
    transaction.on_commit(lambda: embedding.tell_worker(document.pk), robust=True)
