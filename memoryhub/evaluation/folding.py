"""Measures the built-in compressor on long public chats: what of the folded turns is found again, in how many tokens.

Runs of 100 turns are folded in the product's steps; afterwards each number, date and name of the folded turns is looked
for in summary, state and pins. What counts as one is defined here, apart from the compressor's own idea of it.
"""

import json
import re
import statistics
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import rjieba

from chat import constraints, extractive
from chat.compression import Line
from chat.folding import due
from chat.session import Said, WindowTurn
from chat.state.update import State, updated
from memoryhub.ai.tokens import count_tokens
from memoryhub.evaluation import datasets

SETS = ("beam100k", "locomo", "memorybank")
RUN_TURNS = 100
#: The rest of a chat is a run of its own from so many turns on.
SHORTEST_RUN = 20
LIMIT_TOKENS = 2_000
_START = datetime(2024, 1, 1, 9, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Run:
    """Turns of one chat that are folded together."""

    chat: str
    language: str
    turns: tuple[WindowTurn, ...]


@dataclass(slots=True)
class Outcome:
    """What a run left, and how long its folds took."""

    run: Run
    lines: list[Line] = field(default_factory=list)
    state: State = field(default_factory=State)
    pins: list[str] = field(default_factory=list)
    folds_ms: list[float] = field(default_factory=list)

    @property
    def tokens(self) -> int:
        return sum(count_tokens(line.text) + 1 for line in self.lines)

    @property
    def text(self) -> str:
        shown = json.dumps(self.state.shown(), ensure_ascii=False)
        return "\n".join([*(line.text for line in self.lines), shown, *self.pins])


# ------------------------------------------------------------------------------------------------ reading


def runs(*, name: str, data: Path, split: str, limit: int | None = None) -> list[Run]:
    """The runs of a set. Raises DataMissing."""
    found: list[Run] = []
    for chat, language, turns in _chats(name, data, split):
        for start in range(0, len(turns), RUN_TURNS):
            stretch = turns[start : start + RUN_TURNS]
            if len(stretch) >= SHORTEST_RUN:
                found.append(Run(f"{chat}+{start}", language, tuple(stretch)))
    return found if limit is None else found[:limit]


def _chats(name: str, data: Path, split: str) -> Iterator[tuple[str, str, list[WindowTurn]]]:
    if name == "memorybank":
        for language in ("en", "zh"):
            for chat, rows in _grouped(datasets.rows(data / name, f"dialogues.{language}")).items():
                said = [
                    (role, row[key], row["time"])
                    for row in rows
                    for role, key in (("user", "query"), ("assistant", "response"))
                ]
                yield f"{chat}.{language}", language, _turns(said)
        return
    for chat, rows in _grouped(datasets.rows(data / name, f"corpus.{split}")).items():
        first = rows[0]["speaker"]
        yield (
            chat,
            "en",
            _turns(
                [
                    ("user" if row["speaker"] == first else "assistant", row["text"], row["time"])
                    for row in rows
                ]
            ),
        )


def _grouped(rows: Iterable[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    groups: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        groups.setdefault(row["conv_id"], []).append(row)
    return groups


def _turns(said: Iterable[tuple[str, str, str | None]]) -> list[WindowTurn]:
    """Turns of role, text and time; what the other says before the first message of the person's is left out."""
    turns: list[list[Said]] = []
    at = _START
    for sequence, (role, text, when) in enumerate(said, start=1):
        at = (_time(when) if when else None) or at + timedelta(minutes=1)
        one = Said(UUID(int=sequence), sequence, role, text, said_at=at)
        if role == "user" and not (turns and turns[-1][-1].role == "user"):
            turns.append([one])
        elif turns:
            turns[-1].append(one)
    return [WindowTurn(tuple(turn)) for turn in turns]


def _time(text: str) -> datetime | None:
    for form in ("%I:%M %p on %d %B, %Y", "%B-%d-%Y", "%Y-%m-%d"):
        try:
            return datetime.strptime(text, form).replace(tzinfo=UTC)
        except ValueError:
            continue
    return None


# ------------------------------------------------------------------------------------------------ folding


def folded(run: Run, *, limit_tokens: int = LIMIT_TOKENS) -> Outcome:
    """The run folded as the product folds: the oldest half whenever it is due, at last all that is left."""
    outcome = Outcome(run)
    waiting: list[WindowTurn] = []
    previous = ""
    for turn in run.turns:
        for said in turn.messages:
            if said.role == "user":
                _read(outcome, said, previous)
            previous = said.text
        waiting.append(turn)
        if count := due(waiting):
            _fold(outcome, waiting[:count], limit_tokens)
            del waiting[:count]
    if waiting:
        _fold(outcome, waiting, limit_tokens)
    return outcome


def _read(outcome: Outcome, said: Said, previous: str) -> None:
    assert said.said_at is not None
    outcome.state = updated(
        outcome.state,
        text=said.text,
        said_at=said.said_at,
        message_id=said.message_id,
        sequence=said.sequence,
        previous_assistant=previous,
    )
    outcome.pins += [one.text for one in constraints.found(said.text)]


def _fold(outcome: Outcome, turns: Sequence[WindowTurn], limit_tokens: int) -> None:
    began = time.perf_counter()
    outcome.lines = extractive.condensed(
        [*outcome.lines, *extractive.lines(turns)], limit_tokens=limit_tokens
    )
    outcome.folds_ms.append((time.perf_counter() - began) * 1000)


# ------------------------------------------------------------------------------------------------ what is counted

_CODE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
#: Headings and bold labels are in capitals without being names.
_HEADING = re.compile(
    r"^[ \t]*(?:#{1,6} |\d+[.)] |[-*•] )?(?:\*\*[^*\n]+\*\*:?|#.*)|\*\*[^*\n]+\*\*|^\d+\.\s[A-Z][^.:\n]*:?$",
    re.MULTILINE,
)
_NUMBER = re.compile(r"(?<![\w.])\d+(?:[.,:/]\d+)*")
_SPELLED = re.compile(
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|fifty|hundred|thousand)\b"
    r"|[二两三四五六七八九十百千万]+(?=[个人位天晚元块岁次间张年周月点小])",
    re.IGNORECASE,
)
_MONTH = r"(?:January|February|March|April|June|July|August|September|October|November|December)"
_DATE = re.compile(
    rf"\b{_MONTH}\s+\d{{1,2}}\b|\b\d{{1,2}}\s+{_MONTH}\b|\b(?:(?:last|next|this)\s+)?(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b"
    rf"|\b(?:last|next|this)\s+(?:week(?:end)?|month|year|summer)\b|\b{_MONTH}\b|\byesterday\b|\btomorrow\b"
    r"|\d{1,2}月\d{1,2}[日号]|[上下这]?(?:周|星期)[一二三四五六日末]|[昨明后前]天|[去明]年",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-z][\w'-]*(?: [A-Z][\w'-]+)*")
_NOT_NAMES = re.compile(r"^(?:I['’]\w+|Step|The|This|My|You|It|And|But|So|We|If|That|What|How)$")
_NAME_TAGS = ("nr", "ns", "nt")
KINDS = ("number", "date", "name")


def counted(text: str, *, language: str) -> dict[str, set[str]]:
    """The different numbers, dates and names of a text, code left out, in lower case."""
    prose = _CODE.sub(" ", text)
    names = {re.sub(r"['’]s$", "", found) for found in _NAME.findall(_HEADING.sub(" ", prose))}
    names = {name for name in names if not _NOT_NAMES.match(name) and not _DATE.fullmatch(name)}
    if language == "zh":
        names |= {word for word, tag in rjieba.tag(prose) if tag in _NAME_TAGS and len(word) > 1}
        names |= set(re.findall(r"《([^》]{1,30})》", prose))
    found = {
        "number": {*_NUMBER.findall(prose), *_SPELLED.findall(prose)},
        "date": set(_DATE.findall(prose)),
        "name": names,
    }
    return {kind: {re.sub(r"\s+", " ", one.lower()) for one in values} for kind, values in found.items()}


def is_in(one: str, text: str) -> bool:
    """Whether a number, date or name stands in a text that is in lower case, as a word of its own."""
    if not one.isascii():
        return one in text
    if one[0].isdigit() and one[-1].isdigit():  # "5" is in "5K" and "18" in "18th"
        return re.search(rf"(?<![\w.]){re.escape(one)}(?!\d|[.,]\d)", text) is not None
    return re.search(rf"(?<![\w.]){re.escape(one)}(?![\w]|[.,]\d)", text) is not None


# ------------------------------------------------------------------------------------------------ the figures


def measured(*, name: str, data: Path, split: str, limit: int | None = None) -> dict[str, Any]:
    """The figures of a set. Raises DataMissing."""
    there: Counter[str] = Counter()
    kept: Counter[str] = Counter()
    tokens, times, chats = list[int](), list[float](), dict[str, dict[str, Any]]()
    some = runs(name=name, data=data, split=split, limit=limit)
    extractive.lines([turn for run in some[:1] for turn in run.turns[:1]])  # loads the word lists
    turns = 0
    for run in some:
        outcome = folded(run)
        own: Counter[str] = Counter()
        own_kept: Counter[str] = Counter()
        text = re.sub(r"\s+", " ", outcome.text.lower())
        for who in ("all", "person"):
            said = "\n".join(
                one.text for turn in run.turns for one in turn.messages if who == "all" or one.role == "user"
            )
            for kind, values in counted(said, language=run.language).items():
                found = sum(is_in(value, text) for value in values)
                own[f"{who}.{kind}"] += len(values)
                own_kept[f"{who}.{kind}"] += found
        there += own
        kept += own_kept
        tokens.append(outcome.tokens)
        times += outcome.folds_ms
        turns += len(run.turns)
        chats[run.chat] = {
            "turns": len(run.turns),
            "tokens": outcome.tokens,
            "found": _share(own, own_kept, "all"),
            "found_person": _share(own, own_kept, "person"),
        }
    times.sort()
    return {
        "set": name,
        "split": split,
        "n": len(some),
        "turns": turns,
        "tokens_p50": int(statistics.median(tokens)) if tokens else 0,
        "tokens_max": max(tokens, default=0),
        "found": _share(there, kept, "all"),
        "found_person": _share(there, kept, "person"),
        **{
            f"found_{kind}s{suffix}": _share(there, kept, f"{who}.{kind}")
            for who, suffix in (("all", ""), ("person", "_person"))
            for kind in KINDS
        },
        "items": sum(count for key, count in there.items() if key.startswith("all.")),
        "items_person": sum(count for key, count in there.items() if key.startswith("person.")),
        "p50_ms": round(_at(times, 0.5), 1),
        "p95_ms": round(_at(times, 0.95), 1),
        "categories": chats,
    }


def _share(there: Counter[str], kept: Counter[str], prefix: str) -> float:
    total = sum(count for key, count in there.items() if key == prefix or key.startswith(f"{prefix}."))
    found = sum(count for key, count in kept.items() if key == prefix or key.startswith(f"{prefix}."))
    return round(found / total, 3) if total else 1.0


def _at(ordered: Sequence[float], share: float) -> float:
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)] if ordered else 0.0
