"""Compares what a scenario left behind with what it must leave behind. Pure: rows and texts in, sentences out."""

import re
from collections.abc import Iterable, Sequence

from memories.kinds import MemoryStatus
from memories.models import Memory
from memoryhub import nowhere
from memoryhub.evaluation.scenario import Expect, ExpectedMemory, RecalledCheck, Texts, Window

_GONE = (MemoryStatus.FORGOTTEN, MemoryStatus.REJECTED)


def text_of(memory: Memory) -> str:
    """What patterns are searched in: the content and the value."""
    return f"{memory.content}\n{memory.value}"


def matches(memory: Memory, expected: ExpectedMemory) -> bool:
    """Whether this row is one that the scenario asks for."""
    text = text_of(memory)
    exact = (
        (expected.mentions, memory.mention_count),
        (expected.occurred_on, memory.occurred_on),
        (expected.protected, memory.protected),
        (expected.sensitivity, memory.sensitivity),
        (expected.slot, memory.slot),
    )
    return (
        (expected.status is None or memory.status in expected.status)
        and (expected.type is None or memory.type in expected.type)
        and all(re.search(pattern, text) for pattern in expected.all)
        and not any(re.search(pattern, text) for pattern in expected.none)
        and (expected.min_confidence is None or memory.confidence >= expected.min_confidence)
        and (expected.max_confidence is None or memory.confidence <= expected.max_confidence)
        and all(wanted is None or wanted == found for wanted, found in exact)
    )


def unmatched(rows: Sequence[Memory], expected: Sequence[ExpectedMemory]) -> list[ExpectedMemory]:
    """The expectations that no row of its own meets (a maximum matching by augmenting paths)."""
    holder: dict[int, int] = {}  # row → expectation

    def place(wanted: int, tried: set[int]) -> bool:
        for number, row in enumerate(rows):
            if number in tried or not matches(row, expected[wanted]):
                continue
            tried.add(number)
            if number not in holder or place(holder[number], tried):
                holder[number] = wanted
                return True
        return False

    return [expected[wanted] for wanted in range(len(expected)) if not place(wanted, set())]


def memory_failures(rows: Sequence[Memory], expect: Expect) -> list[str]:
    """What of ``memories``, ``counts``, ``max_counts`` and ``absent`` does not hold of these rows."""
    failures = [
        f"no memory like {wanted.model_dump(exclude_defaults=True, mode='json')}"
        for wanted in unmatched(rows, expect.memories)
    ]
    tally = {status: sum(row.status == status for row in rows) for status in MemoryStatus}
    failures += [
        f"{tally[status]} {status.value}, expected {count}"
        for status, count in expect.counts.items()
        if tally[status] != count
    ]
    failures += [
        f"{tally[status]} {status.value}, at most {count} expected"
        for status, count in expect.max_counts.items()
        if tally[status] > count
    ]
    failures += [
        f"{pattern!r} is in {row.status} {row.content!r}"
        for pattern in expect.absent
        for row in rows
        if row.status not in _GONE and re.search(pattern, text_of(row))
    ]
    if failures:
        failures.append(
            "stored: " + ("; ".join(f"{row.status} {row.type} {row.content!r}" for row in rows) or "nothing")
        )
    return failures


def text_failures(text: str, check: Texts, *, what: str) -> list[str]:
    """What of ``all`` and ``none`` does not hold of this text."""
    return [f"{what}: {p!r} is missing" for p in check.all if not re.search(p, text)] + [
        f"{what}: {p!r} is there" for p in check.none if re.search(p, text)
    ]


def recalled_failures(recalled: Sequence[str], check: RecalledCheck) -> list[str]:
    """What does not hold of the memories injected for a turn."""
    failures = [
        f"recalled: none matches {p!r}" for p in check.all if not any(re.search(p, text) for text in recalled)
    ]
    failures += [
        f"recalled: {p!r} is in {text!r}" for p in check.none for text in recalled if re.search(p, text)
    ]
    if check.max is not None and len(recalled) > check.max:
        failures.append(f"recalled: {len(recalled)}, at most {check.max} expected")
    if check.min is not None and len(recalled) < check.min:
        failures.append(f"recalled: {len(recalled)}, at least {check.min} expected")
    if failures:
        failures.append("recalled: " + ("; ".join(map(repr, recalled)) or "nothing"))
    return failures


def window_failures(prompt: str, tokens: int, check: Window) -> list[str]:
    """What does not hold of the prompt of a turn."""
    failures = text_failures(prompt, check, what="window")
    if check.max_tokens is not None and tokens > check.max_tokens:
        failures.append(f"window: {tokens} tokens, at most {check.max_tokens} expected")
    return failures


def nowhere_failures(values: Iterable[tuple[str, str | bytes]], patterns: Sequence[str]) -> list[str]:
    """Where a text that must be gone is still stored; ``values`` is each stored text with its place."""
    found = nowhere.find([nowhere.fits(pattern) for pattern in patterns], values)
    return [
        f"nowhere: {pattern!r} is in {place}"
        for pattern, places in zip(patterns, found, strict=True)
        for place in sorted(places)
    ]
