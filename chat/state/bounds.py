"""Bounds on what may be spent, in both languages: they are the budget, and no price of anything. Pure.

The unit of one that is only for a part of the matter ("at most 900 euros for the hotel") is that part.
"""

# ruff: noqa: E501

from chat.clauses import Sentence
from chat.state.found import NUMBER_ZH, Found, Free
from chat.state.numbers_en import AMOUNT as AMOUNT_EN
from chat.state.numbers_en import PLAIN as PLAIN_EN
from chat.state.numbers_en import RATE as RATE_EN
from chat.state.numbers_zh import AMOUNT as AMOUNT_ZH
from memoryhub import patterns as re

# ----------------------------------------------------------------------------------------------------- English

_MORE = r"(?:(?:any )?(?:more|higher|further) than|over|above|beyond|past|exceed(?:ing)?)"
_AT_MOST = rf"(?:(?:no|not|nothing|never|not any)\s{_MORE}|at (?:the )?(?:very )?most|max(?:imum)?\.?(?: of)?|a max(?:imum)? of|up to|under|below|less than|within|not exceeding)"
_ABOUT = r"(?:(?:about|around|roughly|some|a total of|the)\s)?"
_MUST_NOT = r"(?:can(?:no|')t|can not|won't|will not|must(?:n't| not)|should(?:n't| not)|may not|shall not|(?:do not|don't|would not|wouldn't) (?:want|wish|like|plan|intend) to|(?:am|are|is|'m|'re|'s) not (?:(?:going|willing|able|prepared|allowed) )?to|(?:has|have|need|want|wants)(?: got)? not to|ought not to|do not|don't|never|not)"
_MUST = r"(?:should|must|has to|have to|needs? to|ought to|may|can|is to|are to|want (?:it|this|that) to)"
_ON_TOP = (
    r"(?:\s(?:only|really|absolutely|definitely|ideally|probably|just|all|together|in total|altogether))*"
)
_OURS = r"(?:i|we|you|let's|one)"
#: Where an amount of money is needed, for what is bounded may be something else; and where the verb says that it is money.
_OF_MONEY = (
    rf"\b{_MUST_NOT}{_ON_TOP} (?:be|go|come to|get|run|amount to|total|end up)(?: up| at)? {_MORE} {_ABOUT}(?P<a>@)",
    rf"\b{_MUST_NOT}{_ON_TOP} exceed {_ABOUT}(?P<b>@)",
    rf"\b{_MUST}{_ON_TOP} (?:be|stay|remain|come in|come out|keep|fit|end up|come to|total)(?: at| to| well)? (?:well )?{_AT_MOST} {_ABOUT}(?P<c>@)",
    rf"\b(?:keep|stay|limit|cap|hold|remain|bring|get|stick)\b(?: (?!if\b|when\b)[\w']+){{0,4}}? (?:under|below|within|to|at|{_AT_MOST}) {_ABOUT}(?P<d>@)",
    r"\b(?:my|our|the|a|(?:absolute|upper|hard|price|spending|total|overall)) (?:(?:absolute|upper|hard|price|spending|total|overall) )*(?:limit|ceiling|maximum|max|cap)(?: for [\w ]{1,24}?)?(?: is| of| at|:| would be)(?: now)? (?P<e>@)",
    r"\b(?:book|find|buy|get|look(?:ing)? for|need|want|like|recommend|suggest|choose|reserve|order|pick|search for)\b(?: (?!that\b|because\b|when\b)[\w'’-]+){1,7}? (?:for |at |that costs? |costing |priced )?(?:under|below|less than|no more than|at most|max(?:imum)?|for up to) (?P<f>@)",
)
_SPENT = (
    rf"\b(?:{_OURS} )?{_MUST_NOT}{_ON_TOP} (?:spend|pay|cost|fork out|lay out) {_MORE} {_ABOUT}(?P<g>#)",
    rf"\b(?:{_OURS}(?:'d| would| will|'ll| can| could| may| must| should|'re going to|'m going to)?|(?:able|willing|prepared|happy|going|want|plan|planning|like|prefer) to|please|^)(?: (?:like|prefer|want|have) to)? (?:only )?(?<!\bi )(?<!\bwe )(?<!\byou )(?:spend|pay) {_AT_MOST} {_ABOUT}(?P<h>#)",
    r"\b(?:spend|pay) (?P<i>#) (?:at (?:the )?(?:very )?most|max(?:imum)?|tops|and no more|or less)\b",
    rf"\b(?:{_MUST}|(?:want|'d like|would like) (?:it|this|that|the \w+) to){_ON_TOP} cost {_AT_MOST} {_ABOUT}(?P<j>#)",
    r"\bthe (?:very )?most (?:that )?(?:i|we) (?:can|could|want to|will|may|would|am willing to|are willing to)(?: \w+)? (?:spend|pay|afford)(?: is|:)? (?P<k>#)",
    rf"\b(?:i|we)(?:'ve| have)(?: got)? (?:only )?{_AT_MOST} {_ABOUT}(?P<o>@)",
    r"\b(?P<l>#) is (?:the (?:very )?most (?:that )?(?:i|we)|as much as (?:i|we)|as (?:high|far) as (?:i|we))\b",
)
_THING = r"(?:the|our|my|a|an|each)(?: (?!(?:cost|costs|is|was|were|are|had|has|have|paid|sold|sells?|got|came|went|will|would|charged?s?|said|for|at)\b)[\w'-]+){1,2}"
_BEFORE = rf"^(?:(?:and|but|so|please|ok(?:ay)?|no|well|ideally|preferably|absolutely|definitely|with|(?:for )?{_THING})[\s,:]+)*"
#: An amount and its bound, and nothing that is told of it: "no more than $200 in total", "€700 at the most".
_ALONE = (
    _BEFORE + rf"{_AT_MOST} {_ABOUT}(?P<m>@)(?={{tail}})",
    _BEFORE
    + r"(?P<n>@)(?: in total| all in| altogether)? (?:at (?:the )?(?:very )?most|max(?:imum)?|tops|and (?:no|not a (?:\w+)) more|or (?:less|under|below))(?={tail})",
)
#: "A used car, 7,000 at most": a plain number is money where something is looked for.
_PLAIN_ALONE = (
    r"^(?:for |at )?(?P<q>#) (?:at (?:the )?(?:very )?most|max(?:imum)?|tops)$",
    rf"^(?:for |at )?{_AT_MOST} (?P<r>#)$",
    rf"\bkeep (?:it|this|that|everything|the (?:whole )?(?:cost|costs|price|thing|lot|bill|total)) {_AT_MOST} {_ABOUT}(?P<s>#)$",
)
_LOOKED_FOR = re.compile(
    r"\b(?:look(?:ing)? for|need|want|buy|find|after|replace|get)\b[^?]*?\b(?:an?|some|new|used|second-hand)\b",
    re.I,
)
_LEAST_SPENT = 100
_TAIL = r"(?:[\s,]*(?:in total|all in|altogether|please|if possible|ideally|overall|together|max(?:imum)?|or so|is (?:fine|ok(?:ay)?|our (?:limit|budget)|my (?:limit|budget)|all (?:we|i) have)|for (?:it|that|this|all|everything|everyone|both|(?:the|a|an|our|my|his|her|their|all) [\w' -]{1,40}))[\s,.!]*)*(?:[\s.!]*$|[,;:–—-])"
_PATTERNS_EN = [
    re.compile(
        one.replace("@", AMOUNT_EN.pattern)
        .replace("#", f"(?:{AMOUNT_EN.pattern}|{PLAIN_EN})")
        .replace("{tail}", _TAIL),
        re.I,
    )
    for one in (*_OF_MONEY, *_SPENT, *_ALONE, *_PLAIN_ALONE)
]
#: Asked for, and still a bound: "Can you keep it under 60 pounds?"
_ERRAND_EN = re.compile(r"^(?:(?:and|so|please|hi|hey)[\s,]+)*(?:can|could|would|will) (?:you|we)\b", re.I)
_TOLD_EN = re.compile(
    r"\b(?:said|says|told (?:me|us)|thinks?|guess|reckons?|believes?|estimates?|promised|assured (?:me|us)|according to|if|whether|last (?:year|time|month|week))\b|^(?:he|she|they|it)(?:'s)? (?:can|will|won|do|does)",
    re.I,
)
_OF_OTHERS = re.compile(
    r"\b(?:he|she|they|(?:my|his|her|their|the) (?:\w+ )?(?:brother|sister|friend|parents|mother|father|mum|mom|dad|son|daughter|boss|client|company|neighbou?r|colleague|landlord)s?)\s+$",
    re.I,
)
_WEIGHED = re.compile(
    r"\b(?:weigh\w*|luggage|suitcases?|baggage|parcels?|lift\w*|heav\w+|kilos?|lbs)\b", re.I
)
_NOT_MONEY = re.compile(
    r"\s?(?:%|percent|minutes?|hours?|days?|weeks?|months?|years?|people|guests|persons|times|points?|calories|nights?|words|pages|km|miles)\b|\s?%",
    re.I,
)
_FOR_A_PART = re.compile(
    r"^[\s,]*(?:in total |all in |altogether |max(?:imum)? |at (?:the )?most )?(?P<of>(?:for|on) (?:(?:the|an?|our|my|her|his|their)\s)?(?:[\w'-]+ (?=flight|hotel|room|ticket|present|gift))?(?!(?:the|an?|it|that|this|all|everything|everyone|both|us|whole|entire|total|trip|holidays?|party|event|weekend|project|wedding|journey|job|lot|\w+ing)\b)[a-z][\w'-]+)",
    re.I,
)


