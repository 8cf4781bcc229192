"""Why something was taken or turned down, where a question asks for it, of what was said here. Both languages; pure."""

# ruff: noqa: E501

from collections.abc import Sequence

from memories.recall.tokens import CHINESE_STOP_CHARACTERS, has_chinese, is_single_character, tokens
from memoryhub import patterns as re

_ASKS = re.compile(
    r"\bwhy\b|\bhow come\b|\bwhat(?:['’]s| is| was| were)? (?:the|our|my) reasons?\b|\bfor what reason\b|为什么|为何|为啥|怎么(?:不|没)(?!办)|(?:原因|理由)(?:是|呢|有)",
    re.IGNORECASE,
)
_GIVES = re.compile(
    r"\b(?:because|since (?!\d)|cos|due to|thanks to|reason|so (?:not|we|i|that|no)|too|that['’]s why|therefore|otherwise|afraid|worried|for being)\b|因为|由于|太(?!好了)|所以|原因|理由|嫌|怕|担心|毕竟|图(?:它|他|个)|的缘故",
    re.IGNORECASE,
)
#: It turns down and may tell in the same breath what is wrong with it.
_REJECTS = re.compile(
    r"\b(?:not|no|never|without|only|bad|but)\b|n['’]t\b|\b(?:ruled? out|reject\w*|turn\w* down|drop\w*|instead)\b|不|没|排除|放弃|算了|拒绝|淘汰|否",
    re.IGNORECASE,
)
_NEGATIVE = re.compile(
    r"\bnot\b|n['’]t\b|\bagainst\b|\b(?:reject|turn\w* down|rul\w+ out|drop)|不|没|排除|放弃|拒绝|淘汰|否",
    re.IGNORECASE,
)
#: It goes on about what was just named.
_GOES_ON = re.compile(
    r"^(?:it|they|that|this|he|she|the reason|because)\b|^(?:它|他|她|这|那|因为|理由|原因|主要)",
    re.IGNORECASE,
)
_ASKING_WORDS = re.compile(
    r"\b(?:why|how|come|reasons?|choos\w+|chose\w*|pick\w*|decid\w+|tak(?:e|ing|en)|took|want\w*|reject\w*|turn\w*|down|rul\w+|out|drop\w*|against|go(?:ing)?|went|buy|bought|book\w*|get|got|again|us(?:e|ing)|now|prefer\w*|settl\w*|instead|lik(?:e|ed)|remind|tell)\b"
    r"|为什么|为何|为啥|怎么|原因|理由|不要|不选|没选|不买|没买|不用|不去|没去|没要|排除|放弃|拒绝|淘汰|否掉|选中?|买|要|决定|定|用|最后|当时|我们|咱们|来着",
    re.IGNORECASE,
)
_MOST = 2


def asked(question: str) -> bool:
    """Whether a question asks why."""
    return _ASKS.search(question) is not None


def is_negative(text: str) -> bool:
    """Whether a text turns something down, or denies it."""
    return _NEGATIVE.search(text) is not None


def find(question: str, told: Sequence[str], *, just: Sequence[str] = ()) -> tuple[str, ...]:
    """The latest sentences that give the reason for what is asked about; ``just`` the choices of its part before."""
    about = _about(question) or {token for value in just for token in tokens(value) if len(token) > 1}
    if not about:
        return ()
    negative = is_negative(_ASKS.sub(" ", question))
    shares = [len(about & _words(each)) / len(about) for each in told]
    best = max(shares, default=0.0)
    if best < 0.5:
        return ()
    named = [at for at, share in enumerate(shares) if share == best]
    giving = [told[at] for at in named if _GIVES.search(told[at])]
    giving += [
        told[at + 1]
        for at in named
        if at + 1 < len(told) and _GOES_ON.search(told[at + 1]) and _tells(told[at + 1])
    ]
    if not giving and negative:
        giving = [told[at] for at in named if _REJECTS.search(told[at])]
    return tuple(dict.fromkeys(giving))[-_MOST:]


def _tells(sentence: str) -> bool:
    return _GIVES.search(sentence) is not None or len(sentence) > 4


def _about(question: str) -> set[str]:
    words = _ASKING_WORDS.sub(" ", question)
    if has_chinese(words):
        words = "".join(" " if each in CHINESE_STOP_CHARACTERS else each for each in words)
    return {token for token in tokens(words) if not is_single_character(token)}


def _words(sentence: str) -> set[str]:
    return set(tokens(sentence))
