"""The sentence that a memory keeps: addressed to the person, with its day, in its tense."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from memories.capture import dates_zh
from memories.capture import rules_zh_patterns as patterns
from memories.capture import rules_zh_words as words
from memories.capture.rules_zh_clauses import Clause, Mood, Who
from memories.capture.rules_zh_found import Found, own
from memories.capture.types import Act, Candidate, ResolvedDate, Subject, Text
from memories.capture.value_keys import simplify
from memories.kinds import DatePrecision, MemoryType
from memoryhub import patterns as re

_FORMER = re.compile(r"(?<!不)以前|之前|曾经|过去|从前|小时候|当年|原来|本来")

#: Where a clause tells its time: 2019年以前当医生, 上大学的时候住在….
_TIMES = re.compile(rf"(?:{words.TIME}|{words.ADVERB})*")
#: 我2019年搬到西安，一直住到现在: a move long ago to where one still lives.
_STILL = re.compile(r"[起来]就|以来|一直|到现在|至今|直到现在|到今天|还(?:住|在)")
_IN_YOUTH = re.compile(
    r"(?:(?:\d+|[一二三四五六七八九十]+)岁|上?(?:小学|初中|高中|中学|大学)|(?:读|念)书|年轻|结婚|单身|刚毕业)(?:的时候|那[年会]|时)|小时候|当年"
)
_HOMES = frozenset(["residence", "dwelling"])
#: After a move, what tells that it was not the last one.
_MOVED_ON = re.compile(r"搬|迁|离开|回了?|去了|走了|又|后来|之后|然后|现在|如今|目前|[住待呆]了|[住待呆]过")
_HOME_OR_JOB = frozenset(["residence", "dwelling", "employer", "occupation"])


def long_ago(day: ResolvedDate, said_at: datetime) -> bool:
    """Whether a day lies in a year before this one; a day or a month of the last twelve is not long ago."""
    today = said_at.date()
    return day.on.year < today.year and (day.precision is DatePrecision.YEAR or (today - day.on).days > 365)


def _past_stage(found: list[Found], clause: Clause, *, said_at: datetime, after: str) -> list[Found] | None:
    """A move or a new job of an earlier year or of one's youth: an event, which takes the place of nothing present."""
    text = own(clause)
    changed = patterns.search(
        r"搬|当了|当上|做了|成为|成了|入职|加入|进了|跳槽|跳到|换到|转行|改行|升|调|转岗|移居|落户|迁", text
    )
    if not changed or found[0].act is not Act.STATE or found[0].slot not in _HOME_OR_JOB:
        return None
    if (
        _STILL.search(text)
        or _STILL.search(after)
        or patterns.search(r"了(?:\d|[一二三四五六七八九十两几])+年", text)
    ):
        return None
    dates = [day for *_place, day in dates_zh.find(text, said_at=said_at, past=True)]
    if found[0].slot in _HOMES and _is_the_last(text, after, dates, said_at):
        return None
    if not _IN_YOUTH.search(text) and not (dates and long_ago(dates[0], said_at)):
        return None
    first = found[0]
    kind = MemoryType.EVENT if clause.who is Who.SELF else first.type
    value = patterns.sub(rf"^(?:{words.TIME}|{words.ADVERB})+", "", text)
    told = Found(
        "event", value, kind, said=text, occurred=dates[0] if dates else None, entities=first.entities
    )
    return [told]


def _is_the_last(text: str, after: str, dates: list[ResolvedDate], said_at: datetime) -> bool:
    """Whether a move leads to the home of today: it is one to here (三年前搬来的), or of last year, and none came later."""
    if _IN_YOUTH.search(text) or _MOVED_ON.search(after) or _FORMER.search(text):
        return False
    return bool(
        patterns.search("搬(?:家)?(?:到.{2,10})?来", text) or (dates and dates[0].on.year == said_at.year - 1)
    )


_ALSO = re.compile(
    r"^你(?:也(?=[很挺特非超喜爱会有养对住在是常每])|还(?=[很挺特非超喜爱会养])|还(?=有(?!点|些)))"
)


