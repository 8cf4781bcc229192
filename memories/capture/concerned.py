"""The rows that a statement concerns beyond its own slot: what it corrects, whose name it mends, what it says is over.

Read under the person's lock; nothing is written here but the name of a person or pet that was wrong.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from django.db.models import Max

from memories.capture import (
    aged,
    conflict,
    ended,
    keys,
    listed_names,
    overruled,
    redated,
    seen,
    shifted,
    timed,
    turned,
    value_keys,
)
from memories.capture.acquaintances import chinese_word
from memories.capture.concern import Concerned, changeable, set_here
from memories.capture.slots import RELATIONS, SINGLE_RELATIONS
from memories.capture.types import SELF, Act, Candidate, Ends, Language, Subject, Turn
from memories.kinds import EntityKind, MemoryStatus, MemoryType
from memories.models import Entity, Memory, MemorySource
from memories.recall.tokens import has_chinese
from memoryhub import patterns as re

if TYPE_CHECKING:
    from memoryhub.models import User

#: How many rows, the latest first, a correction without a slot is looked for in.
_LOOKED_AT = 200
_NAMING = frozenset({"family", "friend", "pet"})
#: Of whom one has another in time: what is told of the former one is over.
_FOLLOWED = frozenset({"wife", "husband", "partner", "girlfriend", "boyfriend", "boss", "landlord"})


def find(*, user: "User", turn: Turn, candidate: Candidate) -> Concerned | None:
    """What the candidate concerns; None where it corrects or ends something of which nothing is known."""
    if candidate.type is MemoryType.INSTRUCTION and candidate.slot == "instruction":
        return shifted.ordered(user, turn, candidate)
    if candidate.subject == SELF and (moved := shifted.at_another_time(user, turn, candidate)):
        return moved
    if candidate.ends is Ends.TIME and not timed.comes_again(candidate.quote):
        return None  # of nothing known: a flight that is in the evening now is no habit
    if candidate.act is Act.CORRECT and (
        not candidate.slot or (candidate.slot == "name" and candidate.former)
    ):
        return _corrected(user, turn, candidate) or (Concerned(candidate) if candidate.slot else None)
    if candidate.act is Act.CORRECT and candidate.slot == "decision" and candidate.type is MemoryType.FACT:
        return _corrected(user, turn, candidate)  # one choice in the place of another
    if ended.ending(candidate) is not None:
        return _ended(user, turn, candidate)
    if candidate.slot in _NAMING and candidate.subject.relation and candidate.value == candidate.subject.name:
        return _named_anew(user, turn, candidate)
    if candidate.act is Act.CORRECT and candidate.former and _is_told_in_many_ways(candidate.slot):
        return Concerned(candidate, wrong=_told_as(user, turn, candidate))
    if candidate.slot == "age" and candidate.act is Act.STATE and candidate.subject != SELF:
        return aged.of_another_age(user, turn, candidate)
    if candidate.slot == "decision":
        return Concerned(candidate, over=overruled.by(user, turn, candidate))
    return Concerned(candidate, over=_overtaken(user, turn, candidate))


def _overtaken(user: "User", turn: Turn, candidate: Candidate) -> list[Memory]:
    """The rows that cannot hold beside the statement."""
    if not turned.states_anew(candidate):
        return []
    rows = {row.pk: row for row in changeable(user, turn).filter(status=MemoryStatus.ACTIVE)}
    return [rows[row.id] for row in turned.overtaken(candidate, map(seen.told, rows.values()))]


#: Where somebody works is kept as an employer or as the town, by what the words sound like.
_WORK = frozenset({"employer", "attribute.work-city"})


def _is_owned(slot: str) -> bool:
    return slot == "possession" or (slot.startswith("attribute.") and slot not in _WORK)


def _is_told_in_many_ways(slot: str) -> bool:
    return slot in _WORK or _is_owned(slot)


def _told_as(user: "User", turn: Turn, candidate: Candidate) -> list[Memory]:
    """The rows that tell the wrong thing in other words: "you have a Skoda", when it is a Seat that is driven."""
    who = candidate.subject
    rows = changeable(user, turn).filter(
        status=MemoryStatus.ACTIVE, subject__kind=who.kind, subject__relation=who.relation
    )
    kin = _WORK.__contains__ if candidate.slot in _WORK else _is_owned
    return [
        row
        for row in rows
        if (kin(row.slot) and _agrees(row, candidate.former))
        or (not row.slot and (_agrees(row, candidate.former) or _tells_only(row.content, candidate.former)))
        if not who.name or keys.name_key(row.subject.name) == keys.name_key(who.name)
    ]


def _tells_only(content: str, value: str) -> bool:
    """Whether a statement without a slot tells of the value and no more: 你在宜家上班."""
    rest = re.sub(re.escape(value), "", content, count=1, flags=re.IGNORECASE)
    return (
        rest != content
        and re.fullmatch(r"你在(?:上班|工作|任职)|You (?:work|are) (?:at|for) ?", rest) is not None
    )


# ------------------------------------------------------------------------------------------------ corrections


def _corrected(user: "User", turn: Turn, candidate: Candidate) -> Concerned | None:
    """A bare correction ("no, it is Tim") with the slot and the sentence of what it corrects.

    The row that has the value which the words name as wrong; else of the last statement there, or of what the reply to
    it told, the value that the new one is a slip of or of a kind with; else a slip of what was said there before. The
    person's own name is meant where the last statement was of it.
    """
    if (done := _mended_before(user, turn, candidate)) is not None:
        return replace(_in_place(done, candidate, wrong=done.value), wrong=[])
    current = (
        changeable(user, turn)
        .filter(status__in=(MemoryStatus.ACTIVE, MemoryStatus.PENDING))
        .exclude(value="")
    )
    latest = current.annotate(last=Max("sources__said_at")).order_by("-last")
    said_here = MemorySource.objects.filter(
        memory__user=user, message__conversation_id=turn.conversation_id
    ).values("memory_id")
    here = list(latest.filter(pk__in=said_here)[:_LOOKED_AT])
    if candidate.former:
        rows = [row for row in [*here, *latest[:_LOOKED_AT]] if candidate.slot in ("", "name", row.slot)]
        whole = [row for row in rows if _agrees(row, candidate.former)]
        row = next(iter(whole + [row for row in rows if _holds(row, candidate.former)]), None)
        return _in_place(row, candidate, wrong=candidate.former) if row is not None else None
    told = [row for row in latest[:_LOOKED_AT] if row.value in turn.previous_assistant]
    last = [row for row in here if row.last == here[0].last]
    for rows in (told, last):
        if meant := _slip_of(rows, candidate) or _kin_of(rows, candidate):
            return _in_place(meant, candidate, wrong=meant.value)
    before = [row for row in here[:10] if not (row.slot == "name" and row.subject.kind == EntityKind.SELF)]
    slip = _slip_of(before, candidate)
    return _in_place(slip, candidate, wrong=slip.value) if slip is not None else None


def _mended_before(user: "User", turn: Turn, candidate: Candidate) -> Memory | None:
    """The row that these words have put right already, in an earlier run or as the turn acted on them."""
    of_these_words = Memory.objects.of(user).filter(
        sources__message_id=turn.message_id,
        sources__start__lt=candidate.end,
        sources__end__gt=candidate.start,
    )
    rows = of_these_words.select_related("subject")
    return next((row for row in rows if candidate.value.casefold() in row.value.casefold()), None)


def _slip_of(rows: Sequence[Memory], candidate: Candidate) -> Memory | None:
    """The first row that has the value already, or one that the new value may have been a slip for."""
    for row in rows:
        same = keys.row_key(slot=row.slot, value=candidate.value, content="") == row.value_key
        slip = conflict.corrects(row.value, candidate) or conflict.alike(row.value, candidate.value)
        if same or (row.value in row.content and slip):
            return row
    return None


def _kin_of(rows: Sequence[Memory], candidate: Candidate) -> Memory | None:
    """The first row whose value is of the same kind as the new one."""
    alike = (row for row in rows if row.value in row.content and _of_one_kind(row, candidate.value))
    return next(alike, None)


def _agrees(row: Memory, value: str) -> bool:
    return value_keys.agree(row.value, value, slot=row.slot or None)


def _holds(row: Memory, value: str) -> bool:
    """Whether the value stands as a word in the row's own value, or its sentence tells it of the person."""
    edge = r"\b" if value.isascii() else ""
    return (
        re.search(rf"{edge}{re.escape(value)}{edge}", f"{row.value}\n{row.content}", re.IGNORECASE)
        is not None
    )


