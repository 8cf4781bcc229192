"""Thanks, praise and closing words, in both languages: small talk, and which of it a reply answers kindly. Pure."""

# ruff: noqa: E501

from memories.recall.tokens import normalise
from memoryhub import patterns as re

_FOR = r"(?:that|this|it|everything|(?:all )?(?:of )?(?:your|the) (?:\w+ )?(?:help|advice|time|tips?|info|information|suggestions?|ideas?|explanation|patience|support|reply|answers?|update|effort|work)|helping(?: me)?(?: out)?|explaining(?: it| that)?|checking|asking|letting me know|being (?:here|there|so \w+))"
_GOOD = r"(?:great|good|nice|helpful|perfect|lovely|wonderful|brilliant|excellent|amazing|fantastic|terrific|marvell?ous|splendid|super|superb|useful|clear|kind|awesome|cool|fine|ideal|exactly right)"
#: Pieces of an English message that is nothing but courtesy; lower case, straight apostrophes.
EN = (
    rf"(?:(?:many|big|huge|no) )?(?:thanks|thank you|thank u)(?: ever)?(?: so| very)?(?: much)?(?: indeed| again| a (?:lot|million|bunch|ton)| lots| loads| heaps| anyway| in advance| for {_FOR})*"
    r"|(?:i )?(?:really |truly |do |so )*appreciate (?:it|that|this|(?:your|the) (?:help|time|advice|effort))|(?:very |much |really )*appreciated"
    r"|you(?:'re| are) (?:the best|a star|a life ?saver|a legend|a gem|(?:so |very |too |really )?(?:great|awesome|amazing|kind|helpful))|you rock"
    rf"|(?:(?:that|this|it)(?:'s| is|'s all| was)? |(?:all )?(?:sounds|looks) )?(?:just |very |really |so |absolutely |simply |truly |quite |super )*{_GOOD}"
    r"|(?:that|this|it) (?:works|helps|helped|does it|will do|should do|suits me)(?: a lot| very well| well| perfectly| nicely| fine| for me)*|(?:that|this)'ll do"
    r"|(?:that|this)(?:'s| is|'ll be| will be) (?:all|it|everything|enough)(?: for (?:now|today|me))?(?: (?:that )?i (?:need|needed|want|wanted)(?: to know)?)?"
    r"|understood|noted|makes sense|will do|that makes sense|(?:talk|speak) to you (?:later|soon|tomorrow)|until (?:next time|tomorrow|then)|i'm (?:all )?(?:set|done)|all (?:set|done|clear|good)"
)
_ZH_GOOD = r"(?:好|棒|赞|完美|厉害|贴心|周到|有用|有帮助|及时|清楚|详细|专业|暖心|给力|感动|可以|不错)"
#: Pieces of a Chinese one. None is made of others.
ZH = (
    rf"太{_ZH_GOOD}(?=[了啦咯]|$|[，,。！!])|(?:非常|十分|万分|太|真的?很?|很|特别|实在)(?:谢谢|感谢|感激)|真是(?=太)"
    r"|(?:非常|十分|太|真的?很?|很|特别)?(?:谢谢|感谢|多谢)(?:你|您)(?:的(?:帮助|帮忙|建议|推荐|回答|回复|提醒|解释|耐心|支持|分享|意见|时间|鼓励|安慰|陪伴)|帮我|帮忙|提醒我?|告诉我|陪我|啊)"
    rf"|(?:真|挺|很|非常|特别|蛮|还){_ZH_GOOD}|{_ZH_GOOD}极(?=了)|完美|给力|赞|没问题|好嘞|好咧|好滴|就这些|就这么(?:办|定|着)|那(?=就这)|都清楚了|的(?=[，,。！!\s]|$)"
    r"|麻烦(?:你|您)(?:了|啦)|有劳(?:你|您)?(?=了|$)|谢(?:啦|了|过)|感恩|感激不尽|帮(?:了)?大忙了|暂时(?=就?这)|今天(?=就?(?:到这|这样))|到这(?:里|儿)?吧?|没别的(?:事|问题)?了?|先(?:到这|忙)"
)
_THANKS = re.compile(
    r"\b(?:thanks?|thx|ty|cheers|appreciated?)\b|谢|感激|感恩|辛苦|麻烦[你您]|有劳|you(?:'re| are) (?:the|a|so|very|too) ",
    re.IGNORECASE,
)
_PRAISE = re.compile(
    rf"\b(?:{_GOOD}|works|helps|helped|well done|good job)\b|太{_ZH_GOOD}|[真挺很]{_ZH_GOOD}|棒|赞|完美|厉害|给力|不错",
    re.IGNORECASE,
)
_GREETS = re.compile(
    r"\b(?:hi|hello|hey|good (?:morning|afternoon|evening|night|day|luck)|how|nice to|who|what|have a)\b|你好|您好|早|[上中下]午好|晚上好|晚安|吗",
    re.IGNORECASE,
)


def thanks(text: str) -> bool:
    """Whether words of small talk thank somebody."""
    return _THANKS.search(normalise(text).replace("’", "'")) is not None


def praises(text: str) -> bool:
    """Whether words of small talk say that something is good, and neither greet nor ask."""
    plain = normalise(text).replace("’", "'")
    return _PRAISE.search(plain) is not None and _GREETS.search(plain) is None
