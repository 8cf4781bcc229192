"""Which way a question goes from one to the next: "Where is my wife's employer based?", 我老婆的公司在哪个城市. Pure.

A question of one step is answered by the memory that says it; here are those that lean on one answer for the next.
"""

# ruff: noqa: E501

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from memories.graph.types import (
    COMES_FROM,
    LED_BY,
    LIVES_IN,
    LOCATED_IN,
    PART_OF,
    SPOUSE,
    STUDIES_AT,
    WORKS_AT,
    WORKS_IN,
)  # fmt: skip
from memories.recall.relation_words import RELATION_WORDS_EN, RELATION_WORDS_ZH, with_kin
from memories.recall.tokens import has_chinese, simplified
from memoryhub import patterns as re

Step = frozenset[str]
Way = tuple[Step, ...]

#: Walked against its direction, a predicate has this before it: the company that Jo leads.
AGAINST = "~"
_WORK, _STUDY, _PLACE = frozenset({WORKS_AT}), frozenset({STUDIES_AT}), frozenset({LOCATED_IN})
_SPOUSES = frozenset({"wife", "husband", "partner"})
_LONGEST = 240


@dataclass(frozen=True, slots=True)
class Asked:
    """Where a question begins, and the ways that answer it, the better first.

    It begins with somebody of a relation to the person, with one who is named (``name``), or with the person.
    """

    relation: str = ""
    name: str = ""
    ways: tuple[Way, ...] = ()


_REL_EN = "|".join(sorted(map(re.escape, RELATION_WORDS_EN), key=len, reverse=True))
_REL_ZH = "|".join(sorted(map(re.escape, RELATION_WORDS_ZH), key=len, reverse=True))
_KIN_CHAIN = rf"(?P<chain>(?:'s (?:(?:older|younger|elder|little|big|new) )?(?:{_REL_EN})\b)*)"
_OF_MINE = re.compile(
    rf"\b(?:my|our) (?:(?:older|younger|elder|little|big|best|new) )?(?P<rel>{_REL_EN})\b(?!-){_KIN_CHAIN}"
)
_KIN_OF = re.compile(rf"\b(?:the )?(?P<rel>{_REL_EN}) of\W*$")
_SELF_WORK = re.compile(
    r"\b(?:my|our) (?:current )?(?:company|employer|firm|workplace|office|school|university|college)\b|\bi (?:work|study|am employed)\b"
)
_WORK_NOUN = r"\b(?:employer|company|firm|workplace|organi[sz]ation|office|business|headquarters|employs)\b"
_WORKS = re.compile(rf"{_WORK_NOUN}|\b(?:works?|working|employed)\b")
_WORK_NAMED = re.compile(_WORK_NOUN)
_STUDIES = re.compile(r"\b(?:school|university|college|nursery|kindergarten|stud(?:y|ies|ying)|attends?)\b")
_STUDY_NAMED = re.compile(r"\b(?:school|university|college|nursery|kindergarten)\b")
_WHERE = re.compile(
    r"\b(?:where|city|town|country|state|region|province|county|district|location|located|based|headquarter(?:s|ed)|address|place)\b"
)
_KIND_OF_PLACE = re.compile(
    r"\b(?:city|town|country|state|region|province|county|district|location|located|based|headquarter(?:s|ed)|address)\b"
)
_WIDE = re.compile(r"\b(?:country|state|region|province|county)\b|哪个?国|什么国家|哪个?省|哪个州")
_LIVES = re.compile(r"\b(?:lives?|living|reside|home)\b")
_FROM = re.compile(r"\b(?:from|born|home ?town|grow up|grew up)\b")
_LED = re.compile(
    r"\b(?:who (?:runs|leads|owns|founded|heads|is in charge of)|(?:ceo|boss|head|owner|founder|director|principal|head ?teacher) of\b|(?:company|firm|employer|school|university|college)'s (?:ceo|boss|head(?! ?office|quarter)|owner|founder|director|principal|head ?teacher))\b"
)
_OWNED = re.compile(r"\b(?:parent company|belongs? to|owned by|part of|group)\b")
_WHO = re.compile(r"\b(?:who|whose name|what is the name|what's the name|name of|called|name)\b")