def _is_sum(number: str, text: str, *, least: int) -> bool:
    """Whether a plain number is one that may be spent on what a sentence looks for."""
    digits = re.sub(r"\D", "", number)
    if least or not digits:
        return bool(digits) and int(digits) >= least
    return int(digits) >= _LEAST_SPENT and _LOOKED_FOR.search(text) is not None


def bounds_en(text: str, sentence: Sentence, free: Free, taken: list[tuple[int, int]]) -> list[Found]:
    """What an English sentence says that may be spent at most; a rate ("80 a night") is a price."""
    if sentence.asks and not _ERRAND_EN.search(text):
        return []
    values: list[Found] = []
    starts = [clause.start - sentence.start for clause in sentence.clauses]
    for start, clause in zip(starts, sentence.clauses, strict=True):
        said = text[start : start + len(clause.text)]
        for pattern in _PATTERNS_EN:
            for match in pattern.finditer(said):
                group = next(name for name, words in match.groupdict().items() if words)
                begin, end = (start + at for at in match.span(group))
                if (
                    not free(begin, end)
                    or _TOLD_EN.search(text[: start + match.start()])
                    or _OF_OTHERS.search(said[: match.start()])
                    or (re.search(r"pounds?$", match[group], re.I) and _WEIGHED.search(text))
                    or _NOT_MONEY.match(text, end)
                    or _is_rate(text, end)
                    or (
                        group in ("q", "r", "s")
                        and not _is_sum(match[group], text, least=1_000 if group == "s" else 0)
                    )
                ):
                    continue
                part = _FOR_A_PART.match(text[end:])
                of = part["of"].lower() if part else ""
                values.append(Found("budget", f"{match[group].strip()} {of}".strip(), of, True))
                taken.append((begin, end))
    return values


