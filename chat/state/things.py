"""What a price or a day of a sentence belongs to: "Hotel Avenida is 119 euros", 付款截止日期是3月1日. Both languages; pure."""

# ruff: noqa: E501

from chat.clauses import HAN
from chat.state.names import is_brand
from memoryhub import patterns as re

_LONGEST = 32
#: Words for one thing: what is said of one of them is said of the other.
_ALIKE = (
    "party birthday celebration bash 派对 生日 生日会 生日派对 聚会 宴会 寿宴",
    "trip holiday holidays vacation journey travel tour 旅行 旅游 行程 出行 旅程",
    "flight plane 航班 飞机 班机",
    "payment instalment installment 付款 尾款 缴费 交钱",
    "dinner meal 晚饭 晚餐 饭局 聚餐",
    "meeting call appointment 会议 开会 会 碰头会",
    "wedding 婚礼 婚宴 结婚",
    "invitation invite 请柬 请帖 邀请函",
)
_CLASS = {word: at for at, words in enumerate(_ALIKE) for word in words.split()}

#: The names that stand for any date or for the whole matter.
_GENERIC_WORDS = "appointment booking reservation event visit activity thing 活动 安排 预约 预订 事 事情 这事"
_GENERIC = frozenset(_GENERIC_WORDS.split())
_WHOLE = re.compile(
    r"^(?:whole|entire|complete|total|all)\b|\b(?:trip|holiday|vacation|journey|party|wedding|event|project|weekend|fair|festival|concert|market|reunion|tournament|exhibition|fundraiser|retreat|move|budget|lot|renovation|celebration)$|^(?:整个|全部|总)|(?:旅行|旅游|行程|派对|婚礼|聚会|活动|项目|生日|装修|一趟|总共)$",
    re.I,
)


def is_generic(thing: str) -> bool:
    """Whether a name may stand for anything that has a date: "the appointment"."""
    return thing.lower() in _GENERIC


def is_common(thing: str) -> bool:
    """Whether a name is one of those that the same thing has in other words: "flight", 航班."""
    return thing.lower() in _CLASS


def is_whole(thing: str) -> bool:
    """Whether a name is that of the whole matter, so that what it may cost is the budget."""
    return _WHOLE.search(thing) is not None


# ----------------------------------------------------------------------------------------------------- English

