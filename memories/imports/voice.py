"""Words what another assistant noted of a person as our memories are worded: addressed to them. Pure.

"User prefers trains", "Prefers trains", "I prefer trains", "Mira prefers trains" (of Mira) → "You prefer trains"; in
Chinese likewise.
"""

from memories.recall.address import address
from memories.recall.relation_words import relations_of
from memories.recall.third_person import VERBS
from memories.recall.tokens import has_chinese, normalise
from memoryhub import patterns as re

#: "Name: Mira": what stands before the colon is the person's.
_OWN_EN = re.compile(
    r"^(?P<key>(?:(?:full|first|last|preferred|current|home|native|favou?rite|main|mother|date of|place of) )*"
    r"(?:name|nickname|age|birthday|birth ?date|birth|birthplace|job|job title|title|occupation|profession|role|"
    r"employer|company|workplace|school|university|major|degree|location|city|hometown|town|country|address|nationality|"
    r"time ?zone|languages?|mother tongue|tongue|pronouns|gender|height|weight|diet|allerg(?:y|ies)|hobb(?:y|ies)|"
    r"interests?|goals?|pets?|partner|wife|husband|spouse|children|kids|parents|food|colou?r|music|book|movie|sport|"
    r"drink|phone|e-?mail))(?:\s*[:：]|\s+(?:is|are)\b)\s*(?P<value>\S.*)$",
    re.IGNORECASE,
)
_OWN_ZH = re.compile(
    r"^(?P<key>(?:常用|主要|目前|当前|首选)?(?:全名|姓名|名字|昵称|称呼|年龄|生日|出生日期|出生地|职业|工作|职位|岗位|公司|单位|雇主|学校|大学|专业|学历|"
    r"所在地|现居地|居住地|住址|地址|城市|家乡|籍贯|国籍|时区|语言|母语|性别|身高|体重|饮食(?:习惯|偏好)?|过敏(?:原|史)?|爱好|"
    r"兴趣(?:爱好)?|目标|宠物|伴侣|配偶|妻子|丈夫|孩子|子女|父母|最喜欢的\S{1,6}?))(?:\s*[:：]|是)\s*(?P<value>\S.*)$"
)
_PLURAL = re.compile(r"(?:ies|[^s]s|children|parents|kids)$", re.IGNORECASE)
_ELLIPTIC_ZH = re.compile(
    r"^(?:最?喜欢|不喜欢|喜爱|热爱|爱(?!好|情|人)|讨厌|偏好|偏爱|习惯|住在|居住|现居|来自|出生|生于|毕业于|就读|就职|任职|从事|"
    r"在(?=\S{1,12}?(?:工作|做|当|任|念|上班|上学|读书|生活|居住))|正在|目前|计划|打算|想要?|希望|需要|擅长|会(?!议)|不会|不吃|不喝|吃素|对|有(?!关)|"
    r"没有|养了?|拥有|使用|学习|患有|曾经?|每天|每周|经常|通常)"
)
_USER_EN = re.compile(r"^(?:the |this )?user\b", re.IGNORECASE)
_PERSON_EN = re.compile(
    r"^(?:(?:the |this )?user|i|you|my|your|i['’](?:m|ve|d|ll)|you['’](?:re|ve|d|ll))\b", re.IGNORECASE
)
_PERSON_ZH = re.compile(r"^(?:[该此本]?用户|本人|我|你|您)")
_GOES_ON_EN = re.compile(
    r"^(?P<who>he|she|they|his|her|their)\b(?P<short>['’](?:s|re|ve|d|ll))?", re.IGNORECASE
)
_GOES_ON_ZH = re.compile(r"^(?:他|她|[Tt][Aa])(?!们)")
#: "User's dog …", and the pets that a pronoun may mean; the relatives are recall's.
_POSSESSIVE = re.compile(
    r"^(?:(?:the |this )?user['’]s|your|my)\b|^(?:[该此本]?用户|我|你)(?:的|家)", re.IGNORECASE
)
_ANIMAL = re.compile(
    r"\b(?:dog|cat|pup(?:py)?|kitten|bird|parrot|horse|rabbit|hamster|pet|baby|kid|child)(?:ren|s)?\b|[狗猫鸟兔马]|宠物|孩子|宝宝",
    re.IGNORECASE,
)
_NAMED = re.compile(r"\b(?:with|named|called|met|and|about) [A-Z]|[叫和跟与]\S")
_WISH = re.compile(
    r"^(?:please|don['’]t|do not|never|always|call me|address me|answer|respond|reply|use|avoid|remember|keep)\b"
    r"|^(?:请|别|不要|永远不要|千万别|务必|叫我|称呼我|回答时)",
    re.IGNORECASE,
)
#: "User: likes tea" and "User (Mira) likes tea".
_LABEL = re.compile(r"^(?:(?:the |this )?user|[该此本]?用户)\s*[:：]\s*", re.IGNORECASE)
_BRACKET = re.compile(r"^((?:the |this )?user|[该此本]?用户)\s*[(（][^)）]{1,40}[)）]", re.IGNORECASE)
_REPORTED = re.compile(
    r"^(?:(?:the |this )?user) (?:has )?(?:mentioned|said|stated|noted|shared|indicated|confirmed|explained|revealed)"
    r" (?:that )?(?=(?:they|he|she|their|his|her)\b)|^[该此本]?用户(?:提到|表示|说)(?:过)?[，,]?(?=(?:他|她)(?!们))",
    re.IGNORECASE,
)
_SENTENCE = re.compile(
    r"(?<=[.!?])\s+(?=[A-Z\"“'‘\u4e00-\u9fff])|(?<=[。！？])\s*(?=\S)|(?<=[;；])\s*(?=(?:[Uu]ser|用户|我)\b)"
)
#: What ends in a point and is no end of a sentence.
_SHORT = re.compile(r"(?:\b(?:Dr|Mr|Mrs|Ms|Prof|St|Jr|Sr|vs|etc|e\.g|i\.e|No|approx)|\b[A-Z])\.$")


