"""Where a sentence that the judge has kept belongs: whom it tells of, and the slot that its words fill. Pure.

The judge knows that a statement is worth keeping and rules know whole forms; this reads the words of a kind (a
relative, a frequency, an illness, a thing that is owned) wherever they stand. Only slots of many values are given, so
that nothing is ever superseded by a guess.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memories.capture import rules_zh_clauses, rules_zh_words
from memories.capture.rules_en import sensitive
from memories.capture.rules_en.clauses import Clause
from memories.capture.rules_en.habits import FREQUENCY, FREQUENT
from memories.capture.rules_en.lexicon import (
    POSSESSIONS,
    RELATION,
    relation_key,
    relation_kind,
    relation_slot,
)
from memories.capture.rules_en.owning import NOT_A_NAME
from memories.capture.rules_en.statement import Statement, Tense
from memories.capture.rules_en.values import is_empty, value_of
from memories.capture.rules_en.words import verb_form
from memories.capture.rules_zh_found import VERY, trim
from memories.capture.rules_zh_habits import OFTEN
from memories.capture.rules_zh_health import ILLNESS
from memories.capture.types import SELF, Subject
from memories.kinds import MemoryType
from memoryhub import patterns as re


@dataclass(frozen=True, slots=True)
class Place:
    """Whom a statement is about, its slot and value, its predicate; ``type`` None leaves the judge's own."""

    subject: Subject = SELF
    slot: str = ""
    value: str = ""
    told: str = ""
    type: MemoryType | None = None


NOWHERE = Place()

_OF_MINE = re.compile(
    rf"(?:my|our) (?:(?!(?:and"
    rf"|or)\b)[\w-]+ )??(?P<relation>{RELATION})(?:,? (?P<name>(?-i:[A-Z])[a-z][\w-]*))?,? "
    r"(?P<told>(?!(?:and|or|&|who)\b)[a-z].*)",
    re.IGNORECASE | re.DOTALL,
)


#: "I mend nets every winter": a verb that no list of verbs has.
_BY_A_RARE_VERB = re.compile(
    r"(?:i|we) (?P<what>(?!(?:am|was|were|will|would|could|should|might|may|must|can|had|have|did|just"
    r"|not)\b)[a-z]{3,}(?<!ed)"
    r"(?<!n't) .+)",
    re.IGNORECASE | re.DOTALL,
)
_FOND = frozenset(
    ["like", "love", "enjoy", "prefer", "adore", "appreciate", "cherish", "favor", "favour", "fancy"]
)
_LIKING = _FOND | {"dislike", "hate", "detest", "loathe", "despise"}


_ADVERBS = re.compile(
    r"(?:(?:just|also|still|always|never|now|often|both|only|even|already|sometimes|\w{3,}ly)\s+)+",
    re.IGNORECASE,
)


def in_english(clause: Clause, statement: Statement | None) -> Place:
    """The place of a statement, by its first clause."""
    text = clause.text[clause.lead :]
    if match := _OF_MINE.match(text):
        name = match["name"] or ""
        first = _ADVERBS.sub("", match["told"]).partition(" ")[0]
        if NOT_A_NAME.match(name) or not (verb_form(first) or first.endswith(("s", "ed", "n't"))):
            return NOWHERE  # "my mother tongue" tells of no mother
        key = relation_key(match["relation"])
        return _of_one_near(Subject(relation_kind(key), key, name), value_of(match["told"]))
    if statement is None:
        said = _BY_A_RARE_VERB.match(text)
        often = bool(said and FREQUENCY.search(text))
        value = value_of(said["what"], lists=False) if said and often else ""
        return Place(slot="habit", value=value, type=MemoryType.PREFERENCE) if value else NOWHERE
    value = value_of(text[statement.verb_at - clause.start - clause.lead :], lists=False)
    nowhere = Place(told=value)
    if is_empty(value.partition(" ")[2] or value) or statement.modal or statement.ended:
        return nowhere
    if statement.verb in ("have", "get", "take", "suffer", "be") and sensitive.CONDITION.search(value):
        what = value_of(statement.rest, lists=False)
        return Place(slot="condition", value=what) if what and not statement.negated else nowhere
    if statement.verb in _LIKING and statement.tense is Tense.PRESENT and len(statement.rest.split()) <= 8:
        slot = "likes" if (statement.verb in _FOND) is not statement.negated else "dislikes"
        return Place(slot=slot, value=value_of(statement.rest), type=MemoryType.PREFERENCE)
    usual = FREQUENCY.search(clause.text) or statement.adverbs & FREQUENT
    if statement.tense is Tense.PRESENT and usual and statement.verb not in ("be", "have", "feel", "think"):
        return Place(slot="habit", value=value, type=MemoryType.PREFERENCE)
    if (
        statement.verb in ("own", "have", "keep")
        and statement.tense is Tense.PRESENT
        and not statement.negated
    ):
        what = value_of(statement.rest)
        return Place(slot="possession", value=what) if POSSESSIONS.search(what) else nowhere
    return nowhere


