"""Reads session state out of an English sentence of the person's."""

# ruff: noqa: E501

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import cache

from chat import said_days
from chat.clauses import Sentence
from chat.state.bounds import bounds_en
from chat.state.choices_en import CHANGED_MIND, NOT_BUT, choices, chosen_instead, other_of_kind
from chat.state.found import CODE, Found, Free, near, shape_of, with_date, without_echoes
from chat.state.instead import instead_en
from chat.state.moves import following, shift_en, way_of, weekday_of
from chat.state.names import is_brand
from chat.state.numbers_en import MONEY_WORD, RATE, UNITS, amounts_en, counts_en
from chat.state.ranges_en import edge_en, ranges_en
from chat.state.sums import found_en as sum_en
from memories.capture import dates_en
from memoryhub import patterns as re

_ASKED_PLACE = re.compile(
    r"\b(?:where|which (?:city|town|place|area|country)|what (?:city|town|place|destination))\b", re.I
)
_NOT_PLACES = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Mon|Tue|Wed|Thu|Fri|Sat|Sun|"
    r"Christmas|New Year|Easter|Halloween|English|French|German|Spanish|Chinese|Mandarin|Italian|Portuguese|Japanese|Latin|Python|Java|JavaScript|TypeScript|Rust|Excel|Word|PowerPoint|Photoshop|Django|Flask|React|Docker|Linux|Windows|Git|Google|"
    r"Slack|Teams|Zoom|Outlook|Gmail|Notion|Markdown|Q[1-4]|God|Dr|Mr|Mrs|Ms|I|Mum|Mom|Dad|Grandma|Grandpa|Netflix|YouTube|Instagram|Facebook|WhatsApp|Thanksgiving|Spring|Summer|Autumn|Winter|Step|Part|Chapter|Section|Option|Plan|Phase|Week|Day|Version|Table|Figure)"
)
_NAME = rf"(?!{_NOT_PLACES}\b)[A-Z](?=[\w'’-]*[a-z])[\w'’-]*+(?:\s(?:de|la|of|the|del|am|an der|upon)?\s?(?!{_NOT_PLACES}\b)[A-Z](?=[\w'’-]*[a-z])[\w'’-]*+){{0,6}}"
_PLACE = re.compile(
    rf"\b(?:(?:[Ii]n|[Nn]ear|[Aa]round|[Vv]ia|[Oo]utside|[Ii]nto|[Tt]hrough|[Tt]owards?|[Vv]isit(?:ing)?|[Ll]eav(?:e|ing)|[Rr]each(?:ing)?|[Aa]t)\s+(?:the\s+|central\s+|downtown\s+)?(?P<in>{_NAME}|(?:the )?(?:USA?|UK|NYC))"
    rf"|(?:[Gg]o(?:ing)?|[Tt]ravel(?:ling|ing)?|[Ff]ly(?:ing)?|[Dd]riv(?:e|ing)|[Dd]rove|[Ff]lew|[Mm]ov(?:e|ing)|[Hh]ead(?:ing|ed)?|[Tt]rips?|[Tt]rains?|[Ff]lights?|[Bb]us|[Ff]erry|[Tt]ickets?|[Gg]et(?:ting)?|[Bb]ack|[Cc]om(?:e|ing)|[Jj]ourney|[Rr]oad|[Ww]ay|[Rr]elocat(?:e|ing)|[Ww]ent|[Bb]een|[Cc]ycl(?:e|ing)|[Ww]eekend|[Hh]olidays?|[Vv]acation)(?:\s(?!from\b)\w+){{0,2}}?\s(?:to|for|in)\s+(?:the\s+)?(?P<to>{_NAME})"
    rf"|[Ff]rom\s+(?:the\s+)?(?P<from>{_NAME})(?:\s+(?:back\s+)?to\s+(?:the\s+)?(?P<fromto>{_NAME}))?)"
)
#: "I looked at the ThinkPad", "aimed at Sony": what is looked at is a thing.
_AT_A_THING = re.compile(
    r"\b(?:look(?:s|ed|ing)?|glanc\w+|star(?:e[sd]?|ing)|point\w*|aim\w*|laugh\w*|good|bad|great|angry|mad)\s+(?:\w+\s+)?at\s+(?:the\s+|a\s+)?[\w'’-]+(?:\s[\w'’-]+)*$",
    re.I,
)
#: "I'll go with Sony", "happy with Visa": chosen or used, and nobody who comes along.
_GOES_WITH = re.compile(
    r"\b(?:(?:['’](?:ll|d)|will|to|let['’]s|just|rather|would|should|could)\s+(?:\w+ly\s)?go|stick(?:ing)?|stuck|happy|pleased|familiar|compar\w+|compatible|problems?|issues?|trouble|fine|paired|pay\w*|paid|deal\w*|work\w*|start\w*|made|built)\s+with\s+$",
    re.I,
)
#: A place is one where somebody or something sets out from: "the train from York". What is had from somebody is not.
_SETS_OUT = re.compile(
    r"(?:^|[,;:]\s|\b(?:go(?:es|ing)?|travel\w*|fl(?:y|ies|ying|ights?)|driv(?:e|es|ing)|leav(?:e|es|ing)|depart\w*|start\w*|set(?:s|ting)? (?:off|out)|com(?:e|ing)|trains?|bus(?:es)?|coach(?:es)?|ferr(?:y|ies)|boats?|trips?|journey|rides?|walk\w*|cycl\w+|hik\w+|sail\w*|mov(?:e|ing)|back|home|way|far|away|hours?|minutes?|mins|miles?|km|kilomet\w+|route|road|transfers?|taxi|tickets?|pick(?:ed)? (?:us|me|you|them|him|her) up)\b(?:\s(?:[\w'-]+\s?){0,4}?)?)$",
    re.I,
)
_SUPPLIES = re.compile(
    r"\b(?:deliver\w*|parcels?|packages?|order\w*|bought|buy\w*|purchas\w+|hir(?:e[sd]?|ing)|rent\w*|borrow\w*|quot\w+|offers?|hear\w*|e-?mails?|calls?|messages?|invoices?|letters?)\b(?:\s+[\w'-]+){0,5}?\s*$",
    re.I,
)
#: "A car with Sixt", "my interview with Siemens": who provides it, and nobody who comes along.
_WITH_A_FIRM = re.compile(
    r"\b(?:appointments?|interviews?|contracts?|accounts?|policy|deals?|quotes?|subscription|mortgage|loans?|insurance|insured|slots?|surveys?|inspections?|consultations?|viewings?|cars?|vans?|flights?|jobs?|positions?|roles?|internships?|lessons?|bank(?:ing)?|register\w*|deposit|order(?:ed)?)\s(?:[\w'-]+\s){0,2}?$",
    re.I,
)
#: "If it rains we'll be in the gym": where it would be, and not where it is.
_IN_CASE = re.compile(
    r"(?:(?:and|but|or|so)\s)?(?:if|in case|unless|should it)\b(?! (?:possible|that's (?:ok|fine)))", re.I
)
_SPOT = re.compile(
    r"\b(?:at|in|to|near) (?P<v>the (?:[a-z]+ ){0,2}(?:office|station|airport|hotel|hospital|library|museum|restaurant|café|cafe|park|gym|school|harbour|harbor|beach|church|town hall|village hall|theatre|theater|market|garden|island|cottage|flat|clinic|club|clubhouse|pub|cinema|boathouse|winery|vineyard|church hall|sports? hall|playground|embassy|castle|bridge|lake|farm))\b",
    re.I,
)
_RELATION = r"(?:wife|husband|partner|girlfriend|boyfriend|fianc[ée]e?|mum|mom|mother|dad|father|parents|sister|brother|sisters|brothers|siblings|son|daughter|sons|daughters|kids|children|baby|toddler|family|grandma|grandmother|grandpa|grandfather|grandparents|aunt|uncle|cousins?|niece|nephew|in-laws|friends?|best friend|colleagues?|boss|flatmate|roommate|neighbours?|neighbors?|dogs?|cats?|puppy|team|class|mother-in-law|father-in-law|grandson|granddaughter|grandchildren|pram|stroller|wheelchair)"
_PARENT = r"(?:Mum|Mom|Dad|Grandma|Grandpa|Granny|Gran|Nana)"
_WHO = rf"(?!(?:They|He|She|We|You|It|Nobody|Everybody|Everyone|Someone|Somebody|Who|What|That|This|There|The|No|Some|All|Both|One|Two|Three|Which|If|Then|So|And|But)\b)(?:[Mm]y\s+(?:\w+\s)?{_RELATION}(?:\s[A-Z][a-z]+)?|{_PARENT}|{_NAME})"
_WITH = re.compile(
    rf"\b(?:with|and|bring(?:ing)?|tak(?:e|ing)|plus|join(?:ed|ing)? by|accompan(?:y|ied by))\s+(?P<v>(?:my|our|a|an|two|three|four|\d)\s+(?:[\w-]+\s){{0,2}}?{_RELATION}(?:\s+(?:and|,)\s+(?:my\s+|our\s+|a\s+|an\s+|two\s+|three\s+)?(?:[\w-]+\s){{0,2}}?{_RELATION})*(?:\s[A-Z][a-z]+)?)\b"
    rf"|\b(?:[Ww]ith|[Jj]oined by|[Bb]ring(?:ing)?)\s+(?P<name>(?:{_PARENT}|{_NAME})(?:(?:,| and)\s(?:{_PARENT}|{_NAME}))*)"
    rf"|\b(?P<joins>{_WHO}(?:\s+and\s+{_WHO})?)\s+(?:(?:is|are|will be)\s+(?:coming|joining|travelling|traveling)(?:\s+(?:along|too|with))?|(?:will|can|wants? to|would like to)\s+(?:come|join))"
)
#: "So my aunt is coming instead".
_IN_PLACE = re.compile(r"\binstead\b(?! of\b)|\bin (?:his|her|their|\w+'s) place\b", re.I)
_ABSENT = re.compile(
    rf"\b(?P<v>{_RELATION}|[A-Z][a-z]+)\s+(?:can(?:no|['’])t|won['’]t|isn['’]t|aren['’]t|is not|are not|will not)\s+(?:\w+\s)?(?:come|coming|make it|join|joining|be there|attend)",
    re.I,
)
#: "Not Rome, Naples", "I meant Oslo, not Bergen": one word for another, whatever it is the value of.
_SWAP = re.compile(
    rf"^(?:(?:no|sorry|wait|oops|i said)[\s,]+)*(?:[Nn]ot (?:in |to |with |at )?(?P<a>{_NAME})(?:,| but),? (?:but )?(?:it['’]s |i meant |in |to |with |at )?(?P<b>{_NAME})|(?:[Ii] meant|[Ii]t['’]s|[Mm]ake (?:it|that)) (?P<c>{_NAME}),? (?:and )?not (?:in |to |with |at )?(?P<d>{_NAME}))$"
)
#: Asked only for politeness: "make it Saturday, ok?".
_SETTLES = re.compile(r"\b(?:ok(?:ay)?|right|please|alright)$", re.I)
#: "Could we push it back an hour?" changes as much as "Could we make it Friday?" does.
_REQUESTS = re.compile(
    r"(?:(?:so|and|ok|okay|hm+|well|actually|please|sorry)[\s,]+)*(?:can|could|would) (?:we|you|i)(?: please| just| maybe)* (?:push|move|shift|bring|postpone|delay|put|make|extend|reschedule|change)\b(?!.*\bor\b)",
    re.I,
)
_CHANGE = re.compile(
    r"\b(?:instead|actually|rather|chang\w+|mov(?:e|es|ed|ing) (?:it|that|the|this|us|to|forward|back|from)|make (?:it|that)|switch\w*|reschedul\w+|postpon\w+|push(?:ed)?|bring (?:it )?forward|brought forward|br(?:ing|ought) (?:\w+|(?:the|our|my|this|that) [\w' -]{1,30}) (?:forward|back)|(?:mov|push|shift|put|reschedul)(?:e|ed|ing)? (?:the|our|my|your|[A-Z]\w+'s) [\w' -]{1,30} (?:back |forward |up |off )?(?:to|until|on|by)|make (?:the|our|my) [\w' -]{1,30}? (?:\d|next \w+day|the \d|\w+day|tomorrow|half past)|adjourn\w*|put (?:off|back)|swap\w*|bump(?:ed)?|missed (?:it|that|the|my|our)|the next one|correction|(?:scratch|cancel|ditch|strike|forget) that|never ?mind|(?:wait|hang on|hold on),? no|no,? wait|second thoughts?|turns out|after all|update[ds]?|shift(?:ed)?|delay(?:ed)?|extend(?:ed)?|rais(?:e|ed)|lower(?:ed)?|increas\w+|reduc\w+|cut|went (?:up|down)|gone (?:up|down)|c[ao]me down|got until|drop(?:ped)?|no longer|not \w+ but|now (?:it(?:'s| is)|we(?:'re| are))|sorry|i meant|wrong|mistake|g(?:ive|ave|iven|iving|ot|ranted|ranting|rant) (?:us|me)(?: an?)?(?: (?:extension|extra time|more time|grace))?(?: period)? (?:until|till|to)|an? extension|scrap that|new (?:date|time|budget|price|plan|number|total|deadline))\b|^no\b|\bnow\b(?=$|[,;])"
    # "Harlow can only begin on 15 March": what was wished cannot be.
    r"|\b(?:can|could|will|['’]ll) only (?:be )?(?:start|begin|come|make|do|take|deliver\w*|arrive|fit|install\w*|move|see|open|finish\w*|ready|available|free|hold|host)\b"
    # "The Mill only has the 25th free, so we'll take that."
    r"|\bonly (?:ha[sd]|have|got) [^,;]{2,30} (?:free|open|available|left)\b[,;]?.*\b(?:(?:we|i)(?:['’]ll| will)|let['’]s) (?:take|go (?:for|with)|have|do|book)\b"
    r"|\b(?:can|could|will|wo|ca)(?: ?n['’]?t|not| not) (?:be )?(?:start|begin|come|deliver\w*|arrive|fit|install\w*|move|open|finish\w*|ready|available)\b[^,;]{0,20}\b(?:before|until|till|earlier than)\b|\bthe earliest (?:he|she|they|we|it|[A-Z]\w+) (?:can|could)\b|\bat the earliest\b",
    re.I,
)
_INSTEAD_OF = re.compile(
    r"\b(?:instead of|rather than|not|from)\s+(?:on\s+|in\s+|at\s+)?(?P<v>[\w$€£]+(?:\s\w+)?)", re.I
)
_DEADLINE_BEFORE = re.compile(
    r"\b(?:by|before|due(?: on| by| is)?|(?:deadline|due date|cut-?off(?: date)?)(?: (?:for|of) [\w' -]{1,40}?)?(?: is| of|:| was| moved to| to)*(?: now)?|no later than|until|at the latest|submit\w* (?:by|on)|hand(?:ed)? in (?:by|on)|expires?(?: on)?|(?<!the )ends?(?: on)?|closes?(?: on)?|latest|must be \w+ (?:by|on))\s*(?:the end of\s*|the\s*|end of\s*|midnight on\s*|noon on\s*)?$",
    re.I,
)
_LABELLED_CODE = re.compile(
    rf"\b(?P<label>(?:(?:contract|order|invoice|booking|reservation|reference|ref|case|ticket|flight|train|room|policy|tracking|customer|member(?:ship)?|report|file|claim|confirmation|account|permit|licen[cs]e|parcel|gate|seat|platform|project|model|serial|apartment|flat|bus|tram|line|locker|table|docket|job|quote|batch|catalogue|part|route|pnr|version|course|house|unit)(?: (?:number|no\.?|nr\.?|code|id|ref(?:erence)?|#))?|number|no\.|code|id|ref))(?:\s(?:is|was|:|=|#)|[:#=])*\s*#?(?P<code>{CODE})(?![\w%°]|\s{UNITS}\b|\s?[€£$]|\s{MONEY_WORD}\b|{RATE.pattern})",
    re.I,
)
#: "The table is 450": more likely what it costs than what it is called by.
_PRICED_SO = re.compile(
    r"(?:invoice|permit|licen[cs]e|project|model|apartment|flat|locker|table|job|quote|batch|part|course|house|unit|policy|version|ticket)\s(?:is|was)\b",
    re.I,
)
_LONE_CODE = re.compile(r"(?<![\w/.@#-])(?=[A-Z0-9-]*\d)[A-Z]{1,5}-\d{2,}[A-Z0-9-]*(?![\w/.-])")
_PREPOSITION = re.compile(r"(?:on|in|at|by|since|during|until|of|around|over|before)\s+(?:the\s+)?", re.I)
_BEFORE_OLD = re.compile(r"\b(?:instead of|rather than|not|from)\s+(?:on\s+|in\s+)?$", re.I)
#: "Can't make Wednesday": no day for anything.
_NOT_FREE = re.compile(
    r"\b(?:can(?:no|')t|couldn't|won't) (?:make|do|manage|come)\s+(?:it\s+)?(?:on\s+)?(?:the\s+)?$", re.I
)
_STAYS = re.compile(r"\b(?:stay\w*|here|there|open|closed|away|abroad|busy|gone|in \w+) until\s*$", re.I)
#: "They can't come before 4 May": that is when they come, and nothing is due.
_NOT_BEFORE = re.compile(r"(?:n't|\bnot|\bcannot)\s[^,;]{1,30}\b(?:before|until|till)\s*(?:the\s*)?$", re.I)
_MOVED = re.compile(
    r"\b(?:moves?|moved|pushed|shifted|rescheduled|postponed|goes|changed|brought)\s(?:back\s|forward\s|it\s)?(?:to|until)\b",
    re.I,
)
#: "On 9 January, sorry, 8 January": the second stands for the first.
_SLIP = re.compile(
    r"^[\s,.–—-]*(?:(?:no|sorry|wait|i mean|i meant|or rather|rather|correction|make (?:it|that)|actually|oops)[\s,.–—-]*)+(?:(?:on|it's|the)\s)*$",
    re.I,
)
_TO_THE = re.compile(
    r"\b(?:to|for|by|until|till|(?:make|say) (?:it|that)|(?:let's|we'll|we can|i'll) (?:do|say|take|have)|(?:it|that)(?:'s| is)|is(?: now| actually)?(?= the \w+(?:$|[,;]| (?:instead|now|then)\b))|rather|prefer|(?:ha[sd]|have|got)(?= the \w+ (?:free|open|available|left)\b)) the (?P<d>\d{1,2}(?:st|nd|rd|th))\b(?! (?:floor|of|street|avenue|century|anniversary|birthday|time))",
    re.I,
)
_TIME = re.compile(
    r"\b(?:at|from|till|until|by|around|to)?\s*(?P<t>\d{1,2}(?::\d\d)?\s?(?:a\.?m\b\.?|p\.?m\b\.?|o['’]clock)|\d{1,2}:\d\d|\d{1,2} (?:in the (?:morning|afternoon|evening)|at night)\b|(?:half past|quarter (?:past|to)) \w+|(?<=at )(?:noon|midnight|midday|\d{1,2}(?=$|[ ,]*(?:instead|then|please))))",
    re.I,
)
GENERAL = re.compile(
    r"^(?:(?:and|so|but|ok(?:ay)?|please|also|then|now|hey|hi|can you|could you|would you|tell me|do you know|i wonder|i['’]m curious|just curious|by the way|out of curiosity)[\s,:]+)*(?:explain|describe|define|what(?:['’]s| is| are| was| were| does| do| did| causes?| makes| happens)|how (?:do|does|did|is|are|was|can|could|many|much|long|far|old|tall|big|fast|deep|come)|why|who|which|when (?:was|did|is|do|does|were)|where (?:is|are|do|does|did|was)|is|are|does|do|did|was|were|can|if|write|compose|tell me (?:about|a|an|more)|give me (?:a|an|some) (?:summary|overview|example|fact|poem|story|joke)|summari[sz]e|translate|calculate|convert|imagine|suppose|did you know|have you ever|name|list|compare)\b",
    re.I,
)
PERSONAL = re.compile(
    r"\b(?:i|i['’]m|i['’]d|i['’]ll|i['’]ve|me|my|mine|we|we['’]re|we['’]ll|us|our|ours|let['’]s)\b|\bthose\b|\bthese\b|\bthere\b|\bthe (?:first|second|last|other) one\b",
    re.I,
)
HOW_TO = re.compile(
    r"\b(?:how|where|when) (?:do|does|can|could|should|would) (?:i|you|we|one|people) (?!get (?:to|from|there)|pay\b|book)",
    re.I,
)
OWN = re.compile(
    r"\b(?:my|our|mine|ours|us|me|those|these|there|the (?:first|second|last|other) one)\b", re.I
)
ERRAND = re.compile(
    r"\b(?:check|look up|find|book|reserve|order|search|plan|arrange|compare|remind|schedule|weather|forecast|timetable|tickets?|flights?|opening hours)\b",
    re.I,
)
HYPOTHETICAL = re.compile(
    r"\b(?:suppose|imagine|hypothetically|what if|let['’]s say someone|in theory|for example|if someone|if you were|once upon a time|say someone)\b",
    re.I,
)


