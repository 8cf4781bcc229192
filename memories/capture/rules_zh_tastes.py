"""What a person likes, avoids, does by habit, collects and owns; allergies and other matters of health and confidence."""

import re

from memories.capture import rules_zh_words as words
from memories.capture.rules_zh_clauses import Clause, Who
from memories.capture.rules_zh_found import Found, own, parts, trim
from memories.capture.types import Act
from memories.capture.value_keys import noun_key, value_key
from memories.capture.value_keys_table import COLOURS
from memories.kinds import MemoryType, SensitiveCategory

_ADV = rf"(?:{words.TIME}|{words.ADVERB})*"
_N = words.NUMBER
_VERY = r"(?:很|挺|特别|非常|超级?|蛮|比较|更加?|最|十分|相当|格外|尤其|太|极其|打心底里?|一向|都|也|还是|还|就|有点儿?|真心|确实)"
_LIKE = r"(?:喜欢上?了?|爱上了?|(?<!可)(?<!恋)爱(?!人|情|好|心|护|国)|喜爱|热爱|酷爱|偏爱|钟爱|钟情于|迷上了?|痴迷于?|着迷于?|热衷于?|沉迷于?|偏好|中意|离不开)"
_VERB = r"(?:吃|喝|看|听|玩|用|穿|读|去|逛|做)"
_NOT = r"(?:从来不|从不|并不|不太|不怎么|不是很|不大|不咋|不|没那么|没有那么|一点儿?(?:都|也)不|最不|再也不|真不)"
_DEICTIC = re.compile(
    r"^(?:你|您|他|她|它|这|那|上面|以上|和你|跟你|与你|听你|被|自己|一个人(?:了)?$|上了?$|看$|吃$|喝$|玩$|的|一个(?:女|男)|某|谁|大家|别人|第|每|所有|的人|$)|你|您|这(?:个|种|款|部|本|些|里)|那(?:个|种|款|部|本|些)|他们?$|她们?$"
)
_STOP = re.compile(
    r"(?<=.)(?:因为|但是|所以|的话|不过|可是|而且|,|时会|的时候|之后|以后|啊|呀|,|了(?=.{2,}))"
)


def _object(value: str) -> str:
    return trim(_STOP.split(value)[0])


def _bare(value: str) -> str:
    """羊肉 of 吃羊肉: the value that both "likes" and "eats" speak of."""
    return re.sub(r"^(?:吃|喝|养)(?=.)", "", value)


def _tense(c: Clause) -> str:
    return c.lead + c.body[:6]


def favourite(c: Clause) -> list[Found]:
    text = c.body
    like = r"最(?:喜欢|爱|喜爱|中意|钟爱)"
    first = re.match(
        rf"{_ADV}{like}(?P<verb>{_VERB})?的(?P<n>[^,是]{{0,10}}?)(?:就?是|为|叫(?:做)?|还是|有)(?P<v>[^,]{{1,24}})$",
        text,
    )
    last = re.match(
        r"(?P<v>[^,我]{1,16}?)(?:就?是|一直是)我(?:个人)?最(?:喜欢|爱|喜爱)(?:吃|喝|看|听|玩|去|穿|用)?的(?P<n>[^,]{0,8})$",
        own(c) if not c.spoken else c.text,
    )
    among = re.match(
        rf"(?:在)?(?P<n>[^,我]{{1,8}}?)(?:里面?|当中|中|之中|方面)[,]?我?(?:还是)?{like}(?P<verb>{_VERB})?(?P<v>[^,的]{{1,16}})$",
        c.text if not c.spoken else c.lead + text,
    )
    found = first or last or among
    if found and (c.who is not Who.OTHER or last):
        value, noun = _object(found["v"]), trim(found["n"])
        noun = re.sub(r"^(?:一种|一个|一部|一本|一位|一道)|之一$", "", noun)
        if not noun and first and first["verb"]:
            noun = {"吃": "食物", "喝": "饮料"}.get(first["verb"], "")
        if not value or _DEICTIC.search(value) or re.search(r"什么|谁|哪", value):
            return []
        said = f"最喜欢的{noun}是{value}" if last or among else own(c)
        if not noun:
            return [Found("likes", _bare(value), MemoryType.PREFERENCE, said=said)]
        if noun.startswith("人"):
            return []
        return [Found(f"favourite.{noun_key(noun)}", value, MemoryType.PREFERENCE, said=said)]
    plain = re.match(rf"{_ADV}{like}(?P<v>[^,的]{{1,8}})$", text)
    if plain and c.who is Who.SELF:
        value = _object(plain["v"])
        if value_key(value, slot="") in COLOURS:
            return [Found("favourite.colour", value, MemoryType.PREFERENCE, said=own(c))]
    return []


