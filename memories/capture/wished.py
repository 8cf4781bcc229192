"""Forgetting through the agent: one memory, where the person's own words wish it, and no other. No model."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from memories.capture import named, spans, unsaid
from memories.capture.acted import Acted
from memories.capture.forget_words import forget_request
from memories.capture.types import Turn
from memories.fingerprints import Asked
from memories.models import Memory
from memories.recall.relation_words import relations
from memories.recall.tokens import is_single_character, tokens
from memoryhub import patterns as re

if TYPE_CHECKING:
    from memoryhub.models import User

_MOST_CHOICES = 5
#: A wish in freer words than those that act at once.
_WISH = re.compile(
    r"\b(?:forget(?:ting|ten)?|unlearn|(?:delete|erase|remove|wipe|purge|expunge|clear|discard)(?:e?d)?|drop(?:ped)?"
    r"|scrub(?:bed)?|scratch|strike)\b(?! (?:to|out|off|by)\b)|\bget rid of\b"
    r"|\btake (?:it|that|this|them)? ?(?:all )?back\b|\b(?:stop|quit) (?:remembering|storing|keeping)\b"
    r"|(?<!\bi )(?<!\bwe )\b(?:don['’]t|do not|no longer|shouldn['’]t"
    r"|should not|needn['’]t|not to)(?: need to| have to)? (?:remember|keep|store|save)\b"
    r"|忘(?:掉|了|记|却)|删(?:掉|除|了|去)?|清(?:除|空|掉)|抹(?:掉|去)|移除|去掉|撤(?:销|回|掉)"
    r"|(?:别|不要|不用|不必|甭)再?(?:记|存|保存|留)",
    re.IGNORECASE,
)
#: One's own forgetting, or the contrary: "I always forget my keys", "don't forget the milk", 我忘了.
_LAPSE = re.compile(
    r"\b(?:i|he|she|we|they|you)(?:['’]\w+)?(?: \w+ly| always| often| never| keep| kept| just"
    r"| will| might| did| didn['’]t)* (?:forget|forgot)\b"
    r"|\b(?:don['’]t|do not|never|can['’]t|cannot|won['’]t|not to) (?:ever )?forget\b"
    r"|(?:我|他|她|我们|他们|差点)(?:们|都|又|也|总是?|老是?|经常|可能|好像|快|会|就)*忘"
    r"|(?:别|不要|不能|没|没有|不会|难)忘",
    re.IGNORECASE,
)
#: What was spoken of just now is meant: "drop it, please", 把它删了.
_POINTS = re.compile(
    r"\b(?:it|that|this|them|those|these|ones?|both|all)\b|[它这那]|第[一二三四五\d]|都", re.IGNORECASE
)


def wishes(text: str, content: str) -> bool:
    """Whether words of the person's wish a memory of this content forgotten, or what they just spoke of."""
    unwanted = unsaid.unsaid(text)
    if forget_request(text) or unwanted.before or unwanted.spans:
        return True
    if _WISH.search(_LAPSE.sub(" ", text)) is None:
        return False
    return names(text, content) or _POINTS.search(text) is not None


def names(text: str, content: str) -> bool:
    """Whether the words have one that carries the matter of a memory, or the relative that it is about."""
    there = {token for token in tokens(content) if not is_single_character(token)} - named.ABOUT_NOTHING
    return bool(there & set(tokens(text))) or bool(relations(text) & relations(content))


def forget(
    *,
    user: "User",
    said: Sequence[Turn],
    asked: Sequence[Asked],
    about: str = "",
    memory_id: UUID | None = None,
    said_at: datetime,
) -> Acted:
    """Forgets the one current memory of this id, or the one that the words ``about`` name; committed.

    ``said``: the person's latest turns, of which one must wish it. What is protected must be named in them besides.
    Outcomes: done, unasked, unnamed, ambiguous or none_found, all but the first with nothing changed. Raises
    MemoryNotFound for an id that is none of the person's.
    """
    from memories import services

    own = [spans.own_words(turn).text for turn in said]
    if memory_id is not None:
        rows = [services.memory_get_for_user(user=user, memory_id=memory_id)]
    else:
        rows = named.fitting(user, about, said_at=said_at)
        if len(rows) != 1:
            choices = rows or named.may_fit(user, about)
            if not choices:
                return Acted("forget", outcome="none_found")
            return Acted("forget", outcome="ambiguous", choices=choices[:_MOST_CHOICES])
    row = rows[0]
    if not any(wishes(text, row.content) for text in own):
        return Acted("forget", outcome="unasked")
    if row.protected and not any(names(text, row.content) for text in own):
        return Acted("forget", outcome="unnamed", choices=[row])
    receipt = services.memory_forget(user=user, memory_ids=[row.pk], asked=asked)
    gone = Memory.objects.of(user).in_bulk(receipt.memory_ids)
    return Acted("forget", [gone[pk] for pk in receipt.memory_ids])
