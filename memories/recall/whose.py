"""Whose thing a question asks for, and of what kind; whether a row tells of another's, or of another kind. Pure.

Only what a question names outright is judged here: a person by relation or name, and a thing of which each has one.
"""

# ruff: noqa: E501

from collections.abc import Iterable

from memories.recall.intent import Intent, asks, in_full, slot_matches, told_of
from memories.recall.narrowing import TIME
from memories.recall.relation_words import (
    RELATION_WORDS_EN,
    RELATION_WORDS_ZH,
    agree,
    as_oneself,
    human,
    relations_of,
    subject_of,
    without_relations,
)
from memories.recall.things import content
from memories.recall.tokens import has_chinese, normalise
from memories.recall.topics import topics_of
from memoryhub import patterns as re

#: The kinds of things of which each person has one, or of which every value answers, by their slots.
_KINDS = {
    "residence": "home", "dwelling": "home", "hometown": "hometown", "birthday": "birthday", "age": "age",
    "occupation": "job", "employer": "job", "allergy": "allergy", "name": "name", "called": "name",
    "marital_status": "marriage", "nationality": "nation", "gender": "gender", "diet": "diet", "likes": "taste",
    "dislikes": "taste", "languages": "languages",
}  # fmt: skip
#: The kinds that a question asks for by name, so that no other kind answers it.
_OUTRIGHT = frozenset({"home", "hometown", "birthday", "job", "allergy"})
#: Those that a row tells in words that are known.
_PLAINLY_TOLD = frozenset({"home", "hometown", "allergy"})
#: Those that are a day themselves.
_DAYS = frozenset({"birthday"})
#: What tells also of the kind: a birthday tells an age.
_ALSO = {"birthday": frozenset({"birthday", "age"})}
#: Rows of these slots tell of many things, and are known by their words.
_BROAD = frozenset({"", "note", "family", "friend"})

_EN_THINGS = (
    r"(?:birthday|birth ?date|age|job|occupation|profession|employer|work|address|home ?town|home|house|flat|allerg(?:y|ies)|"
    r"height|phone number|number|husband|wife|diet|nationality|favou?rite)"
)
_EN_DOES = r"(?:live|work|reside|come from|grow up|do for|like|love|hate|dislike|eat|drink|study|speak)"
_EN_OWNER = re.compile(
    rf"\b(?P<of>[a-z][a-z-]+)'s {_EN_THINGS}\b|\b(?:does|did) (?P<does>[a-z][a-z-]+) {_EN_DOES}\b|"
    r"\b(?:how old|where|when|what) (?:is|was) (?P<be>[a-z][a-z-]+) (?:born|from|allergic|afraid|scared|living|based|working)\b|\bhow old is (?P<old>[a-z][a-z-]+)\W*$"
)
_RELATION = "|".join(sorted(map(re.escape, RELATION_WORDS_EN), key=len, reverse=True))
_RELATION_ZH = "|".join(sorted(RELATION_WORDS_ZH, key=len, reverse=True))
_THING_OF_THEIRS = re.compile(
    rf"\bmy (?:\w+ )?(?:{_RELATION})'s (?P<thing>(?:[\w-]+ ){{0,2}}?[\w-]+)(?= (?:is|was|are|were|again|now|called)\b|\W*$)|"
    rf"我(?:的|家|们家)?(?:{_RELATION_ZH})的(?P<zh>[\u4e00-\u9fff]{{2,6}}?)(?=是|叫|在|有|多|几|什么|哪|[?？\s]*$)"
)
_NO_NAMES = (
    "i my me mine you your yours he his him she her hers it its we our ours they their theirs them the this that these those there here who "
    "what one everyone everybody anyone anybody someone somebody nobody today tomorrow yesterday people man woman person user"
)
_NO_NAME = frozenset(_NO_NAMES.split())
_ZH_THINGS = r"(?:生日|老家|家乡|籍贯|年龄|年纪|工作|职业|单位|公司|电话|地址|住址|身高|过敏|口味|忌口|国籍)"
_ZH_OWNER = re.compile(
    rf"^\W*(?:请问|那|你?还?记得|你?知道|告诉我)?(?P<who>[\u4e00-\u9fff]{{2,4}}?)(?:的?{_ZH_THINGS}|(?:现在|今年|平时|到底|是|都|最)*(?:住|在哪|多大|几岁|对什么过敏|对啥过敏|做什么|干什么|哪里人|哪儿人|什么时候出?生|哪年出?生|几月出?生|喜欢|讨厌|不?爱吃|害?怕))"
)
_ZH_NO_NAME = re.compile(
    r"[我你您他她它咱谁哪这那们的是在有今明昨]|公司|学校|现在|平时|什么|人家|大家|别人|谁家|国庆|怎么|下次|上次|一般|家里"
)


