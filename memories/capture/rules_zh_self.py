"""Who a person is: name, age, birthday, family state, languages, learning. Rules over one clause's predicate."""

from collections.abc import Callable

from memories.capture import rules_zh_patterns as patterns
from memories.capture import rules_zh_words as words
from memories.capture.rules_zh_clauses import Clause, Who
from memories.capture.rules_zh_found import Found, no_particle, own, trim
from memories.capture.rules_zh_home import home, hometown
from memories.capture.rules_zh_work import project, work
from memories.capture.value_keys_dictionary import dictionary
from memoryhub import patterns as re

_ADV = rf"(?:{words.TIME}|{words.ADVERB})*"
_N = words.NUMBER

_NAME_HAN = re.compile(r"[\u4e00-\u9fff]{2,4}(?:·[\u4e00-\u9fff]{1,6})?$")

_NAME_LATIN = re.compile(r"[A-Z][A-Za-z.'-]*(?: [A-Z][A-Za-z.'-]*){0,2}$|[a-z]{3,12}$")

_NOT_A_NAME = re.compile(
    r"[我你他她它的吗呢什么谁不没就是这那很做去给在]|来(?![福喜宝财旺运顺弟娣富贵])|老师|医生|程序|学生|人$|名字"
)


def named(value: str) -> bool:
    """Whether a value can be what a person is called."""
    value = value.strip()
    if _NAME_HAN.fullmatch(value):
        return not _NOT_A_NAME.search(value) or (
            value[0] in words.SURNAMES and len(value) <= 3 and not patterns.search(r"[我你的吗么谁]", value)
        )
    return bool(_NAME_LATIN.fullmatch(value)) or bool(patterns.fullmatch(r"[\u4e00-\u9fff]", value))


def full_name(value: str) -> bool:
    """Whether a value looks like a family name with a given name."""
    return (
        bool(patterns.fullmatch(r"[\u4e00-\u9fff]{2,4}", value))
        and ((value[0] in words.SURNAMES and len(value) <= 3) or value[:2] in words.COMPOUND_SURNAMES)
        and value not in dictionary().glosses
        and not _NOT_A_NAME.search(value[1:])
        and not words.PROFESSION.match(value)
    )


def name(c: Clause) -> list[Found]:
    if c.household:
        return []
    if c.possessed in ("名字", "姓名", "大名", "全名", "真名", "本名", "中文名"):
        found = patterns.match(
            r"(?:是|叫|为)(?:做)?\s*(?P<v>.{1,16})$", c.body.removeprefix("的" + c.possessed)
        )
    else:
        found = patterns.match(
            r"(?:的)?(?:(?:(?:大|全|本|真)?名(?:字)?|真实姓名)(?:其实|就|才)?(?:是|叫|为|:)(?:做)?|叫做?|名叫)\s*(?P<v>.{1,20})$",
            c.body,
        )
    bare = patterns.match(r"(?:的)?(?:本|真|全)名(?P<v>[\u4e00-\u9fff]{2,4})$", c.body)
    if bare and not found and c.spoken and full_name(bare["v"]):
        found = bare
    if found:
        value = trim(patterns.split(r"(?<=[\u4e00-\u9fff])\s|[,，]", found["v"])[0]).removeprefix("做")
        inherited = not (c.spoken or c.first or c.explicit)
        if inherited and not full_name(value) and not patterns.search(r"[A-Z]", value):
            return []  # 学了一道菜，叫回锅肉
        if named(value) and not patterns.search(r"^(?:起|去|来|人|车|外卖|不|的)", value):
            return [Found("name", value, said=f"叫{value}", entities=(value,))]
    little = patterns.match(r"是(?P<v>[小阿][\u4e00-\u9fff])$", c.body)
    if little and c.spoken and not c.lead and little["v"] not in dictionary().glosses:
        return [Found("name", little["v"], said=f"是{little['v']}", entities=(little["v"],))]
    plain = patterns.match(r"是(?P<v>[\u4e00-\u9fff]{2,4})$", c.body)
    if plain and c.spoken and not c.lead and full_name(plain["v"]):
        return [Found("name", plain["v"], said=f"是{plain['v']}", entities=(plain["v"],))]
    surname = patterns.match(r"(?:免贵)?姓(?P<v>[\u4e00-\u9fff]{1,2})$", c.body)
    if surname and (surname["v"][0] in words.SURNAMES):
        return [Found("attribute.surname", surname["v"], said=f"姓{surname['v']}")]
    return []


_BARE_AGE = re.compile(r"我(?:今年)?[二三四五六七八九]十[一二三四五六七八九]?")


