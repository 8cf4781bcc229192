"""Which event a day or an hour is of that no word of change moves, and whose wish an hour is. Both languages; pure.

"The engineer will come on the 5th" is another day of the visit that has one; and when the office asks for four o'clock,
that is no hour of the dentist's.
"""

# ruff: noqa: E501

from collections.abc import Sequence
from dataclasses import replace

from chat.clauses import Sentence
from chat.state.entries import Entry, State
from chat.state.found import Found
from chat.state.moves import ISO
from chat.state.ranges import span_of
from chat.state.things import alike, is_generic
from memoryhub import patterns as re

#: One more of the kind, or another part of it, and no new day of the same.
_ONE_MORE = re.compile(
    r"\b(?:again|also|too|as well|another|other|second|third|next|both|every|each|then|twice|plus|and on|alternatively|or)\b"
    r"|[再又也还另或]|第[二三]|下[一次]|之后|以后|每",
    re.IGNORECASE,
)
#: Between an event and its day: it is or comes then. What begins may end, and what is open may be closed.
_TAKES_PLACE_EN = (
    r"(?:'s|\s(?:is|are|comes?|arrives?|happens|takes place|(?:will|can) (?:be|come|arrive|happen|take place)|is coming|is arriving))"
    r"(?:\s(?:now|actually|only|just|definitely|here|over|round))*\s(?:(?:on|at|for|this)\s)?(?:the\s)?(?:\w+day\s)?"
)
_TAKES_PLACE_ZH = r"的?(?:时间|日期|日子)?(?:就|现在|应该)?(?:是|在|定在|约在|安排在|排在|放在)?"
_ASKS_EN = re.compile(
    r"^(?:(?:and|but|so|oh|also|now|actually)[\s,]+)*(?:(?:the|my|our|his|her|their)\s)?(?P<x>(?!(?:he|she|they|it|i|we|you|that|this|who|which|there|everyone|somebody|someone)\b)[\w'-]+(?:\s[\w'-]+)?)\s(?:(?:has|have|just|now)\s)*(?:ask(?:s|ed)?|told|tells?|wants?|wanted|would like|needs?|say|says|said|called|rang|wrote|texted|e-?mailed|messaged|prefers?|expects?|suggest(?:s|ed)?)\b",
    re.IGNORECASE,
)
_ASKS_ZH = re.compile(
    r"^(?:但是?|不过|刚才|刚刚|刚|后来|对了|然后|[，,])*(?P<x>(?![我你您他她它咱这那])[\u4e00-\u9fff]{2,6}?)(?:刚才|刚刚|刚|那边|那里|又)*(?:让|叫|请|通知|说|打电话|来电|发消息|来消息|要求|希望|建议|问)"
)


#: "The Mill only has the 25th free": whoever has a day free names no event that is on it.
_ONLY_FREE = re.compile(
    r"\bonly (?:ha[sd]|have|got) [^,;]{2,30} (?:free|open|available|left)\b|只有.{1,8}(?:有空|有位|有档期|空着|能|可以)",
    re.IGNORECASE,
)


def same_event(values: Sequence[Found], state: State, sentence: Sentence, *, sequence: int) -> list[Found]:
    """The values of a sentence, a new day or hour of an event that has one told to take its place.

    A change that somebody asks for is that of the event with the name; where several have names and none has this, the
    new hour stands by itself.
    """
    dated = [one for one in values if one.key == "when" and not (one.edge or one.instead_of)]
    if len({ISO.sub("", one.value) for one in dated}) == 1 and len(dated) == 2:  # 只有25号有空，那就定25号吧
        values = [one for one in values if one is not dated[0]]
        dated = [replace(dated[1], changes=dated[1].changes or dated[0].changes)]
        values = [dated[0] if one.key == "when" and one.value == dated[0].value else one for one in values]
    if sentence.asks or len(dated) != 1:
        return list(values)
    earlier = [one for one in state.entries if one.key == "when" and one.sequence < sequence]
    (found,) = dated
    after = _asked_by(found, earlier, sentence) if found.changes else _of_one(found, earlier, sentence)
    return [after if one is found else one for one in values]


def _of_one(found: Found, earlier: Sequence[Entry], sentence: Sentence) -> Found:
    if not found.of or is_generic(found.of) or span_of(found.value) is not None:
        return found
    own = [one for one in earlier if one.of.lower() == found.of.lower()]
    if len(own) != 1 or own[0].by_hand or not ISO.search(own[0].value) or span_of(own[0].value) is not None:
        return found
    text = sentence.text.replace("’", "'")
    words, of = re.escape(found.value.split(" (")[0]), re.escape(found.of)
    takes_place = _TAKES_PLACE_ZH if sentence.chinese else _TAKES_PLACE_EN
    if _ONE_MORE.search(text) or re.search(rf"\ban?\s(?:\w+\s)?{of}\b", text, re.IGNORECASE):
        return found
    if re.search(rf"{of}{takes_place}{words}", text, re.IGNORECASE) is None:
        return found
    return replace(found, changes=True)


def _asked_by(found: Found, earlier: Sequence[Entry], sentence: Sentence) -> Found:
    moved = [one for one in earlier if ISO.search(one.value)]
    if found.of and len(moved) == 1 and _ONLY_FREE.search(sentence.text):
        return replace(found, of=moved[0].of)
    asks = (_ASKS_ZH if sentence.chinese else _ASKS_EN).match(sentence.text.replace("’", "'"))
    if asks is None or found.of:
        return found
    if found.unit == "time":
        moved = [one for one in moved if ISO.search(one.value)[2]]  # type: ignore[index]
    named = {one.of.lower() for one in moved if one.of}
    fits = [one for one in moved if alike(one.of, asks["x"])]
    if fits:
        return replace(found, of=fits[-1].of)
    if len(named) < 2 or any(not one.of for one in moved):
        return found
    return replace(found, changes=False, of=asks["x"])
