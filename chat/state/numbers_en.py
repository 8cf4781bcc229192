"""The amounts and counts of an English sentence, for session state: budgets, prices, people, things. Pure."""

# ruff: noqa: E501

from collections.abc import Callable

from chat.clauses import Sentence
from chat.state.found import NEAR, Found, Free
from chat.state.moves import figure
from memoryhub import patterns as re

_WORD_NUMBER = r"(?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|eighteen|twenty(?:-\w+)?|thirty|forty|fifty|sixty|eighty|a hundred|half a|a dozen|a couple of)"
_NUMBER = r"\d+(?:[.,]\d+)*"
#: "Six", "5 to 10", "two or three".
_NUMBERS = rf"(?:{_NUMBER}|{_WORD_NUMBER})(?:\s?(?:-|–|\bto\b|\bor\b)\s?(?:{_NUMBER}|{_WORD_NUMBER}))?"
MONEY_WORD = r"(?:dollars?|euros?|pounds?|quid|bucks|yuan|rmb|cny|usd|eur|gbp|chf|francs?|kronor|krona|crowns?|zloty|yen|rupees?|cents?|pence|grand)"
_AMOUNT = rf"(?:(?:[$€£¥]|(?:US|A|C|HK)\$)\s?{_NUMBER}\s?[kKmM]?\b|{_NUMBER}\s?[kK]?\s?(?:{MONEY_WORD}\b|[€£$])|{_WORD_NUMBER}(?: hundred| thousand)? {MONEY_WORD}\b)"
AMOUNT = re.compile(
    rf"(?:between\s+)?(?:{_AMOUNT}|[$€£¥]?{_NUMBER})\s?(?:-|–|to|and)\s?{_AMOUNT}|{_AMOUNT}", re.I
)
_MONEY = re.compile(rf"[$€£¥]|{MONEY_WORD}\b", re.I)
PLAIN = rf"(?:[$€£¥]\s?)?{_NUMBER}(?:\s?[kK]\b)?(?:\s?(?:-|–|to|and)\s?[$€£]?{_NUMBER}(?:\s?[kK]\b)?)?(?:\s?{MONEY_WORD}\b|\s?[€£$])?"
_BUDGET = re.compile(
    rf"\b(?:(?:my |our |the |total |max(?:imum)? |overall |a )*budget(?:'s)?(?: is| was| of| for [\w ]{{1,24}}? is| now| at|:| would be| up)*(?: now)?(?: to)?(?: about| around| roughly| some| under| below| up to| at most| no more than| between| max| maybe| probably)*\s+(?P<a>{PLAIN})"
    rf"|\b(?:approved|granted(?: us)?|allotted(?: us)?|allocated(?: us)?|signed off(?: on)?)(?: a(?: total| budget)? of| up to)? (?P<g>(?:[$€£¥]\s?)?\d(?:[.,]\d+|\d){{2,}}(?:\s?[kK]\b)?|\d+\s?[kK]\b)(?!\s?(?:%|percent|days?|weeks?|hours?|visas?|people)\b)"
    rf"|\b(?:my|our) (?:limit|max(?:imum)?|ceiling|upper limit)(?: is| of|:| would be)(?: about| around)? (?P<e>{PLAIN})|\b(?:have|'ve)(?: got)? (?:about |around |only |just )*(?P<f>{_AMOUNT})(?= (?:in total|altogether|in all|all in|to spend|for (?:it|this|everything|all of it)\b))|(?P<b>{PLAIN})(?: total| overall)? (?:budget|to spend|is (?:my|our) (?:limit|budget|max\w*|ceiling)|(?:is )?all (?:i|we)(?:'ve| have)(?: got)?)"
    rf"|(?:can|could|want to|willing to|prepared to|able to|happy to|going to|have|got|['’]ve got) (?:spend|afford|pay)(?: up to| at most| about| around| no more than| only| maybe| max(?:imum)?| between)*\s+(?P<c>{PLAIN})|(?:something|anything|one|nothing)(?: for)? (?:under|below|up to|less than|around|within|over|above) (?P<d>{_AMOUNT}))",
    re.I,
)
_LABEL = re.compile(
    r"\b(?P<label>(?:quote|price|rent|fee|fare|total|bill|cost|deposit|down payment|salary|mortgage|ticket|invoice|offer|estimate|premium|tax|shipping|delivery|discount|refund|loan|tuition|instal+ment|wage|balance|income)s?\b|(?:quoted|costs?|charges?|charged|paid|pay|asks?|asking|offered|selling|sells)\b)",
    re.I,
)
_DOES = re.compile(r"quoted|costs?|charges?|charged|paid|pay|asks?|asking|offered|selling|sells")
#: "The rent is 950": a label makes a plain number a price.
_LABELLED = re.compile(
    rf"\b(?P<label>quoted?|price|rent|fee|fare|total|bill|deposit|down payment|estimate|premium|invoice|tuition|offer|salary|wages?|mortgage|loan)(?:\s(?:me|us|is|was|of|at|to|from|for|about|around|now|down|up|comes|came|went|has|gone|will|would|be|lowered|raised|only))*\s(?P<a>{_NUMBER}k?)(?!\s?(?:%|percent|am\b|pm\b|days?|weeks?|months?|years?|hours?|minutes?|people|guests|times|st\b|nd\b|rd\b|th\b))\b",
    re.I,
)
RATE = re.compile(
    r"\s?(?:per|a|an|each|every|apiece|\bpp\b|/)\s?(?:person|head|night|day|week|month|year|hour|piece|ticket|kilo|kg|unit|guest|room|seat|sqm|metre|meter|km|child|adult|couple|family|lesson|session)?\b",
    re.I,
)
#: "It costs 80 a night", "no more than 80 a night": a plain number with what it is paid for.
_RATED = re.compile(
    rf"\b(?P<label>costs?|charges?)(?:\s(?:me|us|is|about|around|only|just|no more than|not more than|at most|less than|under|up to|over|more than|maybe))*\s(?P<a>{_NUMBER})(?=\s?(?:per\s\w+|(?:a|an|each|every)\s(?:person|head|night|day|week|month|year|hour|piece|kilo|kg|room|child|adult|couple)|pp|/\s?\w+)\b)",
    re.I,
)
#: "The flat is 900 a month": what is paid by the month or the head has a price, without a currency too.
_PAID_BY = re.compile(
    r"\b(?:is|are|was|were|be|for|at)(?:\s(?:about|around|only|just|now|up to|over|under))*\s(?P<a>\d[\d,.]+)(?=\s?(?:(?:per|an?|each|every)\s(?:person|head|night|month|hour|metre|meter|roll|kilo|ticket|lesson|session)|pp|for (?:the|a) (?:whole |entire |full )?(?:stay|week|weekend|evening|night|month|day|season|lot|term))\b|\s?/\s?(?:person|night|month|hour)\b)",
    re.I,
)
#: "It costs 640", "Marten asks 8,900": a plain number and nothing that is counted.
_ASKED = re.compile(
    rf"\b(?P<label>costs?|charges?|quote[sd]|asks?|wants?)(?:\s(?:me|us|is|about|around|only|just|over|under|now))*\s(?P<a>{_NUMBER})(?=$|[,.;](?!\d)|\s(?:and|but|for|to \w+|in total|all in|altogether|now|instead)\b)",
    re.I,
)
#: "Kerr would drop the Golf to 6,100".
_BROUGHT_TO = re.compile(
    rf"\b(?:drop|lower|reduc|cut|br(?:ing|ought)|put|rais|knock)\w* (?:the |my |our |their |his |her )(?P<x>[\w'-]+(?:\s[\w'-]+){{0,2}}?)(?: down| up)? to (?P<n>{_NUMBER})(?=$|[,.;](?!\d)|\s(?:and|but|for|now|instead|if)\b)",
    re.I,
)
#: "They've come down to 3,000 for the Kawai".
_DOWN_TO = re.compile(
    rf"\b(?:c[ao]me|went|gone|go|goes|comes) (?:down|up) to (?P<n>{_NUMBER}) for (?:the|my|our|their) (?P<x>[\w'-]+(?:\s[\w'-]+)?)(?=$|[,.;])",
    re.I,
)
#: "There's a Skoda Fabia for 6,400": so large a number that nothing else is meant.
_OFFERED_FOR = re.compile(
    r"\b(?:an?|the|another) (?P<x>[\w'-]+(?:\s[\w'-]+){0,2}?) for (?P<a>\d{1,3}(?:,\d{3})+|\d{4,6})(?=$|[,.;](?!\d)|\s(?:at|in|and|but|from|on|or)\b)",
    re.I,
)
#: "The oven is 610 now", "the sofa is 900": a number that may be the price of a thing, or a new one.
_FIGURE_OF = re.compile(
    rf"^(?:(?:and|but|so|oh|one more thing|also|actually|no|sorry|wait)[\s,]+)*(?:the|our|my|an?|another|new) (?P<x>[\w'-]+(?:\s[\w'-]+){{0,2}}?)(?:'s| is| are| was| were| costs?| comes to| would be| will be| went (?:up|down) to| dropped to)(?: now| only| just| about| around| another)* (?P<n>{_NUMBER})(?: now| instead| actually| after all| then| each| altogether| in total)*$",
    re.I,
)
#: "… and the lamp 60", after another was said so.
_AND_FIGURE_OF = re.compile(
    rf"^(?:(?:the|our|my|an?|another) (?P<x>[\w'-]+(?:\s[\w'-]+)??)|(?!(?:In|On|At|Room|Gate|Page|Flat|Table|Bus|Line|Since|Until|By|From|To|Until|January|February|March|April|May|June|July|August|September|October|November|December)\b)(?P<name>(?-i:[A-Z])[\w'&.-]*(?:\s(?-i:[A-Z&])[\w'&.-]*){{0,3}}))(?: is| are| only| just| would be| asks| wants)* (?P<n>{_NUMBER})(?: for [\w' -]{{2,24}}| each| instead| now)?$",
    re.I,
)
_APART_FROM = re.compile(r"[,;]\s+(?:and\s+)?|\s(?:and|but|plus|while)\s")
#: A number said of these is no price: how old somebody is, how much of it there is, by what it is called.
_NO_PRICE_OF = re.compile(
    r"\b(?:son|daughter|kid|child|children|boy|girl|baby|twins?|mum|mom|mother|dad|father|grand\w+|gran|aunt|uncle|cousin|niece|nephew|sister|brother|wife|husband|partner|friend|boss|dog|cat"
    r"|number|code|pin|answer|age|score|size|capacity|distance|weight|height|width|length|depth|area|temperature|speed|limit|maximum|minimum|year|population|gate|bus|seat|page|chapter|room|platform|class|group|team|list|rating|grade|mark|iq|count|time|meeting|flight|train|appointment|party)s?$",
    re.I,
)
#: "She came back with £590": another amount of whoever asked for one last.
_CAME_BACK = re.compile(
    r"\b(?:he|she|they|it)(?:'s|'ve|'d|'ll| has| have| will| would| can)?\s(?:now )?(?:c[ao]me back (?:with|at)|c[ao]me down to|went (?:up|down) to|gone (?:up|down) to|dropped (?:it |the price )?to|lower(?:ed)? it to|do it for|offered|revised it to)\s(?:me |us )?(?:about |around |only |just )*$",
    re.I,
)
#: "Let's raise the budget by 500", "she can lower it by £20".
_BY_SO_MUCH = re.compile(
    rf"\b(?P<up>rais\w+|increas\w+|up(?:ped)?|bump\w*|went up|gone up|goes up|put (?:it )?up|add(?:ed)?)?(?P<down>cut|reduc\w+|lower\w*|drop\w*|trim\w*|went down|gone down|goes down|bring (?:it )?down)?\s?(?:it|that|this|(?:the|our|my|their|her|his) (?P<of>[\w'-]+))? ?by (?P<a>{AMOUNT.pattern}|{_NUMBER})(?!\s?(?:%|percent|days?|weeks?|months?|years?|hours?|minutes?|people|am\b|pm\b|th\b|st\b))(?=$|[\s,.])",
    re.I,
)
_REPLIED_AMOUNT = re.compile(r"\b(?:budget|spend|afford)\b", re.I)
_ASKED_PRICE = re.compile(r"\b(?:total|price|cost|amount|how much|fee|rent|deposit|quote|sum)\b", re.I)
_ASKED_PEOPLE = re.compile(
    r"\bhow many (?:people|guests|of you|persons|adults|will|are)|\bparty size|\bguests\b[^.]*\?", re.I
)
#: "had to cut it to 2,400": a new figure for what was spoken of.
_NEW_NUMBER = re.compile(
    rf"\b(?:cut|rais\w+|up(?:ped)?|push(?:ed)?|lower(?:ed)?|drop(?:ped)?|reduced?|bump(?:ed)?|knock(?:ed)?|talk(?:ed)?|haggled?|mark(?:ed)?|beat(?:en)?|got|get|br(?:ing|ought)|increased?|set|chang\w+|trim(?:med)?|bring|moved?|mak\w+)\s(?:it|that|this)(?: (?:back|up|down|all|in))*(?: to)?\s(?P<n>[$€£¥]?{_NUMBER}\s?[kK]?)(?=$|[\s,]*(?:instead|now|then|please|after all|in total|all in|if|because|so|as)\b)",
    re.I,
)
#: "With the underfloor heating it goes up to 12,900", "with the tiles that comes to 12,900".
_COMES_TO = re.compile(
    rf"(?<!if )\b(?:it|that|this|he|she|they|(?:the|our|his|her|their) (?:whole (?:thing|lot)|price|quote|total|bill|cost|estimate))(?:['’](?:s|ve)| has| have)?(?: (?:now|only|all|already))*\s(?:(?:goes|went|gone|comes?|came|come|rises|rose|risen|drops|dropped|climbs|climbed|jumps|jumped|is|['’]s)\s(?:all the way )?(?:up|down) to|comes? to|came to|works out at|adds up to|totals)(?: about| around| roughly| nearly| just)?\s(?P<n>[$€£¥]?{_NUMBER}\s?[kK]?)(?=$|[,;.]\s|\s*(?:instead|now|then|in total|all in|altogether|because|so|plus|including|with)\b)",
    re.I,
)
_IF = re.compile(r"\b(?:if|unless|would|could|might|may|suppose|when)\b", re.I)
#: "Scrap that, we can go up to 8,500".
_UP_TO = re.compile(
    rf"\b(?:we|i)(?:'(?:ll|d|ve))? (?:can |could |may |might |got to )?(?:go|stretch|come|get) (?:(?:up|down|as high as|as far as) )?(?:to )?(?P<n>[$€£¥]?{_NUMBER}\s?[kK]?)(?=$|[\s,]*(?:instead|now|then|please|after all|in total|all in)\b)",
    re.I,
)
_BARE_NUMBER = re.compile(
    rf"^(?:it(?:'s| is)|that(?:'s| is)|about|around|just|only|roughly|maybe|we(?:'re| are)|there (?:are|will be)|make (?:it|that)|actually|sorry|no|so|ok(?:ay)?|let['’]s say|say|now|[\s,])*(?P<n>{_NUMBER}|{_WORD_NUMBER})(?: then| now| instead| actually| please| in total| altogether| of us| all in)*$",
    re.I,
)
_PERSONS = r"(?:people|persons|guests|adults|kids|children|friends|colleagues|passengers|attendees|participants|students|travellers|travelers|players|men|women|teenagers|grown-ups|toddlers|babies|seats|places|diners|members|visitors|volunteers|pax)"
_PEOPLE = re.compile(
    rf"\b(?P<n>{_NUMBERS})\s+(?:\w+\s)?(?P<unit>{_PERSONS})\b|\b(?:party|group|table|room|booking|dinner|lunch) (?:of|for) (?P<of>{_NUMBERS})\b(?!\s+(?:nights?|days?|hours?|weeks?|o|(?:\w+\s)?{_PERSONS}))|\b(?:there(?:'s| are| will be)|we(?:'re| are)) (?P<us>{_NUMBER}|{_WORD_NUMBER})(?: of us)?\b(?= of us|$|\s*(?:now|so far|in total|altogether|instead|for (?:dinner|lunch|breakfast|brunch|supper|tea|drinks|the \w+)\b))|\b(?P<ofus>{_NUMBER}|{_WORD_NUMBER}) of us\b",
    re.I,
)
UNITS = r"(?:nights?|days?|weeks?|months?|years?|hours?|hrs?|minutes?|mins?|rooms?|bedrooms?|tickets?|pages?|words?|slides?|km|kilomet(?:re|er)s?|miles?|kg|kilos?|grams?|cm|mm|met(?:re|er)s?|m2|m²|sqm|square (?:met(?:re|er)s|feet)|litres?|liters?|copies|boxes|bottles|tables?|chairs?|pieces|items|bags?|cars?|bikes?|stops?|floors?|degrees|percent|%|portions?|servings?|cakes?|chapters?|shifts?|lessons?|sessions?|classes|cups?|plates?|beds?|inch(?:es)?|feet|ft|gb|tb|mb|ms|seats?|kW|kWh|kcal|steps?|cats|dogs|calls?|meetings?)"
#: What a thing that is counted may be: "9 white candles".
_KIND = r"(?:white|black|red|blue|green|yellow|pink|purple|orange|brown|gr[ae]y|gold(?:en)?|silver|wooden|plastic|paper|glass|metal|round|tall|short|long|big|little|old|new|fresh|folding|spare|empty|vegan|vegetarian|frozen|chocolate)"
_COUNT = re.compile(
    rf"\b(?P<n>{_NUMBERS})(?:\s|-)?(?:more |extra |single |double |whole |full |small |large |square )?(?P<unit>{UNITS})(?![\w-])|\b(?<!\b[Tt]able )(?<!\b[Rr]oom )(?<!\b[Gg]ate )(?<!\b[Rr]ow )(?<!\b[Ss]eat )(?<!\b[Pp]age )(?<!\b[Ss]tep )(?<!\b[Dd]ay )(?<!\b[Ww]eek )(?<!\b[Gg]roup )(?<!\b[Tt]eam )(?<!\b[Bb]us )(?<!\b[Ll]ine )(?<!\b[Ff]loor )(?<!\b[Nn]umber )(?P<n2>\d{{1,5}}) (?:{_KIND} )?(?!am\b|pm\b|of\b|to\b|is\b|and\b|or\b|in\b|on\b|at\b)(?P<unit2>[a-z]{{3,14}}s)\b(?<!this)(?<!was)(?<!ness)",
    re.I,
)
_HIRED = re.compile(
    r"\b(?:vans?|lorry|lorries|trucks?|hire[ds]?|hiring|sends?|sent|crew|firms?|company|companies|movers?|removal\w*|workers?|workmen|builders?|fitters?|plumbers?|electricians?|deliver\w*|install\w*|charges?|paid by|per hour|an hour|staff|security)\b|\bcom(?:e|es|ing) with the\b",
    re.I,
)
_VAGUE = re.compile(r"^(?:a|an|one)$", re.I)
_NEW_LEAD = r"(?:(?:and|but|so|then|ok(?:ay)?|no|wait|sorry|actually|rather|now|well|hmm|on second thoughts?|let['’]?s|i['’]?d?|we(?:['’](?:ll|d))?|can|could|should|please|say|better|just|only|make|call|raise|push|bump|cut|drop|lower|bring|set|change|increase|reduce|trim|go|stretch|put|it|that|this|up|down|back|to|at|for|with|around|about|it['’]s|is|be|meant|want|need)[\s,:]+)*"
#: "Actually let's make it £2,200": an amount and nothing that it is the amount of.
_NEW_AMOUNT = re.compile(
    rf"^{_NEW_LEAD}(?P<n>{AMOUNT.pattern})(?:\s+(?:instead|then|now|please|in total|all in|altogether|after all|rather|max(?:imum)?|at most))*$",
    re.I,
)
#: "Anna can't come, so 9": how many there are after somebody came or went.
_COME_OR_GO = re.compile(
    rf"\b(?:{_NUMBERS}) (?:more|fewer|less|extra|additional|{_PERSONS})\b|\banother\b|\b(?:com(?:e|es|ing)|join\w*|attend\w*|mak(?:e|ing) it|drop(?:ped)? out|cancel\w*|back(?:ed)? out|pull(?:ed)? out|declin\w+|bring(?:s|ing)?|said (?:yes|no)|be there)\b|\b(?:is|are|'s|'re) (?:in|out)(?: too| as well| now)?(?=$|[,.])",
    re.I,
)
_BRINGS = re.compile(r"\b(?:bring|tak|add|com|join)(?:e|es|s|ing)?\b", re.I)
_ADDED = re.compile(r"\b(?:more|extra|additional)\b", re.I)
_SO_MANY = re.compile(
    rf"^(?:(?:so|that|which|this|it|we|there|now|then|and|makes?|making|means|is|are|will|be|would|leaves?|leaving|totals?|of|in total|altogether|only|just|back to|down to|up to|us|it['’]s|that['’]s|we['’]re|there['’]re)[\s,:]+)+(?P<n>{_NUMBER}|{_WORD_NUMBER})(?:\s+(?:now|then|in (?:total|all)|altogether|all in|of us))*$",
    re.I,
)


