"""What a person is: name, age, home, work, family state, languages, health. Rules over one clause's predicate."""

import re
from collections.abc import Callable

from memories.capture import rules_zh_words as words
from memories.capture.rules_zh_clauses import Clause, Who
from memories.capture.rules_zh_found import Found, own, parts, trim
from memories.capture.types import Act
from memories.capture.value_keys import noun_key, value_key
from memories.capture.value_keys_dictionary import dictionary
from memories.kinds import MemoryType

_ADV = rf"(?:{words.TIME}|{words.ADVERB})*"
_N = words.NUMBER
_NAME_HAN = re.compile(r"[\u4e00-\u9fff]{2,4}(?:·[\u4e00-\u9fff]{1,6})?$")
_NAME_LATIN = re.compile(r"[A-Z][A-Za-z.'-]*(?: [A-Z][A-Za-z.'-]*){0,2}$|[a-z]{3,12}$")
_NOT_A_NAME = re.compile(r"[我你他她它的吗呢什么谁不没就是这那很做去来给在]|老师|医生|程序|学生|人$|名字")


def named(value: str) -> bool:
    """Whether a value can be what a person is called."""
    value = value.strip()
    if _NAME_HAN.fullmatch(value):
        return (
            not _NOT_A_NAME.search(value)
            or value[0] in words.SURNAMES
            and len(value) <= 3
            and not re.search(r"[我你的吗么谁]", value)
        )
    return bool(_NAME_LATIN.fullmatch(value)) or bool(re.fullmatch(r"[\u4e00-\u9fff]", value))


def full_name(value: str) -> bool:
    """Whether a value looks like a family name with a given name."""
    return (
        bool(re.fullmatch(r"[\u4e00-\u9fff]{2,4}", value))
        and (value[0] in words.SURNAMES and len(value) <= 3 or value[:2] in words.COMPOUND_SURNAMES)
        and value not in dictionary().glosses
        and not _NOT_A_NAME.search(value[1:])
    )


def known_place(value: str) -> bool:
    """Whether the dictionary or an ending says that a value is a place."""
    short = re.sub(r"(?:这边|那边|这个小区|市区|市中心|郊区|老城区)$", "", value)
    if short in dictionary().places or value_key(short, slot="residence") != re.sub(r"[市省]$", "", short):
        return True
    if (
        re.search(r".(?:市|省|县|区|镇|乡|村|州|岛|湾|街道|国|古镇|新区|小区|大道|路|街|胡同)$", short)
        and len(short) <= 12
    ):
        return True
    return len(short) > 3 and any(short[:cut] in dictionary().places for cut in (2, 3))


def name(c: Clause) -> list[Found]:
    if c.household:
        return []
    if c.possessed in ("名字", "姓名", "大名", "全名", "真名", "本名", "中文名"):
        found = re.match(r"(?:是|叫|为)(?:做)?\s*(?P<v>.{1,16})$", c.body.removeprefix("的" + c.possessed))
    else:
        found = re.match(
            rf"(?:的)?(?:(?:大|全|本|真)?名(?:字)?(?:是|叫|为)(?:做)?|叫做?|名叫)\s*(?P<v>.{{1,20}})$", c.body
        )
    if found:
        value = trim(re.split(r"(?<=[\u4e00-\u9fff])\s|[,，]", found["v"])[0]).removeprefix("做")
        inherited = not (c.spoken or c.first or c.explicit)
        if inherited and not full_name(value) and not re.search(r"[A-Z]", value):
            return []  # 学了一道菜，叫回锅肉
        if named(value) and not re.search(r"^(?:起|去|来|人|车|外卖|不|的)", value):
            return [Found("name", value, said=f"叫{value}", entities=(value,))]
    plain = re.match(r"是(?P<v>[\u4e00-\u9fff]{2,4})$", c.body)
    if plain and c.spoken and not c.lead and full_name(plain["v"]):
        return [Found("name", plain["v"], said=f"是{plain['v']}", entities=(plain["v"],))]
    surname = re.match(r"(?:免贵)?姓(?P<v>[\u4e00-\u9fff]{1,2})$", c.body)
    if surname and (surname["v"][0] in words.SURNAMES):
        return [Found("attribute.surname", surname["v"], said=f"姓{surname['v']}")]
    return []


