"""What a person says not to remember, in both languages: "off the record, …", 这个不用记, "forget I said that". Pure."""

# ruff: noqa: E501

from collections.abc import Iterator
from dataclasses import dataclass

from memoryhub import patterns as re

_SENTENCE = re.compile(r"(?:[^.!?。！？\n]|[.](?=\w))+[.!?。！？]*")
_LONGEST = 400

_KEEP = r"(?:remember|save|store|note(?: down)?|keep|record|memori[sz]e|log|write down|learn|make a note of|take note of)"
_OBJECT = (
    r"(?:this(?: one| bit| part| next (?:bit|part)| either)?|that(?: one| bit| part| last (?:bit|part))?|it|any of (?:this|that|it)|"
    r"what (?:i|follows|comes)[^,:;.]{0,30}|the (?:next|following|last)[^,:;.]{0,20}|a (?:note|record|memory) of (?:this|that|it))"
)
_WHERE = r"(?: (?:in|to|into|from) (?:your |my |the )?memor(?:y|ies)| down| on (?:file|record)| anywhere| please| for (?:later|me)| though| ok(?:ay)?)*+"
_OPENING = r"(?:(?:please|pls|ok(?:ay)?|oh|and|but|so|also|now|hey|well|actually|by the way|btw|can you|could you|would you|just|you can)\b[\s,]*)*+"
_NOT = (
    r"(?:do not|don'?t|never|no need to|there(?:'s| is) no need to|you (?:don'?t|do not) (?:need|have) to|you needn'?t|"
    r"i(?:'d| would) (?:rather|prefer) (?:you |that you )?(?:not|didn'?t|did not)|i don'?t want you to|i do not want you to|not)"
)
_AT_ITS_EDGE = (
    r"(?=\s*(?:[:,;.!?\u2014\u2013-]|$|(?:but|because|since|as|and|though|ok|okay|please|thanks)\b))"
)
_EN = (
    re.compile(
        rf"(?:^|[,;:\u2014\u2013-]\s*){_OPENING}{_NOT} (?:ever )?{_KEEP} {_OBJECT}{_WHERE}{_AT_ITS_EDGE}",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?:^|[,;:\u2014\u2013-]\s*)(?:(?:please|and|but|so|ok|okay|oh|just|now|strictly|purely|also)[\s,]+)*"
        r"(?:(?:this|that|it|what i (?:say|said|am about to say))(?:'s| is| was| stays?| should stay| must stay)?,? (?:all |strictly |just |only |purely )*)?"
        r"(?:off the record|(?:strictly )?confidential|not for the record|between (?:us|you and me|the two of us|ourselves)(?: only)?|"
        r"not (?:for|to be) (?:saving|remembering|storing|remembered|saved|stored|noted|recorded|your memory))"
        r"(?=\s*(?:[:,;.!\u2014\u2013-]|$|(?:but|because|ok|okay|please|though)\b))(?!,? we (?:have|own|earn|share|speak|are|make)\b)",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?:^|[,;:\u2014\u2013-]\s*)(?:please |and |but )?keep (?:this|that|it) (?:off the record|to yourself|out of (?:your|my) memory|between us|between you and me)",
        re.IGNORECASE,
    ),
)
#: What points back at words that were said before.
_EN_BACK = re.compile(
    rf"^\W*{_OPENING}(?:i(?:'ll| will)? take (?:that|it) back|(?:strike|scratch) that(?: from (?:the|your) (?:record|memory))?|(?:forget|ignore|pretend) (?:that )?(?:i (?:ever |just |even |never )?(?:said|mentioned|told you|brought (?:it|that) up)"
    r"(?: that| this| it| anything| so| any of (?:that|this|it))?|what i (?:just )?(?:said|told you|mentioned)|(?:that|my) last (?:bit|part|message|sentence|line|remark|one)))"
    r"(?: please| ok(?:ay)?)*\W*$",
    re.IGNORECASE,
)
_ZH_NOT = r"(?:别|不要|不用|不必|无需|不需要|甭|勿)"
_ZH_KEEP = r"(?:记(?:住|下来?|录(?:下来)?|着|到?在?(?:心里|脑子里|记忆里|小本本上))?|保存(?:下来)?|存(?:下来|起来|储|档)?|写进(?:记忆|档案)里?|留(?:底|档|记录)|收录|入库|学)"
# What opens and closes is taken whole: its words overlap, and giving them back one by one would take for ever.
_ZH_OPENING = r"(?:请|麻烦你?|拜托|千万|可|先|你|您|也|就|都|嗯|对了|不过|但是?|但|而且|还有|另外|说好了)*+"
_ZH_THIS = r"(?:这|那|这个|那个|这件事|那件事|这事|这句话?|这条|这些|这段|下面(?:的话|这些|这句话?|的内容)?|以下(?:内容)?|接下来的?(?:话|内容)?|刚才(?:那句|说)?的?(?:话)?|刚刚(?:那句|说)?的?(?:话)?|我(?:刚才|刚刚|接下来|下面)?说的(?:话|这些|这个)?|前面的?(?:话)?|上面的?(?:话)?|它)"
_ZH_END = r"(?:这(?:个|件事|条|些|句话?)|它|进去|了|哦|啊|哈|吧|嘛|好吗|行吗|可以吗|谢谢)*+"
_ZH = (
    re.compile(
        rf"{_ZH_OPENING}{_ZH_NOT}(?:再|帮我|给我|替我|往|特意|专门)*(?:把{_ZH_THIS})?(?:给)?{_ZH_KEEP}{_ZH_END}"
    ),
    re.compile(
        rf"{_ZH_OPENING}(?:把)?{_ZH_THIS}(?:你|您|就|也|都|可|先|请|千万)*{_ZH_NOT}(?:再|帮我|给我)*{_ZH_KEEP}{_ZH_END}"
    ),
    re.compile(
        r"(?:这(?:事|个|话|件事)?|我)?(?:就|只|偷偷|悄悄|私下|私底下|单独|小声)(?:地)?(?:跟|和|对|告诉|同)你(?:一个人|一个)?(?:说|讲|提|聊)?(?:说|句实话|一句|一下|一声|个事|件事|个秘密)?(?:啊|哦|哈)?"
    ),
    re.compile(
        r"(?:这(?:事|个|话|件事)?)?(?:只|就|仅)?(?:限)?(?:咱俩|咱们俩?|我们俩|你我|我俩|我们)(?:之间)?(?:的)?(?:秘密|知道就(?:好|行)|说说(?:而已)?|私下说|私聊|之间)(?:啊|哦|哈)?|你知我知(?:啊|哦)?|私下说(?:一句)?|不(?:要|用)?入档|不留记录"
    ),
)
_ZH_BACK = re.compile(
    rf"{_ZH_OPENING}(?:(?:就|权|你)*当我(?:刚才|刚刚|从来|根本)*(?:没|从没|没有)(?:说|提|讲|聊)(?:过|起)?(?:这(?:个|话|件事|些)|那(?:个|话|件事))?(?:吧|好了|哈|啊|啦|哦)*|"
    r"(?:忘了|忘掉|忘记|别管|忽略|无视)(?:我)?(?:刚才|刚刚|前面|上面|之前)(?:说|讲|提)?(?:过|到)?的?(?:那|这)?(?:句|些)?(?:话|吧)?(?:吧)?|(?:(?:刚才|刚刚|前面|上面)(?:说)?的?(?:那|这)?(?:句|条|个)?(?:话)?|(?:那|这|上一?)句(?:话)?)(?:就|都)?(?:不算数?|不作数|作废|撤回)(?:了|吧|啊|哈|哦)*)"
)
#: "Forget that." after what was said; with more behind it, it is a manner of speaking.
_BARE = re.compile(
    rf"^\W*{_OPENING}(?:forget|erase|delete) (?:that|this|all (?:of )?(?:that|this))(?: again| please| ok(?:ay)?)*\W*$|"
    rf"^\W*{_ZH_OPENING}(?:忘掉|忘了|忘记|删掉|抹掉)(?:这(?:个|件事|条|些|句话?)|那(?:个|件事|条|些|句话?)|它们?)(?:吧|了|好了|啊|哦|谢谢|[,，])*\W*$|"
    rf"^\W*{_ZH_OPENING}把(?:这(?:个|件事|条|些|句话?)|那(?:个|件事|条|些|句话?)|它们?)(?:都|给|也)*(?:忘掉|忘了|忘记|删掉|抹掉)(?:吧|了|好了|啊|哦|谢谢|[,，])*\W*$",
    re.IGNORECASE,
)
_ZH_BREAK = re.compile(r"[,，:：;；、\u2014—]+|\s{2,}")
_BACKWARD = re.compile(r"\bthat\b|\blast\b|\bsaid\b|刚才|刚刚|前面|上面|那")
_WORD = re.compile(r"[A-Za-z][A-Za-z']*|\d+|[\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class Unsaid:
    """The stretches of a message that are not to be remembered, and whether a wish points at the message before it."""

    spans: tuple[tuple[int, int], ...] = ()
    before: bool = False


def unsaid(text: str) -> Unsaid:
    """What of a message its writer wants left out: the sentence that holds the wish, or the one it points at."""
    sentences = [(one.start(), one.end(), one.group()) for one in _SENTENCE.finditer(text)]
    spans, before = list[tuple[int, int]](), False
    for index, (start, end, said) in enumerate(sentences):
        wish = _wish(said)
        if wish is None and index == len(sentences) - 1 and _BARE.match(said):
            wish = _Wish(alone=True, back=True)
        if wish is None:
            continue
        spans.append((start, end))
        if not wish.alone:
            continue
        if index and (wish.back or index == len(sentences) - 1):
            spans.append(sentences[index - 1][:2])
        elif not wish.back and index + 1 < len(sentences):
            spans.append(sentences[index + 1][:2])
        else:
            before = before or index == 0
    return Unsaid(tuple(sorted(set(spans))), before)


@dataclass(frozen=True, slots=True)
class _Wish:
    """``alone``: the sentence is nothing but the wish; ``back``: it speaks of what was said before."""

    alone: bool
    back: bool


def _wish(sentence: str) -> _Wish | None:
    plain = sentence.replace("’", "'").strip()
    if len(plain) > _LONGEST or not plain:
        return None
    bare = plain.rstrip(" .!?。！？")
    if _EN_BACK.match(bare) or _ZH_BACK.fullmatch(bare):
        return _Wish(alone=True, back=True)
    for found in _wishes(bare):
        start, end = found
        rest = bare[:start] + " " + bare[end:]
        alone = (
            len(
                _WORD.findall(
                    re.sub(r"\b(?:please|ok|okay|thanks|and|but|so|because)\b", "", rest, flags=re.IGNORECASE)
                )
            )
            < 2
        )
        return _Wish(
            alone=alone, back=bool(_BACKWARD.search(bare[start:end])) and not bare.endswith((":", "："))
        )
    return None


def _wishes(bare: str) -> Iterator[tuple[int, int]]:
    """Where the wish stands in a sentence."""
    for pattern in _EN:
        if match := pattern.search(bare):
            yield match.span()
    at = 0
    for mark in [*_ZH_BREAK.finditer(bare), None]:
        stop = mark.start() if mark else len(bare)
        piece = bare[at:stop]
        inner = piece.strip()
        if any(pattern.fullmatch(inner) for pattern in _ZH) or _ZH_BACK.fullmatch(inner):
            yield at, stop
        at = mark.end() if mark else stop
