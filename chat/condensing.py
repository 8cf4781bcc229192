"""Makes lines of a summary fewer and shorter until they fit: what weighs least goes first. Pure; no model."""

# ruff: noqa: E501

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

import rjieba

from chat import series
from chat.clauses import HAN, sentences
from chat.compression import Line
from chat.items import Item, items
from memoryhub import patterns as re
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
WEIGHT = {CONSTRAINT: 1000.0, DECISION: 64.0, QUESTION: 26.0, FACT: 30.0, DETAIL: 40.0, SAID: 8.0}
#: On top: what is still open, and what tells who or what something is. Of a list that is gone through, little is kept.
_OPEN_WEIGHT, _TELLS_WEIGHT, _SERIES_WEIGHT = 38.0, 14.0, -32.0
#: The assistant's part of a line begins with this mark.
ASSISTANT = "» "
SEPARATOR = "; "
#: A line of key words stays readable, and opens to few messages.
_DETAIL_PHRASES, _DETAIL_MESSAGES = 14, 8
#: Key words take no more than this share from sentences.
_DETAIL_SHARE = 0.4

NEGATION = re.compile(
    r"\b(?:not|no|never|nothing|nobody|none|without|unless|until|except|only|but|if|before|after|when|because|instead|however|although|though)\b|n['’]t\b|"
    r"不|没|无|别|未|非|除|只|如果|要是|但|可是|不过|否则|等|之前|以前|以后|因为|而是|虽然",
    re.IGNORECASE,
)
#: What makes a clause worth its words besides items: a negation, a condition, a decision.
KEPT = re.compile(
    rf"{NEGATION.pattern}|\b(?:decided|chose|agreed|booked|going with|go with|let's)\b|决定|就选|就用|改成|改到|换成",
    re.IGNORECASE,
)
_BLANKS = re.compile(r"\s+")
#: A question that the talk leaves open.
STILL_OPEN = re.compile(
    r"\b(?:still (?:open|undecided|unclear|to (?:be )?(?:decided?|settled?|found?|clarified))|not (?:yet )?(?:decided|settled|clear)(?: yet)?|undecided|open question|tbd|to be (?:decided|confirmed|announced)|"
    r"(?:we|i) (?:still )?(?:need|have) to (?:decide|settle|find out|choose)|remains? (?:open|unclear)|pending)\b|"
    r"还没(?:有)?(?:定|想好|决定|确定|选|落实|着落|找到|解决)|没定(?:下来)?|待定|未定|悬而未决|还(?:不确定|不知道|要(?:定|决定|商量|确认))|尚未(?:决定|确定)|有待",
    re.IGNORECASE,
)
#: "Our sponsor is …", "帐篷找优素福", "许可证编号是…": who or what something is.
_TELLS = re.compile(
    r"^(?:and |but |so |also |well )?(?:our|my|the|his|her|their|contact|reach|call|ask)\b[\w'’ ]{0,40}?\b(?:is|are|was|were|costs?|gives?|pays?|has|have|takes?|will|number|extension|for)\b|"
    r"^(?:我们?的?|咱们?的?|这个|那个|那边的?)?[\u4e00-\u9fff]{2,8}(?:是|叫|为|找|由|归|在|出|有|要|定在|定为|姓)",
    re.IGNORECASE,
)
#: A place in a list says little of itself: "第12行", "row 12".
_ORDINAL = re.compile(
    r"第\s?$|\b(?:row|line|page|item|note|stall|number|no\.|step|point|week|day|idea|poster|slide|section|question|option|part|task|ok(?:ay)?)\s?#?$|[好行嗯]的?$",
    re.IGNORECASE,
)


def condensed(given: Sequence[Line], *, limit_tokens: int) -> list[Line]:
    """The lines within so many tokens: what weighs least is shortened, then becomes key words, then goes."""
    whole = series.merged(deduplicated(given))
    if _tokens(whole) <= limit_tokens:
        return whole
    return _Condensing(whole, limit_tokens).result()


# ------------------------------------------------------------------------------------------------ key words

_ISO_IN_BRACKETS = re.compile(r"\(\d{4}-\d\d-\d\d\)")
_WORD_BEFORE = re.compile(r"([A-Za-z][\w'’-]+)\s+$")
_WORD_AFTER = re.compile(r"^[\s-]?([A-Za-z][\w'’-]*[A-Za-z])")
_WEAK_WORDS = (
    "the a an of to in on at for and or is are was were be by with from that this it my your our their "
    "his her its as i we you about around just only than more so then up out into over some any have has "
    "had do does did will would can could should not if but when what which who how all also been being "
)
_WEAK = frozenset(_WEAK_WORDS.split())


