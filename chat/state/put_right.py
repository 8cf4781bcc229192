"""A figure or a code that is put right straight after it was said: "Oops, typo, it's 44817", 打错了，是44817. Pure."""

from dataclasses import replace
from uuid import UUID

from chat.clauses import Sentence
from chat.state.entries import Entry, State
from memoryhub import patterns as re

_OPENS = re.compile(
    r"^(?:(?:oh|ah|hm+|ugh|um|no|wait|hang on|hold on)[,.!]*\s+)*(?:oops|whoops|sorry|no|wait|correction|typo"
    r"|my mistake|i (?:misread|mistyped|misspoke|meant|mean)|i got (?:it|that) wrong"
    r"|that was (?:the )?(?:old|wrong)(?: one)?)\b"
    r"|^(?:[啊哦呃嗯唉哎]+[，,]?)?(?:不对|不是|打错|看错|说错|记错|写错|弄错|算错|搞错|不好意思|抱歉|更正|纠正|口误|应该是|我是说)",
    re.IGNORECASE,
)
#: A code with a figure in it, a number, or a number in words.
_VALUE = re.compile(
    r"(?<![A-Za-z0-9])(?=[A-Z-]*\d)[A-Z0-9]+(?:[-.,:]?[A-Z0-9]+)*"
    r"|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b|[两三四五六七八九十](?=个?人|位)",
    re.IGNORECASE,
)
#: Sums with their currency, days and hours have changes of their own.
_OF_ANOTHER_KIND = re.compile(
    r"[$€£¥￥%]|\b(?:\d\d?(?:st|nd|rd|th)|am|pm|o['’]?clock|January|February|March|April|May|June|July|August|September"
    r"|October|November|December|days?|weeks?|hours?|minutes?)\b|[元块欧月号日点天周]",
    re.IGNORECASE,
)
#: A correction says no more than its figure: "No, two of them are vegan" is none.
_NO_MORE = re.compile(
    r"(?:\b(?:it|is|its|s|for|the|that|was|old|new|one|wrong|number|code|people|persons|of|us|we|are|re|a|an|be|should|actually|only|oops|typo|sorry|no|wait)\b"
    r"|[是应该个人位把张条件共一的了吧，]|[\W_])*",
    re.IGNORECASE,
)
_KEYS = frozenset({"reference", "people", "count", "price", "budget", "deposit"})
#: The person's message before, with a reply between them.
_JUST = 2


def put_right(state: State, sentence: Sentence, *, message_id: UUID, sequence: int) -> State | None:
    """The state with the one figure of a correction in the place of that of its kind which was said just before.

    None where the sentence corrects nothing so: it names none or several figures, or none of that shape was said.
    """
    if sentence.asks or _OPENS.search(sentence.text) is None or _OF_ANOTHER_KIND.search(sentence.text):
        return None
    named = [match.group() for match in _VALUE.finditer(sentence.text)]
    if len(named) != 1 or not _NO_MORE.fullmatch(_VALUE.sub(" ", _OPENS.sub(" ", sentence.text))):
        return None
    for entry in reversed(state.entries):
        if entry.key not in _KEYS or entry.by_hand or sequence - entry.sequence > _JUST:
            continue
        alike = [one for one in _VALUE.finditer(entry.value) if _shape(one.group()) == _shape(named[0])]
        if len(alike) == 1 and alike[0].group() != named[0]:
            start, end = alike[0].span()
            value = f"{entry.value[:start]}{named[0]}{entry.value[end:]}"
            after = replace(entry, value=value, message_id=message_id, sequence=sequence)
            return State(tuple(_same(one, entry, after) for one in state.entries))
    return None


def _same(one: Entry, before: Entry, after: Entry) -> Entry:
    return after if one is before else one


def _shape(value: str) -> str:
    """Codes and figures of one length and make are of one shape, and so are numbers in words."""
    if not any(character.isdigit() for character in value):
        return "word"
    return re.sub(r"[A-Za-z]", "A", re.sub(r"\d", "9", value))
