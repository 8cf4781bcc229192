"""Standing instructions: how the assistant is to behave from now on. What is asked for the matter at hand is none."""

from memories.capture import rules_zh_patterns as patterns
from memories.capture import rules_zh_words as words
from memories.capture.rules_zh_clauses import Clause, Mood
from memories.capture.rules_zh_found import Found, trim
from memories.capture.rules_zh_self import named
from memories.capture.types import Act
from memories.kinds import MemoryType
from memoryhub import patterns as re

_FROM_NOW = r"(?:以后|今后|往后|从现在(?:开始|起)|从今以后|从今天起|从今往后|从此(?:以后)?|下次(?:开始|起)?|每次|永远|始终|一律|任何时候|凡是|默认|回答(?:我的)?(?:问题|我)?(?:的时候|时)|今后所有|以后所有|无论什么时候|不管什么时候|平时|(?:跟|和|对|同)我(?:说话|聊天|讲话|交流|沟通|对话)(?:时|的时候)?|(?:给|帮|为|替)我(?:解释|讲解?|写|推荐|回答|翻译|介绍|列|做|查|总结)[^,]{0,8}?(?:的时候|时候?(?=$)))"
_CALL = re.compile(
    rf"(?:(?:{_FROM_NOW}|请|你|您|就|还是|都|可以|也|直接|那|改|要|麻烦|大家|朋友们?|同事们?|家里人|别人|"
    rf"平时|一般|(?:单位|公司|学校|班|村|圈子|队|店|网)(?:里|上)?的?(?:人|同事|同学|朋友)?)[,\s]*)*(?:改)?(?:叫|称呼|喊|管)我(?:为|做|叫)?\s*(?P<v>[^\s,，。的]{{1,12}}?)"
    r"(?:就(?:行|好|可以|成)(?:了|啦)?|即可|吧|好了|哦|啊|得了)*$"
)
_NOT_A_CALL = re.compile(
    r"^(?:起床|去|来|做|怎么|帮|回|吃|一声|出|写|什么|过|干|多|少|别|不|看|买|交|加班|名字|先|下|上|打|把|"
    r"给|睡|赶|学|给我|自己)"
)
_CONSENT = re.compile(
    r"(?:没有?|未)(?:经过?|得到|征得|问过|有|获得)?我(?:本人)?的?(?:同意|允许|确认|许可|批准|点头|"
    r"授权)?(?:之?前|的话|就|的情况下)?|(?:在)?我(?:没)?(?:同意|确认|允许|点头)(?:之?前|以前)"
)
_FORBID = re.compile(r"(?:绝对|千万|都|也|一律|永远)?(?:不要|别|不许|不准|不得|不能|禁止|请勿|勿|不可以)")
_ORDER = re.compile(
    r"(?:你|您|请|麻烦|都|就|也|还是|一定|要|得|务必|尽量|应该|最好|统一|全部|默认|直接|优先|先|"
    r"可以)*(?:用|不要|别|不许|不准|回答|回复|回我|说|讲|写|给|叫|查|推荐|提醒|称呼|优先|尽量|简短|简洁|"
    r"详细|少|多|先|记得|帮|按|以|把|管[^,]{1,8}叫|避免|控制|保持|只|加|附|标|列|翻译|解释|引用|跟我|和我|对我|注意|考虑|"
    r"直接|不用|别再)"
)
_LANGUAGE = re.compile(
    r"(?:用|说|讲|使用|换成|改成|改用)(?P<v>中文|英文|英语|汉语|普通话|粤语|广东话|日语|日文|法语|德语|"
    r"韩语|西班牙语|俄语|繁体(?:中文|字)?|简体(?:中文|字)?|文言文|四川话|上海话|东北话|闽南语)(?:来)?(?:回|"
    r"答|跟我|和我|给我|对我|交流|说|聊|写|$)"
)
#: 不用再加总结了, 可以用表情了: it ends an order that was given, if there was one.
_LET_GO = re.compile(
    r"(?:请|麻烦|你|您|以后|现在|那|就|都|也)*(?:别|不要|不用|不必|不需要|没必要|停止|可以不用?|可以别)(?:再|每次|总是?|老是?|一直|都|给我|跟我|对我)*"
    r"(?P<verb>用|以|加|写|说|讲|附|带|列|放|提|叫|回|发|翻译|解释|提醒|回答|回复|总结|称呼)(?P<what>[^,，这那它]{1,14}?)(?:了|吧|啦)*$"
    r"|(?:请|你|您|以后|现在|那|就|都|也)*(?:又|重新)?可以(?:再|继续|重新)?(?P<verb2>用|加|写|说|讲|附|带|列|放|提|叫)(?P<what2>[^,，这那它]{1,14}?)(?:了|啦)$"
)
_LENGTH = re.compile(
    r"(?P<v>简短|简洁|精简|简单|短(?:一)?点|详细|(?:不超过|少于|控制在|"
    r"限制在)?[\d一二三四五六七八九十百]+(?:句话?|字|个字|行|段)(?:以内|之内|内)?)"
)