_NO_THING = (
    r"(?:i|you|he|she|it|we|they|the|there|that|this|these|those|which|who|what|one|everything|all|us|me|him|her|them|here|today|tomorrow|now|so|date|day|time|dates|days|times|"
    r"whole thing|thing|things|rest|total|sum|deadline|due date|limit|people|person|plan|moment|morning|afternoon|evening|night|week|weekend|month|year|hour|first|second|last|next|maximum|minimum|everyone|everybody|nobody|something|anything)"
)
_WORD = r"(?!(?:is|are|was|were|will|would|can|could|should|must|has|have|had|costs?|charges?|to|on|by|and|but|or|if|because|that|which|who|not|until|before|after|due|be|make|move)\b)[\w'&.-]+"
_OWNED = r"(?:(?:the|an?|our|my|your|his|her|their|this|that|each|one|some|(?!(?i:let|it|that|there|here|what|who|he|she|where|how)'s)[A-Z]\w+'s)\s+)"
_THING = rf"(?P<x>{_WORD}(?:\s{_WORD}){{0,4}}?)"
_LEAD = r"^(?:(?:and|but|so|then|well|ok(?:ay)?|oh|also|now|actually|by the way|plus|no|yes|sorry|please|hey|hi|while|because|since|as)[\s,]+)*"
_PRICED = re.compile(
    rf"{_LEAD}{_OWNED}?(?P<x>{_WORD}(?:\s{_WORD}){{0,4}}?(?:\s(?:for|at|with|of)\s(?:the\s)?{_WORD}(?:\s{_WORD}){{0,2}}?)?)(?:'s)?(?:\s(?:from|in|between|on|there|back)\b[^,;]{{0,50}}?)?\s(?:(?:(?:now|just|only|also|about|around|again|probably)\s)*(?:is|are|was|were|costs?|charges?|charged|comes? (?:to|out at|in at)|asks?|wants?|quote[sd]?|says?|said|starts? at|goes for|sells? for|runs?|takes?|(?:must|should|may|can|will|does) ?n[o']t cost|cannot cost|(?:must|should|may) not|will be|will cost|would be|would cost|should cost|should be|must cost|must be|may cost|can cost|has to cost|went up|has gone up|dropped|rose|went down|(?:came|comes|went|goes|has come|has gone) (?:down|up) to|came back (?:with|at)|(?:lowered|raised|reduced|cut|dropped|brought) (?:it|that|(?:the|his|her|their|its) \w+)|for|at)|[:–—-])\b"
)
_PAID_FOR = re.compile(
    rf"^\s*(?:(?:euros?|dollars?|pounds?|quid|bucks|yuan|[A-Z]{{3}}|[€$£])\s)?(?:(?:per|a|an|each|every)\s\w+\s)?(?:in total\s)?(?:for|on)\s{_OWNED}?{_THING}(?=$|[,.;]|\s(?:with|in|on|at|if|when|including|per|and|but|is|was|because))"
)
#: Who asks for it, right before the amount: "a quote from Pickford: £1,450", "another firm, Swift Shift, wants £1,120".
_QUOTED_BY = re.compile(
    rf"\b(?:quotes?|offers?|estimates?|bids?|price|proposal) (?:(?:is|was|came|we got|i got) )?(?:from|by) {_OWNED}?{_THING}\s?(?:[:,–—-]|\b(?:is|was|of|for|at|comes? to|says)\b)[^,;.]{{0,12}}$",
    re.I,
)
_NAMED_BEFORE = re.compile(r"(?:^|[,;]\s)(?P<x>[A-Z][\w'&.-]*(?:\s[A-Z&][\w'&.-]*){0,4}):\s*$")
#: "The dealer dropped the Golf to £5,600"; "Walcot Hall £2,900 and Combe Manor £4,100": a name and its amount.
_BROUGHT_TO = re.compile(
    rf"\b(?:lowered|raised|reduced|cut|dropped|brought|put|lowers|raises|drops|puts) {_OWNED}?{_THING}(?: down| up)? to\s$",
    re.I,
)
_NAMED_RIGHT_BEFORE = re.compile(
    r"(?:^|[,;:]\s|\band\s)(?:the )?(?P<x>[A-Z][\w'&.-]*(?:\s[A-Z&][\w'&.-]*){0,4})\s(?:only |just |about |around )?$"
)
_APPOSED = re.compile(
    rf"\b(?:an?other|one|the other|the (?:first|second|third|next)|an?) (?:\w+ )?\w+, {_OWNED}?{_THING}, (?:(?:only|just|even|now|also) )?(?:wants?|asks?(?: for)?|charges?|quoted?|costs?|offers?|says?|said|would (?:do it for|charge|cost)|is|comes? (?:to|in at))(?: (?:us|me|about|around|only|just|over|under))*\s*$",
    re.I,
)
_OF_LABEL = re.compile(
    rf"\b(?:price|cost|costs|fee|fare|rent|quote|bill|offer|estimate|charge|deposit)s? (?:of|for) {_OWNED}?{_THING}(?=\s(?:is|are|was|will|would|comes|went|has|now)\b)"
)
#: A word of a bare name at the beginning: "Dinner on Saturday", "Check-in at 3 pm".
_NOUN = r"(?!(?:let|let's|swap|switch|make|move|meet|see|call|please|maybe|not|back|only|remind|we|i|you|he|she|they|it|it's|that|that's|this|the|a|an|on|at|by|from|until|for|to|of|in|open|closed|due|free|away|here|there|say|better|earlier|later|is|are|was|be|will|change|changed|moved|push|set|go|going|come|coming|leave|leaving|arrive|fly|start|starts|begin|how|what|where|when|who|which|why|could|can|should|would|book|order|pay|send|rather|actually|instead|return|returning|back|flying|arriving|today|tomorrow|yesterday|any|some|rebook|done|us|me|him|her|them|if|or)\b|\w+'(?:re|ve|ll|d|m)\b)[A-Za-z][\w'-]+"
_DATED = (
    re.compile(
        rf"\b(?:deadline|due date|last day|cut-?off)(?: date)? (?:for|of|to pay for) {_OWNED}?{_THING}(?=$|[,.;]|\s(?:is|was|will|has|moved|now|to|on|by)\b)",
        re.I,
    ),
    re.compile(rf"\b{_OWNED}(?P<x>\w[\w'-]*(?:\s\w[\w'-]*)?)\s(?:deadline|due date)\b", re.I),
    re.compile(
        rf"{_LEAD}(?:(?:as for|about|regarding|concerning|for) )?{_OWNED}{_THING}(?:,| [–—-]+)\s(?=(?:let's |please |can you |could you |we'll |we can |i'd |actually |better |now )*(?:make|mov|push|chang|shift|postpon|set|put|do |it's|it is|that's|is |on |by |say))",
        re.I,
    ),
    re.compile(
        rf"\b(?:mov|push|shift|postpon|put(?:ting)? off|bring|reschedul|chang|mak|start|begin|switch|delay|extend|set|hold|hav|schedul|book|plan|do|keep|pay|send|submit|hand in|finish|return|deliver)(?:e|ing|ed|s)? (?:off |forward |back )?{_OWNED}{_THING}(?=\s(?:to|on|for|forward|back|until|till|from|by|before|an?|one|two|three|\d+(?:st|nd|rd|th)?|is|instead|next|this|tomorrow|noon|half|\w+day|no later)\b)",
        re.I,
    ),
    re.compile(
        rf"{_LEAD}{_OWNED}{_THING}(?:'s)?\s(?:(?:now|also|only|already|always)\s)?(?:is|are|was|will|can(?:no|')?t?|could|takes|starts?|begins?|ends?|leaves?|departs?|arrives?|lands?|expires?|closes?|opens?|must|has to|have to|needs? to|should|falls|moves?|moved|goes|has|got|happens|runs|comes)\b",
        re.I,
    ),
    re.compile(
        r"^(?P<x>(?!I\b|We\b|You\b|He\b|She\b|They\b|It\b|There\b|Let's\b|Let\b|It's\b|That's\b|Please\b)[A-Z][\w'-]+)\s(?:(?:only|also|just|now)\s)?(?:joins?|arrives?|comes?|leaves?|flies|lands?|gets|goes|is (?:coming|joining|arriving|leaving|flying|starting)|(?:will|can|could|would)(?: only| already)? (?:come|join|arrive|leave|fly|start|begin|deliver|finish|do it))\b"
    ),
    re.compile(
        rf"{_LEAD}(?P<x>{_NOUN}(?:\s{_NOUN}){{0,2}})\s(?:is|are|was|will be|starts?|begins?|ends?|closes?|opens?|expires?|has to|must|needs? to|moves?|moved)\b",
        re.I,
    ),
    re.compile(rf"{_LEAD}(?P<x>{_NOUN}(?:\s{_NOUN}){{0,2}})\s(?:(?:is|are)\s)?(?:on|at|by|from)?\s*$", re.I),
)
#: "For the honeymoon on 22 June": an occasion.
_FOR_AN_OCCASION = re.compile(
    rf"\bfor {_OWNED}(?P<x>(?:\w[\w'-]*\s)?(?:honeymoon|ceremony|viewing|interview|appointment|check-?up|inspection|tasting|fitting|rehearsal|handover|meeting|conference|exam|test drive|wedding|party|funeral|christening))\s(?:on|from|at)?\s*$",
    re.I,
)
#: "Marten's start": what it is that begins or comes.
_OWN_START = re.compile(
    r"\b(?P<x>[A-Z][\w&.-]*(?:\s[A-Z&][\w&.-]*){0,3})'s (?:start|arrival|visit|delivery|turn|coming)\b"
)
_AFTER = re.compile(
    rf"^[^,.;]{{0,12}}(?:,\s(?:i mean |for |that's |about )?|\sfor ){_OWNED}{_THING}(?:\s(?:i mean|that is|of course|please))*$",
    re.I,
)
#: "On Thursday we have a tea ceremony", "Saturday is the party".
_ON_WHICH = re.compile(
    rf"^,?\s(?:is|we have|we've got|there is|there's|there will be|comes)\s{_OWNED}{_THING}(?:\s(?:at|in|on|from)\b.*)?$",
    re.I,
)


