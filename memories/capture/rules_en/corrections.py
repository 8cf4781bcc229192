"""Corrections that name a value alone: "no, I said Tim", "not Tim, Jim", "sorry, I meant Ghent"."""

from memories.capture.rules_en.build import Context
from memories.capture.rules_en.words import sentence
from memories.capture.types import Act, Candidate
from memories.kinds import MemoryType
from memoryhub import patterns as re

_SAID = re.compile(
    r"(?i:(?:(?:no|nope|sorry|oops|wait|typo|actually)\b[\s,.!-]*)*(?P<how>i (?:said|meant|mean)|it'?s (?:spelled"
    r"|spelt|actually)?|that should be|should be|that's wrong,? it'?s)\s+(?:my name is )?)"
    r"(?P<value>[A-Z][\w'-]+(?: [A-Z][\w'-]+)*"
    r"|\d[\w.:/-]*)"
    r"(?:,? not (?P<former>[\w' -]+))?\s*[.!]*\s*",
    re.S,
)
#: "Marik with an i".
_SPELT = r"(?:,? (?i:with|spelt with|spelled with) (?i:an?|one|two|a double) [\w' ]{1,12}?)?"
_NAMED = r"(?:[A-Z][\w'-]*(?: (?:[A-Z][\w'-]*|\d{1,2}(?:st|nd|rd|th)?\b))*|\d[\w.:/-]*)"
_IS = (
    r"(?:(?:his|her|its|their) name(?:'?s| is)|(?:he|she|it)(?:'s| is) (?:called|named)|it'?s|it is|that'?s"
    r"|my name is|my name'?s|i'?m|i am|i'?m called|they'?re)"
)
_SLIP = (
    r"(?:no|nope|sorry|oops|wait|(?:that'?s a |i made a |my )?typo|actually|correction|my (?:bad|mistake)|my fault"
    r"|(?:i )?(?:misspelt|misspelled|mistyped) (?:it|that|my name))"
)
#: "It's not Tom, it's Tim", "My name isn't Sara, it's Zara", "Not Tom. Tim.", "Tim, not Tom".
_NOT_BUT = (
    re.compile(
        rf"(?i:(?:no|nope|sorry|oops|wait|typo|actually|correction)?[\s,.:!-]*(?:(?:{_IS}|"
        rf"my (?P<of>[\w ]+?) is) not"
        rf"|(?:it|that|my (?P<of2>[\w ]+?)) isn'?t|not))\s+(?P<former>{_NAMED})\s*[,.;:!-]+\s*(?i:(?:but "
        rf"|rather )?(?:(?:{_IS}|i said|i meant|i mean)\s+)?)"
        rf"(?P<value>{_NAMED})\s*[.!]*"
    ),
    re.compile(
        rf"(?i:(?:{_SLIP}[\s,.:!-]+)+(?:{_IS}|i meant|i mean"
        rf"|i said|should be|make that)\s+)"
        rf"(?P<value>{_NAMED}){_SPELT}(?:(?i:,? (?:and )?not) (?P<former>{_NAMED}))?\s*[.!]*"
    ),
    re.compile(rf"(?i:correction|typo|make that)[\s,.:!-]+(?P<value>{_NAMED})(?P<former>(?!))?\s*[.!]*"),
    re.compile(
        rf"(?i:(?:{_IS}|i meant|i said|make that)\s+)(?P<value>{_NAMED}){_SPELT}(?i:,? (?:and )?not) "
        rf"(?P<former>{_NAMED})\s*[.!]*"
    ),
)
_TITLE = (
    r"[A-Z][\w'&-]*(?: (?:(?:do|da|dos|das|de|del|della|di|la|le|les|of|the|van|von|and|&) )*[A-Z][\w'&-]*)*"
)
#: "Actually Hotel Avenida after all, not Casa do Jardim": one name in the place of another.
_RATHER = re.compile(
    rf"(?i:(?:(?:no|nope|wait|actually|ok(?:ay)?|well|then|sorry|so)[\s,.:!-]+)*(?:the )?)(?P<value>{_TITLE})"
    rf"(?i: (?:after all|instead|then))?,? (?i:(?:and )?(?:not|instead of|rather than)(?: the)?) (?P<former>{_TITLE})"
    rf"(?i: (?:after all|then|any more|anymore))?\s*[.!]*"
)
_CHANGES_MIND = re.compile(r"\b(?:no|nope|wait|actually|after all|instead|rather)\b", re.IGNORECASE)
#: Nothing was wrong: another choice was made.
_INSTEAD = re.compile(r"\b(?:after all|instead|rather than)\b", re.IGNORECASE)
_SLOT_OF_REPLY = (
    (
        "name",
        re.compile(
            r"\b(?i:your name|you(?:'re| are) called|nice to meet you)\b|"
            r"\b(?i:hello|hi|hey|thanks|thank you|welcome),? [A-Z]"
        ),
        "Your name is {}",
    ),
    (
        "residence",
        re.compile(r"\b(?:you live|you(?:'re| are) living in|you(?:'ve| have)? moved to|your home)\b", re.I),
        "You live in {}",
    ),
    (
        "employer",
        re.compile(r"\b(?:you work (?:at|for)|your employer|your company)\b", re.I),
        "You work at {}",
    ),
    ("hometown", re.compile(r"\b(?:you(?:'re| are) from|home ?town)\b", re.I), "You are from {}"),
    ("age", re.compile(r"\b(?:you(?:'re| are) \d+|your age)\b", re.I), "You are {} years old"),
)