def _is_rate(text: str, end: int) -> bool:
    rate = RATE_EN.match(text, end)
    return rate is not None and bool(re.search(r"\w{3,}|/", rate.group()))


# ----------------------------------------------------------------------------------------------------- Chinese

_MAY_NOT = r"(?:不(?:能|要|得|可以?|可|许|准|想|愿意?|打算|宜|应该?|会想)|别|勿|不希望|不用)"
_OVER = r"(?:超过?|超出|高于|多于|大于|多过)"
_SPEND = r"(?:花费?|用|付|出|开销|消费|支出)"
_TOPS = r"(?:最多|顶多|至多|最高|撑死|充其量)"
_OBLIGED_ZH = rf"(?:{_MAY_NOT}(?:再|给我)?{_SPEND}?(?:得|费|到)?{_OVER}|(?:控制|限制|限定|压缩?|保持|卡|定)(?:在|到)|(?:必须|得|要|应该|需要?|务必|尽量|最好)(?:是|在)?(?:低于|少于|小于|不{_OVER})|(?:能|可以?|愿意|打算|准备|只想|只能|想){_TOPS}?{_SPEND}(?:到)?(?:{_TOPS}|不{_OVER})?|{_TOPS}(?:只)?(?:能|可以?|愿意|打算|准备|想)?{_SPEND}|上限(?:就|定)?(?:是|为|在|：|:)?|不{_SPEND}{_OVER})"
_PLAINLY_ZH = rf"(?:{_TOPS}(?:只|也就|就|是|要)?|不{_OVER}|低于|少于|小于)"
_AFTER_ZH = r"(?:以内|之内|以下|封顶|为限|为上限|顶天|内(?=$|[，。,就吧]))"
_ROUND_ZH = r"(?:大概|大约|差不多|总共|一共|个|到|在|过|[，,：:\s])*"
_WHOLE_ZH = rf"(?P<w>{AMOUNT_ZH.pattern})"
_OBLIGED = re.compile(rf"(?P<lead>{_OBLIGED_ZH}){_ROUND_ZH}{_WHOLE_ZH}")
_PLAINLY = re.compile(
    rf"(?P<lead>{_PLAINLY_ZH}){_ROUND_ZH}{_WHOLE_ZH}|{_WHOLE_ZH.replace('<w>', '<w2>')}{_AFTER_ZH}"
)
_COSTS = r"(?:总?花费|开销|支出|开支|花销|总价|总额|总费用|费用|总共|一共)"
_NUMBERED = re.compile(
    rf"(?:(?:{_COSTS})[^，。,；\d]{{0,6}}?(?:{_OBLIGED_ZH}|{_PLAINLY_ZH})|{_TOPS}{_SPEND}|{_MAY_NOT}{_SPEND}{_OVER}|不{_SPEND}{_OVER}){_ROUND_ZH}(?P<w>{NUMBER_ZH})(?![\d个位名人天晚间次张份岁年月日号点分小%米公斤元块])"
)
#: What stands before or after tells whose amount it is, or for what: what is charged is a price.
_CHARGED = re.compile(
    r"收|卖|要价|报价|开价|标价|售价|赚|挣|工资|薪|存款|余额|涨|他们|她们|他说|她说|听说|据说|如果|要是|去年|上次|原来|当时|以前"
)
_PRICED = re.compile(r"报价|房租|租金|月租|单价|门票|票价|车票|机票|运费|学费|月供|房价|起价|菜价|物价")
_RATED_ZH = re.compile(
    r"(?:每|一|/)(?:个)?(?:人|晚|天|月|年|斤|张|间|位|周|次|小时|平|公斤|件|份)|人均|均价|单价|按[天月]"
)
_WAS = re.compile(r"[了过]")
_PART_ZH = re.compile(
    r"(?:酒店|住宿|机票|车票|门票|礼物|[早午晚]?餐饮?|吃饭|交通|场地|蛋糕|鲜花|花店|衣服|酒水|饮料|摄影|乐队|装饰|民宿|购物)"
)


