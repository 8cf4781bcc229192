"""The words for relatives, friends and animals in both languages, and the relation keys that they may stand for. Pure."""

# ruff: noqa: E501

from memories.recall.tokens import simplified
from memoryhub import patterns as re

_ENGLISH: dict[str, str] = {
    "mother": "mother", "mom": "mother", "mum": "mother", "mama": "mother", "mommy": "mother",
    "father": "father", "dad": "father", "daddy": "father", "papa": "father",
    "parent": "parent", "wife": "wife", "husband": "husband", "spouse": "partner", "partner": "partner",
    "fiancé": "partner", "fiancée": "partner", "fiance": "partner", "fiancee": "partner",
    "girlfriend": "girlfriend", "boyfriend": "boyfriend", "ex": "ex", "son": "son", "daughter": "daughter",
    "child": "child", "children": "child", "kid": "child", "baby": "baby", "sister": "sister", "brother": "brother",
    "sibling": "sibling", "twin": "twin", "grandmother": "grandmother", "grandma": "grandmother", "granny": "grandmother",
    "nan": "grandmother", "grandfather": "grandfather", "grandpa": "grandfather", "grandad": "grandfather",
    "granddad": "grandfather", "grandparent": "grandparent", "grandson": "grandson", "granddaughter": "granddaughter",
    "grandchild": "grandchild", "grandchildren": "grandchild", "aunt": "aunt", "auntie": "aunt", "uncle": "uncle",
    "cousin": "cousin", "niece": "niece", "nephew": "nephew", "mother-in-law": "mother_in_law",
    "father-in-law": "father_in_law", "sister-in-law": "sister_in_law", "brother-in-law": "brother_in_law",
    "son-in-law": "son_in_law", "daughter-in-law": "daughter_in_law", "family": "family", "relative": "family",
    "friend": "friend", "buddy": "friend", "roommate": "roommate", "flatmate": "roommate", "housemate": "roommate",
    "neighbour": "neighbour", "neighbor": "neighbour", "classmate": "classmate", "colleague": "colleague",
    "coworker": "colleague", "co-worker": "colleague", "teammate": "colleague", "boss": "boss", "manager": "manager",
    "supervisor": "manager", "teacher": "teacher", "tutor": "teacher", "student": "student", "pupil": "student",
    "client": "client", "landlord": "landlord", "landlady": "landlord", "doctor": "doctor", "dentist": "dentist",
    "coach": "coach", "mentor": "mentor", "assistant": "assistant", "cat": "cat", "kitten": "cat", "dog": "dog",
    "puppy": "dog", "rabbit": "rabbit", "bunny": "rabbit", "bird": "bird", "parrot": "parrot", "hamster": "hamster",
    "guinea pig": "guinea_pig", "turtle": "turtle", "tortoise": "turtle", "horse": "horse", "pony": "horse",
    "snake": "snake", "lizard": "lizard", "goldfish": "fish", "pet": "pet",
}  # fmt: skip

