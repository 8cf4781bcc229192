"""What a person asks of the memory in so many words, done inside the turn: remember, forget, put right. No model."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Literal

from django.db.models import Q

from memories.capture import extraction, guess, keys, masking, spans, unsaid, which_one
from memories.capture.commit import Committed, commit
from memories.capture.forget_words import Request, forget_request
from memories.capture.slots import SLOT_WORDS
from memories.capture.types import Act, Candidate, Turn
from memories.kinds import MemoryStatus
from memories.models import Memory, MemorySettings, Posting
from memories.recall.tokens import has_chinese, is_single_character, tokens
from memories.sources import conversations

if TYPE_CHECKING:
    from memoryhub.models import User

Kind = Literal["remember", "forget", "correct"]
Result = Literal[
    "done",
    "none_found",
    "secret",
    "ambiguous",
    "already",
    "learning_off",
    "never_word",
    "switched_off",
    "kept",
    "unsaid",
]

#: Characters of a message that is read before the reply.
LONGEST = 20_000
_MOST_CHOICES = 5
#: How many of the person's messages back the request may stand that an answer chooses from.
_TURNS_BACK = 3
#: The share of the words asked for that a memory must hold: to be forgotten at once, and to be asked about.
_FITS, _MAY_FIT = 0.8, 0.5

_ASKS_TO_KEEP = re.compile(
    r"(?:^|[.!?,;\n]\s*)(?:(?:please|can you|could you|also|and|do)\s+)*"
    r"(?:remember|keep in mind|note|make a note|don't forget|save|store)\b(?! (?:when|how|what|me)\b)|"
    r"(?:^|[。！？，\n])\W*(?:请|帮我|麻烦你?|你要|也)*(?:记住|记下|记一下|记着|别忘)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Acted:
    """What was done. ``memories``: the rows it was done to; ``choices``: those that fit when it is not clear which."""

    kind: Kind
    memories: list[Memory] = field(default_factory=list)
    outcome: Result = "done"
    choices: list[Memory] = field(default_factory=list)


def act_on_words(*, user: "User", turn: Turn) -> Acted | None:
    """Does what the turn asks for in so many words; it is committed when this returns. None: it asks for nothing.

    A very long message is left to capture: no reply waits for it to be read.
    """
    if len(turn.text) > LONGEST:
        return None
    if (chosen := which_one.read(turn.text)) and (acted := _chosen(user, turn, chosen)):
        return acted
    if request := forget_request(spans.own_words(turn).text):
        acted = _forget(user, turn, request)
        if request.plain or acted.outcome == "done":
            return acted
    unwanted = unsaid.unsaid(turn.text)
    if unwanted.before:
        return _taken_back(user, turn)
    found = extraction.by_rules(turn).extraction.candidates
    asked = [candidate for candidate in found if candidate.explicit or candidate.act is Act.CORRECT]
    if not asked:
        if unwanted.spans:
            return Acted("forget", outcome="unsaid")
        secret = _ASKS_TO_KEEP.search(turn.text) and _has_secret(turn)
        return Acted("remember", outcome="secret") if secret else None
    kind: Kind = "correct" if any(candidate.act is Act.CORRECT for candidate in asked) else "remember"
    if MemorySettings.objects.filter(user=user, learn=False).exists():
        return Acted(kind, outcome="learning_off")
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


# ------------------------------------------------------------------------------------------------ forget

_ABOUT_NOTHING = frozenset(
    {
        "memori",
        "thing",
        "fact",
        "said",
        "told",
        "know",
        "rememb",
        "inform",
        "detail",
        "note",
        "stuff",
        "name",
        "call",
    }
    | {"like", "love", "hate", "dislik", "enjoy", "prefer", "ever", "anymor"}
    | set("喜欢爱讨厌吃喝看事情记忆信息件条说告诉名字")
)


def _words(text: str) -> frozenset[str]:
    """The words that a target or a memory is matched by: English stems, Chinese characters."""
    found = tokens(text)
    return frozenset(token for token in found if is_single_character(token) or not has_chinese(token))


def _wanted(target: str) -> frozenset[str]:
    """The words that tell what is meant; words of liking and naming count only where there are no others."""
    return _words(target) - _ABOUT_NOTHING or _words(target)


def fit(target: str, memory: Memory) -> float:
    """The share of the target's words that the memory holds, 0–1."""
    wanted = _wanted(target)
    if not wanted:
        return 0.0
    slot = memory.slot.replace(".", " ").replace("_", " ")
    held = _words(f"{memory.content} {memory.value} {slot} {SLOT_WORDS.get(memory.slot, '')}")
    return len(wanted & held) / len(wanted)


def _in_question(user: "User", target: str) -> list[Memory]:
    """The current rows that share a word with the target, or are of a slot that it names; newest first."""
    wanted = _wanted(target)
    slots = [slot for slot, words in SLOT_WORDS.items() if wanted & _words(words)]
    sharing = Posting.objects.filter(user=user, token__in=wanted).values("memory_id")
    current = Memory.objects.of(user).filter(status__in=(MemoryStatus.ACTIVE, MemoryStatus.PENDING))
    rows = current.filter(Q(pk__in=sharing) | Q(slot__in=slots) | Q(status=MemoryStatus.PENDING))
    return list(rows.select_related("subject").order_by("-created_at"))


def _forget(user: "User", turn: Turn, request: Request) -> Acted:
    _read_waiting_turns(user, turn)
    if request.everything:
        rows = _choices(user, request, said_at=turn.said_at)
        return Acted("forget", outcome="ambiguous" if rows else "none_found", choices=rows)
    return _forget_named(user, request.target, said_at=turn.said_at)


