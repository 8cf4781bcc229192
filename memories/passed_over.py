"""What capture looked at and did not keep, with the reason, from the outcomes of its runs. Reads only."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from memories import sources
from memories.capture import masking
from memories.models import CaptureRun
from memoryhub.models import User

SHOWN = 50
_RUNS = 100
_LONGEST = 240
#: The page sets its own quotation marks around the words.
_MARKS = " \t\r\n\"'“”‘’「」『』"

#: Reasons that say something to a person; questions and small talk are looked at too, and are not listed.
REASONS: dict[str, str | Promise] = {
    "secret": _("It looks like a secret. Secrets are never remembered."),
    "forgotten": _("You had it forgotten."),
    "erased": _("You had it forgotten."),
    "rejected_before": _("You had said no to it."),
    "type_off": _("You switched this type of memory off."),
    "never_word": _("It has one of the words that you never want remembered."),
    "learning_off": _("Learning was switched off."),
    "no_target": _("It was not clear what it corrects."),
    "quote": _("It is a quotation, not your own words."),
    "pasted": _("It was pasted, not your own words."),
    "injected": _("It reads like an order to the assistant, not like your own words."),
}
#: What may be remembered after all when the person says so.
_MAY_BE_KEPT = {"forgotten", "rejected_before", "type_off", "learning_off", "no_target", "quote", "pasted"}


@dataclass(frozen=True, slots=True)
class PassedOver:
    """Words that taught nothing. ``words`` is empty for a secret; ``keepable`` if a person may still keep them."""

    words: str
    reason: str | Promise
    at: datetime
    conversation_id: UUID
    message_id: UUID
    title: str
    keepable: bool


def passed_over(*, user: User) -> list[PassedOver]:
    """The latest of them, newest first; two queries."""
    wanted = Q()
    for reason in REASONS:
        wanted |= Q(outcome__contains=[{"outcome": f"declined:{reason}"}])
    runs = list(CaptureRun.objects.filter(wanted, user=user).order_by("-pk")[:_RUNS])
    if not runs:
        return []
    messages = sources.conversations().messages(user=user, message_ids=[run.message_id for run in runs])
    found: list[PassedOver] = []
    for run in runs:
        if message := messages.get(run.message_id):
            found += _of_run(run.outcome, message)
    return found[:SHOWN]


def _of_run(outcome: Sequence[dict[str, int | str]], message: sources.SourceMessage) -> list[PassedOver]:
    shown: list[PassedOver] = []
    for entry in outcome:
        became, _colon, reason = str(entry.get("outcome", "")).partition(":")
        if became != "declined" or reason not in REASONS:
            continue
        start, end = int(entry.get("start", 0)), int(entry.get("end", len(message.text)))
        words = "" if reason == "secret" else masking.masked(message.text)[start:end].strip(_MARKS)
        if not words and reason != "secret":
            continue
        shown.append(
            PassedOver(
                words=words if len(words) <= _LONGEST else words[:_LONGEST] + "…",
                reason=REASONS[reason],
                at=message.said_at,
                conversation_id=message.conversation_id,
                message_id=message.message_id,
                title=message.conversation_title,
                keepable=reason in _MAY_BE_KEPT and len(words) <= _LONGEST and masking.MASK not in words,
            )
        )
    return shown
