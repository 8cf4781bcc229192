"""What an episode concludes and that matters becomes a memory, where the person's own words bear it out."""

from dataclasses import replace
from typing import TYPE_CHECKING

from memories import sources
from memories.capture import confidence, model, spans
from memories.capture.addressing import to_the_person
from memories.capture.commit import commit
from memories.capture.types import Candidate, Turn
from memories.kinds import MemoryType
from memories.models import EpisodeItem, MemorySource
from memories.recall.tokens import tokens
from memoryhub import patterns as re

if TYPE_CHECKING:
    from uuid import UUID

    from memoryhub.models import User

#: A line that matters more than this is remembered by itself.
ABOVE = 0.7
_SENTENCE = re.compile(r"[^.!?。！？\n]+(?:\.(?=\d)[^.!?。！？\n]+)*")


def raise_conclusions(*, user: "User", conversation_id: "UUID") -> int:
    """Each conclusion of the conversation's episodes that matters has its memory; returns how many were made.

    Nothing is made of words that have taught something before, nor of what the person has forgotten or turned down.
    """
    waiting = EpisodeItem.objects.filter(
        episode__user=user,
        episode__conversation_id=conversation_id,
        kind=EpisodeItem.Kind.CONCLUSION,
        importance__gt=ABOVE,
        memory=None,
    ).prefetch_related("messages")
    made = 0
    for item in waiting:
        for message in item.messages.all():
            turn = (
                sources.conversations().turn(user=user, message_id=message.pk)
                if message.role == "user"
                else None
            )
            candidate = borne_out(item.text, turn) if turn else None
            if turn is None or candidate is None or _taught(turn, candidate):
                continue
            done = commit(user=user, turn=turn, candidates=[candidate])
            rows = [*done.created, *done.repeated]
            if rows:
                EpisodeItem.objects.filter(pk=item.pk, memory=None).update(memory=rows[0])
                made += len(done.created)
            break
    return made


def borne_out(conclusion: str, turn: Turn) -> Candidate | None:
    """The conclusion as a decision with the sentence of the turn that says it, or None where none does."""
    text = spans.own_words(turn)
    wanted = set(tokens(conclusion))
    said = max(
        (match[0].strip() for match in _SENTENCE.finditer(text.text)),
        key=lambda sentence: len(wanted & set(tokens(sentence))),
        default="",
    )
    entry = {
        "type": MemoryType.DECISION.value,
        "content": to_the_person(conclusion),
        "quote": said,
        "confidence": confidence.MODEL_DEFAULT,
    }
    found = model.checked([entry], text).candidates if said else []
    return replace(found[0], type=MemoryType.DECISION, slot="decision", value=said) if found else None


def _taught(turn: Turn, candidate: Candidate) -> bool:
    """Whether these words have taught a memory, whatever became of it."""
    return MemorySource.objects.filter(
        message_id=turn.message_id, start__lt=candidate.end, end__gt=candidate.start
    ).exists()