def likes(c: Clause) -> list[Found]:
    if c.who is Who.NOBODY and not re.match(
        r"(?:平时|周末|一般|从小|一直|平常|最|特别|很|超)", c.lead + c.body
    ):
        return []
    if re.search(r"(?:不是|没有|并非|不会|没说)不(?:太|怎么)?(?:喜欢|爱|想)|不得不", c.text):
        return []
    text = c.body
    negative = re.match(rf"{_ADV}(?:{_VERY})*{_NOT}(?:很|太|那么|怎么)?{_LIKE}(?P<v>.+)$", text)
    hate = re.match(
        rf"{_ADV}(?:{_VERY})*(?:讨厌|厌恶|受不了|反感|恨(?!不得)|嫌弃|烦(?!恼|心|你)|忍受不了|接受不了|吃不惯|喝不惯|害怕|怕(?!是|不|你|别|冷|热|黑|了$|得)|最怕)(?P<v>[^,]+)$",
        text,
    )
    bored = re.match(
        rf"{_ADV}对(?P<v>[^,]{{1,14}}?)(?:完全|一点也|一点都|实在|真的)*(?:不感冒|不感兴趣|没兴趣|没有兴趣|无感)$",
        text,
    )
    for found in (negative, hate, bored):
        if found:
            return _each(c, found["v"], slot="dislikes", positive=False)
    keen = re.match(
        rf"{_ADV}对(?P<v>[^,]{{1,14}}?)(?:也)?(?:很|特别|非常|挺|比较|最|超级?|一直|有点|有些|好像)*(?:感兴趣|有兴趣|着迷|情有独钟|上瘾)$",
        text,
    )
    if keen:
        return _each(c, keen["v"], slot="likes", positive=True)
    like = re.match(rf"{_ADV}(?:{_VERY})*(?:{_ADV})(?:{_VERY})*(?:更)?{_LIKE}(?P<v>.+)$", text)
    if like and not re.match(r"(?:从来没|没)", text):
        if c.household:
            return []
        usual = re.match(r"(?:平时|平常|日常|一般|现在平时)", c.lead) or re.match(
            r"(?:平时|平常|日常|一般)", text
        )
        drink = re.match(r"喝(?P<v>[^,]{1,8})$", like["v"])
        if usual and drink and len(parts(_object(drink["v"]))) == 1 and c.who is not Who.RELATED:
            return [Found("favourite.drink", _object(drink["v"]), MemoryType.PREFERENCE)]
        return _each(c, like["v"], slot="likes", positive=True)
    custom = re.match(rf"{_ADV}(?:都)?习惯(?:了|于)?(?P<v>[^,的]{{2,20}})$", text)
    if (
        custom
        and c.who is Who.SELF
        and c.spoken
        and not re.search(r"^(?:不|性)|(?:[你她]|(?<!吉)他)", custom["v"])
    ):
        return [Found("habit", trim(custom["v"]), MemoryType.PREFERENCE)]
    prefer = re.match(
        rf"{_ADV}(?:{_VERY})*(?:更)?(?:倾向于?|偏向于?|宁愿|宁可|更愿意)(?P<v>[^,]{{2,20}})$", text
    )
    if prefer and c.who is Who.SELF:
        return _each(c, prefer["v"], slot="likes", positive=True)
    return []


