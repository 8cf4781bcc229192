"""The sentences of a conversation that can be told: of its conditions, its summary and its messages. Pure."""

from chat import built_in
from chat.clauses import sentences, told
from chat.condensing import ASSISTANT
from chat.session import Session
from memories.capture.forget_words import forget_request
from memoryhub import patterns as re

_CHARACTERS = 200
_QUESTION = re.compile(r"[?？]|[吗呢么]$")


def candidates(seen: Session) -> list[str]:
    """What was told, oldest first, each once: conditions, summary lines, then the person's own sentences."""
    found = [
        each.text.removeprefix(ASSISTANT)
        for each in seen.kept.summary
        if each.kind != "question" and not _QUESTION.search(each.text) and not built_in.recites(each.text)
    ]
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
    pinned = (line(pin.text) for pin in seen.kept.pins)
    return [text for text in pinned if not any(text in words for words in once)] + once


def bare(text: str) -> str:
    return line(text).strip(" .!。！,，").lower()


def line(text: str) -> str:
    return " ".join(text.split())
