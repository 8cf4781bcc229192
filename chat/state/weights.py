"""How much a value of a sentence weighs for session state, and which day its weekday is. Both languages; pure.

What is planned outranks a chance mention. A day that lies behind is none of the talk's, and neither is a place that
somebody was at.
"""

# ruff: noqa: E501

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime

from chat.clauses import Sentence
from chat.state.entries import ANCHOR, CHANCE, MAIN, PLAIN, PLANNED, Entry
from chat.state.found import Found
from chat.state.moves import ISO
from chat.state.ranges import span_of
from chat.state.things import alike, thing_en, thing_zh
from memoryhub import patterns as re

_PLAN_EN = re.compile(
    r"\b(?:trips?|holidays?|vacation|wedding|part(?:y|ies)|birthday|conference|honeymoon|anniversary|flights?|celebration|ceremony|reunion|retreat|exam|opening|launch)\b"
    r"|\b(?:we|i|we're|i'm|we'd|i'd|we'll|i'll|we've|let's|us)\b[^,;]{0,24}\b(?:leav(?:e|ing)|depart(?:ing)?|com(?:e|ing) (?:back|home)|return(?:ing)?|fly(?:ing)?|arriv(?:e|ing)|travel(?:l?ing)?|go(?:ing)?|head(?:ing)?|mov(?:e|ing)|stay(?:ing)?|driv(?:e|ing)|meet(?:ing)?|start(?:ing)?|check(?:ing)? (?:in|out)|plan(?:ning)?|want|celebrat\w+|hold(?:ing)?|having|book(?:ed|ing)?)\b",
    re.I,
)
_BACK_EN = re.compile(
    r"^(?:(?:and|then|so)\s)*(?:return(?:ing)?|(?:com(?:e|ing) )?back|leav(?:e|ing)|fly(?:ing)?|arriv(?:e|ing))\s(?:home )?on\b",
    re.I,
)
_PLAN_ZH = re.compile(
    r"(?:地点|时间|日期|日子|地方)(?:就)?(?:是|定|在|改|选)|定[在于到]|出发|启程|动身|回来|返程|返回|婚礼|派对|聚会|生日|旅行|旅游|出差|度假|蜜月|机票|航班|入住|退房|搬家|举[行办]|年会|会议|活动|酒席|宴|仪式|考试|[想要打算计划准备](?:去|飞|到|在)|我们?(?:\S{0,6})(?:去|飞|到|住|办)"
)
#: Who does it, where it is not the person.
_OTHERS = r"(?:wife|husband|partner|mum|mom|mother|dad|father|parents|sister|brother|sisters|brothers|son|daughter|kids|children|grandma|grandmother|grandpa|aunt|uncle|cousins?|niece|nephew|friends?|colleagues?|boss|flatmate|roommate|neighbou?rs?|landlord|teacher|doctor)"
_THIRD_EN = re.compile(
    rf"^(?:(?:and|but|so|oh|by the way|btw|well|funny|apparently)[\s,]+)*(?:(?:my|our|her|his|their|the|a|some)\s(?:\w+\s)?{_OTHERS}\b|(?:he|she|they)\b)",
    re.I,
)
_THIRD_ZH = re.compile(
    r"^(?:另外|还有|对了|听说|而且|不过)?[，,]?(?:我的?|我们的?|咱)?(?:外地|老家的?|一个)?(?:[表堂]?[哥姐弟妹]{1,2}|亲戚|同事|朋友|邻居|老板|同学|室友|叔叔|阿姨|舅舅|姑姑|爸妈?|妈妈?|父母|孩子|儿子|女儿|闺蜜|领导|老师|他们?|她们?)(?:家)?(?!的?(?:生日|婚礼|派对|聚会))"
)
_OURS_EN = re.compile(r"\b(?:we|we'\w+|us|our|i|i'\w+|me|let's|join\w*|with us)\b", re.I)
_OURS_ZH = re.compile(r"我们|咱|一起|和我|跟我|陪我")
#: When somebody was at a place; and that somebody was there.
_ONCE_EN = re.compile(
    r"\b(?:last (?:year|month|week|weekend|time|summer|winter|spring|autumn|fall|night|christmas|easter|\w+day)|ago|yesterday|used to|once (?:went|was|lived|visited|saw)|back in (?:19|20)\d\d|in (?:19|20)[01]\d|as (?:a|an) (?:child|kid|student)|when i was|grew up|was born)\b",
    re.I,
)
_PAST_EN = re.compile(
    r"\b(?:went|visited|lived|(?:'ve|have|has|'d|had) (?:already |just |never |once |both |all )*(?:been|visited|lived|gone)|came back|got back|flew|drove|was|were)\b",
    re.I,
)
#: Where others are at home is no place of the matter.
_LIVES_EN = re.compile(
    r"\b(?:lives?|works?|studies|study|teach(?:es)?|is from|are from|comes from|is based|are based)\b", re.I
)
_AHEAD_EN = re.compile(
    r"\b(?:will|'ll|going to|want|wants|let's|plan\w*|booked|book|next|tomorrow|would like|'d like|need to|should|could|again|instead|decided|are (?:flying|going|leaving|travelling)|so we)\b",
    re.I,
)
_PAST_ZH = re.compile(
    r"去年|前年|上个?月|上周|上次|上回|昨[天晚]|前[天些]|以前|曾经?|小时候|那年|当年|当时|刚从|过去的|(?:去|来|待|住|玩|到|飞)过(?!年|节|生日|来|去)|回来了|去了|住了"
)
_AHEAD_ZH = re.compile(
    r"这次|想(?:再)?去|打算|计划|准备|决定|明[天年]|下(?:个|周|月|次)|还要|还想|改|要去|再去|就去|定"
)
#: "Today" of a sentence that tells how something is: it is no day of anything planned.
_NOW_WORDS = re.compile(
    r"^(?:today|tonight|now|this (?:morning|afternoon|evening|week)|今[天日晚早]|现在|这周|本周|最近)$", re.I
)
_HOW_IT_IS_EN = re.compile(
    r"(?<!let)(?:\b|(?='))(?:is|are|'s|'re|'m|am|was|were|feel\w*|has|have|had|got|looks?|seems?|rain\w*|snow\w*|been)\b(?!\s(?:\w+ly\s)?(?:leaving|going|coming|flying|arriving|meeting|starting|due|on|at|open|having|booked|travelling|moving|planned|scheduled|today$|tonight$|tomorrow$))",
    re.I,
)
_DOES_ZH = re.compile(
    r"去|来|到(?!底)|出发|回|开会|见|约|交|办|订|买|走|飞|搬|住|参加|签|面试|考|做|提交|寄|付|集合|开始|截止|要|得|吃饭"
)
#: Nothing but the thing itself: "the hotel" tells nobody where.
_BARE_SPOT = re.compile(
    r"^(?:the|our|my|a) (?:hotel|flat|cottage|apartment|house|room|restaurant|airport)$|^(?:酒店|宾馆|饭店|旅馆|民宿|餐厅|机场|车站|房间)$",
    re.I,
)
_NOT_TO_EN = re.compile(
    r"\b(?:don't|do not|won't|will not|can't|cannot|can not|wouldn't|would not|not|no longer|rather not|never)\s+(?:really |actually |even |all )?(?:want to |wanna |like to |going to |plan to |planning to |need to |have to |be )?(?:go(?:ing)?|visit(?:ing)?|travel(?:ling)?|see(?:ing)?|stay(?:ing)?|fly(?:ing)?|driv(?:e|ing)|stop(?:ping)?|head(?:ing)?|eat(?:ing)?|do(?:ing)?|via|to|through)\b|\b(?:skip|leave out|drop|without|instead of|rather than) (?:\w+ing )?(?:to |in |at )?(?:the )?$",
    re.I,
)
_NOT_TO_ZH = re.compile(
    r"(?<![要去来想好是])(?:不想|不打算|不要|别|不用|不必|没打算|不准备|不会|不愿意?|没法|不能|不)再?(?:去|到|飞|来|住|走|待|玩|逛|在|经过|路过)$"
)
ERRAND_EN = re.compile(
    r"\b(?:remind|call|send|e-?mail|order|buy|deliver\w*|submit|report|pay|collect|pick up|ask|tell|check|dentist|doctor)\b",
    re.I,
)
_DONE_EN = re.compile(
    r"(?:(?:so|and|well|oh)[\s,]+)*(?:(?:i|we|he|she|they)\s)?(?:just |finally |already )?(?:[a-z]+ed|went|had|saw|ate|got|made|did|was|were|read|came|met|ran|slept|felt|took)\b",
    re.I,
)
_ORDER_EN = re.compile(
    r"(?:please |let's |can we |could we |the \w+ |we (?:have|need|must)|i (?:have|need|must))", re.I
)
_DONE_ZH = re.compile(
    r"[\u4e00-\u9fff](?:过|了)(?![吗么])(?!.*(?:要|得|就|再|改|定))|好累|真累|心情|天气|下雨"
)
ERRAND_ZH = re.compile(r"提醒|打电话|发给|寄|买|送货|提交|交|付|取|问|告诉|查|报告|医")
_DIGITS = re.compile(r"[$€£¥￥]?\s?\d[\d,.]*")
_FIGURE = re.compile(r"[零一二两三四五六七八九十百千万]+")
_MONTH = re.compile(r"\((\d{4}-\d\d)\)$")
_LAST_WORDS = re.compile(r"last\b|上|去|以?前|the (?:past|last)\b", re.I)


