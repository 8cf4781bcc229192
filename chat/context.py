"""The prompt: its parts in their order, each within its share of the model's window. Pure: nothing is read or called.

Order, from stable to changing: system prompt; profile and recalled memories; passages of documents; conditions,
session state and task; running summary; recent turns; the message.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from chat import blocks, extractive, kept, working
from chat.blocks import Block
from chat.blocks import day as day
from chat.budget import OUTPUT_MINIMUM as OUTPUT_MINIMUM
from chat.budget import Budget as Budget
from chat.compression import Line
from chat.kept import Kept
from chat.session import Said, Window, WindowTurn
from chat.working import TaskShown
from memories.recall.types import EpisodeWords, Recollection
from memoryhub.ai.llm import ChatMessage
from memoryhub.ai.tokens import count_messages, count_tokens

PartName = Literal[
    "system", "memory", "knowledge", "pins", "state", "task", "tools", "summary", "history", "message"
]

#: A message of an earlier turn has at most this share of the history's tokens word for word.
_ONE_OF = 4
#: The task has at least so many tokens, for its goal and current step.
_TASK_MINIMUM = 160


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the prompt as it can be looked at: its text as sent, its tokens, and its share in tokens."""

    name: PartName
    text: str
    tokens: int
    budget: int = 0


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What is not in the prompt as it was said: ``what`` ("turns", "memories", …), how many, and ``why``.

    Why is "no_room", "shortened" (beginning and end are there), "extracted" (its main words stand in the summary), or
    "waits" (a worker has not folded it yet).
    """

    what: str
    count: int
    why: str


@dataclass(frozen=True, slots=True)
class Prompt:
    """What the model is sent.

    ``tokens`` is our own count of the messages; ``max_tokens`` what the answer may have. ``turns_left_out`` of those
    since the summary are not there word for word; ``cut`` tells that the message is not. ``first_sequence`` is that of
    the oldest message word for word.
    """

    messages: list[ChatMessage]
    parts: tuple[Part, ...]
    tokens: int
    max_tokens: int
    turns_left_out: int = 0
    cut: bool = False
    left_out: tuple[LeftOut, ...] = ()
    first_sequence: int | None = None


@dataclass(frozen=True, slots=True)
class Ingredients:
    """All that a prompt is made of.

    ``earlier`` are turns before the window that no summary holds yet; with ``extract`` they are told in short, as are
    those that do not fit; ``waiting`` turns stand before even those. ``done`` are sentences on what was just done to
    the memory; ``now`` is in the person's zone; ``tool_tokens`` is what the tools' descriptions take, 0 without tools;
    ``left_open`` what an earlier chat left open.
    """

    message: str
    now: datetime
    locale: str
    window: Window = field(default_factory=Window)
    recollection: Recollection = field(default_factory=lambda: Recollection(gate="empty"))
    done: tuple[str, ...] = ()
    earlier: tuple[WindowTurn, ...] = ()
    waiting: int = 0
    kept: Kept = field(default_factory=Kept)
    task: TaskShown | None = None
    profile: tuple[str, ...] = ()
    left_open: tuple[EpisodeWords, ...] = ()
    tool_tokens: int = 0
    extract: bool = True


def build(ingredients: Ingredients, *, window_tokens: int, share: float = 1.0, factor: float = 1.0) -> Prompt:
    """The prompt within ``share`` of its budget; ``factor`` is how many tokens the model counts for one of ours.

    The system prompt is never cut, a turn is there whole or not at all, and the message comes before all history.
    """
    with translation.override(ingredients.locale):
        return _Builder(ingredients, Budget(window_tokens, factor=factor, share=share)).build()


class _Builder:
    """Puts one prompt together, in the language in use."""

    def __init__(self, ingredients: Ingredients, budget: Budget) -> None:
        self._given, self._budget = ingredients, budget
        self._limit = max(budget.prompt - ingredients.tool_tokens, 0)
        self._left_out: list[LeftOut] = []

    def build(self) -> Prompt:
        given, budget = self._given, self._budget
        system = blocks.system(tools=given.tool_tokens > 0)
        memory = self._noted("memories", self._memory())
        knowledge = self._noted(
            "passages",
            blocks.knowledge(given.recollection.knowledge, limit=min(budget.knowledge, self._limit // 4)),
        )
        work_limit = max(budget.work - given.tool_tokens, budget.work // 2)
        state = self._noted(
            "state", blocks.state(given.kept.state.shown(), limit=max(work_limit // 3, self._limit // 8))
        )
        # State and conditions may take from history what their share, with the tools in it, does not give.
        pins = self._noted("pins", blocks.pins(given.kept.pins, limit=max(work_limit // 3, self._limit // 4)))
        task = self._task(limit=max(work_limit - count_tokens(state) - count_tokens(pins), _TASK_MINIMUM))
        before = self._opening(system, memory, knowledge, pins, state, task, "")
        left = self._limit - count_messages([before])
        # The summary keeps a part of the room from an over-long message.
        whole = blocks.summary(given.kept.summary)
        text, cut = _fitted(given.message, limit=left - min(count_tokens(whole) + 8, left // 4))
        question: ChatMessage = {"role": "user", "content": text}
        if cut:
            self._left_out.append(LeftOut("message", 1, "shortened"))
        left -= count_messages([question])
        summary, turns, absent = self._history(left=left)
        history = [message for turn in turns for message in turn.messages]
        opening = self._opening(system, memory, knowledge, pins, state, task, summary)
        messages = _alternating([opening, *history, question])
        tokens = count_messages(messages) + given.tool_tokens
        return Prompt(
            messages=messages,
            parts=tuple(self._parts(system, memory, knowledge, pins, state, task, summary, history, text)),
            tokens=tokens,
            max_tokens=budget.output(prompt_tokens=tokens),
            turns_left_out=absent,
            cut=cut,
            left_out=tuple(self._left_out),
            first_sequence=turns[0].first if turns else None,
        )

    # -------------------------------------------------------------------------------------------- the opening

    def _memory(self) -> Block:
        given = self._given
        shown = given.window.message_ids
        return blocks.memory(
            now=given.now,
            profile=given.profile,
            instructions=given.recollection.instructions,
            memories=given.recollection.memories,
            more=given.recollection.more,
            pending=[words for words in given.recollection.pending if words.message_id not in shown],
            done=given.done,
            passages=[words for words in given.recollection.passages if words.message_id not in shown],
            episodes=given.recollection.episodes,
            left_open=given.left_open,
            limit=min(self._budget.memory, self._limit // 2),
        )

    def _task(self, *, limit: int) -> str:
        given = self._given
        if given.task is None:
            return ""
        return blocks.task(
            blocks.untagged(
                working.text_of(given.task, limit_tokens=min(limit, self._limit // 3), locale=given.locale)
            )
        )

    def _noted(self, what: str, block: Block) -> str:
        if block.left_out:
            self._left_out.append(LeftOut(what, block.left_out, "no_room"))
        return block.text

    def _opening(
        self, system: str, memory: str, knowledge: str, pins: str, state: str, task: str, summary: str
    ) -> ChatMessage:
        # One message: some models' templates take one system message, and only as the first.
        kept = blocks.conversation(pins, state, task, summary)
        return {"role": "system", "content": "\n\n".join(filter(None, (system, memory, knowledge, kept)))}

    # -------------------------------------------------------------------------------------------- summary and turns

    def _history(self, *, left: int) -> "tuple[str, list[_Turn], int]":
        """The summary, the turns word for word, and how many are neither there nor in a stored summary."""
        given, budget = self._given, self._budget
        lines = list(given.kept.summary)
        # Beside an over-long message no turn has room: what is left is the summary's.
        room = left if any(row.what == "message" for row in self._left_out) else left // 2
        limit = min(settings.MEMORY_SUMMARY_TOKENS, budget.window // 4, max(room, 0))
        lines = self._condensed(lines, limit=limit)
        one = max(budget.history // _ONE_OF, 64)
        candidates = [_Turn(turn, limit=one) for turn in given.window.turns]
        text = blocks.summary(lines)
        turns = _latest(candidates, limit=left - _cost(text))
        absent = [*given.earlier, *given.window.turns[: len(candidates) - len(turns)]]
        if absent and given.extract:
            # What is not folded yet and has no room is told in short; the worker will do it for good.
            turns = _latest(candidates, limit=left - limit - 8)
            absent = [*given.earlier, *given.window.turns[: len(candidates) - len(turns)]]
            told = extractive.lines(absent, before=given.kept.summary)
            bridge = [*given.kept.summary, *kept.unpinned(told, given.kept.pins)]
            text = blocks.summary(self._condensed(bridge, limit=limit))
        if absent:
            why = "extracted" if given.extract and text else "no_room"
            self._left_out.append(LeftOut("turns", len(absent), why))
        if given.waiting:
            self._left_out.append(LeftOut("turns", given.waiting, "waits"))
        if given.kept.summary and not text:
            self._left_out.append(LeftOut("summary", 1, "no_room"))
        if shortened := sum(turn.shortened for turn in turns):
            self._left_out.append(LeftOut("messages", shortened, "shortened"))
        return text, turns, len(absent)

    def _condensed(self, lines: list[Line], *, limit: int) -> list[Line]:
        """The lines within the tokens of their block."""
        if _cost(blocks.summary(lines)) <= limit:
            return lines
        fewer = lines
        while fewer and _cost(blocks.summary(fewer)) > limit:
            limit_lines = max(limit - 3 * len(fewer) - 30, 0)
            shorter = extractive.condensed(fewer, limit_tokens=limit_lines)
            fewer = shorter if len(shorter) < len(fewer) or shorter != fewer else fewer[1:]
        return fewer

    # -------------------------------------------------------------------------------------------- to look at

    def _parts(
        self,
        system: str,
        memory: str,
        knowledge: str,
        pins: str,
        state: str,
        task: str,
        summary: str,
        history: Sequence[ChatMessage],
        message: str,
    ) -> Iterable[Part]:
        budget = self._budget
        yield Part("system", system, count_tokens(system), budget.system)
        texts: tuple[tuple[PartName, str, int], ...] = (
            ("memory", memory, budget.memory),
            ("knowledge", knowledge, budget.knowledge),
            ("pins", pins, budget.work),
            ("state", state, budget.work),
            ("task", task, budget.work),
            ("summary", summary, budget.history),
        )
        for name, text, share in texts:
            if text:
                yield Part(name, text, count_tokens(text), share)
        if self._given.tool_tokens:
            yield Part("tools", "", self._given.tool_tokens, budget.work)
        if history:
            shown = "\n\n".join(f"[{each['role']}] {each['content']}" for each in history)
            yield Part("history", shown, count_messages(history), budget.history)
        yield Part("message", message, count_messages([{"role": "user", "content": message}]), budget.history)


def _cost(text: str) -> int:
    return count_tokens(text) + 4 if text else 0


# ------------------------------------------------------------------------------------------------ turns


class _Turn:
    """A turn as it is sent: whole, each of its messages within ``limit`` tokens."""

    def __init__(self, turn: WindowTurn, *, limit: int) -> None:
        pairs = [_said(said, limit=limit) for said in turn.messages]
        self.messages = [message for message, _cut in pairs]
        self.shortened = sum(cut for _message, cut in pairs)
        self.first = turn.messages[0].sequence
        self.tokens = count_messages(self.messages)


def _latest(turns: "Sequence[_Turn]", *, limit: int) -> "list[_Turn]":
    """The latest turns that fit, each whole, oldest first."""
    chosen: list[_Turn] = []
    for turn in reversed(turns):
        limit -= turn.tokens
        if limit < 0:
            break
        chosen.append(turn)
    return chosen[::-1]


def _said(said: Said, *, limit: int) -> tuple[ChatMessage, bool]:
    text, cut = blocks.shortened(said.text, limit=limit)
    if said.role == "assistant":
        broken = said.status == "interrupted"
        return {
            "role": "assistant",
            "content": " ".join([text, _("(broken off here)")]) if broken else text,
        }, cut
    if said.role == "tool":
        content = f"<tool {blocks.plain(said.name)}>\n{blocks.untagged(text)}\n</tool>"
        return {"role": "system", "content": content}, cut
    return {"role": "system" if said.role == "system" else "user", "content": text}, cut


def _alternating(messages: Sequence[ChatMessage]) -> list[ChatMessage]:
    """Neighbours of one role as one message: some models' templates refuse two of the person's in a row."""
    joined: list[ChatMessage] = []
    for message in messages:
        if joined and joined[-1]["role"] == message["role"] and message["role"] in ("user", "assistant"):
            joined[-1] = {**joined[-1], "content": f"{joined[-1]['content']}\n\n{message['content']}"}
        else:
            joined.append(message)
    return joined


def _fitted(text: str, *, limit: int) -> tuple[str, bool]:
    """The message within ``limit`` tokens as a message."""
    empty = count_messages([{"role": "user", "content": ""}])
    return blocks.shortened(text, limit=max(limit - empty, 0))
