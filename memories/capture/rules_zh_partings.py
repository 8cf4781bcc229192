"""What is over: a job, a bond, a life, a thing that was owned, a taste: 被裁了, 分手了, 猫走了, 车卖了, 戒烟了."""

from dataclasses import replace
from datetime import datetime, timedelta

from memories.capture import dates_zh, rules_zh_turned, timed
from memories.capture import rules_zh_patterns as patterns
from memories.capture import rules_zh_words as words
from memories.capture.ended import PARTNERS, may_be_gone
from memories.capture.rules_zh_clauses import Clause, Mood, Who
from memories.capture.rules_zh_found import Found, trim
from memories.capture.rules_zh_self import named
from memories.capture.types import SELF, Act, Ends, Subject
from memories.capture.value_keys_dictionary import dictionary
from memories.kinds import EntityKind, MemoryType

#: Taken whole or not at all: its words overlap, and giving them back one by one would take for ever.
_T = rf"(?:{words.TIME}|{words.ADVERB}|刚|终于|正式|突然|不幸|都|就|给|和平|决定)*+"
_N = words.NUMBER
_END = r"(?:了|啦|掉了|的)?(?:[啊呀呢吧]|好久|很久)*"
_ORG = r"(?P<o>[^,，我你他她]{1,14}?)"
_NAME = r"(?P<name>[\u4e00-\u9fff]{1,4}?|[A-Za-z][A-Za-z'-]*)"
_SINCE = (
    rf"(?:(?:有|快|都|已经)*(?:{_N}|半|好几|几)(?:年|个月|天|周|个星期)(?:多|半)?(?:了)?|好几年了?|很久了?)?"
)

