"""What the judge is never asked about, by its form: talk, orders, matters at hand, predictions. Pure."""

from datetime import datetime

from memories.capture import dates_en, dates_zh, rules_zh_decisions, rules_zh_words
from memories.capture.rules_en.decisions import no_choice_of_theirs
from memoryhub import patterns as re

#: Quotations and markup that were blanked leave gaps; stage directions stand in brackets and stars.
_BROKEN = re.compile(r"\S\s{3,}\S|[*_|{}<>\[\]=]|^[^(]*\)|\n")
#: How a question or an order begins that has no mark at its end.
_EN_ASKED = re.compile(
    r"(?:how|what|what's|why|where|who|which|when|can|could|would|will|should|shall|do|does|did|is|are|am|"
    r"was|were|has|"
    r"have|may|if|in \w+,? how|turn|embrace|take|put|keep|answer|act|play|imagine|suppose|consider|assume|"
    r"given|"
    r"what of)\b",
    re.IGNORECASE,
)
#: Words to the other, about the talk, or a reaction: no statement of oneself, however it begins.
_EN_TALK = re.compile(
    r"(?:i(?:'m| am|'ve| have|'d| would|'ll| will| was)?|we(?:'re|'ve|'ll| are| have| will)?)\s+"
    r"(?:(?:really|just|so|very|also|totally|completely|definitely|do|did|will|can|can't|don't|do not|"
    r"didn't|not|"
    r"never|pretty|quite|too|always|actually)\s+)*"
    r"(?:agree|see|hear|bet|guess|hope|wish|wonder|mean|suppose|imagine|understand|know|think|believe|"
    r"feel the same|"
    r"appreciate|apologi[sz]e|thank|sorry|glad|happy to (?:hear|help)|curious|sure|afraid (?:not|so|i)|"
    r"asking|"
    r"looking forward|told|said|mentioned|ask|asked|say|tell|read that|heard|need you|want you|"
    r"would like you|like you|"
    r"excited (?:to hear|for)|impressed|surprised|jealous|kidding|joking|with (?:that|this)|in agreement)\b"
    r"(?!\s+(?:how to|a lot about|about \w+ing|karate|french|spanish)\b)",
    re.IGNORECASE,
)
_EN_REQUEST = re.compile(
    r"(?:say (?:that )?(?:i|my|we|you|somebody|someone|there)\b|please|pls|let's|let us|let me|thanks|thank"
    r"|write|give|tell|show|make|create|explain|list|find|help|"
    r"suggest|recommend|translate|summari[sz]e|generate|provide|describe|act|pretend|use|add|remove|change|"
    r"rewrite|continue|draft|design|compare|calculate|open|close|send|post|check|put|forget|remember|never|"
    r"always|"
    r"do not|don't|remind|call|read|look|keep|take|turn|book|order|bring|start|stop|in (?:a )?similar|"
    r"my (?:question|request|prompt|guy))\b",
    re.IGNORECASE,
)
#: The matter at hand, said of oneself: what is needed, looked for, asked, or done about it next.
_EN_AT_HAND = re.compile(
    r"(?:i|we)(?:(?:'m| am|'ve been| have been|'re| are)?\s+(?:(?:really|just|also|now|still|currently|"
    r"actually|"
    r"definitely|only|always)\s+)*(?:need|looking (?:for|to|into)|searching|seeking|wondering|curious|"
    r"unclear|ready|"
    r"stuck|confused|eager|about to|unsure|should|might|may|must|could|will|shall)\b|'ll\b)|"
    r"(?:my|our) (?:\w+ )?(?:budget|question|request|prompt|deadline|code|script|query|understanding)\b",
    re.IGNORECASE,
)
#: Something due, unless it is due again and again.
_EN_DUE = re.compile(r"(?:i|we)(?:'ve| have)?\s+(?:\w+\s+)?(?:have to|got to|gotta|better)\b", re.IGNORECASE)
#: A wish that stands beside a request is about that request.
_EN_WISH = re.compile(
    r"(?:i|we)(?:'d| would)?\s+(?:(?:really|just|also|only|do|don't|do not)\s+)*(?:want|like to|would like|"
    r"love to)\b",
    re.IGNORECASE,
)
#: A sentence that begins so says nothing by itself.
_EN_HANGS = re.compile(
    r"(?:it|it's|this|that|that's|they|they're|he|he's|she|she's|there|there's|those|these|them|"
    r"one (?:less|more)|for|nobody|no one|everyone|everybody|people)\b",
    re.IGNORECASE,
)
#: What somebody near thinks or says is theirs, unless it is a doctor's finding.
_EN_OPINION_OF_OTHERS = re.compile(
    r"(?:my|our|an?|some|the) (?!(?:doctor|gp|allergist|dentist|therapist)\b)(?:[\w'-]+ ){1,4}?"
    r"(?:(?:always|often|still|also|just|really|never|keeps?)\s+)*"
    r"(?:thinks?|thought|believes?|says?|said|told|saying|claims?|claimed|reckons?|insists?|swears?|argues?)\b",
    re.IGNORECASE,
)
#: Advice that was given: the person has not taken it yet.
_EN_ADVISED = re.compile(
    r"(?:my|our|the|a) (?:[\w'-]+ ){1,3}?(?:thinks?|thought|says?|said|told me|suggests?|suggested"
    r"|recommends?|recommended|advised|wants)\b"
    r" ?(?:that )?(?:i|me|we)?\b ?(?:to|should|ought|need|could|try|must)\b",
    re.IGNORECASE,
)
#: What is told of somebody who is no family: theirs, unless a rule knows what it is to the person.
_EN_OF_OTHERS = re.compile(
    r"(?:my|our|a) (?:[\w'-]+ ){0,2}?(?:neighbou?rs?|friends?|colleagues?|co-?workers?|boss|manager"
    r"|landlord|landlady|"
    r"roommates?|flatmates?|classmates?|teachers?|professor|clients?|customers?|students?)(?:"
    r" (?!and\b)[A-Z][\w-]+)? "
    r"(?!and (?:i|me)\b|(?:is|are)(?: called| named)? [A-Z])",
    re.IGNORECASE,
)
#: What will be like, without a day on which it is: a prediction or a hope, nothing that is so.
_EN_PREDICTED = re.compile(r"\b(?:will|won't|'ll|gonna|going to be|shall)\b", re.IGNORECASE)
#: How one feels just now.
_EN_PASSING = re.compile(
    r"(?:i'?m|i am|i feel|i'm feeling|we're|we are)\b(?=.*\b(?:tired|bored|hungry|thirsty|starving|sad|"
    r"happy|excited|"
    r"stressed|nervous|anxious|upset|angry|sick|overwhelmed|frustrated|exhausted|sleepy|lonely|worried|"
    r"cold|hot|drunk|"
    r"hungover)\b)(?=.*\b(?:i could|right now|at the moment|now|today|tonight|this (?:morning"
    r"|afternoon|evening))\b)",
    re.IGNORECASE,
)
#: An idea that is turned over and not decided.
_EN_UNDECIDED = re.compile(
    r"\b(?:toying with|flirting with|playing with the idea|considering|contemplating|debating|mulling|"
    r"pondering|"
    r"on the fence|torn between|tempted to|thinking (?:of|about)|undecided|not sure (?:if|whether|about)|"
    r"half a mind|not sure yet|(?:maybe|perhaps) (?:i|we)\b|"
    r"wondering (?:if|whether)|in two minds|(?:haven't|have not|not(?: yet)?|can't|cannot) (?:quite )?"
    r"(?:decided?|made up my mind|make up my mind))\b",
    re.IGNORECASE,
)
#: Words that make a matter one of long standing.
LASTING_EN = re.compile(
    r"\b(?:always|every|usually|often|never|years?|months?|since|ever since|grew up|growing up|used to|born|"
    r"weekends?|weekly|daily|mostly|favou?rite|for a living|lately|recently|all my life|as a (?:kid|child|"
    r"teen\w*))\b",
    re.IGNORECASE,
)
#: A numbered piece of the work at hand that was gone through: "I checked row 12 of the list, it's fine".
_EN_PIECE = re.compile(
    r"(?:i|we)(?:'ve| have)?\s+(?:\w+ly\s+|just\s+|also\s+|already\s+)*(?:check|look|read|review|went|gone|go"
    r"|finish|"
    r"fix|correct|edit|proofread|verif|confirm|sort|updat|scann|compar|chang|mov|delet|rewr|did|done)\w*\s+"
    r"(?:\w+\s+){0,3}?(?:row|line|page|item|entry|note|section|slide|number|no\.|column|cell|paragraph"
    r"|chapter|step|"
    r"point|question|file|ticket|picture|photo|poster|draft|version|part|sheet|record|task)s?\s+\d",
    re.IGNORECASE,
)
#: "I get hives when I touch it": what "it" is was told before, with its allergy.
_EN_REACTS_TO_IT = re.compile(
    r"i (?:\w+ )?(?:get|break out|come out|swell|itch|sneeze|wheeze|react)\b.*\b"
    r"(?:when|whenever|if|from|after|to)\b.*\b(?:it|them)$",
    re.IGNORECASE,
)
_EN_NO_STATEMENT = (
    _EN_REACTS_TO_IT,
    _EN_PIECE,
    _EN_TALK,
    _EN_ASKED,
    _EN_REQUEST,
    _EN_AT_HAND,
    _EN_HANGS,
    _EN_OPINION_OF_OTHERS,
    _EN_OF_OTHERS,
    _EN_ADVISED,
)