def called(clause: Clause) -> Found | None:
    """叫我阿哲就行, 以后改叫我老王吧."""
    found = _CALL.match(
        patterns.sub(
            r"^我(?:更?希望|想|要|想让|想要|宁愿)(?:你们?|大家|别人|人家)", "", words.opened(clause.text)
        )
    )
    if not found or "吗" in clause.text or _NOT_A_CALL.match(found["v"]):
        return None
    value = trim(found["v"])
    if not (
        named(value)
        or patterns.fullmatch(
            r"[\u4e00-\u9fff]{1,3}(?:老师|总|哥|姐|叔|姨|先生|小姐|女士|同学|医生|工)|[A-Za-z .]{1,20}|"
            r"(?:老|小|阿)[\u4e00-\u9fff]",
            value,
        )
    ):
        return None
    return Found("called", value, MemoryType.INSTRUCTION, said=f"希望被叫做{value}", entities=(value,))


def consent(group: list[Clause], index: int, *, asked_before: bool) -> tuple[Found, int] | None:
    """没经过我同意，不要给我老板发邮件: a lasting rule unless it comes with an errand; the clauses it takes."""
    clause = group[index]
    opened = words.opened(clause.text)
    condition = _CONSENT.match(opened)
    if condition:
        rest = opened[condition.end() :].lstrip(" ,")
        taken = index
        if not rest and index + 1 < len(group):
            taken, rest = index + 1, group[index + 1].text
        if not _FORBID.match(rest) or asked_before or len(rest) < 5:
            return None
        text = opened[: condition.end()] + ("，" if taken > index else "") + rest
        return Found(
            "instruction",
            rest,
            MemoryType.INSTRUCTION,
            said=text,
            whole=True,
            quote=(clause.start, group[taken].end),
        ), taken
    return None


#: 请把回答控制在一百字以内: a measure for every answer, without a word of time.
_MEASURED = re.compile(
    r"(?P<r>(?:请|麻烦|你|把)*(?:你的)?(?:回答|回复|答案)(?:请|都|尽量|要|最好)*(?:控制在|不要超过|别超过|不超过|限制在|保持在)[^,]{2,12})$(?P<r2>)?"
)
#: 别跟我提我前任: a matter that is to be left alone.
_LEFT_ALONE = re.compile(
    r"(?P<r>(?:请|你)*(?:别|不要)(?:再)?(?:跟|和|对|向)我(?:再)?(?:提起?|聊起?|谈起?|说起|问起)(?!这|那|它|条件|要求)[^,]{1,12})$(?P<r2>)?"
)
#: 温度一律用摄氏度告诉我: the matter stands before the manner.
_IN_UNITS = re.compile(
    r"(?P<r>[^,我你他她这那]{1,8}(?:一律|统一|全部|始终)(?:请|给我)?用[^,]{1,10}?(?:告诉我|给我|回答|表示|显示|标注|写|说|回复|来算)?)$(?P<r2>)?"
)
_KIND = re.compile(
    r"我(?:希望|想|要|想让|想要|需要)你|能不能|可不可以|能否|可以(?=.*(?:吗|么|不)$)|能(?=.*[吗么]$)|请问|"
    r"(?:好|行|可以)?(?:吗|么|不)$"
)


def _asked_kindly(clause: Clause) -> str:
    """The order in 能不能以后都用中文 and 我希望你以后简短一点."""
    opened = words.opened(clause.text)
    return _KIND.sub("", opened) if re.search(r"以后|今后|每次|从现在|往后|永远", opened) else opened


#: 每次我问菜谱的时候: the order stands in the next clause.
_WHEN_I_ASK = re.compile(
    r"(?:当)?我(?:再|一)?(?:问|让|要|说|发|提|请|找|跟|和|给)(?:(?!请|别|"
    r"不要)[^,]){1,14}?(?:的时候|时候?|之?后)?"
)


def standing(group: list[Clause], index: int) -> tuple[Found, int] | None:
    """A lasting order, or the end of one, with the last clause that belongs to it."""
    if order := _standing(group, index):
        return order
    ended = _let_go(group, index)
    return (ended, index) if ended else None


