"""What a person does to memories on their pages, one or many at once, with the sentence that tells it and its undo."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from memories import days, handwritten, services, switches
from memories.kinds import CategoryChoice, MemoryStatus, SensitiveCategory
from memories.models import Memory
from memoryhub.models import User

#: The act that takes a decision in the inbox back.
WAIT_AGAIN = "wait_again"

_AWAY = (MemoryStatus.ARCHIVED, MemoryStatus.FORGOTTEN, MemoryStatus.REJECTED)


@dataclass(frozen=True, slots=True)
class Done:
    """What was done. ``undo`` is the act that takes it back on ``undo_ids``, or empty; ``undo_with``: what it needs."""

    count: int
    sentence: str
    undo: str = ""
    undo_ids: tuple[UUID, ...] = ()
    undo_with: Mapping[str, Sequence[str]] = field(default_factory=dict)


class UnknownAct(Exception):
    """There is no such act."""


def act(*, user: User, name: str, memory_ids: Sequence[UUID]) -> Done:
    """The act is done to all of these memories, or to none: MemoryNotFound if one is not the person's."""
    doer = _ACTS.get(name)
    if doer is None:
        raise UnknownAct(name)
    owned = Memory.objects.of(user).select_related("subject").in_bulk(list(memory_ids))
    if len(owned) != len(set(memory_ids)):
        raise services.MemoryNotFound
    return doer(user, [owned[memory_id] for memory_id in dict.fromkeys(memory_ids)])


def _ids(rows: Sequence[Memory]) -> tuple[UUID, ...]:
    return tuple(row.pk for row in rows)


def _forget(user: User, rows: Sequence[Memory]) -> Done:
    receipt = services.memory_forget(user=user, memory_ids=_ids(rows))
    if not receipt.count:
        return Done(0, _("That was forgotten already."))
    text = ngettext(
        "Forgotten. It stays in the recycle bin until %(day)s.",
        "%(count)d memories forgotten. They stay in the recycle bin until %(day)s.",
        receipt.count,
    )
    day = days.day_words(receipt.undo_until)
    return Done(
        receipt.count, text % {"count": receipt.count, "day": day}, "restore", tuple(receipt.memory_ids)
    )


def _restore(user: User, rows: Sequence[Memory]) -> Done:
    back = [row for row in rows if row.status in _AWAY]
    if not back:
        return Done(0, _("That is there already."))
    services.memory_restore(user=user, memory_ids=_ids(rows))
    text = ngettext("Remembered again.", "%(count)d memories remembered again.", len(back))
    from_bin = _ids([row for row in back if row.status == MemoryStatus.FORGOTTEN])
    whole = len(from_bin) == len(back)
    return Done(len(back), text % {"count": len(back)}, "forget" if whole else "", from_bin if whole else ())


def _choose(user: User, rows: Sequence[Memory]) -> Done:
    """Replaced memories count again, in the place of what had replaced them."""
    back = [row for row in rows if row.status == MemoryStatus.SUPERSEDED]
    if not back:
        return Done(0, _("That is not among the replaced any more."))
    yielding = [rival for row in back for rival in handwritten.rivals(user, row)]
    services.memory_choose(user=user, memory_ids=_ids(back))
    if not yielding:
        return Done(len(back), _("This counts again."))
    text = _("This counts again. What had taken its place is kept among the replaced.")
    return Done(len(back), text, "choose", _ids(yielding))


def _confirm(user: User, rows: Sequence[Memory]) -> Done:
    waiting = [row for row in rows if row.status == MemoryStatus.PENDING]
    former = switches.choices_of(services.settings_get(user=user))
    yielding = [rival for row in waiting for rival in handwritten.rivals(user, row)]
    count = services.memory_confirm(user=user, memory_ids=_ids(rows))
    if not count:
        return Done(0, _("That does not wait any more."))
    text = ngettext("Kept.", "%(count)d memories kept.", count)
    new = sorted(
        {row.category for row in waiting if row.category and former[row.category] == CategoryChoice.ASK}
    )
    back = _back(reopen=_ids(yielding), choices={category: former[category] for category in new})
    return Done(count, text % {"count": count}, WAIT_AGAIN, _ids(waiting), back)


def _reject(user: User, rows: Sequence[Memory]) -> Done:
    waiting = _ids([row for row in rows if row.status == MemoryStatus.PENDING])
    count = services.memory_reject(user=user, memory_ids=_ids(rows))
    if not count:
        return Done(0, _("That does not wait any more."))
    text = ngettext(
        "Not kept, and not asked about again.", "%(count)d memories not kept, nor asked about again.", count
    )
    return Done(count, text % {"count": count}, WAIT_AGAIN, waiting)


def _back(*, reopen: Sequence[UUID] = (), choices: Mapping[str, str]) -> dict[str, Sequence[str]]:
    """What `wait_again` needs beside the rows, as a form sends it."""
    found: dict[str, Sequence[str]] = {}
    if reopen:
        found["reopen"] = [",".join(str(pk) for pk in reopen)]
    if choices:
        found["choice"] = [f"{category}:{choice}" for category, choice in choices.items()]
    return found


def wait_again(
    *, user: User, memory_ids: Sequence[UUID], reopen: Sequence[UUID], choices: Sequence[str]
) -> Done:
    """A decision in the inbox is taken back. Raises MemoryNotFound and, for choices that are none, UnknownAct."""
    pairs = dict(choice.partition(":")[::2] for choice in choices)
    try:
        count = services.memory_wait_again(user=user, memory_ids=memory_ids, reopen=reopen, categories=pairs)
    except ValidationError:
        raise UnknownAct(WAIT_AGAIN) from None
    text = ngettext("It waits for you again.", "%(count)d memories wait for you again.", count)
    return Done(count, text % {"count": count} if count else _("Taken back."))