def age(c: Clause) -> list[Found]:
    found = re.match(
        rf"{_ADV}(?:的)?(?:年龄|年纪)?(?:是|有|为|快|才|刚满?|马上|满|将近|今年|都|已经|快要)*(?P<n>{_N})(?P<u>周?岁|个月大)(?P<h>半|多)?(?:了|啦|哦|呢|的人)?$",
        c.body,
    )
    if not found:
        found = re.match(
            rf"(?:快|刚满?|已经)*(?P<n>\d\d|[一二三四五六七八九]?十[一二三四五六七八九]?)(?P<u>)(?P<h>)(?:了|啦)$",
            c.body,
        )
        if not (found and (c.spoken or "今年" in c.lead)):
            return []
    value = f"{found['n']}{found['u'] or '岁'}{found['h'] or ''}"
    return [Found("age", value, said=_no_particle(own(c)))]


def _no_particle(said: str) -> str:
    return re.sub(r"[啊呀哦呢吧哈啦嘛哟\s]+$", "", said)


def birthday(c: Clause) -> list[Found]:
    text = own(c)
    day = rf"(?:(?:农历|阴历|阳历)?(?:{_N}年)?(?:{_N})月(?:{_N})[日号]?|{_N}[./-]{_N}|(?:19|20)\d\d[-./]\d+[-./]\d+)"
    found = re.match(
        rf"(?:{words.TIME}|的)*生日(?:是|在|为)*(?:每年)?(?:的)?(?P<v>{day})", text
    ) or re.search(rf"^(?:是|于)?(?P<v>{day})(?:出生|生的?$|(?:过)?生日)", text)
    if not found:
        found = re.search(rf"出生(?:于|在|日期是)(?P<v>(?:{_N}年)?{_N}月{_N}[日号])", text)
    if found and c.who is not Who.OTHER:
        said = f"的生日是{found['v']}" if found["v"] else own(c)
        return [Found("birthday", found["v"], said=said)]
    year = re.search(
        r"^(?:出生于|生于)?(?P<v>(?:19|20)\d\d)年(?:出生|生的?$)|^(?:是)?(?P<g>[6-905]\d)[后年](?:的|生的?)?$",
        text,
    )
    if year:
        value = year["v"] or year["g"] + "后"
        return [Found("attribute.birth-year", value, said=text)]
    return []


_FLOOR = rf"(?:顶楼|顶层|底楼|底层|地下室|(?:第)?{_N}(?:楼|层)|平房|别墅|公寓|宿舍|学校宿舍|员工宿舍|四合院|筒子楼|老小区|出租屋|合租房?|loft|复式)"


def home(c: Clause) -> list[Found]:
    text = c.body
    if c.household:
        text = re.sub(r"^(?:就|也)?(?:是)?在", "住在", text)
    moved = re.match(
        rf"{_ADV}(?:要|会|将|准备|打算|计划)?(?:从.{{1,8}})?搬(?:家)?(?:到|去|来|进|回)了?(?P<v>.+)$", text
    )
    if moved:
        value = trim(re.sub(r"(?:来?住|去|来|生活|定居|居住)?了?(?:住)?$", "", moved["v"]))
        if re.fullmatch(_FLOOR, value):
            return [Found("dwelling", value)]
        if known_place(value):
            return [Found("residence", value, entities=(value,))]
        return []
    lives = re.match(
        rf"{_ADV}(?:人)?(?P<p>住在?|居住在?|定居在?|定居于|租住在|生活在|常住|家住在?|家在|租在|暂住在?|落户在?)(?!院|过院|不|得|酒店|宾馆|民宿|了?(?:一|两|三|几)(?:天|晚|夜)|惯)(?:了)?(?P<v>.+)$",
        text,
    )
    if not lives:
        lives = re.match(
            rf"{_ADV}(?P<p>在|人在)(?P<v>.{{2,12}}?)(?:定居|居住|生活|租房(?:子)?住?|买了房|住)(?:了)?(?:{_N}年(?:多)?|很久|好几年|多年)?(?:了)?$",
            text,
        )
    if not lives:
        return []
    value = trim(
        re.sub(
            rf"(?:已经)?(?:有)?(?:了)?(?:{_N}|好几|几|很多|多)年(?:多)?(?:了)?$|(?:的)?(?:一个|一间|一套).*$|(?:附近|这边|那边|里|里面)$|不远.*$",
            "",
            lives["v"],
        )
    )
    value = re.sub(r"的.{0,6}(?:小区|房子|公寓|出租屋)$|这个(?:小区|城市|地方)$", "", value)
    floor = re.search(_FLOOR, value)
    found = []
    if floor:
        found.append(Found("dwelling", floor[0]))
        value = trim(value[: floor.start()])
        if value and known_place(value):
            found.insert(0, Found("residence", value, said=f"{c.lead}住在{value}", entities=(value,)))
        return found
    value = trim(re.split(r"(?<=.)(?:离|走路|开车|坐|骑)", value)[0])
    if not value or re.search(r"(?:[我你她这那]|(?<!吉)他)|父母|爸妈|家里|亲戚|朋友|一起|同", value):
        return []
    if known_place(value) or (lives["p"] not in ("在", "人在") and len(value) <= 12 and c.spoken):
        return [Found("residence", value, entities=(value,))]
    return []