def _of_one_kind(row: Memory, value: str) -> bool:
    """Whether a value can stand where the row's does: a number for a number, a place for a place, a name for a name."""
    return _kind(row.value, row.content) == _kind(value, value)


def _kind(value: str, said: str) -> tuple[bool, ...]:
    from memories.capture.rules_zh_home import known_place
    from memories.capture.rules_zh_self import full_name

    bare = _ARTICLE.sub("", value)
    digits = any(char.isdigit() for char in value)
    counted = bare != value or re.search(rf"\b(?:an?|the) {re.escape(bare)}", said, re.IGNORECASE) is not None
    place = not value.isascii() and known_place(value)
    return digits, counted, not digits and bare[:1].isupper(), place, not place and full_name(value)


_ARTICLE = re.compile(r"^(?:an?|the) ", re.IGNORECASE)


def _in_place(row: Memory, candidate: Candidate, *, wrong: str) -> Concerned:
    """The candidate as the row says it, with the right value; the row is wrong, and with a name all that it names."""

    def mended(text: str) -> str:
        return re.sub(re.escape(wrong), lambda _match: candidate.value, text, flags=re.IGNORECASE)

    value, content = mended(row.value), mended(row.content)
    if value == row.value:  # the value was named in another script or wording
        value = candidate.value
    if content == row.content:
        content = row.content.replace(row.value, candidate.value)
    subject = keys.subject_of(row.subject)
    if subject.name and value_keys.agree(subject.name, wrong, slot="name"):
        subject = replace(subject, name=candidate.value)
        _rename(row.subject, candidate.value)
    changed = replace(
        candidate,
        type=MemoryType(row.type),
        slot=row.slot,
        value=value,
        content=content,
        subject=subject,
        positive=row.positive,
    )
    return Concerned(changed, wrong=[row] if row.status == MemoryStatus.ACTIVE else [])


