"""What a person likes, dislikes, avoids, eats, and what of it has changed. Rules over one clause's predicate."""

from memories.capture import rules_zh_patterns as patterns
from memories.capture import rules_zh_words as words
from memories.capture.rules_zh_clauses import Clause, Who
from memories.capture.rules_zh_devotion import devotion
from memories.capture.rules_zh_found import VERY, Found, no_particle, own, parts, trim
from memories.capture.rules_zh_habits import collects, hobby
from memories.capture.rules_zh_health import allergy, health
from memories.capture.rules_zh_things import commute, possession
from memories.capture.types import Act
from memories.capture.value_keys import noun_key, value_key
from memories.capture.value_keys_table import COLOURS
from memories.kinds import MemoryType
from memoryhub import patterns as re

_ADV = rf"(?:{words.TIME}|{words.ADVERB})*"
_N = words.NUMBER

_LIKE = r"(?:喜欢(?:上了|上(?![海班课学网山楼台街]))?|爱上(?:了|(?![海班课学网山楼台街]))|(?<!可)(?<!恋)爱(?!人|情|好|心|护|国)|喜爱|热爱|酷爱|偏爱|钟爱|钟情于|迷上了?|痴迷于?|着迷于?|热衷于?|沉迷于?|偏好|中意|离不开|享受(?!不|到|过|了))"

_NOT = r"(?:从来不|从不|并不|不太|不怎么|不是很|不大|不咋|不|没那么|没有那么|一点儿?(?:都|也)不|最不|再也不|真不)"

_VERB = r"(?:吃|喝|看|听|玩|用|穿|读|去|逛|做)"

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
    return patterns.sub(r"^(?:吃|喝|养)(?=.)", "", value)


def _tense(c: Clause) -> str:
    return c.lead + c.body[:6]


def favourite(c: Clause) -> list[Found]:
    text = c.body
    like = r"最(?:喜欢|爱|喜爱|中意|钟爱)"
    first = patterns.match(
        rf"{_ADV}{like}(?P<verb>{_VERB})?的(?P<n>[^,是]{{0,10}}?)(?:就?是|为|叫(?:做)?|还是|有)(?P<v>[^,]{{1,24}})$",
        text,
    )
    last = patterns.match(
        r"(?P<v>[^,我]{1,16}?)(?:就?是|一直是)我(?:个人)?最(?:喜欢|爱|喜爱)(?:吃|喝|看|听|玩|去|穿|用)?的(?P<n>[^,]{0,8})$",
        own(c) if not c.spoken else c.text,
    )
    among = patterns.match(
        rf"(?:在)?(?P<n>[^,我]{{1,8}}?)(?:里面?|当中|中|之中|方面)[,]?我?(?:还是)?{like}(?P<verb>{_VERB})?(?P<v>[^,的]{{1,16}})$",
        c.text if not c.spoken else c.lead + text,
    )
    found = first or last or among
    if found and (c.who is not Who.OTHER or last):
        value, noun = _object(found["v"]), trim(found["n"])
        noun = patterns.sub(r"^(?:一种|一个|一部|一本|一位|一道)|之一$", "", noun)
        noun = "" if noun in ("事", "事儿", "事情", "东西") else noun
        if not noun and first and first["verb"]:
            noun = {"吃": "食物", "喝": "饮料"}.get(first["verb"], "")
        if not value or _DEICTIC.search(value) or patterns.search(r"什么|谁|哪", value):
            return []
        said = f"最喜欢的{noun}是{value}" if last or among else own(c)
        if not noun:
            return [Found("likes", _bare(value), MemoryType.PREFERENCE, said=said)]
        if noun.startswith("人"):
            return []
        return [Found(f"favourite.{noun_key(noun)}", value, MemoryType.PREFERENCE, said=said)]
    plain = patterns.match(rf"{_ADV}{like}(?P<v>[^,的]{{1,8}})$", text)
    if plain and c.who is Who.SELF:
        value = _object(plain["v"])
        if value_key(value, slot="") in COLOURS:
            return [Found("favourite.colour", value, MemoryType.PREFERENCE, said=own(c))]
    return []


