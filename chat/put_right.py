"""The words with which a person puts right, right after it, what was just said: they belong to it. Pure."""

from collections.abc import Sequence

from memories.recall.tokens import is_single_character, tokens
from memoryhub import patterns as re

#: How such words begin, or what makes them a change of what stands before: "Oops, it's 44817", "Sorry, for five".
_OPENS = re.compile(
    r"^(?:(?:oh|ah|hm+|ugh|um|well|but|and|no|nope|so|wait|hang on|hold on)[,.!…]*\s+)*"
    r"(?:oops|whoops|sorry|wait\b|no[,.!]|nope|correction|typo|my mistake|i (?:misread|mistyped|misspoke|meant|mean)\b"
    r"|i got (?:it|that) wrong|scratch that|strike that|actually\b|on second thoughts?"
    r"|(?:i|we)(?:['’]ve| have) (?:gone off|changed (?:my|our) minds?)|make (?:it|that)\b"
    r"|let['’]s make (?:it|that)\b|or rather\b)|\b(?:instead|after all)[.!]*$"
    r"|\b(?:put|pushed|moved|shifted|brought|cut|raised|lowered|changed)"
    r" (?:it|that|them|this)\b|^(?:it|they|that)(?:['’]s| is| are|['’]re) (?:now|been)\b|\bit['’]s now\b|\bno longer\b"
    r"|^(?:[啊哦呃嗯唉哎]+[，,]?)?(?:不对|不是|等等|等一下|打错|看错|说错|记错|写错|弄错|算错|搞错|不好意思|抱歉|更正"
    r"|纠正|口误|应该是|我是说|其实是|想了想|算了|还是(?!有|挺|很|不错)|改(?:成|为|到|做|去|用|吃|订|买|在)|换(?:成|到|做|去|个|一)|推迟|提前|延[到后期]|涨[到价]|降[到价]|变成|加到)"
    r"|(?:涨价|降价|改成|换成|改做|改到|推迟到|提前到|延到|延期到)[^，。]{0,12}|现在(?:是|要|一\S{0,2})\d",
    re.IGNORECASE,
)


def _of_another(following: str, sentence: str, before: Sequence[str]) -> bool:
    """Whether it has nothing of the sentence, and something of one before that."""
    there = _about(following)
    return not there & _about(sentence) and any(there & _about(each) for each in before if each != sentence)


def _about(sentence: str) -> set[str]:
    return {token for token in tokens(sentence) if not is_single_character(token)}


#: So many sentences may put one right, each the one before it.
_MOST = 3


def with_corrections(words: Sequence[str], *, told: Sequence[str]) -> tuple[str, ...]:
    """The sentences, each with those that put it right straight after it; ``told`` are all of them, oldest first."""
    place = {sentence: at for at, sentence in enumerate(told)}
    found: list[str] = []
    for sentence in words:
        found.append(sentence)
        at = place.get(sentence)
        if at is None:
            continue
        for following in told[at + 1 : at + 1 + _MOST]:
            if _OPENS.search(following) is None or _of_another(
                following, sentence, told[: told.index(following)]
            ):
                break
            found.append(following)
    return tuple(dict.fromkeys(found))
