"""Who a memory is about: finds or makes the entity of a subject, under the person's lock; and who is known by name."""

from typing import TYPE_CHECKING

from memories.capture import keys, listed_names
from memories.capture.acquaintances import Acquaintance, chinese_word
from memories.capture.slots import RELATIONS, SINGLE_RELATIONS
from memories.capture.types import SELF, Subject
from memories.kinds import EntityKind, MemoryStatus
from memories.models import Alias, Entity, Memory

if TYPE_CHECKING:
    from memoryhub.models import User


#: How many of those known by name are looked for in what is said, the latest first.
_KNOWN = 200


def known(user: "User") -> tuple[Acquaintance, ...]:
    """Those who are known by name: the person's, also by a list ("two cats, Miso and Tofu"), and whom these connect."""
    rows = (
        Memory.objects.of(user)
        .active()
        .filter(subject__relation__in=RELATIONS)
        .order_by("-created_at", "pk")
        .values_list("subject__kind", "subject__relation", "subject__name", "value", "content")[:_KNOWN]
    )
    found = dict.fromkeys(
        Acquaintance(kind, relation, name, chinese_word(relation, said=content))
        for kind, relation, own, value, content in rows
        for name in ([own] if own else listed_names.names(value))
    )
    return (*found, *_connected(user))


def _connected(user: "User") -> list[Acquaintance]:
    """Those without a relation to the person whom their current memories name."""
    rows = (
        Alias.objects.filter(user=user, memory__status=MemoryStatus.ACTIVE, entity__relation="")
        .exclude(entity__kind=EntityKind.SELF)
        .exclude(entity__name="")
        .order_by("-pk")
        .values_list("entity__kind", "name", "entity__name")
    )
    return [Acquaintance(kind, "", name, own) for kind, name, own in dict.fromkeys(rows[:_KNOWN])]


def entity_for(user: "User", subject: Subject = SELF) -> Entity:
    """The entity of a subject. "My sister" is the one sister who has a name, and takes a name that comes later."""
    entity, new = _found(user, subject)
    if new and entity.kind == EntityKind.SELF:
        return Entity.objects.get_or_create(user=user, key=entity.key, defaults={"kind": EntityKind.SELF})[0]
    if new:
        entity.save()
    return entity


def likely(user: "User", subject: Subject = SELF) -> Entity:
    """The entity that the subject has or would have. Nothing is stored: no name is kept of what is not remembered."""
    return _found(user, subject)[0]


def _found(user: "User", subject: Subject) -> tuple[Entity, bool]:
    """The entity of a subject, and whether it is to be stored: it is new, or has a name now."""
    key = keys.subject_key(subject)
    known = Entity.objects.filter(user=user, key=key).first()
    if known is not None:
        return known, False
    if subject.relation and subject.kind != EntityKind.SELF:
        kin = list(Entity.objects.filter(user=user, kind=subject.kind, relation=subject.relation)[:3])
        nameless = [entity for entity in kin if not entity.name]
        if not subject.name and len(kin) == 1:
            return kin[0], False
        if subject.name and nameless and (len(kin) == 1 or subject.relation in SINGLE_RELATIONS):
            entity = nameless[0]
            entity.name, entity.key = subject.name[:200], key
            return entity, True
    relation, name = subject.relation[:40], subject.name[:200]
    return Entity(user=user, kind=subject.kind, relation=relation, name=name, key=key), True