def _standing(group: list[Clause], index: int) -> tuple[Found, int] | None:
    """以后查资料优先用官方文档, 以后都用中文回答我; a following clause that goes on with the order belongs to it."""
    clause = group[index]
    opened = _asked_kindly(clause)
    opened = patterns.sub(r"^(?:请|麻烦)?(?:你)?(?:记住|记得)?[,\s]*", "", opened)
    if asks := patterns.match(
        r"(?:每次|当)?我(?:问|要|让你|请你|找你|说)[^,]{0,12}?(?:的时候|时)(?=[^,])", opened
    ):  # 我问代码的时候一律给我Python
        rest = opened[asks.end() :]
        opened = rest if patterns.match(rf"{_FROM_NOW}|都|请", rest) else opened
    polite = opened != words.opened(clause.text)
    now = patterns.match(
        rf"(?:你|您|请|还有|另外)*(?P<m>{_FROM_NOW})(?:你|您|请|的时候|回答(?:时|我)?|跟我说话时?|"
        rf"和我聊天时?|聊天)*[,\s]*(?P<r>.*)$",
        opened,
    )
    late = patterns.match(
        r"(?P<r>(?:请|你|都|尽量)*(?:不要再|别再|再也不要|永远不要|永远别)(?:给我|跟我|对我|和我|提|问|"
        r"推荐|叫|说|用|发)[^,]{1,24})$"
        r"|(?P<r2>(?:请|你)?(?:都|一律|统一|全程)用[^,]{1,8}(?:回答|回复|回|跟我|和我)[^,]{0,4}|(?:别|"
        r"不要)(?:再)?叫我[^,]{1,6})$",
        opened,
    )
    late = late or _IN_UNITS.match(opened) or _MEASURED.match(opened) or _LEFT_ALONE.match(opened)
    if not now and not late:
        return None
    rest = now["r"] if now else (late["r"] or late["r2"]) if late else ""
    taken = index
    if now and not rest and index + 1 < len(group):
        taken, rest = index + 1, group[index + 1].text
    if now and index + 1 < len(group) and _WHEN_I_ASK.fullmatch(rest):
        taken, rest = index + 1, group[index + 1].text
    if not rest or patterns.match(
        r"(?:我|咱|本人|大家|他|她|它)(?!.{0,8}(?:时候|时|问|说).{0,6}(?:请|你|要|别|不要))", rest
    ):
        return None
    if (
        now
        and now["m"] in ("平时", "每次", "始终", "永远", "默认", "一律", "下次")
        and not patterns.match(
            r"(?:请|你|都|要|给我|帮我|务必|回答|回复|不要|不用|不必|无需|直接|只|别|用|先|尽量|"
            r"[^我他她,]{1,8}都?(?:要|得|请|给我|帮我|"
            r"记得|别|不要))",
            rest,
        )
    ):
        return None
    if (
        clause.mood is Mood.REPORT
        or (clause.mood is Mood.QUESTION and not polite)
        or not (
            _ORDER.search(rest)
            and patterns.search(
                r"你|请|都|要|别|优先|尽量|务必|用|回|给我|叫我|跟我|不要|不许|少|多|先|只|直接|统一|简|详|"
                r"提醒|避免|控制|保持|限制|不超过|永远|一律|把我当",
                rest,
            )
        )
    ):
        return None
    if patterns.search(
        r"^(?:都)?有(?:人|时)|[吗?]|怎么|什么|^(?:别|不要)(?:再)?[这那]样(?:了)?$|一起|再(?:说|见|聊)|"
        r"可能会?|^(?:会|就?是|有|想|还会|还想|去|再去|可以(?!用))",
        rest,
    ):
        return None
    while taken + 1 < len(group) and _continues(group[taken + 1]):
        taken += 1
    text = opened if taken == index else _joined(group, index, taken, opened)
    language = _LANGUAGE.search(text)
    if language and _FORBID.search(text[max(0, language.start() - 3) : language.start()]):
        language = None
    length = _LENGTH.search(text)
    slot = (
        "reply_language"
        if language
        else "reply_length"
        if length and patterns.search(r"回答|回复|说|答案|字|句", text)
        else "instruction"
    )
    value = language["v"] if language else length["v"] if slot == "reply_length" and length else trim(rest)
    return Found(
        slot,
        value,
        MemoryType.INSTRUCTION,
        said=trim(text),
        whole=True,
        quote=(clause.start, group[taken].end),
    ), taken


def _let_go(group: list[Clause], index: int) -> Found | None:
    """不用再用列表回答了, where the sentence says no more; of what was never asked for it teaches nothing."""
    clause = group[index]
    if len(group) > 1 or clause.mood is Mood.QUESTION:
        return None
    said = words.opened(clause.text)
    if not _LET_GO.fullmatch(said):
        return None
    return Found("instruction", trim(said), MemoryType.INSTRUCTION, said=trim(said), whole=True, act=Act.END)


def _continues(clause: Clause) -> bool:
    return (
        patterns.match(r"(?:也)?(?:不要|别|不用|不许|并且|而且|尽量|少|多|只)", clause.text) is not None
        and clause.mood is not Mood.QUESTION
        and len(clause.text) <= 20
    )


def _joined(group: list[Clause], index: int, taken: int, opened: str) -> str:
    return "，".join([opened, *(clause.text for clause in group[index + 1 : taken + 1])])
