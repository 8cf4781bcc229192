"""What a person owns, and what is said of their things: sizes, numbers, places. Rules over one clause's predicate."""

from memories.capture import rules_zh_patterns as patterns
from memories.capture import rules_zh_words as words
from memories.capture.rules_zh_clauses import Clause, Who
from memories.capture.rules_zh_found import Found, no_particle, own, trim
from memories.capture.value_keys import noun_key
from memories.capture.value_keys_table import NOUNS
from memoryhub import patterns as re

_ADV = rf"(?:{words.TIME}|{words.ADVERB})*"
_N = words.NUMBER


def attributes(c: Clause) -> list[Found]:
    """What is said of a thing of the person's: 我的停车位是…, 我家备用钥匙放在…, 我穿42码的鞋."""
    size = patterns.match(
        rf"{_ADV}(?P<n0>鞋子?|衣服|裤子|上衣|T恤|衬衫|裙子|外套|戒指|手套|帽子)?(?:一般|平时)?(?:都)?[穿戴](?P<v>{_N}|[XSML]+|[xsml]+)(?P<u>码|号)?(?:的)?(?P<n>鞋|衣服|裤子|上衣|T恤|衬衫|裙子)?(?:子)?$",
        c.body,
    )
    if size and (size["u"] or size["n"]):
        worn = size["n"] or size["n0"] or ""
        letters = size["v"].isalpha() and size["v"].isascii()
        slot = (
            "attribute.shoe-size"
            if worn.startswith("鞋") or not (worn or letters)
            else "attribute.clothes-size"
        )
        return [Found(slot, size["v"] + (size["u"] or ""))]
    measure = patterns.match(
        rf"{_ADV}(?:的)?(?:新|旧)?(?P<n>身高|体重|血型|星座|属相|视力|鞋码|微信名|微信号|QQ号?|游戏名|ID|昵称|网名|花名|外号|小名|英文名|笔名|手机号码?|电话号码|(?:手机|电话|车牌)尾号|电话|邮箱|车牌号?|工号|学号|学历)(?:是|为|有|叫|大概|大约|(?:已经)?(?:改成|换成|变成|改为)了?)*(?P<v>[^,]{{1,40}})$",
        c.body,
    )
    if (
        measure
        and c.who is Who.SELF
        and patterns.search(r"\d|[A-Za-z]|[型座]|斤|米|[\u4e00-\u9fff]{1,8}$", measure["v"])
        and not patterns.search(r"太|很|有点|不够|比|的人$|地址是", measure["v"])
    ):
        return [Found(f"attribute.{noun_key(measure['n'])}", trim(measure["v"]))]
    body = patterns.match(
        rf"{_ADV}(?:净重|净身高)?(?:有|大概|大约|差不多|才|只有)*(?P<v>{_N}(?P<u>公斤|千克|斤|kg|KG|厘米|cm|CM|米)(?:{_N})?)(?:左右|出头|多)?(?:了|高|重)?$",
        c.body,
    )
    if body and c.who is Who.SELF and c.spoken:
        tall = body["u"] in ("厘米", "cm", "CM", "米")
        return [Found("attribute.height" if tall else "attribute.weight", body["v"])]
    sign = patterns.match(
        r"(?:是|属)(?P<v>(?:白羊|金牛|双子|巨蟹|狮子|处女|天秤|天蝎|射手|摩羯|水瓶|双鱼)座?|(?<=属)[鼠牛虎兔龙蛇马羊猴鸡狗猪])(?:的)?$",
        c.body,
    )
    if sign:
        return [Found("attribute.star-sign" if len(sign["v"]) > 1 else "attribute.zodiac", sign["v"])]
    blood = patterns.match(
        r"是(?P<v>(?:[Rr][Hh](?:阴性|阳性))?[ABOab]{0,2}型?(?<=[型性]))血?(?:型)?(?:的)?$", c.body
    )
    if blood:
        return [Found("attribute.blood-type", blood["v"])]
    handed = patterns.match(r"是(?:个|一个)?(?P<v>左撇子|左利手|右撇子)$", c.body)
    if handed:
        return [Found("attribute.handedness", handed["v"])]
    trait = patterns.match(
        rf"{_ADV}(?:有点|很|特别|容易|也|会)*(?:是)?(?P<v>恐高|晕车|晕船|晕机|怕冷|怕热|怕黑|色盲|色弱|近视(?:\d+度)?|认床|路痴|社恐|洁癖|选择困难症?|(?:是)?(?:个|一个)?(?:急性子|慢性子|夜猫子|工作狂|完美主义者|内向的人|外向的人|路痴|宅男|宅女|吃货)|(?:性格|为人)?(?:比较|很|有点|偏)?(?:内向|外向)|口味(?:比较|偏|很)(?:清?淡|重|辣|甜|咸))(?:了|的)?$",
        c.body,
    )
    if trait and c.spoken:
        return [Found("note", trait["v"], said=no_particle(own(c)))]
    drives = patterns.match(
        rf"{_ADV}(?:开|骑)(?:着|的是)?(?:一)?(?:辆|台)(?P<v>[^,你这那]{{2,12}}?)(?:上班)?$", c.body
    )
    if drives and c.who is Who.SELF and not patterns.search(r"[了过]|车去", drives["v"]):
        return [Found("attribute.car", drives["v"])]
    team = patterns.match(
        rf"{_ADV}(?:手下|手底下|组里|团队)?(?:带|管|有|领导)(?:着|了)?(?:一个)?(?P<v>{_N}个?人)(?:的?(?:团队|小组|小队))?$",
        c.body,
    )
    if team and c.spoken and patterns.search(r"手下|手底下|带|管|领导|团队", c.body):
        return [Found("attribute.team", team["v"], said=no_particle(own(c)))]
    worn = patterns.match(
        rf"{_ADV}(?:(?:两|一|左|右|双)(?:只|边|个)?(?:耳朵?|眼睛?|腿|边)(?:都|也)?)?(?:戴|带|装|配|坐|拄)(?:着|了)?(?P<v>助听器|人工耳蜗|(?:近视|老花|隐形)?眼镜|牙套|假牙|假发|心脏起搏器|义肢|假肢|轮椅|拐杖?)(?:的)?$",
        c.body,
    )
    if worn and c.spoken:
        return [Found("note", worn["v"], said=no_particle(own(c)))]
    unable = patterns.match(
        rf"{_ADV}(?:不会|不太会|学不会)(?P<v>游泳|开车|骑(?:自行|电动|摩托)?车|做饭|做菜|炒菜|打字|滑雪|滑冰|溜冰|跳舞|唱歌|喝酒|抽烟|下厨|化妆|"
        rf"(?:说|讲|弹|下|打|织|吹|拉|用|修)[\u4e00-\u9fff]{{1,5}})(?:的)?$",
        c.body,
    )
    if unable and c.spoken and not patterns.search(r"[你这那]|说话$|人$|算|扰", unable["v"]):
        return [Found("note", f"不会{unable['v']}", positive=False, said=no_particle(own(c)))]
    return _owned(c)