_JOB = (
    rf"(?:我)?{_T}被(?:公司|单位|老板|厂里|{_ORG})?{_T}(?:裁员|裁掉|裁|炒鱿鱼|炒|开除|辞退|解雇|优化|劝退|辞)(?:了)(?:{_SINCE})",
    rf"(?:我)?{_T}(?:从{_ORG})?{_T}(?:离职|辞职|裸辞|丢了工作|没了工作|没工作){_END}{_SINCE}",
    rf"(?:我)?{_T}(?:把)?(?:之前的|原来的|那份|这份)?(?:工作|活儿?)(?:给)?{_T}(?:辞|丢|没|弄丢)(?:掉)?了",
    rf"(?:我)?{_T}辞(?:掉)?了(?:{_ORG}的)?(?:之前的|原来的|那份|这份)?(?:工作|职务?|职位)",
    rf"(?:公司|单位|老板|领导|厂里|他们|{_ORG}){_T}把我{_T}(?:给)?(?:开除|开|裁员|裁掉|裁|辞退|炒鱿鱼|炒|解雇|优化|劝退)(?:掉)?了",
    rf"(?:我)?{_T}(?:已经)?不在{_ORG}(?:上班|工作|干|做)了",
)
_JOBLESS = rf"(?:我)?{_T}(?:从{_ORG})?{_T}(?P<v>退休|失业|下岗){_END}{_SINCE}"
_PARTED = r"(?:分手|分开|离婚|分居|离|散|掰|吹|闹掰|一拍两散|解除婚约|取消婚约)"
_BOND = (
    rf"(?:我)?{_T}(?:跟|和|与|同)(?:我(?:的|那个|那)?)?(?P<rel>{words.REL})?{_NAME}?{_T}{_PARTED}(?:了)(?:{_SINCE})",
    rf"(?:我(?:的)?)(?P<rel>{words.REL}){_NAME}?{_T}(?:跟我|和我|把我|离开我|甩|跟别人|和别人){_T}(?:{_PARTED}|甩|走|跑|抛弃)?(?:了)",
    rf"(?:我)?{_T}被(?:我(?:的)?)?(?P<rel>{words.REL})?{_NAME}?{_T}(?:甩|抛弃|踹|分手)了",
    rf"(?:我们|我俩|我们俩|咱俩|我)?{_T}(?:分手|离婚|分居|离异|恢复单身|被甩|分开|解除婚约)(?:了)(?:{_SINCE})",
)
_DIED = r"(?P<how>去世|过世|离世|逝世|病逝|病故|走|没|死|不在|离开我们|离开我|离开人世|离开这个世界|去喵星|回喵星|去汪星|回汪星|去天堂|过彩虹桥|安乐死|车祸去世)"
_LOST = r"(?P<lost>走丢|跑丢|丢|跑|送人|送走|送给别人|送养|被偷)"
_LIFE = (
    rf"(?:我们?(?:家)?(?:的|那只|那条|养的)*)(?P<rel>{words.REL})(?!{words.COMPOUND}){_NAME}??{_T}(?:因病|因为?.{{1,6}})?{_T}(?:{_DIED}|{_LOST})(?:了)(?:{_SINCE})",
    rf"(?:家里?的?|家里那[只条])(?P<rel>{words.REL})(?!{words.COMPOUND}){_NAME}??{_T}(?:{_DIED}|{_LOST})(?:了)(?:{_SINCE})",
    rf"{_NAME}{_T}{_DIED}(?:了)(?:{_SINCE})",
    rf"(?:我们?)?{_T}把(?:我们?家?的?)?(?P<rel>{words.REL})(?!{words.COMPOUND}){_NAME}?{_T}(?:给)?{_T}(?P<lost>送人|送走|送给别人|送养|安乐死)(?:了)",
)
_WENT = r"(?:卖|卖掉|卖出去|处理|处理掉|转手|出掉|出|送人|送走|扔|扔掉|报废|丢|弄丢|捐|捐掉|被偷|典当|退掉|转让|转让掉)"
_THING = (
    rf"(?:我们?)?{_T}(?:把|将)(?:我们?家?的?|那[辆台部把个架套艘]|这[辆台部把个架套艘]|旧|老)*(?P<v>(?:吉他|[^,，我你他她]){{1,8}}?){_T}(?:给)?{_WENT}(?:了)(?:{_SINCE})",
    rf"(?:我们?)(?:家)?的?(?:那[辆台部把个架套艘]|旧|老)?(?P<v>(?:吉他|[^,，我你他她的把]){{1,8}}?){_T}(?:给)?{_WENT}(?:了)(?:{_SINCE})",
    rf"(?:我们?)?{_T}(?:卖掉|卖|转手|处理掉)了(?:我们?家?的?|那[辆台部把个架套艘]|旧|老)*(?P<v>[^,，我你他她]{{1,8}})",
    rf"(?P<v>车子?|房子?|自行车|电动车|摩托车?|钢琴|吉他|相机|手机|电脑|店|公司){_T}(?:给)?{_WENT}(?:了)",
)
_QUIT = (
    rf"(?:我)?{_T}(?:正在|在)?戒(?:掉|了|掉了)?(?P<v>烟酒|烟|酒|糖|咖啡|奶茶|碳水|可乐|辣|游戏|肉|甜食|零食|茶|饮料|夜宵|外卖|手机|短视频|赌){_END}{_SINCE}",
    rf"(?:我)?{_T}(?:已经|早就|早|再也)?不(?:再|怎么)?(?:吃|喝|抽|碰|沾|玩)(?P<v>[^,，的了]{{1,6}}?)了(?:{_SINCE})",
    rf"(?:我)?{_T}(?:已经|早就)?(?:吃|喝|玩|听|看)腻了?(?P<v>[^,，的了]{{1,8}}?)(?:了)?",
    rf"(?:我)?{_T}(?:对)(?P<v>[^,，]{{1,8}}?){_T}(?:没兴趣|不感兴趣|失去兴趣|提不起兴趣|没感觉|腻)了",
)
#: What opens with a verb that takes other objects too, and is a doing by itself.
_DOINGS = (
    r"(?:(?:长|慢|夜)?跑步?|跑马拉松|学琴|练琴|弹琴|打球|踢球|打拳|打工|打坐|打猎|打游戏|打麻将|拉琴|拉花)"
)
#: 我不滑雪了, 我不再冲浪了: where it was known, it is over; of what nobody knows it tells nothing.
_NO_MORE = (
    rf"(?:我)?{_T}(?:已经|早就|现在)*(?:不(?:再|去)?|再也不|放弃)(?P<v>[^,，的了我你他她这那]{{2,5}}?)了(?:{_SINCE})",
    rf"(?:我)?{_T}(?:不再|再也不|放弃了?)(?P<v>[^,，的了我你他她这那]{{2,5}}?)",
)
_MOVED = r"(?:我们?)?(?:把)?(?P<v>[^,，]{2,24}?)(?:的时间|时间)?(?:又|被|已经|临时|都|得)*(?:改|挪|推迟|延期|延|提前|调|换|移|改期|顺延)(?:到|至|成|在)了?(?P<d>[^,，]{2,14}?)(?:了)?"
_LONGEST = 40  # characters of a clause that ends something
_LONG_AGO = rf"[去前]年|上个?月|上半年|(?:{_N}|好几|几|半)(?:年|个月)"
_NOT_OVER = r"差点|快要|想|打算|准备|如果|要是|没(?:有)?(?:分手|离婚|辞职|卖|死)|不(?:会|想|要)|可能|会不会|吗|什么|气死|笑死|累死|饿死|困死|热死|冷死|烦死|吓死|别"