def found(sentence: Sentence, *, said_at: datetime, asked: str) -> list[Found]:
    """The values of an English sentence; ``asked`` is what the assistant asked just before."""
    text = sentence.text.replace("’", "'")

    @cache
    def changes() -> bool:
        return _CHANGE.search(text) is not None

    values, text = ranges_en(text, said_at=said_at, changes=changes)
    old = _INSTEAD_OF.search(text)
    instead = old["v"] if old else ""
    taken: list[tuple[int, int]] = []

    def free(start: int, end: int) -> bool:
        return not any(start < other_end and end > other for other, other_end in taken)

    for match in _LABELLED_CODE.finditer(text):
        code = match["code"].strip()
        if code.isdigit() and _PRICED_SO.match(match.group()):
            continue
        if not (code.isdigit() and len(code) < 2) and free(match.start("code"), match.end("code")):
            label = re.sub(r"\s+(?:number|no\.?|nr\.?|code|id)$", "", match["label"].lower())
            values.append(Found("reference", f"{match['label']} {code}", label, changes()))
            taken.append(match.span("code"))
    for match in _LONE_CODE.finditer(text):
        if free(*match.span()):
            values.append(Found("reference", match.group(), shape_of(match.group()), changes()))
            taken.append(match.span())
    values += _dates(text, said_at, changes, instead, free, taken)
    if not sentence.asks or _SETTLES.search(text) or _REQUESTS.match(text):
        dated = any(one.key in ("when", "deadline") for one in values)
        shift = (
            None if dated else shift_en(text, [clause.text.replace("’", "'") for clause in sentence.clauses])
        )
        for one in ([shift] if shift else []) + sum_en(text):
            words = one.value if one.key == "shift" else one.instead_of
            at = text.find(words)
            if free(at, at + len(words)):
                values.append(one)
                if not one.edge:  # "stay one more night": a later end, and one night more
                    taken.append((at, at + len(words)))
        if shift and shift.edge:
            taken.append((at := text.find(shift.value), at + len(shift.value)))
    values += bounds_en(text, sentence, free, taken)
    values += amounts_en(text, sentence, asked, changes, free, taken)
    values += counts_en(text, sentence, changes, free, taken)
    values += _around(text, sentence, asked, changes, instead)
    if swap := _SWAP.match(text):
        values.append(Found("swap", swap["b"] or swap["c"], "", True, swap["a"] or swap["d"]))
    elif CHANGED_MIND.search(text) or NOT_BUT.match(text):
        values += chosen_instead(sentence, said_at=said_at) or other_of_kind(sentence)
    else:
        values += other_of_kind(sentence)
    for clause in sentence.clauses:
        values += choices(clause, changes, said_at, sentence=sentence)
    return without_echoes(instead_en(values, sentence, said_at=said_at))