def hometown(c: Clause) -> list[Found]:
    text = c.body
    found = re.match(
        r"(?:的)?(?:老家|家乡|祖籍|籍贯|故乡)(?:就|也|是|在|为)+(?P<v>[^的]{2,14}?)(?:的|人)?$", text
    ) or re.match(rf"{_ADV}(?:是)?(?:来自|出生在|出生于|生在)(?P<v>{words.PLACE})(?:的)?$", text)
    if not found and c.household:
        found = re.match(r"(?:老家)?是(?P<v>[\u4e00-\u9fff]{2,8})的$", text)
    if not found:
        found = re.match(rf"{_ADV}(?:从小)?在(?P<v>{words.PLACE})(?:长大|出生)(?:的)?$", text)
    if found:
        value = trim(found["v"])
        value = re.sub(r"那边$|一个小(?:县城|村|镇)$", "", value)
        if (
            value
            and not re.search(r"(?:[我你她]|(?<!吉)他)", value)
            and (known_place(value) or "老家" in text or "家乡" in text)
        ):
            return [Found("hometown", value, entities=(value,))]
        return []
    person = re.match(
        r"(?:本人)?是(?:一个|一名|个|地道的|土生土长的|正宗的?)*(?P<v>[\u4e00-\u9fff]{2,8})人$", text
    )
    if (
        person
        and c.who is not Who.OTHER
        and not words.NOT_A_PLACE.search(person["v"])
        and known_place(person["v"])
    ):
        country = value_key(person["v"], slot="nationality")
        slot = (
            "nationality"
            if person["v"].endswith("国")
            or country in ("japan", "singapore", "canada", "australia", "india", "russia")
            else "hometown"
        )
        return [Found(slot, person["v"], entities=(person["v"],))]
    return []


_ORG = re.compile(
    r"(?:公司|集团|厂|店|院|局|所|社|校|大学|银行|医院|学校|中学|小学|幼儿园|机构|事务所|部门|研究院|研究所|设计院|报社|电视台|政府|法院|酒店|餐厅|超市|工作室|基金|证券|保险|律所|平台|部|科技|网络|大厂|国企|外企|央企|体制内|工地|馆|站|中心|团队|里)$"
)


#: An organisation by name: with Latin letters, or long enough before its kind.
_PROPER = re.compile(
    r"[A-Za-z]|.{2,}(?:公司|集团|大学|银行|医院|中学|小学|科技|研究院|事务所)$|^(?:华为|腾讯|阿里(?:巴巴)?|百度|字节(?:跳动)?|美团|京东|网易|小米|滴滴|拼多多|比亚迪|微软|谷歌|苹果|亚马逊|新浪|搜狐|携程|快手|顺丰|海底捞|麦当劳|星巴克)$"
)