def phrase_of(text: str, item: Item) -> str:
    """An item with the word or two that tell what it is about; empty for a date that only resolves the one before."""
    if _ISO_IN_BRACKETS.match(text, item.start - 1 if item.start else 0):
        return ""
    if item.kind == "date" and (resolved := _ISO_IN_BRACKETS.match(text, item.end + 1)):
        return f"{item.text} {resolved.group()}"
    if item.kind in ("name", "title", "code"):
        return item.text
    if HAN.search(text):
        left, right = _words_beside(text, item)
        return f"{left}{item.text}{right if item.kind == 'number' else ''}"
    after = _WORD_AFTER.match(text[item.end :])
    if item.kind == "number" and after and after[1].lower() not in _WEAK:
        return f"{item.text} {after[1]}"
    before = _WORD_BEFORE.search(text[: item.start])
    if before and before[1].lower() not in _WEAK:
        return f"{before[1]} {item.text}"
    return item.text


#: Words that tell nothing of the number beside them.
_EMPTY_WORDS_ZH = "的 了 是 在 就 都 也 我 你 他 她 它 我们 你们 咱们 这 那 和 跟 与 把 被 给 对 从 到 要 会 能 有 说 吧 呢 吗 啊 怎么样 可能"
_EMPTY_ZH = frozenset(_EMPTY_WORDS_ZH.split())


def _words_beside(text: str, item: Item) -> tuple[str, str]:
    """The whole words right before and after an item of a Chinese sentence; empty where they tell nothing."""
    before = after = ""
    at = 0
    for word in map(str, rjieba.cut(text)):
        start, at = at, at + len(word)
        if HAN.search(word) and word not in _EMPTY_ZH:
            if at == item.start:
                before = word
            elif start == item.end and not after:
                after = word
    return before, after


def details(rest: Iterable[tuple[str, UUID, bool]], *, beside: Sequence[Line]) -> list[Line]:
    """Lines of key words for what no line says: phrase, its message, and whether the assistant said it."""
    there = Known(line.text for line in beside)
    loose: list[_Loose] = []
    for phrase, message_id, assistant in rest:
        if phrase and SEPARATOR.strip() not in phrase and not there.has(phrase):
            there.add(phrase)
            loose.append(_Loose(phrase, (message_id,), 0.0, assistant))
    return _key_lines(loose)


@dataclass(frozen=True, slots=True)
class _Loose:
    """A key word on its way from one line to another."""

    phrase: str
    message_ids: tuple[UUID, ...]
    weight: float
    assistant: bool


def _key_lines(loose: Sequence[_Loose]) -> list[Line]:
    """Lines of key words, the person's first; those of one stretch of the conversation stand together."""
    found: list[Line] = []
    for assistant in (False, True):
        words: list[str] = []
        ids: dict[UUID, None] = {}
        for one in [each for each in loose if each.assistant is assistant]:
            joined = ids | dict.fromkeys(one.message_ids)
            if words and (
                len(words) >= _DETAIL_PHRASES or len(joined) > max(_DETAIL_MESSAGES, len(one.message_ids))
            ):
                found.append(_key_line(words, ids, assistant))
                words, joined = [], dict.fromkeys(one.message_ids)
            words.append(one.phrase)
            ids = joined
        if words:
            found.append(_key_line(words, ids, assistant))
    return found


def _key_line(words: list[str], ids: Iterable[UUID], assistant: bool) -> Line:
    return Line((ASSISTANT if assistant else "") + SEPARATOR.join(words), tuple(ids), DETAIL)


class Known:
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
        key = _key(line)
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


def _key(line: Line) -> str:
    """What is equal for lines that say the same: the words that tell something, in their order, and whether it asks."""
    text = _normal(line.text.removeprefix(ASSISTANT))
    if line.kind in (CONSTRAINT, DETAIL):
        return text
    words = _EQUAL_WORDS.sub(" ", text)
    words = _BLANKS.sub("" if HAN.search(words) else " ", re.sub(r"[,，.;:!。！'’“”\"]", " ", words)).strip()
    return f"{words or text}{'?' if line.text[-1:] in '?？' else ''}"


#: Words with and without which a line says the same.
_EQUAL_WORDS = re.compile(
    r"\b(?:the|a|an|our|my|so|then|well|also|just|that|is|was|are|please|ok|okay|actually|will be)\b|[的了呢吧啊呀]|就是|其实|我们的?|咱们的?",
    re.IGNORECASE,
)