def absent(text: str) -> list[str]:
    """Who does not come, by the words of an English text."""
    return [match["v"] for match in _ABSENT.finditer(text)]


def _dates(
    text: str,
    said_at: datetime,
    changes: Callable[[], bool],
    instead: str,
    free: Free,
    taken: list[tuple[int, int]],
) -> list[Found]:
    values: list[Found] = []
    before, last = -1, said_at.date()  # where the date before ends, and its day
    for start, end, date in said_days.find_en(text, said_at=said_at):
        if not near(said_at, date) or not free(start, end):
            continue
        taken.append((start, end))
        led = _PREPOSITION.match(text[start:end])
        words = text[start + led.end() : end] if led else text[start:end]
        head = text[:start] + (led.group() if led else "")
        old = _BEFORE_OLD.search(head)
        named = instead and words.split()[0].lower() == instead.split()[0].lower()
        if named and old and (changes() or not old.group().lower().startswith("from")):
            continue
        if _NOT_FREE.search(head):
            continue
        due = _DEADLINE_BEFORE.search(text[:start]) or re.match(
            r"(?:by|until|before)\s", text[start:end], re.I
        )
        key = "deadline" if due and not (_STAYS.search(head) or _NOT_BEFORE.search(head)) else "when"
        former = ""
        between = text[before:start] if before >= 0 else ""
        if before >= 0 and _MOVED.search(between + (led.group() if led else "")):
            former = values.pop().value if values else ""
        elif before >= 0 and values and _SLIP.match(between):
            values.pop()
        elif before >= 0 and values and weekday_of(words) is not None:
            date = replace(date, on=following(words, date.on, first=last))
        edge = edge_en(text, start, changes=changes())
        values.append(Found(key, with_date(words, date), way_of(text), changes(), former or instead, edge))
        before, last = end, date.on
    for match in _TO_THE.finditer(text):
        day = dates_en.resolve(f"on the {match['d']}", said_at=said_at)
        if day and free(*match.span()):
            key = "deadline" if re.match(r"by|until|till", match.group(), re.I) else "when"
            edge = edge_en(text, match.start("d") - 4, changes=changes())
            values.append(Found(key, with_date(f"the {match['d']}", day), way_of(text), changes(), edge=edge))
            taken.append(match.span())
    for match in _TIME.finditer(text):
        if free(*match.span("t")):
            edge = edge_en(text, match.start("t"), changes=changes())
            values.append(Found("when", match["t"].strip(), "time", changes(), edge=edge))
            taken.append(match.span("t"))
    return values


