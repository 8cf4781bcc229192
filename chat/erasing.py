"""What a conversation loses when words of it are forgotten: all that was made from them, and the quick copies.

And what it has again when that is undone.
"""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import transaction
from django.db.models import Max

from chat import kept, session, titles, tool_records
from chat.kept import Kept
from chat.models import Conversation, Message, Pin, PromptRecord, SummaryLine
from chat.state.entries import words_left
from chat.state.update import State, noted
from memories.kinds import ErasedPlace
from memories.models import Tombstone

if TYPE_CHECKING:
    from memoryhub.models import User

#: Where a tombstone's words stand: message, start and end.
_Stretch = tuple[UUID | None, int | None, int | None]


def erase(*, user: "User", message_ids: Sequence[UUID], memory_ids: Sequence[UUID] = ()) -> Counter[str]:
    """What was made from these messages of the person's, or told of these memories, is gone with the transaction.

    After the tombstones, in the caller's transaction; returns how much went, by ``ErasedPlace``.
    """
    gone: Counter[str] = Counter()
    gone[ErasedPlace.TITLES] += titles.make_anew(user=user, message_ids=message_ids)
    gone += _from_kept(user, message_ids)
    gone[ErasedPlace.TOOLS] += tool_records.erase(user=user, message_ids=message_ids, memory_ids=memory_ids)
    return +gone


def _from_kept(user: "User", message_ids: Sequence[UUID]) -> Counter[str]:
    """Summary lines go with their message. A pin goes when its words are among those forgotten; so does a state entry,
    and one that does not stand in the words that are left.
    """
    rows = Message.objects.filter(conversation__user=user, pk__in=list(message_ids))
    first = dict(rows.order_by().values_list("conversation_id").annotate(Max("sequence")))
    gone: Counter[str] = Counter()
    if not first:
        return gone
    ids = set(rows.values_list("pk", flat=True))
    # Locked before anything is looked for: a fold, or the record of a prompt, is either stored and found, or sees
    # what was forgotten.
    own = list(Conversation.objects.select_for_update().filter(pk__in=first).order_by("pk"))
    told = SummaryLine.messages.through.objects.filter(message_id__in=ids).values_list(
        "summaryline_id", flat=True
    )
    lines = SummaryLine.objects.filter(pk__in=list(told))
    gone[ErasedPlace.SUMMARY] = lines.count()
    lines.delete()
    forgotten = list(
        Tombstone.objects.filter(user=user, message_id__in=ids).values_list("message_id", "start", "end")
    )
    gone[ErasedPlace.CONDITIONS] = _pins(ids, forgotten)
    prompts = PromptRecord.objects.filter(reply__conversation__in=first).exclude(texts={})
    gone[ErasedPlace.PROMPTS] = prompts.update(texts={})
    left = words_left(dict(rows.values_list("pk", "text")), forgotten)
    for conversation in own:
        before = State.from_json(conversation.state)
        state = before.without(ids, left)
        gone[ErasedPlace.STATE] += len(before.entries) - len(state.entries)
        Conversation.objects.filter(pk=conversation.pk).update(state=state.as_json())
        kept.changed(conversation.pk)
        # A copy that nobody asks for would hold it for a day.
        transaction.on_commit(partial(session.clear, conversation_id=conversation.pk), robust=True)
    return gone


def bring_back(*, user: "User", message_ids: Sequence[UUID]) -> None:
    """What these messages of the person's tell holds again: conditions, and state where it has nothing newer.

    After the tombstones were lifted, in the caller's transaction; a second time changes nothing.
    """
    rows = Message.objects.filter(
        conversation__user=user, pk__in=list(message_ids), role=Message.Role.USER
    ).order_by("conversation_id", "sequence")
    for conversation_id, messages in groupby(rows, key=attrgetter("conversation_id")):
        own = Conversation.objects.select_for_update().get(pk=conversation_id)
        said = [session.said_of(each) for each in messages if each.sequence <= own.state_through]
        if not said or not kept.may_write(conversation_id):
            continue
        unread = Kept(pins=kept.pins_of(conversation_id))
        through = said[-1].sequence
        said = kept.still_told(unread, said, conversation_id=conversation_id, through=through)
        read, pins = kept.caught_up(unread, said, through=through)
        for pin in pins:
            pin.conversation_id = conversation_id
        Pin.objects.bulk_create(pins, ignore_conflicts=True)
        own.state = noted(State.from_json(own.state), read.state.entries).as_json()
        own.save(update_fields=["state"])
        kept.changed(conversation_id)
        transaction.on_commit(partial(session.clear, conversation_id=conversation_id), robust=True)


def _pins(ids: set[UUID], forgotten: Sequence[_Stretch]) -> int:
    """Pins on forgotten words are gone; returns how many."""
    found = [
        pin.pk
        for pin in Pin.objects.filter(message_id__in=ids)
        if any(_overlaps(pin, start, end) for message, start, end in forgotten if message == pin.message_id)
    ]
    Pin.objects.filter(pk__in=found).delete()
    return len(found)


def _overlaps(pin: Pin, start: int | None, end: int | None) -> bool:
    if start is None or end is None or pin.start is None or pin.end is None:
        return True
    return pin.start < end and start < pin.end
