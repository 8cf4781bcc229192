"""Runs the extractors over a person's own words and merges what they found. No database."""

import logging
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.conf import settings

from memories.capture import (
    acquaintances,
    connected,
    dates_en,
    dates_zh,
    grounding,
    judge,
    model,
    past_questions,
    plain,
    spans,
    talk_days,
    trigger,
    wording,
)
from memories.capture import by_rules as rules
from memories.capture.acquaintances import Acquaintance
from memories.capture.forget_words import without_requests
from memories.capture.types import Candidate, Declined, Extraction, Text, Turn
from memories.kinds import MemoryType
from memories.recall.tokens import has_chinese
from memoryhub import patterns as re
from memoryhub.ai.errors import ModelError
from memoryhub.ai.llm import language_model

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Extracted:
    """Candidates in the order of their words, what was passed over, and the code of an extractor that failed."""

    extraction: Extraction = field(default_factory=Extraction)
    failed: str = ""
    retryable: bool = True


def _read(turn: Turn) -> Text:
    """What is read of a plain turn: the person's own words, without the sentences that ask to forget something."""
    return without_requests(spans.own_words(turn))


def by_rules(turn: Turn, *, known: Iterable[Acquaintance] = ()) -> Extracted:
    """What the rules find in a turn; ``known`` are those whom a bare name in it can mean."""
    written = plain.plain(turn.text)
    return _in_talk(_as_typed(_by_rules(written.turn(turn), known), written), turn, moves=False)


def _as_typed(found: Extracted, written: plain.Plain) -> Extracted:
    found.extraction.candidates = written.as_typed(found.extraction.candidates)
    found.extraction.declined = written.declined(found.extraction.declined)
    return found


def _in_talk(found: Extracted, turn: Turn, *, moves: bool = True) -> Extracted:
    found.extraction = talk_days.placed(found.extraction, turn, moves=moves)
    return found


def _by_rules(turn: Turn, known: Iterable[Acquaintance]) -> Extracted:
    text, found = _read(turn), Extracted()
    if trigger.look(text).rules:
        meant = acquaintances.introduced(text, known)
        candidates, found.failed = rules.find(meant.text)
        said = meant.as_said(candidates)
        _sort([*said, *connected.find(text, known=known, said=said)], turn, found.extraction)
    return found


def extract(turn: Turn, *, known: Iterable[Acquaintance] = ()) -> Extracted:
    """What rules and, where one is set up, the model find in a turn; on the same words the rules' candidate stays.

    ``known`` are those whom a bare name in it can mean. A model that fails leaves the rules' candidates in place and
    its code in ``failed``.
    """
    written = plain.plain(turn.text)
    return _in_talk(_as_typed(_extract(written.turn(turn), known), written), turn)


def _extract(turn: Turn, known: Iterable[Acquaintance]) -> Extracted:
    text, found = _read(turn), _by_rules(turn, known)
    language = language_model()
    if language is None:
        return _judged(text, turn, found)
    if not trigger.look(text).model or _all_read(text, found.extraction.candidates):
        return found
    try:
        entries = model.extract(text, language)
    except ModelError as error:
        logger.warning("extraction by the model failed: %s", error.code)
        found.failed, found.retryable = error.code, error.retryable
        return found
    found.extraction.declined += entries.declined
    _sort(found.extraction.candidates + entries.candidates, turn, found.extraction)
    return found


def _judged(text: Text, turn: Turn, found: Extracted) -> Extracted:
    """Where no model is set up, a learned judge reads what the rules have left; its failure costs only what it adds."""
    rules_found = found.extraction.candidates
    try:
        kept = judge.judged(text, taken=[(one.start, one.end) for one in rules_found])
    except Exception as error:
        logger.warning("the judge failed on a message: %s", type(error).__name__)
        found.failed = found.failed or "judge_failed"
        return found
    if kept:
        _sort(rules_found + kept, turn, found.extraction)
    return found


def _sort(candidates: list[Candidate], turn: Turn, extraction: Extraction) -> None:
    """Keeps the best candidate for each stretch of words; none is a label of a secret or leads up to a question."""
    kept = merged(candidates)
    extraction.candidates = []
    for candidate in kept:
        start, end = candidate.start, candidate.end
        if spans.leads_to_secret(candidate, turn.text):
            extraction.declined.append(Declined(start, end, "secret"))
        elif _is_condition(candidate, turn):
            extraction.declined.append(Declined(start, end, "condition"))
        elif _is_only_a_day(candidate, turn):
            extraction.declined.append(Declined(start, end, "nothing_lasting"))
        elif not candidate.explicit and past_questions.leads_to_one(turn.text, start=start, end=end):
            extraction.declined.append(Declined(start, end, "question"))
        else:
            extraction.candidates.append(wording.tidied(candidate, turn.text))


