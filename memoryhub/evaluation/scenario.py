"""The format of a scenario file: read strictly, so that a misspelt key never passes as a check."""

import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Annotated, Any, Literal
from zoneinfo import available_timezones

import yaml
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    model_validator,
)

from memories.kinds import MemoryStatus, MemoryType


class ScenarioError(Exception):
    """A file could not be read; the text names the file, the case and the key."""


def _pattern(value: str) -> str:
    try:
        re.compile(value)
    except re.error as error:
        raise ValueError(f"not a regular expression: {error}") from None
    return value


_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}


def _duration(value: Any) -> timedelta:
    found = re.fullmatch(r"(\d+)([smhd])", str(value))
    if not found:
        raise ValueError("a duration is a whole number and one of s, m, h, d, like 91d")
    return timedelta(**{_UNITS[found[2]]: int(found[1])})


def _switch(value: Any) -> Any:
    """``off`` without quotes is false to YAML; both are meant."""
    return {"off": False, "on": True}.get(value, value) if isinstance(value, str) else value


def _several(value: Any) -> Any:
    return value if isinstance(value, list) else [value]


def _zone(value: str) -> str:
    if value not in available_timezones():
        raise ValueError(f"{value} is not a time zone")
    return value


Pattern = Annotated[str, AfterValidator(_pattern)]
Duration = Annotated[timedelta, BeforeValidator(_duration)]
Switch = Annotated[bool, BeforeValidator(_switch)]
Types = Annotated[list[MemoryType], BeforeValidator(_several)]
Statuses = Annotated[list[MemoryStatus], BeforeValidator(_several)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)


class Texts(_Strict):
    """Patterns over one text: every one of ``all`` is found in it, none of ``none``."""

    all: list[Pattern] = []
    none: list[Pattern] = []


class Window(Texts):
    max_tokens: int | None = None


class RecalledCheck(Texts):
    max: int | None = None
    min: int | None = None


class Nothing(_Strict):
    """A step without options."""


class Say(_Strict):
    say: str
    assistant: str | None = None
    llm: list[str] | None = None
    capture: Switch = True
    recalled: RecalledCheck | None = None
    reply: Texts | None = None
    window: Window | None = None


class NewConversation(_Strict):
    class Options(_Strict):
        temporary: bool = False

    new_conversation: Options


class EndConversation(_Strict):
    end_conversation: Nothing


class As(_Strict):
    name: str = Field(alias="as")


class Wait(_Strict):
    wait: Duration


class Upkeep(_Strict):
    upkeep: Nothing


class System(_Strict):
    system: str


class Tool(_Strict):
    class Options(_Strict):
        name: str
        result: str

    tool: Options


class StartTask(_Strict):
    class Options(_Strict):
        goal: str
        plan: list[str]

    task: Options


class StepDone(_Strict):
    class Options(_Strict):
        result: str = ""

    step_done: Options


class TaskDone(_Strict):
    task_done: Nothing


class Act(_Strict):
    """Exactly one of the person's actions on the one memory that matches."""

    forget: Pattern | None = None
    pin: Pattern | None = None
    unpin: Pattern | None = None
    confirm: Pattern | None = None
    reject: Pattern | None = None
    restore: Pattern | None = None

    @model_validator(mode="after")
    def _one(self) -> "Act":
        if len(self.model_fields_set) != 1:
            raise ValueError("one action a step")
        return self

    @property
    def verb(self) -> str:
        return next(iter(self.model_fields_set))


class Edit(_Strict):
    class Options(_Strict):
        match: Pattern
        content: str

    edit: Options


class Row(_Strict):
    content: str
    type: str | None = None


class Remember(_Strict):
    class Options(_Strict):
        content: str
        type: MemoryType | None = None

    remember: Options


class DeleteConversation(_Strict):
    class Options(_Strict):
        forget_learnt: bool = False

    delete_conversation: Options


class Settings(_Strict):
    class Options(_Strict):
        use: bool | None = None
        learn: bool | None = None

    settings: Options


class Import(_Strict):
    rows: list[Row] = Field(alias="import")


class ExportImport(_Strict):
    export_import: Nothing


class Repeat(_Strict):
    class Options(_Strict):
        times: int = Field(ge=0)
        steps: list[Any]

    repeat: Options


class Parallel(_Strict):
    parallel: list[list[Any]]


