"""Who comes along, when somebody does not, or another comes in their place. Both languages; pure."""

from collections.abc import Sequence
from dataclasses import replace

from chat.clauses import HAN
from chat.state.entries import Entry
from memoryhub import patterns as re

_AND = re.compile(r"\s*(?:[、,，]|和|跟|与|还有|\band\b)\s*")
_OWNED = re.compile(r"^(?:my|our|the)\s", re.IGNORECASE)
#: What is said of the one who was spoken of last.
_SOMEBODY = re.compile(
    r"\b(?:he|she|they|(?:he|she)['’](?:s|ll|d)|they['’]\w+|him|her|them)\b", re.IGNORECASE
)
_NOBODY = re.compile(r"^(?:(?:so|then|and|but|actually|now|ok(?:ay)?|sorry|no|well)[\s,]+)*$", re.IGNORECASE)


def without(entry: Entry, name: str) -> Entry | None:
    """Who comes along without somebody: of 小张和小李 the other stays. None for nobody."""
    if entry.key != "with" or _plain(name) not in _plain(entry.value):
        return entry
    return _of(entry, [each for each in _named(entry) if _plain(name) not in _plain(each)])


def without_replaced(entries: Sequence[Entry], head: str) -> list[Entry]:
    """The entries without whom somebody else comes instead of: who is named in ``head``, or was spoken of last."""
    said = head.lower().replace("’", "'")
    kept: list[Entry] = []
    for one in entries:
        rest = [each for each in _named(one) if not _is_in(each, said)] if one.key == "with" else []
        left = one if one.key != "with" or len(rest) == len(_named(one)) else _of(one, rest)
        kept += [left] if left else []
    along = [one for one in kept if one.key == "with" and not one.by_hand]
    if along and kept == list(entries) and (_SOMEBODY.search(said) or _NOBODY.match(said)):
        kept = [one for one in kept if one is not along[-1]]
    return kept


def _named(entry: Entry) -> list[str]:
    return [each for each in _AND.split(entry.value) if each]


def _of(entry: Entry, names: Sequence[str]) -> Entry | None:
    if not names:
        return None
    return replace(entry, value=("和" if HAN.search(entry.value) else " and ").join(names))


def _is_in(name: str, said: str) -> bool:
    bare = _OWNED.sub("", name.lower())
    return re.search(rf"\b{re.escape(bare)}\b", said) is not None


def _plain(value: str) -> str:
    return re.sub(r"[\s\W]+|^the\b|^a\b", "", value.lower())
