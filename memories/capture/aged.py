"""Somebody's age, told anew: the naming of them that tells the former one goes on without it."""

# ruff: noqa: E501

from dataclasses import replace
from typing import TYPE_CHECKING

from memories.capture import keys
from memories.capture.concern import Concerned, changeable
from memories.capture.types import Candidate, Turn
from memories.kinds import MemoryStatus, MemoryType
from memoryhub import patterns as re

if TYPE_CHECKING:
    from memoryhub.models import User

_NAMING = frozenset({"family", "friend", "pet"})
#: The age that a naming tells besides: "he's 7", 今年7岁.
_AGED = re.compile(
    r",? (?:and )?(?:(?:(?:he|she|it|they)(?:'s| is| are)|who is|is) (?:now |about |only )?|aged )?\d{1,3} ?(?:years? old|yo)?(?=$|[,.])"
    r"|[，,、]?(?:今年|现在|已经|快|刚满|刚|满|是)*(?:\d{1,3}|[一二三四五六七八九十两]{1,3})岁了?(?=$|[，,。])"
)


def without_age(content: str) -> str:
    """What a sentence tells beside an age of somebody's; empty where it tells none, or nothing else."""
    bare = _AGED.sub("", content).strip(" ，,")
    return bare if bare != content and not re.search(r"\d|岁$", bare) else ""


def of_another_age(user: "User", turn: Turn, candidate: Candidate) -> Concerned:
    """Somebody's age, with the naming of them that tells the former one; what else that told is left."""
    who = candidate.subject
    rows = changeable(user, turn).filter(
        status=MemoryStatus.ACTIVE, subject__kind=who.kind, subject__relation=who.relation, slot__in=_NAMING
    )
    aged = [
        (row, told)
        for row in rows
        if (not who.name or keys.name_key(row.subject.name) == keys.name_key(who.name))
        and (told := without_age(row.content))
        and candidate.value not in row.content
    ]
    left = [
        (
            row,
            replace(
                candidate,
                type=MemoryType(row.type),
                slot=row.slot,
                value=row.value,
                content=told,
                subject=keys.subject_of(row.subject),
                occurred=None,
            ),
        )
        for row, told in aged
    ]
    return Concerned(candidate, over=[row for row, _told in aged], left=left)
