"""What was said in this conversation that answers a question: for the built-in answerer, which knows no more. Pure."""

# ruff: noqa: E501

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from chat import open_questions
from chat.asked import (
    choices,
    conditions,
    counts,
    kinds_wanted,
    one_value,
    overtaken,
    people,
    reasons,
    said_over,
    tasks,
)
from chat.asked import days as asked_days
from chat.asked import prices as asked_prices
from chat.asked.lines import bare, candidates, line
from chat.asked.open_points import asked_for
from chat.lifting import lifted
from chat.session import Session
from chat.state import zh as state_zh
from chat.state.entries import Entry
from chat.working import TaskShown
from memories.capture import dates_zh
from memories.recall.fitting import parts
from memories.recall.intent import asks, slot_matches, told_of
from memories.recall.relation_words import relations
from memories.recall.tokens import (
    CHINESE_STOP_CHARACTERS,
    has_chinese,
    is_single_character,
    normalise,
    tokens,
)
from memoryhub import patterns as re

#: A sentence fits from here on. Its score is what it shares with the question, rarer words more, against what it lacks.
FLOOR = 0.4
#: What a word of the question costs that the sentence lacks; pairs of characters also straddle two Chinese words.
_MISSING_WORD, _MISSING_PAIR = 0.6, 0.35
#: With this share it is told beside what memory brings.
SURE = 0.6
_MOST = 3
_NEAR_BEST = 0.6

#: The keys of the session state that a question asks for.
_ASKED_FOR = {
    "people": r"几个人|多少(?:个|位|名)?(?:人|客人|大人|孩子|小孩|同事|朋友|同学)|几位|多少位|how many (?:people|of us|guests|persons|seats|are (?:we|coming))|head ?count",
    "when": r"几点|什么时[候间]|哪[天日一]|几[号月]|周几|星期几|日期|\bwhen\b|(?:what|which) (?:time|day|date)|\b(?:the|our|its) dates?\b",
    "deadline": r"截止|最晚|期限|deadline|due|by when",
    "budget": r"预算|上限|budget|\b(?:limit|cap|ceiling)\b|(?:能|可以|打算|准备)花多少|how much (?:can|may|do|did|should|will|have) (?:we|i) (?:want to |have to |got to )?(?:spend|afford|pay)",
    "price": r"多少钱|报价|价格|费用|价钱|[要收]多少|how much|price|cost|quote|fee|\bwhat (?:do|does|did|will|would) [^?]{1,40}?\b(?:charge|ask|want)\b(?! to\b)",
    "deposit": r"押金|定金|订金|deposit",
    "place": r"哪[里儿个]|什么地方|\bwhere\b|which (?:city|town|place)",
    "reference": r"编号|单号|号码|订单|reference|number|code|\bid\b",
    "chosen": r"选了|选的|定了|决定|choose|chose|pick(?:ed)?|decide",
    "count": r"(?:几|多少)[个张间份台只条件本晚天]|how many",
}
_CHOICE = frozenset(("chosen", "rejected"))
_PATTERNS = {key: re.compile(pattern, re.IGNORECASE) for key, pattern in _ASKED_FOR.items()}
#: Words that ask, or lead to the question: they tell nothing about which sentence is meant.
_ASKING = re.compile(
    r"(?:什么时[候间]|什么|几[号点个位月天条家间]|多少|怎么样?|哪[里儿个家天些位种]|是不是|有没有|还记得|来着|现在|刚才|目前|请问|对了)"
)
#: The matter in hand is asked about, and not the person's life.
_OURS = re.compile(
    r"我们|咱们|这[次趟回]|\b(?:we|us|our)\b|\bhow many (?:\w+ )?(?:are|will be) (?:coming|there|in)\b",
    re.IGNORECASE,
)


