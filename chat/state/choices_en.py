"""What an English sentence chooses, turns down, or takes back."""

# ruff: noqa: E501

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from chat.clauses import Clause, Sentence
from chat.state.choosing import AGAIN, CANDIDATE, MIND
from chat.state.found import Found
from chat.state.idioms_en import chooses_nothing
from chat.state.kinds import is_kind, kind_of
from memories.capture import dates_en
from memoryhub import patterns as re

_CHOSEN = re.compile(
    r"^(?:(?:ok(?:ay)?|so|then|and|right|fine|good|great|yes|well|alright|actually|no|let me think|hmm|in that case)[\s,]+)*(?:let(?:['’]s|s| us)\s+(?:go (?:with|for)|take|pick|choose|use|have|get|do|book|settle on|stick with)|(?:i|we)(?:['’]ll|['’]d| will|['’]ve| have)?\s*(?:just\s|now\s|finally\s|rather\s)?(?:take|took|go with|went with|go for|going with|choose|chose|chosen|pick|picked|decided (?:on|for|to(?: (?:take|go (?:with|for|by)|use|get|hire|book|have|choose|pick))?)|settled on|opted for|have decided on|would like to have|['’]ll have)|go (?:with|for)|(?:i(?:['’]m| am)|we(?:['’]re| are)) going (?:with|for)|make it|stick with)\s+(?P<v>(?!it\b|that\b|this\b|them\b|there\b|out\b|you\b|advantage\b|care\b|a look\b|a break\b|part\b|place\b|time\b|note\b|me\b|up\b|on\b|off\b|down\b|my time\b|\d+$|some time)[^,;]{2,60})"
    r"|^(?P<v2>(?:the|number|option)\s[\w '’-]{1,40}?)\s+(?:it is|please|will do|sounds (?:good|best|great|perfect)|works(?: best)?|then)$",
    re.I,
)
#: "I'll pick her up", "let's take the kids to the beach": somebody is fetched or brought, and nothing chosen.
_NO_CHOICE = re.compile(
    r"\b(?:pick|take|took|picked|get|have|bring|use|book|make)\s+(?:(?:her|him|them|us|you|me|it)\b|[\w'’ -]{1,40}?\s(?:up|off|home|out|away|back|down|over|along)\b(?!\s?(?:hall|room))"
    r"|(?:my|our|his|her|their|the|your)?\s?(?:\w+\s)?(?:mum|mom|mother|dad|father|parents|sister|brother|son|daughter|kids?|children|baby|wife|husband|partner|aunts?|uncles?|grandma|grandpa|granny|friends?|guests|dogs?|cats?)\s+(?:to|from|for|with|at|by|there|swimming|shopping)\b|(?:(?:my|our|the|your|a)\s)?car\s(?:in\b|to (?:the |a )?(?:garage|mechanic|dealer\w*|workshop|scrap\w*)|for (?:an?|its|the) (?:service|mot|check\w*|wash|inspection|spin|ride)))",
    re.I,
)
#: "We'll drive to Skye", "let's fly": the way to go, and nothing else.
_GOES_BY = re.compile(
    r"^(?:(?:ok(?:ay)?|so|then|and|right|well|actually|no|now|instead|rather)[\s,]+)*(?:let['’]s|we(?:['’](?:ll|re|d)| will| are|['’]ve decided to| decided to| have decided to))(?: (?:going to|just|rather|probably|prefer to|both|all))* (?P<v>driv(?:e|ing)|fly(?:ing)?|cycl(?:e|ing)|walk(?:ing)?)"
    r"(?:\s(?:there|down|up|over|instead|then|after all|ourselves|to (?-i:[A-Z])[\w'’-]+(?: (?-i:[A-Z])[\w'’-]+)*|to the (?:venue|hotel|wedding|island|coast|airport|cottage|church|party)))*$",
    re.I,
)
#: What was settled is settled no more, and what comes next takes its place.
CHANGED_MIND = re.compile(
    r"\b(?:chang\w+ (?:my|our) minds?|(?:on )?second thoughts?|change of plans?(?: (?:for|about|with|on) (?:the|our|my) [\w'’-]+(?: [\w'’-]+)?)?|(?:scratch|scrap|cancel|ditch|strike) that|no,? wait|wait,? no|hang on|hold on|thinking again|come to think of it|(?:take|took) (?:that|it) back|i (?:have |['’]ve )?reconsidered|thought (?:it over|about it) again|forget (?:that|what i said))\b",
    re.I,
)
NOT_BUT = re.compile(r"^(?:no[\s,]+)?not (?:the|a|an|by) [\w'’ -]{2,30}[,—–]", re.I)
_ABOUT = re.compile(
    r"\bchang\w+ (?:my|our) minds? (?:about|on) (?P<v>(?!it\b|that\b|this\b)[\w'’ -]{2,40})$", re.I
)
_PHRASE = r"(?!(?:i|i['’]\w+|we|we['’]\w+|you|he|she|it|it['’]s|that|that['’]s|this|they|there|he['’]s|she['’]s|can|could|do|don['’]t|did|does|please|no|not|yes|ok|okay|hmm|hm|uh|um|oh|ah|well|right|fine|great|good|cool|nice|wow|thanks|thank|sorry|about|what|why|how|when|where|who|is|are|was|forget|skip|drop|cancel|if|because|since|but|and|tell|ask|book|send|find|show|never|nothing|everything|nobody|someone|wait|hang|hold|maybe later|later|too|so|let['’]s|move|make|push|put)\b)[\w'’&-]+(?:\s(?!(?:is|are|was|were|has|have|had|will|would|can|could|should|must|does|did|suits?|seems?|looks?|sounds?|(?:is|are|was|were|do|does|did|has|have|had|ca|could|wo|would|should)n['’]t|cannot)\b)[\w'’&-]+){0,4}?"
_INTO = r"^(?:(?:so|then|actually|rather|now|no|ok(?:ay)?|well|and|but|it['’]s|make it|let['’]s say|let['’]s (?:do|take|have|go (?:for|with|by))|i['’]d (?:rather |prefer )?(?:have|take|go (?:for|with|by))?|i (?:prefer|want)|i['’]ll (?:have|take)|we['’]ll (?:have|take)|back to|by|with)[\s,]+)*"
_NAMED_ONLY = re.compile(
    rf"{_INTO}(?P<v>{_PHRASE})(?:\s(?:instead|then|please|after all|again|it is|is better|will do|for us|for me))*$",
    re.I,
)
_AFTER_ALL = re.compile(rf"{_INTO}(?P<v>{_PHRASE})\s(?:after all|it is(?: then)?)$", re.I)
_BACK_TO = re.compile(
    rf"^(?:(?:no|wait|ok(?:ay)?|so|then|actually|hmm|well|and|let['’]s (?:go|switch|change)|i(?:['’]m| am) (?:going|switching)|we(?:['’]re| are) (?:going|switching)|go|switch|it['’]s)[\s,]+)*back to (?P<v>{_PHRASE})(?:\s(?:then|please|after all|again))*$",
    re.I,
)
_OPEN_AGAIN = re.compile(
    r"^(?:(?:and|but|so|ok(?:ay)?|maybe|actually)[\s,]+)*(?P<v>[\w'’ -]{2,40}?)\s(?:is|are|['’]s)\s(?:back (?:on the table|in (?:the running|play|the game)|an option)|(?:still |again )?an option (?:again|after all)|not (?:ruled out|off the table)(?: (?:any ?more|after all|yet))?|possible again)\b",
    re.I,
)
_CLOCK_OR_NUMBER = re.compile(r"\d")
_TAKES = r"(?:take|taking|go(?:ing)? (?:with|for|by|to(?=\s(?:the|an?|our)\s|\s(?-i:[A-Z])))|fly(?:ing)? with|us(?:e|ing)|book(?:ing)?|hav(?:e|ing)|get(?:ting)?|choos(?:e|ing)|pick(?:ing)?|hir(?:e|ing)|order(?:ing)?|invit(?:e|ing)|visit(?:ing)?|rent(?:ing)?|stay(?:ing)? (?:at|in)|buy(?:ing)?|do(?:ing)?|serv(?:e|ing)|bring(?:ing)?|play(?:ing)?|includ(?:e|ing))"
_WHAT = r"(?:(?:the|an?|any|another|that|our)\s)?(?!(?:it|that|this|them|you|us|me|him|her|there|so|too|much|more|less|longer|care|part|place|time|advantage|now|anything|something|everything|anyone|someone|any|one|into|without|out|up|on|off|down)\b)[\w'’&-]+(?:\s(?!(?:because|but|so|as|if|since|when|until|instead|after|then|please|and|or|for|on|at|in|to|with|yet|now|today|this|next)\b)[\w'’&-]+){0,3}"
#: "Let's not take the bus", "we won't hire a band", "we don't want to visit Cascais".
_NOT_TAKEN = re.compile(
    rf"\b(?:let['’]s not|(?:we|i)(?:['’](?:d|ve)| have)? (?:won['’]t|will not|wouldn['’]t|would not|rather not|(?:['’]ve |have )?decided not to|do(?:n['’]t| not) (?:really |actually )?(?:want|wish|plan|intend) to|are(?:n['’]t| not) going to|['’]re not going to|am not going to)|i['’]m not going to|we['’]re not(?: going to)?|better not|i['’]m not)\s(?:be )?{_TAKES}\s(?P<v>{_WHAT})",
    re.I,
)
#: "No car, we'll use the trams": turned down for what comes after it.
_NO_SUCH = re.compile(
    r"^(?:(?:ok(?:ay)?|so|then|well|and|but|actually|on second thoughts?)[\s,]+)*no (?P<v>(?!(?:problem|idea|worr(?:y|ies)|thanks?|way|rush|need|one|matter|doubt|wonder|hurry|news|chance|clue|more|longer|time|point|offen[cs]e|luck|kidding|wait|not|it|that|this|i|we|the|he|she|they|you|sorry|please|big deal|good|later|earlier|budget|plans?|changes?|questions?)\b)[\w'’-]+(?:\s[\w'’-]+){0,2}?)(?P<end>\s(?:then|for us|for me|this time|after all|please))?$",
    re.I,
)
#: "Let's take walnut, not oak", "sage for the hall, not grey": the second is turned down.
_NOT_THAT = re.compile(
    r"^(?:and |but )?not (?P<v>(?:the |an? |any )?(?!(?:the|an?|any|because|too|only|just|even|yet|really|so|very|far|near|sure|bad|great|good|fine|now|today|tonight|tomorrow|here|there|at|on|in|by|to|for|with|without|from|of|about|until|till|before|after|since|if|when|where|while|as|like|much|many|more|less|all|both|every|everything|everyone|it|that|this|them|him|her|me|us|you|i|we|be|being|going|having|later|sooner|again|ever|always|necessarily|quite|exactly|bothered|interested|cheap|expensive)\b)[\w'’-]+(?:\s[\w'’-]+){0,2}?)(?:\s(?:please|thanks|then|though|this time))*$",
    re.I,
)
_ONE_FOR = re.compile(
    r"^(?:(?:so|ok(?:ay)?|and|then)[\s,]+)*(?!(?:i|we|you|he|she|it|they|that|this|not|no|thanks?|ready|good|sorry|time|wait|look|ask|go)\b)(?:the |an? )?[\w'’-]+(?:\s[\w'’-]+)? for (?:the|my|our) [\w'’-]+(?:\s[\w'’-]+)?$",
    re.I,
)
_NO = re.compile(r"(?:no|nope|nah)", re.I)
_NO_LEAD = re.compile(r"(?:(?:so|then|and|but|ok(?:ay)?|well|actually)[\s,]+)*no\s", re.I)
#: "We'll hire Dalton Removals", "we're renting a car at the airport": a choice where a name or a thing of a kind is taken.
_ENGAGES = re.compile(
    rf"^(?:(?:ok(?:ay)?|so|then|and|right|fine|good|great|yes|well|actually|no|now)[\s,]+)*(?:let['’]s|(?:we|i)(?:['’](?:ll|ve|re|m|d)| will| have| are| am)?(?: (?:going to|just|now|finally|already|both|better|rather|decided to))*)\s"
    r"(?P<does>hir(?:e[ds]?|ing)|rent(?:ed|ing)?|book(?:ed|ing)?|order(?:ed|ing)?|b(?:uy|ought|uying)|us(?:e|ing)|tak(?:e|ing)|get(?:ting)?|go(?:ing)? to|stay(?:ing)? (?:at|in)|fly(?:ing)? (?:with|by)|go(?:ing)? (?:by|with)|travel(?:l?ing)? (?:by|with)|engag(?:e|ed|ing)|sign(?:ed|ing)? with)\s"
    rf"(?P<v>{_WHAT})",
    re.I,
)
_ONE_OF = re.compile(
    r"(?:the|that|option|number) (?:first|second|third|last|other|\w+ one|one|option|\d|[A-D]\b)", re.I
)
#: "The Ibis is 95, so I'll take that": what the words before speak of.
_TAKES_THAT = re.compile(
    r"^(?:(?:so|and|ok(?:ay)?|then|yes|right|fine|great|good)[\s,]+)*(?:let['’]s|(?:i|we)(?:['’](?:ll|d)| will| would)?(?: (?:just|rather|probably|happily))?) (?:take|have|book|go (?:with|for)|choose|pick|get|buy|use|hire) (?:that|it|this|that one|this one|him|her|them)(?: (?:then|please|instead|for now))*$",
    re.I,
)
_SPOKEN_OF = re.compile(
    r"^(?:(?:and|but|so|only|well|actually|ok(?:ay)?)[\s,]+)*(?P<v>(?:the |(?-i:[A-Z]))[\w'’&.-]+(?:\s[\w'’&.-]+){0,3}?)\s(?:(?:only|just|also|still|now)\s)?(?:is|are|costs?|was|would be|asks?|wants?|charges?|has|looks?|sounds?|seems?|comes to)\b(?! (?:too|not|never|full|booked|closed|gone|sold)\b)",
    re.I,
)
#: "So the Lund, please": one of those that were spoken of.
_THE_ONE = re.compile(
    r"^(?:(?:so|then|ok(?:ay)?|right|well|and|yes|fine)[\s,]+)*(?P<v>the (?!(?:first|second|third|last|next|other|same|rest|bill|menu|weather|date|time|price|address)\b)[\w'’&.-]+(?:\s[\w'’&.-]+){0,2}?)$",
    re.I,
)
#: "Haus & Herd is too slow": turned down where it was one to choose from, and not where it is somebody's mood.
_TOO = re.compile(
    r"^(?:(?:but|and|no|so|as|because|well|hm+|actually|on second thoughts?)[\s,]+)*(?P<v>(?:the |an? )?[\w'’&.-]+(?:\s[\w'’&.-]+){0,4}?)\s(?:is|are|was|were|looks|seems|sounds|would be|wants?|asks?|charges?|costs?)\s(?:just |far |way |a bit |a little |much |simply |really )*too (?!bad|good to|soon to|early to|late to)\w+"
    r"|^(?:(?:but|and|so|as|because|well|hm+|actually|on second thoughts?)[\s,]+)*(?P<n>(?:the |an? )?[\w'’&.-]+(?:\s[\w'’&.-]+){0,4}?)\s(?:is|are|was|were)(?:n['’]t| not) (?:\w+ enough|good|right|suitable|for us)$",
    re.I,
)
#: A plain verb tells of a habit, unless it is still to come; and what was is no choice.
_TO_COME = re.compile(r"(?:['’]ll|['’]d|\bwill|\bto|\blet['’]s|\bcan|\bshould)\b", re.I)
_ONCE = re.compile(
    r"\b(?:last (?:year|month|week|night|summer|winter|spring|autumn|time|weekend|christmas|easter|\w+day)|ago|yesterday|once|used to|always|usually|often|every \w+|a lot|these days|but cancell?ed)\b",
    re.I,
)
_PRONOUN = re.compile(
    r"(?:the (?:weather|problem|thing|idea|point|price|cost|rest|others?|time|only|best|main)|it|that|this|they|he|she|we|you|there|what|here|my|our|your|everything|nothing)\b",
    re.I,
)
_NAME = re.compile(r"(?:the |an? |our )?[A-Z][\w'’&.-]*")
_NO_RATHER = re.compile(
    r"(?:(?:actually|oh|hm+|well|sorry|wait)\s)?(?:no|nope|nah|sorry|oops)(?:\s(?:actually|sorry|rather))?",
    re.I,
)
#: "Actually, make it the bus": nothing but that, and no day or hour.
_MADE_IT = re.compile(
    rf"^(?:(?:actually|no|nope|wait|sorry|oops|oh|hm+|ok(?:ay)?|well|then|so|and|but|please|let's)[\s,]+)*make (?:it|that) (?P<v>(?:the|an?|our) (?!(?:first|second|third|\w+th|\w+day|mornings?|afternoons?|evenings?|nights?|weekends?|weeks?|months?|days?|hours?|later|earlier|next|following|last|half|quarter|other)\b){_PHRASE})(?:\s(?:instead|then|please|after all|rather))*$",
    re.I,
)
_A_NAME = re.compile(r"(?:the |The )?[A-Z][a-z]")
_INSTEAD_THEN = re.compile(
    r"^(?:(?:so|then|but|instead|rather)[\s,]+)*(?:we(?:['’]ll| will| can|['’]re| are|['’]d)?|i(?:['’]ll| will| can|['’]d)?|let['’]s|just|only|the|a|by|take|use)\b",
    re.I,
)
_SWAPPED = re.compile(
    rf"^(?:(?:please|let['’]s|can we|could we|we(?:['’]ll| will)?|i(?:['’]ll| will)?|i['’]d like to|and|so|then)[\s,]+)*(?:replace|swap|switch|exchange|substitute)(?: out)? (?P<v>{_WHAT}) (?:with|for|by) (?P<new>{_WHAT})(?:\s(?:please|then|instead))*$",
    re.I,
)
_REJECTED = re.compile(
    r"\b(?:not (?P<a>the [\w '’-]{2,40}?)(?=$| but | though | as | because | and )|(?:skip|rule out|drop|(?<!not )(?<!n't )(?<!never )forget(?: about)?|leave out|scratch|cross off|no longer want|don['’]t want|do not want|don['’]t (?:fancy|need|take|book|like)|decided against|rather not (?:have|take))\s+(?P<b>(?:(?:the|a|an|any|anything|another|that)\s[^,;]{2,40}?)|(?-i:[A-Z])[\w'’-]*(?:\s(?-i:[A-Z])[\w'’-]*){0,3})(?=$| but | because | so | as | instead| and | for )|(?:instead of|rather than)\s+(?P<c>(?:the |a |an )?[\w '’-]{2,30}?)(?=$| please| then)|anything but (?P<d>[\w '’-]{2,30}))"
    r"|^(?:but |and |no |so )*(?P<e>(?:the|that|option|number)\s[\w '’-]{1,30}?)\s(?:is|was|looks|seems|sounds|are|felt)\s(?:just |far |way |a bit |a little |much |simply )?(?:too \w+|out\b|not for me|no good|off the table|a no|sold out|not an option|(?:fully |all )?booked(?: up| out)?(?! (?:for|on|at|from|with|by|in)\b)|full(?: up)?|closed down)"
    r"|^(?:but |and |no |so |as |because )*(?P<f>(?-i:[A-Z])[\w'’-]*(?:\s[\w'’-]+){0,3}?)\s(?:is|was)\s(?:just |already |now |completely )*(?:sold out|(?:fully |all )?booked(?: up| out)?(?! (?:for|on|at|from|with|by|in)\b)|full(?: up)?|closed down|off the table|not an option)",
    re.I,
)


