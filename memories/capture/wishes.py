"""What a person does not want remembered: types and private matters switched off, and words never to be kept. Pure."""

import unicodedata
from collections.abc import Iterable
from typing import Protocol

from memories.capture.safety import category_in
from memories.capture.types import Candidate
from memories.recall.tokens import simplified, stem
from memoryhub import patterns as re

#: A letter or a digit of a script with spaces between words; a word of any other script is looked for anywhere.
_LETTER = "[^\\W_\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]"
_WORD = re.compile(f"{_LETTER}+")
_UNSPACED = re.compile(f"(?!{_LETTER})[^\\W_]")


class Wishes(Protocol):
    """The part of a person's settings that decides it."""

    learn: bool
    types_off: list[str]
    categories_off: list[str]
    never_words: list[str]


def refusal(candidate: Candidate, *, wishes: Wishes) -> str:
    """Why the person does not want the candidate remembered, as a key; empty where nothing of theirs is against it."""
    if not wishes.learn:
        return "learning_off"
    if str(candidate.type) in wishes.types_off:
        return "type_off"
    if category_in(candidate) in wishes.categories_off:
        return "category_off"
    said = " ".join((candidate.quote, candidate.content, candidate.value, candidate.subject.name))
    return "never_word" if holds_one(said, words=wishes.never_words) else ""


def holds_one(text: str, *, words: Iterable[str]) -> bool:
    """Whether the text holds one of these words or phrases, in whatever width, case, script form or inflection."""
    said = folded(text)
    return any(_holds(said, folded(word)) for word in words if word.strip())


def folded(text: str) -> str:
    """One width and case, simplified characters, single spaces: two words are the same if this is."""
    plain = simplified(unicodedata.normalize("NFKC", text)).casefold()
    return " ".join(plain.split())


def _holds(said: str, word: str) -> bool:
    if _UNSPACED.search(word):
        return word.replace(" ", "") in said.replace(" ", "")
    wanted = _WORD.findall(word)
    if not wanted or len("".join(wanted)) < len(word.translate(_JOINS)):  # C++, $: as they are written
        return re.search(f"(?<!{_LETTER}){re.escape(word)}(?!{_LETTER})", said) is not None
    stems, found = [stem(part) for part in wanted], [stem(part) for part in _WORD.findall(said)]
    return any(found[at : at + len(stems)] == stems for at in range(len(found) - len(stems) + 1))


#: What may stand between the parts of a word.
_JOINS = str.maketrans("", "", " '’-‐‑.,_/&")
