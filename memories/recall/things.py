"""What a question asks about by name, and what a text is about, for telling whether the two are the same. Pure."""

# ruff: noqa: E501

from memories.recall.intent import Intent, in_full
from memories.recall.tokens import CHINESE_STOP_CHARACTERS, has_chinese, tokens
from memoryhub import patterns as re

_FILLER = r"(?:really |still |actually |ever |also |usually |even |currently )*"
_YES_NO = re.compile(
    rf"^\W*(?:and |so )?(?:do|did|have|can|am) i {_FILLER}(?:have|own|got|like|love|enjoy|hate|prefer|drink|eat|play|speak|drive|ride|"
    r"collect|use|want|wear|keep|take|know|need|been to|mind|good at|into|a fan of|fond of|afraid of)? ?"
    r"(?P<thing>[a-z][\w' -]*?)(?: (?:at|in|on|for|with|to) .*| at all| any ?more| or not| too)?\W*$"
)
FAVOURITE = re.compile(
    r"\bfavou?rite (?P<thing>[a-z][\w -]*?)(?= (?:is|was|to|of|in|for|at)\b|\W|$)|"
    r"最(?:喜欢|爱)(?:吃|喝|看|听|玩|读|去)?的(?P<zh>[\u4e00-\u9fff]{1,6}?)(?=是|叫|有|[?？]|$)|"
    r"最(?:喜欢|爱)(?:吃|喝|看|听|玩|读|去)?(?:什么|哪[个部本首种支只款位]?)(?P<zh2>[\u4e00-\u9fff]{1,6}?)(?=[?？]|$)"
)
_YES_NO_ZH = re.compile(
    r"我(?:现在|平时|还|到底|都|家|家里)*(?:有没有|喜不喜欢|爱不爱|会不会|吃不吃|喝不喝|抽不抽|养没养|去过|有|喜欢|爱|会|吃|喝|抽|养|玩|开|骑|讨厌|打|弹|怕|信)"
    r"(?:吃|喝|看|玩|听|说|打|弹|拉|过|着|了)?(?P<thing>[\u4e00-\u9fff]{1,8}?)(?:吗|么|嘛|没有|没|不)?[?？。\s]*$"
)
_ZH_ASKS_OPENLY = re.compile(r"什么|啥|哪|几|多少|谁|怎么")
_WHEN_ZH = re.compile(
    r"我们?(?:是|要|得|该)?(?:什么时候|哪一?天|几号|几月|几点|何时|哪年)(?:要|去|会|是|得|能)*(?P<thing>[\u4e00-\u9fff]{2,8}?)(?:的|了|呢)?[?？\s]*$"
)
#: 戒的烟, 买的车: the thing of what somebody did.
_ZH_PARTED = re.compile(r"[\u4e00-\u9fff]{1,2}?的(?P<thing>[\u4e00-\u9fff]+)")
#: Nouns of many things: the word beside one says which.
GENERIC = frozenset(
    tokens("number name date time type size card account code day colour place 号码 名字 时间 日期 颜色")
)
_SAME_WORD = {"movi": "film", "color": "colour", "favorit": "favourit", "flat": "apart", "automobil": "car"}
_ZH_OF_MINE = re.compile(
    r"我(?:们|家|们家)?的(?P<thing>[\u4e00-\u9fff]{1,6}?)(?=是|叫|在|有|什么|多|几|哪|怎么|[?？\s]*$)"
)
_ARTICLE = re.compile(r"^(?:a|an|the|any|some|my|much|many|lots of|to|of) ")
#: Words for a whole kind of thing: what is of the kind answers, whatever it is called.
KINDS = re.compile(
    r"\b(?:pets?|animals?|cars?|vehicles?|kids?|children|family|famil(?:y|ies)|siblings?|hobb(?:y|ies)|instruments?|music|sports?|exercise|languages?|allerg(?:y|ies)|"
    r"jobs?|work|phones?|computers?|foods?|meals?|dish(?:es)?|drinks?|alcohol|books?|films?|movies?|plans?|appointments?|trips?|travel(?:ling)?|games?|plants?|clothes|"
    r"address|home|health|conditions?|medicines?|medication|breakfast|lunch|dinner|cuisines?|bands?|songs?|shows?|series|teams?|authors?|singers?|snacks?)\b|"
    r"^(?:宠物|动物|车|孩子|小孩|家人|兄弟|姐妹|兄弟姐妹|爱好|乐器|音乐|运动|球|语言|外语|过敏|工作|手机|电脑|食物|东西|菜|饭|饮料|酒|书|电影|计划|安排|预约|旅行|游戏|植物|衣服|药|病)$"
)


def thing(plain: str, *, intent: Intent) -> str:
    """What a question asks about by name: "a tattoo" in "Do I have a tattoo?"; empty where it names none."""
    if match := FAVOURITE.search(plain):
        return next(filter(None, match.groups()), "").strip()
    if has_chinese(plain):
        match = _YES_NO_ZH.search(plain)
        if match is None and not intent.relations:
            match = _ZH_OF_MINE.search(plain) or _WHEN_ZH.search(plain)
        found = match.group("thing") if match else ""
        if parted := _ZH_PARTED.fullmatch(found):
            found = parted["thing"]
        return "" if _ZH_ASKS_OPENLY.search(found) else found
    if match := _YES_NO.search(plain):
        return _ARTICLE.sub("", match.group("thing").strip())
    return " ".join(sorted(intent.head)) if intent.personal and not intent.relations else ""


def yes_or_no(text: str) -> bool:
    """Whether the text asks whether something is so."""
    plain = in_full(text)
    return (_YES_NO_ZH if has_chinese(plain) else _YES_NO).search(plain) is not None


def content(text: str) -> set[str]:
    """The tokens that say what a text is about; of Chinese, the pairs where there are any."""
    counts = {_SAME_WORD.get(token, token) for token in tokens(text)} - CHINESE_STOP_CHARACTERS
    pairs = {token for token in counts if len(token) > 1 and has_chinese(token)}
    if pairs and not re.search(r"[a-z0-9]", text):
        return pairs | ({text} if len(text) == 1 else set())
    return counts