def _choices(user: "User", request: Request, *, said_at: datetime) -> list[Memory]:
    """The memories that are asked about where more than one may be meant, in their order."""
    if request.everything:
        return list(Memory.objects.of(user).active().order_by("-created_at")[:_MOST_CHOICES])
    fitting = _fitting(user, request, said_at=said_at)
    rows = _in_question(user, request.target)
    return (fitting or _best(request.target, rows, at_least=_MAY_FIT))[:_MOST_CHOICES]


def _fitting(user: "User", request: Request, *, said_at: datetime) -> list[Memory]:
    """The memories that hold what is named well enough to be forgotten at once, were there but one."""
    rows = _in_question(user, request.target)
    return _named(request.target, rows, said_at=said_at) or _best(request.target, rows, at_least=_FITS)


def forget_about(*, user: "User", about: str, said_at: datetime) -> Acted:
    """The one current memory that these words name is forgotten, and that is committed; of several none is."""
    return _forget_named(user, about, said_at=said_at)


def _chosen(user: "User", turn: Turn, choice: which_one.Choice) -> Acted | None:
    """Forgets what the answer chooses of the memories that were asked about; None where nothing was asked."""
    from memories import services

    request, before = None, _before(user, turn)
    for _back in range(_TURNS_BACK):
        if before is None:
            return None
        if request := forget_request(spans.own_words(before).text):
            break
        if which_one.read(before.text) is None:
            return None
        before = _before(user, before)
    if request is None or before is None or not request.plain:
        return None  # nothing was asked
    if Memory.objects.of(user).filter(forgotten_at__gte=before.said_at).exists():
        return None  # it was done: nothing was left to ask about
    choices = _choices(user, request, said_at=before.said_at)
    if not choices:
        return None
    if choice.nothing:
        return Acted("forget", outcome="kept")
    whole = choice.everything or (choice.yes and (request.everything or len(choices) == 1))
    if whole and request.everything:
        rows = list(Memory.objects.of(user).filter(status__in=(MemoryStatus.ACTIVE, MemoryStatus.PENDING)))
    elif whole:
        rows = choices
    elif choice.about:
        rows = _best(choice.about, choices, at_least=_MAY_FIT)
        rows = rows if len(rows) == 1 else []
    else:
        rows = [choices[place] for place in choice.places if -len(choices) <= place < len(choices)]
    if not rows:
        return None if choice.about else Acted("forget", outcome="ambiguous", choices=choices)
    services.memory_forget(user=user, memory_ids=[row.pk for row in rows])
    return Acted("forget", rows)


def _before(user: "User", turn: Turn) -> Turn | None:
    """The person's message before this one in the conversation."""
    lines = conversations().around(user=user, message_id=turn.message_id)
    answered = next((line.reply_to for line in lines if line.message_id != turn.message_id), None)
    if not lines or lines[0].message_id == turn.message_id or answered is None:
        return None
    return conversations().turn(user=user, message_id=answered)


def _taken_back(user: "User", turn: Turn) -> Acted:
    """What the message before taught is forgotten: "forget I said that"."""
    from memories import services

    before = _before(user, turn)
    if before is None:
        return Acted("forget", outcome="none_found")
    _read_waiting_turns(user, turn)
    taught = Memory.objects.of(user).filter(
        status__in=(MemoryStatus.ACTIVE, MemoryStatus.PENDING), sources__message_id=before.message_id
    )
    rows = list(taught.distinct())
    if not rows:
        return Acted("forget", outcome="unsaid")
    services.memory_forget(user=user, memory_ids=[row.pk for row in rows])
    return Acted("forget", rows)


def _forget_named(user: "User", target: str, *, said_at: datetime) -> Acted:
    from memories import services

    rows = _in_question(user, target)
    fitting = _named(target, rows, said_at=said_at) or _best(target, rows, at_least=_FITS)
    if len(fitting) == 1:
        services.memory_forget(user=user, memory_ids=[fitting[0].pk])
        return Acted("forget", fitting)
    choices = fitting or _best(target, rows, at_least=_MAY_FIT)
    if not choices:
        return Acted("forget", outcome="none_found")
    return Acted("forget", outcome="ambiguous", choices=choices[:_MOST_CHOICES])


def _read_waiting_turns(user: "User", turn: Turn) -> None:
    """What the person said just before, which no worker has read yet, can be forgotten too: the rules read it now.

    The worker finds it again later: by the message it is the same memory, and stays forgotten if it is.
    """
    if MemorySettings.objects.filter(user=user, learn=False).exists():
        return
    for waiting in conversations().pending_turns(user=user, exclude=[turn.message_id]):
        if candidates := extraction.by_rules(waiting).extraction.candidates:
            commit(user=user, turn=waiting, candidates=candidates)


def _named(target: str, rows: Sequence[Memory], *, said_at: datetime) -> list[Memory]:
    """The rows that say exactly what the target says, as the rules read it: "that I live in Ghent"."""
    said: Candidate | None = guess.guess(target, said_at=said_at)
    if said is None or not said.slot:
        return []
    key = keys.candidate_key(said)
    return [row for row in rows if row.slot == said.slot and row.value_key == key]


def _best(target: str, rows: Sequence[Memory], *, at_least: float) -> list[Memory]:
    """The rows that fit best, if they fit well enough."""
    fits = [(fit(target, row), row) for row in rows]
    best = max((figure for figure, _ in fits), default=0.0)
    return [row for figure, row in fits if figure == best] if best >= at_least else []