def dated_moves(found: list[Found], clause: Clause, *, said_at: datetime, after: str = "") -> list[Found]:
    """A move with a day: those of earlier years are events, coming ones plans; ``after``: what the sentence goes on with."""
    if found and (past := _past_stage(found, clause, said_at=said_at, after=after)):
        return past
    times = _TIMES.match(clause.body)
    if (
        found
        and _FORMER.search(clause.lead + clause.body[: max(4, times.end() if times else 0)])
        and not patterns.search(r"现在|如今|目前", own(clause))
        and found[0].act is Act.STATE
    ):
        for one in found:
            one.act, one.positive = Act.END, False
        return found
    if not found or found[0].slot not in (
        "age",
        "attribute.life",
        "marital_status",
        "residence",
        "dwelling",
        "employer",
        "occupation",
        "project",
        "attribute.work city",
    ):
        return found
    text = own(clause)
    dates = dates_zh.find(text, said_at=said_at)
    if (
        dates
        and dates[0][2].on > said_at.date()
        and patterns.search(r"要|将|准备|打算|计划|会(?!说)|下个?[月周]|明年|再过|马上|就(?!要?[是在])", text)
    ):
        for one in found:
            one.act, one.planned = Act.PLAN, dates[0][2]
    elif (
        found[0].slot != "age"
        and dates
        and dates[0][2].on <= said_at.date()
        and patterns.search(r"[了过]|刚", text)
    ):
        found[0].occurred = dates[0][2]
    return found


def addressed(said: str) -> str:
    """我 → 你; who asks for 你 speaks of the assistant."""
    said = patterns.sub(r"你(?=回答|回复|推荐|说|给|帮|叫|查|要|别|不要|记)", "", said)
    return said.replace("我们", "你们").replace("我", "你").replace("本人", "你").replace("你你", "你")


def standing_alone(content: str) -> str:
    """Without an "also" that speaks of what was said before it."""
    return _ALSO.sub("你", content)


def with_day(content: str, day: ResolvedDate, said_at: datetime) -> str:
    """Adds the day to a relative date, so that the sentence stays true next month."""
    if patterns.search(r"\d{4}年", content):
        return content
    spoken = {
        DatePrecision.DAY: f"{day.on.year}年{day.on.month}月{day.on.day}日",
        DatePrecision.MONTH: f"{day.on.year}年{day.on.month}月",
        DatePrecision.YEAR: f"{day.on.year}年",
    }[day.precision]
    return f"{content}（{spoken}）"


def extended(candidate: Candidate, end: int, text: Text, **changes: object) -> Candidate:
    content = changes.pop("content", candidate.content)
    return replace(
        candidate, end=end, quote=text.text[candidate.start : end], content=str(content), **changes  # type: ignore[arg-type]
    )  # fmt: skip


def own_script(text: str) -> dict[str, str]:
    """The simplified characters of what the person wrote in traditional ones, with those."""
    return {
        new: old
        for new, old in zip(simplify(text), text, strict=True)
        if new != old and "\u3400" <= old <= "\u9fff"
    }


def in_script(one: Candidate, script: dict[str, str]) -> Candidate:
    """The candidate in the traditional characters in which its words were written."""

    def written(said: str) -> str:
        return "".join(script.get(char, char) for char in said)

    return replace(
        one, content=written(one.content), value=written(one.value),
        subject=replace(one.subject, name=written(one.subject.name)), entities=tuple(written(name) for name in one.entities),
    )  # fmt: skip


def last_bare(group: Sequence[Clause], index: int) -> int:
    """The last of the clauses after ``index`` that are bare words of a list (我喜欢唱歌，健身，旅游); ``index`` if none is."""
    last = index
    for clause in group[index + 1 :]:
        states = clause.mood is Mood.STATEMENT and not clause.lead
        bare = states and (not clause.spoken or clause.who is Who.OTHER)
        if not (bare and patterns.fullmatch(r"[\u4e00-\u9fff]{2,4}", clause.text)) or patterns.search(
            r"[的了很太是不没真好也就都可你我他这那]", clause.text
        ):
            break
        last += 1
    return last


def distinct(found: list[Candidate]) -> list[Candidate]:
    """The candidates without those that say the same of the same one again, or less of it: the surname beside the name."""
    kept: dict[tuple[str, str, Subject], Candidate] = {}
    names = tuple(one.value for one in found if one.slot == "name")
    for candidate in found:
        if candidate.slot == "attribute.surname" and any(name.startswith(candidate.value) for name in names):
            continue
        kept.setdefault((candidate.slot, candidate.content, candidate.subject), candidate)
    return list(kept.values())