def _organisation(value: str) -> tuple[str, bool]:
    """The employer in ``value`` and whether it is one by name, not "a publishing house"."""
    plain = re.sub(r"^(?:了)?(?:一|某)(?:家|个|间|所)", "", value)
    return trim(plain), plain == value and not re.fullmatch(
        r"(?:国企|外企|央企|大厂|公司|工厂|厂里|医院|学校|家里?|体制内|银行|互联网公司|事业单位|机关|工地|外面)",
        plain,
    )


def work(c: Clause) -> list[Found]:
    text = re.sub(r"[啊呀哦呢吧哈啦嘛]+$", "", c.body)
    if c.household:
        return []
    at = re.match(
        rf"{_ADV}(?:是)?在(?P<o>[^,]{{1,24}}?)(?P<v>工作|上班|任职|就职|供职|打工|实习|做事|做|当|担任|任|教|负责|搞|从事|干)(?P<j>[^,]*)$",
        text,
    )
    if at and not re.search(
        r"家$|^(?:做|想|看|等|学|准备|考虑|思考|寻找|用|找|写|玩|跟|和|这|那|网上|厨房|路上|床上|当前|目前)",
        at["o"],
    ):
        return _at_work(c, at)
    job = c.possessed in ("职业", "工作", "本职工作", "职位", "岗位") or re.match(
        r"(?:的)?(?:职业|职位|岗位|本职工作)(?:是|为)", text
    )
    if job:
        found = re.search(r"(?:是|为)(?:一[名个位])?(?P<v>[^,]{2,20})$", text)
        value = trim(re.sub(r"^(?:做|当|负责)|的$", "", found["v"])) if found else ""
        if value and not re.search(r"[我你]|时候|比较|很", value):
            return [Found("occupation", value)]
    return _occupation(c, text)


def _at_work(c: Clause, at: re.Match[str]) -> list[Found]:
    organisation, named_one = _organisation(trim(at["o"]))
    rest = re.sub(
        rf"^(?:了)?(?:{_N}|好几|几|很多)年(?:多)?(?:了|的)?|(?:了)?(?:{_N}|好几|几)年(?:多)?(?:了)?$",
        "",
        trim(at["j"]),
    )
    found: list[Found] = []
    role = (
        re.sub(r"^(?:一|个)?(?:[名个位])|的(?:工作)?$|工作$", "", rest)
        if at["v"] not in ("工作", "上班", "打工", "做事", "任职", "就职", "供职", "实习")
        else ""
    )
    if at["v"] == "负责":
        return project(c)
    if at["v"] == "教":
        if not re.fullmatch(
            r"(?:小学|初中|高中|中学|大学|幼儿园|少儿|成人)?(?:[语数英][文学语]|[\u4e00-\u9fff]{2,3})(?:课)?",
            role,
        ):
            return []
        role = f"教{role}"
    if role and (
        words.PROFESSION.match(role)
        or at["v"] in ("当", "担任", "任", "教", "搞", "从事")
        or len(role) <= 6
        and _ORG.search(organisation)
    ):
        if not re.search(r"(?:[我你]|(?<!吉)他)|饭$|事$|作业|什么", role):
            found.append(Found("occupation", role))
    place = known_place(organisation) and not _ORG.search(organisation)
    if role and found and not (named_one and _PROPER.search(organisation)):
        return found  # 在修表店当学徒: the trade alone
    if at["v"] in ("工作", "上班", "打工", "任职", "就职", "供职", "实习") or found:
        if place:
            found.append(Found("attribute.work-city", organisation, entities=(organisation,)))
        elif named_one and (_ORG.search(organisation) or at["v"] in ("任职", "就职", "供职") or c.spoken):
            said = f"在{organisation}工作" if found else None
            found.append(Found("employer", organisation, said=said, entities=(organisation,)))
        elif (
            not found
            and _ORG.search(organisation)
            and not re.fullmatch(r".{0,2}(?:公司|单位|企业|机构|部门)", organisation)
        ):
            found.append(Found("employer", organisation))
    return found


_NOT_A_JOB = re.compile(
    r"你的|我的|好|这|那|谁|最|大家|人家|专家$|国家|作者$(?=$)|回家|独生|儿子|女儿|爸|妈|一样|负责"
)


