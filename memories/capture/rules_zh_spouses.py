"""Whom somebody says to have married: 我跟小梅结婚了 tells of a spouse, beside the day."""

from collections.abc import Iterable

from memories.capture import rules_zh_patterns as patterns
from memories.capture import rules_zh_words as words
from memories.capture.rules_zh_clause import Clause, Mood, Who
from memories.capture.rules_zh_self import named
from memories.capture.types import Candidate, Subject, Text
from memories.capture.value_keys_dictionary import dictionary
from memories.kinds import EntityKind, MemoryType

_ADV = rf"(?:{words.TIME}|{words.ADVERB}|刚|终于|正式)*"
_NAME = r"[\u4e00-\u9fff]{2,4}?|[A-Za-z][A-Za-z'-]*"
_TIE = r"(?:登记)?(?:结婚|结了婚|领证|领了证|成婚|完婚|成家)(?:了|已经.{1,6}|.{1,4}年了?)?$"
_MARRIED = (
    rf"{_ADV}(?:跟|和|与|同)(?:我(?:的)?)?(?P<rel>{words.REL})?(?P<name>{_NAME}){_ADV}{_TIE}",
    rf"{_ADV}(?P<how>娶)了(?P<name>{_NAME})(?:做老婆|为妻)?$",
    rf"{_ADV}(?P<how>嫁)给了?(?P<name>{_NAME})(?:了)?$",
)
_WORDS = {"wife": "老婆", "husband": "老公", "partner": "爱人"}


def spouses(clauses: Iterable[Clause], text: Text) -> list[Candidate]:
    """The spouse whom a wedding names, by the relation that the words tell; else as partner."""
    if patterns.search(r"离婚|离了|分手|前妻|前夫|去世|过世|没有?结", text.text):
        return []
    return [one for clause in clauses for one in _spouse(clause, text)]


def _spouse(clause: Clause, text: Text) -> list[Candidate]:
    if clause.mood is not Mood.STATEMENT or clause.who is not Who.SELF or words.TENTATIVE.search(clause.text):
        return []
    match = next((one for one in (patterns.match(form, clause.body) for form in _MARRIED) if one), None)
    name = match["name"] if match else ""
    if match is None or not named(name) or name in dictionary().glosses or patterns.search(words.REL, name):
        return []
    groups = match.groupdict()
    told = words.RELATIONS.get(groups.get("rel") or "", "")
    if told and told not in (*_WORDS, "girlfriend", "boyfriend"):
        return []
    relation = (
        told if told in _WORDS else {"娶": "wife", "嫁": "husband"}.get(groups.get("how") or "", "partner")
    )
    return [
        Candidate(
            type=MemoryType.RELATIONSHIP,
            content=f"你的{_WORDS[relation]}叫{name}",
            quote=text.text[clause.start : clause.end],
            start=clause.start,
            end=clause.end,
            language="zh",
            subject=Subject(EntityKind.PERSON, relation, name),
            slot="family",
            value=name,
            entities=(name,),
            explicit=clause.explicit,
            origin="rules_zh",
        )
    ]