def _named_anew(user: "User", turn: Turn, candidate: Candidate) -> Concerned:
    """A relative, friend or pet under another name than before: a correction, or another one in their place."""
    who = candidate.subject
    key = keys.name_key(who.name)
    rows = [
        row
        for row in changeable(user, turn)
        .filter(status=MemoryStatus.ACTIVE)
        .filter(subject__kind=who.kind, subject__relation=who.relation, slot=candidate.slot)
        if row.subject.name and row.value == row.subject.name and keys.name_key(row.value) != key
    ]
    if not rows or Entity.objects.filter(user=user, key=keys.subject_key(who)).exists():
        return Concerned(candidate, over=_overtaken(user, turn, candidate))
    if candidate.act is Act.CORRECT:
        row = _meant(rows, candidate, turn)
    else:
        row = rows[0] if who.relation in SINGLE_RELATIONS and len(rows) == 1 else None
    if row is None:
        return Concerned(candidate)
    slip = candidate.act is Act.CORRECT or conflict.alike(row.value, who.name)
    if not slip and who.relation in _FOLLOWED:
        return Concerned(
            candidate,
            over=list(changeable(user, turn).filter(status=MemoryStatus.ACTIVE).filter(subject=row.subject)),
        )
    _rename(row.subject, who.name)
    return Concerned(candidate, wrong=[row] if slip else [], over=[] if slip else [row])


def _meant(rows: Sequence[Memory], candidate: Candidate, turn: Turn) -> Memory | None:
    """Whose name is put right: the one named as wrong, else the likest, else the only one or the last told here."""
    if candidate.former:
        return next((row for row in rows if _agrees(row, candidate.former)), None)
    like = [row for row in rows if conflict.alike(row.value, candidate.value)]
    if like or len(rows) == 1:
        return (like or list(rows))[-1]
    here = [row for row in rows if row.sources.filter(message__conversation_id=turn.conversation_id).exists()]
    return max(here, key=lambda row: row.valid_from, default=None)


def _rename(entity: Entity, name: str) -> None:
    """The person or pet has this name from now on; what is known of them stays theirs."""
    key = keys.subject_key(Subject(EntityKind(entity.kind), entity.relation, name))
    if not Entity.objects.filter(user_id=entity.user_id, key=key).exists():
        entity.name, entity.key = name[:200], key
        entity.save(update_fields=["name", "key"])


# ------------------------------------------------------------------------------------------------ endings


