"""People and things that come on top of a number at hand, or fall away from it. Both languages; pure."""

# ruff: noqa: E501

from dataclasses import replace

from chat.state.found import Found
from chat.state.moves import EN_N, ZH_N, figure
from chat.state.nouns_zh import noun_at, noun_before
from memoryhub import patterns as re

_EN_PERSONS = r"(?:people|persons?|guests?|adults?|kids?|child(?:ren)?|friends?|colleagues?|passengers?|attendees?|participants?|students?|travell?ers?|players?|men|women|diners?|members?|visitors?|volunteers?|pax)"
_EN_THINGS = r"(?:nights?|days?|weeks?|hours?|rooms?|bedrooms?|tickets?|tables?|chairs?|seats?|beds?|boxes|box|bottles?|bags?|cars?|bikes?|portions?|pages?|slides?|copies|copy|cakes?|pizzas?)"
_EN_UNIT = rf"(?P<unit>{_EN_PERSONS}|{_EN_THINGS}|[a-z]{{3,14}}(?<!s)s)"
#: One of what has no plural here: "one fewer handle".
_EN_ONE = r"(?!(?:then|than|now|please|for|because|after|before|so|and|but|to|if|as|at|in|on|of|with|instead|again|too|is|are|will|would|can|could)\b)[a-z]{3,14}"
_EN_JOIN = r"(?:(?:is|are|will be|['’]re|['’]s|have|has|wants? to|would like to|will|can|might|decided to)?\s*(?:also |just )?(?:com(?:e|es|ing)|join(?:s|ed|ing)?|signed up|sign up|tag(?:ging)? along|attend(?:ing)?|said yes|confirmed|on (?:the|our) list|in\b))"
_EN_LEAVE = r"(?:(?:has|have|had|will|may)?\s*(?:just |already )?(?:cancel(?:l?ed)?|dropped out|drop out|backed out|bailed|pulled out|withdr[ae]wn?|declined|left|fell ill|said no|gone)|(?:can(?:no|['’])t|won['’]t|isn['’]t|aren['’]t|is not|are not|will not|not)\s+(?:\w+ )?(?:com(?:e|ing)|mak(?:e|ing) it|join(?:ing)?|attend(?:ing)?|be there))"
_EN_MORE = (
    re.compile(rf"\b(?P<n>{EN_N}) (?:more|extra|additional|further)(?: {_EN_UNIT})?\b(?! than\b| (?:thing|question|time|minute|reason|thought|point|idea|note)s?\b)(?=(?P<rest>.*))", re.I),
    re.compile(rf"\b(?:another|plus|add(?:ing)?|and)(?: (?P<n>{EN_N}))?(?: more)? {_EN_UNIT}\b(?=(?P<rest>.*))", re.I),
)  # fmt: skip
_EN_FEWER = (
    re.compile(
        rf"\b(?P<n>{EN_N}) (?:fewer|less)(?: (?P<unit>{_EN_PERSONS}|{_EN_THINGS}|{_EN_ONE}))?\b(?! than\b)",
        re.I,
    ),
    re.compile(rf"\b(?P<n>{EN_N}) {_EN_UNIT} (?:fewer|less)\b(?! than\b)", re.I),
    re.compile(rf"\b(?:minus|lost|lose|losing) (?P<n>{EN_N})(?: (?:of (?:us|them)|{_EN_UNIT}))?$", re.I),
    re.compile(rf"\b(?P<n>{EN_N})(?: (?:of (?:us|them)|{_EN_UNIT}))? {_EN_LEAVE}", re.I),
)
_ZH_PERSONS = r"(?:人|大人|小孩|孩子|成年人|儿童|老人|同事|朋友|客人|同学|学生|员工|家长|亲戚|名额|客户|嘉宾|家属|队员|邻居|新人)"
_ZH_THINGS = r"(?:晚|天|夜|间|张|桌|份|本|箱|瓶|杯|辆|台|套|盒|袋|包|把|页|床|座|件|扇|盏|颗|根|捆|面|顶|束|枚|朵|株|架|双|条|支|只|棵|盆|部|款|道|首|幅|桶|卷|块|册|组|串)"
#: What is done with so many more or fewer: 少印10张, 再订两桌.
_ZH_DO = r"(?:会|要|得|有|想)?(?:来|加|多|添|增加|带|叫|订|定|住|要|报|算|请|给我|印|做|买|租|打|放|摆|备|拿|开|点|装|写|去|邀请|准备|安排)?"
_ZH_WHAT = rf"(?P<n>{ZH_N})(?:(?:个|位|名|口)?(?P<unit>{_ZH_PERSONS})|(?P<thing>{_ZH_THINGS})|(?P<head>个|位|名|口)|(?=了|吧|$))"
_ZH_LEAVE = r"(?:不来|来不了|去不了|不去|不参加|参加不了|退出|缺席|有事|走|取消|请假|没法来|不能来)"
_ZH_FEWER = (
    re.compile(rf"(?:少|减少?|去掉|减掉|扣掉|扣除){_ZH_DO}(?:了|掉)?{_ZH_WHAT}(?!就|才)"),
    re.compile(
        rf"(?:有|其中|里面)?{_ZH_WHAT}(?:说|突然|临时|又|也|都|要|有事|可能|确定|已经)*{_ZH_LEAVE}了?"
    ),
    re.compile(rf"(?:走|退出?|缺)了{_ZH_WHAT}"),
)
_ZH_MORE = (
    re.compile(
        rf"(?:又|再|另外|额外|多|增加|加上?|添){_ZH_DO}(?:了|上)?{_ZH_WHAT}(?!就|才|[\u4e00-\u9fff]?(?:不来|来不了|没))"
    ),
    re.compile(
        rf"(?:还有|另有|另外有?){_ZH_WHAT}(?:也|要|会|想|说)*(?:来|参加|加入|一起|过来|同行|报名|跟着)"
    ),
)
_ZH_NOT = re.compile(r"差|缺(?!席)|还剩|不够|如果|要是|的话|超过|至少|最多|不止|多少|大概多|左右")


