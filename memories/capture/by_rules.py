"""Runs the rules of both languages over a text. Pure."""

import logging
from collections.abc import Callable

from memories.capture import contacts, homes_left, not_told
from memories.capture.condensed import condense
from memories.capture.grounding import blank_form
from memories.capture.types import Candidate, Text

logger = logging.getLogger(__name__)

Extract = Callable[[Text], list[Candidate]]


def _english(text: Text) -> list[Candidate]:
    from memories.capture import rules_en

    return rules_en.extract(text)


def _chinese(text: Text) -> list[Candidate]:
    from memories.capture import rules_zh

    return rules_zh.extract(text)


EXTRACTORS: dict[str, Extract] = {"rules_en": _english, "rules_zh": _chinese}


def find(text: Text) -> tuple[list[Candidate], str]:
    """The candidates of both languages, and the code of the rules that failed, if any: they take nothing else along."""
    failed = ""
    found, text = contacts.taken(text)
    short = condense(text)
    for name, extract in EXTRACTORS.items():
        try:
            found += [short.in_message(candidate) for candidate in extract(short.text)]
        except Exception as error:
            logger.warning("%s failed on a message: %s", name, type(error).__name__)
            failed = f"{name}_failed"
    told = [
        one
        for one in found
        if one.explicit or not (not_told.dreamt(text.text, one.start) or blank_form(one.value or one.quote))
    ]
    return homes_left.in_one(told, text.text), failed
