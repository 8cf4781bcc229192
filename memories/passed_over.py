"""What capture looked at and did not keep, with the reason, from the outcomes of its runs. Reads only.

No text is stored for it: the words are taken from the message, masked, when they are shown.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from memories import sources
from memories.capture import masking
from memories.models import CaptureRun
from memoryhub import patterns as re
from memoryhub.models import User

SHOWN = 50
_LONGEST = 240
#: The page sets its own quotation marks around the words.
_MARKS = " \t\r\n\"'“”‘’「」『』"
_SENTENCE = re.compile(r"[^.!?。！？\n]+(?:[.!?。！？](?=\S)(?!\n)[^.!?。！？\n]*)*[.!?。！？]*")
#: How long a secret is, is nobody's business.
_DOTS = masking.MASK * 6

#: Reasons that say something to a person; questions and small talk are looked at too, and are not listed. Nor is what
#: was said while learning was off: nobody looked at it.
REASONS: dict[str, str | Promise] = {
    "secret": _("It looks like a secret. Secrets are never remembered."),
    "forgotten": _("You had it forgotten."),
    "erased": _("You had it forgotten."),
    "rejected_before": _("You had said no to it."),
    "type_off": _("You switched this type of memory off."),
    "category_off": _("You do not want private matters of this kind remembered."),
    "never_word": _("It has one of the words that you never want remembered."),
    "no_target": _("It was not clear what it corrects."),
    "day_unclear": _("It was not clear which day was meant."),
    "condition": _("It is a condition for that chat, and the chat keeps it."),
    "quote": _("It is a quotation, not your own words."),
    "pasted": _("It was pasted, not your own words."),
    "injected": _("It reads like an order to the assistant, not like your own words."),
}
#: What may be remembered after all when the person says so.
_MAY_BE_KEPT = {
    "forgotten", "rejected_before", "type_off", "category_off", "no_target", "day_unclear",
    "condition", "quote", "pasted",
}  # fmt: skip
#: What the person has decided in the settings, where it can be changed.
_BY_SETTINGS = {"type_off", "category_off", "never_word"}


@dataclass(frozen=True, slots=True)
class PassedOver:
    """Words ``start:end`` of a message that taught nothing, as far as they may be shown: a secret is dots.

    ``reason`` is a key of REASONS and ``sentence`` its words; ``keepable`` if the person may still keep it,
    ``by_settings`` if a setting of theirs is the reason.
    """

    words: str
    reason: str
    sentence: str | Promise
    at: datetime
    conversation_id: UUID
    message_id: UUID
    title: str
    start: int
    end: int
    keepable: bool
    by_settings: bool


@dataclass(frozen=True, slots=True)
class Passed:
    """Some of them, newest first; ``older`` is where to go on, or None at the end."""

    rows: list[PassedOver]
    older: int | None = None


def passed_over(*, user: User, before: int | None = None) -> Passed:
    """The latest of them, or those of older runs than ``before``; two queries."""
    runs = _runs(user)
    if before is not None:
        runs = runs.filter(pk__lt=before)
    found = list(runs.order_by("-pk")[: SHOWN + 1])
    shown = found[:SHOWN]
    ids = [run.message_id for run in shown]
    messages = sources.conversations().messages(user=user, message_ids=ids) if ids else {}
    rows = [
        one
        for run in shown
        if (message := messages.get(run.message_id)) is not None
        for one in _of_run(run.outcome, message)
    ]
    return Passed(rows, shown[-1].pk if len(found) > SHOWN else None)


def find(*, user: User, message_id: UUID, start: int = 0) -> PassedOver | None:
    """What was declined at this place of the message, if the person may keep it still; None for a foreign message."""
    run = _runs(user).filter(message_id=message_id).first()
    message = sources.conversations().messages(user=user, message_ids=[message_id]).get(message_id)
    if run is None or message is None:
        return None
    return next((one for one in _of_run(run.outcome, message) if one.start == start and one.keepable), None)


def starts_at(entry: Mapping[str, int | str], start: int) -> bool:
    """Whether an entry of an outcome is something declined at this place."""
    return str(entry.get("outcome", "")).startswith("declined:") and entry.get("start", 0) == start


def _runs(user: User) -> QuerySet[CaptureRun]:
    wanted = Q()
    for reason in REASONS:
        wanted |= Q(outcome__contains=[{"outcome": f"declined:{reason}"}])
    return CaptureRun.objects.filter(wanted, user=user)


def _of_run(outcome: Sequence[dict[str, int | str]], message: sources.SourceMessage) -> list[PassedOver]:
    shown: list[PassedOver] = []
    masked = masking.masked(message.text)
    for entry in outcome:
        became, _colon, reason = str(entry.get("outcome", "")).partition(":")
        if became != "declined" or reason not in REASONS:
            continue
        start, end = int(entry.get("start", 0)), int(entry.get("end", len(message.text)))
        words = _around(masked, start, end) if reason == "secret" else masked[start:end].strip(_MARKS)
        if not words or any((one.words, one.reason) == (words, reason) for one in shown):
            continue
        whole = len(words) <= _LONGEST
        shown.append(
            PassedOver(
                words=words if whole else words[:_LONGEST] + "…",
                reason=reason,
                sentence=REASONS[reason],
                at=message.said_at,
                conversation_id=message.conversation_id,
                message_id=message.message_id,
                title=message.conversation_title,
                start=start,
                end=end,
                keepable=reason in _MAY_BE_KEPT and whole and masking.MASK not in words,
                by_settings=reason in _BY_SETTINGS,
            )
        )
    return shown


def _around(masked: str, start: int, end: int) -> str:
    """The sentence in which a secret stands, so that a person knows it again; the secret itself is six dots."""
    hidden = masked[:start] + masking.MASK * (end - start) + masked[end:]
    at = next((found for found in _SENTENCE.finditer(hidden) if found.end() > start), None)
    words = at.group() if at else hidden
    return re.sub(f"{masking.MASK}[{masking.MASK}\\s]*{masking.MASK}|{masking.MASK}", _DOTS, words).strip(
        _MARKS
    )