_CHINESE: dict[str, str] = {
    "妈妈": "mother", "母亲": "mother", "老妈": "mother", "我妈": "mother", "你妈": "mother", "我娘": "mother",
    "爸爸": "father", "父亲": "father", "老爸": "father", "我爸": "father", "你爸": "father",
    "爸妈": "parent", "父母": "parent", "爹妈": "parent", "双亲": "parent", "老婆": "wife", "妻子": "wife", "媳妇": "wife",
    "太太": "wife", "老公": "husband", "丈夫": "husband", "先生": "husband", "爱人": "partner", "伴侣": "partner",
    "对象": "partner", "未婚妻": "partner", "未婚夫": "partner", "女朋友": "girlfriend", "女友": "girlfriend",
    "男朋友": "boyfriend", "男友": "boyfriend", "前任": "ex", "前妻": "ex", "前夫": "ex", "儿子": "son", "女儿": "daughter",
    "闺女": "daughter", "孩子": "child", "小孩": "child", "宝宝": "baby", "姐姐": "elder_sister", "妹妹": "younger_sister",
    "我姐": "elder_sister", "我妹": "younger_sister", "姐妹": "sister", "哥哥": "elder_brother", "弟弟": "younger_brother",
    "我哥": "elder_brother", "我弟": "younger_brother", "兄弟": "brother", "兄弟姐妹": "sibling", "双胞胎": "twin",
    "奶奶": "grandmother", "外婆": "grandmother", "姥姥": "grandmother", "爷爷": "grandfather", "外公": "grandfather",
    "姥爷": "grandfather", "孙子": "grandson", "外孙": "grandson", "孙女": "granddaughter", "外孙女": "granddaughter",
    "姑姑": "aunt", "阿姨": "aunt", "舅妈": "aunt", "婶婶": "aunt", "伯母": "aunt", "小姨": "aunt", "叔叔": "uncle",
    "舅舅": "uncle", "伯伯": "uncle", "姑父": "uncle", "姨父": "uncle", "表哥": "cousin", "表弟": "cousin",
    "表姐": "cousin", "表妹": "cousin", "堂哥": "cousin", "堂弟": "cousin", "堂姐": "cousin", "堂妹": "cousin",
    "侄女": "niece", "外甥女": "niece", "侄子": "nephew", "外甥": "nephew", "婆婆": "mother_in_law",
    "岳母": "mother_in_law", "丈母娘": "mother_in_law", "公公": "father_in_law", "岳父": "father_in_law",
    "老丈人": "father_in_law", "嫂子": "sister_in_law", "弟媳": "sister_in_law", "姐夫": "brother_in_law",
    "妹夫": "brother_in_law", "女婿": "son_in_law", "儿媳": "daughter_in_law", "家人": "family", "亲戚": "family",
    "家里人": "family", "朋友": "friend", "闺蜜": "best_friend", "哥们": "friend", "死党": "best_friend",
    "室友": "roommate", "舍友": "roommate", "邻居": "neighbour", "同学": "classmate", "同事": "colleague",
    "老板": "boss", "领导": "boss", "上司": "boss", "经理": "manager", "老师": "teacher", "导师": "mentor",
    "学生": "student", "客户": "client", "房东": "landlord", "医生": "doctor", "牙医": "dentist", "教练": "coach",
    "助理": "assistant", "猫": "cat", "狗": "dog", "兔子": "rabbit", "鹦鹉": "parrot", "仓鼠": "hamster",
    "豚鼠": "guinea_pig", "乌龟": "turtle", "金鱼": "fish", "宠物": "pet",
}  # fmt: skip

#: The words by themselves, for whoever reads a statement: 老婆, without the 我 that some need to be told from others.
RELATION_WORDS_EN = _ENGLISH
RELATION_WORDS_ZH = {word[1:] if word[0] in "我你" else word: key for word, key in _CHINESE.items()}

#: Words for a whole group, and the keys that belong to it.
_GROUPS: dict[str, frozenset[str]] = {
    "parent": frozenset({"mother", "father"}),
    "partner": frozenset({"wife", "husband", "girlfriend", "boyfriend"}),
    "wife": frozenset({"partner"}),
    "husband": frozenset({"partner"}),
    "girlfriend": frozenset({"partner"}),
    "boyfriend": frozenset({"partner"}),
    "child": frozenset({"son", "daughter", "baby", "twin"}),
    "baby": frozenset({"child", "son", "daughter"}),
    "son": frozenset({"child", "baby", "twin"}),
    "daughter": frozenset({"child", "baby", "twin"}),
    "sister": frozenset({"elder_sister", "younger_sister", "sibling"}),
    "brother": frozenset({"elder_brother", "younger_brother", "sibling"}),
    "elder_sister": frozenset({"sister", "sibling"}),
    "younger_sister": frozenset({"sister", "sibling"}),
    "elder_brother": frozenset({"brother", "sibling"}),
    "younger_brother": frozenset({"brother", "sibling"}),
    "sibling": frozenset(
        {"sister", "brother", "elder_sister", "younger_sister", "elder_brother", "younger_brother", "twin"}
    ),
    "grandparent": frozenset({"grandmother", "grandfather"}),
    "grandchild": frozenset({"grandson", "granddaughter"}),
    "friend": frozenset({"best_friend"}),
    "best_friend": frozenset({"friend"}),
    "boss": frozenset({"manager"}),
    "manager": frozenset({"boss"}),
    "family": frozenset(
        set(_ENGLISH.values())
        - {"friend", "roommate", "neighbour", "classmate", "colleague", "boss", "manager", "teacher", "student",
           "client", "landlord", "doctor", "dentist", "coach", "mentor", "assistant", "ex", "cat", "dog", "rabbit",
           "bird", "parrot", "hamster", "guinea_pig", "turtle", "horse", "snake", "lizard", "fish", "pet"}
    ),
    "pet": frozenset(
        {"cat", "dog", "rabbit", "bird", "parrot", "hamster", "guinea_pig", "turtle", "horse", "snake", "lizard", "fish"}
    ),
}  # fmt: skip

