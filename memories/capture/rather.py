"""Reads "forget the canoe, we'll rent a kayak", 别管红旗饭店了，就定锦江: a choice, and no wish to forget anything. Pure."""

# ruff: noqa: E501

from dataclasses import dataclass

from memoryhub import patterns as re

_LONGEST = 240

_EN_OPENING = r"(?:(?:ok(?:ay)?|oh|well|so|then|and|but|no|nah|hmm|right|yes|actually|on second thoughts?|you know what|please|alright|fine|just|let['’]s)\b[\s,.!…]*)*"
_EN_GIVES_UP = r"(?:forget(?: about)?|never ?mind(?: about)?|scrap|ditch|to hell with|so much for)"
#: What is known of the person, or was told, is forgotten and not given up for another thing.
_EN_OF_ME = r"(?:i|i['’]\w+|we|we['’]\w+|my|our|me|mine|us|you|your|that|this|it|them|him|her|what|whatever|everything|anything|all|about|to|when|where|who|how|why)\b"
_EN_BREAK = r"(?:\s*[,;.!…]+\s*|\s+[–—-]+\s*|\s+and\s+)"
_EN_MORE = r"(?:(?:instead|rather|so|and|but|ok(?:ay)?|then|actually|now|i think|i guess|this time)[\s,]+)*"
_EN_WE = r"(?:(?:i|we)(?:['’]ll| will|['’]d rather|['’]d prefer to|['’]re| are|['’]m| am| can| could| should|['’]d better| want to| prefer to|['’]ve decided to| have decided to)?(?: just| simply| better| rather| now)?|let['’]?s(?: just| rather)?|let us)"
_EN_TAKE = r"(?:take|taking|go(?:ing)? (?:with|for|by|to)|fly(?:ing)? with|us(?:e|ing)|book(?:ing)?|hav(?:e|ing)|get(?:ting)?|choos(?:e|ing)|pick(?:ing)?|hir(?:e|ing)|order(?:ing)?|rent(?:ing)?|stay(?:ing)? (?:at|in|with)|buy(?:ing)?|settl(?:e|ing) (?:on|for)|opt(?:ing)? for|switch(?:ing)? to|try(?:ing)?|invit(?:e|ing)|visit(?:ing)?|serv(?:e|ing)|do(?:ing)?|make it|stick(?:ing)? with)"
_EN_NEW = r"(?!(?:it|that|this|them|him|her|you|me|us|so|out|up|off|on|home|there|care|part|place|time|advantage)\b)[^\s,;.!?–—][^,;.!?–—]{1,48}?"
_EN_TAIL = r"(?:\s(?:instead|then|please|after all|now|for us|this time|because\b.*|since\b.*|as it\b.*|so\b.*|if\b.*))*"
_EN = re.compile(
    rf"^\W*{_EN_OPENING}{_EN_GIVES_UP}\s+(?!{_EN_OF_ME})(?P<old>[^,;.!?…–—]{{2,48}}?){_EN_BREAK}{_EN_MORE}"
    rf"(?:{_EN_WE}\s{_EN_TAKE}\s(?P<new>{_EN_NEW}){_EN_TAIL}"
    rf"|(?:make it|it['’]s|it['’]ll be|it is|back to|we want|i want|we prefer|i prefer)\s(?P<new2>{_EN_NEW}){_EN_TAIL}"
    rf"|(?P<new3>(?:the|an?)\s[^,;.!?–—]{{2,40}}?|(?-i:[A-Z])[\w'’ -]{{1,30}}?)\s(?:it is|instead|is better|will do|then))"
    r"\s*(?=[,;.!?…–—]|$)",
    re.IGNORECASE,
)
_ZH_OPENING = r"(?:那|那么|算了|好吧?|行|嗯|哦|不|要不|干脆|就|还是|咱们?|我们|OK|ok|[\s,，。！!])*"
_ZH = re.compile(
    rf"^\W*{_ZH_OPENING}(?:别管|甭管|不管|别提|甭提|不提|别想|忘了|忘掉|忘记|别惦记|抛开|撇开)(?:什么|那个|那家|这个|这家)?"
    r"(?P<old>(?![我你您咱他她它这那]|关于|所有|一切)[^，,。！!；;？?了吧]{2,14})(?:了|吧|啦)*[，,。！!；;]\s*"
    r"(?:(?:那|就|还是|干脆|直接|不如|改|决定|我们?|咱们?|这次|换)+(?:去)?"
    r"(?:定|订|选|去|住|坐|乘|吃|喝|用|买|租|要|换|请|点|叫|带|走|成|办)|换成|改成|改用|改订|改选|改去|改坐|改住|换)"
    r"(?:成|了|在)?(?P<new>(?![了的过个得他她它]|[这那]?么)[^，,。！!；;？?]{1,14}?)(?:吧|了|好了|得了|就行|呗|啦)*\s*(?=[，,。！!；;]|$)"
)


@dataclass(frozen=True, slots=True)
class Rather:
    """What is given up, and what is taken in its place, as they were said."""

    old: str
    new: str


def read(text: str) -> Rather | None:
    """What the beginning of a text gives up for something else, or None."""
    said = text[:_LONGEST].replace("’", "'")
    if match := _EN.match(said):
        return Rather(match["old"].strip(), (match["new"] or match["new2"] or match["new3"]).strip())
    if match := _ZH.match(said):
        return Rather(match["old"].strip(), match["new"].strip())
    return None
