"""What a person does again and again: habits, hobbies, collections. Rules over one clause's predicate."""

from memories.capture import rules_zh_patterns as patterns
from memories.capture import rules_zh_words as words
from memories.capture.rules_zh_clauses import Clause, Who
from memories.capture.rules_zh_found import VERY, Found, own, parts, trim
from memories.kinds import MemoryType
from memoryhub import patterns as re

_ADV = rf"(?:{words.TIME}|{words.ADVERB})*"
_N = words.NUMBER

#: 一周游三次泳, 一天喝两杯咖啡: so many times in so long.
_SO_OFTEN = (
    r"一(?:天|周|星期|个?礼拜|个星期|个?月|年|季度?)(?:里|都|得|要|会|大概|差不多|至少|最多)*[^,一]{0,5}?"
    rf"(?:{_N}|几|好几|半)(?:到{_N})?(?:次|趟|回|遍|场|节|顿|杯|包|根|碗|瓶|本|个?小时|公里|天|圈)"
)
OFTEN = re.compile(
    rf"{_SO_OFTEN}|"
    r"(?:通勤|上班|下班|上学|放学|回家)(?:的)?路上|(?<![我你他])(?:跑步|做饭|洗澡|开车|走路|吃饭|睡觉|做家务)(?:的时候|时)(?!候)|"
    r"每|隔(?:天|日|周|三差五)|三天两头|动不动|(?<![上下这本])(?:周|星期)[一二三四五六日天](?:早上|上午|中午|下午|晚上)?(?=在.{1,10}(?:教|练|学|做|上|打|跑|当))|逢|平时|平日|平常|天天|通常|经常|常常|总是|一般(?!般)|工作日|(?:睡前|饭后)|周末都|常年|时不时|(?<![上下这本])(?:周|星期)[一二三四五六日天](?:都|晚上都)"
)

_NO_HABIT = re.compile(
    r"是每|[你您]|^(?:会|都会|都)?(?:觉得|感觉|感到|想|希望|有(?:人|点|些)|是|需要|必须|应该|要(?![去喝吃跑走看读写坐花做睡泡练洗遛喂听背打])|不知道|不(?!吃|喝)|没|很|在想|在一起|聊|被|把|考虑|可能|总是|发现)|[做赢学睡记弄]不|自己总|工资|薪|到手"
)


#: 以后订票我都要靠过道的座位: what is always chosen.
_ALWAYS_CHOSEN = re.compile(
    r"(?:以后|平时|每次|出差|出门|旅行)?(?:订|买|选|坐|住)(?P<t>票|座位?|机票|飞机|高铁|火车|车票|酒店|房间?)(?:的时候|时)?我?(?:都|总是?|一般|一定|必须|只)(?:要|选|坐|住|订|买)(?P<v>[^,]{2,14})$"
)


#: 喝茶要放两块糖, 吃面必须放醋: how something is had.
_HAD_WITH = re.compile(
    r"(?P<t>(?:喝|吃|点|泡|煮)[^,我你放加配蘸不都要]{1,6}?)(?:的时候|时)?(?:我)?(?:一般|通常|总是?|都|要|得|必须|一定|喜欢|习惯|爱|从来|从|只|会)*"
    r"(?P<no>不)?(?:放|加|配|蘸|兑)(?P<v>[^,吗呢么]{1,8})$"
)


#: 只买二手衣服, 从来只坐靠窗的位子: a choice that is always made.
_ONLY = re.compile(
    r"(?:从来|向来|一直|一般|平时|现在)*只(?P<verb>买|穿|用|看|听|坐|住|骑|开|抽|养|逛|读)(?P<v>[^,了过吗呢一这那]{2,12})$"
)


#: 骑车一定戴头盔, 睡觉从来不关灯: what goes with a doing, without exception.
_WITHOUT_EXCEPTION = re.compile(
    r"(?P<t>(?![^,]*[点前后])[\u4e00-\u9fff]{2,4}?)(?:的时候|时)?(?:一定(?:要|会|得)?|必(?:须|定)?(?:要|得)?|从来(?:都|不|没有?)|从不|雷打不动(?:地|要)?)"
    r"(?=[戴穿带听开关用系涂喝吃买坐放抱留点看写读做])(?P<v>[^,吗呢么]{1,10})$"
)


def chosen(c: Clause) -> list[Found]:
    """What is always chosen of seats, tickets and rooms, and how a drink or a dish is had."""
    had = _HAD_WITH.match(c.body) or _WITHOUT_EXCEPTION.match(c.body)
    if had and c.who is Who.SELF and c.spoken and not patterns.search(r"[你这那他她]|了|过", c.body):
        return [Found("habit", trim(c.body), MemoryType.PREFERENCE)]
    only = _ONLY.match(c.lead + c.body)
    if only and c.who is Who.SELF and c.spoken and not words.PASSING.search(c.lead):
        value = f"只{only['verb']}{trim(only['v'])}"
        return [Found("habit", value, MemoryType.PREFERENCE)]
    found = _ALWAYS_CHOSEN.match(words.opened(c.text))
    if not found or c.who is Who.OTHER or patterns.search(r"[你他她]|什么|哪", c.text):
        return []
    value = f"{found['t']}都要{trim(found['v'])}"
    return [Found("habit", value, MemoryType.PREFERENCE, said=words.opened(c.text).replace("我", ""))]


