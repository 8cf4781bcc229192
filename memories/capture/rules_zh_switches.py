"""One thing in the place of another: 喝茶不喝咖啡了, 从腾飞离职，去了宏图公司."""

from collections.abc import Sequence
from datetime import datetime

from memories.capture import rules_zh_changes
from memories.capture import rules_zh_patterns as patterns
from memories.capture import rules_zh_words as words
from memories.capture.rules_zh_clauses import Clause, Mood, Who
from memories.capture.rules_zh_found import Found, trim
from memories.capture.types import Act, Ends
from memories.kinds import MemoryType

_T = rf"(?:{words.TIME}|{words.ADVERB}|刚|终于|都|就|只|改)*+"
_VERBS = "喝|吃|抽|玩|弹|打|学|说|用|看|听|养"
_THING = r"(?:吉他|[^,，。我你他她了着过的不改]{1,8}?)"
_DRINK = (
    r"[^,，。我你他她了]{0,4}?(?:咖啡|奶茶|茶|啤酒|白酒|红酒|酒|可乐|汽水|饮料|白开水|水|豆浆|牛奶|果汁|酸奶)"
)
#: 喝茶不喝咖啡了, 喝茶而不是咖啡, 不喝咖啡改喝茶了; the two halves can stand in clauses of their own.
_NOT_BUT = (
    rf"(?:我)?{_T}(?P<verb>{_VERBS})(?P<new>{_THING})[,，]?(?:了)?[,，]?(?:而|并|可|但|我)*(?:已经|早就|再也|现在|都)*不(?:再|怎么)?(?P=verb)(?P<old>{_THING})(?:了)?",
    rf"(?:我)?{_T}(?P<verb>{_VERBS})(?:的是)?(?P<new>{_THING})[,，]?(?:而)?不是(?P=verb)?(?P<old>{_THING})(?:了)?",
    rf"(?:我)?{_T}不(?:再|怎么)?(?P<verb>{_VERBS})(?P<old>{_THING})(?:了)?[,，]?(?:而|我|现在|如今|只|改|都|就|开始|是|换成|改成)*(?P=verb)(?P<new>{_THING})(?:了)?",
    rf"(?:我)?{_T}(?P<old>{_THING})(?:我)?{_T}不(?:再)?(?P<verb>{_VERBS})(?:了|啦)[,，]?(?:而|我|现在|如今|只|改|都|就|开始|是|在|换成|改成)*(?P=verb)(?P<new>{_THING})(?:了)?",
    rf"(?:我)?{_T}(?:把|将)?(?P<old>{_THING})(?:戒掉|戒|换)(?:了)?[,，]?(?:现在|如今|只|改|都|就)*(?:成)?(?P<verb>喝|吃|抽)(?P<new>{_THING})(?:了)?",
    rf"(?:我)?{_T}(?:把|将)(?P<old>{_DRINK})换成了?(?P<new>{_DRINK})(?:了)?(?P<verb>)",
)
#: By verb: where its object is kept, and where it is said that it is no more.
_PLACES = {
    "喝": ("eats", "avoids"), "吃": ("eats", "avoids"), "抽": ("eats", "avoids"), "玩": ("plays", "plays"), "弹": ("plays", "plays"),
    "打": ("plays", "plays"), "学": ("learning", "learning"), "说": ("languages", "languages"), "用": ("possession", "possession"),
    "看": ("habit", "habit"), "听": ("habit", "habit"), "养": ("pet", "pet"),
}  # fmt: skip
_PLAIN = frozenset("喝吃抽玩弹打学")
_NO_THING = (
    r"^(?:了|完|下|到|起|饭|惯|够|饱|醉|出|得|过|着|一|什么|点|药)|[我你她这那吗呢]|(?<!吉)他|早饭|午饭|晚饭"
)
_DAY = r"今[天晚早]|这会儿|这[顿杯次]|明天|一会儿"

_ORG = r"(?P<{}>[^,，我你他她了]{{1,16}}?)"
_LEFT = (
    rf"{_T}(?:从){_ORG.format('o')}{_T}(?:离职|辞职|跳槽|离开|出来|走人)(?:了|啦)?",
    rf"{_T}(?:离开|辞掉|辞|离职)了?{_ORG.format('o')}(?:的工作)?(?:了|啦)?",
    rf"{_T}(?:已经)?不(?:再)?在{_ORG.format('o')}(?:上班|工作|干|做)?了",
    rf"{_T}(?:换|跳槽|辞职|离职|换工作|换单位|换公司)(?:了)?(?:工作|单位|公司)?(?:了)?(?P<o>(?<=.))",
)
_JOINED = (
    rf"{_T}(?:去|到|进|来)(?:了|到了)?{_ORG.format('n')}(?:上班|工作|任职|做事)?(?:了|啦)?",
    rf"{_T}(?:加入|入职|跳槽到|跳到|转到|跳去|换到|换去)了?{_ORG.format('n')}(?:上班|工作)?(?:了|啦)?",
    rf"{_T}在{_ORG.format('n')}(?:上班|工作|任职|做事|干)(?:了|啦)?",
    rf"{_T}(?:人)?在(?P<n>[^,，我你他她了]{{1,14}}(?:公司|集团|银行|医院|学校|大学|中学|小学|科技|工厂|研究院))(?:了|啦)?",
)
_NOT_A_FIRM = (
    r"^(?:国外|外地|老家|家|家里|学校读|这里|那里|哪|别处|外面)|旅游|旅行|读|玩|住$|家$|休息|什么|哪"
)


