"""Corrections that name a value alone: "no, I said Tim", "not Tim, Jim", "sorry, I meant Ghent"."""

import re

from memories.capture.rules_en.build import Context
from memories.capture.rules_en.words import sentence
from memories.capture.types import Act, Candidate
from memories.kinds import MemoryType

_SAID = re.compile(
    r"(?i:(?:no|nope|sorry|oops|wait|typo|actually)?[\s,.!-]*(?P<how>i (?:said|meant|mean)|it'?s (?:spelled"
    r"|spelt|actually)?|that should be|should be|that's wrong,? it'?s)\s+(?:my name is )?)"
    r"(?P<value>[A-Z][\w'-]+(?: [A-Z][\w'-]+)*"
    r"|\d[\w.:/-]*)"
    r"(?:,? not (?P<former>[\w' -]+))?\s*[.!]*\s*",
    re.S,
)
_SLOT_OF_REPLY = (
    (
        "name",
        re.compile(
            r"\b(?:nice to meet you|hello|hi|name is|your name|called|thanks|thank you|welcome)\b", re.I
        ),
        "Your name is {}",
    ),
    ("residence", re.compile(r"\b(?:you live|living in|moved to|your home)\b", re.I), "You live in {}"),
    (
        "employer",
        re.compile(r"\b(?:you work (?:at|for)|your employer|your company)\b", re.I),
        "You work at {}",
    ),
    ("hometown", re.compile(r"\b(?:you(?:'re| are) from|home ?town)\b", re.I), "You are from {}"),
    ("age", re.compile(r"\b(?:you(?:'re| are) \d+|years old|your age)\b", re.I), "You are {} years old"),
)


def corrections(context: Context) -> list[Candidate]:
    """The correction that a whole short message is; its slot is what the assistant's line before spoke of."""
    text = context.normal.strip()
    match = _SAID.fullmatch(text)
    if not match or re.match(r"(?:I|It|The|That|This|You|We|No|Yes)\b", match["value"]):
        return []
    value, reply = match["value"], context.previous_assistant
    slot, form = (
        ("name", "Your name is {}")
        if match["how"].lower() == "i said" and not value[0].isdigit()
        else ("", "{}")
    )
    for name, pattern, sentence_form in reversed(_SLOT_OF_REPLY) if reply else ():
        if pattern.search(reply) and (name != "age") == (not value[0].isdigit()):
            slot, form = name, sentence_form
            break
    if not slot:
        return []
    start = context.source.index(context.source.strip()) if context.source.strip() else 0
    end = start + len(context.source.strip())
    return [
        Candidate(
            type=MemoryType.FACT,
            content=sentence(form.format(value)),
            quote=context.source[start:end],
            start=start,
            end=end,
            language="en",
            slot=slot,
            value=value,
            act=Act.CORRECT,
            entities=(value,),
        )
    ]