def left_out_in_english(said: str, *, asks: bool, said_at: datetime) -> bool:
    """Whether an English sentence tells nothing of the person; ``asks``: the message asks for something."""
    if any(pattern.match(said) for pattern in _EN_NO_STATEMENT) or _BROKEN.search(said):
        return True
    if no_choice_of_theirs(said):
        return True
    if _EN_PASSING.match(said) and not LASTING_EN.search(said):
        return True
    if (_EN_DUE.match(said) and not LASTING_EN.search(said)) or (asks and _EN_WISH.match(said)):
        return True
    return bool(_EN_PREDICTED.search(said)) and not dates_en.find(said, said_at=said_at)


def asks_in_english(clause: str) -> bool:
    """Whether a clause begins as an order or a request."""
    return _EN_REQUEST.match(clause) is not None


def undecided_in_english(said: str) -> bool:
    return _EN_UNDECIDED.search(said) is not None


#: 饿得我能吃下一头牛: how one feels, put strongly.
_ZH_FIGURE = re.compile(
    r"(?!医生|大夫|体检|报告)[^我,，]{2,8}(?:说|显示|预测|认为|觉得|表明)我|像我(?:们)?(?:这样|这种|这么)|[^,，]{0,8}(?:饿|渴|困|累|冷|热|烦|气|笑|撑|吓|急|馋|疼)得(?:我|要|快|都"
    r"|不行|想|像)"
)
_ZH_OF_OTHERS = re.compile(
    r"我?(?:还)?(?:有|认识)(?:一?[个位])(?:朋友|同事|同学|邻居|亲戚|哥们|客户)(?!叫|是|姓)|"
    r"我们?(?:的|家|单位|公司|楼上|楼下|隔壁)*(?:的)?(?:邻居|朋友|好友|哥们|闺蜜|同事|领导|老板|上司|室友"
    r"|舍友|房东|同学|客户|老师|学生|教练)"
    r"(?!和我|跟我|们?都?叫我|是我|给我|叫|姓)"
)
_ZH_TALK = re.compile(
    r"(?:我们?)?(?:也|真(?=希望)|好(?=希望)|多(?=希望)|真的|就|都|很|还|会|才|可|又)*(?:觉得|认为|知道|同意"
    r"|明白|理解|懂|相信|希望|祝|猜|"
    r"估计|感觉到?|发现|看到|听说|"
    r"以为|想问|想知道|请问|问|说|告诉|谢|感谢|抱歉|不好意思|放心|试试|记住了|会(?:注意|努力|加油|试|去试|"
    r"考虑|好好|尝试))"
)
_ZH_AT_HAND = re.compile(
    # 我可以亲自联系: an offer for the matter at hand
    r"我们?(?:也|就|完全|随时|都)?(?:可以|愿意|来|能)(?:先|再|也|帮|自己|亲自|马上|直接|随时|试着|去|来|把|给"
    r"|提供|安排|联系|负责|发|等|配合|接受|考虑|付|出|带|在)"
    r"|我们?(?:现在|正在|最近|今天|也|还|就|很|真的|正)*(?:需要|在(?:找|挑|选|查|搜|比)|得(?!了|到|过|意)|"
    r"该|应该|马上|准备好|"
    r"要(?!强)(?:去|的|一|把|写|做|问|用)|先)|.*(?:预算|[^报]报价)|(?:我)?(?:也|还|就)?(?:想|打算|"
    r"准备)(?:要)?(?:给|帮|为)[^,，]{1,10}(?:挑|选|买|准备|送|找|写|做|订)"
)
#: How it will be, without a day on which it is: a prediction or a hope.
_ZH_PREDICTED = re.compile(
    r"(?:一定|肯定|应该|必将|必定|将来?|迟早|早晚|总有一天|绝对)(?:都|也|就)?(?:能|会|要)|会(?:更加?|"
    r"越来越|变得|好起来|很|非常)|将会"
)
#: A wish that stands beside a request is about that request, unless it is one of long standing.
_ZH_WISH = re.compile(
    r"(?!.*(?:一直|从小|总是?|经常|每))[^,，]{0,10}?(?:想要?|打算|计划|准备)(?![念起到象法过])"
)
#: How one feels just now, and a time that a sentence breaks off at.
_ZH_PASSING = re.compile(
    r"(?=.*(?:现在|今天|今晚|此刻|这会儿?|刚才))(?!.*(?:每|一直|总是?|经常|老是|从小))"
    r".*(?:饿|渴|困|累|冷|热|烦|难受|开心|高兴|郁闷|生气|无聊|兴奋|激动|紧张|难过)(?:死|坏|得|了|$|啊|呀)"
)
_ZH_HANGS = re.compile(r".*(?:的时候|之?后|之?前|期间|的话)$")