def _each(c: Clause, spoken: str, *, slot: str, positive: bool) -> list[Found]:
    value = re.sub(r"(?<=..)这(?:款|个|种|部|本|家|首|座|道).{0,4}$", "", _object(spoken))
    if re.match(r"(?:了|里面?|其中|一些|某些|有些)", value):
        return []
    if not value or _DEICTIC.search(value) or len(value) > 24 or re.search(r"什么|怎么|谁|哪", value):
        return []
    if re.search(r"人$|(?:她|他)", value) and not re.search(r"老人|机器人", value):
        return []
    lasting = not (words.PASSING.search(_tense(c)) and re.search(r"想|今天|今晚", _tense(c)))
    members = parts(value)
    lead = c.lead + c.body[: c.body.rfind(spoken)] if spoken in c.body else c.lead
    found = []
    for member in members:
        said = None if len(members) == 1 else lead + member
        found.append(
            Found(slot, _bare(member), MemoryType.PREFERENCE, said=said, positive=positive, lasting=lasting)
        )
    return found


def mood(c: Clause) -> list[Found]:
    """Wishes and states of the day: kept as passing, so that they never stand for a trait."""
    text = c.lead + c.body
    found = re.match(
        rf"{_ADV}(?:不太|不怎么|不|没什么心情|没胃口|好|很|特别|有点|真)*想(?P<v>(?:吃|喝)[^,]{{1,12}})$",
        c.body,
    )
    if found and (words.PASSING.search(c.lead) or c.spoken) and not re.search(r"[你]", found["v"]):
        negative = re.search(r"不|没", c.body[: found.start("v")]) is not None
        return [
            Found(
                "dislikes" if negative else "likes",
                _bare(trim(found["v"])),
                MemoryType.PREFERENCE,
                positive=not negative,
                lasting=False,
                said=text,
            )
        ]
    state = re.match(
        r"(?:身体|心里|心情|感觉|觉得)?(?:也)?(?:有点儿?|有些|好|很|特别|非常|真的?|太)(?P<v>困|累|烦|饿|渴|难过|伤心|郁闷|焦虑|紧张|无聊|开心|高兴|不舒服|头疼|沮丧|疲惫)(?:了|啊|呀|哦)?$",
        c.body,
    )
    if state and words.PASSING.search(c.lead) and (c.who in (Who.SELF, Who.NOBODY)):
        return [Found("", state["v"], lasting=False, said=text)]
    return []


_FOODISH = r"(?:吃|喝|碰|沾|抽|用|看|玩|去|吃得?了|吃得?惯|能吃|能喝|敢吃|敢喝)"
_NOT_FOOD = re.compile(
    r"^(?:了|完|下|到|起|饭|早饭|东西|惯|够|饱|醉|出|得|过|不|着|定|亏|惊|力|香$|苦$|什么|透|懂|上|起来|说|来|管|你|我|他|她|这|那|点|就|会|成|开)|(?:[你我她]|(?<!吉)他)|一下|这|那"
)


