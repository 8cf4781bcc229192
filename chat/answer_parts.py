"""What the built-in answerer sets apart: warnings behind what answers, and what of a question nothing answers. Pure."""

from collections.abc import Sequence

from chat.asked.days import is_dated
from chat.asked.one_value import has_another_figure
from chat.asked.said_here import Here
from chat.state.kinds import kinds_named
from memories.recall.fitting import parts
from memories.recall.intent import asks, noun_matches, slot_matches, told_of
from memories.recall.tokens import CHINESE_STOP_CHARACTERS, has_chinese, normalise, tokens
from memories.recall.types import Recalled, Recollection
from memoryhub import patterns as re

#: Words of a question that say nothing of what it is about.
_ASKING_WORDS = (
    "what when where who whom whose which why how much many do does did is are was were have has had can the a an my "
    "me i we our you"
)
_ASKING_WORDS_ZH = (
    "什么 哪里 哪儿 几点 几号 多少 怎么 谁 我的 我是 是什 什么时 么时 时候 叫什 是谁 在哪 多大 哪天"
)
_ASKING = frozenset(tokens(_ASKING_WORDS)) | frozenset(_ASKING_WORDS_ZH.split())


def apart(memories: Sequence[Recalled]) -> tuple[list[Recalled], list[Recalled]]:
    """What answers, and what only warns beside it; a warning by itself is the answer."""
    warnings = [row for row in memories if row.why == "safety"]
    answers = [row for row in memories if row.why != "safety"]
    return (answers, warnings) if answers else (warnings, [])


_IN_PLACE_OF = r"(?:instead of|rather than|not|over|against|而不是|不选|不要|不用|不去)\s*(?:the )?"


#: 宽带你决定选联通: the matter of a decision, named before it.
_TOPIC = re.compile(r"(?![你您])[\u4e00-\u9fff]{2,8}?(?:你|您|你们)(?:最后|还是|就)?(?:决定|定|选|敲定|挑)")


def standing(rows: Sequence[Recalled], here: Here) -> list[Recalled]:
    """The memories without decisions that this conversation has turned down since, or that answer something else.

    Nor are there any with another figure than what is noted of it now.
    """
    told = [row for row in rows if row.slot != "decision" or not _is_over(row.content, here)]
    return [row for row in told if not has_another_figure(row.content, here.noted)]


def _is_over(decision: str, here: Here) -> bool:
    if not (here.of_choices or is_dated(decision)):
        return True
    for value in here.turned_down:
        name = re.escape(value.lower().removeprefix("the "))
        if re.search(name, decision.lower()) and not re.search(_IN_PLACE_OF + name, decision.lower()):
            return True
    if not here.about or here.about & {*tokens(decision), *kinds_named(decision)}:
        return False
    # Nothing of it is of the matter that is asked for: it answers only where it names no other.
    return bool(
        here.words or kinds_named(decision) or _OF_A_MATTER.search(decision) or _TOPIC.match(decision)
    )


#: "You decided on Plusnet for the broadband".
_OF_A_MATTER = re.compile(r"\b(?:for|as|about) (?:the|your|our|my|a|an)\b|作为|当作", re.IGNORECASE)


def words_of(found: Recollection, here: Here) -> list[str]:
    """The words, beside memories, that a reply has at hand."""
    words = [each.text for rows in (found.passages, found.knowledge) for each in rows]
    return [
        *(each.answer for each in found.pending),
        *words,
        *here.words,
        *here.conditions,
        *(" ".join(values) for _key, values in here.noted),
    ]


def unanswered(question: str, *, rows: Sequence[Recalled], words: Sequence[str]) -> list[str]:
    """The parts of a question of several that neither a memory nor these words answer; none where none is answered."""
    asked = parts(question)
    missing = [part for part in asked if not _answered(part, rows, words)]
    return missing if len(missing) < len(asked) else []


def _answered(part: str, rows: Sequence[Recalled], words: Sequence[str]) -> bool:
    slots, about = asks(part), _about(part)
    if any(slot_matches(slots, row.slot) or noun_matches(about, row.slot) for row in rows):
        return True
    texts = [*(row.content for row in rows), *words]
    if slots and any(slots & told_of(normalise(text)) for text in texts):
        return True
    return any(about & frozenset(tokens(text)) for text in texts) if about else bool(texts)


def _about(part: str) -> frozenset[str]:
    found = frozenset(tokens(part)) - _ASKING - CHINESE_STOP_CHARACTERS
    pairs = frozenset(token for token in found if len(token) > 1)
    return pairs if has_chinese(part) and pairs else found