def thing_en(text: str, start: int, end: int, *, key: str) -> str:
    """What the price or day at a place of an English sentence belongs to; empty where it is not said."""
    text = text.replace("’", "'")
    head, tail = text[:start], text[end:]
    if key in ("price", "deposit", "budget"):
        begin = max(
            (match.end() for match in re.finditer(r"[,;:]\s|\b(?:and|but|while|plus)\s", head)), default=0
        )
        for match in (
            _QUOTED_BY.search(head),
            _BROUGHT_TO.search(head),
            _NAMED_BEFORE.search(head),
            _NAMED_RIGHT_BEFORE.search(head),
            _APPOSED.search(head),
            _OF_LABEL.search(text),
            _PAID_FOR.match(tail),
            _PRICED.match(head[begin:]),
        ):
            if match and (found := _named(match["x"], key=key)):
                return found
        return ""
    if match := _OWN_START.search(text) or _FOR_AN_OCCASION.search(head):
        return _named(match["x"])
    begin = max((match.end() for match in re.finditer(r"[,;:]\s", head)), default=0)
    for pattern in _DATED:
        last = pattern is _DATED[-1]
        # What stands in the clause of the day comes before what the sentence began with.
        match = pattern.search(head if last else text[begin:]) or (None if last else pattern.search(text))
        if match and match.start() <= start and (found := _named(match["x"])):
            return found
    match = _AFTER.match(tail) or _ON_WHICH.match(tail)
    return _named(match["x"]) if match else ""