def chosen_instead(sentence: Sentence, *, said_at: datetime) -> list[Found]:
    """What is named after a change of mind ("I changed my mind, the bus"): it takes the place of what was chosen."""
    values: list[Found] = []
    for clause in sentence.clauses:
        text = clause.text.replace("’", "'")
        if match := _ABOUT.search(text):
            values.append(Found("rejected", match["v"], MIND))
            continue
        text = CHANGED_MIND.sub("", text, count=1).strip(" ,") if CHANGED_MIND.match(text) else text
        if (
            not CHANGED_MIND.search(text)
            and not NOT_BUT.match(text)
            and (match := _NAMED_ONLY.match(text))
            and not dates_en.find(match["v"], said_at=said_at)
            and not _CLOCK_OR_NUMBER.search(match["v"])
        ):
            values.append(Found("chosen", match["v"].strip(), MIND, True))
            break
    return values


def other_of_kind(sentence: Sentence) -> list[Found]:
    """What "No, the bus", "Sorry, the Hilton" or "make it the bus" names in the place of what was chosen."""
    said = [clause.text.replace("’", "'") for clause in sentence.clauses]
    if sentence.asks:
        return []
    if (made := _MADE_IT.match(sentence.text.replace("’", "'"))) and not _CLOCK_OR_NUMBER.search(made["v"]):
        return [Found("chosen", made["v"].strip(), MIND, True)]
    if len(said) != 2 or not _NO_RATHER.fullmatch(said[0]):
        return []
    match = _NAMED_ONLY.match(said[1])
    named = match and (kind_of(match["v"]) or _A_NAME.match(match["v"]))
    return [Found("chosen", match["v"].strip(), MIND, True)] if match and named else []


