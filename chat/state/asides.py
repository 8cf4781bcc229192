"""What a person tells of years that are over is no matter in hand: "Last year I was in Naples with friends". Pure."""

# ruff: noqa: E501

from chat.clauses import Sentence
from memoryhub import patterns as re

_OVER = re.compile(
    r"\b(?:last (?:year|spring|summer|autumn|fall|winter|christmas|easter)|(?:years?|decades?|ages) ago"
    r"|the year before last|back (?:in|then|when)|when i was (?:little|small|young|a |at |in )|as a (?:child|kid|student|boy|girl|teenager)"
    r"|years back|in my (?:youth|twenties|childhood|student days))\b"
    r"|去年|前年|大前年|小时候|上学(?:的时候|那会儿?|时)|读书(?:的时候|那会儿?|时)|年轻(?:的时候|那会儿?|时)|当年|那年|年前(?!后|夕|要|得|搞|弄|完)",
    re.IGNORECASE,
)
#: What was arranged then for what is to come, and what is set against today.
_STILL = re.compile(
    r"\b(?:book\w*|order\w*|reserv\w*|sign\w*|paid|pay|agreed?|decid\w*|confirm\w*|hir\w*|rent\w*|bought|now|this"
    r"|so|again|same|like|today|still|since|instead|want|will|going to|need|budget|plan\w*)\b|['’]ll\b"
    r"|订|定|签|付|交|买|租|选|约|今年|这[次回趟]|现在|所以|还是|一样|同样|打算|计划|要|想|预算|截止|之前",
    re.IGNORECASE,
)


def is_over(sentence: Sentence) -> bool:
    """Whether a sentence tells of what lies years back, and of nothing that is still to come."""
    text = sentence.text
    return not sentence.asks and _OVER.search(text) is not None and _STILL.search(text) is None
