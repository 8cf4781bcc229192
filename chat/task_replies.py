"""The sentences with which the built-in answerer tells how the running task stands."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from chat.asked.tasks import Part, Told


def lines(found: Sequence[Told]) -> list[str]:
    """One line for each part of the task, in the language in use."""
    return [_line(one) for one in found]


def _line(one: Told) -> str:
    match one.part:
        case Part.GOAL:
            return _("Goal of the task: “%(words)s”") % {"words": one.words}
        case Part.NEXT:
            return _("Next step of the task: “%(words)s”") % {"words": one.words}
        case Part.LEFT:
            return _("Still to do in the task: “%(words)s”") % {"words": one.words}
        case Part.DONE:
            done = _("Done in the task: “%(words)s”") % {"words": one.words}
            return f"{done} – {one.result}" if one.result else done
        case Part.PROGRESS:
            return _("Steps of the task that are done: %(done)s of %(of)s") % {"done": one.done, "of": one.of}
        case Part.ALL_DONE:
            return _("All steps of the task are done; the task itself is still open.")