def weighed(values: Sequence[Found], sentence: Sentence, *, said_at: datetime) -> list[Found]:
    """The values with their weight and the thing that they belong to; without what is no matter of the talk."""
    text = sentence.text.replace("’", "'")
    found: list[Found] = []
    for one in values:
        if one.key in ("when", "deadline", "place") and (kept := _placed(one, sentence, text, said_at)):
            found.append(kept)
        elif one.key in ("price", "budget", "shift"):
            found.append(replace(one, of=one.of or _thing(one, sentence, text)))
        elif one.key not in ("when", "deadline", "place"):
            found.append(one)
    if refused := [one for one in found if one.key == "rejected" and one not in values]:
        # when somebody does not go somewhere is no day of anything
        found = [
            one for one in found if one.key != "when" or one.changes or len(sentence.clauses) > len(refused)
        ]
    return found


def _placed(one: Found, sentence: Sentence, text: str, said_at: datetime) -> Found | None:
    """A day or a place with its weight; None where it is none of the talk's."""
    third = bool((_THIRD_ZH if sentence.chinese else _THIRD_EN).match(text))
    ours = bool((_OURS_ZH if sentence.chinese else _OURS_EN).search(_THIRD_EN.sub("", text, count=1)))
    plan = bool((_PLAN_ZH if sentence.chinese else _PLAN_EN).search(text) or _BACK_EN.match(text))
    weight = (PLAIN if plan or ours else CHANCE) if third and not (plan and ours) else MAIN if plan else PLAIN
    words = one.value.split(" (")[0]
    if one.key == "place":
        at = text.find(words.removeprefix("from "))
        ahead = (_AHEAD_ZH if sentence.chinese else _AHEAD_EN).search(text)
        once = not ahead and (_PAST_ZH if sentence.chinese else _ONCE_EN).search(text)
        past = not ahead and not sentence.chinese and _PAST_EN.search(text)
        if _BARE_SPOT.match(words) or once or (third and (past or _LIVES_EN.search(text))):
            return None
        weight = CHANCE if past else weight
        if not sentence.asks and at >= 0 and _is_refused(sentence, text[:at]):
            return replace(one, key="rejected", value=words.removeprefix("from "), unit="", instead_of="")
        return replace(one, weight=weight)
    day, span = ISO.search(one.value), span_of(one.value)
    last = date.fromisoformat(day.group(1)) if day else span.last if span else None
    if one.key == "when":
        month = _MONTH.search(one.value)
        behind = month is not None and (
            month.group(1) < f"{said_at:%Y-%m}" or _LAST_WORDS.match(words) is not None
        )
        if behind or (last is not None and last < said_at.date()):
            return None
        bare = _NOW_WORDS.match(words) and not (day and day.group(2))
        if bare and (_tells_how_it_is(sentence, text) or not (plan or one.changes or _does(sentence, text))):
            return None
    thing = _thing(one, sentence, text)
    if thing and last is not None and weight == PLAIN and not third:
        weight = PLANNED
    return replace(one, weight=weight, of=thing)


