"""Which standing orders one says the opposite of: "stop answering in bullet points", 别再用列表回答了. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from memories.recall.tokens import ENGLISH_STOP_WORDS, has_chinese, normalise, stem
from memoryhub import patterns as re

#: Of the words of a known order, so many at least must be the new one's: a broad order ends a narrow one of the kind.
_SHARE = 0.5

_EN_NOT = re.compile(
    r"\b(?:stop|quit|cease|avoid|skip|drop|leave out|without|never|don'?t|do not|no longer|no more|no|not|unless)\b"
)
_EN_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?|\d+")
#: What every order has and none is about: the answering itself, times, and manners of asking.
_EN_FRAME = frozenset(
    {"alway", "never", "from", "now", "futur", "go", "forward", "everi", "each", "time", "ani", "anymor", "more",
     "longer", "stop", "quit", "ceas", "avoid", "skip", "drop", "leav", "without", "keep", "start", "make", "sure",
     "onli", "just", "instead", "want", "need", "like", "answer", "repli", "respons", "respond", "messag", "use",
     "put", "includ", "add", "write", "give", "send", "tell", "say", "speak", "talk", "show", "whenev", "assist",
     "mani", "much", "unless"}
)  # fmt: skip
_ZH_NOT = re.compile(r"别|不要|不用|不必|不需要|无需|不许|不准|不得|不能|不再|禁止|停止|勿|没有?|未|不")
_ZH_FRAME = re.compile(
    r"从现在(?:开始|起)|从今以后|从此|以后|今后|往后|每次|永远|一律|始终|总是|一直|平时|默认|回答|回复|答案|回我|说话|"
    r"告诉|使用|形式|方式|格式|的时候|希望被|问题|[都请你您我的了吧啦给跟和对用以说写加带上要再也就多把里中时回可能会]"
)
_JOINT = re.compile(r"[,;，；、]|\band\b|\bbut\b|并且|而且|并|但")


@dataclass(frozen=True, slots=True)
class Order:
    """An active standing order, as it is told."""

    id: UUID
    content: str


def over(said: str, orders: Iterable[Order]) -> list[UUID]:
    """The orders of which the one that is said now is the opposite; one that tells more than its matter is none."""
    wanted, forbids = _matter(said), _forbids(said)
    if not wanted:
        return []
    found = []
    for order in orders:
        known = _matter(order.content)
        joined = known != wanted and _JOINT.search(order.content)
        if forbids != _forbids(order.content) and _covers(wanted, known) and not joined:
            found.append(order.id)
    return found


def _forbids(said: str) -> bool:
    """Whether the order is for leaving something out: "never book without asking me" is for asking."""
    plain = normalise(said).replace("’", "'")
    return len((_ZH_NOT if has_chinese(plain) else _EN_NOT).findall(plain)) % 2 == 1


def _matter(said: str) -> frozenset[str]:
    """What an order is about: its stems, or in Chinese its characters, without the words that any order has."""
    plain = normalise(said).replace("’", "'")
    if has_chinese(plain):
        bare = _ZH_FRAME.sub("", _ZH_NOT.sub("", plain))
        return frozenset(char for char in bare if char.isalnum())
    words = (word for word in _EN_WORD.findall(plain) if word not in ENGLISH_STOP_WORDS and "'" not in word)
    return frozenset(stem(word) for word in words) - _EN_FRAME


def _covers(wanted: frozenset[str], known: frozenset[str]) -> bool:
    return wanted <= known and len(wanted) >= _SHARE * len(known)