def amounts_en(
    text: str,
    sentence: Sentence,
    asked: str,
    changes: Callable[[], bool],
    free: Free,
    taken: list[tuple[int, int]],
) -> list[Found]:
    values: list[Found] = []
    so_much = _BY_SO_MUCH.search(text)
    if (
        so_much
        and bool(so_much["up"]) != bool(so_much["down"])
        and free(*so_much.span("a"))
        and not sentence.asks
    ):
        digits = re.search(r"\d+(?:,\d{3})*(?:\.\d+)?", so_much["a"])
        if digits and not re.search(r"\d\s?[kK]\b", so_much["a"]):
            much = float(digits.group().replace(",", "")) * (1 if so_much["up"] else -1)
            values.append(Found("by", f"{much:g}", "", True, of=(so_much["of"] or "").lower()))
            taken.append(so_much.span())
    for match in _BUDGET.finditer(text):
        group = next(name for name in "abcdefg" if match[name])
        if free(*match.span(group)):
            values.append(Found("budget", match[group].strip(), "", True))
            taken.append(match.span())
    for match in AMOUNT.finditer(text) if _MONEY.search(text) else ():
        if not free(*match.span()):
            continue
        taken.append(match.span())
        amount = match.group().strip()
        rate = RATE.match(text, match.end())
        labels = [
            label for label in _LABEL.finditer(text, 0, match.start()) if match.start() - label.end() < 40
        ]
        after = _LABEL.match(text, match.end() + 1) if match.end() < len(text) else None
        label = labels[-1]["label"].lower() if labels else after["label"].lower() if after else ""
        key = "deposit" if label in ("deposit", "down payment") else "price"
        if not label and _REPLIED_AMOUNT.search(asked):
            key = "budget"
        words = f"{amount}{_apart(rate)}"
        alone = changes() and _alone(amount, sentence)
        if (
            key == "price"
            and not label
            and not _apart(rate)
            and (alone or _CAME_BACK.search(text[: match.start()]))
        ):
            values.append(Found("amount", amount, "", True))
            continue
        # What is charged or paid says nothing of what for: another such amount is another price.
        of = "" if _DOES.fullmatch(label) else label
        unit = of or ("" if label else _apart(rate).strip())
        values.append(Found(key, f"{label} {words}".strip(), unit, changes()))
    for match in (*_LABELLED.finditer(text), *_RATED.finditer(text), *_ASKED.finditer(text)):
        if free(*match.span("a")) and not _is_small(match):
            taken.append(match.span("a"))
            label = match["label"].lower().replace("quoted", "quote")
            key = "deposit" if label in ("deposit", "down payment") else "price"
            rate = RATE.match(text, match.end())
            words = f"{label} {match['a']}{_apart(rate)}"
            values.append(Found(key, words, "" if _DOES.fullmatch(label) else label, changes()))
    for match in _OFFERED_FOR.finditer(text):
        if free(*match.span("a")):
            taken.append(match.span("a"))
            values.append(Found("price", match["a"], "", changes(), of=match["x"]))
    for match in _PAID_BY.finditer(text):
        if free(*match.span("a")):
            taken.append(match.span("a"))
            words = f"{match['a']}{_apart(RATE.match(text, match.end()))}"
            values.append(Found("price", words, words.removeprefix(match["a"]).strip(), changes()))
    if not sentence.asks and all(one.key in ("price", "deposit") for one in values):
        values += _figures(text, free, taken, priced=bool(values))
    near = ""
    new = _NEW_NUMBER.search(text) or (_UP_TO.search(text) if changes() else None)
    if not values and not new and not sentence.asks and not _IF.search(text):
        new = _COMES_TO.search(text)
        near = NEAR
    if not values and new and free(*new.span("n")):
        values.append(Found("number", new["n"].strip(), near, True))
        taken.append(new.span("n"))
    if not values and (bare := _BARE_NUMBER.match(text)):
        number = bare["n"]
        if _REPLIED_AMOUNT.search(asked):
            values.append(Found("budget", number, "", True))
        elif _ASKED_PRICE.search(asked):
            values.append(
                Found(
                    "price",
                    f"{_ASKED_PRICE.findall(asked)[-1].lower()} {number}".replace("how much ", ""),
                    "asked",
                    True,
                )
            )
        elif _ASKED_PEOPLE.search(asked):
            values.append(Found("people", f"{number} people", "people", True))
        elif changes():
            values.append(Found("number", number, "", True))
        if values:
            taken.append(bare.span("n"))
    return values


