"""What a finished task leaves: one memory of its outcome, a decision where one was made, else an event."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from memories import fingerprints, notices, records
from memories.capture import confidence, keys, masking, safety, wishes
from memories.capture.entities import entity_for
from memories.capture.types import Candidate, ResolvedDate
from memories.kinds import Actor, DatePrecision, EventVerb, MemoryStatus, MemoryType, SourceKind
from memories.models import Memory, MemorySettings, MemorySource, Profile
from memoryhub import patterns as re

if TYPE_CHECKING:
    from memoryhub.models import User

#: Characters of goal and outcome in the memory.
_GOAL, _OUTCOME = 160, 320
#: As sure as a plain statement of the person's: they saw the task end.
_SURE = 0.9

_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
_CHOICE = re.compile(
    r"\b(?:decid(?:e|es|ed|ing)|decision|chose|chosen|choos(?:e|es|ing)|picked|pick|selected|opted|settled[ ]on|"
    r"settled[ ]for|went[ ]with|going[ ]with|go[ ]with|agreed[ ](?:on|to)|the[ ]winner[ ]is|final[ ]choice|"
    r"(?:our|my)[ ]choice|ruled[ ]out)\b"
    r"|决定|选定|选了|选的是|选择|选中|选好|定下|定为|定在|定了|敲定|拍板|最终选|最后选|改用|采用|就用|就选|排除",
    re.IGNORECASE,
)
_NO_CHOICE = re.compile(
    r"\b(?:not|never|yet[ ]to|nothing|haven['’]t|hasn['’]t|didn['’]t|couldn['’]t|can['’]t|could[ ]not|no)\b"
    r"[^.;,。；，]{0,20}$|[没未不][^。；，]{0,4}$|(?:再|待|等|尚)[^。；，]{0,3}$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Finished:
    """A task that has just ended. ``results`` are those of its steps, in their order."""

    task_id: UUID
    goal: str
    results: Sequence[str]
    outcome: str = ""


def memory_from_task(*, user: "User", end: Callable[[], Finished | None]) -> Memory | None:
    """The task is ended by ``end`` and its outcome is remembered, in one transaction; a task leaves one memory.

    ``end`` may run more than once, what it did before being rolled back; it returns None for a task that had ended
    before. Returns None where nothing was to be remembered: learning or the type is switched off, a word is never to
    be kept, or the same was forgotten.
    """

    def work(vectors: records.Vectors) -> Memory | None:
        task = end()
        if task is None:
            return None
        return _remember(user, task, vectors)

    return records.changing(user_id=user.pk, contents=(), work=work)


def _remember(user: "User", task: Finished, vectors: records.Vectors) -> Memory | None:
    own = MemorySettings.objects.filter(user=user).first() or MemorySettings(user=user)
    if not own.learn or MemorySource.objects.filter(memory__user=user, task_id=task.task_id).exists():
        return None
    now = timezone.now()
    candidate = outcome_of(task, ended_at=now.astimezone(user.tzinfo))
    if wishes.refusal(candidate, wishes=own):
        return None
    entity = entity_for(user)
    key = keys.candidate_key(candidate)
    marks = fingerprints.of(
        user, subject_key=entity.key, slot="", value_key=key, positive=True, content=candidate.content
    )
    if fingerprints.is_buried_import(user, marks=marks):  # a task's end is no new word of the person's
        return None
    assert candidate.occurred is not None
    known = (
        Memory.objects.of(user)
        .filter(
            content=candidate.content,
            occurred_on=candidate.occurred.on,
            status__in=(MemoryStatus.ACTIVE, MemoryStatus.PENDING),
        )
        .first()
    )
    if known is not None:
        MemorySource.objects.create(memory=known, kind=SourceKind.TASK, task_id=task.task_id, said_at=now)
        return known
    held = safety.assess(candidate, consents=own.consents)
    memory = Memory.objects.create(
        user=user,
        content=candidate.content,
        language=candidate.language,
        subject=entity,
        value_key=key,
        type=candidate.type,
        confidence=_SURE,
        importance=confidence.importance(candidate),
        sensitivity=held.sensitivity,
        category=held.category,
        flag=held.flag,
        protection=held.protection,
        status=MemoryStatus.PENDING if held.waits else MemoryStatus.ACTIVE,
        occurred_on=candidate.occurred.on,
        occurred_precision=candidate.occurred.precision,
        valid_from=now,
        created_at=now,
        updated_at=now,
    )
    MemorySource.objects.create(memory=memory, kind=SourceKind.TASK, task_id=task.task_id, said_at=now)
    vectors.write(memory)
    records.log(memory, EventVerb.CREATED, actor=Actor.AGENT, detail=SourceKind.TASK)
    Profile.objects.filter(user=user, stale_since__isnull=True).update(stale_since=now)
    notices.noticed_on_commit(user_id=user.pk, message_id=None, memories=[memory])
    return memory


# ------------------------------------------------------------------------------------------------ what it says (pure)


def outcome_of(task: Finished, *, ended_at: datetime) -> Candidate:
    """What is to be remembered of a finished task, in the language of its goal; secrets are masked."""
    chinese = len(_HAN.findall(task.goal)) * 2 >= len(re.findall(r"[A-Za-z]+", task.goal)) and bool(
        _HAN.search(task.goal)
    )
    told = _told(task, chinese=chinese)
    choice = _chooses(told)
    goal = _short(task.goal, limit=_GOAL)
    if chinese:
        content = f"你完成了：{goal}" + (f"。{told}" if told else "")
        content = content if content.endswith(("。", "！", "？", "…")) else content + "。"
    else:
        content = f"You finished: {goal}" + (f". {told}" if told else "")
        content = content if content.endswith((".", "!", "?", "…")) else content + "."
    content = masking.masked(content)[: settings.MEMORY_CONTENT_LIMIT]
    return Candidate(
        type=MemoryType.DECISION if choice else MemoryType.EVENT,
        content=content,
        quote="",
        start=0,
        end=0,
        language="zh" if chinese else "en",
        occurred=ResolvedDate(on=ended_at.date(), precision=DatePrecision.DAY),
    )


def _told(task: Finished, *, chinese: bool) -> str:
    """The outcome, or the last results that fit; the choices that were made go before others."""
    if outcome := _one_line(task.outcome):
        return _short(outcome, limit=_OUTCOME)
    results = [_one_line(result).rstrip(".。;；") for result in task.results if result.strip()]
    order = sorted(
        range(len(results)),
        key=lambda index: (index != len(results) - 1, not _chooses(results[index]), -index),
    )
    left, chosen = _OUTCOME, set[int]()
    for index in order:
        if len(results[index]) + 2 > left and chosen:
            continue
        chosen.add(index)
        left -= len(results[index]) + 2
    return _short(
        ("；" if chinese else "; ").join(results[index] for index in sorted(chosen)), limit=_OUTCOME
    )


def _chooses(text: str) -> bool:
    """Whether the text tells that a choice was made, rather than that none was."""
    return any(not _NO_CHOICE.search(text, 0, match.start()) for match in _CHOICE.finditer(text))


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _short(text: str, *, limit: int) -> str:
    line = _one_line(text).rstrip(".。")
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"