_WEEKDAY = r"(?:周|星期|礼拜)(?:末|[一二三四五六日天]{1,5})"
#: 我周三练琴, 我周一到周五上班: a day of the week that is neither this one nor the next.
_ON_WEEKDAYS = re.compile(
    rf"(?:一般|通常|平时|基本上?|固定)?(?:在)?(?P<first>{_WEEKDAY})(?P<more>(?:[、和跟及到至](?:{_WEEKDAY}|[一二三四五六日天]))*)的?"
    rf"(?:大?清?早上?|早晨|上午|中午|午后|下午|傍晚|晚上|晚|夜里|凌晨|白天)?(?:{_N}点(?:半|{_N}分?|[一三]刻)?)?(?:我)?(?:都|一般|通常|固定|就)?(?P<what>[^,]{{2,20}})$"
)
#: What is done once, or is meant to be: for such a thing the weekday is the coming one.
_ONCE = re.compile(
    r"[有会得在约见请搬考交取拿领还寄签飞坐到来回接送订装修换退办拔聚赴开报出是不没想能才请]|面试|结婚|订婚|领证|离婚|手术|体检|复查|复诊|看(?:牙|病|医|房|展|演|电影|比赛|球|房子|病人)"
    r"|参加|入职|离职|毕业|生(?!意)|过(?:生日|年|节)|比赛|演出|演讲|答辩|汇报|上台|上线|发布|打(?:疫苗|针|官司)|相亲|吃(?!素|斋)|买(?!菜)|卖|收(?!拾)|动身|启程|登机|值机|做(?:手术|体检|客|检查|核酸|报告|汇报|演讲|个)|跟[^,]{1,6}(?:吃|谈|见)|放假|可以|应该|需要|当伴|陪[^,]{1,6}(?:看|检查)"
)
_NOT_WEEKLY = re.compile(
    r"了|过(?=$|[^敏节])|去|要|将|打算|准备|计划|之前|以前|以后|开始|结束|改|空|[你您吗呢]|什么|第一次|最后|一[场次节趟顿]"
)


def weekly(c: Clause) -> list[Found]:
    """我周末上夜班, 我周三练琴: what belongs to a day of the week, told as something that is so."""
    found = _ON_WEEKDAYS.match(own(c))
    if not found or c.beside_question or c.household or c.who not in (Who.SELF, Who.RELATED):
        return []
    several = bool(found["more"]) or len(found["first"].removeprefix("星期").removeprefix("礼拜")) > 2
    if _NOT_WEEKLY.search(found["what"]) or (not several and _ONCE.match(found["what"])):
        return []
    return [Found("habit", trim(own(c)), MemoryType.PREFERENCE)]


#: 我抽烟, 我打呼噜: doings that are nothing but a custom when no time is said.
_CUSTOM = re.compile(
    r"(?:也|都|还|会|确实|平时|偶尔|有时候?|经常|常常?|老|总|一直|天天|每天|晚上|早上|睡觉|吃饭|开车)*"
    r"(?:(?:抽|吸)(?:电子|水|旱|雪茄)?(?:烟|雪茄)|喝(?:酒|咖啡|茶|奶茶|牛奶|豆浆|可乐|红酒|白酒|啤酒|黄酒)|嚼槟榔|吃(?:辣|香菜|榴莲|槟榔|海鲜|生冷|内脏|猪肉|牛肉|羊肉|鱼|鸡蛋)"
    r"|打(?:呼噜?|鼾|坐|太极拳?)|说梦话|梦游|磨牙|熬夜|失眠|午睡|裸睡|赖床|早起|晚睡|晨跑|夜跑|跑步|健身|冥想|记账|写日记|追剧|追星|养生|吃夜宵|点外卖|骑车上班|坐地铁上班|走路上班|开车上班)"
)


def _custom(c: Clause) -> list[Found]:
    bare = c.who is Who.SELF and c.spoken and not c.household and not c.beside_question and not c.exception
    if not bare or words.PASSING.search(c.lead) or not _CUSTOM.fullmatch(c.body):
        return []
    return [Found("habit", trim(own(c)), MemoryType.PREFERENCE)]