def category_choose(*, user: User, category: str, choice: str) -> Done:
    """What is done with private matters of a kind from now on, and with those that wait. Raises UnknownAct."""
    try:
        change = services.settings_change(user=user, categories={category: choice})
    except ValidationError:
        raise UnknownAct(category) from None
    sentences = [_chosen(category, choice), *_decided(change)]
    former = (
        {} if change.categories_before[category] == choice else {category: change.categories_before[category]}
    )
    decided = (*_ids(change.kept), *_ids(change.rejected))
    undo = WAIT_AGAIN if former else ""
    return Done(
        len(decided),
        sentence_join(sentences),
        undo,
        decided,
        _back(reopen=_ids(change.yielding), choices=former),
    )


def _chosen(category: str, choice: str) -> str:
    """What a choice means, as a sentence."""
    words = {"category": SensitiveCategory(category).label}
    if choice == CategoryChoice.KEEP:
        return _("Private matters (%(category)s) are remembered from now on.") % words
    if choice == CategoryChoice.NEVER:
        return _("Private matters (%(category)s) are not remembered from now on.") % words
    return _("You are asked before private matters (%(category)s) are remembered.") % words


def categories_choose(*, user: User, categories: Mapping[str, str]) -> str:
    """The choices are as given, at once; returns the sentence. Raises ValidationError."""
    change = services.settings_change(user=user, categories=categories)
    new = [one for one, choice in categories.items() if change.categories_before[one] != choice]
    if len(new) == 1:
        return sentence_join([_chosen(new[0], categories[new[0]]), *_decided(change)])
    return sentence_join([_("Saved."), *_decided(change)])


def _decided(change: services.SettingsChange) -> list[str]:
    """What became of those that had waited for the decision."""
    said = []
    if kept := len(change.kept):
        said.append(ngettext("One that waited is kept.", "%(n)d that waited are kept.", kept) % {"n": kept})
    if gone := len(change.rejected):
        said.append(
            ngettext("One that waited is not kept.", "%(n)d that waited are not kept.", gone) % {"n": gone}
        )
    return said


def sentence_join(sentences: Sequence[str]) -> str:
    """Sentences one after another, as the language sets them."""
    gap = "" if (get_language() or "").startswith("zh") else " "
    return gap.join(sentences)


def keep_declined(*, user: User, message_id: UUID, start: int) -> Done:
    """What capture had declined is remembered all the same. Raises MemoryNotFound and ValidationError."""
    before = timezone.now()
    memory = services.declined_remember(user=user, message_id=message_id, start=start)
    if memory.created_at < before:
        return Done(0, _("That was known already; it is not kept twice."))
    return Done(1, _("Remembered."), "forget", (memory.pk,))


def _pin(user: User, rows: Sequence[Memory]) -> Done:
    loose = [row for row in rows if row.pinned_at is None]
    for row in loose:
        services.memory_pin(user=user, memory_id=row.pk)
    if not loose:
        return Done(0, _("That is pinned already."))
    text = ngettext(
        "Pinned: it never fades by itself.",
        "%(count)d memories pinned: they never fade by themselves.",
        len(loose),
    )
    return Done(len(loose), text % {"count": len(loose)}, "unpin", _ids(loose))


def _unpin(user: User, rows: Sequence[Memory]) -> Done:
    pinned = [row for row in rows if row.pinned_at is not None]
    for row in pinned:
        services.memory_unpin(user=user, memory_id=row.pk)
    if not pinned:
        return Done(0, _("That is not pinned."))
    text = ngettext("No longer pinned.", "%(count)d memories are no longer pinned.", len(pinned))
    return Done(len(pinned), text % {"count": len(pinned)}, "pin", _ids(pinned))


_ACTS: dict[str, Callable[[User, Sequence[Memory]], Done]] = {
    "forget": _forget,
    "restore": _restore,
    "choose": _choose,
    "confirm": _confirm,
    "reject": _reject,
    "pin": _pin,
    "unpin": _unpin,
}


def add(*, user: User, content: str, type: str) -> Done:
    """The text is remembered by hand; what is known already is told so. Raises ValidationError."""
    before = timezone.now()
    memory = services.memory_remember(user=user, content=content, type=type or None)
    if memory.created_at < before:
        return Done(0, _("That was known already; it is not kept twice."))
    return Done(1, _("Remembered."), "forget", (memory.pk,))


def edit(*, user: User, memory_id: UUID, content: str, type: str) -> tuple[Memory, Memory, str]:
    """The memory before and after, and the sentence. Raises MemoryNotFound and ValidationError."""
    former = services.memory_get_for_user(user=user, memory_id=memory_id)
    memory = services.memory_edit(user=user, memory_id=memory_id, content=content, type=type or None)
    if (former.content, former.type) == (memory.content, memory.type):
        return former, memory, _("Nothing was changed: it says that already.")
    if former.status != memory.status:
        return former, memory, _("Changed. It is among the current memories now.")
    if former.content == memory.content:
        return former, memory, _("Changed.")
    return former, memory, _("Changed. The former text is kept in its history.")


def switch(*, user: User, use: bool, learn: bool) -> str:
    """Both switches are as given; returns the sentence."""
    services.settings_update(user=user, use=use, learn=learn)
    if use and learn:
        return _("Memory is on: it is used in replies, and new things are learnt.")
    if use:
        return _("Memories are used in replies; nothing new is learnt.")
    if learn:
        return _("New things are learnt; they are not used in replies.")
    return _("Memory is off. What is remembered stays until you forget it.")