def _turned_down(clause: Clause, sentence: Sentence) -> list[Found]:
    """What a clause says that is not taken, and what is taken in its place."""
    text = clause.text.replace("’", "'")
    if sentence.asks:
        return []
    if swapped := _SWAPPED.match(text):
        old, new = _bare(swapped["v"]), swapped["new"].strip()
        # "the hotel for the hostel": what is only of a kind names nothing that was turned down
        down = [] if is_kind(old) else [Found("rejected", old)]
        return [*down, Found("chosen", new, "", True)]
    if match := _NOT_TAKEN.search(text):
        return [Found("rejected", _bare(match["v"]))]
    at = sentence.clauses.index(clause)
    after = sentence.clauses[at + 1].text if at + 1 < len(sentence.clauses) else ""
    refused = at > 0 and _NO.fullmatch(sentence.clauses[at - 1].text) is not None
    beside = sentence.clauses[at - 1].text.replace("’", "'") if at else ""
    if (other := _NOT_THAT.match(text)) and not _NO_CHOICE.search(beside):
        if _CHOSEN.match(beside):
            return [Found("rejected", _bare(other["v"]))]
        if _ONE_FOR.match(beside):
            return [Found("rejected", _bare(other["v"])), Found("chosen", beside)]
    match = _NO_SUCH.match(text)
    if match and (
        refused or (match["end"] and match["end"].strip().lower() != "please") or _INSTEAD_THEN.match(after)
    ):
        return [Found("rejected", _bare(match["v"]))]
    return []