def counts_en(
    text: str, sentence: Sentence, changes: Callable[[], bool], free: Free, taken: list[tuple[int, int]]
) -> list[Found]:
    values: list[Found] = []
    for match in _PEOPLE.finditer(text):
        number = match["n"] or match["of"] or match["us"] or match["ofus"]
        if not free(*match.span()) or (_VAGUE.match(number) and not match["of"]):
            continue
        taken.append(match.span())
        unit = (match["unit"] or "people").lower()
        if unit in ("men", "women") and _HIRED.search(text):
            values.append(Found("count", f"{number} {unit}", unit, changes()))
            continue  # they do the work, and are none of the party
        unit = (
            "people"
            if unit in ("persons", "guests", "pax", "seats", "places", "attendees", "diners", "participants")
            else unit
        )
        values.append(Found("people", f"{number} {match['unit'] or 'people'}", unit, changes()))
    if not any(one.key == "people" for one in values) or _BRINGS.search(text):
        for clause in sentence.clauses if _COME_OR_GO.search(text) else ():
            if so_many := _SO_MANY.match(clause.text.replace("’", "'")):
                values = [one for one in values if one.key != "people"]  # "… four friends, so 34"
                values.append(Found("so_many", f"{figure(so_many['n']) or 0:g}", "people", True))
                at = text.rfind(so_many["n"])
                taken.append((at, at + len(so_many["n"])))
    for match in _COUNT.finditer(text):
        number, unit = match["n"] or match["n2"], match["unit"] or match["unit2"]
        if not free(*match.span()) or _VAGUE.match(number):
            continue
        taken.append(match.span())
        if _ADDED.search(match.group()) and (sum_of := _so_many(sentence)):
            # "15 more boxes, so 55 in all"
            values.append(Found("count", f"{sum_of:g} {unit}", unit.lower().rstrip("s"), True))
            continue
        values.append(Found("count", match.group().strip(), unit.lower().rstrip("s"), changes()))
    return values