#: A label of a price is no thing that it is the price of.
_LABEL = re.compile(r"(?:price|cost|costs|rent|fee|fare|quote|bill|deposit|amount|offer|budget)s?", re.I)
_LABEL_ZH = re.compile(r"(?:价格|价钱|费用|总价|单价|报价|房租|租金|月租|押金|定金|订金|预算|全款|首付)")


_OF_A_DAY = re.compile(
    r"\d|(?:whole |entire |full )?(?:stay|week|weekend|evening|night|month|season|term)$|(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve)\b.*\b(?:nights?|evenings?|days?|weeks?|weekends?|months?|hours?|lessons?|sessions?|people|of us)$|(?:next |this |last )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december)\b",
    re.I,
)


def _named(words: str, *, key: str = "") -> str:
    if key == "price" and _LABEL.match(words):
        return ""
    words = re.sub(rf"^{_OWNED}", "", words.strip(" ,.'\""), flags=re.I)
    words = re.sub(
        r"\s(?:deadline|due date|date|day|appointment date|start|time|costs?|price|bill|fee)$",
        "",
        words,
        flags=re.I,
    )
    if not words or len(words) > _LONGEST or re.fullmatch(_NO_THING, words, re.I) or _OF_A_DAY.match(words):
        return ""
    if re.match(
        rf"(?:{_NO_THING}|in|on|at|for|from|with|most|more|less|about|around|there|not|no)\b\s", words, re.I
    ):
        return ""
    return words


# ----------------------------------------------------------------------------------------------------- Chinese

_PLAIN_ZH = r"[\u4e00-\u9fffA-Za-z0-9]"
_NO_THING_ZH = re.compile(
    r"^(?:[一每](?:节|张|件|人|位|桌|套|平米?|本|份|瓶|箱|间|小时|课时|盒|斤|束|公里)|首|等等|等一下|等下|不对|错了|稍等|我们?|咱们?|你们?|您|他们?|她们?|它们?|大家|时间|日期|日子|地点|总共|一共|截止(?:日期|时间)?|期限|最晚|最迟|今天|明天|后天|昨天|现在|目前|然后|那|就|还是|也|都|最好|应该|大概|差不多|这|那|这个|那个|全部|所有|每|人均|每人|每晚|每月|每天|一共要?|数量|人数|原来|本来|如果|因为|所以|但是|不过|其实|算了|好的?|嗯|行|请|麻烦|直接|往返|单程|电话里|对方|他说|她说|寄出|提交|交付|发出|完成|办好|付清|交齐|出发|到期|回来|返程|寄出去|下午|上午|早上|晚上|中午|周|星期|礼拜)$"
)
_ASIDE_ZH = r"(?:(?:等等|等一下|不对|那|那么|就|还是|不如|要不|算了|其实|对了|另外|还有|然后|而且|麻烦|请(?![柬帖假客])|我想|我们?想?|咱们?|帮我|把|要|最好|应该|关于|至于)[，,]?)*"
_DATED_ZH = (
    re.compile(
        rf"(?:^|[，,。；;])(?:{_ASIDE_ZH})(?P<x>{_PLAIN_ZH}{{1,8}}?)的?(?:截止|最后期限|期限|最晚|最迟|到期)"
    ),
    re.compile(
        rf"(?:^|[，,])(?:{_ASIDE_ZH})(?P<x>{_PLAIN_ZH}{{1,8}}?)(?:的(?:日期|时间|日子))?(?:也|都|就|得|要)?(?:改|推迟|提前|挪|调整?|延期?|延后|换|移|推|定|放|安排|约|订|拖)(?:到|在|成|至|为|期到)"
    ),
    re.compile(
        rf"(?:^|[，,])(?:{_ASIDE_ZH})(?P<x>{_PLAIN_ZH}{{1,8}}?)(?:的事情?|的话|那[边事天]|这[边事]|嘛|呢)?[，,](?:就|还是|要|得|也|那就|再)*(?:改|推|提前|挪|调|延|换|定)"
    ),
)
_AFTER_ZH = re.compile(
    rf"[，,](?:我(?:是)?(?:说|指)的?(?:是)?|就是|说的是|指的是)?(?P<x>{_PLAIN_ZH}{{1,8}}?)(?:的事情?|那[件个]事|那[个边]|的时间|的日期|的截止(?:日期|时间)?)$"
    rf"|[，,]我?(?:是)?(?:说|指)的是?(?P<y>{_PLAIN_ZH}{{2,8}}?)$"
)
_BEFORE_ZH = re.compile(
    rf"(?:^|[，,])(?P<x>{_PLAIN_ZH}{{1,10}}?)(?:是|在|(?<![摘纪概提])要在?|得在|得|必须在?|定于|于|从|应该在?|就|需要?在?|安排在|大概)?$"
)
_DO_BEFORE_ZH = re.compile(
    rf"^(?:之前|以前|前)(?:要|得|必须|就要|一定要?|应该)*(?:把)?(?:寄出?|提交|交(?![费款])|发出?|完成|办好?|做完)?(?P<x>{_PLAIN_ZH}{{2,6}}?)(?:出去|完|好|掉|了|给{_PLAIN_ZH}{{1,3}})*$"
)
_PRICED_ZH = re.compile(
    rf"^(?:{_ASIDE_ZH})(?P<x>{_PLAIN_ZH}{{1,12}}?)(?:的?(?:价格|价钱|费用|报价|要价|开价|标价|叫价|票价|门票|租金|房租|押金|定金))?(?:也|都|就|才|只|大概|大约|差不多|一共|总共|现在|今年|已经|又|还|最多|每(?:人|晚|天|月|间|张|束|个|位|份)|一(?:晚|天|月|个月|年|小时|张|间|份|束))*(?:是|要|为|收|花了?|得|卖|涨到了?|降到了?|改成|报价|开价|不超过|不能超过|别超过|控制在|以内|付了?)*[了约]?$"
)

