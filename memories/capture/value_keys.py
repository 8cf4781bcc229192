"""Canonical, language-free keys of values: equal exactly when two wordings name the same thing. No database, no embedding."""

import unicodedata
from functools import lru_cache

from memories.capture.value_keys_dictionary import dictionary
from memories.capture.value_keys_table import NOUNS, VALUES
from memories.recall.tokens import simplified
from memoryhub import patterns as re

_PLACE_SLOTS = frozenset({"residence", "former_residence", "hometown", "nationality", "attribute.work-city"})
_NAME_SLOTS = frozenset(
    {"name", "called", "attribute.surname", "attribute.nickname", "family", "friend", "pet"}
)

_DIGITS = {
    "零": 0,
    "〇": 0,
    "一": 1,
    "二": 2,
    "两": 2,
    "三": 3,
    "四": 4,
    "五": 5,
    "六": 6,
    "七": 7,
    "八": 8,
    "九": 9,
}
_UNITS = {"十": 10, "百": 100, "千": 1000}
_NUMERAL = "[零〇一二两三四五六七八九十百千万亿]+"
_UNIT_CHARS = (
    "岁个只条头位名口公斤克米厘分秒点时天日号月年周次遍楼层码元块万楼栋单元室路倍度杯瓶本部台辆套把张句字%％"
)
_COUNTED = re.compile(
    rf"(?<![\u4e00-\u9fff])({_NUMERAL})(?=[{_UNIT_CHARS}])|({_NUMERAL})(?=岁|公斤|楼|层|码|号|点)"
)

_ONES = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = {
    w: n * 10
    for n, w in enumerate(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], 2)
}
_WORD_NUMBERS = {**{w: n for n, w in enumerate(_ONES)}, **_TENS}

_LEADING = re.compile(
    r"^(?:(?:the|a|an|my|our|some|any|to|your)\s+|(?:eating|eat|drinking|drink|watching|watch|playing|play|reading|"
    r"listening to|listen to|speaking|speak|learning|learn|collecting|collect|keeping)\s+(?=\S))"
)
_ZH_LEADING = re.compile(r"^(?:一(?:个|名|位|只|条|种|家|间|些|款)|吃|喝|看|听|玩|打|踢|弹|吹|养|讲|说)(?=.)")
_ZH_TRAILING = re.compile(r"(?:[的了呢啊呀哦吧哈啦嘛]|这[个种]?)+$")
_ADMIN = re.compile(r"(?<=..)(?:特别行政区|自治区|市|省)$")
_KEPT_PLURALS = frozenset(
    [
        "news",
        "physics",
        "mathematics",
        "economics",
        "gas",
        "bus",
        "glasses",
        "swiss",
        "less",
        "class",
        "jazz",
        "chess",
        "boss",
        "tennis",
    ]
)

_BIRTH = re.compile(r"(?:(\d{4})[年./-])?(\d{1,2})[月./-](\d{1,2})[日号]?$")
_MONTHS = {
    m: n
    for n, m in enumerate(
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"], 1
    )
}
_COUNTRIES = {
    "英国": "uk", "united kingdom": "uk", "britain": "uk", "great britain": "uk", "england": "uk", "british": "uk",
    "美国": "usa", "united states": "usa", "america": "usa", "us": "usa", "american": "usa", "the states": "usa",
    "中国": "china", "chinese": "china", "法国": "france", "french": "france", "德国": "germany", "german": "germany",
    "韩国": "korea", "south korea": "korea", "korean": "korea", "japanese": "japan", "日本": "japan", "俄罗斯": "russia",
    "russian": "russia", "新加坡": "singapore", "加拿大": "canada", "canadian": "canada", "澳大利亚": "australia",
    "澳洲": "australia", "australian": "australia", "peking": "beijing", "canton": "guangzhou", "魔都": "shanghai",
    "帝都": "beijing", "香港": "hong kong", "hongkong": "hong kong", "澳门": "macau", "macao": "macau", "台北": "taipei",
    "西藏": "tibet", "内蒙古": "inner mongolia", "nyc": "new york", "new york city": "new york",
}  # fmt: skip