def _occupation(c: Clause, text: str) -> list[Found]:
    became = re.match(
        rf"{_ADV}(?:转行|改行|转岗|升职|被提拔)(?:做|当|成|为|去做|到)了?(?:一?[名个位])?(?P<v>[^,]{{2,14}})$",
        text,
    ) or re.match(
        rf"{_ADV}(?:当上|成为|做了|当了|升(?:为|成|任)|变成)了?(?:一?[名个位])?(?P<v>[^,]{{2,14}})$", text
    )
    if became:
        value = trim(re.sub(rf"^(?:了)?(?:{_N}|好几|几|多)年(?:多)?的?", "", became["v"]))
        if words.PROFESSION.match(value):
            return [Found("occupation", value)]
    held = re.match(rf"{_ADV}(?:是|当|做|干)(?:的是)?(?:一)?(?:[名个位])?(?P<v>[^,]{{1,22}})$", text)
    if held:
        value = trim(re.sub(rf"(?:了)?(?:{_N}|好几|几)年(?:多)?(?:了)?$", "", held["v"]))
        value = re.sub(rf"^(?:了)?(?:{_N}|好几|几)年(?:多)?的?", "", value)
        doing = re.fullmatch(r"(?:做|搞|开|教|卖|写|修|送|画|跑|从事|搞)[^的]{1,10}的(?:工作)?", value)
        if (
            words.PROFESSION.match(value)
            and not _NOT_A_JOB.search(value)
            and not re.search(r"^(?:和|跟)", value)
        ):
            return [Found("occupation", value)]
        if text.startswith(("是", "就是", "也是")) and held["v"].endswith(("的", "工作")):
            spoken = re.sub(r"工作$", "", held["v"])
            doing = re.fullmatch(r"(?:做|搞|开|教|卖|写|修|送|画|跑|从事)[^的这那你我]{1,10}(?:的)?", spoken)
            if doing and not re.search(
                r"^(?:开(?:心|玩笑)|写(?:给|的)|做(?:到|梦|出|好)|送(?:给))|过的|了的|车去|车上班", spoken
            ):
                return [Found("occupation", trim(spoken.removesuffix("的")))]
    teach = re.match(rf"{_ADV}教(?P<v>(?:小学|初中|高中|中学|大学)?[\u4e00-\u9fff]{{2,4}})(?:的)?$", text)
    if teach and c.spoken and not re.search(r"(?:[我你她]|(?<!吉)他)", teach["v"]):
        return [Found("occupation", f"教{teach['v']}")]
    does = re.match(rf"{_ADV}从事(?P<v>[^,]{{2,14}}?)(?:方面)?(?:的)?(?:工作|行业)?(?:{_N}年了?)?$", text)
    if does:
        return [Found("occupation", trim(does["v"]))]
    state = re.match(rf"{_ADV}(?P<v>退休|失业|待业)(?:了|在家)?(?:{_N}年)?(?:了)?$", text)
    if state and (c.spoken or c.who is Who.SELF):
        return [Found("occupation", state["v"])]
    study = re.match(
        rf"{_ADV}(?:在)?(?P<v>(?:读|念|上)(?:着)?(?:高[一二三中]|初[一二三中]|大[一二三四学]|研[一二三究生]+|小学|幼儿园|博士?|硕士|{_N}年级|大学|本科|研究生|EMBA|MBA))(?:了|呢|的)?$",
        text,
    )
    if study:
        slot = (
            "attribute.grade"
            if re.search(r"年级|[高初][一二三中]|大[一二三四]", study["v"])
            else "occupation"
        )
        return [
            Found(slot, re.sub(r"^[读念上]着?", "", study["v"]) if slot.startswith("attr") else study["v"])
        ]
    grade = re.match(rf"{_ADV}(?:是)?(?P<v>{_N}年级)(?:的)?(?:小?学生)?(?:了)?$", text)
    if grade and c.who is not Who.NOBODY:
        return [Found("attribute.grade", grade["v"])]
    left = re.match(rf"{_ADV}(?:从(?P<o>.{{2,12}}))?(?:离职|辞职|被裁)(?:了)$", text)
    if left and (c.spoken or c.who is Who.SELF):
        return [Found("employer", left["o"] or "", act=Act.END, positive=False)]
    joined = re.match(rf"{_ADV}(?:刚)?(?:跳槽到|入职|加入|进了|跳到|换到)(?:了)?(?P<o>[^,]{{2,16}})$", text)
    if joined:
        organisation, named_one = _organisation(trim(joined["o"]))
        if (
            named_one
            and not re.search(r"[你我]|群$|会员", organisation)
            and (_ORG.search(organisation) or "入职" in text or "跳槽" in text)
        ):
            return [Found("employer", organisation, entities=(organisation,))]
    return []