_OF_MINE_ZH = re.compile(rf"我们?(?:的|家的?)?(?P<rel>{_REL_ZH})(?P<chain>(?:的?(?:{_REL_ZH}))*)")
_SELF_ZH = re.compile(
    r"我们?(?:的|现在的|目前的)?(?:公司|单位|学校|雇主)|我(?:现在|目前)?(?:上班|工作|任职|上学|读书|就读)的"
)
_WORKS_ZH = re.compile(r"公司|单位|雇主|东家|上班|工作|任职|就职")
_WORK_NAMED_ZH = re.compile(r"公司|单位|雇主|东家|总部|(?:上班|工作|任职|就职)的")
_STUDIES_ZH = re.compile(r"学校|幼儿园|大学|中学|小学|上学|读书|念书|就读")
_STUDY_NAMED_ZH = re.compile(r"学校|幼儿园|大学|中学|小学|(?:上学|读书|念书|就读)的")
_WHERE_ZH = re.compile(
    r"哪里|哪儿|在哪|哪个?(?:城市|国家?|省|市|区|县|镇|州|地方)|什么(?:城市|国家|地方)|地址|位置|所在地|何处|哪座城"
)
_KIND_OF_PLACE_ZH = re.compile(
    r"哪个?(?:城市|国家?|省|市|区|县|镇|州)|什么(?:城市|国家)|哪座城|地址|位置|所在地|总部"
)
_LIVES_ZH = re.compile(r"住|居住|定居")
_FROM_ZH = re.compile(
    r"哪里人|哪儿人|哪国人|什么地方人|哪个?(?:城市|地方|省|国家)(?:的)?人|老家|籍贯|来自|出生|家乡|长大"
)
_LED_ZH = re.compile(
    r"(?:公司|单位|学校|大学|中学|小学|幼儿园)的?(?:老板|CEO|ceo|总裁|校长|院长|园长|创始人|负责人|董事长|总经理|店长)|谁(?:创办|创立|开的|负责)"
)
_OWNED_ZH = re.compile(r"母公司|属于|隶属|旗下|哪个集团")
_WHO_ZH = re.compile(r"谁|叫什么|名字|哪位|什么名")


#: What leads from one to the next, and what asks for one.
_LEADS = (_WORKS, _STUDIES, _WIDE, re.compile(rf"\b(?:{_REL_EN})\b"))
_LEADS_ZH = (_WORKS_ZH, _STUDIES_ZH, _WIDE, re.compile(_REL_ZH))
_ASKS = re.compile(rf"{_WHERE.pattern}|{_WHO.pattern}|\b(?:which|what)\b|[哪谁]|什么|地址|位置|名字")


def may_lead_on(text: str) -> bool:
    """Whether a question can have two steps at all, whoever it names: the names of the graph are worth a look."""
    plain = _plain(text)
    if len(plain) > _LONGEST:
        return False
    leads = _LEADS_ZH if has_chinese(plain) else _LEADS
    return any(mark.search(plain) for mark in leads) and _ASKS.search(plain) is not None


def read(text: str, *, names: Sequence[str] = ()) -> Asked | None:
    """Where the question begins and how it goes on, or None where it has one step; ``names``: those the graph knows."""
    plain = _plain(text)
    if len(plain) > _LONGEST:
        return None
    reader = _chinese if has_chinese(plain) else _english
    return next((asked for asked in reader(plain, names) if asked.ways), None)


def _plain(text: str) -> str:
    return " ".join(simplified(text).lower().replace("’", "'").split())


def _english(plain: str, names: Sequence[str]) -> Iterable[Asked]:
    begun = _begin(plain, names, _OF_MINE, _KIN_CHAIN)
    if begun is not None:
        relation, name, chain, rest = begun
        kin = [RELATION_WORDS_EN[word] for word in re.findall(rf"'s (?:\w+ )?({_REL_EN})\b", chain)]
        if before := _KIN_OF.search(plain[: rest[0]]):
            kin.append(RELATION_WORDS_EN[before["rel"]])
        rest_text = f"{plain[: rest[0]]} {plain[rest[1] :]}"
    elif _SELF_WORK.search(plain):
        relation, name, kin, rest_text = "", "", [], plain
    else:
        return
    middle: list[Step] = [_kin(key) for key in kin]
    works, studies = _WORKS.search(rest_text), _STUDIES.search(rest_text)
    where = _WHERE.search(rest_text)
    named = (_STUDY_NAMED if studies else _WORK_NAMED).search(rest_text) or _KIND_OF_PLACE.search(rest_text)
    yield from _ways(
        relation, name, middle,
        organisation=_STUDY if studies else _WORK if works else None,
        where=bool(where), named=bool(named), wide=bool(_WIDE.search(rest_text)),
        lives=bool(_LIVES.search(rest_text)), comes=bool(_FROM.search(rest_text)),
        led=bool(_LED.search(rest_text) or _LED.search(plain)), owned=bool(_OWNED.search(rest_text)), who=bool(_WHO.search(rest_text)),
    )  # fmt: skip


