"""Corrections that name a value alone: 打错了，是林晓北; 我是说东莞，不是深圳; 不叫小田，叫小天."""

from collections.abc import Sequence
from dataclasses import replace

from memories.capture import rules_zh_patterns as patterns
from memories.capture import rules_zh_words as words
from memories.capture.rules_zh_clauses import Clause, Mood
from memories.capture.rules_zh_found import Found, no_particle, trim
from memories.capture.rules_zh_home import known_place
from memories.capture.rules_zh_self import full_name
from memories.capture.types import Act
from memories.kinds import MemoryType
from memoryhub import patterns as re

_RIGHT = (
    r"(?:应该|其实|我|[它他她](?:的名字)?)?(?:是想说|是说|是指|说的是|想说的是|想说|要说的是|指的是|是|叫)(?P<v>[^,，]{1,16}?)"
    r"(?:才对|(?:而)?不是(?P<f>[^,，]{1,16}))?$"
)


#: 我说的是王刚, with or without a word in front that something was wrong.
_SAID = r"(?:刚才|刚刚)?我(?:刚才|刚刚|明明|其实)*(?:说的|想说的|要说的|指的|说的名字)(?:明明|其实)?是(?P<v>[^,，我你他她它这那]{1,10})"
#: 我是说王刚: of a name or a place, for whoever is 说唱歌手 says the same.
_MEANT = r"我(?:刚才|刚刚)?是(?:想)?说(?P<v>[^,，我你他她它这那]{2,6})"
_OPENS = r"(?:不|没有|哦|哎呀?|呃|等等|不是|嗯|啊)+"
_NO_VALUE = (
    r"真的|假的|实话|真话|气话|反话|玩笑|笑话|对的|认真|正经|谎|事实|道理|废话|大实话|心里话|中文|英文|普通话|方言|意思|问题|"
    r"算了|没事|可以|应该|需要|觉得|什么|怎么|谁|哪|如果|因为|吧$|吗$|呢$|啊$"
)

#: 还是锦江宾馆吧，红旗饭店没位了: one name in the place of another.
_RATHER = (
    r"(?:那|不|算了|我们|咱们?|就|最后)*(?:还是|改[选订坐用去住]?成?|换[成回]?)(?:选|去|用|订|住|坐|要)?"
    r"(?P<v>[^,，我你他她它这那]{2,12}?)(?:吧|好了|了|算了)*"
)
_NO_MORE = (
    r"(?:就|那|也|我们|咱们)*(?:不[要选去用订住坐]|不考虑|别[选去订要]|放弃|取消|退了)(?P<f>[^,，我你他她它这那]{2,12}?)(?:了|吧)*",
    r"(?P<f>[^,，我你他她它这那]{2,12}?)(?:那边|已经|都)*(?:没(?:有)?(?:位子?|房间?|票|货|空)|(?:订|约)?满|太[贵远吵小]|不行|不去|不要|不选|关门|取消|订不到|约不上)了?(?:吧)?",
)


#: 小程序还没上架呢, after 不对: a thing of the person's that the assistant has just spoken of, and how it stands.
_STANDS = re.compile(
    r"(?P<n>[\u4e00-\u9fffA-Za-z]{2,10}?)(?:其实|现在|目前|明明)*(?P<s>(?:还|根本|并)?(?:没有?|未)(?!什么).{1,12}|(?:才|只|早就|已经).{2,12})"
)


def _claim(clause: Clause, group: Sequence[Clause], said_before: str) -> Found | None:
    """How a thing of the person's stands against what the assistant has just said of it: 不对，小程序还没上架."""
    found = _STANDS.fullmatch(no_particle(clause.text)) if clause.corrects else None
    if not found or clause.mood is not Mood.STATEMENT or patterns.search(r"[我你您他她它这那]", clause.text):
        return None
    thing = patterns.sub(r"(?:其实|现在|目前|明明)+$", "", found["n"])
    if not patterns.search(rf"[你您]们?家?的?(?:公司的?)?{thing}", said_before):
        return None
    after = [
        no_particle(one.text) for one in group if one.start > clause.start and one.mood is Mood.STATEMENT
    ]
    ours = "你们的" if patterns.search(rf"[你您]们的?(?:公司的?)?{thing}", said_before) else "你的"
    said = "，".join([f"{ours}{no_particle(clause.text)}", *after])
    return Found("", thing, MemoryType.FACT, said=said, whole=True)


def bare(clause: Clause, group: Sequence[Clause], said_before: str) -> tuple[Found, str] | None:
    """The right value, and the wrong one where it is named; what it stands in is found among the memories."""
    if instead := _instead(clause, group):
        return instead
    if right := _claim(clause, group, said_before):
        clause.corrects = False  # nothing that is remembered was wrong
        return right, ""
    if clause.mood is Mood.TALK or not clause.corrects:
        return _said(clause, group)
    if clause.mood is not Mood.STATEMENT:
        return None
    found = patterns.match(_RIGHT, clause.text)
    if not found:  # 更正：1981年
        number = patterns.fullmatch(r"(?P<v>\d[\d.:/-]*)(?:年|岁|号|日|点|楼|块|元)?", clause.text)
        return (_of(number["v"], clause), clause.denied) if number else None
    value, former = trim(found["v"]), found["f"] or clause.denied
    if patterns.match(r"我是(?![想说指])", clause.text) and not (full_name(value) or former):
        return None
    return _of(value, clause), former


def _instead(clause: Clause, group: Sequence[Clause]) -> tuple[Found, str] | None:
    """The name that is chosen in the place of the one which the clause beside it gives up."""
    if clause.mood not in (Mood.TALK, Mood.STATEMENT) or not (
        named := patterns.fullmatch(_RATHER, clause.text)
    ):
        return None
    at = next(index for index, one in enumerate(group) if one is clause)
    for beside in (*group[at + 1 : at + 2], *group[max(0, at - 1) : at]):
        for pattern in _NO_MORE:
            if given_up := patterns.fullmatch(pattern, beside.text):
                return replace(_of(trim(named["v"]), clause), slot="decision"), given_up["f"]
    return None


def _said(clause: Clause, group: Sequence[Clause]) -> tuple[Found, str] | None:
    """我说的是王刚: a sentence that says no more than what was meant."""
    if any(one is not clause and not patterns.fullmatch(_OPENS, one.text) for one in group):
        return None
    if clause.mood not in (Mood.TALK, Mood.STATEMENT):
        return None
    found, meant = patterns.fullmatch(_SAID, clause.text), patterns.fullmatch(_MEANT, clause.text)
    if meant and not (full_name(meant["v"]) or known_place(meant["v"])):
        return None
    value = (found or meant or {"v": ""})["v"]
    if not value or patterns.search(_NO_VALUE, value) or patterns.fullmatch(words.REL, value):
        return None
    return _of(trim(value), clause), clause.denied


def _of(value: str, clause: Clause) -> Found:
    return Found(
        "",
        value,
        said=clause.text,
        whole=True,
        act=Act.CORRECT,
        entities=(value,) if full_name(value) else (),
    )