def _is_refused(sentence: Sentence, head: str) -> bool:
    if sentence.chinese:
        return _NOT_TO_ZH.search(head) is not None
    clause = re.split(r"[,;]|\bbut\b", head)[-1]
    return _NOT_TO_EN.search(clause) is not None and not re.search(r"\bwhy (?:don't|not)\b", clause, re.I)


def _tells_how_it_is(sentence: Sentence, text: str) -> bool:
    if sentence.chinese:
        return _DOES_ZH.search(text) is None
    return _HOW_IT_IS_EN.search(text) is not None


def _does(sentence: Sentence, text: str) -> bool:
    """Whether something is to be done: what was done today is no day of anything planned."""
    if sentence.chinese:
        return _DONE_ZH.search(text) is None
    told = ERRAND_EN.search(text) or _AHEAD_EN.search(text) or _ORDER_EN.match(text)
    return bool(told) and _DONE_EN.match(text) is None


def _thing(one: Found, sentence: Sentence, text: str) -> str:
    words = one.value.split(" (")[0]
    if one.key in ("price", "budget") and (figure := _DIGITS.search(words) or _FIGURE.search(words)):
        words = figure.group().strip(" ,.")
    start = text.find(words)
    if start < 0:
        start, words = len(text), ""
    thing = (thing_zh if sentence.chinese else thing_en)(text, start, start + len(words), key=one.key)
    return "" if thing and one.value.startswith(f"{thing} ") else thing


def anchored(entries: Sequence[Entry]) -> list[Entry]:
    """The entries where the first plan of places and of days, or what took its place, is what the talk is about.

    The price of what is chosen weighs more than others, and that of what is turned down less.
    """
    settled = {key: [one.value for one in entries if one.key == key] for key in ("chosen", "rejected")}
    found = [_priced(one, **settled) if one.key == "price" and one.of else one for one in entries]
    for key in ("place", "when"):
        planned = [one for one in found if one.key == key and one.weight >= MAIN]
        first = min(
            [one for one in planned if one.weight == ANCHOR] or planned,
            key=lambda one: one.sequence,
            default=None,
        )
        if first is not None:  # what one message says of one thing is its beginning and its end
            found = [
                replace(one, weight=ANCHOR)
                if one in planned and (one.sequence, one.of) == (first.sequence, first.of)
                else one
                for one in found
            ]
    return found


def _priced(entry: Entry, *, chosen: Sequence[str], rejected: Sequence[str]) -> Entry:
    if any(alike(entry.of, value) for value in chosen):
        return replace(entry, weight=PLANNED)
    return replace(entry, weight=CHANCE if any(alike(entry.of, value) for value in rejected) else PLAIN)
