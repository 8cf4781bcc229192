"""Finds what a summary must not lose in a sentence: numbers with their unit, dates, names and codes. Both languages."""

# ruff: noqa: E501

from dataclasses import dataclass

import rjieba

from chat.clauses import HAN
from memoryhub import patterns as re


@dataclass(frozen=True, slots=True)
class Item:
    """A number, date, name or code at ``text[start:end]`` of its sentence; ``key`` is equal for equal items."""

    text: str
    start: int
    end: int
    kind: str

    @property
    def key(self) -> str:
        return re.sub(r"[\s,，'’]+", "", self.text.lower())


_MONTH = r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\b\.?"
_WEEKDAY = r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?"
_EN_NUMBER_WORD = r"(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|dozen)"
_EN = re.compile(
    rf"(?P<date>\b(?:(?:{_WEEKDAY},?\s+)?(?:the\s)?\d{{1,2}}(?:st|nd|rd|th)?(?:\s+of)?\s+{_MONTH}(?:,?\s+(?:19|20)\d\d)?|{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?(?!\d|:)(?:\s?[-–]\s?\d{{1,2}}(?!\d))?(?:,?\s+(?:19|20)\d\d)?|{_MONTH}\s+(?:19|20)\d\d|(?:19|20)\d\d-\d\d-\d\d|\d{{1,2}}/\d{{1,2}}/(?:\d\d)?\d\d"
    rf"|(?:(?:last|next|this|on|every)\s+)?{_WEEKDAY}(?:\s+(?:morning|afternoon|evening|night))?|(?:last|next|this)\s+(?:week(?:end)?|month|year|summer|spring|winter|autumn|fall|night|{_MONTH})|(?:the day (?:before|after) )?(?:yesterday|tomorrow)|tonight|today"
    rf"|(?:in|since|during|until|by|of|early|late|mid)[ -]{_MONTH}(?!\s+\d)|(?:\d+|a|an|a few|a couple of|{_EN_NUMBER_WORD})\s+(?:day|week|month|year|hour|minute)s?\s+(?:ago|from now|later)|(?:19|20)\d\ds?(?![\d.,]*\d)|Christmas(?: Eve| Day)?|Easter|Halloween|Thanksgiving|New Year(?:['’]s)?(?: Eve| Day)?))"
    r"|(?P<code>(?<![\w/.@#-])(?=[A-Za-z0-9_-]*\d)(?=[A-Za-z0-9_-]*[A-Za-z])[A-Za-z]{1,12}[-_]?\d[\w-]*(?:\.\d+)*(?![\w/]))"
    rf"|(?P<number>(?:[$€£¥#]\s?|v)?(?<![\w.])\d+(?:[.,:/]\d+)*(?:\s?[-–]\s?[$€£]?\d+(?:[.,:]\d+)*)?(?:\s?(?:%|°C?|k|K|am|pm|a\.m\.|p\.m\.|ms|km|kg|cm|mm|GB|MB|m²)(?![A-Za-z]))?(?:(?:st|nd|rd|th)\b)?|\b{_EN_NUMBER_WORD}(?:[- ]{_EN_NUMBER_WORD})*\b|\b(?:(?:a|one|two|three|four|the other)[ -])?(?:half|halves|thirds?|quarters?|fifths?|tenths?)\b(?! (?:of )?(?:time|day|world|place|floor|choice))|\b(?:once|twice) (?:a|per|every) \w+)"
    r"|(?P<name>(?<![\w@/.])[A-Z][\w'’&+#]*(?:\.(?:js|io|com|py|net|org|ai))?(?:[ -](?:(?:of|de|la|the|and|&|van|von)\s)?[A-Z][\w'’&+#]*(?:\.(?:js|io|com|py))?)*)"
    r"|(?P<title>[\"“][A-Z][^\"”\n]{1,48}[\"”])",
)
#: Words that carry a capital without being a name.
_NO_NAME_WORDS = (
    "I I'm I'd I'll I've Im Ive A An And Are As At But By Can Could Did Do Does For From Good Great Had Has Have He Hello Her Here Hey Hi His How If In Is It It's Its Just Let Let's Like Looks "
    "Love Maybe More My Nice No Not Now Of Oh Ok OK Okay On Once One Or Our Please She Should Since So Some Sorry Sounds Still Sure Thanks Thank That That's The Their Them Then There There's These They This "
    "Those To Too We We'll We're Well Were What What's When Where Which While Who Why Will With Wow Would Yeah Yes Yep You You're Your Yay Also Always Any Anything Absolutely Actually After All Although Any "
    "Before Both Each Either Even Every Everyone Everything First Finally Glad Got Hope However Keep Last Later Look Many Most Much Never Nothing Other Really Remember Second Something Sometimes Such Take Though "
    "Until Use Using Was Wanna Whenever Whether Without Congrats Congratulations Awesome Amazing Cool Haha Lol Omg OMG Btw BTW Don't Doesn't Didn't Isn't Can't Won't It'll That'll They're He's She's Been Being "
    "Certainly Ensure Create Define Step Note Example Consider Implement Include Add Update Set Make Here's Understand Review Check Provide Regularly Start Write Plan Identify Practice Additionally Overall Yet Same Gonna Am PM AM "
    "Time Having Definitely Exactly Totally Seems Guess Cherish Appreciate Looking Feeling Being Getting Going Doing Taking Trying Wish Wishing Excited Nothing Everyone Proud Keep Stay Take Try Use Follow Build "
    "Hmm Alright Perfect Right True Same Agreed Awesome Nope Bye Cheers Dear Day Days Week Part Phase Section Objective Goal Goals Tips Summary Conclusion Key Main Task Tasks Steps"
)
_NO_NAME = frozenset(_NO_NAME_WORDS.split())
_ZH_UNIT = r"(?:万|千|百|亿)?(?:元|块钱?|美元|欧元|%|％|度|岁|个?人|位|名|个?小时|分钟|秒|天|晚|周|个?月|年|次|间|张|份|桌|本|箱|公斤|斤|平米?|平方米?|公里|千米|米|厘米|kg|km|cm|页|字|瓶|杯|辆|台|套|件|双|盒|袋|条|把|层|楼|集|章|期|届|倍|分|点(?:半|钟|\d{1,2}分?)?|号楼?|班|路|级|种|首|部|场|篇|幅|遍|步|项|家|座|栋|个)?"
_ZH_NUM = r"[零一二两三四五六七八九十百千万亿]"
_ZH = re.compile(
    rf"(?P<date>(?:(?:19|20)\d\d|[去今明后前]|[二一][零〇一二三四五六七八九]{{3}})年(?:\d{{1,2}}|{_ZH_NUM}{{1,2}})?(?:月份?)?(?:(?:\d{{1,2}}|{_ZH_NUM}{{1,3}})[日号])?|(?:\d{{1,2}}|{_ZH_NUM}{{1,2}})月(?:份|初|底|中旬|末|(?:\d{{1,2}}|{_ZH_NUM}{{1,3}})[日号])?|(?:\d{{1,2}}|{_ZH_NUM}{{2,3}})[日号](?!楼|线|院|店|桌|房)|(?:19|20)\d\d[-/.]\d{{1,2}}[-/.]\d{{1,2}}"
    rf"|(?:上上?|下下?|这|本)?个?(?:周|星期|礼拜)(?:[一二三四五六日天末])|(?:上上?|下下?|这|本)个?(?:周|星期|礼拜|月)(?![一-龥]?[刊报票])|大?[昨今明后前][天晚早日]|周末|(?:\d+|{_ZH_NUM}{{1,8}}|半)(?:天|个?月|周|个?星期|年|个?小时)(?:之|以)?[前后]|春节|除夕|元旦|国庆节?|中秋节?|端午节?|五一|清明节?|圣诞节?|元宵节?|七夕|暑假|寒假)"
    rf"|(?P<code>(?<![\w/.@#-])(?=[A-Za-z0-9_-]*\d)(?=[A-Za-z0-9_-]*[A-Za-z])[A-Za-z]{{1,12}}[-_]?\d[\w-]*?(?![A-Za-z0-9/]))"
    rf"|(?P<number>[￥¥$€£]?(?<![\d.])\d+(?:[.,:/]\d+)*(?:\s?[-–~到至]\s?\d+(?:[.,:]\d+)*)?\s?{_ZH_UNIT}|(?:{_ZH_NUM}{{1,8}}(?:点{_ZH_NUM})?)(?=个|人|位|名|元|块|天|晚|岁|小时|分钟|次|间|张|份|桌|本|箱|斤|公|平|米|页|瓶|杯|辆|台|套|件|双|盒|条|点|楼|层|集|章|倍|成|周|年|月|只|家|座|场|篇|首|部|种|项|万)(?:{_ZH_UNIT}|[成只])|一半|半价|百分之{_ZH_NUM}{{1,8}}|{_ZH_NUM}{{1,4}}分之{_ZH_NUM}{{1,4}}|[一两二三四五六七八九]成半?(?=$|[，,。、的左以就给]|多)|(?:\d(?:\.\d)?|[一二三四五六七八九]{{1,2}})折)"
    r"|(?P<title>《[^》\n]{1,30}》|[“「][^”」\n，。]{1,16}[”」])"
    r"|(?P<name>(?<![A-Za-z0-9])[A-Z][A-Za-z0-9.+#&'’-]+(?:\s[A-Z][A-Za-z0-9.+#&'’-]+)*)"
)
_ZH_VAGUE = re.compile(
    r"^(?:一|两)?(?:个|次|些|点|种|家|位|年|天|起|下|样|直|定|般|边|遍|步|部分|部|座|首|场|篇|项|份|张|件|条|分|度|周|月)?$"
)
_NAME_TAGS = frozenset({"nr", "ns", "nt", "nrt", "nrfg", "nsf", "nz"})
#: Words that the tagger takes for names.
_NO_ZH_NAME_WORDS = "谢谢 明白 小时 晚安 高兴 安慰 乐观 阳光 文艺 祝福 加油 宝贵 强烈 能力 温馨 成功 幸福 平静 安静 明智 小伙伴 和谐 舒适 真诚 严谨 宁静 老师 中文 英文 汉语 英语 温柔 高效 周到 平安 美好 感谢 元气 康复 包容 常备 曾经 石油 白领 阿姨 老板 小朋友 小孩 于是 方法 通过 温暖 小心 高强度 简单 明确 方便 大方 伟大 智慧 毅力 喜欢 欣赏 和睦 安全 友善"
_NO_ZH_NAME = frozenset(_NO_ZH_NAME_WORDS.split())