def over(clause: Clause, *, said_at: datetime, last: bool) -> tuple[Subject, Found] | None:
    """What the clause says to be over, with its day, and of whom; ``last``: nothing follows it in its sentence."""
    if len(clause.text) > _LONGEST:
        return None
    if moved := _of_days(clause, said_at):
        return SELF, moved
    if clause.mood is Mood.STATEMENT and clause.who in (Who.SELF, Who.NOBODY) and timed.change(clause.text):
        told = trim(clause.text)
        return SELF, Found("habit", told, MemoryType.PREFERENCE, said=told, whole=True, ends=Ends.TIME)
    found = _over(clause)
    if found and found[1].value == "走了" and found[0].kind is EntityKind.PERSON and found[0].relation:
        old = found[0].relation.startswith("grand") or patterns.search(_LONG_AGO, clause.text)
        found = found if last and old else None  # 我爸走了: who knows where to
    if found is not None:
        dates = [
            day for *_place, day in dates_zh.find(clause.text, said_at=said_at) if day.on <= said_at.date()
        ]
        found[1].occurred = dates[0] if dates else None
    return found


def _over(clause: Clause) -> tuple[Subject, Found] | None:
    text = patterns.sub(r"[啊呀哦呢吧哈啦嘛]+$", "", words.opened(clause.text))
    if clause.mood is not Mood.STATEMENT or (clause.who is Who.RELATED and not clause.spoken):
        return None
    if patterns.search(_NOT_OVER, text):
        return None
    return (
        rules_zh_turned.told(clause, text)
        or _of_work(clause, text)
        or _of_lives(text)
        or _of_bonds(clause, text)
        or _of_things(text)
        or _of_tastes(clause, text)
    )


def _of_days(clause: Clause, said_at: datetime) -> Found | None:
    """跟罗医生见面改到周一了: what was set for a day is on another."""
    text = words.opened(clause.text)
    found = patterns.fullmatch(_MOVED, text) if clause.mood is Mood.STATEMENT else None
    dates = dates_zh.find(found["d"], said_at=said_at) if found else []
    if not found or not dates or patterns.search(r"[你他她]|吗|什么|决定", text):
        return None
    day = dates[0][2]
    if day.on <= said_at.date() and patterns.match(r"(?:周|星期|礼拜)[一二三四五六日天]", found["d"]):
        day = replace(day, on=day.on + timedelta(days=7))  # on a Monday, 改到周一 is the next one
    return Found(
        "event", trim(found["v"]), MemoryType.EVENT, said=text, whole=True, occurred=day, ends=Ends.DATE
    )


def _said(clause: Clause, text: str) -> str:
    """The clause with its subject, which a short one leaves out."""
    return text if "我" in text or text.startswith("咱") else f"我{text}"


def _own(clause: Clause, text: str) -> bool:
    return (
        text.startswith("我")
        or clause.who is Who.SELF
        or (clause.who is Who.NOBODY and clause.first and len(text) <= 12)
    )


def _of_work(clause: Clause, text: str) -> tuple[Subject, Found] | None:
    if not _own(clause, text) and "把我" not in text:
        return None
    for pattern in _JOB:
        if found := patterns.fullmatch(pattern, text):
            org = trim(found.groupdict().get("o") or "")
            return SELF, Found(
                "employer",
                org,
                act=Act.END,
                positive=False,
                said=_said(clause, text),
                whole=True,
                ends=Ends.JOB,
            )
    if found := patterns.fullmatch(_JOBLESS, text):
        return SELF, Found("occupation", found["v"], said=_said(clause, text), whole=True, ends=Ends.JOB)
    return None


