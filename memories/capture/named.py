"""Which memories a request to forget names: by their words, by what they say, or all that are about somebody."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import Q

from memories import said_again
from memories.capture import guess, keys, kind_words
from memories.capture.slots import SLOT_WORDS
from memories.capture.types import Candidate
from memories.kinds import EntityKind, MemoryStatus
from memories.models import Memory, Posting
from memories.recall import intent, relation_words
from memories.recall.tokens import has_chinese, is_single_character, normalise, tokens
from memoryhub import patterns as re

if TYPE_CHECKING:
    from memoryhub.models import User

#: The share of the words asked for that a memory must hold: to be forgotten at once, and to be asked about.
_FITS, _MAY_FIT = 0.8, 0.5
_CURRENT = (MemoryStatus.ACTIVE, MemoryStatus.PENDING)
_KEPT = (*_CURRENT, MemoryStatus.SUPERSEDED, MemoryStatus.ARCHIVED)

#: Words of a request that name no matter.
ABOUT_NOTHING = frozenset(
    {
        "memori",
        "thing",
        "fact",
        "said",
        "told",
        "know",
        "rememb",
        "inform",
        "detail",
        "note",
        "stuff",
        "name",
        "call",
    }
    | {"like", "love", "hate", "dislik", "enjoy", "prefer", "ever", "anymor"}
    | set("喜欢爱讨厌吃喝看事情记忆信息件条说告诉名字")
)


@dataclass(frozen=True, slots=True)
class Meant:
    """All rows about somebody or something, and the names and words by which it is spoken of.

    ``ambiguous``: there are several whom the words may mean.
    """

    rows: list[Memory]
    about: tuple[str, ...] = ()
    ambiguous: bool = False


def fitting(user: "User", target: str, *, said_at: datetime) -> list[Memory]:
    """The memories that hold what is named well enough to be forgotten at once, were there but one."""
    rows = _in_question(user, target)
    found = _saying(target, rows, said_at=said_at) or _best(target, rows, at_least=_FITS)
    return found or _answering(target, rows) or _of_kind(user, target)


def may_fit(user: "User", target: str) -> list[Memory]:
    """The memories that may be meant."""
    return _best(target, _in_question(user, target), at_least=_MAY_FIT)


def best(target: str, rows: Sequence[Memory]) -> list[Memory]:
    """Those of some rows that fit best, if they fit at all."""
    return _best(target, rows, at_least=_MAY_FIT)


def all_about(user: "User", target: str) -> Meant:
    """Every memory about what is named, former and archived ones too: of a person or pet by relation or name."""
    kin = relation_words.relations(f"我{target}" if has_chinese(target) else target)
    rest = _words(relation_words.without_relations(target)) - ABOUT_NOTHING
    kept = Memory.objects.of(user).filter(status__in=_KEPT).select_related("subject").order_by("-created_at")
    someone = list(kept.exclude(subject__kind=EntityKind.SELF))
    if kin:
        rows = [row for row in someone if relation_words.agree(kin, frozenset({row.subject.relation}))]
    else:
        rows = _with_nameless(
            [row for row in someone if row.subject.name and _words(row.subject.name) == rest], someone
        )
        kin = frozenset(row.subject.relation for row in rows if row.subject.relation)
    if kin and rest and rest <= frozenset().union(*(_words(row.subject.name) for row in rows)):
        # "my brother Anselm"
        rows = _with_nameless([row for row in rows if rest & _words(row.subject.name)], someone)
    elif kin and rest:  # "my wife's job"
        wanted = [row for row in rows if rest <= _held(row)] or [
            row for row in _in_question(user, target) if fit(target, row) >= _FITS
        ]
        return Meant(wanted)
    names = {normalise(row.subject.name): row.subject.name for row in rows if row.subject.name}
    if kin and len(names) > 1 and not rest and not _many(target):
        return Meant(rows, ambiguous=True)
    if rows:
        # One who is the only of a relation is spoken of by it: "my wife's birthday".
        only = len({row.subject.name for row in someone if row.subject.relation in kin} - {""}) < 2
        about = (*names.values(), *(relation_words.words_for(kin) if only or _many(target) else ()))
        spoken = [found for one in about if (found := said_again.words(one))]
        others = [
            row
            for row in kept
            if row not in rows and any(one <= said_again.words(row.content) for one in spoken)
        ]
        return Meant(rows + others, about)
    return _topic(user, target)


def _with_nameless(rows: list[Memory], someone: Sequence[Memory]) -> list[Memory]:
    """The rows, and those of "my wife" without a name where only one of that relation has a name."""
    kin = {row.subject.relation for row in rows if row.subject.relation}
    named = {row.subject_id for row in someone if row.subject.relation in kin and row.subject.name}
    if len(named) != 1:
        return rows
    nameless = [row for row in someone if row.subject.relation in kin and not row.subject.name]
    return [*rows, *(row for row in nameless if row not in rows)]


def _topic(user: "User", target: str) -> Meant:
    """All current rows that hold what is named, with what there was before of the same."""
    wanted = _wanted(target)
    kept = Memory.objects.of(user).filter(status__in=_KEPT).select_related("subject").order_by("-created_at")
    rows = [row for row in kept if wanted and len(wanted & _held(row)) >= _FITS * len(wanted)]
    return Meant(rows, (target,) if rows else ())


def _many(target: str) -> bool:
    """Whether the words mean several of a kind: "my brothers", 我的两个哥哥."""
    plain = target.lower().strip()
    if has_chinese(plain):
        return any(word in plain for word in ("们", "两", "几", "三", "所有", "都", "每"))
    last = plain.split()[-1] if plain else ""
    one = relation_words.relations(last[:-1]) if last.endswith("s") else frozenset()
    return bool(one) or last in ("children", "family", "grandchildren")


# ------------------------------------------------------------------------------------------------ words


def _words(text: str) -> frozenset[str]:
    """The words that a target or a memory is matched by: English stems, Chinese characters."""
    found = tokens(text)
    return frozenset(token for token in found if is_single_character(token) or not has_chinese(token))


def _wanted(target: str) -> frozenset[str]:
    """The words that tell what is meant; words of liking and naming count only where there are no others."""
    return _words(target) - ABOUT_NOTHING or _words(target)


def _held(memory: Memory) -> frozenset[str]:
    slot = memory.slot.replace(".", " ").replace("_", " ")
    return _words(f"{memory.content} {memory.value} {slot} {SLOT_WORDS.get(memory.slot, '')}")


def fit(target: str, memory: Memory) -> float:
    """The share of the target's words that the memory holds, 0–1."""
    wanted = _wanted(target)
    return len(wanted & _held(memory)) / len(wanted) if wanted else 0.0