@lru_cache(maxsize=4096)
def simplify(text: str) -> str:
    """``text`` in simplified characters and half width, of the same length."""
    narrow = "".join(_narrow(char) for char in text)
    plain = simplified(narrow)
    return plain if len(plain) == len(text) else "".join(simplified(char)[:1] or char for char in narrow)


def _narrow(char: str) -> str:
    if "\uff01" <= char <= "\uff5e":
        return chr(ord(char) - 0xFEE0)
    return " " if char == "\u3000" else char


def number(words: str) -> int | None:
    """The value of a Chinese numeral or of digits: 三十五 → 35, 两千零一 → 2001, 二〇二三 → 2023; None for anything else."""
    if words.isdecimal():
        return int(words)
    if not words or not re.fullmatch(_NUMERAL, words):
        return None
    if len(words) > 1 and all(char in _DIGITS for char in words):
        return int("".join(str(_DIGITS[char]) for char in words))
    total = section = digit = 0
    for char in words:
        if char in _DIGITS:
            digit = _DIGITS[char]
        elif char in _UNITS:
            section += (digit or 1) * _UNITS[char]
            digit = 0
        else:  # 万, 亿
            total += (section + digit) * (10_000 if char == "万" else 100_000_000)
            section = digit = 0
    return total + section + digit


def _with_digits(text: str) -> str:
    def replaced(found: re.Match[str]) -> str:
        value = number(found[1] or found[2])
        return found[0] if value is None else str(value)

    return _COUNTED.sub(replaced, text)


def _singular(word: str) -> str:
    if len(word) < 4 or word in _KEPT_PLURALS or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + ("ie" if word in ("movies", "cookies", "selfies") else "y")
    if word.endswith(("ches", "shes", "xes", "sses", "oes")):
        return word[:-2]
    return word[:-1]


def _english(text: str) -> str:
    plain = re.sub(r"[^\w\s'+#.&-]", " ", text).strip(" .'-")
    before = None
    while plain != before:
        before, plain = plain, _LEADING.sub("", plain).strip()
    known = VALUES.get(plain)
    if known:
        return known
    words = [_singular(re.sub(r"'s?$", "", word)) for word in plain.split()]
    words = [word for n, word in enumerate(words) if n == 0 or word != words[n - 1]]
    joined = " ".join(words)
    digits = _english_number(joined)
    return digits or VALUES.get(joined, joined)


def _english_number(text: str) -> str:
    words = [word for word in re.split(r"[\s-]+", text) if word not in ("and", "year", "old")]
    if not words or not all(word in _WORD_NUMBERS for word in words):
        return ""
    return str(sum(_WORD_NUMBERS[word] for word in words))


def _has_han(text: str) -> bool:
    return any("\u3400" <= char <= "\u9fff" for char in text)


def _tight(text: str) -> str:
    """Without spaces beside Chinese characters and without punctuation."""
    text = re.sub(r"(?<=[\u3400-\u9fff])\s+|\s+(?=[\u3400-\u9fff])", "", text)
    return re.sub(r"[^\w\s%+#&.:-]", "", text).strip(" .:-")


def _chinese(text: str) -> str:
    plain = _with_digits(_ZH_TRAILING.sub("", _tight(text)))
    for word in (plain, _ZH_LEADING.sub("", plain)):
        known = VALUES.get(word)
        if known:
            return known
    plain = _ZH_LEADING.sub("", plain)
    if re.fullmatch(r"[\u3400-\u9fff]{1,8}", plain):
        gloss = dictionary().glosses.get(plain)
        if gloss:
            return _english(gloss)
    digits = number(plain)
    return plain if digits is None else str(digits)


def _place(text: str) -> str:
    if not _has_han(text):
        plain = re.sub(r"[^\w\s]", "", text).strip()
        plain = re.sub(r"^the\s+|\s+(city|province)$", "", plain)
        return _COUNTRIES.get(plain, plain)
    plain = re.sub(r"^(?:中国|我国)(?=.{2,})", "", _tight(text))
    for word in (plain, _ADMIN.sub("", plain)):
        if word in _COUNTRIES:
            return _COUNTRIES[word]
    short = _ADMIN.sub("", plain)
    name = dictionary().places.get(short) or dictionary().places.get(plain)
    return _COUNTRIES.get(name, name) if name else short


