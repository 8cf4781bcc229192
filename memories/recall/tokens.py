"""Text to keyword tokens, the same for what is stored and what is asked. Pure; no database.

Lower case, NFKC, simplified characters; English words stemmed, stop words dropped; Chinese as pairs of characters and
single characters; numbers and codes kept exactly.
"""

# ruff: noqa: E501

import threading
import unicodedata
from collections import Counter
from functools import lru_cache
from importlib import resources

import snowballstemmer
from opencc import OpenCC

from memoryhub import patterns as re

#: A token is an index key: longer ones are cut, in the text and in the question alike.
TOKEN_LENGTH = 64

_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u3007\U00020000-\U000323af"
_HAN_CHARACTER = re.compile(f"[{_HAN}]")
# A run of Chinese, a code or number with inner marks (21:45, sku-88213, 3.5), or a word.
_PIECE = re.compile(rf"[{_HAN}]+|(?:(?![{_HAN}])\w)+(?:['’.:/\-](?:(?![{_HAN}])\w)+)*")
_PARTS = re.compile(r"['’.:/\-]")

_STOP_WORDS = (
    "a about am an and any are as at be been being but by can could d did do does doing done for from had has have having "
    "he her hers herself him himself his how i if in into is it its itself just ll m may me might mine must my myself no "
    "not of off on or our ours ourselves out over own please re s shall she should so some such t than that the their "
    "theirs them themselves then there these they this those to too under until up us ve very was we were what when where "
    "which while who whom whose why will with would yes you your yours yourself yourselves again also ever"
)
ENGLISH_STOP_WORDS = frozenset(_STOP_WORDS.split())

#: Characters that carry no topic by themselves; a pair of two of them is dropped as well.
CHINESE_STOP_CHARACTERS = frozenset(
    "的了着过吗呢吧啊呀哦嘛么是在有和与跟同就都也还又再很太最更我你您他她它们咱俺这那哪谁什怎样为因所以而且但或如果"
    "不没个些把被给让对从到向于之其此每各只才能会可要想该得地请一上下来去"
)

_converter = OpenCC("t2s")
_converter_lock = threading.Lock()  # the converter builds its tables on first use
_local = threading.local()


def has_chinese(text: str) -> bool:
    """Whether the text holds a Chinese character."""
    return _HAN_CHARACTER.search(text) is not None


@lru_cache(maxsize=1)
def _traditional() -> frozenset[str]:
    """The characters that the converter changes, alone or in a phrase: a text without them needs no conversion."""
    changed: set[str] = set()
    for name in ("TSCharacters.txt", "TSPhrases.txt"):
        for line in resources.files("opencc").joinpath("dictionary", name).read_text("utf-8").splitlines():
            before, _, after = line.partition("\t")
            changed |= {old for old, new in zip(before, after.split(" ")[0], strict=False) if old != new}
    return frozenset(changed)


def simplified(text: str) -> str:
    """The text in simplified characters; other text as it is."""
    if _traditional().isdisjoint(text):
        return text
    with _converter_lock:
        return str(_converter.convert(text))


def normalise(text: str) -> str:
    """Lower case, compatibility forms folded, simplified characters."""
    return simplified(unicodedata.normalize("NFKC", text).lower())


def stem(word: str) -> str:
    """The English stem of a lower-case word; a word with a digit stays as it is."""
    # What has a digit may be a number or code of a person's: it is kept in no cache.
    return word if any(character.isdigit() for character in word) else _stem(word)


@lru_cache(maxsize=50_000)
def _stem(word: str) -> str:
    if not word.isascii():
        plain = "".join(c for c in unicodedata.normalize("NFKD", word) if not unicodedata.combining(c))
        word = plain if plain.isascii() else word
    stemmer = getattr(_local, "stemmer", None)
    if stemmer is None:  # a stemmer keeps the word in hand: one a thread
        stemmer = _local.stemmer = snowballstemmer.stemmer("english")
    return str(stemmer.stemWord(word))


def tokens(text: str) -> Counter[str]:
    """How often each token occurs in the text."""
    return tokens_of(normalise(text))


def tokens_of(plain: str) -> Counter[str]:
    """The tokens of a text that is normalised already."""
    found: Counter[str] = Counter()
    for match in _PIECE.finditer(plain):
        piece = match.group()
        if has_chinese(piece[0]):
            found.update(_chinese(piece))
        else:
            found.update(_latin(piece))
    return found


def length(counts: Counter[str]) -> int:
    """The length of a text for BM25: its words and pairs; single characters repeat what the pairs say."""
    return sum(count for token, count in counts.items() if not is_single_character(token))


def is_single_character(token: str) -> bool:
    """Whether the token is one Chinese character, which says less than a pair."""
    return len(token) == 1 and has_chinese(token)


def _chinese(run: str) -> list[str]:
    singles = [character for character in run if character not in CHINESE_STOP_CHARACTERS]
    pairs = [
        run[i : i + 2]
        for i in range(len(run) - 1)
        if not (run[i] in CHINESE_STOP_CHARACTERS and run[i + 1] in CHINESE_STOP_CHARACTERS)
    ]
    return pairs + singles


def _latin(piece: str) -> list[str]:
    parts = [part for part in _PARTS.split(piece) if part]
    kept = [stem(part)[:TOKEN_LENGTH] for part in parts if part not in ENGLISH_STOP_WORDS]
    if len(parts) > 1 and any(character.isdigit() for character in piece):
        kept.append(piece[:TOKEN_LENGTH])
    return kept