def _chinese(plain: str, names: Sequence[str]) -> Iterable[Asked]:
    begun = _begin(plain, names, _OF_MINE_ZH, rf"(?P<chain>(?:的?(?:{_REL_ZH}))*)")
    if begun is not None:
        relation, name, chain, rest = begun
        kin = [RELATION_WORDS_ZH[word] for word in re.findall(_REL_ZH, chain)]
        rest_text = plain[: rest[0]] + "我" + plain[rest[1] :]
    elif _SELF_ZH.search(plain):
        relation, name, kin, rest_text = "", "", [], plain
    else:
        return
    works, studies = _WORKS_ZH.search(rest_text), _STUDIES_ZH.search(rest_text)
    named = (_STUDY_NAMED_ZH if studies else _WORK_NAMED_ZH).search(rest_text) or _KIND_OF_PLACE_ZH.search(
        rest_text
    )
    yield from _ways(
        relation, name, [_kin(key) for key in kin],
        organisation=_STUDY if studies else _WORK if works else None,
        where=bool(_WHERE_ZH.search(rest_text)), named=bool(named), wide=bool(_WIDE.search(rest_text)),
        lives=bool(_LIVES_ZH.search(rest_text)), comes=bool(_FROM_ZH.search(rest_text)),
        led=bool(_LED_ZH.search(rest_text)), owned=bool(_OWNED_ZH.search(rest_text)), who=bool(_WHO_ZH.search(rest_text)),
    )  # fmt: skip


def _begin(
    plain: str, names: Sequence[str], of_mine: re.Pattern[str], chain: str
) -> tuple[str, str, str, tuple[int, int]] | None:
    """Relation or name that the question begins with, the relatives of that one, and where that stands."""
    if match := of_mine.search(plain):
        words = RELATION_WORDS_ZH if of_mine is _OF_MINE_ZH else RELATION_WORDS_EN
        return words[match["rel"]], "", match["chain"], match.span()
    for name in sorted(names, key=len, reverse=True):
        edge = "" if has_chinese(name) else r"\b"
        if match := re.search(rf"{edge}{re.escape(name.lower())}{edge}{chain}", plain):
            return "", name, match["chain"], match.span()
    return None


def _ways(
    relation: str,
    name: str,
    middle: list[Step],
    *,
    organisation: Step | None,
    where: bool,
    named: bool,
    wide: bool,
    lives: bool,
    comes: bool,
    led: bool,
    owned: bool,
    who: bool,
) -> Iterable[Asked]:
    """The ways that the marks of a question allow, if they have two steps or begin with a relative's relative."""
    ways: list[list[Step]] = []
    if organisation is not None and led:
        ways = [[*middle, organisation, frozenset({LED_BY, "boss", "manager"})]]
    elif organisation is not None and owned:
        ways = [[*middle, organisation, frozenset({PART_OF})]]
    elif comes or lives:
        place = frozenset({COMES_FROM}) if comes else frozenset({LIVES_IN})
        ways = [[*middle, place, _PLACE], [*middle, place]] if wide else [[*middle, place]]
    elif organisation is not None and where and named:
        ways = [[*middle, organisation, _PLACE]]
        if wide:
            ways = [[*middle, organisation, _PLACE, _PLACE], [*middle, frozenset({WORKS_IN}), _PLACE], *ways]
        if organisation == _WORK:
            ways.append([*middle, frozenset({WORKS_IN})])
    elif organisation is not None:
        ways = [[*middle, organisation]]
    elif who and middle:
        ways = [middle]
    if middle or any(len(way) > 1 for way in ways):
        yield Asked(relation=relation, name=name, ways=tuple(map(tuple, ways)))


def _kin(key: str) -> Step:
    """The predicates that a word for a relative stands for, and marriage, which goes both ways."""
    keys = with_kin(frozenset({key}))
    if keys & _SPOUSES:
        keys |= {SPOUSE, AGAINST + SPOUSE}
    return keys