def avoids(c: Clause) -> list[Found]:
    text = c.body
    plain = re.match(
        rf"{_ADV}(?:{_VERY})*(?P<p>(?:现在|已经|早就|再也)?(?:一向|一直|都)?(?:从来不|从不|不能|没法|不可以|不敢|不太能|不怎么|不太|不爱(?=吃|喝)|一点儿?(?:都|也)不|完全不|再也不|也不|不再|不))"
        rf"(?P<x>能|敢|会|太|怎么)?(?P<verb>吃|喝|碰|沾|抽|玩)(?P<v>[^,]{{1,10}})$",
        text,
    )
    if (
        plain
        and c.who is not Who.NOBODY
        or plain
        and (c.first and len(c.text) <= 10)
        and not re.search(r"了$", text)
    ):
        ended = (
            bool(re.search(r"再也不|不再|已经不|现在不|早就不", c.lead + text))
            and not re.search(r"从来", text)
            or text.endswith("了")
        )
        value = trim(re.sub(r"(?:的(?:东西|食物|菜)?)$", "", _object(plain["v"])))
        if ended and c.who is Who.SELF and value and not _NOT_FOOD.search(value):
            return [Found("likes", value, MemoryType.PREFERENCE, positive=False, act=Act.END)]
        if not value or _NOT_FOOD.search(value):
            return []
        if value in ("肉", "荤", "荤的", "肉类") and plain["verb"] in ("吃", "沾", "碰") and not ended:
            return [Found("diet", "吃素", said=own(c))]
        passing = re.search(r"今天|今晚|这两天|这几天", c.lead + text) is not None
        members = parts(value)
        return [
            Found(
                "avoids", member, MemoryType.PREFERENCE, positive=False, lasting=not passing,
                act=Act.STATE, said=None if len(members) == 1 else f"{c.lead}{text[: plain.start('v')]}{member}",
            )
            for member in members
        ]  # fmt: skip
    without = re.match(r"(?:的)?忌口(?:的)?(?:是|有)?(?P<v>[^,]{1,12})$", text)
    if without and c.who is Who.SELF:
        return [
            Found("avoids", member, MemoryType.PREFERENCE, positive=False, said=f"忌口{member}")
            for member in parts(_object(without["v"]))
        ]
    unable = re.match(
        rf"{_ADV}(?:{_VERY})*(?:完全|一点(?:都|也))?[吃喝]不(?:了|来|得)(?:太)?(?P<v>[^,]{{1,8}})$", text
    )
    if unable and c.who is not Who.NOBODY and not _NOT_FOOD.search(unable["v"]):
        return [Found("avoids", _object(unable["v"]), MemoryType.PREFERENCE, positive=False)]
    quit_ = re.match(
        rf"{_ADV}(?:刚|已经|正在|在|早就)?(?:戒)(?:掉|了|掉了)?(?P<v>烟|酒|糖|咖啡|奶茶|碳水|可乐|辣|游戏|肉|甜食|零食)(?:了|掉了)?(?:{_N}(?:年|个月|天)(?:多)?)?(?:了)?$",
        text,
    )
    if quit_ and c.who is not Who.NOBODY:
        return [Found("likes", quit_["v"], MemoryType.PREFERENCE, positive=False, act=Act.END)]
    return []


def stopped(c: Clause) -> list[Found]:
    """我不弹钢琴了, 不再学法语: something held and holds no more."""
    found = re.match(
        rf"{_ADV}(?P<p>(?:已经|现在|早就|再也)?不(?:再)?|没(?:再)?|放弃|停止)(?P<verb>弹|拉|吹|打|踢|学|收集|收藏|养|练|做|当|住在?|在|喜欢|爱|信|用|跑|去)(?P<v>[^,]{{1,12}}?)(?P<le>了)?$",
        c.body,
    )
    if (
        not found
        or c.who is not Who.SELF
        or not (found["le"] or re.search(r"不再|再也|放弃|停止", found["p"]))
    ):
        return []
    value = trim(found["v"])
    slots = {
        "弹": "plays", "拉": "plays", "吹": "plays", "打": "plays", "踢": "plays", "学": "learning", "收集": "collects", "收藏": "collects",
        "养": "pet", "练": "hobby", "当": "occupation", "做": "occupation", "住": "residence", "住在": "residence", "在": "employer",
        "喜欢": "likes", "爱": "likes", "跑": "habit", "去": "habit", "用": "possession",
    }  # fmt: skip
    slot = slots.get(found["verb"])
    if not slot or not value or re.search(r"(?:[我你她这那]|(?<!吉)他)|^(?:到|好|完|成|了|得|乎|在)", value):
        return []
    if slot == "employer":
        value = re.sub(r"(?:工作|上班|住)$", "", value)
        slot = "residence" if found["v"].endswith("住") else "employer"
    if slot == "occupation" and not words.PROFESSION.match(value):
        return []
    return [
        Found(
            slot,
            value,
            act=Act.END,
            positive=False,
            type=MemoryType.PREFERENCE if slot in ("likes", "habit", "hobby") else MemoryType.FACT,
        )
    ]


