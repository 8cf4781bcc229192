"""The keys by which rows are told apart: of a value, of a text, of a subject. Pure."""

import hashlib
import re
import unicodedata
from typing import Protocol

from memories.capture import value_keys
from memories.capture.addressing import first_person
from memories.capture.types import Candidate, Subject
from memories.kinds import EntityKind


class EntityLike(Protocol):
    """What an entity's row says of it."""

    kind: str
    relation: str
    name: str


#: Key of the entity that is the person.
SELF_KEY = "self"
_LIMIT = 250


def plain(text: str) -> str:
    """A text without address, width, case and punctuation: "User lives in Trieste." equals "I live in Trieste"."""
    folded = value_keys.simplify(unicodedata.normalize("NFKC", first_person(text))).casefold()
    return re.sub(
        r"[\W_]+", " ", re.sub(r"(?<=[\u3400-\u9fff])\s+|\s+(?=[\u3400-\u9fff])", "", folded)
    ).strip()


def text_key(text: str) -> str:
    """The key of a row that has no value: equal for equal texts, of fixed length."""
    return "text:" + hashlib.sha256(plain(text).encode()).hexdigest()[:40]


def row_key(*, slot: str, value: str, content: str) -> str:
    """What the row's ``value_key`` is: the canonical value, or else the text's key."""
    key = value_keys.value_key(value, slot=slot or None) if value else ""
    if not key:
        return text_key(content)
    return key if len(key) <= _LIMIT else "long:" + hashlib.sha256(key.encode()).hexdigest()[:40]


def candidate_key(candidate: Candidate) -> str:
    """The ``value_key`` of the row that this candidate would become."""
    return row_key(slot=candidate.slot, value=candidate.value, content=candidate.content)


def name_key(name: str) -> str:
    """The key of a name as spoken."""
    return value_keys.value_key(name, slot="name")[:150]


def subject_key(subject: Subject) -> str:
    """The key of the entity: ``self``, or kind, relation and name."""
    if subject.kind == EntityKind.SELF:
        return SELF_KEY
    return ":".join((subject.kind, subject.relation, name_key(subject.name) if subject.name else ""))[:_LIMIT]


def subject_of(entity: EntityLike) -> Subject:
    """The subject that an entity is, the way back of ``subject_key``."""
    return Subject(kind=EntityKind(entity.kind), relation=entity.relation, name=entity.name)