#: 名单第12行我看过了: a numbered piece of the work at hand that was gone through.
_ZH_PIECE = re.compile(
    r"[^,，]{0,10}第?\s?(?:\d+|[一二三四五六七八九十百]+)\s?(?:行|条|页|项|列|段|题|步|格|节|章|号|处|份|张"
    r"|个|封|篇|幅|版|稿|点|栏|句)"
    r"[^,，]{0,8}?(?:看|读|查|检查|核对|核实|改|修改|修|过|确认|处理|整理|校对|弄|做|填|写|翻|审|对|更新|删"
    r"|加|标)(?:过|完|好|了)"
)

#: 给我老板写封邮件: an order whose subject is not told, for somebody or something of the person's.
_ZH_ORDER = re.compile(
    r"(?:那|再|先|顺便|麻烦|请|帮忙)*(?:给|替|帮|为)[^,，了]{1,10}?"
    r"(?:写|发|回|拟|起草|编|做|订|列|画|准备|查|打|设计|起|买|挑|选|推荐)(?!了|过|完)"
    r"(?:一?[下封条个份篇首张段句件束]|[两三四五几]|邮件|短信|电话|信|消息|卡片|名字|方案|礼物)"
)


def left_out_in_chinese(said: str, *, asks: bool, said_at: datetime) -> bool:
    """Whether a Chinese sentence tells nothing of the person; ``asks``: the message asks for something."""
    if (asks and _ZH_WISH.match(said)) or rules_zh_decisions.of_theirs(said):
        return True
    if _ZH_ORDER.match(said) or _ZH_PIECE.match(said) or _ZH_FIGURE.match(said) or _ZH_OF_OTHERS.match(said):
        return True
    if _ZH_PASSING.match(said) or _ZH_HANGS.fullmatch(said):
        return True
    if _ZH_TALK.match(said) or _ZH_AT_HAND.match(said) or _BROKEN.search(said):
        return True
    return bool(_ZH_PREDICTED.search(said)) and not dates_zh.find(said, said_at=said_at)


def undecided_in_chinese(said: str) -> bool:
    return rules_zh_words.TENTATIVE.search(said) is not None