def changed(c: Clause) -> list[Found]:
    """现在改喝咖啡了, 改回喝可乐了, 又开始吃肉了."""
    found = re.match(
        rf"{_ADV}(?:又|还是|都|就)*(?:改(?:回|成|为)?(?:去)?|换成|换回|开始(?:改)?)(?P<verb>喝|吃|用|看|听|玩|抽)(?:回)?了?(?P<v>[^,]{{1,12}}?)(?:了|啦)?$",
        c.body,
    )
    if not found or c.who is Who.OTHER or c.who is Who.RELATED:
        return []
    if c.who is Who.NOBODY and not re.search(r"改", c.body):
        return []
    value = trim(found["v"])
    if not value or _DEICTIC.search(value):
        return []
    if found["verb"] == "喝":
        return [Found("favourite.drink", value, MemoryType.PREFERENCE, said=_strip_le(own(c)))]
    return [Found("likes", value, MemoryType.PREFERENCE, said=_strip_le(own(c)))]


def _strip_le(said: str) -> str:
    return re.sub(r"[啊呀哦呢吧哈啦嘛]+$", "", said)


def diet(c: Clause) -> list[Found]:
    found = re.match(
        rf"{_ADV}(?:是|改|开始|在|一直|坚持)*(?:一?[名个位])?(?P<v>吃素|吃全素|素食(?:主义)?者?|纯素(?:食(?:主义)?者?)?|全素|严格素食者?|蛋奶素|茹素|清真(?:饮食)?|生酮(?:饮食)?|低碳饮食|低糖饮食|控糖)(?:的|了|{_N}年(?:了|多)*)*$",
        c.body,
    )
    return [Found("diet", found["v"])] if found and c.who is not Who.NOBODY else []


_MILD = r"(?:严重|轻度|有点儿?|有些|很|特别|重度|也|一直|从小|非常|天生|会)*"


def allergy(c: Clause) -> list[Found]:
    text = c.body
    denied = re.match(
        rf"{_ADV}(?:其实)?对(?P<v>[^,]{{1,12}}?)(?:已经|现在|其实|并|早就)?(?:不过敏|没有?过敏|不再过敏)(?:了)?$",
        text,
    )
    if denied and c.who is not Who.NOBODY:
        return [Found("allergy", trim(denied["v"]), act=Act.END, positive=False)]
    found = re.match(
        rf"{_ADV}{_MILD}(?:是)?对(?P<v>[^,]{{1,20}}?){_MILD}(?:过敏|不耐受|不耐)(?P<m>体质|严重|得厉害|很严重|反应)?(?:的|了)?$",
        text,
    )
    if not found:
        found = re.match(
            rf"{_ADV}(?:有)?{_MILD}(?P<v>[^,是对会有]{{1,10}}?){_MILD}(?:过敏(?:症|史)?|不耐(?:受|症)?)(?:的|了)?$",
            text,
        )
    if not found:
        found = re.match(
            rf"{_ADV}(?:一)?(?:吃|喝|碰|闻|沾)(?:到|了)?(?P<v>[^,]{{1,8}}?)(?:就|会|就会)(?:过敏|起疹子|拉肚子|肚子疼|肚子痛|呼吸困难|起红疹|浑身痒|嘴肿|哮喘|吐|胃疼)(?:的|了)?$",
            text,
        )
    if not found or (c.who is Who.NOBODY and not (c.first and len(c.text) <= 12)):
        return []
    values = [trim(value).rstrip("都也") for value in re.split(r"、|和|跟|以及|还有|或", found["v"])]
    values = [
        value
        for value in values
        if value and not re.search(r"(?:[你我她这]|(?<!吉)他)|什么|没有|不|人$", value)
    ]
    if len(values) == 1:
        return [Found("allergy", values[0], safety=True)]
    return [Found("allergy", value, safety=True, said=f"对{value}过敏") for value in values]