def _date(text: str) -> str:
    """``MM-DD`` or ``YYYY-MM-DD`` of a birthday in either language, or an empty string."""
    plain = re.sub(rf"{_NUMERAL}", lambda m: str(number(m[0])), _tight(text)) if _has_han(text) else text
    found = _BIRTH.search(plain.replace(" ", ""))
    if found:
        year = f"{found[1]}-" if found[1] else ""
        return f"{year}{int(found[2]):02}-{int(found[3]):02}"
    english = re.search(
        r"\b(?:(\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?)?([a-z]{3})[a-z]*\.?(?:\s+(\d{1,2})(?:st|nd|rd|th)?)?\b",
        plain,
    )
    if english and english[2] in _MONTHS and (english[1] or english[3]):
        year_found = re.search(r"\b(1[89]\d\d|20\d\d)\b", plain)
        year = f"{year_found[1]}-" if year_found else ""
        return f"{year}{_MONTHS[english[2]]:02}-{int(english[1] or english[3]):02}"
    return ""


@lru_cache(maxsize=8192)
def _key(value: str, slot: str) -> str:
    text = " ".join(unicodedata.normalize("NFKC", simplify(value)).casefold().split())
    if not text:
        return ""
    if slot == "birthday":
        return _date(text) or _tight(text)
    if slot == "age":
        found = re.search(rf"\d+|{_NUMERAL}", text)
        digits = number(found[0]) if found else None
        return str(digits) if digits is not None else _english_number(text) or _english(text)
    if slot in _PLACE_SLOTS:
        return _place(text)
    if slot in _NAME_SLOTS:
        return re.sub(r"[\s·•.]+", " ", _tight(text)).strip()
    if slot == "hobby" and not _has_han(text):
        text = re.sub(r"^go(?:ing)?\s+", "", text)
    return _chinese(text) if _has_han(text) else _english(text)


def value_key(value: str, *, slot: str | None) -> str:
    """The key under which ``value`` is compared within ``slot``: the same for 上海 and Shanghai, 花生 and "peanuts", 三十五岁 and 35.

    Names keep their characters, since 林小北 and 林晓北 sound alike and differ; ``agree`` compares them with Latin spellings.
    """
    return _key(value, slot or "")


def noun_key(noun: str) -> str:
    """The language-free noun of a ``favourite.<noun>`` or ``attribute.<noun>`` slot: 颜色 and "color" are ``colour``."""
    plain = " ".join(unicodedata.normalize("NFKC", simplify(noun)).casefold().split())
    if _has_han(plain):
        plain = _tight(plain)
        bare = re.sub(r"(?<=..)(?:类型|种类|类别)$", "", plain)
        return _slug(NOUNS.get(plain) or NOUNS.get(bare) or VALUES.get(bare) or bare)
    plain = re.sub(r"^(?:the|a|an|my)\s+", "", plain)
    words = plain.split()
    singular = " ".join([*words[:-1], _singular(words[-1])]) if words else ""
    return _slug(NOUNS.get(plain) or NOUNS.get(singular) or VALUES.get(singular, singular))


def _slug(noun: str) -> str:
    return re.sub(r"[^\w]+", "-", noun).strip("-")[:60]


@lru_cache(maxsize=2048)
def _sounds(name: str) -> frozenset[str]:
    """The Latin spellings of a Chinese name without spaces, family name first and last."""
    from pypinyin import lazy_pinyin

    syllables = lazy_pinyin(name)
    return frozenset("".join(syllables[cut:] + syllables[:cut]) for cut in range(min(3, len(syllables))))


def agree(one: str, other: str, *, slot: str | None) -> bool:
    """Whether two values name the same thing: equal keys, or a Chinese name and its pinyin in either order."""
    first, second = value_key(one, slot=slot), value_key(other, slot=slot)
    if first == second:
        return bool(first)
    if (slot or "") not in _NAME_SLOTS | _PLACE_SLOTS or _has_han(first) == _has_han(second):
        return False
    han, latin = (first, second) if _has_han(first) else (second, first)
    if slot in _PLACE_SLOTS and han in dictionary().places:
        return False  # a known place whose Latin name is another's
    return re.sub(r"[^a-z]", "", latin) in _sounds(han)
