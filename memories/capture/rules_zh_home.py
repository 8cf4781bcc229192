"""Where a person lives and comes from. Rules over one clause's predicate."""

from memories.capture import rules_zh_patterns as patterns
from memories.capture import rules_zh_words as words
from memories.capture.countries import is_country
from memories.capture.rules_zh_clauses import Clause, Who
from memories.capture.rules_zh_found import Found, trim
from memories.capture.types import Act
from memories.capture.value_keys import value_key
from memories.capture.value_keys_dictionary import dictionary, latin_places

_ADV = rf"(?:{words.TIME}|{words.ADVERB})*"
_N = words.NUMBER


#: The autonomous prefectures and leagues by their short names, of which some are in no dictionary.
_PREFECTURES = frozenset(
    [
        "延边", "恩施", "湘西", "阿坝", "甘孜", "凉山", "黔东南", "黔南", "黔西南", "西双版纳", "大理", "楚雄", "红河", "文山",
        "德宏", "怒江", "迪庆", "临夏", "甘南", "海北", "黄南", "海南", "果洛", "玉树", "海西", "昌吉", "博州", "巴州",
        "克州", "伊犁", "兴安盟", "锡林郭勒", "阿拉善",
    ]
)  # fmt: skip


def known_place(value: str) -> bool:
    """Whether the dictionary or an ending says that a value is a place."""
    short = patterns.sub(r"(?:这边|那边|这个小区|市区|市中心|郊区|老城区)$", "", value)
    if not patterns.search("[\u4e00-\u9fff]", short):
        return value_key(short, slot="residence") in latin_places()
    if (
        short in _PREFECTURES
        or short in dictionary().places
        or value_key(short, slot="residence") != patterns.sub(r"[市省]$", "", short)
    ):
        return True
    if (
        patterns.search(r".(?:市|省|县|区|镇|乡|村|州|岛|湾|街道|国|古镇|新区|小区|大道|路|街|胡同)$", short)
        and len(short) <= 12
    ):
        return True
    return len(short) > 3 and any(short[:cut] in dictionary().places for cut in (2, 3))


_FLOOR = rf"(?:顶楼|顶层|底楼|底层|地下室|(?:第)?{_N}(?:楼|层)|平房|别墅|公寓|宿舍|学校宿舍|员工宿舍|四合院|筒子楼|老小区|出租屋|合租房?|loft|复式)"


#: 我住岛上, 住海边: what kind of place it is, and no name.
_KIND_OF_PLACE = r"(?:一?[个座]?小?)(?:岛|山|村|镇|船|街)(?:子)?(?:上|里)|(?:海|河|湖|江|路|山)边(?:上)?|[山楼]下|乡下|农村|城里|郊外|郊区"


def home(c: Clause) -> list[Found]:
    text = c.body
    if c.household:
        text = patterns.sub(r"^(?:就|也)?(?:是)?在", "住在", text)
    shared = patterns.match(
        rf"{_ADV}(?P<v>(?:和|跟|与|同)[^,你]{{1,12}}?(?:合租|同住|合住|(?:一起|一块儿?)住))(?:一?[套间]房子?)?(?:的|呢)?$",
        text,
    )
    if shared and c.who is not Who.NOBODY and not patterns.search(r"想|打算|不|要", shared["v"]):
        return [Found("dwelling", shared["v"])]
    moved = patterns.match(
        rf"{_ADV}(?:要|会|将|准备|打算|计划)?(?:从.{{1,8}})?搬(?:家)?(?:到|去|来|进|回)了?(?P<v>.+)$", text
    )
    if moved:
        value = trim(patterns.sub(r"(?:来?住|去|来|生活|定居|居住)?了?(?:住)?的?$", "", moved["v"]))
        if patterns.fullmatch(_FLOOR, value):
            return [Found("dwelling", value)]
        whole = value
        value = trim(patterns.sub(r"(?:的)?一(?:个|间|套|栋|幢|处|座)[^,]*$", "", value))
        in_a_dwelling = patterns.fullmatch(
            rf"[\u4e00-\u9fff]{{2,8}}的一[间套栋幢处座]小?(?:{_FLOOR}|房子|老房|新房|住宅|民居)", whole
        ) and not patterns.search(rf"{words.REL}|公司|单位|学校|楼|附近|旁|边|[我你他她的这那]", value)
        if known_place(value) or in_a_dwelling:
            return [Found("residence", value, entities=(value,))]
        return []
    left = patterns.fullmatch(rf"{_ADV}(?:搬离|搬出|搬走)了?(?P<v>[^,]{{2,12}}?)(?:了)?", text)
    if left and c.who is Who.SELF and known_place(left["v"]):
        return [Found("residence", left["v"], act=Act.END, positive=False)]
    lives = patterns.match(
        rf"{_ADV}(?:(?:和|跟)(?:我)?(?:的)?(?:{words.REL}|家人|父母)(?:们)?(?:一起|合租)?)?(?:人)?(?P<p>(?i:based?) ?(?:在|in|at) ?|住的(?:地方|城市)?(?:是|在)|住在?|居住在?|定居在?|定居于|租住在|生活在|常住|家住在?|家在|租在|暂住在?|落户在?|坐标|人在)(?!院|过院|不|得|酒店|宾馆|民宿|了?(?:一|两|三|几)(?:天|晚|夜)|惯)(?:了)?(?P<v>.+)$",
        text,
    )
    if not lives:
        lives = patterns.match(
            rf"{_ADV}(?P<p>在|人在)(?P<v>.{{2,12}}?)(?:定居|居住|生活|租房(?:子)?住?|买了房|住)(?:了)?(?:{_N}年(?:多)?|很久|好几年|多年)?(?:了)?$",
            text,
        )
    if not lives:
        return []
    value = trim(
        patterns.sub(
            rf"(?:已经)?(?:有)?(?:了)?(?:{_N}|好几|几|很多|好多|多)年(?:多)?(?:了)?$|(?:的)?(?:一个|一间|一套|同一[个套间]).*$|(?:附近|这边|那边|里|里面)$|不远.*$",
            "",
            patterns.sub(r"(?<=..)(?:工作|上班|打工|读书|上学|发展)(?:了)?$", "", lives["v"])
            if lives["p"] == "人在"
            else lives["v"],
        )
    )
    value = patterns.sub(r"的.{0,6}(?:小区|房子|公寓|出租屋)$|这个(?:小区|城市|地方)$", "", value)
    if patterns.fullmatch(_KIND_OF_PLACE, value):
        return [Found("dwelling", value)]
    value = patterns.sub(r"(?<=[\u4e00-\u9fff][岛屿洲镇村])上$", "", value)
    floor = patterns.search(_FLOOR, value)
    found = []
    if floor:
        found.append(Found("dwelling", floor[0]))
        value = trim(patterns.sub(r"(?:的)?一[个间套栋幢座处].*$", "", value[: floor.start()]))
        if value and known_place(value):
            found.insert(0, Found("residence", value, said=f"{c.lead}住在{value}", entities=(value,)))
        return found
    value = trim(patterns.split(r"(?<=.)(?:离|走路|开车|坐|骑)", value)[0])
    if value in ("", "在", "于") or patterns.search(
        r"(?:[我你她这那]|(?<!吉)他)|父母|爸妈|家里|亲戚|朋友|一起|同", value
    ):
        return []
    if known_place(value) or (
        not lives["p"].startswith(("在", "人在", "住的"))
        and len(value) <= 12
        and (c.spoken or (lives["p"].startswith("住") and c.who is Who.SELF))
    ):
        said = f"在{value}" if lives["p"] == "坐标" else None
        return [Found("residence", value, said=said, entities=(value,))]
    return []


