"""How it is asked what a conversation has left open: "What do we still have to decide?", 还有什么没定？. Pure."""

# ruff: noqa: E501

from chat.asked import conditions
from chat.clauses import Sentence, sentences
from memoryhub import patterns as re

_LEAD = r"^(?:(?:so|and|ok(?:ay)?|well|now|then|please|hey|hi|right|again|remind me|tell me|show me|list|can you (?:tell|remind|show) me|could you (?:tell|remind|show) me|do you know|quickly|by the way|just)[\s,:]+)*"
_DECIDE = r"(?:decid(?:e|ed|ing) (?:on|about|upon)?|decid(?:e|ed|ing)|settl(?:e|ed|ing)|choos(?:e|ing)|chosen|agree(?:d|ing)? (?:on|upon)|agree(?:d)?|sort(?:ed|ing)?(?: out)?|figur(?:e|ed|ing) out|resolv(?:e|ed|ing)|work(?:ed|ing)? out|clarif(?:y|ied|ying)|clear(?:ed|ing)? up|pin(?:ned|ning)? down|answer(?:ed|ing)?|fix(?:ed|ing)?)"
_UNDECIDED = rf"(?:undecided|unsettled|unresolved|unanswered|unclear|outstanding|pending|up in the air|tbd|(?:left |yet |still )?to (?:be )?{_DECIDE}|not (?:yet )?(?:been )?{_DECIDE}(?: yet)?)"
_OPEN = rf"(?:(?:still|left|yet|remaining) open|open still|(?:still |yet )?{_UNDECIDED})"
_THINGS = r"(?:(?:other |more )?(?:questions?|points?|things?|issues?|matters?|items?|decisions?|topics?|details?|ends))"
_WITHIN = r"(?:\s+(?:(?:in|from) (?:this|our|the) (?:chat|conversation|talk|plan)|here|now|for (?:us|now|me)|between us|on our (?:side|list)|(?:for|about|with|regarding|on) (?:the|our|my|this|that) [\w' -]{1,40}|at the moment|so far|then|please|if anything|exactly|yet|again))*"
_EN = [
    re.compile(rf"{_LEAD}{one}{_WITHIN}[\s?.!]*$", re.I)
    for one in (
        rf"(?:what(?:'s| is| are)?|which)(?: else)?(?: is| are)? {_OPEN}",
        rf"(?:what|which|any|are there any|is there any|do we have any|have we any|all(?: the)?|the|our|my)? ?{_THINGS}(?: (?:that|which))?(?: (?:is|are|do|have|did|we|i|has|been|remain|remains))* (?:still |yet )?(?:open|remaining|left|{_OPEN})",
        rf"(?=.*\b(?:still|yet|not|else|have to decide|need to (?:decide|settle|agree))\b|.*n't\b)(?:what|which(?: {_THINGS})?)(?: else)?(?: (?:do|did|have|haven't|didn't|must|should|are|is|don't|still))? (?:we|i)(?: (?:still|yet|not|have|need|got|must|should|to|supposed|going|really))* {_DECIDE}(?: yet| still)?",
        rf"(?:what|which {_THINGS})(?: else)?(?: still)? (?:needs?|has|have|wants?)(?: still| yet)? (?:to be )?{_DECIDE}",
        rf"what(?:'s| is)?(?: else| still| there)* (?:left|remains|remaining|there)(?: there)?(?: for (?:us|me))? to (?:be )?{_DECIDE}",
        rf"(?:(?:is|are) there |is |do we have |have we |have we got |did we leave )?(?:any|some)thing(?: else)?(?: that is| that's| we have| we)?(?: still| left| yet| we| i| have| need| must)*(?: open| {_UNDECIDED})",
        r"(?:what (?:are|were) |any |are there (?:any )?|do we have (?:any )?|have we (?:any |got any )?|all |which are )?(?:the |our |my |all (?:the |our )?)?(?:still )?(?:open|unresolved|unanswered|pending|outstanding) (?:questions|points|issues|matters|items|decisions|topics|things|ends)(?: (?:do|are|have)(?: (?:we|i|there))?(?: (?:have|left|still|got))*)?",
        rf"(?:have|did) we (?:now |already )?(?:decide|decided|settle|settled|sort|sorted|agreed?|clear|cleared|resolve|resolved)(?: on| out| up)? everything|is (?:everything|all)(?: now| already)? (?:{_DECIDE})",
    )
]
_ZH_LEAD = r"^(?:那么?|现在|目前|请问|对了|所以|好的?|嗯|到现在|到目前为止|说说|告诉我|列一?下|帮我(?:看看|列一?下|理一?下)|你?看看|提醒我一?下|这次|这[件个]事|[，,：:\s])*"
_ZH_US = r"(?:我们|咱们?|我|这边)?"
_ZH_SETTLE = r"(?:决定|确[定认]|敲定|定|商量|选|想|说|谈|拿主意|拍板|落实|安排)"
_ZH_NOT = rf"(?:没有?|未|尚未|仍未|没能|待){_ZH_SETTLE}(?:下来|好|妥|完|清楚|下)?"
_ZH_UNSOLVED = r"(?:(?:没有?|未|尚未|待)(?:解决|答|回答|弄清楚?|搞定|搞清楚?|理清)|悬而未决|悬着|待定|不(?:确定|明确|清楚))(?:完|好)?"
_ZH_WHAT = r"(?:没有)?(?:什么|哪些|啥|哪几[个件项样点]|多少|几[个件项样]|哪里|哪儿)?"
_ZH_THINGS = r"(?:问题|事情?|事儿|事项|东西|点|地方|细节|方面|安排|决定)?"
_ZH_END = r"(?:的|了|呢|吗|么|没有?|啊|呀|[\s？?。！!])*$"
_ZH = [
    re.compile(f"{one}{_ZH_END}")
    for one in (
        rf"{_ZH_LEAD}(?:(?![他她它你谁])[\u4e00-\u9fff]){{0,8}}?(?<![为读看吃喝买选去住坐穿送用做找请玩听带订叫讲写学定给到在是])(?:还|都|仍然?)?(?:有|剩下?|差|缺)?(?:没有|什么|哪些|啥|哪几[个件项样点]|多少|几[个件项样]|哪里|哪儿){_ZH_THINGS}(?:是)?{_ZH_US}(?:还|都|仍然?)*{_ZH_NOT}",
        rf"{_ZH_LEAD}{_ZH_US}(?:还|都|仍然?)?(?:有|剩下?|差|缺){_ZH_WHAT}{_ZH_THINGS}(?:是)?{_ZH_US}(?:还|都|仍然?)*(?:{_ZH_NOT}|{_ZH_UNSOLVED})的?{_ZH_THINGS}",
        rf"{_ZH_LEAD}{_ZH_US}(?:还)?(?:什么|哪些|啥|哪几[个件项样点]|有){_ZH_THINGS}(?:是)?{_ZH_US}(?:还|都|仍然?)*{_ZH_UNSOLVED}",
        rf"{_ZH_LEAD}{_ZH_US}还?(?:有|剩下?){_ZH_WHAT}{_ZH_THINGS}(?:是)?{_ZH_US}(?:还)?(?:要|需要|得|该|必须|等着?){_ZH_US}(?:再|一起)?{_ZH_SETTLE}(?:一下|清楚)?的?{_ZH_THINGS}",
        rf"{_ZH_LEAD}{_ZH_US}还(?:要|需要|得|该|必须)(?:再|一起)?{_ZH_SETTLE}(?:好|一下|下来)?(?:什么|哪些|啥){_ZH_THINGS}",
        rf"{_ZH_LEAD}{_ZH_US}(?:的)?(?:还)?(?:(?:{_ZH_NOT}|{_ZH_UNSOLVED}|未决|未解决|待解决|待确认)的?(?:问题|事情?|事儿|事项|点|细节)?)(?:都|还)?(?:有|是)(?:什么|哪些|啥|没有|多少|几个)",
        rf"^(?:请|帮我|你)*(?:列一?下|列出|说说|说一下|告诉我|总结一?下|看看){_ZH_US}还?(?:{_ZH_NOT}|{_ZH_UNSOLVED})的{_ZH_THINGS}",
        rf"{_ZH_LEAD}{_ZH_US}是不是(?:都|全部?)(?:已经)?(?:决定|确定|敲定|定|商量|说|谈)(?:下来|好|妥|完)?了",
        rf"{_ZH_LEAD}{_ZH_US}(?:什么)?(?:都|全部?)(?:已经)?(?:决定|确定|敲定|定|商量|说|谈)(?:下来|好|妥|完)?了(?:吗|么|没有?)",
    )
]


def asked_for(text: str) -> bool:
    """Whether a message, or a sentence of it, asks what is still open here: "What do we still have to decide?"."""
    return any(_asks(sentence) for sentence in sentences(text)[-2:])


def asks_for(sentence: Sentence) -> bool:
    """Whether a sentence asks what is still open here, or which conditions hold: it opens nothing itself."""
    return _asks(sentence) or conditions.asked_of_this_chat(sentence.text)


def _asks(sentence: Sentence) -> bool:
    if sentence.chinese:
        return any(pattern.match(sentence.text + sentence.end_mark) for pattern in _ZH)
    plain = re.sub(r"\s+", " ", sentence.text.replace("’", "'"))
    return any(pattern.match(plain) for pattern in _EN)
