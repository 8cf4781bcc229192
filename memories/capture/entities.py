"""Who a memory is about: finds or makes the entity of a subject. Under the person's lock."""

from typing import TYPE_CHECKING

from memories.capture import keys
from memories.capture.slots import SINGLE_RELATIONS
from memories.capture.types import SELF, Subject
from memories.kinds import EntityKind
from memories.models import Entity

if TYPE_CHECKING:
    from memoryhub.models import User


def entity_for(user: "User", subject: Subject = SELF) -> Entity:
    """The entity of a subject. "My sister" is the one sister who has a name, and takes a name that comes later."""
    key = keys.subject_key(subject)
    if subject.kind == EntityKind.SELF:
        return Entity.objects.get_or_create(user=user, key=key, defaults={"kind": EntityKind.SELF})[0]
    known = Entity.objects.filter(user=user, key=key).first()
    if known is not None:
        return known
    if subject.relation:
        kin = list(Entity.objects.filter(user=user, kind=subject.kind, relation=subject.relation)[:3])
        nameless = [entity for entity in kin if not entity.name]
        if not subject.name and len(kin) == 1:
            return kin[0]
        if subject.name and nameless and (len(kin) == 1 or subject.relation in SINGLE_RELATIONS):
            entity = nameless[0]
            entity.name, entity.key = subject.name[:200], key
            entity.save(update_fields=["name", "key"])
            return entity
    return Entity.objects.create(
        user=user, kind=subject.kind, relation=subject.relation[:40], name=subject.name[:200], key=key
    )
