"""What can be done to a memory beneath a message or a reply, and the sentence that says it was done."""

from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from chat.models import Message
from memories import feedback, not_here, services
from memories.kinds import CategoryChoice
from memories.models import Feedback, Memory
from memoryhub.models import User


class NothingThere(Exception):
    """There is no such act, no such memory of the person's, or it had no part in this reply."""


@dataclass(frozen=True, slots=True)
class Done:
    """What was done. ``memory`` as it stands now; ``undo`` the act that takes it back, or empty."""

    act: str
    memory: Memory
    sentence: str
    undo: str = ""


@dataclass(frozen=True, slots=True)
class _Act:
    do: Callable[[User, Message, UUID, str], object]
    sentence: str | Promise
    undo: str = ""


def _unhelpful(user: User, message: Message, memory_id: UUID, content: str) -> None:
    feedback.feedback_give(
        user=user, reply_id=message.pk, memory_id=memory_id, verdict=Feedback.Verdict.UNHELPFUL
    )


def _helpful(user: User, message: Message, memory_id: UUID, content: str) -> None:
    feedback.feedback_give(
        user=user, reply_id=message.pk, memory_id=memory_id, verdict=Feedback.Verdict.HELPFUL
    )


def _withdraw(user: User, message: Message, memory_id: UUID, content: str) -> None:
    feedback.feedback_withdraw(user=user, reply_id=message.pk, memory_id=memory_id)


def _not_here(user: User, message: Message, memory_id: UUID, content: str) -> None:
    not_here.memory_leave_out(user=user, memory_id=memory_id, conversation_id=message.conversation_id)


def _here_again(user: User, message: Message, memory_id: UUID, content: str) -> None:
    not_here.memory_use_again(user=user, memory_id=memory_id, conversation_id=message.conversation_id)


def _edit(user: User, message: Message, memory_id: UUID, content: str) -> None:
    services.memory_edit(user=user, memory_id=memory_id, content=content)


def _forget(user: User, message: Message, memory_id: UUID, content: str) -> None:
    services.memory_forget(user=user, memory_ids=[memory_id])


def _restore(user: User, message: Message, memory_id: UUID, content: str) -> None:
    services.memory_restore(user=user, memory_ids=[memory_id])


def _keep(user: User, message: Message, memory_id: UUID, content: str) -> None:
    services.memory_confirm(user=user, memory_ids=[memory_id])


def _reject(user: User, message: Message, memory_id: UUID, content: str) -> None:
    services.memory_reject(user=user, memory_ids=[memory_id])


def _wait(user: User, message: Message, memory_id: UUID, content: str) -> None:
    """The yes or no is taken back; with the last memory of a private kind goes the consent to the kind."""
    category = services.memory_get_for_user(user=user, memory_id=memory_id).category
    others = Memory.objects.of(user).active().filter(category=category).exclude(pk=memory_id)
    asked = {category: CategoryChoice.ASK} if category and not others.exists() else {}
    services.memory_wait_again(user=user, memory_ids=[memory_id], categories=asked)


ACTS = {
    "edit": _Act(_edit, _("Changed.")),
    "forget": _Act(_forget, _("Forgotten."), undo="restore"),
    "restore": _Act(_restore, _("It is remembered again."), undo="forget"),
    "keep": _Act(_keep, pgettext_lazy("one memory", "Kept."), undo="wait"),
    "reject": _Act(_reject, _("Not kept."), undo="wait"),
    "wait": _Act(_wait, _("It waits for you again.")),
    "helpful": _Act(_helpful, _("Noted: it helped here."), undo="withdraw"),
    "unhelpful": _Act(_unhelpful, _("Noted: it was no help here. It stays remembered."), undo="withdraw"),
    "withdraw": _Act(_withdraw, _("Taken back.")),
    "not_here": _Act(_not_here, _("It is not used in this chat any more."), undo="here_again"),
    "here_again": _Act(_here_again, _("It may be used in this chat again."), undo="not_here"),
}


def act(*, user: User, message: Message, memory_id: UUID, act: str, content: str = "") -> Done:
    """The act is done, once however often it is asked.

    Raises NothingThere, or ValidationError for a text that will not do.
    """
    chosen = ACTS.get(act)
    if chosen is None:
        raise NothingThere
    try:
        chosen.do(user, message, memory_id, content)
        memory = services.memory_get_for_user(user=user, memory_id=memory_id)
    except (services.MemoryNotFound, feedback.NotUsedThere):
        raise NothingThere from None
    return Done(act, memory, str(chosen.sentence), chosen.undo)
