"""What was told and is otherwise now, said without naming it again or with what takes its place.

改到19号了, 里斯本不去了, 嘉年华卖了换了辆沃尔沃, 不是对核桃过敏，是榛子.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from memories.capture import dates_zh, value_keys
from memories.capture import rules_zh_patterns as patterns
from memories.capture import rules_zh_words as words
from memories.capture.rules_zh_clauses import Clause, Mood
from memories.capture.rules_zh_found import Found, trim
from memories.capture.types import Act, Ends
from memories.kinds import MemoryType

_OPEN = (
    r"(?:其实|对了|哦|哎呀?|唉|不对|不是的|错了|(?:医生)?(?:查|检查|弄|搞)(?:清楚|明白|出来)?了?|原来|(?:大|好|坏)?消息|更新一下|跟你说|告诉你|最近|刚刚?|终于|"
    r"现在|后来|今天|昨天|上周|这周|[,，])*+"
)
_T = rf"(?:{words.TIME}|{words.ADVERB}|刚|终于|临时|都|就|又|已经|被|全)*+"
_NUT = r"[^,，。我你他她它过敏是对不]{1,8}"
#: 不是对核桃过敏，是榛子: the thing that is right and the one that was wrong.
_ALLERGY = (
    rf"{_OPEN}(?:我)?(?:其实|并)?不是对(?P<old>{_NUT})过敏[,，](?:而|其实|应该)*是(?:对)?(?P<new>{_NUT})(?:过敏)?(?:才对|的)?",
    rf"{_OPEN}(?:我)?(?:其实|真正)?(?:对)?过敏的(?:其实|应该)?是(?P<new>{_NUT})[,，](?:而|并)?不是(?P<old>{_NUT})",
    rf"{_OPEN}(?:我)?(?:其实|真正)?过敏的(?:其实)?不是(?P<old>{_NUT})[,，](?:而|其实)*是(?P<new>{_NUT})",
    rf"{_OPEN}我(?:其实|应该)?(?:是)?对(?P<new>{_NUT})过敏[,，](?:而|并)?不是(?:对)?(?P<old>{_NUT})(?:过敏)?",
    rf"{_OPEN}不是(?P<old>{_NUT})[,，](?:其实|而)?我?(?:其实)?(?:是)?对(?P<new>{_NUT})过敏",
)
_NO_SUBSTANCE = r"真的|假的|这样|那样|吃的?|喝的?|自己|别人|心理|因为|错觉|误会|紧张|什么|怎么|谣|传|人$"

_CHANGE = (
    r"(?:改|挪|推迟|延期|延|提前|调|换|移|改期|顺延|推)(?:到|至|成|在)了?(?P<d>[^,，]{2,14}?)(?:了|去了)?"
)
_WHICH = r"(?:时间|日子|预约|约|那个|这个|它)?"
#: 牙医打电话来，改到19号了.
_CALLED = (
    rf"{_OPEN}(?P<what>[^,，我你]{{1,10}}?)(?:那边|诊所|医院)?{_T}(?:打(?:了)?(?:个)?电话(?:过来|来)?|来(?:了)?(?:个)?电话?|来电|发(?:了)?(?:条)?(?:短信|消息|微信|邮件)(?:过来|来)?|通知我?|联系我)(?:说|了|我)*"
    rf"[,，：:]?(?:把)?{_WHICH}{_T}(?:得|要|给我)*{_CHANGE}"
)
_IT_MOVED = rf"{_OPEN}{_WHICH}{_T}(?:得|要)*{_CHANGE}"
_OFF = r"(?:不去了|去不了了?|去不成了?|不去成了|取消了?|泡汤了?|黄了|作罢了?|不办了|不开了|吹了|没戏了)"
_WHAT = r"(?P<what>[^,，我你他她]{2,12}?)"
#: 里斯本不去了, 里斯本的行程取消了, 我们不去里斯本了.
_CALLED_OFF = (
    rf"{_OPEN}(?:我们?)?(?:把)?(?:去)?{_WHAT}(?:我们?)?{_T}(?:给)?{_OFF}",
    rf"{_OPEN}(?:我们?)?{_T}(?:不去|去不了|去不成|取消了?)(?:去)?{_WHAT}了?",
)
_IN_ITS_PLACE = r"(?:那|就|还是|干脆|不如|直接|我们?|咱们?)*(?:还是|就|改|换(?:成|到|去|一?[个家]))"
_NO_EVENT = r"什么|订阅|会员|关注|订单|外卖|账号|收藏|以前|之前|^(?:我们?|都|也|还|就|又|再|先)$"

_ONE = r"(?:一)?(?P<m>[辆台部架个把只艘])?(?:新|二手)?"
#: 嘉年华卖了，换了辆沃尔沃V60; 手机换成华为Mate60了.
_REPLACED = (
    rf"{_OPEN}(?:我们?)?(?:把)?(?:我们?的?|我?那[辆台部个架把]|旧|老)*(?P<old>[^,，我你他她]{{1,10}}?){_T}(?:给)?(?:卖|卖掉|处理|处理掉|转手|报废|出掉|送人)了[,，](?:我们?)?{_T}(?:另外|重新)?"
    rf"(?:换成?|买|提|入手?|开|骑|用)(?:了|的是|上)*{_ONE}(?P<new>[^,，我你他她]{{1,16}}?)(?:了)?",
    rf"{_OPEN}(?:我们?)?(?:把)?(?:我们?的?|旧|老)*(?P<noun>手机|车子?|电脑|笔记本|平板|相机|耳机|手表|自行车|电动车|摩托车?|吉他|钢琴){_T}换(?:成|了)+{_ONE}(?P<new>[^,，我你他她]{{1,16}}?)(?:了)?",
)
_NO_THING = r"^(?:新|别|其他|一)的?$|^(?:地方|位置|主意|号|密码|屏幕?|电池|人|手)|什么|新的$"
_NOTICE = rf"{_OPEN}(?:我)?{_T}(?:提|递|交)(?:了|上去了?)?(?:离职|辞职|辞呈|辞职信|离职申请|辞职申请|辞职报告)(?:了|报告|申请)*"
#: …，3月1号去蚂蚁上班.
_JOINS = (
    rf"(?:我)?(?P<d>(?:{words.TIME})*)(?:就|会|要|将|正式|开始|准备)*(?:去|到|进)(?P<org>[^,，我你他她]{{2,12}}?)(?:上班|入职|报到|工作|任职|当.{{1,8}}|做.{{1,8}})(?:了)?",
    rf"(?:我)?(?P<d>(?:{words.TIME})*)(?:就|会|要|将|正式|开始|准备)*(?:入职|加入)(?P<org>[^,，我你他她]{{2,12}}?)(?:了)?",
)
_LONGEST = 30  # characters of what tells a change
_TELLS = (Mood.STATEMENT, Mood.TALK)


def changed(group: Sequence[Clause], index: int, *, said_at: datetime) -> tuple[list[Found], int] | None:
    """What the clauses from ``index`` on change, and the last clause that tells it."""
    first = group[index]
    if first.mood not in _TELLS:
        return None
    for more in (1, 0):
        if index + more >= len(group) or group[index + more].mood not in _TELLS:
            continue
        said = "，".join(_bare(one) for one in group[index : index + more + 1])
        if denied := group[index + more].denied:
            said = f"{said}，不是{denied}"  # which was cut off
        if len(said) > _LONGEST:
            continue
        span = (first.start, group[index + more].end)
        found = (
            _allergy(said)
            or _moved(said, said_at)
            or _replaced(said)
            or (_notice(said, said_at) if more else None)
        )
        if found is None and not more:
            found = _off(said)
            beside = index + 1 < len(group)
            if found and beside and patterns.match(_IN_ITS_PLACE, group[index + 1].text):
                return None  # 不去望江宾馆了，还是松林饭店吧: a choice
        if found:
            for one in found:
                one.quote = span
            return found, index + more
    return None


def _bare(clause: Clause) -> str:
    return patterns.sub(r"[啊呀哦呢吧哈啦嘛\s]+$", "", words.opened(clause.text))


def _allergy(said: str) -> list[Found] | None:
    found = next((one for form in _ALLERGY if (one := patterns.fullmatch(form, said))), None)
    new, old = (trim(found["new"]), trim(found["old"])) if found else ("", "")
    if not new or not old or any(patterns.search(_NO_SUBSTANCE, one) for one in (new, old)):
        return None
    return [
        Found("allergy", old, act=Act.CORRECT, positive=False, said=f"我对{old}不过敏", whole=True),
        Found("allergy", new, safety=True, said=f"我对{new}过敏", whole=True),
    ]


def _moved(said: str, said_at: datetime) -> list[Found] | None:
    found = patterns.fullmatch(_CALLED, said) or patterns.fullmatch(_IT_MOVED, said)
    dates = dates_zh.find(found["d"], said_at=said_at) if found else []
    if not found or not dates or patterns.search(r"吗|什么", said):
        return None
    what = trim(found.groupdict().get("what") or "")
    return [
        Found(
            "event" if what else "",
            what,
            MemoryType.EVENT,
            said=said,
            whole=True,
            occurred=dates[0][2],
            ends=Ends.DATE,
        )
    ]


def _off(said: str) -> list[Found] | None:
    found = next((one for form in _CALLED_OFF if (one := patterns.fullmatch(form, said))), None)
    what = trim(found["what"]) if found else ""
    if not what or patterns.search(_NO_EVENT, what):
        return None
    return [
        Found("", what, MemoryType.EVENT, said=said, whole=True, act=Act.END, positive=False, ends=Ends.EVENT)
    ]


def _replaced(said: str) -> list[Found] | None:
    found = next((one for form in _REPLACED if (one := patterns.fullmatch(form, said))), None)
    if found is None:
        return None
    groups = found.groupdict()
    noun, new, measure = groups.get("noun") or "", trim(groups["new"]), groups["m"] or ""
    old = trim(groups.get("old") or noun)
    if (
        not new
        or not old
        or patterns.search(_NO_THING, new)
        or patterns.search(r"[吗么什谁这那]|票$|人$", old)
    ):
        return None
    told = f"我的{noun}是{new}" if noun else f"我有一{measure or '个'}{new}"
    slot = f"attribute.{value_keys.noun_key(noun)}" if noun else "possession"
    gone = Found("possession", old, act=Act.END, positive=False, said=f"我的{old}已经不用了" if noun else f"我的{old}已经卖掉了", whole=True, ends=Ends.THING)  # fmt: skip
    return [gone, Found(slot, new, said=told, whole=True)]


def _notice(said: str, said_at: datetime) -> list[Found] | None:
    left, _comma, joins = said.rpartition("，")
    found = next((one for form in _JOINS if (one := patterns.fullmatch(form, joins))), None)
    if not patterns.fullmatch(_NOTICE, left) or found is None:
        return None
    org = trim(found["org"])
    if not org or patterns.search(r"[那这哪什]|外地|老家|国外", org):
        return None
    dates = dates_zh.find(found["d"], said_at=said_at) if found["d"] else []
    day = dates[0][2] if dates else None
    plan = Found("employer", org, act=Act.PLAN, said=f"我{re.sub('^我', '', joins)}", whole=True, planned=day, occurred=day, entities=(org,))  # fmt: skip
    notice = Found("employer", "", act=Act.END, positive=False, said="我提了离职", whole=True, ends=Ends.JOB)
    return [notice, plan if day else replace(plan, occurred=None)]