def age(c: Clause) -> list[Found]:
    found = patterns.match(
        rf"{_ADV}(?:的)?(?:年龄|年纪)?(?:是|有|为|快|才|刚满?|马上|满|将近|今年|都|已经|快要)*(?P<n>{_N})(?P<u>周?岁|个月大?(?=了|大|$))(?P<h>半|多)?(?:了|啦|哦|呢)?$",
        c.body,
    )
    if not found:
        found = patterns.match(
            rf"(?:{words.TIME}|是)*(?:快|刚满?|已经|都|也|就|马上|要|满)*(?P<n>\d\d|[一二三四五六七八九]?十[一二三四五六七八九]?)(?P<u>)(?P<h>)(?P<z>了|啦)?$",
            c.body,
        )
        if not (
            found
            and (c.spoken or "今年" in own(c))
            and (found["z"] or "今年" in own(c) or c.corrects or _BARE_AGE.fullmatch(c.text))
        ):
            return []
    value = f"{found['n']}{found['u'] or '岁'}{found['h'] or ''}"
    return [Found("age", value, said=no_particle(own(c)))]


def birthday(c: Clause) -> list[Found]:
    text = own(c)
    lunar = r"(?:正|腊|冬|十?[一二]|[三四五六七八九十])月(?:初[一二三四五六七八九十]|十[一二三四五六七八九]|二十[一二三四五六七八九]?|廿[一二三四五六七八九]?|三十)"
    day = rf"(?:(?:农历|阴历|旧历)?{lunar}|(?:农历|阴历|阳历|新历)?(?:{_N}年)?(?:{_N})月(?:{_N})[日号]?|{_N}[./-]{_N}|(?:19|20)\d\d[-./]\d+[-./]\d+)"
    found = patterns.match(
        rf"(?:{words.TIME}|的)*生日(?:是|在|为)*(?:每年)?(?:的)?(?P<v>{day})", text
    ) or patterns.search(rf"^(?:是|于)?(?P<v>{day})(?:出生|生的?$|(?:过)?生日)", text)
    if not found:
        found = patterns.search(rf"出生(?:于|在|日期是)(?P<v>(?:{_N}年)?{_N}月{_N}[日号])", text)
    if found and c.who is not Who.OTHER:
        said = f"的生日是{found['v']}" if found["v"] else own(c)
        return [Found("birthday", found["v"], said=said)]
    year = patterns.search(
        r"^(?:出生于|生于)?(?P<v>(?:19|20)\d\d)年(?:出生|生的?$)|^(?:是)?(?P<g>[6-905]\d)[后年](?:的|生的?)?$",
        text,
    )
    if year:
        value = year["v"] or year["g"] + "后"
        return [Found("attribute.birth-year", value, said=text)]
    return []


def marital(c: Clause) -> list[Found]:
    found = patterns.match(
        rf"(?:是(?=.*了$))?{_ADV}(?:是|还是|一直|刚|已)?(?:在[^,我你]{{1,8}}?)?(?P<v>结婚|领证|已婚|未婚|单身|离婚|离异|订婚|丧偶|没结婚|单着|没有?对象|成家)(?:了|狗|人士|状态|的|{_N}年|好几年|很多年)*$",
        c.body,
    )
    if found and c.who is not Who.NOBODY and not c.household:
        value = {"没结婚": "未婚", "领证": "结婚", "没对象": "单身", "没有对象": "单身"}.get(
            found["v"], found["v"]
        )
        plain = patterns.sub(r"^是(?=.*了$)", "", c.body)
        return [Found("marital_status", value, said=c.lead + plain)]
    return []


def gender(c: Clause) -> list[Found]:
    found = patterns.match(r"(?:是(?:一?个)?)?(?P<v>男|女)(?:生|性|的|人|孩子?)?$", c.body)
    if not found or c.who is not Who.SELF or not (c.body.startswith("是") or c.text.startswith("本人")):
        return []
    return [Found("gender", found["v"], said=f"是{found['v']}性")]


#: 日语和一点点葡萄牙语: how much of it.
_SOME = r"(?:一点点?|一丢丢|一些|少许|几句|简单|基础|流利|半吊子)"


def languages(c: Clause) -> list[Found]:
    found = patterns.match(
        rf"{_ADV}(?:(?:能|会)(?:说|讲|听|用)?(?:一点点?|一些|少许|点)?(?:流利的?)?|精通|懂(?:一点)?|(?:在(?:家|单位|公司|学校)(?:里)?|平时|跟家人|和家人|跟父母|和父母)(?:都|一般|一直|主要)*(?:说|讲)|说(?:的是)?|讲|(?:的)?母语是)(?P<v>{words.LANGUAGE}(?:(?:、|和|跟|还有|以及|及|与)(?:也?会?(?:说|讲)?{_SOME}的?)?{words.LANGUAGE})*)(?:交流)?(?:的)?$",
        c.body,
    )
    if not found:
        return []
    values = [trim(piece) for piece in patterns.split(r"、|还有|以及|和|跟|及|与", found["v"])]
    values = [patterns.sub(rf"^(?:也?会?(?:说|讲)?{_SOME}的?)", "", value) for value in values]
    if any(value in words.NOT_A_LANGUAGE for value in values):
        return []
    if len(values) == 1:
        return [Found("languages", values[0])]
    return [Found("languages", value, said=f"会说{value}") for value in values]