_ILLNESS = (
    r"(?:糖尿病|高血压|低血压|高血脂|心脏病|冠心病|抑郁症|焦虑症|双相(?:情感障碍)?|躁郁症|强迫症|精神分裂症?|哮喘|癌|癌症|肿瘤|乙肝|肝炎|艾滋病?|HIV|痛风|甲亢|甲减|胃炎|胃溃疡|胃病|关节炎|癫痫|自闭症|多动症|ADHD|"
    r"失眠症?|偏头痛|鼻炎|荨麻疹|湿疹|银屑病|颈椎病|腰椎间盘突出|贫血|肾病|白血病|红斑狼疮|帕金森|老年痴呆|阿尔茨海默症?|脂肪肝|[\u4e00-\u9fff]{1,6}(?:症|癌|综合征|结节|囊肿))"
)
_DRUG = r"(?:[\u4e00-\u9fff]{1,6}(?:药|片|素|胶囊|林|平|汀|替尼|西汀|曲林|双胍)|胰岛素)"


def health(c: Clause) -> list[Found]:
    text = c.body
    ill = re.match(
        rf"{_ADV}(?:还)?(?:(?:被|刚|又|也|去|就|曾)?(?:确诊|诊断|查出|检查出|检查|查)(?:了|出|是|为|有|得了|患有|患了|出了|出有)*|得(?:了|过)|患(?:有|了|过)?|有|是)(?:了|有|一点|点|轻度|重度|中度|慢性|先天性|严重的?|多年的?)*(?P<v>{_ILLNESS})(?:患者|病史|{_N}年|了|多年|好几年|的)*$",
        text,
    )
    if ill and c.who is not Who.NOBODY:
        return [Found("condition", ill["v"], category=SensitiveCategory.HEALTH)]
    drug = re.match(
        rf"{_ADV}(?:一直|长期|每天|都|要|得|需要|还)*(?:在)?(?:吃|服用?|打|用)(?:着)?(?P<v>{_DRUG})(?:{_N}年|了|治疗|的)*$",
        text,
    )
    if (
        drug
        and c.who in (Who.SELF, Who.RELATED)
        and (c.spoken or re.search("在|长期|每天|一直", own(c)))
        and drug["v"] not in ("土豆片", "麦片", "薯片", "味素", "照片")
    ):
        return [Found("condition", drug["v"], category=SensitiveCategory.HEALTH)]
    expecting = re.match(rf"{_ADV}(?:怀孕|怀了|有喜|备孕)(?:{_N}(?:个月|周))?(?:了)?$", text)
    if expecting and c.who is not Who.NOBODY:
        return [
            Found("condition", "怀孕" if "备孕" not in text else "备孕", category=SensitiveCategory.HEALTH)
        ]
    operation = re.match(
        rf"{_ADV}(?:刚)?(?:做(?:了|过)|动(?:了|过))(?:一次|个)?(?P<v>[^,]{{0,8}}手术)(?:的)?$", text
    )
    if operation and c.who is not Who.NOBODY:
        return [Found("condition", operation["v"], category=SensitiveCategory.HEALTH)]
    return []


