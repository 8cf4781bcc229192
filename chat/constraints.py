"""Finds restrictions that the person puts on the matter in hand, word for word, in both languages. Pure."""

from dataclasses import dataclass

from chat import binding
from chat import constraints_en as en
from chat import constraints_zh as zh
from chat.clauses import HAN, Clause, Sentence, ends, own_words, sentences
from memories.capture import rather
from memoryhub import patterns as re

#: Nobody binds the agent by more in one message; the longest clause is a paragraph, no restriction.
_MOST = 8
_LONGEST = 400
#: So many sentences are read at both ends of a message.
_FIRST, _LAST = 160, 40
#: A sentence of more clauses is a list.
_CLAUSES = 30
#: What no form tells is read by the trained reader in messages of so many sentences at most; what is longer is pasted.
_READABLE = 6
#: A longer sentence is not turned down as a whole.
_LONG = 100
_YOU = re.compile(r"\byou\s$", re.IGNORECASE)
_VERB = re.compile(r"(?:are|may|can|must|should|shall|will|need|have|cannot)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Constraint:
    """A restriction as it was said: ``text == message[start:end]``. ``waits``: it holds until the person agrees."""

    text: str
    start: int
    end: int
    waits: bool = False


def found(text: str) -> list[Constraint]:
    """The restrictions on what the agent may do in this matter; own words only, secrets excluded.

    Forms of both languages and a trained reader decide together: it finds what has none of the forms, and turns down
    what only looks like one.
    """
    own = own_words(text)
    asked = en.REQUEST.search(own) is not None
    spans: list[tuple[int, int]] = []
    requested = False  # an English sentence before was an order or an errand
    read = ends(sentences(own), first=_FIRST, last=_LAST)
    for at, sentence in enumerate(read):
        if at + 1 < len(read) and en.IN_JEST.match(read[at + 1].text):
            continue
        if rather.read(own[sentence.start :]):
            continue  # "forget the bus, we'll take the train", 别提大巴了，坐动车吧: a choice
        requested = requested or any(
            en.ASKS.match(clause.text) or en.OUGHT.search(clause.text) for clause in sentence.clauses
        )
        by_form = _by_form(sentence, own, asked=asked, requested=requested)
        judged = _judged(sentence, by_form, short=len(read) <= _READABLE)
        spans += [(start, end) for start, end in judged if end - start <= _LONGEST]
    spans = [(_with_subject(own, start), end) for start, end in spans[:_MOST]]
    return [Constraint(text[start:end], start, end, _waits(text[start:end])) for start, end in spans]


def _with_subject(own: str, start: int) -> int:
    """Where a stretch begins that says what "you" may or must: "You are not to reply to him"."""
    lead = _YOU.search(own, max(start - 5, 0), start)
    return lead.start() if lead and _VERB.match(own, start) else start


def has_form(text: str) -> bool:
    """Whether one of the forms is there, whatever the trained reader makes of it."""
    own = own_words(text)
    asked = en.REQUEST.search(own) is not None
    return any(_by_form(each, own, asked=asked, requested=False) for each in sentences(own))


def _by_form(sentence: Sentence, own: str, *, asked: bool, requested: bool) -> list[tuple[int, int]]:
    return _chinese(sentence, own) if sentence.chinese else _english(sentence, asked, requested)


def _judged(sentence: Sentence, by_form: list[tuple[int, int]], *, short: bool) -> list[tuple[int, int]]:
    """The stretches that have a form, or the sentence without one, as far as the trained reader agrees."""
    if by_form:
        sure = len(sentence.text) > _LONG or _waits(sentence.text) or binding.may_bind(sentence.text)
        return by_form if sure else []
    if not short or sentence.asks or _is_lifted(sentence) or not binding.binds(sentence.text):
        return []
    clauses = list(sentence.clauses)
    while len(clauses) > 2 and not binding.may_bind(clauses[0].text):
        del clauses[0]  # what is told before it is no part of it, nor what is told after it
    while len(clauses) > 2 and not binding.may_bind(clauses[-1].text):
        del clauses[-1]
    opened = sentence.text[clauses[0].start - sentence.start :]
    opening = en.OPENING.match(opened)
    start = _opened(opened) if sentence.chinese else opening.end() if opening else 0
    return [(clauses[0].start + start, clauses[-1].end)]


def _is_lifted(sentence: Sentence) -> bool:
    """Whether a sentence is a rule for every conversation, or takes a condition back."""
    if sentence.chinese:
        lifts = any(zh.WAIVES.search(each.text) for each in sentence.clauses)
        return lifts or zh.LASTING.search(sentence.text) is not None
    opening = en.OPENING.match(sentence.text)
    lifts = en.WAIVES.match(sentence.text, opening.end() if opening else 0) is not None
    return lifts or en.LASTING.search(sentence.text) is not None


def _waits(words: str) -> bool:
    return (zh.CONSENT if HAN.search(words) else en.HAS_CONDITION).search(words) is not None


# ----------------------------------------------------------------------------------------------------- English


def _english(sentence: Sentence, asked: bool, requested: bool) -> list[tuple[int, int]]:
    if en.LASTING.search(sentence.text):
        return []
    kind = False
    tag = (
        sentence.asks
        and len(sentence.clauses) > 1
        and en.TAG.fullmatch(sentence.clauses[-1].text) is not None
    )
    if (sentence.asks and not tag) or en.PLAIN_QUESTION.match(sentence.text):
        opening = en.OPENING.match(sentence.text)
        kind = bool(en.KIND_QUESTION.match(sentence.text, opening.end() if opening else 0))
        if not kind or not en.HAS_CONDITION.search(sentence.text):
            return []
    spans: list[tuple[int, int]] = []
    text = sentence.text
    # "Only ferries, no flights, please": nothing but such pieces is an order by itself.
    pieces = [_is_bare(clause) for clause in sentence.clauses]
    requested = requested or (
        sum(pieces) >= 1
        and len(pieces) >= 2
        and all(
            bare or en.TAG.fullmatch(clause.text)
            for bare, clause in zip(pieces, sentence.clauses, strict=True)
        )
    )
    for clause in (sentence.clauses[:-1] if tag else sentence.clauses)[:_CLAUSES]:
        if spans and clause.start < spans[-1][1]:
            continue
        at = clause.start - sentence.start
        if at and en.TOLD.search(text[:at].rstrip(" ,:—–-")):
            continue
        start = _english_start(clause, asked=asked, requested=requested, rest=text[at:], kind=kind)
        if start is None:
            continue
        begin = sentence.start + at + start
        first = sentence.clauses[0]
        if not spans and 0 < clause.start - first.start < 120 and en.BEFOREHAND.match(first.text):
            begin = first.start
        spans.append((begin, _english_end(sentence, clause, begin)))
    return _joined(spans, text, sentence.start)


def _english_start(clause: Clause, *, asked: bool, requested: bool, rest: str, kind: bool) -> int | None:
    """Where in the clause the restriction begins; ``rest`` is the sentence from the clause on."""
    opening = en.OPENING.match(rest)
    at = opening.end() if opening else 0
    if at >= len(rest) or en.WAIVES.match(rest, at):
        return None
    if kind and (match := en.KIND_QUESTION.match(rest, at)):
        if en.HAS_CONDITION.search(clause.text) and en.NEGATIVE.search(clause.text):
            return at
        at = match.end()
    if en.INTERJECTION.fullmatch(clause.text):
        return None
    if en.LETS.match(rest, at):
        return at
    if not en.IDIOM.match(rest, at) or en.HAS_CONDITION.search(clause.text):
        if any(pattern.match(rest, at) for pattern in en.AT_START):
            return at
        if asked and en.NEVER_ANY.match(rest, at):
            return at
        bare = en.BARE.match(clause.text, min(at, len(clause.text)))
        if bare and (requested or re.search(r"\bplease$", clause.text, re.IGNORECASE)):
            return at
    if en.ASKS.match(rest) and not kind and not en.SELF.match(rest) and en.WITHOUT.search(clause.text):
        return at
    but = en.BUT_NOT.search(clause.text)
    return but.start() if but and asked and not en.TOLD.search(clause.text[: but.start()]) else None


def _is_bare(clause: Clause) -> bool:
    opening = en.OPENING.match(clause.text)
    return en.BARE.match(clause.text, opening.end() if opening else 0) is not None


def _english_end(sentence: Sentence, clause: Clause, begin: int) -> int:
    """The restriction goes on to the end of its sentence, or to where something else begins."""
    end = clause.end
    for following in sentence.clauses:
        if following.start < clause.end:
            continue
        if en.TURNS_AWAY.match(following.text):
            break
        if not en.TAG.fullmatch(following.text):  # "no fireworks, please, under any circumstances"
            end = following.end
    return end


# ----------------------------------------------------------------------------------------------------- Chinese


def _chinese(sentence: Sentence, own: str) -> list[tuple[int, int]]:
    """``own``: the person's own words of the whole message."""
    asked = zh.REQUEST.search(own) is not None
    if zh.LASTING.search(sentence.text) or (zh.BODILY.fullmatch(sentence.text) and not sentence.start):
        return []
    spans: list[tuple[int, int]] = []
    clauses = sentence.clauses
    for index, clause in enumerate(clauses[:_CLAUSES]):
        before = clauses[index - 1] if index else None
        if before is not None and zh.TOLD.search(before.text):
            continue
        if zh.turns_down(clause.text, beside=sentence.text, message=own) or zh.WAIVES.search(clause.text):
            continue
        if zh.TOLD_INSIDE.match(clause.text) or zh.ASKING.search(clause.text):
            continue
        if sentence.asks and clause is clauses[-1]:
            continue
        if not HAN.search(clause.text):  # English within a Chinese sentence
            if (
                at := _english_start(clause, asked=False, requested=False, rest=clause.text, kind=False)
            ) is not None:
                spans.append((clause.start + at, clause.end))
            continue
        start = clause.start + _opened(clause.text)
        asked_first = before is not None and zh.CONSENT_FIRST.match(before.text[_opened(before.text) :])
        life = not asked_first and any(
            zh.OWN_LIFE.match(each.text)
            and not zh.CONDITION_ONLY.search(each.text)
            and not zh.TOGETHER.match(each.text)
            for each in clauses[:index]
        )
        if _chinese_restricts(clause.text, life=life, asked=asked):
            if (
                before is not None
                and (asked_first or zh.CONDITION_ONLY.search(before.text))
                and len(before.text) <= 24
                and not zh.TOLD_INSIDE.match(before.text)
            ):
                start = before.start + _opened(before.text)
            spans.append((start, clause.end))
        elif (
            spans and spans[-1][1] == _end_before(clauses, index) and zh.ATTACHED_CONDITION.match(clause.text)
        ):
            spans[-1] = (spans[-1][0], clause.end)
    return _joined(spans, sentence.text, sentence.start)


def _end_before(clauses: tuple[Clause, ...], index: int) -> int:
    return clauses[index - 1].end if index else -1


def _opened(text: str) -> int:
    """How many characters only open the clause; what makes the order what it is stays."""
    at = 0
    while match := zh.BARE_OPENING.match(text, at):
        at = match.end()
    return at if at < len(text) else 0


def _stripped(text: str) -> str:
    at = 0
    while at < len(text) and (match := zh.OPENING.match(text, at)):
        at = match.end()
    return text[at:]


def _chinese_restricts(text: str, *, life: bool, asked: bool) -> bool:
    """Whether a clause restricts the agent; ``life``: the sentence tells of somebody's own life before it."""
    opened = _stripped(text)
    for words in {text[_opened(text) :], opened}:
        consent = zh.CONSENT.search(words)
        if consent and zh.FORBIDS.search(words, consent.end()):
            return True
        if consent and zh.FORBIDS.match(words):
            return True
        if zh.THEN_ONLY.search(words) or zh.ASK_FIRST.search(words) or zh.HOLD.search(words):
            return True
        if any(pattern.search(words) for pattern in (*zh.OTHERS, *zh.WISHES)):
            return True
        if not (life or words.endswith("了")) and any(
            pattern.search(words) for pattern in (*zh.LIMITS, zh.ONLY, zh.MUST)
        ):
            return True
        if asked and not life and zh.ORDER_ANY.match(words) and not zh.IDIOM.search(words):
            return True
        if (order := zh.ORDER.match(words)) and not zh.IDIOM.search(words):
            return zh.CANNOT.search(order.group()) is None or (
                not life and zh.CANNOT_ACT.search(words) is not None
            )
    return False


def _joined(spans: list[tuple[int, int]], text: str, offset: int) -> list[tuple[int, int]]:
    """Restrictions that stand side by side in a sentence are one."""
    merged: list[tuple[int, int]] = []
    for start, end in spans:
        if (merged and not any(c.isalnum() for c in text[merged[-1][1] - offset : start - offset])) or (
            merged and start < merged[-1][1]
        ):
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