def hometown(c: Clause) -> list[Found]:
    text = c.body
    found = patterns.match(
        r"(?:的)?(?:老家|家乡|祖籍|籍贯|故乡)(?:就|也|是|在|为)+(?P<v>[^的]{2,14}?)(?:的|人)?$", text
    ) or patterns.match(rf"{_ADV}(?:是)?(?:来自|出生在|出生于|生在)(?P<v>{words.PLACE})(?:的)?$", text)
    if (
        not found
        and c.spoken
        and not c.household
        and (
            came := patterns.match(rf"{_ADV}是从?(?P<v>[\u4e00-\u9fff]{{2,6}})来的(?P<k>[^,]{{0,8}})$", text)
        )
    ):
        found = came if known_place(came["v"]) else None
    if not found:
        found = patterns.match(r"(?:的)?老家(?P<v>[\u4e00-\u9fff]{2,8})的$", text)
    if not found and c.spoken and not c.household and not c.possessed:
        from_there = patterns.match(r"是(?P<v>[\u4e00-\u9fff]{2,4})的$", text)
        if from_there and known_place(from_there["v"]):
            return [Found("hometown", from_there["v"], entities=(from_there["v"],))]
    if not found and c.household:
        found = patterns.match(r"(?:老家)?是(?P<v>[\u4e00-\u9fff]{2,8})的$", text)
    if not found:
        found = patterns.match(rf"{_ADV}(?:是)?(?:从小)?在(?P<v>{words.PLACE})(?:长大|出生)(?:的)?$", text)
    if found:
        value = trim(found["v"])
        value = patterns.sub(r"那边$|一个小(?:县城|村|镇)$", "", value)
        if (
            value
            and not patterns.search(r"(?:[我你她]|(?<!吉)他)", value)
            and (known_place(value) or "老家" in text or "家乡" in text)
        ):
            return [Found("hometown", value, entities=(value,))]
        return []
    region = patterns.match(
        r"(?:本人)?是(?:一个|个|地道的|土生土长的|典型的)*(?P<v>[东西南北]方|[东西][南北]|[东西南北]部|江南|岭南|关中|潮汕|闽南|客家|华[东西南北中])人$",
        c.body,
    )
    if region and c.who is not Who.OTHER:
        return [Found("hometown", region["v"])]
    person = patterns.match(
        r"(?:本人)?是(?:一个|一名|个|地道的|土生土长的|正宗的?)*(?P<v>[\u4e00-\u9fff]{2,8})人$", text
    )
    if (
        person
        and c.who is not Who.OTHER
        and not words.NOT_A_PLACE.search(person["v"])
        and known_place(person["v"])
    ):
        slot = "nationality" if is_country(person["v"]) else "hometown"
        return [Found(slot, person["v"], entities=(person["v"],))]
    return []