def statements(text: str, *, name: str = "") -> list[str]:
    """What a line says of the person, a statement each: a sentence that begins otherwise stays with the last."""
    found: list[str] = []
    for sentence in _sentences(text):
        told = _as_user(sentence, name=name)
        if (not found or not _of_another(found[-1])) and (taken_up := _taken_up(told)):
            told = taken_up
        if not found or _PERSON_EN.match(told) or _PERSON_ZH.match(told):
            found.append(told)
        else:
            gap = "" if found[-1][-1:] in "。！？；" else " "
            found[-1] = f"{found[-1]}{gap}{told}"
    return [worded(one).rstrip() for one in found]


def _of_another(sentence: str) -> bool:
    """Whether a "she" after this sentence may be somebody else: it is about what is the person's, or names others."""
    others = relations_of(normalise(sentence)) or _ANIMAL.search(sentence) or _NAMED.search(sentence)
    return bool(_POSSESSIVE.match(sentence) or others)


def worded(statement: str) -> str:
    """One statement, addressed to the person; what does not speak of them stays as it is."""
    said = statement.strip()
    if _WISH.match(said):
        return said  # a wish that is put to the assistant stays in the person's own words
    if match := _OWN_EN.match(said):
        key, value = match["key"].lower(), match["value"].rstrip(" .")
        joined = ":" if key.startswith("goal") else " are" if _PLURAL.search(key) else " is"
        return f"Your {key}{joined} {value}"
    if match := _OWN_ZH.match(said):
        return f"你的{match['key']}是{match['value'].rstrip(' 。')}"
    first = re.match(r"[A-Za-z]+(?:['’]t)?", said)
    if first and first[0][:1].isupper() and first[0].lower().replace("’", "'") in VERBS and first[0] != said:
        said = f"User {said[:1].lower()}{said[1:]}"
    elif _ELLIPTIC_ZH.match(said):
        said = f"你{said}"
    first_part, *others = said.split("; ") if _USER_EN.match(said) else [said]
    told = "; ".join([address(first_part), *map(_also, others)])
    return told[:1].upper() + told[1:]


def _also(part: str) -> str:
    """What follows a semicolon, of the same person: "practices daily" → "practice daily"."""
    verb = re.match(r"(?:and )?([a-z]+)\b", part)
    if verb is None or verb[1] not in VERBS:
        return address(part)
    return verb[0][: verb.start(1)] + address(f"User {part[verb.start(1) :]}").removeprefix("You ")


def _sentences(text: str) -> list[str]:
    found: list[str] = []
    for part in _SENTENCE.split(text):
        if found and _SHORT.search(found[-1]):
            found[-1] = f"{found[-1]} {part}"
        elif part.strip():
            found.append(part.strip())
    return found


def _as_user(sentence: str, *, name: str) -> str:
    """The person's own name at the head of a sentence is "User" / 用户, and what they are reported to say is said."""
    if name and has_chinese(name):
        sentence = f"用户{sentence[len(name) :]}" if sentence.startswith(name) else sentence
    elif name:
        own = rf"^(?:{re.escape(name)}|{re.escape(name.split()[0])})"
        sentence = re.sub(rf"{own}(?= and\b)", "You", sentence, flags=re.IGNORECASE)
        sentence = re.sub(rf"{own}(?=['’]s\b|\s)", "User", sentence, flags=re.IGNORECASE)
    sentence = _LABEL.sub("", _BRACKET.sub(r"\1", sentence, count=1), count=1)
    sentence = sentence[:1].upper() + sentence[1:]
    reported = _REPORTED.match(sentence)
    return (_taken_up(sentence[reported.end() :]) or sentence) if reported else sentence


def _taken_up(sentence: str) -> str:
    """A sentence that takes the person up with a pronoun, as of the user; empty for another."""
    if _GOES_ON_ZH.match(sentence):
        return _GOES_ON_ZH.sub("用户", sentence, count=1)
    match = _GOES_ON_EN.match(sentence)
    if match is None:
        return ""
    who, rest = match["who"].lower(), sentence[match.end("who") :]
    if who in ("his", "her", "their"):
        return f"Your{rest}"
    if who == "they":
        return f"You{rest}"
    if not match["short"]:
        return f"User{rest}"
    return f"User {_LONG.get(match['short'][1:], 'is')}{sentence[match.end() :]}"


_LONG = {"s": "is", "d": "would", "ll": "will"}
