""" "Remember that …": what follows goes through the same rules, and is a note when none of them knows it."""

from memories.capture import dates_en
from memories.capture.rules_en.build import Context, dated_content
from memories.capture.rules_en.sensitive import category
from memories.capture.rules_en.values import value_of
from memories.capture.rules_en.words import second_person, sentence
from memories.capture.types import Candidate
from memories.kinds import MemoryType, Sensitivity
from memoryhub import patterns as re

_ASKED = re.compile(
    r"(?P<ask>(?:(?:please|pls|also|and|ok|okay|hey|hi|so|can you|could you|will you|would you"
    r"|i want you to|i'd like you to|i need you to|you should|just|thanks|by the way|actually"
    r"|do|well|but|next time|in future|for next time|for the future|on (?:second thoughts?|reflection)"
    r"|come to think of it|one more thing|oh|right|anyway|sorry|no)[,:]?\s+)*"
    r"(?:(?:remember|don'?t (?:you )?(?:ever )?forget|do not forget|keep in mind|bear in mind"
    r"|(?:note|write|jot|put|get) (?:(?:this|that|it|all this|the following) )?down|note"
    r"|make a note(?: of this)?|take (?:a )?note|memori[sz]e|save|store"
    r"|add to (?:your )?memory)"
    r"(?:\s+(?:this|for me|for later|for next time|for the future|please|to your memory|in your memory"
    r"|somewhere))*\s*(?:(?:that|:|,|-|of the fact that|the fact that)\s*)*))(?P<what>\S.{2,})",
    re.I | re.S,
)
_NOT_A_FACT = re.compile(
    r"(?:to\b|when\b|what\b|how\b|who\b|where\b|why\b|which\b|if\b|whether\b|me\b|it\b(?!'s)"
    r"|this\b|them\b|him\b|her\b|you\b|your\b|the (?:file|code|text|list|image|output|result"
    r"|table|game|time|name|song|movie|conversation|last|previous|first)\b|the following\b|about\b"
    r"|as\b|in\b(?! my)|for\b|a copy|changes?\b|everything\b|anything\b|all of\b"
    r"|we (?:talked|discussed|spoke|said|are)|i (?:am going to|will|want to|would)\b.*\b(?:you|prompt))",
    re.I,
)
#: A part that runs into words which are not read, as a secret: "…, the code is ····".
_TO_A_BLANK = re.compile(r"(?<=\w)(?:\s*[,;]|\s+and\b)(?:(?![,;]|\band\b).)*? {4}.*", re.I | re.S)


def asked(text: str) -> tuple[int, int] | None:
    """Where in a sentence the thing to remember begins and ends; None when nothing is asked to be remembered."""
    match = _ASKED.match(text)
    if not match or (
        _NOT_A_FACT.match(match["what"])
        and not (re.search(r"(?:that|:)\s*$", match["ask"]) and match["what"].lower().startswith("the "))
    ):
        return None
    if re.match(
        r"(?:save|store|note|(?:write|put|get) (?:\w+ )*down|add)\b", match["ask"].strip(), re.I
    ) and not (
        re.search(r"that\s*$|:\s*$|\b(?:this|that|it|following) down\b", match["ask"], re.I)
        or re.match(r"my\b", match["what"], re.I)
    ):
        return None
    blanked = _TO_A_BLANK.search(match["what"])
    return match.start("what"), match.start("what") + blanked.start() if blanked else match.end("what")


def note(context: Context, start: int, end: int) -> list[Candidate]:
    """The words between two offsets as a note, or as an event when they hold a date."""
    words = context.source[start:end].rstrip(" \t\n.!,;")
    plain = context.normal[start : start + len(words)]
    if len(plain.split()) < 2:
        return []
    dates = dates_en.find(plain, said_at=context.said_at)
    found = dates[0] if dates else None
    content = sentence(dated_content(plain, found) if found else second_person(plain))
    marked = category(content)
    return [
        Candidate(
            type=MemoryType.EVENT if found else MemoryType.FACT,
            content=content,
            quote=words,
            start=start,
            end=start + len(words),
            language="en",
            slot="event" if found else "note",
            value=value_of(plain) if found else second_person(plain),
            explicit=True,
            sensitivity=Sensitivity.SENSITIVE if marked else Sensitivity.NORMAL,
            category=marked,
            occurred=found[2] if found else None,
        )
    ]
