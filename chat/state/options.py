"""The alternatives that a question puts, and the answer that takes one of them: "Hotel or hostel?", "The hostel." Pure."""

# ruff: noqa: E501

from chat.clauses import HAN, Sentence
from chat.state.options_zh import alternatives_zh, answered_zh
from memoryhub import patterns as re

#: Between the alternatives that are kept together.
BAR = "|"
_LONGEST = 48
_EN = re.compile(r"(?P<a>[\w'’ &-]{2,60}(?:, [\w'’ &-]{2,30})*),? or (?P<b>[\w'’ &-]{2,60})$", re.I)
_EN_LEAD = re.compile(
    r"^.*\b(?:take|go (?:by|with|for)|have|book|hire|get|choose|pick|prefer|want|like|need|use|do|be|is it|is|are|in|at|by|with|for|serve|order|buy|between|rather)\s+",
    re.I,
)
_EN_TAIL = re.compile(
    r"\s+(?:for|in|on|at|first|then|from|to|next|this|tomorrow|tonight|instead|better|do you|should|would|which|what)\b.*$",
    re.I,
)
_EN_ARTICLE = re.compile(r"^(?:(?:the|a|an|some|my|our|and|so|then|maybe|just|please)\s+)+", re.I)
#: "Do you like it or not?", "now or later": no alternatives that can be named.
_EN_NONE = re.compile(
    r"^(?:not|no|so|later|never|more|less|something|anything|what|else|otherwise|both|neither|is|are|do|does)\b",
    re.I,
)


def matter_of(sentence: Sentence) -> str:
    """What the alternatives of a question are for: of 婚纱租还是买 婚纱. Empty where it does not say. Chinese only."""
    return alternatives_zh(sentence.text)[1] if HAN.search(sentence.text) else ""


def options_of(sentence: Sentence) -> str:
    """The alternatives of a question, between bars; empty where it puts none."""
    text = sentence.text.replace("’", "'")
    if HAN.search(text):
        return BAR.join(alternatives_zh(text)[0])
    if (
        not sentence.asks
        or (match := _EN.search(_EN_TAIL.sub("", text) if " or " in _EN_TAIL.sub("", text) else text)) is None
    ):
        return ""
    first = [_EN_LEAD.sub("", part) for part in match["a"].split(", ")]
    if len(first) > 1 and _EN_HEAD.match(first[0]):
        first = first[1:]  # "What colour should it be, sage or white?"
    given = [_EN_ARTICLE.sub("", part.strip()) for part in (*first, _EN_TAIL.sub("", match["b"]))]
    if any(_EN_NONE.match(part) or not part or len(part) > _LONGEST for part in given):
        return ""
    return BAR.join(part.lower() for part in given)


#: "We're looking at Priory Barn, the Walcot Hall and Combe Manor", "we could do a hog roast or a sit-down dinner".
_LISTS = re.compile(
    r"\b(?:looking at|look at|consider(?:ing)?|thinking (?:of|about)|choos(?:e|ing) between|torn between|between|choice of|choices are|options are|options|shortlist(?: is)?|candidates are|candidates|on (?:my|the|our) (?:short)?list|down to|could (?:do|have|take|get|hire|book|use|go (?:with|for))|there (?:are|is|['’]s)|either|we have|we['’]ve got)(?::|\s)\s*(?P<all>[^:;.!?]{5,160})$",
    re.I,
)
_ITEM = re.compile(r"(?:(?:the|an?) [\w'’&-]+|(?-i:[A-Z])[\w'’&-]*)(?:\s[\w'’&-]+){0,3}", re.I)


def listed(sentence: Sentence) -> str:
    """The alternatives that a sentence lists to choose from, between bars; empty where it lists none."""
    text = sentence.text.replace("’", "'")
    if HAN.search(text) or (match := _LISTS.search(text)) is None:
        return ""
    given = [part.strip() for part in re.split(r",\s(?:and |or )?|\s(?:and|or)\s", match["all"])]
    named = [part for part in given if _ITEM.fullmatch(part)]
    bare = [part for part in given if part not in named]  # "slides or a whiteboard"
    either = named and " or " in match["all"] and all(re.fullmatch(r"[a-z'-]+", part) for part in bare)
    if not 2 <= len(given) <= 5 or (bare and not either):
        return ""
    return BAR.join(_EN_ARTICLE.sub("", part) for part in given)


_PLACES = {
    "first": 0,
    "former": 0,
    "second": 1,
    "third": 2,
    "fourth": 3,
    "fifth": 4,
    "last": -1,
    "latter": -1,
}
_ORDINAL = re.compile(
    rf"^the (?P<at>{'|'.join(_PLACES)})(?:\s(?:one|option|choice|of (?:them|those|the \w+)))?$", re.I
)


def ordinal(value: str, options: str) -> str:
    """The alternative that "the second" means; empty where it means none."""
    match, given = _ORDINAL.match(value.strip()), options.split(BAR)
    if match is None or not options:
        return ""
    at = _PLACES[match["at"].lower()]
    return given[at] if at < len(given) else ""


_EN_HEAD = re.compile(r"^(?:so |and |ok |then )*(?:what|which|who|where|how)\b", re.I)
_EN_ANSWER = re.compile(
    r"^(?:(?:ok(?:ay)?|yes|well|so|then|hmm|let['’]s say|let['’]s (?:do|have|take|go (?:for|with))|i(?:['’]d)? (?:say|prefer|think)|we(?:['’]d)? (?:prefer|want)|definitely|probably|i(?:['’]ll| will)? (?:have|take)|we(?:['’]ll| will)? (?:have|take)|better|rather|by)[\s,]+)*"
    r"(?P<v>(?:the |a |an |my |our )?[\w'’ &-]{2,40}?)(?:\s(?:please|first|then|i think|i guess|for sure|it is|sounds (?:good|better)|is (?:better|fine|good)|would be (?:better|good|best)))*$",
    re.I,
)
#: "Laminate is the cheapest" tells something of an alternative, and takes none.
_TELLS = re.compile(
    r"\b(?:is|are|was|were|has|have|costs?|looks?|seems?|would|will|can|takes?|needs?|not|n't)\b", re.I
)


def answered(text: str, options: str, *, of: str = "") -> str:
    """What a clause takes of the alternatives for something, as it was said; empty where it takes none."""
    if not options:
        return ""
    if HAN.search(text):
        value = answered_zh(text.strip(" .!。！"), options.split(BAR), of=of)
        return value if value and not _TELLS.search(value) and of_options(value, options) else ""
    match = _EN_ANSWER.match(text.strip(" .!。！").replace("’", "'"))
    if match is None or _TELLS.search(match["v"]):
        return ""
    value = match["v"].strip()
    return ordinal(value, options) or (value if of_options(value, options) else "")


def of_options(value: str, options: str) -> bool:
    """Whether a value is one of the alternatives: in its words, or with fewer or more of them."""
    words = _plain(value)
    if len(words) < 2:
        return bool(words) and words in options.split(BAR)
    for option in map(_plain, filter(None, options.split(BAR))):
        if HAN.search(option + words):
            if words in option or (option in words and len(option) > 1):
                return True
        elif re.search(rf"\b{re.escape(words)}\b", option) or re.search(rf"\b{re.escape(option)}\b", words):
            return True
    return False


def _plain(words: str) -> str:
    return _EN_ARTICLE.sub("", words.lower().strip(" .,!?。！？，"))