#: What may follow a number that counts nothing named; nothing follows "再来一个".
_NOTHING_NAMED = re.compile(r"(?<!再来一个)(?=[了吧呢要也都会想说不没临有来去走退备，,。！]|$)")
#: Things do not come along or report sick.
_COMES_ZH = re.compile(r"来|参加|报名|加入|退出|请假|去不了|走了|缺席|有事")


#: "Lena has dropped out", "Ben and Mia cancelled": somebody who was counted comes no more.
_EN_NAMED_LEAVE = re.compile(
    r"^(?:(?:and|but|so|oh|sadly|unfortunately|ok(?:ay)?|now|hm+|actually)[\s,]+)*(?P<who>(?:[Mm]y\s\w+|(?!(?:We|They|You|It|I|The|A|An|This|That|Everyone|Everybody|Nobody|Somebody|Someone|One|Two|Three|Four|Five|Some|Many|All|Both|None)\b)[A-Z][a-z]+)(?: and (?:[Mm]y\s\w+|[A-Z][a-z]+))?) "
    r"(?:has |have |had |had to |have to |has to )?(?:just |now |both )?(?:cancel(?:l?ed)?|dropped out|drop out|backed out|back out|bailed(?: out)?|pulled out|pull out)(?: on us)?(?=$|[,.;]|\s(?:because|as|since|now|after|again|so|today|yesterday)\b)",
    re.I,
)
_EN_COMES = re.compile(rf"{_EN_JOIN}|{_EN_LEAVE}", re.I)


def found_en(text: str) -> list[Found]:
    """What an English sentence takes away ("one fewer") and what it adds ("two more people are coming")."""
    values = _found_en(text)
    if not values and (left := _EN_NAMED_LEAVE.match(text)) and left["who"][0].isupper():
        count = -2 if " and " in left["who"] else -1
        return [Found("more", f"{count}", "people", True, left.group().strip())]
    if not _EN_COMES.search(text):
        return values
    return [replace(one, unit=one.unit or "people") for one in values]


