"""Questions about everything that is known of the person: "What do you know about me?", "你了解我多少？". Pure."""

# ruff: noqa: E501

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol, TypeVar
from uuid import UUID

from memories.recall.tokens import normalise
from memoryhub import patterns as re

_EN_KNOW = r"(?:know|remember|learn(?:ed|t)?|recall|have|got|store[ds]?|save[ds]?|keep|kept|noted)"
_OVERVIEW = re.compile(
    rf"\bwhat(?:'?s| is| are| do| did| have| all| else| things| facts)*\b.{{0,40}}\b{_EN_KNOW}\b.{{0,30}}\b(?:about|of|on) (?:me|myself)(?: so far| already| by now| now)?\W*$|"
    rf"\b(?:tell|show|give|list)\b(?: me)?.{{0,40}}\b{_EN_KNOW}\b.{{0,20}}\b(?:about|of|on) (?:me|myself)\W*$|"
    r"\b(?:tell me about|describe|sum(?:mari[sz]e)?(?: up)?|introduce) (?:me|myself)\W*$|"
    r"\b(?:do you|how well do you|how much do you) (?:know|remember)(?: anything| something| a lot)?(?: about)? me\W*$|"
    r"^\W*(?:do you know )?who (?:am i|i am)\W*$|"
    r"你.{0,6}(?:知道|了解|记得|记住了?|记着|掌握)(?:了)?.{0,4}(?:关于)?我(?:的)?"
    r"(?:什么|哪些|多少|啥|些什么|哪些事情?|什么事情?|的事情?|哪些信息|什么信息|情况|一切|所有)?(?:了)?[吗么呢]?\W*$|"
    r"(?:关于|对)我.{0,8}(?:知道|了解|记得|记住|认识)(?:了)?(?:什么|哪些|多少|啥|些什么|吗|情况|有多少)?.{0,4}\W*$|"
    r"(?:介绍|说说|讲讲|总结|概括|描述)(?:一下|下)?(?:你(?:知道|了解|眼中|记得)的)?我(?:这个人)?(?:吧)?\W*$|^\W*(?:你知道)?我是谁(?:吗|呀|啊)?\W*$"
)  # fmt: skip


def asks_for_overview(query: str) -> bool:
    """Whether the message asks what is known of the person as a whole."""
    return bool(_OVERVIEW.search(re.sub(r"\s+", " ", normalise(query).replace("’", "'")).strip()))


class Row(Protocol):
    """What the choice looks at."""

    pk: UUID
    slot: str
    protection: str
    pinned_at: datetime | None
    importance: float
    access_count: int
    mention_count: int


R = TypeVar("R", bound=Row)


def weightiest(rows: Sequence[R]) -> list[R]:
    """The rows in the order in which one would introduce a person: who they are, then what matters and comes up most."""
    return sorted(rows, key=_weight, reverse=True)


def ranked(rows: Sequence[R], *, limit: int) -> dict[str, list[tuple[UUID, float]]]:
    """The first of these rows with their weights, as the channel that a trace keeps."""
    return {"overview": [(row.pk, _weight(row)) for row in rows[:limit]]}


def _weight(row: Row) -> float:
    told = 0.05 * min(row.mention_count, 5) + 0.02 * min(row.access_count, 10)
    named = 1.0 if row.slot in ("name", "called") else 0.0
    return row.importance + told + named + (0.5 if row.pinned_at or row.protection else 0.0)