def habit(c: Clause) -> list[Found]:
    if customary := _custom(c):
        return customary
    if c.household or c.who is Who.OTHER or c.who is Who.NOBODY:
        return []
    said = own(c)
    often = OFTEN.search(c.lead) or OFTEN.search(c.body[:16])
    if not often or len(said) > 40:
        return []
    if patterns.search(r"每个?(?:人|地方|时候|东西|问题|方面)|每次", said):
        return []
    predicate = patterns.sub(rf"^{_ADV}", "", c.body)
    if patterns.fullmatch(r"(?:都)?(?:得|要|会)?(?:去|做|来|有)", predicate):
        return []
    if (
        (len(predicate) < 2 and not (predicate in ("睡", "起") and patterns.search(r"[点半]", said)))
        or _NO_HABIT.search(predicate)
        or patterns.search(r"的$|感觉|觉得|什么", said)
        or patterns.fullmatch(r"[^,]*(?:很|太|好|挺|特别)[^,]{1,4}", predicate)
    ):
        return []
    value = trim(patterns.sub(r"^(?:都会|都|会)", "", said))
    return [Found("habit", value, MemoryType.PREFERENCE)]


_CURRENT = re.compile(
    r"(?:正|一直|还)?在?(?P<w>重?读|看|追|织|钩|刻|写|拼|画|修复|翻修|装修|打|玩)(?:着|的是)?(?P<v>(?:一[本部条件幅张艘把座套]|《)?[^,我你他她]{2,16}?》?)(?:呢)?$"
)
_DOINGS = {
    "读": "read", "重读": "read", "看": "read", "追": "watch", "织": "knit", "钩": "crochet", "刻": "carve", "写": "write",
    "拼": "build", "画": "paint", "修复": "restore", "翻修": "renovate", "装修": "renovate", "打": "play", "玩": "play",
}  # fmt: skip
_LATELY = re.compile(
    r"最近|这阵子|这段时间|近来|近期|目前|现在|这个?(?:月|周|学期|冬天|夏天|春天|秋天)|正在?$"
)
_NO_WORK = re.compile(
    r"^(?:到|完|了|过|一下|看|书|病|电视$|手机|电影$|视频|新闻|代码|文档|论文|报告|邮件|作业|电话|字|车|球$|游戏$|人|起来|得|不|什么|这|那|房子?$)"
    r"|医生|资料|工作$|报错|说明"
)


def current(c: Clause) -> list[Found]:
    """最近在读《红楼梦》, 在织一条围巾: what somebody is in the middle of, for weeks; the next takes its place."""
    times = patterns.match(_ADV, c.body)
    lead, rest = c.lead + (times[0] if times else ""), c.body[times.end() if times else 0 :]
    found = _CURRENT.match(rest)
    if not found or c.who is not Who.SELF or c.household or not (c.spoken or c.first):
        return []
    going = "在" in lead + rest[: found.start("w")]
    value = trim(found["v"])
    named = value.startswith(("《", "一"))
    if (
        not going
        or not (_LATELY.search(lead) or named)
        or _NO_WORK.search(value)
        or words.PASSING.search(lead)
    ):
        return []
    if not named and found["w"] not in ("读", "重读", "追", "看"):
        return []
    return [Found(f"attribute.current-{_DOINGS[found['w']]}", value)]


def hobby(c: Clause) -> list[Found]:
    found = patterns.match(
        r"(?:的)?(?:最大的|主要的?|业余|平时的?|个人)?(?:爱好|兴趣(?:爱好)?|业余爱好)(?:就?是|有|包括|为|主要是)(?P<v>[^,]{1,40})$",
        c.body,
    )
    if not found:
        joined = patterns.match(
            r"(?P<v>[^,我]{2,6})是我(?:最大)?的(?:一个|一大)?(?:爱好|兴趣(?:爱好)?)$", c.text
        )
        if joined:
            return [Found("hobby", joined["v"], MemoryType.PREFERENCE, said=f"的爱好是{joined['v']}")]
    if not found or c.who is Who.NOBODY or patterns.search(r"[你我]|什么|广泛|很多|的人$", found["v"]):
        return []
    members = parts(trim(found["v"]))
    return [Found("hobby", member, MemoryType.PREFERENCE, said=f"的爱好是{member}") for member in members]


def collects(c: Clause) -> list[Found]:
    found = patterns.match(
        rf"{_ADV}(?:{VERY})*(?:喜欢|爱|在|热衷于?|一直在?)*(?:收集|收藏|集(?=邮))(?:了|着)?(?:很多|许多|不少|好多|一些|一堆|{_N}{words.MEASURE}?(?:多{words.MEASURE}?)?)?(?:各种|各式各样的?|旧的?)?(?P<v>[^,]{{1,12}})$",
        c.body,
    )
    if (
        not found
        or c.who is Who.NOBODY
        or patterns.search(r"[你这那]|信息|资料|数据|意见|反馈|不同的", found["v"])
    ):
        return []
    members = parts(trim(found["v"]))
    return [
        Found("collects", member, said=None if len(members) == 1 else f"收集{member}") for member in members
    ]
