"""What a conversation has left open: of its summary, of what was said since, and of its state. Pure."""

# ruff: noqa: E501

from collections.abc import Sequence

from chat import built_in
from chat.asked.open_points import asked_for
from chat.clauses import sentences, told
from chat.condensing import ASSISTANT, STILL_OPEN
from chat.session import Session
from chat.state.options import BAR, of_options, options_of
from memories.capture.forget_words import forget_request
from memories.recall.tokens import is_single_character, tokens
from memoryhub import patterns as re

_MOST = 5
_CHARACTERS = 200
_READ_SENTENCES = 60

_SETTLES = re.compile(
    r"\b(?:decided|chose|chosen|agreed|booked|ordered|settled|going with|go with|let['’]s (?:take|go|have|do|book)|we(?:['’]ll| will) (?:take|have|go)|it(?:['’]s| is) (?:going to be|settled))\b"
    r"|(?<![没未待])(?:决定|定了|定好|定下|就选|就用|就订|选了|订了|订好|说好|敲定)|那就",
    re.IGNORECASE,
)


def find(seen: Session) -> tuple[str, ...]:
    """What is open, oldest first: of the summary, of what was said since, and of the state."""
    given = [
        (" ".join(line.text.removeprefix(ASSISTANT).split()), line.kind == "question")
        for line in seen.kept.summary
        if not built_in.is_reply(line.text)
    ]
    for turn in (*seen.earlier, *seen.window.turns):
        for said in turn.messages:
            if said.role == "user" and forget_request(said.text) is None:
                given += [
                    (" ".join(f"{each.text}{each.end_mark}".split()), False)
                    for each in sentences(told(said.text))[:_READ_SENTENCES]
                ]
    chosen = [one.value for one in seen.kept.state.entries if one.key == "chosen"]
    found: dict[str, str] = {}
    for at, (text, is_open) in enumerate(given):
        if not 0 < len(text) <= _CHARACTERS or asked_for(text):
            continue
        asks, options = text[-1] in "?？", _options(text)
        if (is_open or options or (STILL_OPEN.search(text) and not asks)) and not _settled(
            text, options, [later for later, _open in given[at + 1 :]], chosen
        ):
            found[_bare(text)] = text
    for one in seen.kept.state.entries:
        if one.key == "open_question" and not asked_for(one.value):
            found.pop(_bare(one.value), None)
            found[_bare(one.value)] = one.value
    return tuple(found.values())[-_MOST:]


def _options(text: str) -> str:
    read = sentences(text)
    return options_of(read[-1]) if read and read[-1].asks else ""


def _settled(text: str, options: str, later: Sequence[str], chosen: Sequence[str]) -> bool:
    """Whether what is said later, or was chosen, settles it: one of its alternatives, or a decision that has a word of it."""
    told_later = [each for each in later if each[-1:] not in "?？" and not STILL_OPEN.search(each)]
    if options:
        named = [option for option in options.split(BAR) if len(option) > 1]
        return any(of_options(value, options) for value in chosen) or any(
            option in each.lower() for each in told_later for option in named
        )
    about = {token for token in tokens(STILL_OPEN.sub(" ", text)) if not is_single_character(token)}
    decisions = [*(each for each in told_later if _SETTLES.search(each)), *chosen]
    return any(about & set(tokens(each)) for each in decisions)


def _bare(text: str) -> str:
    return text.strip(" .!?。！？，,").lower()
