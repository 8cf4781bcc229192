"""What kind of thing is chosen, by its head word: a hall is no dish, and takes no dish's place. Both languages; pure."""

# ruff: noqa: E501

#: The last kind whose word ends a name is its kind: "the village hall", "自助餐".
from memoryhub import patterns as re

_KINDS = {
    "venue": (
        "hall|club|clubhouse|restaurant|venue|pub|bar|café|cafe|garden|park|barn|church|library|museum|gallery|theatre|theater|centre|center|school|farm|castle|beach|boathouse|marquee|ballroom|gym|stadium|winery|vineyard",
        "中心|俱乐部|会所|餐厅|饭店|酒楼|场地|礼堂|大厅|宴会厅|厅|公园|花园|园林|农庄|农场|教堂|图书馆|博物馆|美术馆|剧院|学校|体育馆|馆|楼|广场|沙滩|城堡|酒庄|咖啡馆|酒吧|茶馆|山庄|庄园",
    ),
    "lodging": (
        "hotel|hostel|cottage|inn|b&b|guesthouse|guest house|apartment|flat|villa|cabin|campsite|resort|motel|lodge|airbnb|house|chalet",
        "酒店|宾馆|旅馆|民宿|客栈|青旅|公寓|别墅|度假村|小木屋|营地|旅舍",
    ),
    "meal": (
        "buffet|dinner|lunch|brunch|breakfast|barbecue|bbq|picnic|banquet|menu|meal|tapas|pizzas?|curry|pasta|roast|salads?|sushi|soup|noodles|dumplings|sandwiches|tacos|burgers",
        "自助餐|自助|围桌|桌餐|宴席|晚餐|午餐|早餐|晚宴|烧烤|火锅|野餐|套餐|菜单|西餐|中餐|日料|披萨|咖喱|面条|饺子|寿司|餐|菜|饭|席",
    ),
    "sweet": (
        "cakes?|cupcakes?|pie|tart|ice cream|trifle|brownies|dessert|pudding|cheesecake|gateau",
        "蛋糕|甜点|甜品|点心|冰淇淋|布丁|派",
    ),
    "drink": (
        "wine|beer|champagne|prosecco|cider|punch|juice|cocktails?|tea|coffee",
        "酒|啤酒|香槟|果汁|饮料|茶|咖啡",
    ),
    "transport": (
        "trains?|bus|buses|coach|flights?|plane|ferry|boat|cars?|taxi|tram|metro|subway|bikes?|bicycle|minibus|van|driv(?:e|ing)|fly(?:ing)?|cycl(?:e|ing)|walk(?:ing)?",
        "火车|高铁|动车|大巴|巴士|公交|飞机|航班|轮渡|渡轮|船|汽车|自驾|打车|出租车|地铁|自行车|包车|中巴",
    ),
    "music": (
        "band|dj|quartet|choir|singer|pianist|playlist|duo|trio|orchestra|karaoke|musicians?",
        "乐队|乐团|主持人|司仪|歌手|合唱团|卡拉OK|歌单|演出",
    ),
    "colour": (
        "red|blue|green|yellow|black|white|grey|gray|pink|purple|orange|brown|beige|gold|silver|turquoise",
        "红色|蓝色|绿色|黄色|黑色|白色|灰色|粉色|粉红色|紫色|橙色|棕色|米色|金色|银色|色",
    ),
}
_LATIN = re.compile(
    r"\b(?:"
    + "|".join(f"(?P<{kind}>{words[0]})" for kind, words in _KINDS.items())
    + r")s?(?:\s(?:one|room|hotel))?$",
    re.IGNORECASE,
)
_HAN = re.compile(
    "(?:" + "|".join(f"(?P<{kind}>{words[1]})" for kind, words in _KINDS.items()) + ")(?:的|那家|那个)?$"
)
#: What a question asks the choice of.
_ASKED = {
    "venue": r"\bvenues?\b|\blocation\b|\bhall\b|\brestaurants?\b|\bpubs?\b|场地|会场|地方|地点|场所|餐厅|饭店|酒楼|饭馆",
    "lodging": r"\b(?:hotels?|hostels?|accommodation|lodging|stay(?:ing)?|sleep(?:ing)?|place to stay)\b|住宿|住哪|住的|酒店|宾馆|旅馆|民宿|饭店",
    "meal": r"\b(?:food|meal|menu|eat|catering|dish(?:es)?)\b|吃|餐(?!厅|馆)|菜|饭(?!店|馆)",
    "sweet": r"\b(?:cake|dessert|pudding|sweets?)\b|蛋糕|甜[点品]",
    "drink": r"\b(?:drinks?|wine)\b|喝|酒水|饮料",
    "transport": r"\b(?:transport|travel|get there|go by|way to get|airlines?|carrier|flights?|fly(?:ing)?|trains?|ferry|coach)\b|交通|怎么去|坐什么|航空公司|航班|车次|班次|坐哪|飞机|高铁|火车",
    "music": r"\b(?:music|band|entertainment|dj)\b|音乐|乐队|表演",
    "colour": r"\bcolou?rs?\b|颜色",
}  # fmt: skip
_ASKED_RE = {kind: re.compile(pattern, re.IGNORECASE) for kind, pattern in _ASKED.items()}


#: What follows tells where or whose it is: "a taxi to the church" is no church.
_WITHIN = re.compile(r"\s(?:to|at|in|on|from|for|with|near|by|of)\s")


def kind_of(name: str) -> str:
    """The kind of thing a name is of; empty where its head word tells none."""
    name = name.strip(" .!")
    head = _WITHIN.split(name, maxsplit=1)[0]
    match = _LATIN.search(head) or _LATIN.search(name) or _HAN.search(name.strip(" 。！"))
    return (match.lastgroup or "") if match else ""


_NAMED = {
    kind: re.compile(
        rf"\b(?:{words[0]})s?\b|" + "|".join(word for word in words[1].split("|") if len(word) > 1),
        re.IGNORECASE,
    )
    for kind, words in _KINDS.items()
}


def kinds_named(text: str) -> frozenset[str]:
    """The kinds of thing that a sentence speaks of."""
    return frozenset(kind for kind, pattern in _NAMED.items() if pattern.search(text))


def kinds_asked(question: str) -> frozenset[str]:
    """The kinds that a question asks the choice of; empty where it asks for any."""
    return frozenset(kind for kind, pattern in _ASKED_RE.items() if pattern.search(question))


def is_kind(name: str) -> bool:
    """Whether a name is no more than that of a kind: "the hotel", 酒店."""
    bare = re.sub(r"^(?:the|an?|our|my)\s", "", name.strip(" .!。！"), flags=re.IGNORECASE)
    return (_LATIN.fullmatch(bare) or _HAN.fullmatch(bare)) is not None