def _bare(words: str) -> str:
    return re.sub(r"^(?:an?|any|another)\s", "", words.strip(), flags=re.I)


def choices(
    clause: Clause, changes: Callable[[], bool], said_at: datetime, *, sentence: Sentence
) -> list[Found]:
    values: list[Found] = []
    text = clause.text.replace("’", "'")
    for rejected in _turned_down(clause, sentence):
        if not dates_en.find(rejected.value, said_at=said_at) and not _CLOCK_OR_NUMBER.search(rejected.value):
            values.append(rejected)
    if any(one.key == "chosen" for one in values):
        return values
    if match := _CHOSEN.match(text):
        words = re.sub(
            r"\s+(?:instead|then|please|after all|for now|now|because\b.*|but\b.*|so\b.*|if\b.*|since\b.*|as it\b.*|rather than\b.*|instead of\b.*)$",
            "",
            match["v"] or match["v2"],
            flags=re.I,
        )
        if (
            not (_NO_CHOICE.search(text) or chooses_nothing(text) or _ONCE.search(text))
            and not re.fullmatch(
                r"the \d+(?:st|nd|rd|th)\b.*|(?:\d+|it|that|this|them|one)(?: \w+)?", words, re.I
            )
            and not dates_en.find(words, said_at=said_at)
        ):
            values.append(Found("chosen", words.strip(), "", changes()))
    elif (goes := _GOES_BY.match(text)) and not sentence.asks:
        values.append(Found("chosen", goes["v"].lower(), "", changes()))
    elif engaged := _engaged(text, said_at):
        values.append(replace(engaged, changes=changes()))
    elif (
        (match := _AFTER_ALL.match(text))
        and not _NO_LEAD.match(text)
        and not dates_en.find(match["v"], said_at=said_at)
    ):
        values.append(Found("chosen", match["v"].strip(), "", True))
    elif match := _BACK_TO.match(text):
        values.append(Found("chosen", match["v"].strip(), AGAIN, True))
    elif _TAKES_THAT.match(text) and (at := sentence.clauses.index(clause)) and not sentence.asks:
        before = _SPOKEN_OF.match(sentence.clauses[at - 1].text.replace("’", "'"))
        if before and not dates_en.find(before["v"], said_at=said_at) and not _PRONOUN.match(before["v"]):
            values.append(Found("chosen", before["v"], "", changes()))
    elif (
        (named := _THE_ONE.match(text))
        and len(sentence.clauses) == 2
        and sentence.clauses[1].text.lower() in ("please", "then", "thanks", "then please")
        and not dates_en.find(named["v"], said_at=said_at)
    ):
        values.append(Found("chosen", named["v"], CANDIDATE, changes()))
    if match := _OPEN_AGAIN.search(text):
        values.append(Found("reopened", match["v"].strip()))
    for match in _REJECTED.finditer(text):
        if any(one.key == "rejected" for one in values):
            break
        words = next(match[name] for name in "abcdef" if match[name])
        if not dates_en.find(words, said_at=said_at):
            too = match["e"] and not _ONE_OF.match(words) and re.search(r"\btoo \w+$", match.group(), re.I)
            values.append(Found("rejected", words.strip(), CANDIDATE if too else ""))
    if not any(one.key == "rejected" for one in values) and (match := _TOO.match(text)):
        values.append(Found("rejected", (match["v"] or match["n"]).strip(), CANDIDATE))
    return values


def _engaged(text: str, said_at: datetime) -> Found | None:
    """What a clause says is hired, rented or booked: by its name, a thing of a kind, or one of those to choose from."""
    match = _ENGAGES.match(text)
    if match is None or _NO_CHOICE.search(text) or chooses_nothing(text) or _ONCE.search(text):
        return None
    if not re.search(r"(?:ed|ing|bought)\b", match["does"]) and not _TO_COME.search(
        text[: match.start("does")]
    ):
        return None  # "I use Firefox"
    words = re.sub(
        r"\s(?:instead|then|please|after all|for now|now|already|again)$", "", match["v"].strip(), flags=re.I
    )
    if dates_en.find(words, said_at=said_at) or _CLOCK_OR_NUMBER.search(words):
        return None
    goes = re.search(r"\bgo(?:ing)? to (?:the )?$", text[: match.start("v")], re.I) is not None
    if words.lower().startswith("the ") and is_kind(words) and (goes or kind_of(words) != "transport"):
        return None  # "I ordered the cake": which one is not said
    named = not goes and (_NAME.match(words) or kind_of(words))
    return Found("chosen", words, "" if named else CANDIDATE)
