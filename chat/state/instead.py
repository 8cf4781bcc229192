"""What takes the place of what an English sentence takes back: "Not the zoo, we'll go to the aquarium". Pure."""

# ruff: noqa: E501

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from chat.clauses import Sentence
from chat.state.choosing import CANDIDATE
from chat.state.found import Found
from memories.capture import dates_en
from memoryhub import patterns as re

#: What was settled is taken back, and what follows is done in its place.
_TAKES_BACK = re.compile(
    r"^(?:(?:no|ok(?:ay)?|hm+|well|actually|oh|wait|so)[\s,]+)*(?:(?:scrap|scratch|ditch|drop|bin|strike|cancel|forget|never ?mind|leave) (?:that|it|this)(?: (?:idea|plan|one))?|never ?mind|change of plans?|(?:on )?second thoughts?|not (?:the|a|an|by) [\w'’ -]{2,40})$",
    re.I,
)
_DOES = (
    r"(?:tak(?:e|ing)|go(?:ing)? (?:to|with|for|by)|rent(?:ing)?|hir(?:e|ing)|us(?:e|ing)|visit(?:ing)?|book(?:ing)?|driv(?:e|ing)|rid(?:e|ing)|buy(?:ing)?|order(?:ing)?|get(?:ting)?|hav(?:e|ing)"
    r"|see(?:ing)?|do(?:ing)?|stay(?:ing)? (?:at|in)|serv(?:e|ing)|try(?:ing)?|cook(?:ing)?|mak(?:e|ing)|watch(?:ing)?)"
)
_DONE_INSTEAD = re.compile(
    rf"^(?:(?:so|then|but|and|instead|rather|now)[\s,]+)*(?:we|i|let)(?:['’](?:ll|re|m|s|d)| will| are| am| would)?(?: (?:going to|just|rather|now|prefer to|better))*(?<!\bwe)(?<!\bi)(?<!\blet) {_DOES} "
    r"(?P<v>(?:(?:the|an?|our|some|that)\s)?(?!(?:it|that|this|them|there|so|too|me|you|us|him|her|back|home|out|up|on|off|away|together|later|nothing|something|anything)\b)(?!(?:[\w'’-]+\s){0,2}(?:times?|chat|talk|rest|break|look|problems?|fun|word|think|trouble|progress|friends)\b)[\w'’&-]+(?:\s(?!(?:instead|then|please|after|because|as|if|since|so|and|but|on|at|in|for|to|from|with|tomorrow|today|now|rather)\b)[\w'’&-]+){0,3})",
    re.I,
)
_LOOSE_END = re.compile(r"\s(?:after all|any ?more|then|please|for now|this time|anyway)$", re.I)


def instead_en(values: Sequence[Found], sentence: Sentence, *, said_at: datetime) -> list[Found]:
    """The values of a sentence with what it puts in the place of what it takes back; refusals by their bare names."""
    found = [
        replace(one, value=_LOOSE_END.sub("", one.value)) if one.key == "rejected" else one for one in values
    ]
    if sentence.asks:
        return found
    if any(one.key == "chosen" for one in found):
        after = _TAKES_BACK.match(sentence.clauses[0].text) is not None
        return [_instead(one) if after and one.key == "chosen" else one for one in found]
    taken_back = False
    for clause in sentence.clauses:
        if taken_back and (match := _DONE_INSTEAD.match(clause.text.replace("’", "'"))):
            words = match["v"].strip()
            if not dates_en.find(words, said_at=said_at) and not any(map(str.isdigit, words)):
                return [*found, Found("chosen", words, "", True)]
        taken_back = taken_back or _TAKES_BACK.match(clause.text) is not None
    return found


def _instead(one: Found) -> Found:
    """A choice in the place of what is taken back: it need not be one of those to choose from."""
    return replace(one, changes=True, unit="" if one.unit == CANDIDATE else one.unit)
