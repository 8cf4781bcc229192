"""What happened to a person or is going to: statements with a date, and intentions."""

from datetime import datetime

from memories.capture import dates_zh, rules_zh_habits
from memories.capture import rules_zh_patterns as patterns
from memories.capture import rules_zh_words as words
from memories.capture.rules_zh_clauses import Clause, Mood, Who
from memories.capture.rules_zh_found import Found, own, trim
from memories.capture.types import ResolvedDate
from memories.kinds import DatePrecision, MemoryType
from memoryhub import patterns as re

_FUTURE = re.compile(
    r"明天|后天|明晚|明早|下(?:个|周|下|星期|礼拜)|明年|后年|将|要(?:去|参加|交|做|考|回|开|搬|结婚|出|带|飞|领|到|面试|搬)|准备|打算|计划|会(?:去|在|飞|来)|之?后$|报名"
)
_PAST = re.compile(
    r"昨|前天|上(?:个|周|上|星期|礼拜)|去年|前年|以前|之前|前$|刚|过(?=$|[^年节来去])|了(?=$|[^解])"
)
_TRIVIAL = re.compile(
    r"^(?:待|(?:有)?机会|也|都|就|又|还|才|在|没|不|已经|好|很|挺|有点|特别|非常|真|太|觉得|感觉|心情|请假|请了|想|一直|是|看到|发现|听|遇到|有(?!(?:一?[个场次节])?(?:重要的?)?(?:.{0,4})(?:考试|面试|会|课|手术|比赛|演出|约|聚会|活动|答辩))|起床|睡|吃|喝|累|困|饿|忙|休息|放假|上班$|下班|加班|在家|收到|跟你|和你|给你|会(?:继续|努力|好好|尽量)|能|可以|应该|需要)"
)
_MATTER = re.compile(
    r"去|到|有(?:个|一)?|搬|考|面试|出差|开会|参加|见|拿到|毕业|入职|离职|结婚|领证|订婚|生|手术|体检|复查|旅游|旅行|比赛|演出|交|领养|买|卖|签|回|飞|报名|报了|做|开始|完成|辞|退休|约|陪|接|送|办|换|丢|摔|得了|获|赢|输|过了|通过|拍|举办|演讲|答辩|值班|上课|开学|过生日|聚|爬|跑|骑|学了|看了|参观|度假|露营|带|请|装修|收房|交房|登记|打疫苗|看牙|拔牙"
)


def dated(c: Clause, *, said_at: datetime) -> list[Found]:
    """An event with its day: a date in the clause, and something that happens to the person on it."""
    if usual := rules_zh_habits.weekly(c):
        return usual
    text = own(c)
    past = bool(_PAST.search(text)) and not _FUTURE.search(text)
    future = bool(_FUTURE.search(text))
    dates = dates_zh.find(text, said_at=said_at, past=True if past else False if future else None)
    if not dates:
        return []
    start, end, resolved = dates[0]
    today = said_at.date()
    rest = patterns.sub(r"(?:定?在|于|定于|排在)$", "", text[:start]) + text[end:]
    rest = trim(patterns.sub(rf"^(?:{words.TIME}|[的,、\s]|{words.ADVERB})+", "", rest))
    coming = resolved.on > today or future
    if c.who is Who.NOBODY and not (
        coming and patterns.match(r"(?:要|得|我|去|有|约|参加|准备|打算|出差|飞|考)", rest)
    ):
        return []
    if (c.beside_question and not coming) or patterns.search(r"(?:时|时候|之?后|之?前|期间|间隙)$", rest):
        return []  # 我上周去杭州时，…是什么？: what a question leans on
    if c.who is Who.OTHER or c.household or len(rest) < 2 or len(text) > 50:
        return []
    if words.PASSING.search(text[start:end]) and not patterns.search(r"了|要|去|过|考|面试|刚|拿到", text):
        return []
    if patterns.search(r"每|逢|平时|经常|有时|偶尔|一般|住在?|老家|喜欢|爱[吃喝看]|岁", text) or (
        _TRIVIAL.match(rest) and not patterns.match(r"在.{1,12}(?:了|过)|在[^,]{1,10}(?:有|参加|办)", rest)
    ):
        return []
    first = c.spoken and patterns.match(r"(?:人生|平生|这辈子)?(?:第一次|首次|头一[次回])", rest)
    if not ((coming and c.spoken) or first or _MATTER.search(rest)) or not (
        coming or first or patterns.search(r"[了过的]|毕业|入职|结婚|出生|开始|拿到|收到|完成|刚", text)
    ):
        return []
    if not c.spoken and not coming and resolved.precision is not DatePrecision.DAY:
        return []
    value = patterns.sub(r"^(?:还?要|还得|得|会|将要?|打算|准备|需要|有(?:个|一个|一场|场)?)(?=..)", "", rest)
    return [Found("event", value, MemoryType.EVENT, said=text, occurred=resolved)]


