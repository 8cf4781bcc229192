"""What leads up to a question about the past: "I read a novel last year, what was it called?". Pure."""

#: The statement speaks of what was.
from memoryhub import patterns as re

_PAST_EN = re.compile(
    r"\b(?:was|were|had|did|went|saw|told|said|bought|read|made|got|gave|took|met|ate|drank|wrote|heard|"
    r"watched|"
    r"\w{2,}ed|before|ago|earlier|last (?:time|week|month|year|night|summer|winter|spring|autumn|fall|"
    r"\w+day)|yesterday)\b",
    re.IGNORECASE,
)
_ASKS_BACK_EN = re.compile(
    r"(?:\s[^,;.!?\n]{0,40})?[\s,;.!:\u2013\u2014-]*(?:(?:and|but|so|now|well|then)[\s,]+)*"
    # "…when I was 20", "…, who was a nurse" tell more; a question turns verb and subject round
    r"(?:(?:what|which|how (?:much|many|long|often|old|far))\b(?! (?:i|we|you|he|she|they|it|my|our)\b)"
    r"[^?.!\n]{0,80}?\b(?:was|were|did|had)\b"
    r"|(?:when|where|why|who|whom)(?: exactly| again)? (?:was|were|did|had)\b(?=[^.!\n]{0,80}\?)"
    r"|(?:what|who)(?:'s| is) (?:it|its name|the (?:name|title)|that|his name|her name)\b"
    r"|which (?:one|was|of)\b"
    r"|(?:do|can|could|would) you (?:still |perhaps |please )*(?:remember|recall|remind me|tell me (?:what|"
    r"which|who|where|when))\b"
    r"|(?:remind me|help me (?:remember|recall|find))\b"
    r"|(?:i|i've) (?:forgot|forget|forgotten|can'?t (?:remember|recall)|don'?t (?:remember|recall))\b"
    r"|remember\s*\?)",
    re.IGNORECASE,
)
_PAST_ZH = re.compile(
    r"过(?!敏|期|分|瘾|节|年|生日)|了|之前|上次|上[周个回]|以前|曾经|去年|前年|昨|前[天几]|当时|那时|"
    r"那(?:天|次|年)|刚才|推荐"
)
_ASKS_BACK_ZH = re.compile(
    r"[^。!！?？\n]{0,30}?(?:来着|还?记(?:不)?得[^。!！?？\n]{0,20}(?:吗|么|不|[?？])|你记不记得|想不起来|"
    r"(?:忘了|忘记了?|不记得(?:了)?)[^。!！?？\n]{0,8}(?:叫|是|在|名字|哪|谁|什么))"
    r"|[\s,，、;；]*(?:那?(?:它|他|她|当时|那时|名字|书名|片名|店名|地址)?|那(?:部|本|家|个|款|次|位|首|条|"
    r"道)[^,，。!！?？\n]{0,8}?)"
    r"(?:叫|是)(?:什么|啥|哪|谁|几)(?!好|比较|合适|才)"
    r"|[\s,，、;；]*(?:说的|聊的|讲的|推荐的|提到的|买的|去的|看的)(?:是|都)?[^,，。!！?？\n]{0,4}(?:什么|"
    r"啥|哪|谁|几)"
)


def leads_to_one(words: str, *, start: int, end: int) -> bool:
    """Whether the statement ``words[start:end]`` tells of the past only to ask about it in what follows."""
    said, rest = words[start:end], words[end : end + 160]
    if re.search(r"[\u3400-\u9fff]", said):
        return bool(_PAST_ZH.search(said) and _ASKS_BACK_ZH.match(rest))
    return bool(_PAST_EN.search(said) and _ASKS_BACK_EN.match(rest))