def project(c: Clause) -> list[Found]:
    text = c.body
    found = re.match(
        rf"{_ADV}(?:在[^,]{{1,10}}?)?(?:负责|参与|主导|接手|牵头|跟进?|带|做)(?:的)?(?:是|了)?(?P<v>[^,的]{{1,14}}?)(?:这个)?项目$",
        text,
    ) or re.match(
        rf"{_ADV}(?:被)?(?:调|转|换|分|派|借调|抽调|安排)(?:到|去|进|来)了?(?P<v>[^,的]{{1,14}}?(?:部(?!门))?)(?:项目|组|部门|团队|(?<=部))(?:了|组|上)?(?:了)?$",
        text,
    )
    if found:
        value = trim(found["v"])
        if value and not re.search(r"^(?:一|这|那|某|几)个?$|[我你]", value):
            return [Found("project", value, entities=(value,))]
    moved = re.match(
        rf"{_ADV}(?:被)?(?:调|转|派|换|外派|调动)(?:到|去|来)了?(?P<v>[^,]{{2,10}}?)(?:工作|上班|去)?(?:了)?$",
        text,
    )
    if moved and known_place(trim(moved["v"])):
        return [Found("attribute.work-city", trim(moved["v"]), entities=(trim(moved["v"]),))]
    return []


def marital(c: Clause) -> list[Found]:
    found = re.match(
        rf"{_ADV}(?:是|还是|一直|刚|已)?(?P<v>结婚|已婚|未婚|单身|离婚|离异|订婚|丧偶|没结婚|单着|没有?对象|成家)(?:了|狗|人士|状态|的|{_N}年|好几年|很多年)*$",
        c.body,
    )
    if found and c.who is not Who.NOBODY and not c.household:
        value = {"没结婚": "未婚", "没对象": "单身", "没有对象": "单身"}.get(found["v"], found["v"])
        return [Found("marital_status", value)]
    return []


def gender(c: Clause) -> list[Found]:
    found = re.match(r"是(?:一?个)?(?P<v>男|女)(?:生|性|的|人|孩子?)$", c.body)
    return [Found("gender", found["v"])] if found and c.who is Who.SELF else []


def languages(c: Clause) -> list[Found]:
    found = re.match(
        rf"{_ADV}(?:(?:能|会)(?:说|讲|听|用)?(?:一点|一些|点)?(?:流利的?)?|精通|懂(?:一点)?|说(?:的是)?|讲|(?:的)?母语是)(?P<v>{words.LANGUAGE}(?:(?:、|和|跟|还有|以及|及|与){words.LANGUAGE})*)(?:交流)?(?:的)?$",
        c.body,
    )
    if not found:
        return []
    values = [trim(piece) for piece in re.split(r"、|还有|以及|和|跟|及|与", found["v"])]
    if any(value in words.NOT_A_LANGUAGE for value in values):
        return []
    if len(values) == 1:
        return [Found("languages", values[0])]
    return [Found("languages", value, said=f"会说{value}") for value in values]