def _ended(user: "User", turn: Turn, candidate: Candidate) -> Concerned | None:
    """The candidate with the one it speaks of, and what is over with it."""
    rows = {row.pk: row for row in changeable(user, turn).filter(status=MemoryStatus.ACTIVE)}
    told = [seen.told(row) for row in rows.values()]
    who = candidate.subject
    if who.name and not who.relation:
        known = ended.meant(candidate, told)
        if known is None and candidate.ends is Ends.LIFE:
            return None  # nobody of the person's, as far as is known
        candidate = _about(candidate, rows[known.id]) if known else replace(candidate, subject=SELF)
    elif candidate.ends is Ends.LIFE and not who.name:
        candidate = replace(candidate, subject=_the_one(candidate.subject, told))
    if candidate.ends in (Ends.DATE, Ends.EVENT):
        told = [row for row in told if row.on is None or row.on >= turn.said_at.date()]
    if candidate.ends is Ends.DATE and not candidate.value:
        over = set_here(user, turn, told, rows)
    else:
        over = [rows[row.id] for row in ended.over(candidate, told)]
    if candidate.ends is Ends.DATE and len(over) == 1 and over[0].occurred_on is not None:
        candidate = redated.restated(
            candidate, content=over[0].content, on=over[0].occurred_on, said_at=turn.said_at
        )
    elif candidate.ends is Ends.DATE and not candidate.value:
        return None  # "it", and nothing was set here
    if not candidate.slot and candidate.ends is not None:
        if not over:
            return None  # nothing of the kind is known: it tells of no more than itself
        candidate = replace(candidate, slot=over[0].slot)
    if candidate.ends is Ends.BOND and candidate.subject == SELF and candidate.slot != "marital_status":
        partner = next((row for row in over if row.subject.relation in ended.PARTNERS), None)
        if partner is not None:
            candidate = replace(candidate, subject=keys.subject_of(partner.subject))
    left = [(row, one) for row in over for one in _left(row, candidate)]
    return Concerned(candidate, over=over, left=left)


def _left(row: Memory, candidate: Candidate) -> list[Candidate]:
    """What of a row that lists several is not over: Miso, when Tofu of "two cats, Miso and Tofu" has died."""
    base = replace(
        candidate,
        type=MemoryType(row.type),
        slot=row.slot,
        language="zh" if has_chinese(row.content) else "en",
        act=Act.STATE,
        ends=None,
        positive=True,
        occurred=None,
        planned=None,
    )
    if candidate.ends is Ends.LIFE:
        key = keys.name_key(candidate.subject.name) if candidate.subject.name else ""
        names = listed_names.names(row.value) if key and not row.subject.name else []
        return [
            replace(
                base,
                subject=replace(candidate.subject, name=name),
                value=name,
                content=_is_called(candidate.subject.relation, name, base.language),
                entities=(name,),
            )
            for name in names
            if keys.name_key(name) != key
        ]
    members = ended.listed(row.value)
    rest = [one for one in members if not ended.is_thing(one, candidate.value, slot=row.slot)]
    if not rest or len(rest) == len(members) or row.value not in row.content:
        return []
    if base.language == "zh":
        joined = "、".join(rest)
    else:
        joined = " and ".join(filter(None, (", ".join(rest[:-1]), rest[-1])))
    return [
        replace(base, subject=SELF, value=joined, content=row.content.replace(row.value, joined), entities=())
    ]


def _is_called(relation: str, name: str, language: Language) -> str:
    if language == "zh":
        return f"你的{chinese_word(relation)}叫{name}"
    return f"Your {relation.replace('_', ' ')} is called {name}"


def _the_one(subject: Subject, told: Sequence[ended.Told]) -> Subject:
    """The one of this relation whose name is known, if there is but one."""
    names = {
        row.name for row in told if row.kind == subject.kind and row.relation == subject.relation and row.name
    }
    return replace(subject, name=names.pop()) if len(names) == 1 else subject


def _about(candidate: Candidate, row: Memory) -> Candidate:
    """The candidate of one who is known by name: "Zed passed away" is told of your cat Zed."""
    name, relation = candidate.subject.name, row.subject.relation
    content = candidate.content
    if relation in RELATIONS and candidate.language == "en" and content.startswith(name):
        content = f"Your {relation.replace('_', ' ')} {content}"
    elif content.startswith(name):
        from memories.capture.rules_zh_words import RELATIONS as WORDS

        word = next((said for said in WORDS if WORDS[said] == relation and said in row.content), "")
        word = word or next((said for said in WORDS if WORDS[said] == relation), "")
        content = f"你的{word}{content}"
    return replace(candidate, content=content, subject=keys.subject_of(row.subject))
