"""Sentences of the profile: what current memories say, in the second person, each in its own language. Pure.

A sentence says what its memories say, word for word but for the person; equal beginnings are put together.
"""

from collections.abc import Iterable, Sequence

from memories.recall.address import address
from memories.recall.tokens import has_chinese
from memories.upkeep.profile.facts import Fact
from memoryhub import patterns as re

#: Slots whose values may stand in one sentence behind the same beginning ("You like" + tea, trains).
_LISTED = frozenset(
    {"likes", "dislikes", "eats", "avoids", "hobby", "plays", "collects", "languages", "learning", "allergy"}
)
#: A beginning that counts, orders or binds its value to something else does not carry over to a second value.
_ALONE = re.compile(
    r"\d|\b(?:one|two|three|both|only|but|and|or|if|when|more|most|than)\b|只|最|比|和|跟|但|如果|两|三"
)
_LONGEST_HEAD, _MOST_LISTED = 40, 5
_NEGATED = re.compile(r"\b(?:not|never|no)\b|n't\b", re.IGNORECASE)
_END = ".。!！?？;；,， "
_SECOND_PERSON = re.compile(r"\byou(?:r|rs|rself|'\w+|’\w+)?\b|你|您", re.IGNORECASE)

#: For a memory that is no sentence about the person ("vet", "Teal, if there is a choice"): slot → (English, Chinese).
_LABELS: dict[str, tuple[str, str]] = {
    "name": ("Your name", "你的名字"),
    "age": ("Your age", "你的年龄"),
    "birthday": ("Your birthday", "你的生日"),
    "gender": ("Your gender", "你的性别"),
    "nationality": ("Your nationality", "你的国籍"),
    "hometown": ("Where you are from", "你的家乡"),
    "residence": ("Where you live", "你的住处"),
    "dwelling": ("Your home", "你的住所"),
    "time_zone": ("Your time zone", "你的时区"),
    "occupation": ("Your work", "你的职业"),
    "employer": ("Where you work", "你的工作单位"),
    "project": ("What you work on", "你负责的项目"),
    "studied": ("What you studied", "你学过"),
    "learning": ("What you are learning", "你在学"),
    "marital_status": ("Your marital status", "你的婚姻状况"),
    "diet": ("Your diet", "你的饮食"),
    "likes": ("What you like", "你喜欢"),
    "hobby": ("Your hobby", "你的爱好"),
    "plays": ("What you play", "你会的"),
    "collects": ("What you collect", "你收集的"),
    "languages": ("A language of yours", "你会的语言"),
    "allergy": ("Your allergy", "你过敏的东西"),
    "condition": ("Your health", "你的健康状况"),
}


def statement(fact: Fact) -> str:
    """What one memory says, addressed to the person, without its closing mark."""
    text = address(" ".join(fact.content.split())).rstrip(_END)
    if fact.of_self and fact.positive and fact.slot in _LABELS and not _SECOND_PERSON.search(text):
        english, chinese = _LABELS[fact.slot]
        return f"{chinese}：{text}" if has_chinese(text) else f"{english}: {text}"
    return text


def sentences(facts: Sequence[Fact]) -> list[tuple[str, list[Fact]]]:
    """One sentence for each, or for those that begin alike, with the memories it says; in the order of the first."""
    groups: dict[object, list[Fact]] = {}
    for fact in facts:
        head = _head(fact)
        groups.setdefault((head, fact.slot) if head else fact.id, []).append(fact)
    found: list[tuple[str, list[Fact]]] = []
    for group in groups.values():
        for start in range(0, len(group), _MOST_LISTED):
            part = group[start : start + _MOST_LISTED]
            found.append((_closed(_together(part)), part))
    return found


def text_of(facts: Sequence[Fact]) -> str:
    """All that these memories say, as one line."""
    return joined(text for text, _facts in sentences(facts))


