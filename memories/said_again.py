"""Where a text says a forgotten statement again: a reply that quotes it, another sentence of the person's. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

from memories.recall.tokens import has_chinese, is_single_character, stem, tokens
from memoryhub import patterns as re

_SENTENCE = re.compile(r"(?:[^.!?。！？\n]|[.](?=\w))+[.!?。！？]*")
_WORD = re.compile(r"[^\W\d_\u3400-\u9fff]{2,}|\d+|[\u3400-\u9fff]+")
#: The share of a statement's words that a sentence of another's, or of the person's own, has when it says the same.
_REPEATS, _SAYS_ANEW = 0.75, 0.9
#: In a conversation that taught it a reply speaks of it by so much of its value: of a "welder in Hull" as the welder.
_OF_VALUE = 0.5
#: So many words of a sentence, or pairs of characters, of which one is in whatever repeats it.
_KEYS, _PAIR_KEYS = 3, 8
#: What a request names may be said in so many sentences, one after another.
_TOGETHER = 3


@dataclass(frozen=True)
class Statement:
    """What is forgotten: its value and sentence, the words that taught it, and what all is forgotten ``about``.

    Each of ``about`` is a name or a word; a sentence with all words of one of them is about it. ``named``: the content
    is how a request names it, which seldom has the very words of what was said.
    """

    memory_id: UUID
    value: str
    content: str
    spoken: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    named: bool = False

    @cached_property
    def sentences(self) -> tuple[frozenset[str], ...]:
        """The words of each sentence that says it."""
        texts = (found.group() for text in (self.content, *self.spoken) for found in _SENTENCE.finditer(text))
        return tuple(dict.fromkeys(found for text in texts if (found := words(text))))

    @cached_property
    def value_words(self) -> frozenset[str]:
        return words(self.value)

    @cached_property
    def about_words(self) -> tuple[frozenset[str], ...]:
        return tuple(found for each in self.about if (found := words(each)))

    @cached_property
    def beside_value(self) -> frozenset[str]:
        """The words of the statement that are not its value."""
        return words(self.content) - self.value_words

    def marks(self) -> frozenset[str]:
        """Strings of which at least one is in every text that says it, whatever their case."""
        return frozenset(
            key
            for text in (self.value, *self.about, *_sentences(self.content), *map(str, self.spoken))
            for key in _keys(text)
        )


def words(text: str) -> frozenset[str]:
    """The words that a sentence is known by: stems and pairs of characters, or characters where there is no pair."""
    found = tokens(text)
    return frozenset(token for token in found if not is_single_character(token)) or frozenset(found)


def stretches(text: str, statement: Statement, *, own: bool, near: bool) -> Iterator[tuple[int, int]]:
    """The sentences of a text that say the statement.

    ``own``: the text is the person's own, where only the whole statement counts. ``near``: it stands in a conversation
    that taught it, where in a reply half of its value alone does.
    """
    sentences = [(found.span(), words(found.group())) for found in _SENTENCE.finditer(text)]
    whole = [span for span, there in sentences if there and _says(there, statement, own=own, near=near)]
    yield from whole or (_over_sentences(sentences, statement) if own and near and statement.named else ())


def _over_sentences(
    sentences: Sequence[tuple[tuple[int, int], frozenset[str]]], statement: Statement
) -> list[tuple[int, int]]:
    """The sentences that together say what is named: "We have a guest. It is Uncle Ivo." """
    for many in range(2, _TOGETHER + 1):
        for at in range(len(sentences) - many + 1):
            run = sentences[at : at + many]
            there = frozenset().union(*(held for _span, held in run))
            for said in statement.sentences:
                if len(said) > 1 and len(said & there) >= _REPEATS * len(said):
                    return [span for span, held in run if held & said]
    return []


def _says(there: frozenset[str], statement: Statement, *, own: bool, near: bool) -> bool:
    if any(about <= there for about in statement.about_words):
        return True
    share = _SAYS_ANEW if own and not (near and statement.named) else _REPEATS
    for said in statement.sentences:
        if len(said) > 1 and len(said & there) >= share * len(said):
            return True
    if own:
        return False
    value, beside = statement.value_words, statement.beside_value
    if near and value and len(value & there) >= _OF_VALUE * len(value):
        return True
    if value and value <= there:
        return len(value) > 1 or not beside or bool(beside & there)
    return any(len(said) == 1 and said <= there for said in statement.sentences)


def _sentences(text: str) -> list[str]:
    return [found.group() for found in _SENTENCE.finditer(text)]


def _keys(text: str) -> Iterable[str]:
    """Of each sentence the beginnings of its longest words, and pairs of characters as they were written."""
    for sentence in _sentences(text):
        latin = {_beginning(word) for word in _WORD.findall(sentence) if not has_chinese(word)}
        known = words(sentence)
        pairs = [
            word[at : at + 2]
            for word in _WORD.findall(sentence)
            if has_chinese(word)
            for at in range(max(1, len(word) - 1))
            if words(word[at : at + 2]) & known
        ]
        yield from sorted((key for key in latin if words(key)), key=len, reverse=True)[:_KEYS]
        yield from pairs[:_PAIR_KEYS]


def _beginning(word: str) -> str:
    """What the word and its stem have in common: "happiness" and "happy" both begin so."""
    root = stem(word.lower())
    at = 0
    while at < min(len(root), len(word)) and root[at] == word[at].lower():
        at += 1
    return word[: max(at, 2)].lower()
