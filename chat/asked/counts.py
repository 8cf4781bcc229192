"""How many of a thing there are, where a Chinese question asks for it: 要几扇门？, 一共要多少个插座？. Pure."""

from collections.abc import Sequence

from chat.state.entries import Entry
from chat.state.nouns_zh import noun_at, noun_before, subject
from chat.state.numbers_zh import UNITS
from chat.state.things import alike
from memoryhub import patterns as re

_ASKS = re.compile(
    rf"(?:几|多少)(?P<unit>个(?!月|半|小时|星期|礼拜|钟|人|[大小]?孩|同事|朋友|同学|客人)|{UNITS})?(?!钱|人|[号点月日位岁天年])(?P<rest>.*)$"
)
_NO_COUNT = re.compile(r"每|单价|价|钱|费|[周星期]几|几(?:号|点|月|岁|乎)|多少(?:钱|岁|号|人|个?月|年|位)")


def asked(question: str) -> bool:
    """Whether a question asks how many there are of something that is no person."""
    return _ASKS.search(question) is not None and _NO_COUNT.search(question) is None


def find(question: str, entries: Sequence[Entry]) -> tuple[str, ...]:
    """The count that a question asks for: that of its thing, or of its unit where it names none."""
    match = _ASKS.search(question)
    if match is None:
        return ()
    counts = [one for one in entries if one.key == "count"]
    unit, head = match["unit"] or "", question[: match.start()]
    thing = noun_at(question, match.start("rest")) or noun_before(head) or subject(question)
    if thing:
        named = [one for one in counts if alike(one.of, thing)]
        named = named or [one for one in counts if unit and one.unit == unit and not one.of]
    else:
        named = [one for one in counts if unit and one.unit == unit]
    fits = [one for one in named if one.unit == unit] or named
    return (fits[-1].told,) if fits else ()