#: Where a capital letter says nothing: at the beginning, after a colon, a dash, a bullet.
_FIRST = re.compile(r"(?:^|[:：.!?–—•|]\s|\s-\s|[\"“(])[\s\"“'(*#\[-]*$")


def items(text: str) -> list[Item]:
    """The items of a sentence in order, without overlap."""
    return _chinese(text) if HAN.search(text) else _english(text)


def _english(text: str) -> list[Item]:
    found = []
    for match in _EN.finditer(text):
        kind, start, end = str(match.lastgroup), match.start(), match.end()
        words = match.group()
        if kind == "name":
            trimmed = _name(words, first=_FIRST.search(text[:start]) is not None)
            if not trimmed:
                continue
            start = end - len(trimmed) if words.endswith(trimmed) else start
            words = trimmed
            end = start + len(words)
        found.append(Item(words, start, end, kind))
    return found


def _name(words: str, *, first: bool) -> str:
    """A capitalised run without the plain words at its beginning; a lone first word of a sentence is no name."""
    parts = re.split(r"(\s)", words)
    while parts and (parts[0].isspace() or parts[0].rstrip("'’s") in _NO_NAME or parts[0] in _NO_NAME):
        parts.pop(0)
        first = False
    while parts and (parts[-1].isspace() or parts[-1] in _NO_NAME):
        parts.pop()
    trimmed = "".join(parts)
    if len(trimmed) < 2 or (first and " " not in trimmed and trimmed[1:].islower()):
        return ""
    return re.sub(r"['’]s?$", "", trimmed)


def _chinese(text: str) -> list[Item]:
    found = [
        Item(
            match.group().strip(),
            match.start(),
            match.start() + len(match.group().rstrip()),
            str(match.lastgroup),
        )
        for match in _ZH.finditer(text)
        if not _ZH_VAGUE.match(match.group()) and len(match.group().strip()) > 0
    ]
    taken = [False] * len(text)
    for item in found:
        taken[item.start : item.end] = [True] * (item.end - item.start)
    at = 0
    for word, tag in rjieba.tag(text):
        start, at = at, at + len(word)
        if tag in _NAME_TAGS and len(word) >= 2 and word not in _NO_ZH_NAME and not any(taken[start:at]):
            found.append(Item(word, start, at, "name"))
    return sorted(found, key=lambda item: item.start)
