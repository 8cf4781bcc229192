"""Reads a message that takes back a forgetting: "undo that", "no, keep it", 撤销, 还是留着吧. Pure."""

# ruff: noqa: E501

from dataclasses import dataclass

from memoryhub import patterns as re

_LONGEST = 80

_EN_LEAD = r"(?:(?:please|ok(?:ay)?|oh|oops|whoops|wait|stop|hold on|hang on|hmm+|um+|no+|nope|sorry|well|actually|hey|ah|on second thou?ghts?|i (?:have )?changed my mind|i've changed my mind|my mistake|my bad|that was (?:a mistake|an error)|can you|could you|would you|will you|i want you to|i'd like you to|just|then|so|but|and)\b[\s,.!:;\u2014-]*)*"
_EN_TAIL = r"(?:[\s,.!?\u2014-]+(?:please|thanks|thank you|after all|again|then|now|instead|for me|though|ok|sorry|i(?:'ve| have)? changed my mind|(?:that|it) was (?:a mistake|an error)))*+"
_EN_IT = r"(?:it|that(?: one| memory)?|this(?: one| memory)?|them(?: all| both)?|those|these|both(?: of them)?|all(?: of (?:it|them|that))?|the (?:memory|memories|last (?:one|thing|step|action))|what (?:you|i|we)(?:'ve| have)? (?:just )?(?:forgot(?:ten)?|deleted?|removed?|did))"
_EN_NAMED = r"(?:(?:the|that|your|my) (?:(?:last|latest|previous) )?(?:forgetting|forget|deletion|deleting|delete|removal|erasure)|(?:forgetting|deleting|removing) (?:it|that|this|them)|what you(?:'ve| have)? (?:just )?(?:forgot(?:ten)?|deleted|removed|erased))"
_EN = (
    rf"(?:undo|revert|reverse|cancel|take back|roll back|restore|bring back|recover|unforget|un-forget|undelete)(?: {_EN_IT})?",
    rf"(?:take|bring|put|get|give|want|roll|have)(?: me)? {_EN_IT} back(?: in(?: (?:to )?(?:your |my )?memory)?)?",
    rf"i (?:want|need|'d like) {_EN_IT} back",
    rf"(?:(?:let's |i'd (?:rather|like to) |i would rather |i want (?:you )?to )?(?:keep|remember|retain)|hold on to) {_EN_IT}",
    rf"(?:don't|do not|never|please don't) (?:forget|delete|remove|erase|do) {_EN_IT}",
    r"(?:don't|do not)",
    r"i (?:(?:have )?changed my mind|take (?:that|it) back)|i've changed my mind",
    rf"leave {_EN_IT}(?: in| there| alone| as (?:it|they) (?:is|was|are|were))?",
)
#: Said of a forgetting that was done; before it, the same words speak of what is to be forgotten.
_EN_SLIP = (
    rf"i (?:did not|didn't) (?:mean|want) (?:that|it|this|to(?: (?:forget|delete|remove) {_EN_IT})?|you to(?: (?:forget|delete|remove) {_EN_IT})?)",
    r"(?:that|it|this) was (?:a mistake|an error|not what i (?:meant|wanted))",
)
_EN_SLIPPED = re.compile(rf"{_EN_LEAD}(?:{'|'.join(_EN_SLIP)}){_EN_TAIL}[\s.!?]*", re.IGNORECASE)
_EN_UNDO = re.compile(rf"{_EN_LEAD}(?:{'|'.join(_EN)}){_EN_TAIL}[\s.!?]*", re.IGNORECASE)
_EN_SPEAKS_OF_IT = re.compile(
    rf"{_EN_LEAD}(?:undo|revert|reverse|cancel|restore|bring back|recover|take back) {_EN_NAMED}{_EN_TAIL}[\s.!?]*|"
    rf"{_EN_LEAD}(?:bring|put|get|give)(?: me)? {_EN_NAMED} back{_EN_TAIL}[\s.!?]*",
    re.IGNORECASE,
)
#: Words that lead and nothing more would be an undoing by themselves where they say that the mind has changed.
_EN_ALONE = re.compile(
    r"\W*(?:no[\s,]+)?(?:i(?:'ve| have)? changed my mind|that was a mistake|oops|whoops)[\s.!]*",
    re.IGNORECASE,
)

