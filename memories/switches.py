"""A person's switches: whether memories are used and learnt, and what never is. They act on no memory."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _

from memories.capture import wishes
from memories.kinds import CategoryChoice, MemoryType, SensitiveCategory
from memories.models import MemorySettings

if TYPE_CHECKING:
    from memoryhub.models import User

NEVER_WORDS_LIMIT = 100
NEVER_WORD_LENGTH = 80

#: The private matters that a person decides on, in the order of the pages.
CATEGORIES = tuple(category for category in SensitiveCategory if category)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be set; None leaves it as it is."""

    use: bool | None = None
    learn: bool | None = None
    types_off: list[str] | None = None
    categories: Mapping[str, CategoryChoice] | None = None
    never_words: list[str] | None = None


def settings_get(*, user: "User") -> MemorySettings:
    """The person's switches, made on first use."""
    return MemorySettings.objects.get_or_create(user=user)[0]


def choice_of(own: MemorySettings, category: str) -> CategoryChoice:
    """What is done with private matters of this kind: asked about, unless the person has decided it."""
    if category in own.categories_off:
        return CategoryChoice.NEVER
    return CategoryChoice.KEEP if category in own.consents else CategoryChoice.ASK


def choices_of(own: MemorySettings) -> dict[str, CategoryChoice]:
    """The choice for each kind of private matter."""
    return {str(category): choice_of(own, category) for category in CATEGORIES}


def checked(
    *,
    use: bool | None = None,
    learn: bool | None = None,
    types_off: Iterable[str] | None = None,
    categories: Mapping[str, str] | None = None,
    never_words: Iterable[str] | None = None,
) -> Wanted:
    """What was asked for, in order and without doubles; raises ValidationError by field for what there is not."""
    return Wanted(
        use,
        learn,
        None if types_off is None else _types(types_off),
        None if categories is None else _categories(categories),
        None if never_words is None else _words(never_words),
    )


def _types(given: Iterable[str]) -> list[str]:
    off = {str(one) for one in given}
    if not off <= set(MemoryType.values):
        raise ValidationError({"types_off": _("This is no type of memory.")})
    return [str(type) for type in MemoryType if type in off]


def _categories(given: Mapping[str, str]) -> dict[str, CategoryChoice]:
    if not set(given) <= set(CATEGORIES):
        raise ValidationError({"categories": _("There is no such kind of private matter.")})
    if not set(given.values()) <= set(CategoryChoice.values):
        raise ValidationError({"categories": _("Choose to be asked, to remember, or never to.")})
    return {category: CategoryChoice(choice) for category, choice in given.items()}


def _words(given: Iterable[str]) -> list[str]:
    words: dict[str, str] = {}
    for word in (" ".join(one.replace("\0", "").split()) for one in given):
        if len(word) > NEVER_WORD_LENGTH:
            text = _("A word or phrase can have up to %(limit)d characters: “%(word)s”.")
            raise ValidationError(
                {"never_words": text % {"limit": NEVER_WORD_LENGTH, "word": word[:40] + "…"}}
            )
        if key := wishes.folded(word):
            words.setdefault(key, word)
    if len(words) > NEVER_WORDS_LIMIT:
        text = _("Up to %(limit)d words can be listed; these are %(count)d.")
        raise ValidationError({"never_words": text % {"limit": NEVER_WORDS_LIMIT, "count": len(words)}})
    return list(words.values())


def store(own: MemorySettings, wanted: Wanted) -> bool:
    """The switches are as wanted; returns whether anything changed. In the caller's transaction."""
    before = _state(own)
    own.use = own.use if wanted.use is None else wanted.use
    own.learn = own.learn if wanted.learn is None else wanted.learn
    own.types_off = own.types_off if wanted.types_off is None else wanted.types_off
    own.never_words = own.never_words if wanted.never_words is None else wanted.never_words
    choices = choices_of(own) | dict(wanted.categories or {})
    own.consents = sorted(one for one, choice in choices.items() if choice == CategoryChoice.KEEP)
    own.categories_off = sorted(one for one, choice in choices.items() if choice == CategoryChoice.NEVER)
    if _state(own) == before:
        return False
    own.updated_at = timezone.now()
    own.save()
    return True


def _state(own: MemorySettings) -> tuple[object, ...]:
    lists = (own.types_off, own.consents, own.categories_off, own.never_words)
    return own.use, own.learn, *(tuple(one) for one in lists)