class _Condensing:
    """Makes lines fewer and shorter, the least weighty first, until they fit."""

    def __init__(self, whole: Sequence[Line], limit: int) -> None:
        self._limit = limit
        self._room_for_words = int(limit * _DETAIL_SHARE)
        self._lines: list[Line | None] = list(whole)
        self._weights = [self._weight(at, line, len(whole)) for at, line in enumerate(whole)]
        self._tokens = [count_tokens(line.text) + 1 for line in whole]
        self._total = sum(self._tokens)
        self._loose: list[_Loose] = []
        self._loose_tokens = 0
        self._loose_phrases: set[str] = set()

    def result(self) -> list[Line]:
        for at, line in enumerate(self._lines):
            if line is not None and line.kind == DETAIL:
                for phrase in line.text.removeprefix(ASSISTANT).split(SEPARATOR):
                    self._loosen(phrase, line, self._weights[at])
                self._set(at, None)
        order = sorted(range(len(self._lines)), key=self._weights.__getitem__)
        for step in (self._drop_empty, self._trim, self._to_key_words):
            for at in order:
                if self._fits():
                    break
                if self._lines[at] is not None:
                    step(at)
        self._fit_loose()
        return self._whole()

    def _weight(self, at: int, line: Line, count: int) -> float:
        """What is decided, open, or tells who and what stays longest, whenever it was said; of the rest the latest."""
        found = 0 if line.kind in (DETAIL, CONSTRAINT) else len(_telling(line.text))
        settled = line.kind in (DECISION, FACT) and found
        weight = WEIGHT.get(line.kind, 8.0) + 10 * min(found, 3) + (6 if settled else 12) * at / max(count, 1)
        if line.kind != DETAIL and STILL_OPEN.search(line.text):
            weight += _OPEN_WEIGHT
        if line.kind == FACT and found and _TELLS.search(line.text):
            weight += _TELLS_WEIGHT
        if series.is_series(line.text):
            weight += _SERIES_WEIGHT
        return weight - (25 if line.text.startswith(ASSISTANT) else 0)

    def _fits(self) -> bool:
        return self._total + min(self._loose_tokens, self._room_for_words) <= self._limit

    def _set(self, at: int, line: Line | None) -> None:
        self._lines[at] = line
        before, self._tokens[at] = self._tokens[at], count_tokens(line.text) + 1 if line else 0
        self._total += self._tokens[at] - before

    def _loosen(self, phrase: str, line: Line, weight: float) -> None:
        if phrase and _normal(phrase) not in self._loose_phrases:
            self._loose_phrases.add(_normal(phrase))
            self._loose.append(_Loose(phrase, line.message_ids, weight, line.text.startswith(ASSISTANT)))
            self._loose_tokens += count_tokens(phrase) + 2

    def _drop_empty(self, at: int) -> None:
        """What holds no item and is no more than talk goes first."""
        line = self._lines[at]
        if line is not None and line.kind == SAID and not items(line.text):
            self._set(at, None)

    def _trim(self, at: int) -> None:
        line = self._lines[at]
        if line is not None and line.kind != CONSTRAINT:
            shorter = _trimmed(line.text)
            if len(shorter) < len(line.text):
                self._set(at, replace(line, text=shorter))

    def _to_key_words(self, at: int) -> None:
        line = self._lines[at]
        if line is None or line.kind == CONSTRAINT:
            return
        self._set(at, None)
        for item in () if series.is_series(line.text) else _telling(line.text):
            self._loosen(phrase_of(line.text, item), line, self._weights[at])

    def _fit_loose(self) -> None:
        """Key words that are said elsewhere go, then the least weighty."""
        there = Known(line.text for line in self._lines if line is not None)
        kept: list[_Loose] = []
        for one in self._loose:
            if not there.has(one.phrase):
                there.add(one.phrase)
                kept.append(one)
        room = self._limit - self._total
        chosen: set[int] = set()
        for at in sorted(range(len(kept)), key=lambda one: -kept[one].weight):
            cost = count_tokens(kept[at].phrase) + 2
            if cost <= room:
                chosen.add(at)
                room -= cost
        self._loose = [one for at, one in enumerate(kept) if at in chosen]

    def _whole(self) -> list[Line]:
        whole = [*_key_lines(self._loose), *(line for line in self._lines if line is not None)]
        while (
            whole and _tokens(whole) > self._limit
        ):  # more conditions than there is room for: the latest stay
            whole.pop(0)
        return whole


def _telling(text: str) -> list[Item]:
    """The items of a line that say something by themselves, each once."""
    found = {
        item.key: item
        for item in items(text)
        if item.kind != "number" or not _ORDINAL.search(text[: item.start])
    }
    return list(found.values())


def _trimmed(text: str) -> str:
    """A line without the clauses that hold neither item nor negation nor condition."""
    prefix = ASSISTANT if text.startswith(ASSISTANT) else ""
    body = text.removeprefix(ASSISTANT)
    clauses = [clause for sentence in sentences(body) for clause in sentence.clauses]
    if len(clauses) < 2:
        return text
    if STILL_OPEN.search(body):
        return text  # what is open stands in another clause than that it is open
    kept = [
        clause.text
        for clause in clauses
        if items(clause.text) or KEPT.search(clause.text) or _TELLS.search(clause.text)
    ]
    if not kept or len(kept) == len(clauses):
        return text
    mark = body[-1] if body[-1] in "?？" else ""
    return prefix + ("，" if HAN.search(body) else ", ").join(kept) + mark
