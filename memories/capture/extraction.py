"""Runs the extractors over a person's own words and merges what they found. No database."""

import logging
from dataclasses import dataclass, field

from django.conf import settings

from memories.capture import by_rules as rules
from memories.capture import grounding, model, trigger
from memories.capture.types import Candidate, Declined, Extraction, Text
from memoryhub.ai.errors import ModelError
from memoryhub.ai.llm import language_model

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Extracted:
    """Candidates in the order of their words, what was passed over, and the code of an extractor that failed."""

    extraction: Extraction = field(default_factory=Extraction)
    failed: str = ""
    retryable: bool = True


def by_rules(text: Text) -> Extracted:
    """What the rules find."""
    found = Extracted()
    if trigger.look(text).rules:
        candidates, found.failed = rules.find(text)
        found.extraction.candidates = merged(candidates)
    return found


def extract(text: Text) -> Extracted:
    """What rules and, where one is set up, the model find; on the same words the rules' candidate stays.

    A model that fails leaves the rules' candidates in place and its code in ``failed``.
    """
    found = by_rules(text)
    language = language_model()
    if language is None or not trigger.look(text).model or _all_read(text, found.extraction.candidates):
        return found
    try:
        entries = model.extract(text, language)
    except ModelError as error:
        logger.warning("extraction by the model failed: %s", error.code)
        found.failed, found.retryable = error.code, error.retryable
        return found
    found.extraction.declined += entries.declined
    found.extraction.candidates = merged(found.extraction.candidates + entries.candidates)
    return found


def merged(candidates: list[Candidate]) -> list[Candidate]:
    """Candidates without those whose words another, better extractor has read; at most MEMORY_CAPTURE_LIMIT."""
    kept: list[Candidate] = []
    for candidate in sorted(candidates, key=_rank):
        rivals = [other for other in kept if other.start < candidate.end and candidate.start < other.end]
        if any(other.origin != candidate.origin for other in rivals):
            continue
        if candidate.origin == "model" and rivals:
            continue
        if any(_same(other, candidate) for other in rivals):
            continue
        kept.append(candidate)
    kept.sort(key=lambda candidate: (candidate.start, candidate.end))
    return kept[: settings.MEMORY_CAPTURE_LIMIT]


def _rank(candidate: Candidate) -> tuple[bool, bool, int]:
    """Rules before the model, the language that the words are in before the other, then by place."""
    chinese = any("\u4e00" <= character <= "\u9fff" for character in candidate.quote)
    return candidate.origin == "model", (candidate.language == "zh") != chinese, candidate.start


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


def declined_rest(text: Text, extraction: Extraction) -> list[Declined]:
    """One entry for a message of which nothing was kept, so that the outcome is never silently empty."""
    if extraction.candidates or extraction.declined or not text.text.strip():
        return []
    stripped = text.text.strip()
    start = text.text.index(stripped[0])
    return [Declined(start, start + len(stripped), "nothing_lasting")]