def switched(group: Sequence[Clause], index: int, *, said_at: datetime) -> tuple[list[Found], int] | None:
    """What takes the place of another in the clauses from ``index`` on, and what is no more; the last clause read."""
    if changed := rules_zh_changes.changed(group, index, said_at=said_at):
        return changed
    clause = group[index]
    following = group[index + 1] if index + 1 < len(group) else None
    if clause.mood is not Mood.STATEMENT or patterns.search(_DAY, clause.text):
        return None
    if following is not None and (
        not (following.mood is Mood.STATEMENT or following.text.startswith("加入了"))
        or patterns.search(_DAY, following.text)
    ):
        following = None
    if told := _of_tastes(clause, following):
        return told[0], index + told[1]
    if hopped := _hopped(clause):
        return hopped, index
    if following is not None and (moved := _of_work(clause, following)):
        return moved, index + 1
    return None


def _of_tastes(clause: Clause, following: Clause | None) -> tuple[list[Found], int] | None:
    if clause.who is not Who.SELF and not (clause.who is Who.NOBODY and clause.first):
        return None
    text = _bare(clause)
    texts = [(text, 0)]
    if following is not None and following.who in (Who.SELF, Who.NOBODY):
        texts.append((f"{text}，{_bare(following)}", 1))
    for said, more in reversed(texts):
        for pattern in _NOT_BUT:
            found = patterns.fullmatch(pattern, said)
            if found and (told := _instead(found["verb"] or "喝", trim(found["new"]), trim(found["old"]))):
                if more and following is not None:
                    for one in told:
                        one.quote = (clause.start, following.end)
                return told, more
    denied = patterns.sub(r"^[喝吃抽玩弹打学说用看听养]", "", clause.denied)
    stated = (
        patterns.fullmatch(rf"(?:我)?{_T}(?P<verb>{_VERBS})(?:的是)?(?P<new>{_THING})", text)
        if denied
        else None
    )
    told = _instead(stated["verb"], trim(stated["new"]), trim(denied)) if stated else None
    return (told, 0) if told else None


def _bare(clause: Clause) -> str:
    return patterns.sub(r"[啊呀哦呢吧哈啦嘛]+$", "", words.opened(clause.text))


def _instead(verb: str, new: str, old: str) -> list[Found] | None:
    if not new or not old or new == old or patterns.search(_NO_THING, new) or patterns.search(_NO_THING, old):
        return None
    slot, against = _PLACES[verb]
    if verb not in _PLAIN and slot == against and verb in "养用":
        return None  # an animal or a tool is no matter of taste
    kind = MemoryType.PREFERENCE if slot in ("eats", "habit") else MemoryType.FACT
    value, denied = (f"{verb}{new}", f"{verb}{old}") if slot == "habit" else (new, old)
    return [
        Found(slot, value, kind, said=f"{verb}{new}"),
        Found(
            against,
            denied,
            kind,
            said=f"不{verb}{old}",
            positive=False,
            act=Act.STATE if against == "avoids" else Act.END,
            ends=Ends.TASTE,
        ),
    ]


def _of_work(clause: Clause, following: Clause) -> list[Found] | None:
    if following.who not in (clause.who, Who.NOBODY):
        return None
    of_somebody = clause.who is Who.RELATED and (
        following.who is Who.NOBODY or following.subject.relation == clause.subject.relation
    )
    own = clause.who is Who.SELF or (
        clause.who is Who.NOBODY and clause.first and clause.text.startswith(("从", "离"))
    )
    if not (own or of_somebody):
        return None
    left, joined = _said(clause), _said(following)
    parting = next((one for one in (patterns.fullmatch(form, left) for form in _LEFT) if one), None)
    entry = next((one for one in (patterns.fullmatch(form, joined) for form in _JOINED) if one), None)
    new = trim(entry["n"]) if entry else ""
    if not parting or not new or patterns.search(_NOT_A_FIRM, new):
        return None
    kind = MemoryType.RELATIONSHIP if of_somebody else MemoryType.FACT
    said = f"{left}，{joined}"
    return [Found("employer", new, kind, said=said, entities=(new,), quote=(clause.start, following.end))]


def _hopped(clause: Clause) -> list[Found] | None:
    """我从腾飞跳槽到宏图了: both in one clause."""
    if clause.who not in (Who.SELF, Who.RELATED):
        return None
    found = patterns.fullmatch(
        rf"{_T}从{_ORG.format('o')}{_T}(?:跳槽|跳|转|离职后?去|辞职后?去|辞职|离职)(?:到|去|进)?了?{_ORG.format('n')}(?:上班|工作)?(?:了)?",
        _said(clause),
    )
    new = trim(found["n"]) if found else ""
    if not new or patterns.search(_NOT_A_FIRM, new):
        return None
    kind = MemoryType.RELATIONSHIP if clause.who is Who.RELATED else MemoryType.FACT
    return [Found("employer", new, kind, said=_said(clause), entities=(new,))]


def _said(clause: Clause) -> str:
    said = clause.lead + clause.body
    return patterns.sub(r"[啊呀哦呢吧哈啦嘛]+$", "", said)