#: 另一家，诚信装饰，要23000元
_APPOSED_ZH = re.compile(
    rf"(?:[另别]外?的?一?家|还有一?家|第[二三]家|有一?家)[，,:：]?(?:叫|是|叫做)?(?P<x>{_PLAIN_ZH}{{2,10}}?)[，,]?(?:的?(?:报价|价格|开价))?(?:只|才|就)?(?:要|收|报|开|卖|报了|收费|是)(?:价)?了?$"
)

#: 周四有茶会
#: 12月15日开工, 明天下午两点开项目会: what is done or begins on that day.
_DOES_ON_ZH = re.compile(
    r"^(?:要|准备|打算|正式|就|开始)?(?P<x>开工|完工|竣工|开业|开学|开幕|开庭|开会|交房|交稿|面试|体检|搬家|结婚|领证|手术|考试|答辩|彩排|排练|验收|签约|试妆|收房|入职|离职|毕业|报到|发布|上线|开机|装机|发货|送货|安装)(?=$|[，,。吧了的])"
)
_ON_WHICH_ZH = re.compile(
    rf"^(?:有(?:一?[场个次顿])?|是|要?(?:举行|举办|办|开))(?P<x>{_PLAIN_ZH}{{2,6}}?)(?=$|[，,。])"
)
#: 看中一辆飞度，要价: what was named right before.
_SEEN_ZH = re.compile(
    rf"(?:[另还]?有?一|第[二三]|两)(?:辆|台|套|家|个|款|间|部|处|把|张|件)(?:叫|是)?(?P<x>{_PLAIN_ZH}{{2,8}}?)(?:也)?(?:不错|挺好|还行|可以)?$"
)
_EACH_ZH = re.compile(r"(?:每|一)[\u4e00-\u9fff]{1,2}(?:是|要|才|只要)?")
_SOME_ZH = re.compile(rf"^(?:{_ASIDE_ZH})(?P<x>{_PLAIN_ZH}{{1,8}}?)(?:要|有|是|需要|订|买|一共)")