def joined(texts: Iterable[str]) -> str:
    """Sentences as one line; nothing stands between two Chinese ones."""
    line = ""
    for text in texts:
        line += text if not line or (line.endswith("。") and has_chinese(text[:1])) else f" {text}"
    return line


def _head(fact: Fact) -> str:
    """What stands before the value, where another value may follow it; empty where it may not."""
    if not (fact.of_self and fact.slot in _LISTED and fact.value) or fact.by_person:
        return ""
    text, value = statement(fact), fact.value.strip(_END)
    if not value or not text.endswith(value) or len(text) == len(value):
        return ""
    head = text[: -len(value)]
    if len(head) > _LONGEST_HEAD or _ALONE.search(f"{head}\0{value}".lower()) or "," in text or "，" in text:
        return ""
    whole_word = head[-1].isspace() or has_chinese(head[-1])
    return head if whole_word and _SECOND_PERSON.match(head) else ""


def _together(group: Sequence[Fact]) -> str:
    first = statement(group[0])
    head = _head(group[0])
    values = [statement(fact)[len(head) :] for fact in group]
    if len(values) == 1:
        return first
    if has_chinese(head):
        return head + "、".join(dict.fromkeys(values))
    values = list(dict.fromkeys(values))
    if len(values) == 1:
        return first
    word = "or" if _NEGATED.search(head) else "and"
    return f"{head}{', '.join(values[:-1])} {word} {values[-1]}"


def _closed(text: str) -> str:
    text = text[:1].upper() + text[1:]
    return f"{text}。" if has_chinese(text) else f"{text}."


# ------------------------------------------------------------------------------------------------ the check

_CONTRACTED = ((r"\bcan(?:no|')t\b", "can not"), (r"\bwon't\b", "will not"), (r"n't\b", " not"), (r"'re\b", " are"),
               (r"'ve\b", " have"), (r"'ll\b", " will"))  # fmt: skip
_LEADS = re.compile(
    r"^(?:(?:and|also|besides|moreover|furthermore|in addition)\b[\s,]*)+|^(?:并且|而且|另外|此外|同时|还有)[，,]?"
)
_WORDS = re.compile(r"[\u3400-\u9fff]|[^\W_]+(?:[-.'+#/][^\W_]+)*|[+#]", re.UNICODE)
#: Marks that change no claim. A question mark, a cross or a tag would.
_MARKS = frozenset(" .,;:!。，、；：！-–—'’\"“”()（）《》「」%$€£¥&")


def words(text: str) -> list[str]:
    """What a sentence says, free of case, marks and contractions, without an opening "also"."""
    plain = " ".join(text.casefold().replace("’", "'").split())
    plain = _LEADS.sub("", plain)
    plain = re.sub(r"^你[也还]", "你", plain)
    for pattern, long in _CONTRACTED:
        plain = re.sub(pattern, long, plain)
    return _WORDS.findall(plain)


def says_only(text: str, facts: Sequence[Fact]) -> bool:
    """Whether a text says what these memories say, all of it and nothing else.

    Each of its sentences must be one of theirs word for word: what may be left out of a sentence, or put beside
    another one, without changing what it claims no check can tell.
    """
    known = _MARKS | {character for fact in facts for character in statement(fact)}
    if any(not character.isalnum() and character not in known for character in text):
        return False
    allowed = {tuple(words(statement(fact))): {fact.id} for fact in facts}
    for together, group in sentences(facts):
        allowed.setdefault(tuple(words(together)), set()).update(fact.id for fact in group)
    rest, said = words(text), set()
    while rest:
        fitting = [claim for claim in allowed if claim and tuple(rest[: len(claim)]) == claim]
        if not fitting:
            return False
        longest = max(fitting, key=len)
        said |= allowed[longest]
        rest = rest[len(longest) :]
        while rest and rest[0] in ("and", "also"):
            rest = rest[1:]
    return said == {fact.id for fact in facts}