_COUNT = r"(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d+)"
#: "No wait, three nephews": a number of things, said again.
_COUNTED = re.compile(
    r"(?:no|nope|sorry|oops|wait|actually|correction|i mean|i meant)"
    r"(?:[\s,.!-]+(?:no|wait|sorry|i mean|i meant|it'?s|it is|make that|should be|that'?s|i said|"
    r"actually))*[\s,.!-]+"
    rf"(?P<value>{_COUNT} (?!(?:moment|second|minute|sec|thing|more|of)s?\b)[a-z][\w'-]*(?: [a-z][\w'-]*)??)"
    r"(?:,? not (?P<former>[\w' -]+?))?\s*(?:[,.;!(-].*)?",
    re.IGNORECASE | re.DOTALL,
)


def corrections(context: Context) -> list[Candidate]:
    """The correction that a whole short message is; its slot is what the assistant's line before spoke of."""
    text = context.normal.strip()
    bare = next((found for pattern in _NOT_BUT if (found := pattern.fullmatch(text))), None)
    if bare is None and (rather := _RATHER.fullmatch(text)) and _CHANGES_MIND.search(text):
        bare = rather
    match = _SAID.fullmatch(text)
    bare = bare or _COUNTED.fullmatch(text)
    if not match or re.match(r"(?:I|It|The|That|This|You|We|No|Yes)\b", match["value"]):
        return _bare(context, bare) if bare else []
    if bare and bare["former"] and not re.search(r"\bmy name\b", text, re.I):
        return _bare(context, bare)  # what was wrong is named: the row that has it is meant
    value, reply = match["value"], context.previous_assistant
    slot, form = "", "{}"
    for name, pattern, sentence_form in reversed(_SLOT_OF_REPLY) if reply else ():
        if pattern.search(reply) and (name != "age") == (not value[0].isdigit()):
            slot, form = name, sentence_form
            break
    if not slot:  # what it stands in is found among the memories
        bare = bare or (match if match["how"].lower().startswith("i ") else None)
        return _bare(context, bare) if bare else []
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
            former=_former(bare),
            entities=(value,),
        )
    ]


def _former(match: re.Match[str] | None) -> str:
    """The value that was wrong, where the words name it."""
    return (match["former"] or "").strip() if match else ""


def _bare(context: Context, match: re.Match[str]) -> list[Candidate]:
    """The right value of "It's not Tom, it's Tim"; a name where the words say so, else its place is found later."""
    text = context.normal.strip()
    instead = _INSTEAD.search(text) is not None
    value, named = match["value"].rstrip(".:/-"), re.search(r"\b(?:my name|i'?m called)\b", text, re.I)
    if re.match(r"(?:I|It|The|That|This|You|We|No|Yes|Not|My)\b", value):
        return []
    start = len(context.source) - len(context.source.lstrip())
    return [
        Candidate(
            type=MemoryType.FACT,
            content=f"Your name is {value}" if named else text,
            quote=context.source[start : start + len(text)],
            start=start,
            end=start + len(text),
            language="en",
            slot="name" if named else "decision" if instead else "",
            value=value,
            act=Act.CORRECT,
            former=_former(match),
            entities=() if value[0].isdigit() else (value,),
        )
    ]
