"""What the person calls themselves in passing: "As a vegan, …", "As a nurse I …"."""

import re

from memories.capture.rules_en.build import Context, candidate
from memories.capture.rules_en.clauses import Clause
from memories.capture.rules_en.health import CONDITION_STATE
from memories.capture.rules_en.lexicon import DIET, profession_in
from memories.capture.rules_en.words import article
from memories.capture.types import Candidate
from memories.kinds import MemoryType, SensitiveCategory


def as_a(context: Context, clause: Clause) -> list[Candidate]:
    """ "As a vegan, …", "As a nurse I …": what the person calls themselves in passing."""
    if clause.joiner != "as" or not clause.first:
        return []
    match = re.match(r"an? (?P<what>[\w' -]{3,40}?)(?=$|,|\s(?:i|my)\b)", clause.text, re.I)
    if not match or (
        not (following := context.neighbour(clause, 1))
        and "," not in clause.text
        and not re.search(r"\b(?:i|my)\b", clause.text, re.I)
    ):
        return []
    if following is not None and not re.match(
        r"(?:i|i'm|my)\b|(?:what|how|which|where|can|should|do)\b.*\bi\b|[\w ]* (?:should|can|could"
        r"|do|would) i\b",
        following.text,
        re.I,
    ):
        return []
    what = match["what"]
    if found := DIET.match(what):
        value = found[0]
        return candidate(
            context,
            clause,
            type=MemoryType.FACT,
            slot="diet",
            value=value,
            content=f"You are {article(value)}",
            end=clause.start + match.end(),
        )
    if ill := CONDITION_STATE.match(what):
        return candidate(
            context,
            clause,
            type=MemoryType.FACT,
            slot="condition",
            value=ill["what"],
            content=f"You are {article(what) if ill['noun'] else ill['what']}",
            end=clause.start + match.end(),
            category=SensitiveCategory.HEALTH.value,
        )
    if handed := re.match(r"(?:left|right)[- ]handed|lefty|colou?r[- ]?blind", what, re.I):
        return candidate(
            context,
            clause,
            type=MemoryType.FACT,
            slot="attribute.handedness"
            if "handed" in handed[0].lower() or handed[0].lower() == "lefty"
            else "",
            value=handed[0],
            content=f"You are {handed[0]}",
            end=clause.start + match.end(),
        )
    if profession_in(what):
        return candidate(
            context,
            clause,
            type=MemoryType.FACT,
            slot="occupation",
            value=what,
            content=f"You are {article(what)}",
            end=clause.start + match.end(),
        )
    return []