def _around(
    text: str, sentence: Sentence, asked: str, changes: Callable[[], bool], instead: str
) -> list[Found]:
    values: list[Found] = []
    for match in () if _IN_CASE.match(text) else _PLACE.finditer(text):
        if _AT_A_THING.search(text[: match.end()]):
            continue
        for name in ("in", "to", "from", "fromto"):
            head = text[: match.start()]
            if (
                name == "from"
                and not match["fromto"]
                and (_SUPPLIES.search(head) or not _SETS_OUT.search(head))
            ):
                continue  # "we order the cake from Halloran's", "the bed is from Ikea"
            if match[name] and not is_brand(match[name]):
                words = f"from {match[name]}" if name == "from" else match[name]
                values.append(Found("place", words, name, changes(), instead))
    if not _IN_CASE.match(text):
        values += [Found("place", match["v"], "spot", changes()) for match in _SPOT.finditer(text)]
    named = re.match(rf"^(?:(?:maybe|probably|in|to|near|the|it's)\s)*(?P<v>{_NAME})", text)
    if named and not values and _ASKED_PLACE.search(asked):
        values.append(Found("place", named["v"], "in", True))
    for match in _WITH.finditer(text):
        name = match["name"] or match["joins"]
        if match["name"] and _WITH_A_FIRM.search(text[: match.start()]):
            continue
        if name and (
            (is_brand(name) and not name.lower().startswith("my "))
            or _GOES_WITH.search(text[: match.start("name")])
        ):
            continue
        # What stands before tells who does not come; a blank where nothing does.
        head = (
            text[: match.start()] or " " if match["joins"] and _IN_PLACE.search(text[match.end() :]) else ""
        )
        values.append(Found("with", match["v"] or name, "", changes(), head))
    values += [Found("absent", name) for name in absent(text)]
    return values