_DUE = re.compile(
    r"(?:的)?(?P<n>[^,是]{0,12}?(?:考试|面试|婚礼|生日会|聚会|会议|比赛|演出|手术|体检|复查|答辩|航班|飞机|火车|高铁|课|典礼|年会|预约|截止日|截止日期|纪念日|年审|年检|签证|演讲|开学|毕业典礼|考核|评审|约会|展览|家长会|deadline|ddl|DDL))(?:时间)?(?:是|在|定在|安排在|改到|改在)(?P<d>.{2,16})$"
)


_DAY_OF = re.compile(
    r"(?P<d>[^,我]{2,12}?)(?:就|正好|刚好)?是(?P<n>(?:我们?)(?!的?生日)[^,是]{0,8}?(?:生日|纪念日|婚礼|忌日|毕业典礼|周岁|满月酒?|考试|面试|手术|比赛|演出))(?:的日子)?$"
)


#: 我奶奶的葬礼是上周五: an occasion of somebody near, and its day.
_OF_KIN = re.compile(
    rf"我(?:的|们|家)*(?P<n>{words.REL}[^,我你是在的]{{0,4}}的(?:葬礼|追悼会|告别仪式|婚礼|婚宴|喜酒|订婚宴|寿宴|满月酒|周岁宴|毕业典礼|手术|忌日))"
    r"(?:就|正好|刚好)?(?:是|在|定在|安排在|改到|改在)(?P<d>[^,吗么呢]{2,16}?)(?:举行|办|做)?(?:的|了)?$"
)


def of_kin(c: Clause, *, said_at: datetime) -> Found | None:
    """An occasion of a relative or a friend with its day."""
    found = _OF_KIN.match(c.text) if c.mood is Mood.STATEMENT else None
    day = dates_zh.resolve(found["d"], said_at=said_at) if found else None
    if not found or not day:
        return None
    said = f"你{found['n']}在{found['d']}"
    return Found("event", trim(found["n"]), MemoryType.EVENT, said=said, whole=True, occurred=day)


#: 护照2029年到期, with the subject left out.
_EXPIRES = re.compile(
    r"(?P<n>(?:护照|签证|身份证|驾照|驾驶证|行驶证|居住证|工作证|健康证|医保卡?|信用卡|会员卡?|年卡|保险|车险|保单|合同|租约|房租合同|保修期?|年检|通行证|绿卡|居留卡?|执照|许可证?))"
    r"(?:是|要|将|会|到|在|有效期(?:到|至))*(?P<d>[^,是要将会到在]{2,12}?)(?:就|才|会|要)?(?:到期|过期|失效)(?:了)?$"
)


def appointed(c: Clause, *, said_at: datetime) -> list[Found]:
    """我的面试在下周三, 驾照考试是6月14号."""
    if found := _EXPIRES.match(c.text):
        day = dates_zh.resolve(found["d"], said_at=said_at)
        said = f"的{found['n']}{found['d']}到期"
        return [Found("event", f"{found['n']}到期", MemoryType.EVENT, said=said, occurred=day)] if day else []
    found = _DUE.match(c.text if not c.spoken else c.body)
    turned = _DAY_OF.match(c.text)
    if turned and (day := dates_zh.resolve(turned["d"], said_at=said_at)):
        whose = turned["n"].replace("我们", "你们").replace("我", "你")
        said = f"{whose}在{turned['d']}"
        return [Found("event", trim(turned["n"]), MemoryType.EVENT, said=said, whole=True, occurred=day)]
    if not found or c.who is Who.OTHER:
        return []
    resolved = dates_zh.resolve(found["d"], said_at=said_at)
    if not resolved:
        return []
    return [
        Found(
            "event",
            trim(found["n"]),
            MemoryType.EVENT,
            said=f"的{trim(found['n']).removeprefix('的')}在{trim(found['d'])}",
            occurred=resolved,
        )
    ]


