"""Makes lines of a summary fewer and shorter until they fit: what weighs least goes first. Pure; no model."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from uuid import UUID

from chat.clauses import HAN, sentences
from chat.compression import Line
from chat.items import Item, items
from memoryhub.ai.tokens import count_tokens

CONSTRAINT, DECISION, QUESTION, FACT, DETAIL, SAID = (
    "constraint",
    "decision",
    "question",
    "fact",
    "detail",
    "said",
)
#: How much a line weighs by its kind; numbers, names, who said it and when come on top.
WEIGHT = {CONSTRAINT: 1000.0, DECISION: 60.0, QUESTION: 40.0, FACT: 45.0, DETAIL: 50.0, SAID: 12.0}
#: The assistant's part of a line begins with this mark.
ASSISTANT = "» "
SEPARATOR = "; "
#: Details of one line: a line of key words stays readable.
_DETAIL_TOKENS = 120

NEGATION = re.compile(
    r"\b(?:not|no|never|nothing|nobody|none|without|unless|until|except|only|but|if|before|after|when|because|instead|however|although|though)\b|n['’]t\b|"
    r"不|没|无|别|未|非|除|只|如果|要是|但|可是|不过|否则|等|之前|以前|以后|因为|而是|虽然",
    re.IGNORECASE,
)
_BLANKS = re.compile(r"\s+")


def condensed(given: Sequence[Line], *, limit_tokens: int) -> list[Line]:
    """The lines within so many tokens: what weighs least is shortened, then becomes key words, then goes."""
    whole = deduplicated(given)
    if _tokens(whole) <= limit_tokens:
        return whole
    return _Condensing(whole, limit_tokens).result()


# ------------------------------------------------------------------------------------------------ key words

_WORD_BEFORE = re.compile(r"([A-Za-z][\w'’-]+)\s+$")
_WORD_AFTER = re.compile(r"^[\s-]?([A-Za-z][\w'’-]*[A-Za-z])")
_WEAK_WORDS = (
    "the a an of to in on at for and or is are was were be by with from that this it my your our their "
    "his her its as i we you about around just only than more so then up out into over some any have has "
    "had do does did will would can could should not if but when what which who how all also been being "
)
_WEAK = frozenset(_WEAK_WORDS.split())


def phrase_of(text: str, item: Item) -> str:
    """An item with the word or two that tell what it is about."""
    if item.kind in ("name", "title", "code"):
        return item.text
    if HAN.search(text):
        before = re.search(r"[\u4e00-\u9fff]{1,4}$", text[: item.start])
        after = re.match(r"[\u4e00-\u9fff]{1,3}", text[item.end :])
        return (
            (before.group() if before else "")
            + item.text
            + (after.group() if after and item.kind == "number" else "")
        )
    after = _WORD_AFTER.match(text[item.end :])
    if item.kind == "number" and after and after[1].lower() not in _WEAK:
        return f"{item.text} {after[1]}"
    before = _WORD_BEFORE.search(text[: item.start])
    if before and before[1].lower() not in _WEAK:
        return f"{before[1]} {item.text}"
    return item.text


def details(rest: Iterable[tuple[str, UUID]], *, beside: Sequence[Line]) -> list[Line]:
    """Lines of key words for what no line says, each with its messages."""
    there = _Known(line.text for line in beside)
    found: list[Line] = []
    words: list[str] = []
    ids: dict[UUID, None] = {}
    for phrase, message_id in rest:
        if not phrase or SEPARATOR.strip() in phrase or there.has(phrase):
            continue
        there.add(phrase)
        words.append(phrase)
        ids[message_id] = None
        if sum(count_tokens(word) + 1 for word in words[-8:]) > _DETAIL_TOKENS or len(words) >= 40:
            found.append(Line(SEPARATOR.join(words), tuple(ids), DETAIL))
            words, ids = [], {}
    if words:
        found.append(Line(SEPARATOR.join(words), tuple(ids), DETAIL))
    return found


class _Known:
    """What is said already, so that nothing is listed twice."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._text = "\n".join(map(_normal, texts))

    def has(self, phrase: str) -> bool:
        plain = re.escape(_normal(phrase))
        return re.search(rf"(?<![\w.]){plain}(?![\w])" if phrase.isascii() else plain, self._text) is not None

    def add(self, phrase: str) -> None:
        self._text += "\n" + _normal(phrase)


def _normal(text: str) -> str:
    return _BLANKS.sub(" ", text.lower()).strip(" .!?。！？,，")


# ------------------------------------------------------------------------------------------------ many lines


def _tokens(given: Sequence[Line]) -> int:
    """Tokens of lines as they stand under each other."""
    return sum(count_tokens(line.text) + 1 for line in given)


def deduplicated(given: Iterable[Line]) -> list[Line]:
    """Each line once, at its last place for a question and its first for all else, with all its messages."""
    found: dict[str, Line] = {}
    for line in given:
        key = _normal(line.text.removeprefix(ASSISTANT))
        if not key:
            continue
        before = found.get(key)
        if before is None:
            found[key] = line
            continue
        ids = tuple(dict.fromkeys((*before.message_ids, *line.message_ids)))
        kind = max(before.kind, line.kind, key=lambda one: WEIGHT.get(one, 0))
        shorter = min(before.text, line.text, key=len)
        if line.kind == QUESTION:
            del found[key]
        found[key] = Line(shorter, ids, kind)
    return list(found.values())