def private(c: Clause) -> list[Found]:
    """Belief, politics, money, sexuality, law: true of the person, and theirs to confirm."""
    text = own(c)
    table: tuple[tuple[str, SensitiveCategory], ...] = (
        (rf"(?:是|信|信仰|皈依了?)(?:一?[名个位])?(?:虔诚的)?(?:佛|佛教|基督教?|天主教|伊斯兰教|道教|犹太教|印度教|基督徒|佛教徒|天主教徒|穆斯林|道教徒)(?:的|徒|了)?$", SensitiveCategory.BELIEF),
        (r"(?:是|加入了?|支持|反对|投(?:票)?给?了?)(?:一?[名个位])?[^,]{0,8}(?:党员?|共和党|民主党|工党|保守党|国民党|民进党)(?:的|了)?$", SensitiveCategory.POLITICS),
        (rf"(?:工资|月薪|年薪|收入|到手|税后|薪水|薪资|奖金|年终奖|存款|积蓄|退休金|养老金)[^,]{{0,8}}?(?:是|有|大概|大约|差不多|只有|到手|税后|约|为)*(?:{_N}|一|两|几)[^,]{{0,8}}$", SensitiveCategory.FINANCE),
        (rf"(?:欠|负债|贷款|房贷|车贷|网贷|外债|借了|背着?)[^,]{{0,10}}?(?:{_N})(?:多)?(?:块|元|万|千|亿)?[^,]{{0,8}}$", SensitiveCategory.FINANCE),
        (r"(?:是|一直是)(?:一?[名个位])?(?:同性恋|双性恋|gay|les|跨性别者?|无性恋|同志)(?:的|者)?$|(?:已经|刚)?出柜了?$", SensitiveCategory.SEXUALITY),
        (r"(?:坐过牢|有案底|有前科|被起诉了?|被判[^,]{1,8}|在打官司|(?:被)?取保候审|被拘留过?)[^,]{0,6}$", SensitiveCategory.LEGAL),
    )  # fmt: skip
    if c.who is not Who.SELF or c.household:
        return []
    for pattern, category in table:
        found = re.search(pattern, text)
        if found and found.start() <= len(c.lead) + 10:
            return [Found("note", trim(found[0]), category=category, said=text)]
    return []


_OFTEN = re.compile(
    r"每|(?<![上下这本])(?:周|星期)[一二三四五六日天](?:早上|上午|中午|下午|晚上)?(?=在.{1,10}(?:教|练|学|做|上|打|跑|当))|逢|平时|平日|平常|天天|通常|经常|常常|总是|一般|工作日|(?:睡前|饭后)|周末都|常年|时不时|(?<![上下这本])(?:周|星期)[一二三四五六日天](?:都|晚上都)"
)
_NO_HABIT = re.compile(
    r"[你您]|^(?:会|都会|都)?(?:觉得|感觉|感到|想|希望|有(?:人|点|些)|是|需要|必须|应该|要(?![去喝吃跑走看读写坐花做睡])|不知道|不(?!吃|喝)|没|很|在想|在一起|聊|被|把|考虑|可能|总是|发现)|[做赢学睡记弄]不|自己总|工资|薪|到手"
)


def habit(c: Clause) -> list[Found]:
    if c.household or c.who is Who.OTHER or c.who is Who.NOBODY:
        return []
    said = own(c)
    often = _OFTEN.search(c.lead) or _OFTEN.search(c.body[:12])
    if not often or len(said) > 40:
        return []
    if re.search(r"每个?(?:人|地方|时候|东西|问题|方面)|每次", said):
        return []
    predicate = re.sub(rf"^{_ADV}", "", c.body)
    if re.fullmatch(r"(?:都)?(?:得|要|会)?(?:去|做|来|有)", predicate):
        return []
    if (
        len(predicate) < 2
        or _NO_HABIT.search(predicate)
        or re.search(r"的$|感觉|觉得|什么", said)
        or re.fullmatch(r"[^,]*(?:很|太|好|挺|特别)[^,]{1,4}", predicate)
    ):
        return []
    value = trim(re.sub(r"^(?:都会|都|会)", "", said))
    return [Found("habit", value, MemoryType.PREFERENCE)]


def hobby(c: Clause) -> list[Found]:
    found = re.match(
        rf"(?:的)?(?:最大的|主要的?|业余|平时的?|个人)?(?:爱好|兴趣(?:爱好)?|业余爱好)(?:就?是|有|包括|为|主要是)(?P<v>[^,]{{1,40}})$",
        c.body,
    )
    if not found:
        joined = re.match(r"(?P<v>[^,我]{2,6})是我(?:最大)?的(?:一个|一大)?(?:爱好|兴趣(?:爱好)?)$", c.text)
        if joined:
            return [Found("hobby", joined["v"], MemoryType.PREFERENCE, said=f"的爱好是{joined['v']}")]
    if not found or c.who is Who.NOBODY or re.search(r"[你我]|什么|广泛|很多", found["v"]):
        return []
    members = parts(trim(found["v"]))
    return [Found("hobby", member, MemoryType.PREFERENCE, said=f"的爱好是{member}") for member in members]