#: What stands beside a day and tells nothing of it: 你5月12号到15号.
_BESIDE_A_DAY = re.compile(
    r"\b(?:you|your|on|in|at|from|to|till|until|and|the|of|is|are|be)\b|['’]re\b|[你您们在是从到至和与]|[\d\W]|[年月日号]",
    re.IGNORECASE,
)


def _is_only_a_day(candidate: Candidate, turn: Turn) -> bool:
    """Whether a statement names a day and nothing that is on it."""
    if candidate.explicit or candidate.type != MemoryType.EVENT:
        return False
    words = candidate.content
    dates = dates_zh if has_chinese(words) else dates_en
    for start, end, _date in reversed(dates.find(words, said_at=turn.said_at)):
        words = words[:start] + " " + words[end:]
    return not _BESIDE_A_DAY.sub("", words)


#: "Not without asking me" is a rule for good, "not before I agree" waits for the matter in hand; so does "without
#: asking me" where it points at that matter or bounds its figures.
_WITHOUT_CONSENT = re.compile(
    r"\bwithout (?:(?:first )?(?:asking|telling|consulting|checking with)\b|my\b)|\bunless i\b"
    r"|(?:没有?|未)(?:经过?|得到|征得|问过?)|不经过?|未经",
    re.IGNORECASE,
)
_IN_HAND = re.compile(
    r"\d|\b(?:it|this|that|these|those|them|one)\b|[这那它此其]|[一二两三四五六七八九十百千]+[块元万百千]",
    re.IGNORECASE,
)


_ANYTHING = re.compile(r"\b(?:anything|anybody|anyone|any \w+)\b.*\bunless i\b", re.IGNORECASE)


def _of_any(words: str) -> str:
    """Words without the "it" at their end that stands for "anything": "Never post anything unless I've okayed it"."""
    return re.sub(r"\b(?:it|that|them)[\s.!]*$", "", words) if _ANYTHING.search(words) else words


def _is_condition(candidate: Candidate, turn: Turn) -> bool:
    """Whether a statement is no more than a condition of the task in hand, which is kept with the conversation."""
    # "Don't use emojis" is an instruction, and "don't send it before I agree" is none.
    instruction = candidate.slot == "instruction"
    if candidate.explicit or candidate.safety or (candidate.slot and not instruction):
        return False
    words = turn.text[candidate.start : candidate.end]
    if instruction and _WITHOUT_CONSENT.search(words) and not _IN_HAND.search(_of_any(words)):
        return False
    inside = sum(
        max(0, min(end, candidate.end) - max(start, candidate.start))
        for start, end, waits in turn.bound
        if waits or not instruction
    )
    return 2 * inside > candidate.end - candidate.start or (candidate.origin == "judge" and inside > 0)


def merged(candidates: list[Candidate]) -> list[Candidate]:
    """Candidates without those whose words another, better extractor has read; at most MEMORY_CAPTURE_LIMIT."""
    kept: list[Candidate] = []
    for candidate in sorted(candidates, key=_rank):
        rivals = [other for other in kept if other.start < candidate.end and candidate.start < other.end]
        if any(other.origin != candidate.origin for other in rivals):
            continue
        if candidate.origin in ("judge", "model") and rivals:
            continue
        if any(_same(other, candidate) for other in rivals):
            continue
        kept.append(candidate)
    kept.sort(key=lambda candidate: (candidate.start, candidate.end))
    return kept[: settings.MEMORY_CAPTURE_LIMIT]


def _rank(candidate: Candidate) -> tuple[bool, bool, int]:
    """Rules before the judge and the model, the language that the words are in before the other, then by place."""
    chinese = any("\u4e00" <= character <= "\u9fff" for character in candidate.quote)
    return candidate.origin in ("judge", "model"), (candidate.language == "zh") != chinese, candidate.start


def _same(one: Candidate, other: Candidate) -> bool:
    return (one.slot, one.value, one.content, one.subject) == (
        other.slot,
        other.value,
        other.content,
        other.subject,
    )


def _all_read(text: Text, candidates: list[Candidate]) -> bool:
    """Whether the rules have read all that the person said, so that nothing is left to ask the model."""
    rest = text.text
    for candidate in candidates:
        rest = rest[: candidate.start] + " " * (candidate.end - candidate.start) + rest[candidate.end :]
    left = grounding.letters(rest)
    return bool(candidates) and left < 4


def passed_over(turn: Turn, extraction: Extraction) -> list[Declined]:
    """What was looked at and not kept, with reasons, so that an outcome is never silently empty."""
    declined = extraction.declined + [
        Declined(span.start, span.end, str(span.kind)) for span in spans.split(turn.text)
    ]
    said = turn.text.strip()
    if said and not extraction.candidates and not declined:
        start = turn.text.index(said[0])
        declined.append(Declined(start, start + len(said), "nothing_lasting"))
    return declined
