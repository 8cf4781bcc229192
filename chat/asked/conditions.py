"""How it is asked which conditions hold in a conversation: "What rules do I have for this chat?". Both languages; pure."""

# ruff: noqa: E501

from chat.asked import reasons
from memoryhub import patterns as re

#: The conditions are asked for, and not what they are about.
_ASKS = re.compile(
    r"\bwhat\b[^?]{0,30}\b(?:must|may|should|can|shall|are|am)\b ?(?:you|i|we)?[^?]{0,20}\b(?:not\b|n['’]t\b|never\b|allowed|forbidden|do without)|\bwhat (?:mustn|shouldn|can|couldn|may)['’]?t you\b"
    r"|\b(?:what|which|list|show|tell)\b[^?]{0,40}\b(?:conditions?|restrictions?|constraints?|rules?|limits?|off[- ]limits|forbidden|not allowed)\b|\bwhat\b[^?]{0,30}\b(?:ask|check with) me\b[^?]{0,12}\b(?:before|first)\b|\bwhat did i (?:forbid|tell you not to|say you (?:must|should|may) ?n['o]t)"
    r"|(?:什么|哪些|啥)(?:事情?|东西)?(?:是)?(?:你)?(?:不能|不许|不准|不可以?|不该|不要|别|禁止)|(?:你)?(?:不能|不许|不准|不可以|不该|禁止|不让你)(?:再)?(?:做|干|碰|动|说|有)?(?:什么|哪些|啥)|(?:什么|哪些|啥)(?:条件|限制|规矩|要求|约束|禁忌|规定)|(?:条件|限制|规矩|约束|禁忌|要求)(?:都)?(?:是|有)(?:什么|哪些|啥)|(?:什么|哪些)事?(?:要|得|必须)(?:先|等)?(?:问|经过|征得)我",
    re.IGNORECASE,
)
#: Those of this chat, and no rules of a game or a place.
_OF_THIS_CHAT = re.compile(
    r"\b(?:you|here|i|we) (?:have|got|still have|set|give|gave|given|made)\b|\b(?:do|did|have|had) (?:you|i|we)\b|\b(?:this|the|our) (?:chat|conversation|talk)\b|\b(?:you|here)\b"
    r"|你|这个?(?:对话|聊天|会话)|这里|[给定提立设]了?(?:你|过|的|下)?",
    re.IGNORECASE,
)


def asked(question: str) -> bool:
    """Whether a question asks for conditions, and not why something is so."""
    return _ASKS.search(question) is not None and not reasons.asked(question)


def asked_of_this_chat(question: str) -> bool:
    """Whether it asks for those of this chat by its words, so that it needs no other answer than that there are none."""
    return asked(question) and _OF_THIS_CHAT.search(question) is not None
