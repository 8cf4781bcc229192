"""What was said in this conversation that answers a question: for the built-in answerer, which knows no more. Pure."""

import math
import re
from collections import Counter
from dataclasses import dataclass

from chat.clauses import sentences, told
from chat.session import Session
from memories.capture.forget_words import forget_request
from memories.recall.fitting import parts
from memories.recall.intent import asks, slot_matches, told_of
from memories.recall.relation_words import relations
from memories.recall.tokens import has_chinese, is_single_character, normalise, tokens

#: A sentence fits from here on. Its score is what it shares with the question, rarer words more, against what it lacks.
FLOOR = 0.4
#: What a word of the question costs that the sentence lacks; pairs of characters also straddle two Chinese words.
_MISSING_WORD, _MISSING_PAIR = 0.6, 0.35
#: With this share it is told beside what memory brings.
SURE = 0.6
_MOST = 3
_NEAR_BEST = 0.6
_CHARACTERS = 200

#: The keys of the session state that a question asks for.
_ASKED_FOR = {
    "people": r"几个人|多少人|几位|多少位|how many (?:people|of us|guests|persons|seats|are (?:we|coming))|head ?count",
    "when": r"几点|什么时[候间]|哪[天日一]|几[号月]|周几|星期几|\bwhen\b|(?:what|which) (?:time|day|date)",
    "deadline": r"截止|最晚|期限|deadline|due|by when",
    "budget": r"预算|budget|多少钱|how much",
    "price": r"多少钱|报价|价格|费用|价钱|how much|price|cost|quote|fee",
    "deposit": r"押金|定金|订金|deposit",
    "place": r"哪[里儿个]|什么地方|\bwhere\b|which (?:city|town|place)",
    "reference": r"编号|单号|号码|订单|reference|number|code|\bid\b",
    "chosen": r"选了|选的|定了|决定|choose|chose|pick(?:ed)?|decide",
    "count": r"(?:几|多少)[个张间份台只条件本晚天]|how many",
}
_PATTERNS = {key: re.compile(pattern, re.IGNORECASE) for key, pattern in _ASKED_FOR.items()}
_QUESTION = re.compile(r"[?？]|[吗呢么]$")
#: Words that ask, or lead to the question: they tell nothing about which sentence is meant.
_ASKING = re.compile(
    r"(?:什么时[候间]|什么|几[号点个位月天条家间]|多少|怎么样?|哪[里儿个家天些位种]|是不是|有没有|还记得|来着|现在|刚才|目前|请问|对了)"
)
#: The matter in hand is asked about, and not the person's life.
_OURS = re.compile(r"我们|咱们|这[次趟回]|\b(?:we|us|our)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Here:
    """Sentences of this conversation, oldest first, values of its state, and how well they fit (0–1)."""

    words: tuple[str, ...] = ()
    noted: tuple[tuple[str, tuple[str, ...]], ...] = ()
    fit: float = 0.0


def find(question: str, *, seen: Session) -> Here:
    """What was said here about each part of a question, as `_find` finds it."""
    found = [_find(part, seen=seen) for part in parts(question)] or [_find(question, seen=seen)]
    words = tuple(dict.fromkeys(each for one in found for each in one.words))
    noted = {key: values for one in found for key, values in one.noted}
    return Here(words, tuple(noted.items()), max(one.fit for one in found))


def _find(question: str, *, seen: Session) -> Here:
    """What the person said here, and what the summary tells, that has the question's words; nothing below the floor.

    Without such words the latest sentence that tells what is asked for: "Where do I live?", "I moved to Ghent".
    """
    asked = {token for token in tokens(_ASKING.sub(" ", question)) if not is_single_character(token)}
    told_here, noted = _candidates(seen), _noted(question, seen)
    otherwise = Here(noted=noted, fit=FLOOR) if noted and _OURS.search(question) else Here()
    if slots := asks(question):  # of the person's life, or of somebody's whom the question names
        named = relations(question)
        told_here = [words for words in told_here if relations(words) <= named]
        telling = [words for words in told_here if _tells(words, slots)]
        noted = noted if otherwise.noted else ()
        if telling:
            otherwise = Here((telling[-1],), noted, FLOOR)
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
    return Here(tuple(words for _fit, _place, words in chosen), noted, best)


def _tells(words: str, slots: frozenset[str]) -> bool:
    return any(slot_matches(slots, slot) for slot in told_of(normalise(words)))


def _candidates(seen: Session) -> list[str]:
    """What was told, oldest first, each once: conditions, summary lines, then the person's own sentences."""
    found = [line.text for line in seen.kept.summary if line.kind != "question"]
    for turn in (*seen.earlier, *seen.window.turns):
        for said in turn.messages:
            if said.role == "user" and forget_request(said.text) is None:
                found += [
                    f"{sentence.text}{sentence.end_mark}"
                    for sentence in sentences(told(said.text))[:60]
                    if not (sentence.asks or _QUESTION.search(sentence.text))
                ]
    lines = (" ".join(words.split()) for words in found)
    once = list(dict.fromkeys(words for words in lines if len(words) <= _CHARACTERS))
    # The summary does not repeat a condition, whose message may be long out of the window.
    pinned = (" ".join(pin.text.split()) for pin in seen.kept.pins)
    return [text for text in pinned if not any(text in words for words in once)] + once


def _noted(question: str, seen: Session) -> tuple[tuple[str, tuple[str, ...]], ...]:
    shown = seen.kept.state.shown()
    found: list[tuple[str, tuple[str, ...]]] = []
    for key, pattern in _PATTERNS.items():
        if key in shown and pattern.search(question):
            values = shown[key]
            found.append((key, (values,) if isinstance(values, str) else tuple(values)))
    return tuple(found)