def least(c: Clause) -> list[Found]:
    """我最讨厌的食物是香菜."""
    found = patterns.match(
        rf"{_ADV}最(?:讨厌|不喜欢|不爱|恨)(?:吃|喝|看|听)?的(?P<n>[^,是]{{0,8}})(?:就?是)(?P<v>[^,]{{1,14}})$",
        c.body,
    )
    if (
        not found
        or c.who is not Who.SELF
        or _DEICTIC.search(_object(found["v"]))
        or found["n"].startswith(("人", "事"))
    ):
        return []
    return [Found("dislikes", _bare(_object(found["v"])), MemoryType.PREFERENCE, positive=False)]


def only(c: Clause) -> list[Found]:
    """我只喝美式咖啡."""
    found = patterns.match(
        rf"(?:{words.TIME})*(?:都|一般|平时)?$", c.lead.removesuffix("只")
    ) and patterns.match(r"(?:只)?(?P<verb>喝|吃)(?P<v>[^,过了点个]{2,8}?)(?:的)?$", c.body)
    if (
        not found
        or c.who is not Who.SELF
        or not patterns.search(r"只(?:喝|吃)", own(c))
        or _NOT_FOOD.search(found["v"])
    ):
        return []
    return [Found("likes", found["v"], MemoryType.PREFERENCE)]


def likes(c: Clause) -> list[Found]:
    if c.who is Who.NOBODY and not patterns.match(
        r"(?:平时|周末|一般|从小|一直|平常|最|特别|很|超)", c.lead + c.body
    ):
        return []
    if patterns.search(r"(?:不是|没有|并非|不会|没说)不(?:太|怎么)?(?:喜欢|爱|想)|不得不", c.text):
        return []
    text = c.body
    negative = patterns.match(rf"{_ADV}(?:{VERY})*{_NOT}(?:很|太|那么|怎么)?{_LIKE}(?P<v>.+)$", text)
    hate = patterns.match(
        rf"{_ADV}(?:{VERY})*(?:讨厌|厌恶|受不了|反感|恨(?!不得)|嫌弃|烦(?!恼|心|你)|忍受不了|接受不了|吃不惯|喝不惯|害怕|怕(?!是|不|你|别|冷|热|黑|了$|得|忘|丢|弄|错过|来不及|打扰|麻烦|耽误|误会|迟到|万一)|最怕)(?P<v>[^,]+)$",
        text,
    )
    bored = patterns.match(
        rf"{_ADV}对(?P<v>[^,]{{1,14}}?)(?:完全|一点也|一点都|实在|真的)*(?:不感冒|不感兴趣|没兴趣|没有兴趣|无感)$",
        text,
    )
    for found in (negative, hate, bored):
        if found:
            return _each(c, found["v"], slot="dislikes", positive=False)
    keen = patterns.match(
        rf"{_ADV}对(?P<v>[^,]{{1,14}}?)(?:也)?(?:很|特别|非常|挺|比较|最|超级?|一直|有点|有些|好像)*(?:感兴趣|有兴趣|着了?迷|入了?迷|毫无抵抗力|没有抵抗力|没抵抗力|欲罢不能|情有独钟|上了?瘾)$",
        text,
    )
    if keen:
        return _each(c, keen["v"], slot="likes", positive=True)
    like = patterns.match(rf"{_ADV}(?:{VERY})*(?:{_ADV})(?:{VERY})*(?:更)?{_LIKE}(?P<v>.+)$", text)
    if like and not patterns.match(r"(?:从来没|没)", text):
        if c.household:
            return []
        usual = patterns.match(r"(?:平时|平常|日常|一般|现在平时)", c.lead) or patterns.match(
            r"(?:平时|平常|日常|一般)", text
        )
        drink = patterns.match(r"喝(?P<v>[^,]{1,8})$", like["v"])
        if usual and drink and len(parts(_object(drink["v"]))) == 1 and c.who is not Who.RELATED:
            return [Found("favourite.drink", _object(drink["v"]), MemoryType.PREFERENCE)]
        return _each(c, like["v"], slot="likes", positive=True)
    custom = patterns.match(rf"{_ADV}(?:都)?习惯(?:了|于)?(?P<v>[^,的]{{2,20}})$", text)
    if (
        custom
        and c.who is Who.SELF
        and c.spoken
        and not patterns.search(r"^(?:不|性)|(?:[你她]|(?<!吉)他)", custom["v"])
    ):
        return [Found("habit", trim(custom["v"]), MemoryType.PREFERENCE)]
    prefer = patterns.match(
        rf"{_ADV}(?:{VERY})*(?:更)?(?:倾向于?|偏向于?|宁愿|宁可|更愿意)(?P<v>[^,]{{2,20}})$", text
    )
    if prefer and c.who is Who.SELF:
        return _each(c, prefer["v"], slot="likes", positive=True)
    return []