STEPS: dict[str, type[_Strict]] = {
    "say": Say,
    "new_conversation": NewConversation,
    "end_conversation": EndConversation,
    "as": As,
    "wait": Wait,
    "upkeep": Upkeep,
    "system": System,
    "tool": Tool,
    "task": StartTask,
    "step_done": StepDone,
    "task_done": TaskDone,
    **dict.fromkeys(("forget", "pin", "unpin", "confirm", "reject", "restore"), Act),
    "edit": Edit,
    "remember": Remember,
    "delete_conversation": DeleteConversation,
    "settings": Settings,
    "import": Import,
    "export_import": ExportImport,
    "repeat": Repeat,
    "parallel": Parallel,
}


class ExpectedMemory(_Strict):
    status: Statuses | None = None
    type: Types | None = None
    all: list[Pattern] = []
    none: list[Pattern] = []
    min_confidence: float | None = None
    max_confidence: float | None = None
    mentions: int | None = None
    occurred_on: date | None = None
    protected: bool | None = None
    sensitivity: str | None = None
    slot: str | None = None


class Expect(_Strict):
    user: str | None = None
    memories: list[ExpectedMemory] = []
    counts: dict[MemoryStatus, int] = {}
    max_counts: dict[MemoryStatus, int] = {}
    absent: list[Pattern] = []
    nowhere: list[Pattern] = []
    profile: Texts | None = None
    users: dict[str, "Expect"] = {}


class Case(_Strict):
    id: str
    title: str
    part: Literal["capture", "recall", "session", "working", "upkeep", "privacy"]
    timezone: Annotated[str, AfterValidator(_zone)] = "UTC"
    clock: datetime | None = None
    llm: Literal["none", "scripted"] = "none"
    steps: list[_Strict]
    expect: Expect


def _refused(where: str, error: ValidationError) -> ScenarioError:
    first = error.errors()[0]
    key = ".".join(str(part) for part in first["loc"]) or "the case"
    what = "unknown key" if first["type"] == "extra_forbidden" else first["msg"]
    return ScenarioError(f"{where}: {key}: {what}")


def _step(raw: Any, where: str) -> _Strict:
    if not isinstance(raw, dict):
        raise ScenarioError(f"{where}: a step is a mapping")
    kinds = [key for key in raw if key in STEPS]
    if len(kinds) != 1:
        found = ", ".join(map(str, raw)) or "nothing"
        raise ScenarioError(f"{where}: {found}: " + ("two kinds of step in one" if kinds else "unknown step"))
    raw = {key: {} if value is None and key != "llm" else value for key, value in raw.items()}
    try:
        step = STEPS[kinds[0]].model_validate(raw)
    except ValidationError as error:
        raise _refused(where, error) from None
    if isinstance(step, Repeat):
        steps = _steps(step.repeat.steps, f"{where}: repeat")
        return step.model_copy(update={"repeat": step.repeat.model_copy(update={"steps": steps})})
    if isinstance(step, Parallel):
        return step.model_copy(
            update={
                "parallel": [_steps(row, f"{where}: parallel {i + 1}") for i, row in enumerate(step.parallel)]
            }
        )
    return step


def _steps(raw: Any, where: str) -> list[_Strict]:
    if not isinstance(raw, list):
        raise ScenarioError(f"{where}: steps: a list is needed")
    return [_step(item, f"{where}: step {number}") for number, item in enumerate(raw, start=1)]


def _case(raw: Any, path: Path, number: int) -> Case:
    if not isinstance(raw, dict):
        raise ScenarioError(f"{path}: case {number}: a case is a mapping")
    where = f"{path}: case {raw.get('id', number)}"
    steps = _steps(raw.get("steps"), where)
    try:
        return Case.model_validate(raw | {"steps": steps})
    except ValidationError as error:
        raise _refused(where, error) from None


def read(paths: list[Path]) -> Iterator[Case]:
    """The cases of these files in order; raises ``ScenarioError`` for the first thing that is not understood."""
    seen: dict[str, Path] = {}
    for path in paths:
        try:
            raw = yaml.safe_load(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise ScenarioError(f"{path}: {error.strerror}") from None
        except (yaml.YAMLError, UnicodeDecodeError) as error:
            raise ScenarioError(f"{path}: not YAML: {' '.join(str(error).split())}") from None
        if not isinstance(raw, list):
            raise ScenarioError(f"{path}: a file is a list of cases")
        for number, item in enumerate(raw, start=1):
            case = _case(item, path, number)
            if case.id in seen:
                raise ScenarioError(f"{path}: case {case.id}: id: already used in {seen[case.id]}")
            seen[case.id] = path
            yield case