def by_person_in_english(told: Sequence[Clause]) -> Iterator[list[Clause]]:
    """The clauses of a sentence, cut where another relative begins: "my dad is a baker and my mum is a nurse"."""
    run = list[Clause]()
    for clause in told:
        if run and _OF_MINE.match(run[0].text) and _OF_MINE.match(clause.text):
            yield run
            run = []
        run.append(clause)
    if run:
        yield run


def by_person_in_chinese(told: Sequence[rules_zh_clauses.Clause]) -> Iterator[list[rules_zh_clauses.Clause]]:
    """The clauses of a sentence, cut where it turns to another relative or animal of the person's."""
    run = list[rules_zh_clauses.Clause]()
    for clause in told:
        near = clause.spoken and clause.who is rules_zh_clauses.Who.RELATED
        if run and near and clause.subject != run[0].subject and clause.text.startswith("我"):
            yield run
            run = []
        run.append(clause)
    if run:
        yield run


_OF_ME = re.compile(r"\b(?:i|i'm|me|us|we|myself)\b|[我咱俺]", re.IGNORECASE)
_ZH_VERB = re.compile(rf"^(?:{rules_zh_words.TIME}|{rules_zh_words.ADVERB})+")
_ZH_LIKING = re.compile(
    rf"(?:{VERY})*(?P<no>不太?|不怎么|从来不|最不)?(?:{VERY})*(?:(?P<fond>喜欢|爱|热爱|偏爱|享受)|讨厌|烦"
    rf"|反感|受不了|怕)(?P<v>[^,，。]{{2,}}.*)$"
)
_ZH_OWNED = re.compile(
    rf"(?:有|买了?|养了?|种了?|收藏了?|攒了?)(?:着|好几"
    rf"|{rules_zh_words.NUMBER}){rules_zh_words.MEASURE}(?P<v>[^,，。我你]{{1,14}})"
)
_ZH_NO_THING = re.compile(
    r"(?:问题|想法|计划|任务|目标|建议|机会|朋友|人|事|工作|时间|感觉|会|课|项目|经验)$"
)


def in_chinese(clause: rules_zh_clauses.Clause) -> Place:
    """The place of a statement, by its first clause."""
    told = trim(_ZH_VERB.sub("", clause.body))
    if clause.who is rules_zh_clauses.Who.RELATED and clause.subject.relation and told:
        return _of_one_near(clause.subject, told)
    if clause.who is not rules_zh_clauses.Who.SELF or clause.household or not told:
        return NOWHERE
    if (ill := re.search(ILLNESS, clause.text)) and not re.search(r"没|不|怕|预防", clause.text):
        return Place(slot="condition", value=ill[0])
    if (felt := _ZH_LIKING.match(told)) and len(felt["v"]) <= 16:
        slot = "likes" if felt["fond"] and not felt["no"] else "dislikes"
        return Place(slot=slot, value=trim(felt["v"]), type=MemoryType.PREFERENCE)
    if OFTEN.search(clause.lead + clause.body):
        return Place(slot="habit", value=trim(clause.lead + clause.body), type=MemoryType.PREFERENCE)
    owned = _ZH_OWNED.match(told)
    if owned and not _ZH_NO_THING.search(trim(owned["v"])):
        return Place(slot="possession", value=trim(owned["v"]))
    return Place(told=told)


def _of_one_near(subject: Subject, told: str) -> Place:
    """A statement of a relative, a friend or an animal: what it tells stands as the value unless a name does."""
    if _OF_ME.search(told):
        return NOWHERE  # "my brother gave me his guitar"
    slot = relation_slot(subject.relation)
    return Place(subject, slot, subject.name or told, told, MemoryType.RELATIONSHIP)