def _each(c: Clause, spoken: str, *, slot: str, positive: bool) -> list[Found]:
    value = patterns.sub(r"(?<=..)这(?:款|个|种|部|本|家|首|座|道).{0,4}$", "", _object(spoken))
    if patterns.match(r"(?:[了啊呀吧呢哦]|里面?|其中|一些|某些|有些)", value):
        return []
    if not value or _DEICTIC.search(value) or len(value) > 24 or patterns.search(r"什么|怎么|谁|哪", value):
        return []
    if patterns.search(r"人$|(?:她|他)", value) and not patterns.search(r"老人|机器人", value):
        return []
    lasting = not (words.PASSING.search(_tense(c)) and patterns.search(r"想|今天|今晚", _tense(c)))
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
    found = patterns.match(
        rf"{_ADV}(?:不太|不怎么|不|没什么心情|没胃口|好|很|特别|有点|真)*想(?P<v>(?:吃|喝)[^,]{{1,12}})$",
        c.body,
    )
    if found and (words.PASSING.search(c.lead) or c.spoken) and not patterns.search(r"[你]", found["v"]):
        negative = patterns.search(r"不|没", c.body[: found.start("v")]) is not None
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
    state = patterns.match(
        r"(?:身体|心里|心情|感觉|觉得)?(?:也)?(?:有点儿?|有些|好|很|特别|非常|真的?|太)(?P<v>困|累|烦|饿|渴|难过|伤心|郁闷|焦虑|紧张|无聊|开心|高兴|不舒服|头疼|沮丧|疲惫)(?:了|啊|呀|哦)?$",
        c.body,
    )
    if state and words.PASSING.search(c.lead) and (c.who in (Who.SELF, Who.NOBODY)):
        return [Found("", state["v"], lasting=False, said=text)]
    return []


_NOT_FOOD = re.compile(
    r"^(?:了|完|下|到|起|饭|东西|惯|够|饱|醉|出|得|过|不|着|定|亏|惊|力|香$|苦$|什么|透|懂|上|起来|说|来|管|你|我|他|她|这|那|点|就|会|成|开)|(?:[你我她]|(?<!吉)他)|一下|这|那"
)


