"""Reads the answer to "Which one do you mean?": the first one, both, 第二条, 都删, none of them. Pure."""

# ruff: noqa: E501

from dataclasses import dataclass

from memoryhub import patterns as re

_EN_ORDER = {
    "first": 0, "1st": 0, "one": 0, "former": 0, "top": 0, "second": 1, "2nd": 1, "two": 1, "third": 2, "3rd": 2, "three": 2,
    "fourth": 3, "4th": 3, "four": 3, "fifth": 4, "5th": 4, "five": 4, "last": -1, "latter": -1, "final": -1, "bottom": -1,
}  # fmt: skip
_ZH_ORDER = {"一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "两": 1, "前": 0, "后": -1, "头": 0}
_EN_LEAD = r"(?:(?:yes|yeah|yep|ok(?:ay)?|please|i mean|i meant|just|only|sorry|well|um+|forget|delete|remove|drop|erase|that'?s|it'?s|no)[\s,.!:]+)*+"
_EN_TAIL = r"(?:[\s,]+(?:please|thanks|thank you|then|one|ones|memory|entry|of them|of those|of these|in the list))*+"
_EN_ONE = r"(?:first|second|third|fourth|fifth|last|former|latter|final|top|bottom|1st|2nd|3rd|4th|5th|(?:number|no\.?|nr\.?|#|option|item)?\s?(?:[1-5]|one|two|three|four|five))"
_EN_PICK = re.compile(
    rf"{_EN_LEAD}(?:the )?(?P<which>{_EN_ONE}(?:(?:\s*,\s*|\s+and\s+|\s*&\s*)(?:the )?{_EN_ONE})*){_EN_TAIL}[\s.!]*",
    re.IGNORECASE,
)
_EN_ALL = re.compile(
    rf"{_EN_LEAD}(?:both|all|every one|everything|all (?:two|three|four|five)|each|the lot|all of it|the whole lot|every single one){_EN_TAIL}[\s.!]*",
    re.IGNORECASE,
)
_EN_YES = re.compile(
    r"(?:yes|yeah|yep|yup|sure|correct|exactly|right|please do|do it|go ahead|of course|yes,? please|i do)[\s.!,]*",
    re.IGNORECASE,
)
_EN_NONE = re.compile(
    r"(?:(?:no|nope|sorry|oh)[\s,.!]+)*(?:no|nope|none|neither|none of (?:them|these|those)|never ?mind|neither of (?:them|these|those)|no,? (?:thanks|thank you)|"
    r"leave (?:it|them)|keep (?:it|them|both|all)(?: of them)?|don'?t|cancel)[\s.!,]*",
    re.IGNORECASE,
)
_ZH_LEAD = r"(?:(?:是|对|嗯|好的?|就|请|麻烦你?|我(?:是)?说的?是?|我指的?是?|我的意思是|那就|只|把|忘掉|忘了|忘记|删掉|删除|删|去掉|要)[,，\s]*)*+"
_ZH_END = r"(?:吧|就(?:行|好)(?:了)?|忘掉|忘了|忘记|删掉|删除|删了?|去掉|清掉|给|都|也|了|谢谢|哦|啊|呀|的|[,，\s])*+"
_ZH_NUMBER = r"(?:第?\s?[一二三四五1-5]\s?(?:条|个|项|号|点)?|前者|后者|前(?:面)?(?:那|一)?(?:条|个)|后(?:面)?(?:那|一)?(?:条|个)|最后(?:一|那)?(?:条|个)?|头一?(?:条|个)|上面(?:那)?(?:条|个)|下面(?:那)?(?:条|个))"
_ZH_PICK = re.compile(
    rf"{_ZH_LEAD}(?P<which>{_ZH_NUMBER}(?:(?:、|和|跟|,|，|还有|以及){_ZH_NUMBER})*){_ZH_END}[。！!.\s]*"
)
_ZH_ALL = re.compile(
    rf"{_ZH_LEAD}(?:(?:这|那)?(?:两|二|三|四|五|几|所有|全部)(?:条|个|项)?|它们|全|统统|通通|一起|一并|所有的?|全部|都)+{_ZH_END}[。！!.\s]*"
)
_ZH_YES = re.compile(
    r"(?:是的?|对的?|嗯+|好的?|没错|可以|行|确定|当然|就是|是啊|对啊|好啊)[呀啊哦吧了,，。！!\s]*"
)
_ZH_NONE = re.compile(
    r"(?:都不(?:是|用|要|删|忘)?|一(?:条|个)都不(?:要|删|忘|用)?|不用了?|算了|不(?:删|忘|要)了?|没事了?|取消|留着吧?|不是)[吧呀啊哦了,，。！!\s]*"
)
_EN_ABOUT = re.compile(
    rf"{_EN_LEAD}(?:the )?(?:one (?:about|with|that says|where|in|of|on|for) (?P<about>.+)|(?P<what>[\w' ]+?) one)[\s.!]*",
    re.IGNORECASE,
)
_ZH_ABOUT = re.compile(
    rf"{_ZH_LEAD}(?:关于|说|讲|提到)?(?P<about>[^,，。第]{{1,12}}?)的?(?:那|这)(?:一)?(?:条|个){_ZH_END}[。！!.\s]*"
)
_LONGEST = 60


@dataclass(frozen=True, slots=True)
class Choice:
    """What was chosen: places in the list (-1 the last), all, none, a plain yes, or the one that is ``about`` something."""

    places: tuple[int, ...] = ()
    everything: bool = False
    nothing: bool = False
    yes: bool = False
    about: str = ""


def read(text: str) -> Choice | None:
    """The choice that a message makes, or None when it makes none."""
    said = text.replace("’", "'").strip()
    if not said or len(said) > _LONGEST:
        return None
    if _EN_NONE.fullmatch(said) or _ZH_NONE.fullmatch(said):
        return Choice(nothing=True)
    if _EN_YES.fullmatch(said) or _ZH_YES.fullmatch(said):
        return Choice(yes=True)
    if _EN_ALL.fullmatch(said) or _ZH_ALL.fullmatch(said):
        return Choice(everything=True)
    if match := _EN_PICK.fullmatch(said):
        words = re.findall(r"[a-z]+|\d(?:st|nd|rd|th)?", match["which"].lower())
        return Choice(
            places=tuple(
                _EN_ORDER.get(word, int(word[0]) - 1 if word[0].isdigit() else -9)
                for word in words
                if word in _EN_ORDER or word[0].isdigit()
            )
        )
    if match := _ZH_PICK.fullmatch(said):
        found = re.findall(
            r"最后|[一二三四五1-5]|前|后|头|上面|下面",
            match["which"]
            .replace("前一", "前")
            .replace("后一", "后")
            .replace("头一", "头")
            .replace("最后一", "最后"),
        )
        return Choice(places=tuple(_zh_place(word) for word in found))
    if match := _EN_ABOUT.fullmatch(said) or _ZH_ABOUT.fullmatch(said):
        return Choice(about=next(filter(None, match.groupdict().values()), ""))
    return None


def _zh_place(word: str) -> int:
    if word.isdigit():
        return int(word) - 1
    return {"最后": -1, "上面": 0, "下面": -1}.get(word, _ZH_ORDER.get(word, 0))
