"""Whom a relative of the person has: 我妹妹刚生了个儿子，叫英杰 names the son and not the sister."""

from dataclasses import replace

from memories.capture import rules_zh_patterns as patterns
from memories.capture import rules_zh_words as words
from memories.capture.rules_zh_clause import Clause, Who
from memories.capture.rules_zh_content import addressed, extended
from memories.capture.types import Candidate, Subject, Text
from memories.kinds import EntityKind
from memoryhub import patterns as re

_ADV = rf"(?:{words.TIME}|{words.ADVERB})*"
_HAS_ONE = re.compile(
    rf"{_ADV}(?:又|也|还|都|已经|刚刚?|正)*(?:有|养|生|添|收养|领养|捡|怀|抱养)(?:了|着|过)?(?P<n>{words.NUMBER}|几|好几|俩)?"
    rf"(?P<m>{words.MEASURE}|对|胎)?[^,有养是没叫]{{0,6}}?{words.REL}(?:了)?"
    r"(?P<name>,?(?:名字|小名)?(?:是|叫|名叫|取名叫?|起名叫?)[\u4e00-\u9fffA-Za-z]{1,8})?$"
)
_NAMES = r"(?:的)?(?:名字|小名|大名|名|取名|起名|分别|依次)*(?:叫|是)"


def has_one(clause: Clause) -> bool:
    """Whether a clause tells that one of the person's has a relative, friend or animal."""
    found = _HAS_ONE.match(clause.body) if clause.who is Who.RELATED else None
    return bool(found and (found["n"] or found["m"] or found["name"]))


def goes_on(found: list[Candidate], group: list[Clause], clause: Clause, text: Text) -> bool:
    """Whether a clause tells of the one whom somebody has; what was told of that somebody goes on with it.

    The child of a brother, sister or child is kin of the person, and is told by name.
    """
    before = group[: next(index for index, one in enumerate(group) if one is clause)]
    heads = [index for index, one in enumerate(before) if has_one(one)]
    since = [*before[heads[-1] + 1 :], clause] if heads else []
    if not since or not all(map(_goes_with, since)):
        return False
    first = since[0]
    if not patterns.match(_NAMES, patterns.sub(r"^[他她它其]", "", first.text)):
        return False
    last = found[-1] if found else None
    if child := _child(before[heads[-1]], first, last):
        found.append(
            replace(child, start=first.start, end=first.end, quote=text.text[first.start : first.end])
        )
        return True
    if last and last.subject.relation == clause.subject.relation:
        found[-1] = extended(last, clause.end, text, content=f"{last.content}，{addressed(clause.text)}")
    return True


_SON, _DAUGHTER = r"(?:大|小)?(?:儿子|男孩儿?|男宝宝?)", r"(?:大|小)?(?:女儿|闺女|女孩儿?|女宝宝?)"
_NAME = re.compile(
    r"[他她]?(?:的)?(?:名字|小名|大名)?(?:取名|起名|名)?(?:叫做?|是)(?P<v>[\u4e00-\u9fff]{1,4}|[A-Za-z]{2,12})(?:了|啦)?"
)


def _child(head: Clause, clause: Clause, last: Candidate | None) -> Candidate | None:
    """The child whom a sibling or a child of the person has, with the name that a clause gives."""
    named = _NAME.fullmatch(clause.text)
    son, daughter = (patterns.search(one, head.body) for one in (_SON, _DAUGHTER))
    whose = head.subject.relation
    grand = whose in ("son", "daughter", "child")
    sibling = "sister" in whose or "brother" in whose
    if (
        not named
        or last is None
        or bool(son) == bool(daughter)
        or not (grand or (sibling and "law" not in whose))
    ):
        return None
    sex = 0 if son else 1
    relation = (("grandson", "granddaughter") if grand else ("nephew", "niece"))[sex]
    name = named["v"]
    return replace(
        last, subject=Subject(EntityKind.PERSON, relation, name), slot="family", value=name, entities=(name,),
        content=f"{head.prefix}的{('儿子', '女儿')[sex]}叫{name}", occurred=None,
    )  # fmt: skip


def _goes_with(clause: Clause) -> bool:
    return not clause.spoken or patterns.match(r"[他她它其]", clause.text) is not None