def _found_en(text: str) -> list[Found]:
    values: list[Found] = []
    for pattern in _EN_FEWER:
        if (match := pattern.search(text)) and _fits_en(match):
            values.append(_sum(match, -1, match["unit"]))
            break
    for pattern in _EN_MORE:
        match = pattern.search(text)
        if match is None or not _fits_en(match) or match.group().lower().startswith("and "):
            continue  # "two adults and one child" is a list
        rest = match["rest"]
        person = match["unit"] and re.fullmatch(_EN_PERSONS, match["unit"], re.I)
        alone = _NO_MORE_SAID.match(rest)
        if (
            re.search(rf"^\s*{_EN_JOIN}", rest, re.I)
            or person
            or (alone and (match["unit"] or _ADDS.search(text)))
        ):
            values.append(_sum(match, 1, match["unit"]))
            break
    return values


#: "Make that two more", "add two": a number alone is added.
_ADDS = re.compile(r"\b(?:make (?:it|that)|add|plus|we(?:['’]ll be|['’]re| are))\b", re.I)
_NO_MORE_SAID = re.compile(r"\s*(?:[,.!]*$|(?:please|then|now|instead|too|as well|if possible|for)\b)", re.I)


def _fits_en(match: re.Match[str]) -> bool:
    head = match.string[: match.end()]
    if re.search(r"\b(?:if|than|at least|at most|up to)\b", head, re.I):
        return False
    # People who are needed are not there; things that are needed on top are counted with the others.
    return not re.search(r"\bneed\b", head, re.I) or not is_of_people(match["unit"] or "people")


def found_zh(text: str) -> list[Found]:
    """What a Chinese sentence takes away (少一个人, 门少一扇) and what it adds (又来了两个人, 再加15个箱子)."""
    values: list[Found] = []
    for sign, patterns in ((-1, _ZH_FEWER), (1, _ZH_MORE)):
        for match in (match for pattern in patterns for match in pattern.finditer(text)):
            if _ZH_NOT.search(text[max(0, match.start() - 4) : match.end() + 2]):
                continue
            unit, thing = match["unit"] or match["thing"] or match["head"] or "", ""
            if not match["unit"]:
                after = noun_at(text, match.end("n") + len(unit))
                if not (after or _NOTHING_NAMED.match(text, match.end())):
                    continue  # 哈哈，再来一个
                thing = after or noun_before(text[: match.start()])
                if unit in ("位", "名", "口") or (
                    unit == "个" and not after and _COMES_ZH.search(text[match.start() :])
                ):
                    unit, thing = "人", ""
            values.append(replace(_sum(match, sign, unit), of=thing))
            break
    return values


def _sum(match: re.Match[str], sign: int, unit: str | None) -> Found:
    count = figure(match["n"] or "one") or 1.0
    word = (unit or "").lower()
    if re.fullmatch(_EN_PERSONS, word):
        word = "people" if word in ("person", "persons", "pax") else word
    return Found("more", f"{sign * count:g}", word, True, match.group().strip())


def is_of_people(unit: str) -> bool:
    """Whether the unit counts people."""
    return bool(re.fullmatch(rf"(?:{_EN_PERSONS}|{_ZH_PERSONS}|位)", unit, re.I))


_EN_WORD = re.compile(rf"^(?P<n>{EN_N})\b", re.I)
_ZH_WORD = re.compile(r"^(?P<n>\d+|[零一二两三四五六七八九十百千]+)")


def summed(before: str, much: float) -> str | None:
    """The value with so many more; None where it begins with no plain number, or less than none would be left."""
    match = _EN_WORD.match(before) or _ZH_WORD.match(before)
    if match is None or re.match(r"\s?(?:-|–|—|~|到|至|to\b|or\b)", before[match.end() :]):
        return None
    there = figure(match["n"])
    if before[match.end() :].startswith("大"):
        return None  # 四大两小
    if there is None or there + much < 1:
        return None
    after = before[match.end() :]
    if there + much == 1:
        after = re.sub(r"^ people$", " person", after)
    return f"{there + much:g}{after}"