def avoids(c: Clause) -> list[Found]:
    text = c.body
    plain = patterns.match(
        rf"{_ADV}(?:{VERY})*(?P<p>(?:现在|已经|早就|再也)?(?:一向|一直|都)?(?:尽量(?:不|少)|基本不|几乎不|很少|从来不|从不|不能|没法|不可以|不敢|不太能|不怎么|不太|不爱(?=吃|喝)|一点儿?(?:都|也)不|完全不|再也不|也不|不再|不))"
        rf"(?P<x>能|敢|会|太|怎么)?(?P<verb>吃|喝|碰|沾|抽|玩)(?P<v>[^,]{{1,10}})$",
        text,
    )
    if (plain and c.who is not Who.NOBODY) or (
        plain and (c.first and len(c.text) <= 10) and not patterns.search(r"了$", text)
    ):
        ended = (
            bool(patterns.search(r"再也不|不再|已经不|现在不|早就不", c.lead + text))
            and not patterns.search(r"从来", text)
        ) or text.endswith("了")
        value = trim(patterns.sub(r"(?:的(?:东西|食物|菜)?)$", "", _object(plain["v"])))
        if ended and c.who is Who.SELF and value and not _NOT_FOOD.search(value):
            return [Found("likes", value, MemoryType.PREFERENCE, positive=False, act=Act.END)]
        if not value or _NOT_FOOD.search(value):
            return []
        if value in ("肉", "荤", "荤的", "肉类") and plain["verb"] in ("吃", "沾", "碰") and not ended:
            return [Found("diet", "吃素", said=own(c))]
        passing = patterns.search(r"今天|今晚|这两天|这几天", c.lead + text) is not None
        members = parts(value)
        return [
            Found(
                "avoids", member, MemoryType.PREFERENCE, positive=False, lasting=not passing,
                act=Act.STATE, said=None if len(members) == 1 else f"{c.lead}{text[: plain.start('v')]}{member}",
            )
            for member in members
        ]  # fmt: skip
    without = patterns.match(r"(?:的)?忌口(?:的)?(?:是|有)?(?P<v>[^,]{1,12})$", text)
    if without and c.who is Who.SELF:
        return [
            Found("avoids", member, MemoryType.PREFERENCE, positive=False, said=f"忌口{member}")
            for member in parts(_object(without["v"]))
        ]
    none = patterns.match(rf"{_ADV}(?:滴(?P<a>酒)不沾|(?P<b>烟酒)不沾|(?P<c>荤腥|荤)不沾)(?:的)?$", text)
    if none and c.who is not Who.NOBODY:
        value = none["a"] or none["b"] or none["c"]
        return [Found("avoids", value, MemoryType.PREFERENCE, positive=False, said=own(c))]
    unused = patterns.match(
        rf"{_ADV}(?:从来?|一向|一直|都)*不(?:怎么|太)?(?:(?:喷|戴|穿)(?P<v>[^,我你]{{2,8}})|(?:用|看)(?P<w>电视|新闻|短视频|恐怖片|综艺|直播|韩剧|香水|化妆品|护肤品|信用卡|现金|社交媒体|微博|抖音|微信|支付宝|空调|闹钟|枕头|智能手机|塑料[^,]{{0,4}}))$",
        text,
    )
    if (
        unused
        and c.who is Who.SELF
        and c.spoken
        and not patterns.search(r"上|下|了$|[这那]", unused["v"] or "")
    ):
        value = trim(unused["v"] or unused["w"])
        return [Found("avoids", value, MemoryType.PREFERENCE, positive=False)]
    unable = patterns.match(
        rf"{_ADV}(?:{VERY})*(?:完全|一点(?:都|也))?[吃喝]不(?:了|来|得)(?:太)?(?P<v>[^,]{{1,8}})$", text
    )
    if unable and c.who is not Who.NOBODY and not _NOT_FOOD.search(unable["v"]):
        return [Found("avoids", _object(unable["v"]), MemoryType.PREFERENCE, positive=False)]
    quit_ = patterns.match(
        rf"{_ADV}(?:刚|已经|正在|在|早就)?(?:戒)(?:掉|了|掉了)?(?P<v>烟|酒|糖|咖啡|奶茶|碳水|可乐|辣|游戏|肉|甜食|零食)(?:了|掉了)?(?:{_N}(?:年|个月|天)(?:多)?)?(?:了)?$",
        text,
    )
    if quit_ and c.who is not Who.NOBODY:
        return [Found("likes", quit_["v"], MemoryType.PREFERENCE, positive=False, act=Act.END)]
    return []


