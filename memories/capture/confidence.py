"""How sure a memory is and how much it matters, as pure functions of what was said. Both lie in 0–1."""

from memories.capture.slots import protection
from memories.capture.types import Act, Candidate
from memories.kinds import MemoryType, Protection

#: A plain statement that a rule read.
PLAIN = 0.85
#: "Remember that …", an allergy, a correction: said with weight.
WEIGHTY = 0.95
#: A mood, a matter of today: below the line from which a memory is injected.
MOOD = 0.4
#: "Maybe", "I might": a little surer, still below it.
TENTATIVE = 0.5
#: A model's own figure counts up to here, and this is taken where it gives none.
MODEL_MOST = 0.9
MODEL_DEFAULT = 0.7
#: What the person wrote or confirmed.
BY_HAND = 1.0
CONFIRMED = 0.95

_IMPORTANCE = {
    MemoryType.INSTRUCTION: 0.85,
    MemoryType.RELATIONSHIP: 0.7,
    MemoryType.DECISION: 0.7,
    MemoryType.FACT: 0.6,
    MemoryType.PREFERENCE: 0.6,
    MemoryType.TASK: 0.6,
    MemoryType.EVENT: 0.5,
}


def confidence(candidate: Candidate) -> float:
    """How sure the words make it: what passes is at most `MOOD`, what is doubtful at most `TENTATIVE`."""
    if candidate.origin == "model":
        sure = min(MODEL_DEFAULT if candidate.certainty is None else candidate.certainty, MODEL_MOST)
    elif candidate.origin == "judge":
        sure = TENTATIVE if candidate.certainty is None else candidate.certainty
    elif candidate.explicit or candidate.safety or candidate.act is Act.CORRECT:
        sure = WEIGHTY
    else:
        sure = PLAIN
    if candidate.tentative:
        sure = min(sure, TENTATIVE)
    if not candidate.lasting:
        sure = min(sure, MOOD)
    return max(0.0, min(sure, 1.0))


def importance(candidate: Candidate) -> float:
    """How much it matters: by type, more for safety, identity and what was asked to be kept, less for what passes."""
    if candidate.safety:
        return 1.0
    weight = _IMPORTANCE.get(MemoryType(candidate.type), 0.5)
    if protection(candidate.slot) == Protection.IDENTITY:
        weight = 0.9
    if candidate.explicit:
        weight += 0.1
    if candidate.tentative:
        weight -= 0.2
    if not candidate.lasting:
        weight = 0.2
    return max(0.0, min(weight, 1.0))


def repeated(known: float, *, told: float) -> float:
    """The confidence after being told again: a quarter of the way to certainty, never below what the new words give.

    A mood told again stays a mood: words below the present figure's line do not lift it over it.
    """
    if told <= TENTATIVE:
        return max(known, told)
    return min(0.99, max(known, told) + (1 - max(known, told)) * 0.25)


def confirmed(known: float) -> float:
    """The confidence after the person has said yes to it."""
    return max(known, CONFIRMED)
