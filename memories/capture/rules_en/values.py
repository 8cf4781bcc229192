"""Where a value ends in what follows a verb, and which values are none ("that", "it", "your answer")."""

from memoryhub import patterns as re

_BOUNDARY = re.compile(
    r"[!?;()\[\]\u2026]|\.(?!(?<=\d\.)\d)|:(?!(?<=\d:)\d\d)"
    r"|,(?!(?<=\d,)\d{3}(?!\d))"
    r"|\s[-\u2013\u2014]+\s"
    r"|\s(?:because|but|although|though|whereas|unless|if|when|whenever|while|until|since|which"
    r"|who|whom|whose|where|so that|so much|so"
    r"|as (?:i|it|he|she|we|they|well|long|much|soon|a result)|to be honest|tbh|haha+|lol|lmao"
    r"|too|also|either|a lot|very much|the most"
    r"|more than|better than|rather than|instead|myself|anyways?|though|btw|by the way|please"
    r"|thanks|cause|cuz|then|in fact|for sure|due to|because of|thanks to|whenever possible"
    r"|as they|as these)(?=$|[\s,.!?])"
    r"|\sand\s(?=(?:i|i'm|i've|i'd|my|we|he|she|it|its|it's|they|you|that|this|also|then|so"
    r"|just|would|will|was|were|am|are|is|have|had|has|can"
    r"|do|did|don't|love|like|hate|enjoy|always|usually|sometimes|never|got|get|go|went|want"
    r"|need|think|try|work|live|play|there|now|how"
    r"|maybe|often|am|been|moved|started|what|find|found|don't|recently|currently|make|makes"
    r"|made|used|hope|plan|hopefully|prefer|avoid|refuse|only|strongly|must|should|cannot|can't)\b)",
    re.IGNORECASE,
)
_LIST = re.compile(
    r"(?P<items>(?:[\w'&+#-]+\s){0,8}?(?:(?:like|such as|including|containing)\s)?[\w'&+#-]+(?:\s[\w'&+#-]+){0,3}"
    r"(?:,\s(?!and\b"
    r"|or\b|but\b|so\b|i\b|it\b|not\b)[\w'&+#-]+(?:\s[\w'&+#-]+){0,3})*)"
    r",?\s(?:and|or|&)\s(?P<last>[\w'&+#-]+(?:\s[\w'&+#-]+){0,3})",
    re.IGNORECASE,
)
_TIME_TAIL = re.compile(
    r"[\s,]+(?:now|nowadays|these days|any ?more|any longer|at the moment|right now|today|tonight"
    r"|this (?:morning|afternoon|evening)|lately"
    r"|recently|currently|again|at all|sometimes|indeed|already|yet|still|especially|especially .*"
    r"|although|as well|either|too|ever|best|after all"
    r"|here|there|and|or|&|with|to|of|for|the|a)$",
    re.IGNORECASE,
)
_EMPTY = re.compile(
    r"(?:(?:(?:all |both |some |most |none |many |any |one |each |either |what )(?:of )?)?(?:that"
    r"|this|it|its|it's|those|these|them|him|her|you|your|yours|he|she"
    r"|they|their|his|something|anything|everything|nothing|stuff|things?|one|ones|someone|everyone"
    r"|what|how|when|where|why|who|whatever|such|same|too|there|here|the same|if|others"
    r"|me|i|i'm|us|we|lol|haha|doing (?:that|this|it|so)|like that"
    r"|(?:some|any|all(?: three| four)?|both|much|more|most|many|none|each|neither|either|to"
    r"|being|so|not|another|other|a lot|the most|the best|a bit|a little|very|really|and|or"
    r"|but|as)$"
    r"|the fact|the way|the idea|the sound|the look|the part|the concept|the thought|the feeling"
    r"|the one|the ones|the first|the second"
    r"|the third|the last|the latter|the former|the new|the old|the previous|the above|the following"
    r"|the answer|the response|the suggestion"
    r"|the name|the title|the text|the version|the design|the story|the style|the tone|the direction"
    r"|the format|the structure|the poem"
    r"|the code|the list|the result|the results|the output|the example|the examples|the explanation"
    r"|the option|the options"
    r"|an? (?:answer|response|idea|suggestion)|no|yes|ok)\b(?:'s|'re|'ll)?)",
    re.IGNORECASE,
)
_ADDRESSED = re.compile(r"\b(?:you|your|yours|you're|u|ur|yourself)\b", re.IGNORECASE)
_TRAILING = " \t\n,;:-\u2013\u2014'\""


def value_of(rest: str, *, lists: bool = True) -> str:
    """The noun or verb phrase at the start of ``rest``, without what comes after it, or an empty string."""
    if (
        lists
        and "," in rest
        and (match := _LIST.match(rest))
        and "," in match["items"]
        and not _BOUNDARY.search(match[0].replace(",", ""))
    ):
        after = rest[match.end() :]
        cut = _BOUNDARY.search(after)
        return _clean(match[0] + (after[: cut.start()] if cut else after))
    cut = _BOUNDARY.search(rest)
    return _clean(rest[: cut.start()] if cut else rest)


def _clean(value: str) -> str:
    value = value.strip(_TRAILING)
    while match := _TIME_TAIL.search(value):
        value = value[: match.start()].strip(_TRAILING)
    return value


def items_of(value: str) -> list[str]:
    """A list of three or more short things as its items; anything else whole."""
    match = _LIST.fullmatch(value)
    if not match or "," not in match["items"]:
        return [value]
    items = [item.strip() for item in match["items"].split(",")] + [match["last"].strip()]
    return items if len(items) <= 5 and all(len(item.split()) <= 3 for item in items) else [value]


def is_empty(value: str) -> bool:
    """Whether a value says nothing on its own: a pronoun, the assistant's answer, the text at hand."""
    return (
        not re.search(r"[^\W\d_]{2}|\d", value)
        or bool(_EMPTY.match(value))
        or bool(_ADDRESSED.search(value))
        or re.fullmatch(r"['’]?em", value, re.IGNORECASE) is not None
    )


def addressed(text: str) -> bool:
    """Whether words speak to or of the assistant."""
    return bool(_ADDRESSED.search(text))


def without_article(value: str) -> str:
    """A value without "the" or "some" before it."""
    return re.sub(r"^(?:the|some)\s+", "", value, flags=re.IGNORECASE)