def bounds_zh(text: str, *, asks: bool, free: Free, taken: list[tuple[int, int]]) -> list[Found]:
    """What a Chinese sentence says that may be spent at most; a rate (每晚80) is a price."""
    if asks:
        return []
    values: list[Found] = []
    for pattern in (_OBLIGED, _PLAINLY, _NUMBERED):
        for match in pattern.finditer(text):
            group = "w" if match["w"] else "w2"
            begin, end = match.span(group)
            clause = re.split(r"[，。；,;]", text[: match.start()])[-1]
            rest = re.split(r"[，。；,;]", text[end:])[0]
            value = match[group].strip()
            if (
                not free(begin, end)
                or _CHARGED.search(clause)
                or _RATED_ZH.search(clause + match.group() + rest)
                or (pattern is _PLAINLY and _PRICED.search(clause))
                or (pattern is _NUMBERED and len(value) == 1)
                or _WAS.search(re.sub(_OVER, "", clause[-3:] + text[match.start() : begin]))
                or _WAS.match(rest.lstrip("以之内下"))
            ):
                continue
            value += after.group() if (after := re.match(_AFTER_ZH, text[end:])) else ""
            part = _PART_ZH.search(clause) or _PART_ZH.search(rest)
            of = part.group() if part else ""
            values.append(Found("budget", f"{of} {value}".strip(), of, True))
            taken.append((begin, end))
    return values
