"""Which memories say the same. Pure: two statements in, yes or no out, by their words and values, not their nearness.

Embeddings cannot tell peanuts from shrimp, so a similarity alone joins nothing: two rows are one when their values
agree in the same slot, or their words are the same but for what carries no meaning; never across polarity, value, time.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, time
from uuid import UUID

from memories.capture import keys, value_keys
from memories.kinds import MemoryType
from memories.recall.tokens import has_chinese, normalise, stem
from memoryhub import patterns as re

#: What happened, and what is to be done: without a date, one such row is another occasion than the next day's.
_OCCASIONS = (MemoryType.EVENT, MemoryType.TASK, MemoryType.DECISION)
#: Types that are one when value or words agree: what rules call a fact, a model may call a preference.
_STATES = (MemoryType.FACT, MemoryType.PREFERENCE, MemoryType.RELATIONSHIP)
#: Slots whose values can be one although their keys differ: a name and its pinyin.
_BY_SOUND = ("name", "called", "family", "friend", "pet", "residence", "hometown", "nationality")


@dataclass(frozen=True, slots=True)
class Statement:
    """A memory as the comparison sees it. ``told_on``: the person's day on which it was first said."""

    id: UUID
    content: str
    type: str
    subject_id: int
    slot: str
    value: str
    value_key: str
    positive: bool
    category: str
    by_hand: bool
    told_on: date
    occurred_on: date | None = None
    precision: str = ""
    occurred_time: time | None = None
    planned_for: date | None = None


Near = Callable[[UUID, UUID], bool]


def buckets(row: Statement) -> Iterator[Hashable]:
    """Rows that can be the same share one of these."""
    about = (row.subject_id, row.positive, row.category)
    if row.slot and row.value:
        by_sound = row.slot in _BY_SOUND or row.slot.startswith("attribute.")
        yield (*about, "value", row.slot, "" if by_sound else row.value_key)
    yield (*about, "words", frozenset(wording(row.content)))


def same(one: Statement, other: Statement, *, near: Near) -> bool:
    """Whether two rows say the same of the same at the same time; ``near`` is asked where only the order differs."""
    if (one.subject_id, one.positive, one.category) != (other.subject_id, other.positive, other.category):
        return False
    if not _same_kind(one, other) or not _same_time(one, other):
        return False
    if _one_language(one, other) and figures(one.content) != figures(other.content):
        return False
    if keys.plain(one.content) == keys.plain(other.content):
        return not _values_differ(one, other)
    if one.by_hand and other.by_hand:
        return False  # two texts of the person's own stay two
    if _values_differ(one, other):
        return False
    if _agree_in_value(one, other):
        return not _one_language(one, other) or _same_beside_value(one, other)
    first, second = wording(one.content), wording(other.content)
    if not first or len(first) != len(second):
        return False
    return first == second or (_turned(first, second) and near(one.id, other.id))


def _same_kind(one: Statement, other: Statement) -> bool:
    return one.type == other.type or (one.type in _STATES and other.type in _STATES)


def _same_time(one: Statement, other: Statement) -> bool:
    if (one.occurred_on, one.precision, one.occurred_time, one.planned_for) != (
        other.occurred_on,
        other.precision,
        other.occurred_time,
        other.planned_for,
    ):
        return False
    undated = one.occurred_on is None and one.planned_for is None
    return not (undated and one.type in _OCCASIONS) or one.told_on == other.told_on


def _values_differ(one: Statement, other: Statement) -> bool:
    """Whether both have a place for a value and it is another place or value."""
    if not (one.slot and other.slot):
        return False
    if one.slot != other.slot:
        return True
    if not (one.value and other.value):
        return False
    return not _agree_in_value(one, other)


def _agree_in_value(one: Statement, other: Statement) -> bool:
    return bool(
        one.slot
        and one.slot == other.slot
        and one.value
        and other.value
        and (one.value_key == other.value_key or value_keys.agree(one.value, other.value, slot=one.slot))
    )


def _one_language(one: Statement, other: Statement) -> bool:
    return has_chinese(one.content) == has_chinese(other.content)


def _same_beside_value(one: Statement, other: Statement) -> bool:
    """Whether two rows of one value say the same around it, so that nothing is lost with either."""
    first = set(wording(one.content)) - set(wording(one.value))
    return first == set(wording(other.content)) - set(wording(other.value))


# ------------------------------------------------------------------------------------------------ words

#: Words that change nothing of what a sentence states. Tense, negation, place and frequency are not among them.
_EMPTY = frozenset(
    {
        "a", "an", "the", "i", "you", "my", "your", "me", "am", "is", "are", "m", "re", "be", "that", "to", "do", "of",
        "really", "very", "quite", "so", "much", "lot", "lots", "truly", "definitely", "absolutely", "user", "users",
    }
)  # fmt: skip
_SAME_WORDS = {
    "love": "like", "loves": "like", "likes": "like", "enjoy": "like", "enjoys": "like", "adore": "like",
    "hate": "dislike", "hates": "dislike", "dislikes": "dislike", "detest": "dislike", "loathe": "dislike",
    "dont": "not", "doesnt": "not", "isnt": "not", "arent": "not", "cannot": "cant", "can't": "cant", "don't": "not",
    "doesn't": "not", "isn't": "not", "aren't": "not", "never": "never", "no": "not",
}  # fmt: skip
_ZH_EMPTY = re.compile(r"用户|本人|[我你您]|[的呢吧啊呀哦嘛啦]|非常|特别|十分|真的|比较|[很挺超]|其实|确实")
_ZH_SAME = (
    (re.compile(r"喜爱|热爱|钟爱|酷爱|(?<![可恋相友疼亲心溺])爱(?![好人情心护称国])"), "喜欢"),
    (re.compile(r"讨厌|厌恶|反感"), "不喜欢"),
)
_WORD = re.compile(r"[a-z']+|\d+(?:[.:/]\d+)*|[^\W\d_a-z]+")
_FIGURE = re.compile(r"\d+(?:[.:/]\d+)*|[零〇一二两三四五六七八九十百千万亿]+")


def wording(text: str) -> tuple[str, ...]:
    """The words that state something, in their order: stems in English, characters in Chinese."""
    plain = normalise(text).replace("’", "'")
    if has_chinese(plain):
        plain = _ZH_EMPTY.sub("", plain)
        for pattern, word in _ZH_SAME:
            plain = pattern.sub(word, plain)
    found: list[str] = []
    for match in _WORD.finditer(plain):
        piece = match.group()
        if has_chinese(piece):
            found.extend(piece)
            continue
        word = _SAME_WORDS.get(piece, piece)
        if word in _EMPTY or not word.strip("'"):
            continue
        found.append(word if word in ("like", "dislike", "not") else stem(word))
    return tuple(found)


def figures(text: str) -> tuple[str, ...]:
    """The numbers of a text, sorted."""
    return tuple(sorted(_FIGURE.findall(normalise(text))))


def _turned(first: Sequence[str], second: Sequence[str]) -> bool:
    """Whether one is the other with its beginning put at the end: "in the evening I read", "I read in the evening"."""
    double = (*first, *first)
    wanted, size = tuple(second), len(first)
    return any(double[start : start + size] == wanted for start in range(1, size))