def names(intent: Intent) -> frozenset[str]:
    """Those whom the question asks about by a name alone, as it is written in normalised text."""
    if intent.relations:
        return frozenset()
    plain = in_full(intent.text)
    if has_chinese(plain):
        match = _ZH_OWNER.search(plain)
        found: Iterable[str] = [match["who"]] if match else ()
        return frozenset(name for name in found if not _ZH_NO_NAME.search(name))
    groups = (one.groupdict() for one in _EN_OWNER.finditer(plain))
    found = (name for each in groups for name in each.values() if name)
    return frozenset(name for name in found if name not in _NO_NAME)


def is_anothers(intent: Intent, *, told: str, name: str) -> bool:
    """Whether the question asks about somebody by name, and the normalised row neither has the name nor is of them."""
    asked = names(intent)
    return bool(asked) and not any(each in told or each == normalise(name) for each in asked)


def is_another_kind(intent: Intent, *, slot: str, told: str) -> bool:
    """Whether the question asks outright for one kind of thing of a person's, and the row tells of another kind."""
    asked_slots = _slots(intent)
    asked = _kinds(asked_slots)
    # "When is my job interview?" asks for no job, but "When is my birthday?" for a birthday.
    if not asked & _OUTRIGHT or ("event" in asked_slots and not asked & _DAYS):
        return False
    asked = asked.union(*(_ALSO.get(kind, frozenset()) for kind in asked))
    told_slots = told_of(told)
    if slot_matches(asked_slots, slot) or told_slots & asked_slots:
        return False
    if slot in _BROAD:
        of_row = _kinds(told_slots) - {"taste"}
        if of_row & asked or _in_common(intent, told):
            return False
        if of_row or not intent.relations or has_chinese(intent.text) != has_chinese(told):
            return bool(of_row)
        # Of a trade or an age there are too many ways to tell; where somebody lives is told in so many words.
        return bool(asked & _PLAINLY_TOLD) or ("birthday" in asked and not TIME.search(told))
    return slot in _KINDS and _KINDS[slot] not in asked


def lacks_the_thing(intent: Intent, *, slot: str, told: str) -> bool:
    """Whether the question names a thing of somebody else's ("my boss's phone number"), and the row tells of none such."""
    match = _THING_OF_THEIRS.search(in_full(intent.text))
    if match is None or slot not in _BROAD or has_chinese(intent.text) != has_chinese(told):
        return False
    named = without_relations(match["thing"] or match["zh"])
    words = content(named)
    return (
        bool(words)
        and not _slots(intent) & {"name", "called"}
        and not words & content(told)
        and not topics_of(named) & topics_of(told)
        and not told_of(told) & _slots(intent)
        and not relations_of(match["thing"] or match["zh"])
    )


def fills(intent: Intent, *, slot: str, told: str, name: str) -> bool:
    """Whether the question asks for this slot of somebody by name, and the normalised row is of them."""
    asked = names(intent)
    return any(each in told or each == normalise(name) for each in asked) and slot_matches(
        _slots(intent), slot
    )


def same_person(intent: Intent, *, told: str) -> bool:
    """Whether the normalised row is about whom the question asks about: the person, a relation of theirs, a name."""
    if asked := names(intent):
        return any(name in told for name in asked)
    about, asked_of = human(subject_of(told)), human(intent.relations)
    return agree(asked_of, about | human(relations_of(told))) if asked_of else not about


def _in_common(intent: Intent, told: str) -> bool:
    """Whether the two share a word beside those for relatives and friends, and their names."""
    shared = content(without_relations(as_oneself(intent.text))) & content(without_relations(told))
    return bool(shared.difference(*(content(name) for name in names(intent))))


def _kinds(slots: Iterable[str]) -> frozenset[str]:
    return frozenset(_KINDS[slot] for slot in slots if slot in _KINDS)


def _slots(intent: Intent) -> frozenset[str]:
    """The slots that are asked for, also of somebody who is only named."""
    text = in_full(intent.text)
    for name in names(intent):
        if has_chinese(name):
            text = text.replace(name, "我")
        else:
            each = re.escape(name)
            text = re.sub(rf"\b{each}'s ", "my ", text)
            text = re.sub(rf"\b(?:does|do) {each}\b", "do i", text)
            text = re.sub(rf"\bdid {each}\b", "did i", text)
            text = re.sub(rf"\b(is|was) {each}\b", lambda m: "am i" if m[1] == "is" else "was i", text)
    return intent.slots | (asks(text) if names(intent) else frozenset())
