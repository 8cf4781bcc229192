"""What is connected now, as pages and the API list it: each relation once, with the memories that tell it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from django.db.models import Q, QuerySet

from memories.graph import store, words
from memories.kinds import EntityKind, MemoryFlag, MemoryStatus
from memories.models import Alias, Entity, Memory, Relation

if TYPE_CHECKING:
    from memoryhub.models import User

#: As many relations are drawn; the API has them all.
LIMIT = 300


@dataclass(frozen=True, slots=True)
class End:
    """One that a relation connects, as it is called now.

    Without a name it is called by its owner, and in what is told of that one by ``bare``: "Ana works at a bakery".
    """

    id: int
    kind: str
    label: str
    owner: int | None = None
    bare: str = ""


@dataclass(slots=True)
class Line:
    """A relation, what stands on its line, the sentence of it, and the memories that tell it, the latest first."""

    subject: End
    predicate: str
    object: End
    word: str
    sentence: str
    memories: list[Memory] = field(default_factory=list)


def relation_list(
    *, user: "User", now: datetime, memory_id: UUID | None = None, entity_id: int | None = None
) -> QuerySet[Relation]:
    """The person's relations by memories that hold now, the latest first; those of one memory, or of one entity."""
    rows = Relation.objects.all() if memory_id is None else Relation.objects.filter(memory_id=memory_id)
    if entity_id is not None:
        rows = rows.filter(Q(subject_id=entity_id) | Q(object_id=entity_id))
    return (
        rows.filter(
            Q(memory__expires_at=None) | Q(memory__expires_at__gt=now),
            user=user,
            memory__user=user,
            memory__status=MemoryStatus.ACTIVE,
            memory__flag=MemoryFlag.NONE,
        )
        .select_related("subject", "object", "memory")
        .order_by("-memory__created_at", "-pk")
    )


def lines(*, user: "User", now: datetime, limit: int = LIMIT) -> list[Line]:
    """Each relation once. What holds the person together with others comes first."""
    rows = list(relation_list(user=user, now=now)[:limit])
    ends = labelled(user=user, rows=rows)
    found: dict[tuple[int, str, int], Line] = {}
    for row in rows:
        one, other = ends[row.subject_id], ends[row.object_id]
        of_self = one.kind == EntityKind.SELF
        line = found.setdefault(
            (one.id, row.predicate, other.id),
            Line(
                subject=one,
                predicate=row.predicate,
                object=other,
                word=words.on_the_line(row.predicate),
                sentence=_capital(
                    words.sentence(
                        predicate=row.predicate,
                        subject=one.label,
                        object=other.bare if other.owner == one.id else other.label,
                        of_self=of_self,
                    )
                ),
            ),
        )
        if row.memory not in line.memories:
            line.memories.append(row.memory)
    return sorted(found.values(), key=lambda line: (line.subject.kind != EntityKind.SELF, line.subject.label))


def labelled(*, user: "User", rows: Sequence[Relation]) -> dict[int, End]:
    """Those whom these relations connect, by id, each as the memories of now call it."""
    entities = {one.pk: one for row in rows for one in (row.subject, row.object)}
    told = names(user=user, entity_ids=entities)
    # The one whose they are has to be called first: "your sister's husband" after "your sister".
    owners = {row.object_id: (row.subject_id, row.predicate) for row in rows if _is_whose(row, told)}
    ends: dict[int, End] = {}

    def end(pk: int) -> End:
        if pk not in ends:
            entity, (owner, predicate) = entities[pk], owners.get(pk, (None, ""))
            ends[pk] = End(pk, entity.kind, _called(entity, told.get(pk, "")))
            if owner is not None:
                ends[pk] = _of(end(owner), entity, told.get(pk, ""), predicate)
        return ends[pk]

    return {pk: end(pk) for pk in entities}


def _is_whose(row: Relation, told: Mapping[int, str]) -> bool:
    """Whether the object is known by the subject alone."""
    nameless = row.object_id not in told and row.subject.kind == EntityKind.SELF and bool(row.object.relation)
    return store.OF in row.object.key or (nameless and row.object.relation == row.predicate)


def _of(owner: End, entity: Entity, name: str, predicate: str) -> End:
    """Somebody or something by whose it is."""
    living = entity.kind in (EntityKind.PERSON, EntityKind.PET)
    word = words.relative(predicate) if living else name or str(entity.get_kind_display())
    label = words.your(word) if owner.kind == EntityKind.SELF else words.of(owner.label, word)
    return End(entity.pk, entity.kind, label, owner.id, "" if living else words.some(word))


def _called(entity: Entity, name: str) -> str:
    if entity.kind == EntityKind.SELF:
        return words.oneself()
    if name:
        return name
    return words.your(words.relative(entity.relation)) if entity.relation else str(entity.get_kind_display())


def names(*, user: "User", entity_ids: Iterable[int]) -> Mapping[int, str]:
    """The name by which each is called in the latest memory that tells one; none that no current memory tells."""
    rows = Alias.objects.filter(
        user=user,
        entity_id__in=list(entity_ids),
        memory__status=MemoryStatus.ACTIVE,
        memory__flag=MemoryFlag.NONE,
    )
    return dict(rows.order_by("memory__created_at", "pk").values_list("entity_id", "name"))


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
