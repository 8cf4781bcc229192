"""The texts of a task as they are taken: clean, not empty where they may not be, and not too long. Pure."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy

from chat import services

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

GOAL_LIMIT, STEP_LIMIT, OUTCOME_LIMIT, STEPS_LIMIT = 500, 200, 4_000, 30
#: A longer result keeps its beginning and its end, with a mark between them.
RESULT_LIMIT = 20_000
_CUT = "\n[…]\n"

_GOAL_TOO_LONG = gettext_lazy("A goal has at most %(limit)d characters.")
_STEP_TOO_LONG = gettext_lazy("A step has at most %(limit)d characters.")
_OUTCOME_TOO_LONG = gettext_lazy("An outcome has at most %(limit)d characters.")


def goal(text: str) -> str:
    """The goal; ValidationError where it is empty or too long."""
    words = _taken(text, limit=GOAL_LIMIT, sentence=_GOAL_TOO_LONG)
    if not words:
        raise ValidationError(gettext_lazy("Say what the task is to achieve."), code="empty")
    return words


def plan(texts: Sequence[str]) -> list[str]:
    """The steps; ValidationError where there are none or too many, or one is empty or too long."""
    steps = [_taken(text, limit=STEP_LIMIT, sentence=_STEP_TOO_LONG) for text in texts]
    if not steps or not all(steps):
        raise ValidationError(
            gettext_lazy("A plan needs at least one step, and no empty ones."), code="empty"
        )
    if len(steps) > STEPS_LIMIT:
        raise too_many_steps()
    return steps


def result(text: str) -> str:
    """The result of a step; of a long one the beginning and the end."""
    words = services.storable(text).strip()
    if len(words) <= RESULT_LIMIT:
        return words
    end = RESULT_LIMIT // 4
    return f"{words[: RESULT_LIMIT - end - len(_CUT)]}{_CUT}{words[-end:]}"


def outcome(text: str) -> str:
    """What came of the task; ValidationError where it is too long."""
    return _taken(text, limit=OUTCOME_LIMIT, sentence=_OUTCOME_TOO_LONG)


def too_many_steps() -> ValidationError:
    """What is raised for a plan that grew too long."""
    return ValidationError(
        gettext_lazy("A task has at most %(limit)d steps."),
        code="too_many",
        params={"limit": STEPS_LIMIT},
    )


def _taken(text: str, *, limit: int, sentence: "_StrPromise") -> str:
    words = services.storable(text).strip()
    if len(words) > limit:
        raise ValidationError(sentence, code="too_long", params={"limit": limit})
    return words
