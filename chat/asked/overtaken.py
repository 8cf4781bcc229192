"""Which sentences a later one about the same matter overtakes, though the session state knows nothing of it. Pure."""

# ruff: noqa: E501

from collections.abc import Collection, Sequence

from chat.asked import kinds_wanted
from memories.recall.tokens import tokens
from memoryhub import patterns as re

#: It tells that something is otherwise than before.
_CHANGES = re.compile(
    r"\b(?:now|instead|actually|no longer|anymore|any more|moved|chang(?:e|ed|es)|switch(?:ed|es)?|rather|after all|sorry|correction|from now on|raised?|lowered|dropped|cut|(?:went|gone|goes) (?:up|down)|becomes?|became|takes? over|replac\w+|postponed|brought forward|pushed (?:back|to)|shifted|revised|updated)\b|^no[,.]|[,;] not (?:the |on |at |in )?\w+[.!]*$|\b(?:is|are|have|has) (?:it )?(?:been )?(?:moved|changed)\b"
    r"|改|换|现在|推迟|提前|[减降涨加升调][到为价了]|变成|其实|更正|[说记看写]错|不对|取消|挪|延[到期后]|顶替|接手|不.{1,12}了",
    re.IGNORECASE,
)


def without(
    words: Sequence[str], *, told: Sequence[str], asked: frozenset[str], which: Collection[int] = ()
) -> tuple[str, ...]:
    """The sentences, without each that a later one overtakes, which stands in its place.

    The later one has all words of the question that the other has, or the same of the numbers ``which`` tell the one
    that is meant, and tells of a change.
    """
    which = set(which)
    place = {sentence: at for at, sentence in enumerate(told)}
    met = {sentence: asked & set(tokens(sentence)) for sentence in told}
    marks = {sentence: which & kinds_wanted.marks(sentence) for sentence in told}
    found: list[str] = []
    for sentence in words:
        if sentence not in place or not met[sentence]:
            found.append(sentence)
            continue
        later = [
            each
            for each in told[place[sentence] + 1 :]
            if (met[sentence] <= met[each] or marks[sentence])
            and marks[sentence] <= marks[each]
            and _CHANGES.search(each)
        ]
        found.append(later[-1] if later else sentence)
    return tuple(dict.fromkeys(found))