_PLAN = re.compile(
    r"^(?:最近|现在|也|一直|正|其实|还|都|将来|以后|今后|有一天|老了(?:以后)?)*(?:在)?(?P<p>(?:将要|即将|马上要|快要|准备|要|打算)参加|打算|计划|准备|决定|决定了|考虑|想要?(?=在?[^,想我]{1,6}(?:之|以)前|有朝一日|这辈子|有生之年|(?:今年|明年|将来|以后|早日|尽快|在?[^,想我]{1,6}[前后])?(?:去|学|换|辞|买|考|开|回|当|做|成为))|报名了|报了|预约了|预订了|约了|订了)(?:要|着|好)?(?P<v>[^,]{2,30})$"
)


_VAGUE = re.compile(
    r"并最终|一些|其他|那里|这里|的问题|是否|要不要|吃(?:晚|午|早)?饭|看电影|散步|睡|休息|公园|先|把|它|逛|户外玩|技能|装备$|演讲$|试试"
)
_WEIGHTY = re.compile(
    r"(?:岁|退休|结婚|毕业|生孩子)(?:之|以)?前|有朝一日|这辈子|有生之年|换(?:个|一份)?(?:新)?工作|辞职|离职|跳槽|转行|创业|开(?:一|个|家).{0,8}(?:店|馆|公司)|买房|买车|装修|搬家?|结婚|订婚|离婚|要(?:个|二)?[孩娃]|生(?:孩子|娃|二胎)|移民|留学|出国|考|读研|读博|学|减肥|戒|养(?:一|只|条|猫|狗)|"
    r"旅[游行]|度假|申请|报名|参加|退休|回(?:老家|国)|买(?:一|辆|台|套|部)|找(?:新)?工作|手术"
)


def decided_enough(verb: str, value: str, lead: str) -> bool:
    """Whether an intention is firm or weighty enough to be one, not an idea for the afternoon."""
    if _VAGUE.search(value) or words.PASSING.search(patterns.sub(r"现在|这几天|这两天", "", lead)):
        return False
    return verb not in ("准备", "想", "想要", "考虑") or bool(_WEIGHTY.search(value))


def planned(c: Clause, *, said_at: datetime) -> list[Found]:
    """打算三月底提离职, 报名了周五晚上的书法班: an intention, with its day where one is said."""
    found = _PLAN.match(c.body)
    if (
        not found
        or c.who is not Who.SELF
        or c.household
        or not (c.spoken or found["p"] not in ("考虑", "想", "想要"))
    ):
        return []
    value = trim(found["v"])
    joins = found["p"].endswith("参加")
    if not joins and not decided_enough(found["p"], value, c.lead):
        return []
    if patterns.search(r"[你您]|这个|一下|什么", value) or patterns.match(
        r"(?:写|问|做(?:一|个|什么)|好|的|把|给|用|学习的|到)", value
    ):
        return []
    if found["p"] in ("准备", "想", "想要", "考虑") and not c.spoken:
        return []
    text = own(c)
    dates = dates_zh.find(text, said_at=said_at, past=False)
    weekly = patterns.search(r"(?:周|星期)[一二三四五六日天](?:晚上|下午|上午)?的.{0,8}(?:班|课)", value)
    occurred: ResolvedDate | None = dates[0][2] if dates and not weekly else None
    tentative = found["p"] in ("考虑", "想", "想要")
    decided = found["p"].startswith("决定")
    signed = joins or patterns.match(r"报|预|约|订", found["p"]) is not None
    kind = MemoryType.DECISION if decided else MemoryType.EVENT if signed else MemoryType.TASK
    slot = "decision" if decided else "event" if signed else "plan"
    return [Found(slot, value, kind, said=text, occurred=occurred, tentative=tentative)]


RULES = (appointed, planned, dated)