_ABSTRACT = re.compile(
    r"问题|意思|想法|目标|建议|观点|需求|要求|任务|看法|理解|感觉|心情|情况|结论|答案|方案|论文|文章|题目|主题|经验|回答|选择|决定|猜测|疑问|困惑|担心|印象|第一|第二|代码|程序|项目|朋友|生活|人生|意见|态度|心|天|作业|计划|梦|话|错|情绪|状态|压力|感受|口味|希望|愿望|原因|重点|方法|思路|公司|客户|同事|家人|名字|预算|角色|身份|工作|职业|爱好|兴趣"
)


def _owned(c: Clause) -> list[Found]:
    if c.who is not Who.SELF or not (c.spoken or c.possessed):
        return []
    text = c.body
    found = patterns.match(
        rf"(?:的)?(?P<n>[^,是叫在有为]{{1,14}}?)(?P<a>{_ADV})(?P<p>(?:的)?(?:是|叫|放在|停在|存在|藏在|寄存在|为|在|有|能|最多|最大|最高|只有|一共|总共|限重|承重|要|用的是)+)(?P<v>[^,]{{1,40}})$",
        text,
    )
    if text.startswith(("用的是", "开的是", "骑的是")):
        value = trim(text[3:])
        return [Found("possession", value)] if value and not patterns.search(r"什么|这|那", value) else []
    if not found or not (
        text.startswith("的")
        or c.household
        or found["n"].startswith(("住的", "用的", "开的", "骑的"))
        or found["n"] in NOUNS
    ):
        return []
    noun, value = (
        trim(patterns.sub(r"^(?:里的?|的)?(?:[住用开骑]的)?(?:那个|这个)?", "", found["n"])),
        trim(found["v"]),
    )
    if patterns.match(r"(?:里)?[用开骑]的?$", noun):
        return (
            [Found("possession", value)]
            if not patterns.search(r"(?:[我你她这那]|(?<!吉)他)|什么", value) and found["p"].endswith("是")
            else []
        )
    if (
        not noun
        or not value
        or _ABSTRACT.search(noun)
        or patterns.search(r"(?:[我你她这那]|(?<!吉)他)", noun + value[:1])
    ):
        return []
    concrete = patterns.search(
        r"\d|[A-Za-z]{2,}|号|色|牌|版|款|寸|层|楼|手动|自动|电|一百|[百千万]|半自动", value
    )
    located = found["p"].endswith(("放在", "停在", "存在", "藏在", "寄存在"))
    known = noun_key(noun) != noun and found["p"].endswith(("是", "叫", "为"))
    called = found["p"].endswith("叫") and patterns.fullmatch(r"[^,，。]{1,8}", value)
    if not (concrete or located or known or called) or patterns.search(
        r"很|太|非常|真|有点|好(?:看|用|吃)|不错|越来越|什么", value
    ):
        return []
    return [
        Found(
            f"attribute.{noun_key(patterns.sub(r'^(?:楼(?:里|下)|家里?)的', '', noun))}",
            value,
            said=no_particle(own(c)),
        )
    ]


