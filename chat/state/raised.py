"""What an extension or a rise moves: a deadline that may wait, a price that went up, a budget that grew. Pure."""

# ruff: noqa: E501

from collections.abc import Sequence
from dataclasses import replace

from chat.clauses import Sentence
from chat.state.entries import Entry, State
from chat.state.found import Found
from chat.state.ranges import span_of
from chat.state.things import alike
from memoryhub import patterns as re

_EXTENDS = re.compile(
    r"\bcan (?:now )?wait (?:until|till|to)\b|\b(?:extended|extension|put off|postponed|pushed back|moved) (?:to|until|till)\b"
    r"|\b(?:given|gave|giving|granted|allowed) (?:us|me|them) (?:until|till)\b|\b(?:have|has|got) (?:until|till)\b"
    r"|[延宽][期限]?到|延[期长]?至|[推缓]迟?到|晚点(?:再)?[交签付给订定]|可以晚|改到",
    re.IGNORECASE,
)
_RAISES = re.compile(
    r"\b(?:put|pushed|brought|raised|lowered|cut|marked) (?:it|them|that|this|the \w+)(?: \w+)? (?:up|down)? ?(?:to)\b"
    r"|\b(?:went|gone|goes|going|risen|rises|dropped|fallen|fell|came|come) (?:up|down)? ?to\b|\bis now\b|['’]s now\b|\bnow costs?\b"
    r"|[涨降升跌](?:价|到|成|了)|现在(?:是|要|收|卖)?",
    re.IGNORECASE,
)
_IN_ALL = re.compile(
    r"\b(?:we|i)(?:['’]ve| have)?(?: now| got| do)* (?:have|got) .{0,24}?(?:altogether|in total|in all|all in|to spend)\b",
    re.IGNORECASE,
)
_SO = re.compile(
    r"^(?:and |ok(?:ay)?,? |well,? )?(?:so|which means|that means|then)\b|^(?:那就?|所以|这样)", re.IGNORECASE
)
#: Words before a value that name nothing it is of: 老师说可以延到…, 现在一节240.
_NO_NAME = re.compile(r"^现在|^.{0,6}(?:说|可以|只能|只要|得|要|能|批)$")
_SUBJECT = re.compile(
    r"(?:but |and |so )?(?:the|my|our|your) (?P<en>[\w-]+)(?: [\w-]+)? (?:can|may|could|has|is|was|will)\b"
    r"|(?P<zh>[\u4e00-\u9fff]{2,4}?)(?:的(?:时间|日期))?(?:就|也|还)?(?:可以|能)?再?(?:晚点|[延推缓改宽])",
    re.IGNORECASE,
)
_SPEAKS = re.compile(r"[说给让批]$|同意|答应|们|时间|现在|teacher|bank|boss|they", re.IGNORECASE)
#: A price spoken of so many messages ago, with replies between them, is the one that rose.
_NEAR = 4


def moved(values: Sequence[Found], state: State, sentence: Sentence, *, sequence: int) -> list[Found]:
    """The values of a sentence, those that move what stands in the state told to be changes of it."""
    if sentence.asks:
        return list(values)
    return [_moved(one, state.entries, sentence.text, sequence) for one in values]


def _moved(found: Found, entries: Sequence[Entry], text: str, sequence: int) -> Found:
    found = replace(found, of=_NO_NAME.sub("", found.of))
    earlier = [one for one in entries if one.sequence < sequence and not one.by_hand]
    if found.key in ("when", "deadline") and _EXTENDS.search(text) and span_of(found.value) is None:
        deadline = _only([one for one in earlier if one.key == "deadline"], found)
        if deadline is not None and not _is_of_another(text, deadline.of):
            return replace(found, key="deadline", changes=True, edge="", unit="", of=deadline.of)
    if found.key == "when" and span_of(found.value) and not found.changes and _SO.search(text):
        spans = [one for one in earlier if one.key == "when" and span_of(one.value)]
        return replace(found, changes=True) if len(spans) == 1 and not spans[0].of else found
    if found.key == "price" and not found.changes:
        if _IN_ALL.search(text) and any(one.key == "budget" for one in earlier):
            return replace(found, key="budget", changes=True, of="")
        if _RAISES.search(text):
            near = [one for one in earlier if one.key == "price" and sequence - one.sequence <= _NEAR]
            same = [
                one for one in near if one.unit == found.unit and (not found.of or alike(one.of, found.of))
            ]
            return replace(found, changes=True, of=same[-1].of) if same else found
    return found


def _is_of_another(text: str, of: str) -> bool:
    """Whether the sentence is about something with a name of its own: "The visa can wait", beside the rent."""
    subject = _SUBJECT.match(text)
    name = (subject["en"] or subject["zh"] or "") if subject else ""
    return bool(of and name) and not (alike(name, of) or _SPEAKS.search(name))


def _only(deadlines: Sequence[Entry], found: Found) -> Entry | None:
    """The deadline of what the value is of, or the only one that there is."""
    own = [one for one in deadlines if alike(one.of, found.of)]
    return own[-1] if own else deadlines[0] if len(deadlines) == 1 and not found.of else None