def learning(c: Clause) -> list[Found]:
    found = re.match(
        rf"{_ADV}(?:都|会|去|要)*(?:(?:正)?在|开始|刚开始|报班|自)?学(?:习|学)?(?:着|弹|拉|吹)?(?P<v>[^,]{{1,12}})$",
        c.body,
    )
    if not found or c.who is Who.NOBODY:
        return []
    ongoing = re.search(rf"在|开始|正|自学|最近|每|周", own(c)[: len(c.lead) + found.start("v")])
    value = trim(found["v"])
    if (
        not ongoing
        or re.search(r"^(?:校|生|会了?|了|过|完|到|得|不|年|期|分)|[我你]|(?<!吉)他|习$", value)
        or re.search(rf"{_N}年", value)
    ):
        return []
    if re.search(r"新的?(?:技能|语言|东西|知识)|一些|如何|怎么|时$|技巧|方法", value):
        return []
    return [Found("learning", value)]


def studied(c: Clause) -> list[Found]:
    found = re.match(
        rf"{_ADV}(?:(?:大学|本科|研究生|硕士|博士)(?:时候?)?)?(?:的)?(?:专业(?:是|学的是)|主修|读的是|学的是?|毕业于|(?:本科|硕士|博士)?毕业(?:于|自))(?P<v>[^,]{{2,16}}?)(?:专业)?(?:的)?(?:毕业)?$",
        c.body,
    )
    if (
        found
        and c.who is not Who.NOBODY
        and not re.search(r"[我你]", found["v"])
        and ("专业" in c.body or "毕业" in c.body or "大学" in c.body or "主修" in c.body or "本科" in c.body)
    ):
        return [Found("studied", trim(found["v"]))]
    return []


def plays(c: Clause) -> list[Found]:
    found = re.match(rf"{_ADV}(?:也)?会(?:一点|点)?(?P<v>(?:弹|拉|吹|打|踢|下|玩|敲)[^,]{{1,8}})$", c.body)
    if not found:
        found = re.match(
            rf"{_ADV}(?P<v>(?:弹|拉|吹)(?:了)?(?:{_N}年(?:的)?)?(?:[^,了]{{1,6}}))(?:弹|拉|吹)?(?:了)?(?:{_N}年)?(?:了)?$",
            c.body,
        )
        if not (found and (re.search(rf"{_N}年", c.body) or re.search(r"每|经常|平时|周", c.lead))):
            return []
    value = trim(re.sub(rf"了?{_N}年(?:的)?", "", found["v"]))
    if re.search(r"(?:[我你]|(?<!吉)他)|折|车$|人$|饭|招呼|算|雨|字$", value):
        return []
    return [Found("plays", value[1:])]


Rule = Callable[[Clause], list[Found]]
#: Rules that also hold for a relative or a friend.
RULES: tuple[Rule, ...] = (
    age, birthday, hometown, home, work, project, marital, gender, languages, studied, learning, plays,
)  # fmt: skip


def attributes(c: Clause) -> list[Found]:
    """What is said of a thing of the person's: 我的停车位是…, 我家备用钥匙放在…, 我穿42码的鞋."""
    size = re.match(
        rf"{_ADV}(?:平时)?穿(?P<v>{_N}|[XSML]+|[xsml]+)(?P<u>码|号)?(?:的)?(?P<n>鞋|衣服|裤子|上衣|T恤|衬衫|裙子)?(?:子)?$",
        c.body,
    )
    if size and (size["u"] or size["n"]):
        slot = "attribute.shoe-size" if size["n"] == "鞋" or not size["n"] else "attribute.clothes-size"
        return [Found(slot, size["v"] + (size["u"] or ""))]
    measure = re.match(
        rf"{_ADV}(?:的)?(?P<n>身高|体重|血型|星座|属相|视力|鞋码|网名|花名|外号|小名|英文名|笔名|手机号码?|电话号码|电话|邮箱|车牌号?|工号|学号|学历)(?:是|为|有|叫|大概|大约)*(?P<v>[^,]{{1,40}})$",
        c.body,
    )
    if (
        measure
        and c.who is Who.SELF
        and re.search(r"\d|[A-Za-z]|[型座]|斤|米|[\u4e00-\u9fff]{1,8}$", measure["v"])
        and not re.search(r"太|很|有点|不够|比", measure["v"])
    ):
        return [Found(f"attribute.{noun_key(measure['n'])}", trim(measure["v"]))]
    sign = re.match(
        r"(?:是|属)(?P<v>(?:白羊|金牛|双子|巨蟹|狮子|处女|天秤|天蝎|射手|摩羯|水瓶|双鱼)座?|(?<=属)[鼠牛虎兔龙蛇马羊猴鸡狗猪])(?:的)?$",
        c.body,
    )
    if sign:
        return [Found("attribute.star-sign" if len(sign["v"]) > 1 else "attribute.zodiac", sign["v"])]
    blood = re.match(r"是(?P<v>[ABOab]{1,2}型)血?(?:的)?$", c.body)
    if blood:
        return [Found("attribute.blood-type", blood["v"])]
    handed = re.match(r"是(?:个|一个)?(?P<v>左撇子|左利手|右撇子)$", c.body)
    if handed:
        return [Found("attribute.handedness", handed["v"])]
    trait = re.match(
        rf"{_ADV}(?:有点|很|特别|容易|也|会)*(?P<v>恐高|晕车|晕船|晕机|怕冷|怕热|怕黑|色盲|色弱|近视(?:\d+度)?|认床|路痴|社恐|起床气|洁癖|选择困难症?)(?:了|的)?$",
        c.body,
    )
    if trait and c.spoken:
        return [Found("note", trait["v"], said=_no_particle(own(c)))]
    return _owned(c)