def stopped(c: Clause) -> list[Found]:
    """我不弹钢琴了, 不再学法语: something held and holds no more."""
    found = patterns.match(
        rf"{_ADV}(?P<p>(?:已经|现在|早就|再也)?不(?:再)?|没(?:再)?|放弃|停止)(?P<verb>弹|拉|吹|打|踢|学|收集|收藏|养|练|做|当|住在?|在|喜欢|爱|信|用|跑|去)(?P<v>[^,]{{1,12}}?)(?P<le>了)?$",
        c.body,
    )
    if (
        not found
        or c.who is not Who.SELF
        or not (found["le"] or patterns.search(r"不再|再也|放弃|停止", found["p"]))
    ):
        return []
    value = trim(found["v"])
    slots = {
        "弹": "plays", "拉": "plays", "吹": "plays", "打": "plays", "踢": "plays", "学": "learning", "收集": "collects", "收藏": "collects",
        "养": "pet", "练": "hobby", "当": "occupation", "做": "occupation", "住": "residence", "住在": "residence", "在": "employer",
        "喜欢": "likes", "爱": "likes", "跑": "habit", "去": "habit", "用": "possession",
    }  # fmt: skip
    slot = slots.get(found["verb"])
    if (
        not slot
        or not value
        or patterns.search(r"(?:[我你她这那]|(?<!吉)他)|^(?:到|好|完|成|了|得|乎|在)", value)
    ):
        return []
    if slot == "employer":
        value = patterns.sub(r"(?:工作|上班|住)$", "", value)
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
    found = patterns.match(
        rf"{_ADV}(?:又|还是|都|就)*(?:改(?:回|成|为)?(?:去)?|换成|换回|开始(?:改)?)(?P<verb>喝|吃|用|看|听|玩|抽)(?:回)?了?(?P<v>[^,]{{1,12}}?)(?:了|啦)?$",
        c.body,
    )
    if not found or c.who is Who.OTHER or c.who is Who.RELATED:
        return []
    if c.who is Who.NOBODY and not patterns.search(r"改", c.body):
        return []
    value = trim(found["v"])
    if not value or _DEICTIC.search(value):
        return []
    if found["verb"] == "喝" and "改" in c.body:
        return [Found("favourite.drink", value, MemoryType.PREFERENCE, said=no_particle(own(c)))]
    return [Found("likes", value, MemoryType.PREFERENCE, said=no_particle(own(c)))]


def diet(c: Clause) -> list[Found]:
    not_so = patterns.match(
        rf"{_ADV}(?:其实|并|已经)*不(?:再)?(?:是)?(?P<v>吃素|素食(?:主义)?者|纯素食?者?)(?:了)?$", c.body
    )
    if not_so and c.who is not Who.NOBODY:
        return [Found("diet", not_so["v"], act=Act.END, positive=False)]
    found = patterns.match(
        rf"{_ADV}(?:是|改|开始|在|一直|坚持|吃(?=[低无高少生]))*(?:一?[名个位])?(?P<v>吃素|吃全素|素食(?:主义)?者?|纯素(?:食(?:主义)?者?)?|全素|严格素食者?|蛋奶素|茹素|清真(?:饮食)?|生酮(?:饮食)?|(?:低|无|高|少)(?:盐|糖|脂|碳水?|油|嘌呤|麸质|蛋白)(?:饮食|餐)|控糖)(?:的|了|{_N}年(?:了|多)*)*$",
        c.body,
    )
    return [Found("diet", found["v"])] if found and c.who is not Who.NOBODY else []


RULES = (
    favourite,
    least,
    only,
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
    devotion,
    hobby,
    possession,
)

#: Rules that also hold for relatives; of friends and colleagues only an allergy is worth keeping.
RELATIVE_RULES = (favourite, diet, allergy, health, avoids, likes, hobby, collects)

FRIEND_RULES = (allergy, diet)