def _in_question(user: "User", target: str) -> list[Memory]:
    """The current rows that share a word with the target, or are of a slot that it names; newest first."""
    wanted = _wanted(target)
    slots = [slot for slot, words in SLOT_WORDS.items() if wanted & _words(words)]
    sharing = Posting.objects.filter(user=user, token__in=wanted).values("memory_id")
    current = Memory.objects.of(user).filter(status__in=_CURRENT)
    rows = current.filter(Q(pk__in=sharing) | Q(slot__in=slots) | Q(status=MemoryStatus.PENDING))
    return list(rows.select_related("subject").order_by("-created_at"))


def _saying(target: str, rows: Sequence[Memory], *, said_at: datetime) -> list[Memory]:
    """The rows that say exactly what the target says, as the rules read it: "that I live in Ghent"."""
    said: Candidate | None = guess.guess(target, said_at=said_at)
    if said is None or not said.slot:
        return []
    key = keys.candidate_key(said)
    return [row for row in rows if row.slot == said.slot and row.value_key == key]


def _answering(target: str, rows: Sequence[Memory]) -> list[Memory]:
    """The rows of the person's own that answer the target where it is a question: "where I work", 我在哪里上班."""
    if not _ASKS.search(target):
        return []
    slots = intent.asks(f"我{target}" if has_chinese(target) and "我" not in target else target)
    return [
        row for row in rows if row.subject.kind == EntityKind.SELF and intent.slot_matches(slots, row.slot)
    ]


def _of_kind(user: "User", target: str) -> list[Memory]:
    """The current rows of the person's own that are of the kind named: "my car", "You drive a Skoda"."""
    kind = kind_words.kind_named(target)
    if not kind:
        return []
    rows = Memory.objects.of(user).filter(status__in=_CURRENT, subject__kind__in=_OWN_KINDS)
    return [
        row
        for row in rows.select_related("subject").order_by("-created_at")
        if kind_words.is_of_kind(kind, content=row.content, slot=row.slot, relation=row.subject.relation)
    ]


_OWN_KINDS = (EntityKind.SELF, EntityKind.PET)
_ASKS = re.compile(
    r"^\W*(?:where|what|who|whom|how|when|which)\b|哪|什么|谁|多[大高重少久]|几|怎么", re.IGNORECASE
)


def _best(target: str, rows: Sequence[Memory], *, at_least: float) -> list[Memory]:
    """The rows that fit best, if they fit well enough."""
    fits = [(fit(target, row), row) for row in rows]
    best = max((figure for figure, _ in fits), default=0.0)
    return [row for figure, row in fits if figure == best] if best >= at_least else []