#: The matter in hand is meant: "the party", "the deposit"; a name alone may be of the world.
_MATTER = re.compile(
    r"\b(?:the|this|that) (?!(?:first|second|last|next|world|capital|longest|largest|tallest|biggest)\b)[a-z]",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Here:
    """Sentences of this conversation, oldest first, values of its state, and how well they fit (0–1).

    ``conditions`` are those of the sentences that are pinned, and hold until the person removes them; ``lifted`` those
    that the message seems to lift; ``still_open`` what is open here, where that is asked for. What is told ``alone``
    needs nothing of memory beside it; of decisions, memory tells none of what is ``turned_down`` here, and only those
    ``about`` the matter where it is named; it tells none where the question is not ``of_choices``. ``of_task`` is
    what the running task tells of it; ``no_conditions`` that those of this chat are asked for, and there are none.
    """

    words: tuple[str, ...] = ()
    noted: tuple[tuple[str, tuple[str, ...]], ...] = ()
    fit: float = 0.0
    conditions: tuple[str, ...] = ()
    lifted: tuple[str, ...] = ()
    still_open: tuple[str, ...] | None = None
    alone: bool = False
    turned_down: tuple[str, ...] = ()
    about: frozenset[str] = frozenset()
    of_choices: bool = True
    of_task: tuple[tasks.Told, ...] = ()
    no_conditions: bool = False


def find(question: str, *, seen: Session, now: datetime, task: TaskShown | None = None) -> Here:
    """What was said here about each part of a question, as `_find` finds it; ``now`` in the person's zone.

    What the running ``task`` tells goes before what was only said near it.
    """
    here = _said(question, seen=seen, now=now)
    of_task = () if here.still_open or here.lifted or here.conditions else tasks.find(question, task)
    if not of_task:
        return here
    if here.alone and not tasks.of_the_course(question):
        return replace(here, of_task=of_task)
    return Here(fit=1.0, alone=tasks.of_the_course(question), of_task=of_task)


def _said(question: str, *, seen: Session, now: datetime) -> Here:
    if asked_for(question):
        return Here(fit=1.0, still_open=open_questions.find(seen))
    if seen.kept.pins and conditions.asked(question):
        return Here(fit=1.0, conditions=tuple(dict.fromkeys(line(pin.text) for pin in seen.kept.pins)))
    if conditions.asked_of_this_chat(question) and not seen.kept.pins:
        return replace(_of_parts(question, seen=seen, now=now), no_conditions=True)
    if over := lifted(question, [line(pin.text) for pin in seen.kept.pins]):
        return Here(lifted=over)
    return _of_parts(question, seen=seen, now=now)


def _of_parts(question: str, *, seen: Session, now: datetime) -> Here:
    asked = parts(question) or [question]
    found: list[Here] = []
    for part in asked:
        just = [value for one in found for key, values in one.noted if key == "chosen" for value in values]
        found.append(_of_part(part, seen=seen, now=now, just=just))
    pinned = {bare(pin.text): line(pin.text) for pin in seen.kept.pins}
    words = tuple(dict.fromkeys(each for one in found for each in one.words))
    noted = {key: values for one in found for key, values in one.noted}
    return Here(
        tuple(each for each in words if bare(each) not in pinned),
        tuple(noted.items()),
        max(one.fit for one in found),
        tuple(dict.fromkeys(pinned[bare(each)] for each in words if bare(each) in pinned)),
        alone=all(one.alone for one in found),
        turned_down=tuple(value for one in found for value in one.turned_down),
        about=frozenset[str]().union(*(one.about for one in found)),
        of_choices=not all(people.asked(part) or asked_days.asked(part) for part in asked),
    )


def _of_part(part: str, *, seen: Session, now: datetime, just: Sequence[str] = ()) -> Here:
    entries, said = seen.kept.state.entries, candidates(seen)
    if reasons.asked(part):
        given = reasons.find(part, said, just=just)
        return Here(given, fit=1.0 if given else 0.0)
    here = _find(part, seen=seen, now=now, just=just)
    if here.words:
        keys = [key for key, asks_it in _PATTERNS.items() if asks_it.search(part)]
        pinned = {bare(pin.text) for pin in seen.kept.pins}
        stays = [each for each in here.words if bare(each) in pinned]
        rest = [each for each in here.words if bare(each) not in pinned]
        asked = frozenset(tokens(part))
        rest = list(said_over.current(rest, told=said, keys=keys, asked=asked, now=now))
        rest = list(overtaken.without(rest, told=said, asked=_about(part), which=kinds_wanted.marks(part)))
        rest = kinds_wanted.of_kind(part, rest)
        here = replace(here, words=(*stays, *(each for each in rest if bare(each) not in pinned)))
    over = [one.value for one in entries if one.key == "rejected"]
    if not choices.asked(part):
        return replace(here, turned_down=tuple(over))
    answering = {value for key, values in here.noted if key == "chosen" for value in values}
    # What was chosen here, and is no answer, is none from memory either.
    others = [one.value for one in entries if one.key == "chosen" and one.value not in answering]
    words = here.words
    if words and not here.alone:
        words = choices.as_last_told(words, turned_down=over, told=said)
    return replace(here, words=words, turned_down=(*over, *others), about=choices.matter(part))


def _find(question: str, *, seen: Session, now: datetime, just: Sequence[str] = ()) -> Here:
    """What the person said here, and what the summary tells, that has the question's words; nothing below the floor.

    Without such words the latest sentence that tells what is asked for: "Where do I live?", "I moved to Ghent".
    """
    told_here = candidates(seen)
    if settled_here := _asked_outright(question, told_here, seen=seen, now=now):
        return settled_here
    asked = _about(question)
    noted = _noted(question, told_here, seen, now, just)
    settled = SURE if any(key in _CHOICE for key, _values in noted) else FLOOR
    of_it = _of_the_matter(question, now) or (
        noted and noted[0][0] == "price" and asked_prices.of_it(question)
    )
    otherwise = Here(noted=noted, fit=settled) if noted and of_it else Here()
    day_of_nothing = asked_days.asked(question) and not asked_days.of_life(question)
    day_of_nothing = day_of_nothing and asked_days.is_unknown(question, told_here)
    if (
        slots := asks(question)
    ) and not day_of_nothing:  # of the person's life, or of somebody's whom the question names
        named = relations(question)
        told_here = [words for words in told_here if relations(words) <= named]
        telling = [words for words in told_here if _tells(words, slots)]
        noted = noted if otherwise.noted else ()
        if telling and not any(key in _CHOICE for key, _values in otherwise.noted):
            otherwise = Here((telling[-1],), noted, FLOOR)
    if any(key == "price" for key, _values in noted):
        told_here = _of_the_priced(told_here, _priced(question, seen, just))
    if choices.asked_down(question):
        told_here = [each for each in told_here if reasons.is_negative(each)]
    told_here = kinds_wanted.having(question, told_here, about=asked)
    if not asked or not told_here:
        return otherwise
    counted = [(words, set(tokens(words))) for words in told_here]
    occurs = Counter(token for _words, there in counted for token in there & asked)
    missing = sum(
        _MISSING_PAIR if has_chinese(token) else _MISSING_WORD for token in asked if not occurs[token]
    )
    fits = []
    for words, there in counted:
        met = sum(1 / math.sqrt(occurs[token]) for token in there & asked)
        unmet = sum(_MISSING_WORD for token in asked - there if occurs[token])
        fits.append((met / (met + unmet + missing) if met else 0.0, words))
    best = max(fit for fit, _words in fits)
    if best < FLOOR:
        return otherwise
    near = [
        (fit, place, words) for place, (fit, words) in enumerate(fits) if fit >= max(FLOOR, _NEAR_BEST * best)
    ]
    chosen = sorted(sorted(near, key=lambda one: (-one[0], -one[1]))[:_MOST], key=lambda one: one[1])
    pinned = frozenset(bare(pin.text) for pin in seen.kept.pins)
    return Here(one_value.current([words for _fit, _place, words in chosen], noted, pinned), noted, best)


def _asked_outright(question: str, told_here: Sequence[str], *, seen: Session, now: datetime) -> Here | None:
    """What answers a question of a choice, of who comes or of a day, where it is known here."""
    entries = seen.kept.state.entries
    if choices.asked(question) and not asked_days.asked(question):
        settled = [one for one in entries if one.key == "chosen"]
        if found := choices.chosen(question, settled, told=told_here):
            return Here(noted=(("chosen", found),), fit=1.0, alone=True)
        return None
    if choices.asked_down(question):
        down = [one for one in entries if one.key == "rejected"]
        found = choices.chosen(question, down, told=told_here)
        return Here(noted=(("rejected", found),), fit=1.0, alone=True) if found else None
    if (
        counts.asked(question)
        and (counted := counts.find(question, entries))
        and kinds_wanted.has_number_of(question, " ".join(counted))
    ):
        return Here(noted=(("count", counted),), fit=1.0, alone=True)
    spoken_of = {token for each in told_here for token in tokens(each)}
    if people.asks_how_many(question):
        many = _shown(seen, ("people",)) if people.is_spoken_of(question, spoken_of) else ()
        counted = people.of_the_part(question, [value for _key, values in many for value in values])
        if counted:
            return Here(noted=(("people", counted),), fit=1.0, alone=True)
        return None if many else Here()
    if people.asked(question) and people.topic(question) <= spoken_of:
        noted = _shown(seen, ("people", "with"))
        words = one_value.current(people.told(told_here), noted, frozenset())
        known = words or (noted and not people.topic(question))
        return Here(words, noted, 1.0, alone=True) if known else None
    if not asked_days.asked(question) or _of_a_festival(question, now):
        return None
    if asked_days.of_the_whole(question) and asks(question) and not _OURS.search(question):
        return None
    said, days = asked_days.find(question, entries=entries, told=told_here, now=now)
    if not (said or days):
        return None
    days = tuple(one for one in days if not _of_others(question, one, told_here))
    if not (said or days):
        return None
    by_key = {key: tuple(one.told for one in days if one.key == key) for key in ("when", "deadline")}
    noted = tuple((key, values) for key, values in by_key.items() if values)
    return Here(said, noted, 1.0, alone=asked_days.of_the_whole(question))


def _about(question: str) -> frozenset[str]:
    """The words of a question that tell what it is about: of Chinese pairs those of two words' ends only where no others are."""
    asking = asked_days.without_asking(question) if asked_days.asked(question) else question
    if choices.asked(question) and choices.topic(question):
        asking = choices.without_asking(question)
    found = {token for token in tokens(_ASKING.sub(" ", asking)) if not is_single_character(token)}
    inner = {token for token in found if not (len(token) == 2 and set(token) & CHINESE_STOP_CHARACTERS)}
    return frozenset(inner or found)


def _of_others(question: str, entry: Entry, told_here: Sequence[str]) -> bool:
    """Whether a day was said of somebody else than the one whom the question names."""
    named = relations(question)
    telling = [relations(each) for each in told_here if asked_days.is_told_in(entry, each)]
    return bool(named and telling) and not any(not of or of & named for of in telling)


def _shown(seen: Session, keys: Sequence[str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    shown = seen.kept.state.shown()
    given = [(key, shown[key]) for key in keys if key in shown]
    return tuple((key, (values,) if isinstance(values, str) else tuple(values)) for key, values in given)


_OF_PLANS = re.compile(r"日期|预算|[定押订]金|截止|期限|人数|编号|单号")
#: A day that is named, and no festival of everybody's.
_DAY_WORDS = re.compile(r"\d|[周天号日晚早午点月年]|星期|礼拜")


def _of_a_festival(question: str, now: datetime) -> bool:
    """Whether a question names a festival, whose day no conversation settles."""
    return any(
        not _DAY_WORDS.search(question[start:end])
        for start, end, _date in dates_zh.find(question, said_at=now)
    )


def _of_the_matter(question: str, now: datetime) -> bool:
    """Whether a question is about what is in hand here: ours, or a thing of it that is known."""
    if _OURS.search(question):
        return True
    if _of_a_festival(question, now):
        return False
    if has_chinese(question):
        return (
            _OF_PLANS.search(question) is not None
            or state_zh.GENERAL.search(question) is None
            or state_zh.OWN.search(question) is not None
        )
    return _MATTER.search(question) is not None


def _of_the_priced(told_here: Sequence[str], prices: Sequence[Entry]) -> list[str]:
    """The sentences that name a thing whose price is asked for, where all of them have names."""
    names = [set(tokens(one.of)) for one in prices]
    if not all(names):
        return list(told_here)
    return [words for words in told_here if any(name & set(tokens(words)) for name in names)]


def _tells(words: str, slots: frozenset[str]) -> bool:
    return any(slot_matches(slots, slot) for slot in told_of(normalise(words)))


_ISO = re.compile(r"\((\d{4}-\d\d-\d\d)")
_OF_THE_HOUR = re.compile(r"几点|时[候间]|钟|\btimes?\b|\bo['’]clock\b|\bwhen\b", re.IGNORECASE)
_WAS = re.compile(r"\b(?:did|was|were)\b|[了过]", re.IGNORECASE)


def _of_plans(values: tuple[str, ...], question: str, now: datetime) -> tuple[str, ...]:
    """The days that are to come, where it is not asked of what was; without bare hours, where it is asked for the day."""
    today = f"{now:%Y-%m-%d}"
    days = [(value, day[1]) for value in values if (day := _ISO.search(value))]
    coming = [value for value, day in days if day >= today]
    if _WAS.search(question) or not coming:
        return values
    hours = [value for value in values if not _ISO.search(value) and _OF_THE_HOUR.search(question)]
    return (*coming, *hours)


def _priced(question: str, seen: Session, just: Sequence[str]) -> tuple[Entry, ...]:
    words = {token for token in tokens(_ASKING.sub(" ", question)) if not is_single_character(token)}
    return asked_prices.find(question, seen.kept.state.entries, words=words, just=just)


def _noted(
    question: str, told_here: Sequence[str], seen: Session, now: datetime, just: Sequence[str]
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    found: list[tuple[str, tuple[str, ...]]] = []
    for key, values in _shown(
        seen, tuple(key for key, asks_it in _PATTERNS.items() if asks_it.search(question))
    ):
        if key in _CHOICE and asked_days.asked(question):
            continue
        if key == "place" and asks(question):
            continue  # where somebody lives or works is no place that the talk is about
        if key in _CHOICE:
            of_key = [one for one in seen.kept.state.entries if one.key == key]
            values = choices.chosen(question, of_key, told=told_here)
        if key == "price":
            values = tuple(one.told for one in _priced(question, seen, just))
        if key in ("price", "count", "people"):
            values = tuple(value for value in values if kinds_wanted.has_number_of(question, value))
        if key == "price" and kinds_wanted.is_unknown(_about(question), told_here):
            values = ()
        if key in ("when", "deadline"):
            if asked_days.of_life(question) or asked_days.is_unknown(question, told_here):
                continue
            values = tuple(value for value in values if not asked_days.is_another(question, value))
        if key == "when":
            values = _of_plans(values, question, now)
        if values:
            found.append((key, values))
    return tuple(found)