_ZH_LEAD = r"(?:(?:请|麻烦你?|帮我|帮忙|你|您|等等|等一下|等下|不(?=[,，。！!\s])|不对|不行|哎呀?|啊|呃|嗯|噢|哦|对不起|抱歉|不好意思|其实|算了|那就?|还是|就|我(?:又)?(?:改主意|反悔|后悔)了|(?:我)?(?:弄|搞|说|点|删)错了|能不能|可以|能|可不可以|要不|先|给我|都)[,，。、！!\s]*)*"
_ZH_END = r"(?:吧|了|啦|呀|啊|哦|好了|好吗|行吗|可以吗|一下|谢谢|回来|回去|[,，。！!？?\s]|我(?:改主意|反悔|后悔)了|(?:刚才|刚刚)?(?:弄|搞|说|删)错了)*+"
_ZH_IT = r"(?:它们?|这(?:个|条|件事|些|一步|两条|几条)?|那(?:个|条|件事|些|一步|两条|几条)?|刚才(?:那|的)?(?:个|条|些|一步|件事)?|刚刚(?:那|的)?(?:个|条|些|一步|件事)?|上一步|上一个|前面的?|全部|都|两条|所有的?)"
_ZH_DEED = r"(?:操作|动作|删除|遗忘|忘记|步骤|决定|事|记忆|内容)"
_ZH_GONE = r"(?:(?:刚才|刚刚|上次|你|我|之前|被)*的?(?:忘掉|忘了|忘记|遗忘|忘|删掉|删除|删了|删|清除|清掉)(?:了)?的?(?:那|这)?(?:条|个|些|几条)?(?:记忆|内容|东西|操作)?)"
_ZH = (
    rf"(?:撤销|撤消|撤回|恢复|还原|取消|回退|反悔)(?:一下|掉)?{_ZH_IT}?(?:的)?{_ZH_DEED}?",
    rf"(?:把)?{_ZH_IT}(?:的)?{_ZH_DEED}?(?:都|给|再|给我)*(?:撤销|撤消|撤回|恢复|还原|取消|留着|留下|保留|找回来?|拿回来|要回来|加回来?|记回来?|弄回来|补回来|记住|记上|记着)",
    rf"(?:找|拿|要|加|记|弄|补|放)回来{_ZH_IT}?",
    rf"(?:留着|留下|保留|记着|记住|继续记着|重新记住|别删|别忘|不要忘|不要删|不删|不忘|先留着|别动)(?:掉|记|除)?{_ZH_IT}?",
    r"我?(?:改主意|反悔|后悔)了?",
)
_ZH_SLIPPED = re.compile(rf"{_ZH_LEAD}我?(?:刚才|刚刚)?(?:弄|搞|点|删)错了{_ZH_END}")
_ZH_UNDO = re.compile(rf"{_ZH_LEAD}(?:{'|'.join(_ZH)}){_ZH_END}")
_ZH_SPEAKS_OF_IT = re.compile(
    rf"{_ZH_LEAD}(?:(?:撤销|撤消|撤回|恢复|还原|取消|找回来?)(?:一下)?{_ZH_GONE}|(?:撤销|撤消|撤回|取消)(?:刚才|刚刚|上次)?的?(?:删除|遗忘|忘记)(?:操作)?|(?:把|(?=[^，。]{{2,8}}的[找拿恢还])){_ZH_GONE}(?:都|给|再|给我)*(?:撤销|撤消|恢复|还原|找回来?|拿回来|加回来?|记回来?)){_ZH_END}"
)


#: What undoes a remembering as well: "undo that", and not "keep it".
_EITHER = re.compile(r"\b(?:undo|revert|reverse|roll back)\b|撤销|撤消|撤回|回退", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Undo:
    """A message that takes something back; ``speaks_of_it``: it says itself that this is what was forgotten.

    ``either``: it may undo what was just remembered, too.
    """

    speaks_of_it: bool = False
    either: bool = False


def undo(text: str) -> Undo | None:
    """What the message takes back, or None when it takes back nothing."""
    said = text.replace("’", "'").strip()
    if not said or len(said) > _LONGEST:
        return None
    if _EN_SPEAKS_OF_IT.fullmatch(said) or _ZH_SPEAKS_OF_IT.fullmatch(said):
        return Undo(speaks_of_it=True)
    if any(one.fullmatch(said) for one in (_EN_UNDO, _EN_SLIPPED, _EN_ALONE, _ZH_UNDO, _ZH_SLIPPED)):
        return Undo(either=_EITHER.search(said) is not None)
    return None


_SENTENCE = re.compile(r"[^.!?。！？\n]+[.!?。！？]*")


def takes_back(rest: str) -> bool:
    """Whether what follows a request in its message takes it back: "Actually no, keep it", 算了，还是留着吧."""
    words = rest.replace("’", "'").strip()
    first = _SENTENCE.match(words)
    if first is None:
        return False
    both = _SENTENCE.match(words, first.end())
    said = [first.group(), words[: both.end()] if both else first.group()]
    keeps = (_EN_UNDO, _ZH_UNDO, _NEVER_MIND)
    return any(pattern.fullmatch(one.strip()) for one in said for pattern in keeps)


_NEVER_MIND = re.compile(
    rf"{_EN_LEAD}(?:never ?mind|don't bother|forget it|no,? don't|scratch that|cancel that)[\s.!]*|{_ZH_LEAD}(?:算了|不用了|当我没说|没事)[吧了啊。！!\s]*",
    re.IGNORECASE,
)
