"""What a rule hands back, and the trimming of values that all rules share."""

from dataclasses import dataclass, field

from memories.capture import rules_zh_patterns as patterns
from memories.capture.rules_zh_clauses import Clause
from memories.capture.types import Act, Ends, ResolvedDate
from memories.kinds import MemoryType, SensitiveCategory
from memoryhub import patterns as re

_TAIL = re.compile(r"(?:[了啊呀哦呢吧哈啦嘛哟喔噢滴哒~!。]|而已|就是了|罢了|之类的?|什么的|等等|的时候)+$")


#: Words of degree before a verb of liking.
VERY = r"(?:很|挺|特别|特(?=爱|喜欢)|非常|超级?|蛮|比较|更加?|最|十分|相当|格外|尤其|太|极其|打心底里?|一向|都|也|还是|还|就|有点儿?|真心|确实|可(?=喜欢|讨厌|不喜欢|不爱|爱[吃喝看听玩]))"


@dataclass(slots=True)
class Found:
    """A statement that a rule sees in a clause. ``said`` is the predicate of the memory's content; None: the clause's own."""

    slot: str
    value: str
    type: MemoryType = MemoryType.FACT
    said: str | None = None
    positive: bool = True
    lasting: bool = True
    tentative: bool = False
    act: Act = Act.STATE
    safety: bool = False
    category: SensitiveCategory = SensitiveCategory.NONE
    occurred: ResolvedDate | None = None
    planned: ResolvedDate | None = None
    entities: tuple[str, ...] = field(default=())
    whole: bool = False  # ``said`` is the whole content, without the subject before it
    quote: tuple[int, int] | None = None
    ends: Ends | None = None


def trim(value: str) -> str:
    """A value without particles, quotation marks and blanks at its edges."""
    value = value.strip(" \t'\"“”‘’「」,、")
    shorter = _TAIL.sub("", value)
    return (shorter or value).strip(" \t'\"“”‘’「」,、")


_PARTS = re.compile(
    r"、|以及|(?<=[\u4e00-\u9fff])/(?=[\u4e00-\u9fff])|(?<=[\u4e00-\u9fff]{2})(?:和|跟|与|还有)(?=[\u4e00-\u9fff])"
)


def parts(value: str) -> list[str]:
    """The members of an enumeration (绘画、弹钢琴和品茶); a value that is none comes back alone."""
    if patterns.match(r"(?:和|跟|与|同|给|为|在|把|陪|带)", value) or patterns.search(
        r"(?:之间|一起|结合|搭配)", value
    ):
        return [value]
    pieces = [trim(piece) for piece in _PARTS.split(value)]
    pieces = [piece for piece in pieces if piece]
    if pieces and (rest := re.match(r"(.{2,})等.{1,6}$", pieces[-1])):
        pieces[-1] = rest[1]
    if len(pieces) > 1 and "的" in pieces[-1] and len(pieces[0]) <= 3 and "的" not in pieces[0]:
        return [value]  # 晴朗、温暖的天气: two qualities of one thing
    if len(pieces) < 2 or any(len(piece) > 10 for piece in pieces):
        return [value]
    return pieces


def own(clause: Clause) -> str:
    """The clause's own predicate with what stood before its subject."""
    return clause.lead + clause.body


def no_particle(said: str) -> str:
    """``said`` without a modal particle at its end; 了 stays, for it tells that something changed."""
    return patterns.sub(r"[啊呀哦呢吧哈啦嘛哟~\s]+$", "", said)