def thing_zh(text: str, start: int, end: int, *, key: str) -> str:
    """What the price or day at a place of a Chinese sentence belongs to; empty where it is not said."""
    head, tail = text[:start], text[end:]
    clause = re.split(r"[，,。；;：:]", head)[-1]
    if key in ("price", "deposit", "budget"):
        match = _APPOSED_ZH.search(head) or _PRICED_ZH.match(clause)
        if _EACH_ZH.fullmatch(clause) and len(before := re.split(r"[，,。；;：:]", head)) > 1:
            match = _SOME_ZH.match(before[-2])  # 花要三束，每束80元
        if (_LABEL_ZH.fullmatch(clause) or clause in ("要价", "只要", "卖", "开价", "标价")) and (
            seen := _SEEN_ZH.search("，".join(re.split(r"[，,。；;：:]", head)[:-1]))
        ):
            return _named_zh(seen["x"])
        return _named_zh(match["x"]) if match and not (key == "price" and _LABEL_ZH.match(match["x"])) else ""
    for pattern in _DATED_ZH:
        match = pattern.search(head + "\0" if pattern is _DATED_ZH[0] else text)
        if match and match.start() < start and (found := _named_zh(match["x"])):
            return found
    of_day = (
        _DOES_ON_ZH.match(tail),
        _BEFORE_ZH.search(clause),
        _DO_BEFORE_ZH.match(tail),
        _ON_WHICH_ZH.match(tail),
    )
    for match in (_AFTER_ZH.search(tail), *of_day):
        if match and (found := _named_zh(next(filter(None, match.groups())))):
            return found
    return ""


#: What is planned is told behind it, and no day is that of the planning; 老板那天要去北京 is a sentence of its own.
_PLANS_ZH = re.compile(
    r"^(?:打算|计划|准备|预计|估计|争取|希望|可能)$|.[要想会能](?:去|来|到|出|回)|那天|那几天|可能|打算|(?:价|报价|要价|开价)$|^时间"
)
_VERBAL_ZH = re.compile(
    r"[我你您他她它]|[，,]|^(?:不|没|别|要|想|去|来|在|到|从|和|跟|和|被|给|让|约|定|改|换|推|挪|住|坐|买|订|下|这|那|每|共|有|是|再|又|也|都|就|还|先|才|会(?!议)|能|可|得|该|好|对|行|嗯|用|从|于|为|按(?!摩)|最|很|太)|(?:说|讲|吧|了|吗|呢|过|着|住|来|去|到|坐|开|走|回|见|飞|出发|要在|先|再|去看|想|从|比)$|[一二两三四五六七八九十\d]+(?:个|位|晚|天|张|间|小时)|[改换挪]|推迟|提前|(?:周|星期|礼拜)[一二三四五六日天末]|\d+[月日号]"
)


def _named_zh(words: str) -> str:
    words = re.sub(
        r"^(?:现在|目前|如今|这个|那个|这次|这场|那家|那边的?|本次|咱们?的?|我们?的|你的)", "", words
    )
    words = re.sub(r"(?:每[\u4e00-\u9fff]{1,2}|的|那边|这边|的事情?|的日期|的时间|日期|时间)$", "", words)
    words = re.sub(r"(?:先|暂时|暂|就|还是|也|都)$", "", words)
    if (
        not words
        or _PLANS_ZH.search(words)
        or len(words) > 12
        or _NO_THING_ZH.match(words)
        or (_VERBAL_ZH.search(words) and not is_brand(words))
        or words.isdigit()
    ):
        return ""
    return words


# ------------------------------------------------------------------------------------------------------- alike

_LOOSE_WORDS = "the a an our my your his her their this that of for in at with to from on and de do da"
_LOOSE = frozenset(_LOOSE_WORDS.split())


def alike(one: str, other: str) -> bool:
    """Whether two names are of one thing: "flight" and "flight with TAP", 红旗饭店 and 红旗饭店包间."""
    if not one or not other:
        return False
    first, second = one.lower(), other.lower()
    if first == second or (first in _CLASS and _CLASS.get(first) == _CLASS.get(second)):
        return True
    if HAN.search(first + second):
        if all(one.endswith("会") or _CLASS.get(one) == _CLASS["会议"] for one in (first, second)) and (
            first in _CLASS or second in _CLASS
        ):
            return True  # 会议 after 项目会
        return min(len(first), len(second)) >= 2 and (first in second or second in first)
    words, others = _words(first), _words(second)
    return bool(words and others) and (words <= others or others <= words)


def _words(name: str) -> set[str]:
    """The words of a name, each by its class where it has one, and none in its plural."""
    plain = [word.removesuffix("s") if len(word) > 3 else word for word in re.findall(r"[\w&]+", name)]
    return {str(_CLASS.get(word, word)) for word in plain if word not in _LOOSE}
