"""What a person asks of the memory in so many words, done inside the turn: remember, forget, put right. No model."""

from typing import TYPE_CHECKING

from memories.capture import entities, extraction, forgetting, masking, spans, unsaid
from memories.capture.acted import Acted as Acted
from memories.capture.acted import Kind as Kind
from memories.capture.commit import Committed, commit
from memories.capture.forget_words import forget_request
from memories.capture.types import Act, Turn
from memories.models import MemorySettings
from memoryhub import patterns as re

if TYPE_CHECKING:
    from memoryhub.models import User

#: Characters of a message that is read before the reply.
LONGEST = 20_000

_ASKS_TO_KEEP = re.compile(
    r"(?:^|[.!?,;\n]\s*)(?:(?:please|can you|could you|also|and|do)\s+)*"
    r"(?:remember|keep in mind|note|make a note|don't forget|save|store)\b(?! (?:when|how|what|me)\b)|"
    r"(?:^|[。！？，\n])\W*(?:请|帮我|麻烦你?|你要|也)*(?:记住|记下|记一下|记着|别忘)",
    re.IGNORECASE,
)


def act_on_words(*, user: "User", turn: Turn) -> Acted | None:
    """Does what the turn asks for in so many words; it is committed when this returns. None: it asks for nothing.

    A very long message is left to capture: no reply waits for it to be read.
    """
    if len(turn.text) > LONGEST:
        return None
    if acted := forgetting.act(user=user, turn=turn):
        return acted
    unwanted = unsaid.unsaid(turn.text)
    if unwanted.before:
        return forgetting.taken_back(user=user, turn=turn)
    found = extraction.by_rules(turn, known=entities.known(user)).extraction.candidates
    asked = [candidate for candidate in found if candidate.explicit or candidate.act is Act.CORRECT]
    if not asked:
        if unwanted.spans:
            return Acted("forget", outcome="unsaid")
        secret = _ASKS_TO_KEEP.search(turn.text) and _has_secret(turn)
        return Acted("remember", outcome="secret") if secret else None
    kind: Kind = "correct" if any(candidate.act is Act.CORRECT for candidate in asked) else "remember"
    if MemorySettings.objects.filter(user=user, learn=False).exists():
        return Acted(kind, outcome="learning_off")
    if kind == "correct":
        forgetting.read_waiting_turns(user=user, turn=turn)
    return _kept(kind, commit(user=user, turn=turn, candidates=asked))


def asked_in_words(turn: Turn) -> Kind | None:
    """What the turn asks of the memory in so many words; nothing is done, and no row is read."""
    request = forget_request(spans.own_words(turn).text)
    if request and request.plain:
        return "forget"
    found = extraction.by_rules(turn).extraction.candidates
    if any(candidate.act is Act.CORRECT for candidate in found):
        return "correct"
    keeps = any(candidate.explicit for candidate in found) or _ASKS_TO_KEEP.search(turn.text)
    return "remember" if keeps else None


def _has_secret(turn: Turn) -> bool:
    return bool(masking.secrets(turn.text))


def _kept(kind: Kind, done: Committed) -> Acted | None:
    new = done.created + [row for row in done.known if row not in done.created]
    if new:
        if kind == "correct" and not done.closed and not done.known:
            kind = "remember"  # nothing of what was known was wrong
        return Acted(kind, new)
    if done.repeated:
        return Acted(kind, done.repeated, outcome="already")
    unwanted = {str(entry["outcome"]).partition(":")[2] for entry in done.outcome}
    if "never_word" in unwanted:
        return Acted(kind, outcome="never_word")
    return Acted(kind, outcome="switched_off") if unwanted & {"type_off", "category_off"} else None
