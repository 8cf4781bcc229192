"""Whom a relative of the person has: 我妹妹刚生了个儿子，叫英杰 names the son and not the sister."""

from memories.capture import rules_zh_patterns as patterns
from memories.capture import rules_zh_words as words
from memories.capture.rules_zh_clause import Clause, Who
from memories.capture.rules_zh_content import addressed, extended
from memories.capture.types import Candidate, Text
from memoryhub import patterns as re

_ADV = rf"(?:{words.TIME}|{words.ADVERB})*"
_HAS_ONE = re.compile(
    rf"{_ADV}(?:又|也|还|都|已经|刚刚?|正)*(?:有|养|生|收养|领养|捡|怀|抱养)(?:了|着|过)?(?P<n>{words.NUMBER}|几|好几|俩)?"
    rf"(?P<m>{words.MEASURE}|对|胎)?[^,有养是没叫]{{0,6}}?{words.REL}(?:了)?"
    r"(?P<name>,?(?:名字|小名)?(?:是|叫|名叫|取名叫?|起名叫?)[\u4e00-\u9fffA-Za-z]{1,8})?$"
)
_NAMES = r"(?:的)?(?:名字|小名|大名|名|取名|起名|分别|依次)*(?:叫|是)"


def has_one(clause: Clause) -> bool:
    """Whether a clause tells that one of the person's has a relative, friend or animal."""
    found = _HAS_ONE.match(clause.body) if clause.who is Who.RELATED else None
    return bool(found and (found["n"] or found["m"] or found["name"]))


def goes_on(found: list[Candidate], group: list[Clause], clause: Clause, text: Text) -> bool:
    """Whether a clause tells of the one whom somebody has; what was told of that somebody goes on with it."""
    before = group[: next(index for index, one in enumerate(group) if one is clause)]
    heads = [index for index, one in enumerate(before) if has_one(one)]
    since = [*before[heads[-1] + 1 :], clause] if heads else []
    if not since or not all(map(_goes_with, since)):
        return False
    first = since[0]
    if not patterns.match(_NAMES, patterns.sub(r"^[他她它其]", "", first.text)):
        return False
    last = found[-1] if found else None
    if last and last.subject.relation == clause.subject.relation:
        found[-1] = extended(last, clause.end, text, content=f"{last.content}，{addressed(clause.text)}")
    return True


def _goes_with(clause: Clause) -> bool:
    return not clause.spoken or patterns.match(r"[他她它其]", clause.text) is not None