def collects(c: Clause) -> list[Found]:
    found = re.match(
        rf"{_ADV}(?:{_VERY})*(?:喜欢|爱|在|热衷于?|一直在?)*(?:收集|收藏|集(?=邮))(?:了|着)?(?:很多|许多|不少|好多|一些|一堆|{_N}{words.MEASURE}?(?:多{words.MEASURE}?)?)?(?:各种|各式各样的?|旧的?)?(?P<v>[^,]{{1,12}})$",
        c.body,
    )
    if not found or c.who is Who.NOBODY or re.search(r"[你这那]|信息|资料|数据|意见|反馈|不同的", found["v"]):
        return []
    members = parts(trim(found["v"]))
    return [
        Found("collects", member, said=None if len(members) == 1 else f"收集{member}") for member in members
    ]


_THING = re.compile(
    r"(?:时间|事|问题|想法|办法|机会|可能|意思|兴趣|道理|感觉|经验|课|会|点|信心|朋友|客户|同事|同学|人|选择|建议|疑问|困难|压力|目标|计划|梦想|缘|心|话|空|钱|约|项目|任务|订单|需求)$"
)


#: What one has by 个 and is a thing: 我有一个花园; not 我有一个想法.
_PLACED = re.compile(
    r"(?:院子|花园|露台|阳台|仓库|店|网站|博客|公众号|频道|农场|工作室|书房|鱼缸|车库|相机|手办|包|邮箱)$"
)


def possession(c: Clause) -> list[Found]:
    found = re.match(
        rf"{_ADV}(?:刚|新)?(?P<h>有|拥有|买了|刚买了|入手了|换了|新买了|养了|种了|开了|骑|开(?:的是)?|用的是)(?:着)?(?P<m>(?:(?:一|两|三|四|五|六|几|好几|\d+){words.MEASURE}|{words.MEASURE}|新)(?:新的?)?)(?P<v>[^,]{{1,20}})$",
        c.body,
    )
    if (
        not found
        or c.who not in (Who.SELF, Who.RELATED)
        or not (c.spoken or found["h"] in ("有", "拥有") and "还" not in c.lead)
    ):
        return []
    if re.search(r"个$", found["m"]) and found["h"] == "有" and not _PLACED.search(found["v"]):
        return []
    value = trim(found["v"])
    value = re.sub(r"(?:上班|回家|出门)$", "", value)
    if (
        not value
        or _THING.search(value)
        or re.search(r"(?:[我你她这那]|(?<!吉)他)|什么", value)
        or re.search(rf"{words.REL}$", value)
    ):
        return []
    if found["h"] in ("开了",) and not re.search(r"店|馆|公司|厂|铺|吧$", value):
        return []
    return [Found("possession", value)]


def commute(c: Clause) -> list[Found]:
    found = re.match(
        rf"{_ADV}(?:是)?(?P<v>(?:骑|坐|开|走|搭|乘)[^,]{{0,8}}(?:上班|上下班|通勤|上学|去(?:公司|厂里|学校|单位)))(?:的)?$",
        c.body,
    )
    return [Found("attribute.commute", found["v"], said=own(c))] if found and c.who is Who.SELF else []


RULES = (
    favourite,
    collects,
    commute,
    diet,
    allergy,
    health,
    changed,
    stopped,
    avoids,
    mood,
    likes,
    hobby,
    possession,
    habit,
)
#: Rules that also hold for relatives; of friends and colleagues only an allergy is worth keeping.
RELATIVE_RULES = (favourite, diet, allergy, health, avoids, likes, hobby, collects)
FRIEND_RULES = (allergy, diet)