class _Condensing:
    """Makes lines fewer and shorter, the least weighty first, until they fit."""

    def __init__(self, whole: Sequence[Line], limit: int) -> None:
        self._limit = limit
        self._lines: list[Line | None] = list(whole)
        self._weights = [self._weight(at, line, len(whole)) for at, line in enumerate(whole)]
        self._tokens = [count_tokens(line.text) + 1 for line in whole]
        self._loose: list[tuple[str, tuple[UUID, ...], float]] = []
        self._loose_tokens = 0

    def result(self) -> list[Line]:
        for at, line in enumerate(self._lines):
            if line is not None and line.kind == DETAIL:
                for phrase in line.text.split(SEPARATOR):
                    self._loosen(phrase, line.message_ids, self._weights[at])
                self._set(at, None)
        for step in (self._drop_empty, self._trim, self._to_key_words):
            for at in sorted(range(len(self._lines)), key=self._weights.__getitem__):
                if self._fits():
                    break
                if self._lines[at] is not None:
                    step(at)
        self._fit_loose()
        return self._whole()

    def _weight(self, at: int, line: Line, count: int) -> float:
        found = 0 if line.kind in (DETAIL, CONSTRAINT) else len({item.key for item in items(line.text)})
        weight = WEIGHT.get(line.kind, 10.0) + 9 * min(found, 4) + 14 * at / max(count, 1)
        return weight - (30 if line.text.startswith(ASSISTANT) else 0)

    def _fits(self) -> bool:
        return sum(self._tokens) + self._loose_tokens <= self._limit

    def _set(self, at: int, line: Line | None) -> None:
        self._lines[at] = line
        self._tokens[at] = count_tokens(line.text) + 1 if line else 0

    def _loosen(self, phrase: str, ids: tuple[UUID, ...], weight: float) -> None:
        self._loose.append((phrase, ids, weight))
        self._loose_tokens += count_tokens(phrase) + 2

    def _drop_empty(self, at: int) -> None:
        """What holds no item and is no more than talk goes first."""
        line = self._lines[at]
        if line is not None and line.kind == SAID and not items(line.text):
            self._set(at, None)

    def _trim(self, at: int) -> None:
        line = self._lines[at]
        if line is not None and line.kind not in (CONSTRAINT, DECISION):
            shorter = _trimmed(line.text)
            if len(shorter) < len(line.text):
                self._set(at, replace(line, text=shorter))

    def _to_key_words(self, at: int) -> None:
        line = self._lines[at]
        if line is None or line.kind == CONSTRAINT:
            return
        self._set(at, None)
        for item in items(line.text):
            self._loosen(phrase_of(line.text, item), line.message_ids, self._weights[at])

    def _fit_loose(self) -> None:
        """Key words that are said elsewhere go, then the least weighty."""
        there = _Known(line.text for line in self._lines if line is not None)
        kept: list[tuple[str, tuple[UUID, ...], float]] = []
        for phrase, ids, weight in self._loose:
            if phrase and not there.has(phrase):
                there.add(phrase)
                kept.append((phrase, ids, weight))
        room = self._limit - sum(self._tokens)
        chosen: set[int] = set()
        used = 0
        for at in sorted(range(len(kept)), key=lambda one: -kept[one][2]):
            cost = count_tokens(kept[at][0]) + 2
            if used + cost <= room:
                chosen.add(at)
                used += cost
        self._loose = [one for at, one in enumerate(kept) if at in chosen]

    def _whole(self) -> list[Line]:
        found: list[Line] = []
        words: list[str] = []
        ids: dict[UUID, None] = {}
        for phrase, message_ids, _weight in self._loose:
            words.append(phrase)
            ids.update(dict.fromkeys(message_ids))
            if len(words) >= 40:
                found.append(Line(SEPARATOR.join(words), tuple(ids), DETAIL))
                words, ids = [], {}
        if words:
            found.append(Line(SEPARATOR.join(words), tuple(ids), DETAIL))
        whole = [*found, *(line for line in self._lines if line is not None)]
        while (
            whole and _tokens(whole) > self._limit
        ):  # more conditions than there is room for: the latest stay
            whole.pop(0)
        return whole


def _trimmed(text: str) -> str:
    """A line without the clauses that hold neither item nor negation nor condition."""
    prefix = ASSISTANT if text.startswith(ASSISTANT) else ""
    body = text.removeprefix(ASSISTANT)
    clauses = [clause for sentence in sentences(body) for clause in sentence.clauses]
    if len(clauses) < 2:
        return text
    kept = [clause.text for clause in clauses if items(clause.text) or NEGATION.search(clause.text)]
    if not kept or len(kept) == len(clauses):
        return text
    mark = body[-1] if body[-1] in "?？" else ""
    return prefix + ("，" if HAN.search(body) else ", ").join(kept) + mark