_ABSTRACT = re.compile(
    r"问题|意思|想法|目标|建议|观点|需求|要求|任务|看法|理解|感觉|心情|情况|结论|答案|方案|论文|文章|题目|主题|经验|回答|选择|决定|猜测|疑问|困惑|担心|印象|第一|第二|代码|程序|项目|朋友|生活|人生|意见|态度|心|天|作业|计划|梦|话|错|情绪|状态|压力|感受|口味|希望|愿望|原因|重点|方法|思路|公司|客户|同事|家人|名字|预算|角色|身份|工作|职业|爱好|兴趣"
)


def _owned(c: Clause) -> list[Found]:
    if c.who is not Who.SELF or not (c.spoken or c.possessed):
        return []
    text = c.body
    found = re.match(
        rf"(?:的)?(?P<n>[^,是叫在有为]{{1,14}}?)(?P<a>{_ADV})(?P<p>(?:的)?(?:是|叫|放在|停在|存在|藏在|寄存在|为|在|有|能|最多|最大|最高|只有|一共|总共|限重|承重|要|用的是)+)(?P<v>[^,]{{1,40}})$",
        text,
    )
    if text.startswith(("用的是", "开的是", "骑的是")):
        value = trim(text[3:])
        return [Found("possession", value)] if value and not re.search(r"什么|这|那", value) else []
    if not found or not (
        text.startswith("的") or c.household or found["n"].startswith(("住的", "用的", "开的", "骑的"))
    ):
        return []
    noun, value = (
        trim(re.sub(r"^(?:里的?|的)?(?:[住用开骑]的)?(?:那个|这个)?", "", found["n"])),
        trim(found["v"]),
    )
    if re.match(r"(?:里)?[用开骑]的?$", noun):
        return (
            [Found("possession", value)]
            if not re.search(r"(?:[我你她这那]|(?<!吉)他)|什么", value) and found["p"].endswith("是")
            else []
        )
    if (
        not noun
        or not value
        or _ABSTRACT.search(noun)
        or re.search(r"(?:[我你她这那]|(?<!吉)他)", noun + value[:1])
    ):
        return []
    concrete = re.search(r"\d|[A-Za-z]{2,}|号|色|牌|版|款|寸|层|楼|手动|自动|电|一百|[百千万]|半自动", value)
    located = found["p"].endswith(("放在", "停在", "存在", "藏在", "寄存在"))
    known = noun_key(noun) != noun and found["p"].endswith(("是", "叫", "为"))
    if not (concrete or located or known) or re.search(
        r"很|太|非常|真|有点|好(?:看|用|吃)|不错|越来越|什么", value
    ):
        return []
    return [
        Found(
            f"attribute.{noun_key(re.sub(r'^(?:楼(?:里|下)|家里?)的', '', noun))}",
            value,
            said=_no_particle(own(c)),
        )
    ]