def _of_bonds(clause: Clause, text: str) -> tuple[Subject, Found] | None:
    if not (_own(clause, text) or text.startswith(("跟", "和", "与"))):
        return None
    for pattern in _BOND:
        found = patterns.fullmatch(pattern, text)
        if not found:
            continue
        groups = found.groupdict()
        relation, name = words.RELATIONS.get(groups.get("rel") or "", ""), groups.get("name") or ""
        if (relation and relation not in PARTNERS) or name in ("他", "她", "它", "我", "你"):
            continue
        said = _said(clause, text)
        if patterns.search(r"离婚|离异", text) or (
            relation in ("wife", "husband") and patterns.search("离了", text)
        ):
            return SELF, Found("marital_status", "离婚", said=said, whole=True, ends=Ends.BOND)
        subject = Subject(EntityKind.PERSON, relation, name) if relation or name else SELF
        return subject, Found(
            "family",
            "分手",
            MemoryType.RELATIONSHIP,
            act=Act.END,
            positive=False,
            said=said,
            whole=True,
            ends=Ends.BOND,
        )
    return None


def _of_lives(text: str) -> tuple[Subject, Found] | None:
    for pattern in _LIFE:
        found = patterns.fullmatch(pattern, text)
        if not found:
            continue
        groups = found.groupdict()
        relation, name = words.RELATIONS.get(groups.get("rel") or "", ""), groups.get("name") or ""
        kind = EntityKind.PET if relation in words.PETS else EntityKind.PERSON
        how = groups.get("how") or groups.get("lost") or ""
        if not relation and (
            patterns.search(
                rf"^(?:{words.TIME})$|[我你他她它这那都不没就把被]|{words.REL}(?:$|{words.COMPOUND})|人$",
                name,
            )
            or not name
        ):
            continue
        if kind is not EntityKind.PET and groups.get("lost"):
            continue
        if kind is not EntityKind.PET and how in ("走", "没", "不在") and relation and _is_thing(name):
            continue  # 我妈眼镜没了
        if relation and how in ("走", "没", "不在") and not may_be_gone(kind=kind, relation=relation):
            continue
        value = "走了" if how in ("走", "没", "不在") else how if groups.get("lost") else "去世"
        said = text if relation or name else f"我{text}"
        said = patterns.sub(r"^(?:家里?的?|家里那[只条])", "我家的", said)
        return Subject(kind, relation, name), Found(
            "attribute.life", value, MemoryType.RELATIONSHIP, said=said, whole=True, ends=Ends.LIFE
        )
    return None


def _is_thing(name: str) -> bool:
    """Whether what stands after a relative's word is a thing of theirs and no name."""
    return bool(name) and (not named(name) or name in dictionary().glosses)


def _of_things(text: str) -> tuple[Subject, Found] | None:
    for pattern in _THING:
        found = patterns.fullmatch(pattern, text)
        value = trim(found["v"]) if found else ""
        if value and not patterns.search(
            rf"[吗么什谁这那]|票$|时间|钱$|人$|^(?:东西|所有|都)|{words.REL}$", value
        ):
            said = text if text.startswith("我") else f"我{text}"
            return SELF, Found(
                "possession", value, act=Act.END, positive=False, said=said, whole=True, ends=Ends.THING
            )
    return None


def _of_tastes(clause: Clause, text: str) -> tuple[Subject, Found] | None:
    if clause.who not in (Who.SELF, Who.NOBODY) or not _own(clause, text):
        return None
    for index, pattern in enumerate(_QUIT):
        found = patterns.fullmatch(pattern, text)
        value = trim(found["v"]) if found else ""
        if not value or patterns.search(
            r"^(?:了|完|下|到|起|饭|惯|够|饱|醉|出|得|过|不|着|动|进)|[我你他她这那]", value
        ):
            continue
        if value in ("肉", "荤", "素"):
            return None
        given_up = index < 2
        return SELF, Found(
            "avoids" if given_up else "likes", value, MemoryType.PREFERENCE, act=Act.STATE if given_up else Act.END,
            positive=False, said=_said(clause, text), whole=True, ends=Ends.TASTE,
        )  # fmt: skip
    for pattern in _NO_MORE if "决定" not in text else ():  # what is decided is told as that
        found = patterns.fullmatch(pattern, text)
        value = trim(patterns.sub(r"^[去玩做练]", "", found["v"])) if found else ""
        if value and not patterns.match(
            rf"(?!{_DOINGS}$)[吃喝抽弹拉吹打踢学收养练当住在喜爱信用跑去做说知想要会能敢行]", value
        ):
            return SELF, Found(
                "", value, MemoryType.PREFERENCE, act=Act.END, positive=False, said=_said(clause, text), whole=True,
                ends=Ends.TASTE,
            )  # fmt: skip
    return None