def _figures(text: str, free: Free, taken: list[tuple[int, int]], *, priced: bool) -> list[Found]:
    """The numbers that a sentence says of things without a currency; ``priced`` where it tells a price besides."""
    values: list[Found] = []
    if (brought := _BROUGHT_TO.search(text) or _DOWN_TO.search(text)) and free(*brought.span("n")):
        values.append(Found("figure", brought["n"], "", True, of=brought["x"]))
        taken.append(brought.span("n"))
    at = 0
    for piece in _APART_FROM.split(text):
        at = text.index(piece, at)
        match = _FIGURE_OF.match(piece) or (_AND_FIGURE_OF.match(piece) if values or priced else None)
        of = (match["x"] or match["name"]) if match else ""
        if match and not _NO_PRICE_OF.search(of) and free(at + match.start("n"), at + match.end("n")):
            values.append(Found("figure", match["n"], "", True, of=of))
            taken.append((at + match.start("n"), at + match.end("n")))
        at += len(piece)
    return values


def _is_small(match: re.Match[str]) -> bool:
    """Whether a plain number that somebody asks or wants may count things: "he wants 12"."""
    return (
        re.match(r"ask|want", match["label"], re.I) is not None
        and (figure(match["a"].replace(",", "")) or 0) < 100
    )


def _so_many(sentence: Sentence) -> float:
    """How many there are now, where a clause says so; 0 where none does."""
    found = (_SO_MANY.match(clause.text.replace("’", "'")) for clause in sentence.clauses)
    return next((figure(match["n"]) or 0.0 for match in found if match), 0.0)


def _alone(amount: str, sentence: Sentence) -> bool:
    """Whether a clause of the sentence is this amount and no word of what it is for."""
    found = (_NEW_AMOUNT.match(clause.text.replace("’", "'")) for clause in sentence.clauses)
    return any(match["n"].strip() == amount for match in found if match)


def _apart(rate: re.Match[str] | None) -> str:
    """What an amount is paid for, with the blank before it: " a head", "/night"."""
    words = rate.group().strip() if rate else ""
    return f" {words}" if words[:1].isalpha() else words