_THING = re.compile(
    r"(?:工作|时间|事|问题|想法|办法|机会|可能|意思|兴趣|道理|感觉|经验|课|会|点|信心|朋友|客户|同事|同学|人|选择|建议|疑问|困难|压力|目标|计划|梦想|缘|心|话|空|钱|约|项目|任务|订单|需求)$"
)

#: What one has by 个 and is a thing: 我有一个花园; not 我有一个想法.
_PLACED = re.compile(
    r"(?:院子|花园|露台|阳台|仓库|店|网站|博客|公众号|频道|农场|工作室|书房|鱼缸|车库|相机|手办|包|邮箱)$"
)


def possession(c: Clause) -> list[Found]:
    found = patterns.match(
        rf"{_ADV}(?:在[^,我你他她]{{1,8}}?)?(?:刚|新)?(?P<h>有|拥有|买了|刚买了|入手了|换了|新买了|养了|种了|开了|骑|开(?:的是)?|用的是)(?:着)?(?P<m>(?:(?:一|两|三|四|五|六|几|好几|\d+){words.MEASURE}|{words.MEASURE}|新)(?:新的?)?)(?P<v>[^,]{{1,20}})$",
        c.body,
    )
    if (
        not found
        or c.who not in (Who.SELF, Who.RELATED)
        or not (c.spoken or (found["h"] in ("有", "拥有", "开了") and "还" not in c.lead))
    ):
        return []
    if patterns.search(r"个$", found["m"]) and found["h"] == "有" and not _PLACED.search(found["v"]):
        return []
    value = trim(found["v"])
    value = patterns.split(r"(?<=.)[在是]", patterns.sub(r"(?:上班|回家|出门)$", "", value))[0]
    if (
        not value
        or _THING.search(value)
        or patterns.search(r"(?:[我你她这那]|(?<!吉)他)|什么", value)
        or patterns.search(rf"{words.REL}$", value)
    ):
        return []
    if several := _several(found["m"] + found["v"], found["h"]):
        return several
    if found["h"] in ("开了",) and not patterns.search(r"店|馆|公司|厂|铺|吧$", value):
        return []
    if c.christened:
        name = patterns.sub(r"^.*?(?:叫[做作]?|名为)", "", c.christened)
        return [Found("possession", value, said=f"{own(c)}，{c.christened}", entities=(name,))]
    return [Found("possession", value)]


_COUNTED = re.compile(rf"(?:{_N}|几|好几){words.MEASURE}(?P<v>[^,的]{{1,10}})")


def _several(listed: str, verb: str) -> list[Found]:
    """一辆房车、一艘小船和一台摩托: each thing by itself, since each is sold or lost by itself."""
    things = [_COUNTED.fullmatch(item) for item in patterns.split(r"、|和|还有|以及|跟", listed)]
    if len(things) < 2 or not all(things) or patterns.search(words.REL, listed):
        return []
    return [Found("possession", trim(thing["v"]), said=f"{verb}{thing[0]}") for thing in things if thing]


def commute(c: Clause) -> list[Found]:
    found = patterns.match(
        rf"{_ADV}(?:是)?(?P<v>(?:骑|坐|开|走|搭|乘)[^,]{{0,8}}(?:上班|上下班|通勤|上学|去(?:公司|厂里|学校|单位)))(?:的)?$",
        c.body,
    )
    return [Found("attribute.commute", found["v"], said=own(c))] if found and c.who is Who.SELF else []