_ENGLISH_PATTERN = re.compile(
    r"(?<![\w-])(" + "|".join(sorted(map(re.escape, _ENGLISH), key=len, reverse=True)) + r")s?(?![\w-])"
)
_CHINESE_PATTERN = re.compile("|".join(sorted(_CHINESE, key=len, reverse=True)))
#: Compounds in which an animal's character names no animal of anybody's.
_NO_ANIMAL = re.compile(r"夜猫子?|熊猫|猫头鹰|猫腻|热狗|狗血|狗粮|猫粮|单身狗|加班狗|海狗")
_ANIMALS = frozenset({"pet"}) | _GROUPS["pet"]
_SUBJECT = re.compile(
    r"^(?:your|my|the user's) (?:[\w-]+ ){0,2}?("
    + "|".join(sorted(map(re.escape, _ENGLISH), key=len, reverse=True))
    + r")s?(?![\w-])"
)
_SUBJECT_ZH = re.compile(
    "^(?:你|我|用户)(?:们)?(?:的|家的?)?(?:[\u4e00-\u9fff]{1,3}的)?("
    + "|".join(
        sorted({*_CHINESE, *(word[1:] for word in _CHINESE if word[0] in "我你")}, key=len, reverse=True)
    )
    + ")"
)

_RELATIVE = (
    r"my (?:\w+ ){0,1}?(?:" + "|".join(sorted(map(re.escape, _ENGLISH), key=len, reverse=True)) + r")s?"
)
_MY_RELATIVES = re.compile(rf"\b{_RELATIVE}(?:'s|’s|s'|s’) ")
_OF_ONESELF = {
    "does": "do",
    "do": "do",
    "did": "did",
    "is": "am",
    "are": "am",
    "was": "was",
    "can": "can",
    "has": "have",
}
_AUXILIARY = re.compile(rf"\b({'|'.join(_OF_ONESELF)}) {_RELATIVE}(?![\w-])")
_MY_RELATIVE_ZH = re.compile(
    "我(?:的|家)?(?:"
    + "|".join(sorted((w.lstrip("我你") for w in _CHINESE), key=len, reverse=True))
    + ")(?:[\u4e00-\u9fff]{2,3}?(?=的?生日|的?老家|的?工作|现在|今年|平时|住|在哪|是做|做什么|干什么|喜欢|讨厌|爱吃|多大|几岁|对什么|害?怕))?(?:的)?"
)
#: "My friend Petra": the name says no more than whose it is.
_NAMED = re.compile(rf"\b({_RELATIVE}) [A-Z][a-z]+(?='s\b|’s\b| )")


def relations(text: str) -> frozenset[str]:
    """The relation keys that the words of the text name, in either language."""
    return relations_of(simplified(text.lower()))


def relations_of(plain: str) -> frozenset[str]:
    """The relation keys of a text that is normalised already."""
    return frozenset(
        [_ENGLISH[word] for word in _ENGLISH_PATTERN.findall(plain)]
        + [_CHINESE[word] for word in _CHINESE_PATTERN.findall(_NO_ANIMAL.sub("", plain))]
    )


def without_relations(text: str) -> str:
    """The text, normalised, without the words for relatives, friends and animals."""
    return _CHINESE_PATTERN.sub(" ", _ENGLISH_PATTERN.sub(" ", simplified(text.lower())))


def words_for(keys: frozenset[str]) -> tuple[str, ...]:
    """The words of both languages for these relations."""
    return tuple(word for words in (_ENGLISH, _CHINESE) for word, key in words.items() if key in keys)


def human(keys: frozenset[str]) -> frozenset[str]:
    """The keys of people: no animal's."""
    return keys - _ANIMALS


def is_animal(key: str) -> bool:
    """Whether the key is an animal's."""
    return key in _ANIMALS


def subject_of(plain: str) -> frozenset[str]:
    """The relation key of whom a normalised statement speaks of first: "your cousin's wedding is …"; none for the person."""
    if match := _SUBJECT.match(plain):
        return frozenset({_ENGLISH[match.group(1)]})
    if match := _SUBJECT_ZH.match(plain):
        word = match.group(1)
        return frozenset({_CHINESE.get(word) or _CHINESE[f"我{word}"]})
    return frozenset()


def as_oneself(text: str) -> str:
    """The text with each "my sister" as "I", so that what is asked of her reads like a question about oneself."""
    plain = simplified(_NAMED.sub(r"\1", text).lower())
    plain = _MY_RELATIVES.sub("my ", plain)
    plain = _AUXILIARY.sub(lambda match: f"{_OF_ONESELF[match.group(1)]} i", plain)
    return _MY_RELATIVE_ZH.sub("我", plain)


def with_kin(keys: frozenset[str]) -> frozenset[str]:
    """The keys and those that the same word may stand for: a question about a sister asks of an elder sister too."""
    return keys.union(*(_GROUPS.get(key, frozenset()) for key in keys)) if keys else keys


def agree(asked: frozenset[str], told: frozenset[str]) -> bool:
    """Whether a text about ``told`` can answer a question about ``asked``."""
    return bool(with_kin(asked) & told or asked & with_kin(told))