#: 在备考公务员, 在准备雅思考试: an examination that is worked for.
_EXAM = re.compile(
    r"(?:正|还|一直|全职|在职|脱产|边工作边)*在?(?:备考|备战|(?:准备|复习)(?=[^,]{1,8}(?:考试?|面试)$))(?:着)?(?P<v>[^,我你]{2,12}?)(?:中|呢)?$"
    r"|(?:正|还|一直|全职|在职|脱产|二战|三战|再次)*在?(?:准备)?(?P<w>考(?:研|博|公|编|证|教资|雅思|托福|注会|CPA|cpa|驾照|法考|公务员|教师编?))(?:中|呢)?$"
)


def learning(c: Clause) -> list[Found]:
    exam = _EXAM.match(patterns.sub(rf"^{_ADV}(?=.*[备考])", "", c.body))
    if exam and c.who is not Who.NOBODY and ("在" in own(c) or exam["v"]):
        return [Found("learning", trim(exam["v"] or exam["w"]))]
    found = patterns.match(
        rf"{_ADV}(?:都|会|去|要)*(?:(?:正)?在|开始|刚开始|报班)?(?:(?:用|跟着?|通过|靠|看)[^,学]{{1,8}}?)?(?:自|在)?学(?:习|学)?(?:着|弹|拉|吹)?(?P<v>[^,]{{1,12}})$",
        c.body,
    )
    if not found or c.who is Who.NOBODY:
        return []
    ongoing = patterns.search(r"在|开始|正|自学|最近|每|周", own(c)[: len(c.lead) + found.start("v")])
    value = trim(found["v"])
    if (
        not ongoing
        or patterns.search(r"^(?:校|生|会了?|了|过|完|到|得|不|年|期|分)|[我你]|(?<!吉)他|习$", value)
        or patterns.search(rf"{_N}年", value)
    ):
        return []
    if patterns.search(r"新的?(?:技能|语言|东西|知识)|一些|如何|怎么|时$|技巧|方法|上|问题", value):
        return []
    return [Found("learning", value)]


def studied(c: Clause) -> list[Found]:
    found = patterns.match(
        rf"{_ADV}(?:(?:大学|本科|研究生|硕士|博士)(?:时候?)?)?(?:的)?(?:专业(?:是|学的是)|主修|读的是|学的是?|毕业于|(?:本科|硕士|博士)?毕业(?:于|自))(?P<v>[^,]{{2,16}}?)(?:专业)?(?:的)?(?:毕业)?$",
        c.body,
    )
    if (
        found
        and c.who is not Who.NOBODY
        and not patterns.search(r"[我你这那]|怎么|如何|什么|过的", found["v"])
        and (
            patterns.match(r"(?:大学|本科|研究生|当年|当时)*(?:学|读|念|修)的(?:就|也)?是", c.body)
            or "专业" in c.body
            or "毕业" in c.body
            or "大学" in c.body
            or "主修" in c.body
            or "本科" in c.body
        )
    ):
        return [Found("studied", trim(found["v"]))]
    return []


def plays(c: Clause) -> list[Found]:
    found = patterns.match(
        rf"{_ADV}(?:也)?会(?:一点|点)?(?!吹牛)(?P<v>(?:弹|拉|吹|打|踢|下|玩|敲)[^,]{{1,8}})$", c.body
    )
    if not found:
        found = patterns.match(
            rf"{_ADV}(?P<v>(?:弹|拉|吹)(?:了)?(?:{_N}年(?:的)?)?(?:[^,了]{{1,6}}))(?:弹|拉|吹)?(?:了)?(?:{_N}年)?(?:了)?$",
            c.body,
        )
        if not (
            found and (patterns.search(rf"{_N}年", c.body) or patterns.search(r"每|经常|平时|周", c.lead))
        ):
            return []
    value = trim(patterns.sub(rf"了?{_N}年(?:的)?", "", found["v"]))
    if patterns.search(r"(?:[我你]|(?<!吉)他)|折|车$|人$|饭|招呼|算|雨|字$", value):
        return []
    return [Found("plays", value[1:])]


Rule = Callable[[Clause], list[Found]]

#: Rules that also hold for a relative or a friend.
RULES: tuple[Rule, ...] = (
    age, birthday, hometown, home, work, project, marital, gender, languages, studied, learning, plays,
)  # fmt: skip
