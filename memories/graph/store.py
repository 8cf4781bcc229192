"""Writes what memories connect: a memory's relations and names come with its index rows, and go with them."""

from collections.abc import Iterable, Iterator
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from memories.capture.entities import entity_for
from memories.capture.keys import SELF_KEY, subject_key
from memories.capture.types import Subject
from memories.graph import told
from memories.graph.names import key_of
from memories.graph.types import SELF, Node, Statement
from memories.kinds import EntityKind, MemoryStatus, MemoryType
from memories.models import Alias, Entity, GraphBuild, Memory, Relation

#: What the key of one that is known by its owner alone has in it.
OF = ":of:"
#: What tells of a wish, a rule or a thing to do connects nothing by it.
_NO_STATE = frozenset({MemoryType.INSTRUCTION, MemoryType.TASK, MemoryType.DECISION})
#: Kinds of which a bare name may be; a person's and a place's may be written alike.
_THINGS = (EntityKind.ORGANISATION, EntityKind.PLACE, EntityKind.THING)
_LIVING = (EntityKind.PERSON, EntityKind.PET)


def write(*, memory: Memory) -> None:
    """The memory's relations and names say what the row says; one that is not active has none.

    In the caller's transaction, under the person's lock.
    """
    remove(memory_ids=[memory.pk])
    if memory.status != MemoryStatus.ACTIVE:
        return
    found = told.read(statement_of(memory))
    resolver = _Resolver(memory)
    edges = [
        (resolver.entity(edge.subject), edge.predicate, resolver.entity(edge.object)) for edge in found.edges
    ]
    Relation.objects.bulk_create(
        [
            Relation(user_id=memory.user_id, memory=memory, subject=one, predicate=predicate, object=other)
            for one, predicate, other in dict.fromkeys(edges)
            if one.pk != other.pk
        ]
    )
    for node, name in found.aliases:
        resolver.names[(resolver.entity(node).pk, name)] = key_of(node.kind, name)
    Alias.objects.bulk_create(
        [
            Alias(user_id=memory.user_id, memory=memory, entity_id=entity_id, name=name[:200], key=key)
            for (entity_id, name), key in resolver.names.items()
        ]
    )


def remove(*, memory_ids: Iterable[UUID]) -> int:
    """Nothing is connected, and nobody named, by these memories; returns how many relations went.

    In the caller's transaction.
    """
    ids = list(memory_ids)
    relations, _by_model = Relation.objects.filter(memory_id__in=ids).delete()
    Alias.objects.filter(memory_id__in=ids).delete()
    return relations


def statement_of(memory: Memory) -> Statement:
    """What is read of a memory's row."""
    return Statement(
        content=memory.content,
        subject=_node_of(memory.subject),
        slot=memory.slot,
        value=memory.value,
        holds=memory.positive and memory.planned_for is None and memory.type not in _NO_STATE,
    )


def _node_of(entity: Entity) -> Node:
    if entity.kind == EntityKind.SELF:
        return SELF
    return Node(EntityKind(entity.kind), entity.name, relation=entity.relation, subject=True)


class _Resolver:
    """The entities of what one memory names; new ones are made as they are met."""

    def __init__(self, memory: Memory) -> None:
        self.memory, self.user = memory, memory.user
        self.names: dict[tuple[int, str], str] = {}
        self._known: dict[Node, Entity] = {}

    def entity(self, node: Node) -> Entity:
        """The entity of a node; a name that the memory's words tell is one of its aliases."""
        if node not in self._known:
            entity = self._found(node)
            self._known[node] = entity
            if node.name and node.name in self.memory.content:
                self.names[(entity.pk, node.name)] = key_of(entity.kind, node.name)
        return self._known[node]

    def _found(self, node: Node) -> Entity:
        if node.subject:
            return self.memory.subject
        if node.kind == EntityKind.SELF:
            return self._made(SELF_KEY, EntityKind.SELF)
        if node.of is not None:  # known by whose it is, as what it is called there: "my wife's company"
            owner = self.entity(node.of)
            return self._made(f"{node.kind}{OF}{owner.pk}:{node.relation or node.name}".lower(), node.kind)
        if node.relation and not node.name:
            return entity_for(self.user, Subject(node.kind, node.relation))
        return self._by_name(node) or self._new(node)

    def _by_name(self, node: Node) -> Entity | None:
        """Somebody or something that is known by this name, if it is one alone."""
        kinds = _LIVING if node.kind in _LIVING else _THINGS
        rows = Entity.objects.filter(user=self.user, kind__in=kinds)
        if node.relation:
            rows = rows.filter(relation__in=("", node.relation))
        keys = {key_of(kind, node.name) for kind in kinds}
        alike = rows.filter(
            Q(key__in=[subject_key(Subject(kind, "", node.name)) for kind in kinds])
            | Q(Exists(Alias.objects.filter(entity=OuterRef("pk"), key__in=keys)))
            | Q(name__iexact=node.name)
        )
        found = list(alike.order_by("pk")[:5])
        own = [entity for entity in found if entity.kind == node.kind]
        if node.kind == EntityKind.PLACE:
            found = own
        found = own or found
        return found[0] if len(found) == 1 or (found and node.kind not in _LIVING) else None

    def _new(self, node: Node) -> Entity:
        if node.relation:
            return entity_for(self.user, Subject(node.kind, node.relation, node.name))
        kind = EntityKind.ORGANISATION if node.kind == EntityKind.THING else node.kind
        return self._made(subject_key(Subject(kind, "", node.name)), kind, name=node.name)

    def _made(self, key: str, kind: EntityKind, *, name: str = "") -> Entity:
        entity, _new = Entity.objects.get_or_create(
            user=self.user, key=key[:250], defaults={"kind": kind, "name": name[:200]}
        )
        return entity


# ------------------------------------------------------------------------------------------------ what is there


def due() -> Iterator[UUID]:
    """Whose relations were not taken by the rules of now."""
    current = GraphBuild.objects.filter(user=OuterRef("user"), version=told.VERSION)
    people = Memory.objects.active().filter(~Exists(current)).order_by("user_id")
    yield from people.values_list("user_id", flat=True).distinct()


def drop_unused(*, user_ids: Iterable[UUID]) -> int:
    """What no memory speaks of and nothing connects goes with its name; returns how many."""
    gone, _by_model = (
        Entity.objects.filter(
            user_id__in=list(user_ids),
            memories__isnull=True,
            relations_from__isnull=True,
            relations_to__isnull=True,
            aliases__isnull=True,
        )
        .exclude(kind=EntityKind.SELF)
        .delete()
    )
    return gone


def built(*, user_id: UUID) -> None:
    """All relations of the person are by the rules of now."""
    GraphBuild.objects.update_or_create(
        user_id=user_id, defaults={"version": told.VERSION, "built_at": timezone.now()}
    )


def write_all(*, user_id: UUID, after: UUID | None, limit: int) -> UUID | None:
    """The next of the person's memories have their relations; returns the last one's id, or None when all have.

    In the caller's transaction, under the person's lock.
    """
    rows = Memory.objects.filter(user_id=user_id).select_related("subject", "user").order_by("pk")
    if after is not None:
        rows = rows.filter(pk__gt=after)
    batch = list(rows.active()[:limit])
    with transaction.atomic():
        for memory in batch:
            write(memory=memory)
    return batch[-1].pk if len(batch) == limit else None
