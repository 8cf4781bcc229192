"""Which rows are over by what is so now: a child is born, an exam passed, a home left, a partner found. Pure."""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from memories.capture import value_keys
from memories.capture.types import SELF, Act, Candidate, Ends
from memories.kinds import MemoryType
from memoryhub import patterns as re

if TYPE_CHECKING:
    from memories.capture.ended import Told

_EXPECTED = re.compile(r"怀孕|预产期|待产|备孕|孕期|怀着|\bpregnan|\bdue date\b|\bexpecting a", re.IGNORECASE)
_STUDIES = re.compile(
    r"学生|[在念读上](?:大学|大[一二三四]|高[一二三]|研)|读博|读硕|读书|上学|\bstudent\b"
    r"|\bstudying (?!for\b)[\w ]+ at\b|\b(?:at|in) (?:uni(?:versity)?|college|med(?:ical)? school|law school)\b"
    r"|\b(?:first|second|third|fourth|final|last|senior|junior) year\b"
    r"|\bdoing (?:a|your) (?:\w+ )?(?:phd|degree|master|bachelor)",
    re.IGNORECASE,
)
#: By what was got or learnt: how the learning of it is told.
_DRIVING = re.compile(r"开车|学车|驾照|驾校|驾驶证|科目[一二三四]|\bdriv(?:e|ing|er'?s)\b", re.IGNORECASE)
_LEARNS = re.compile(
    r"学|考|练|不会|不太会|还没拿|\blearn|\blessons?\b|\bcan(?:'t|not)\b|don't (?:have|know)", re.IGNORECASE
)
_SINGLE = re.compile(
    r"^(?:single|unattached|divorced|separated|widowed)\b|^not (?:married|dating|seeing|in a relationship)",
    re.IGNORECASE,
)
_SEEKS = re.compile(
    r"\bunemployed\b|\bjobless\b|\bout of work\b|\bbetween jobs\b|\bjob[- ]?hunting\b"
    r"|\b(?:appl\w+|look\w*|search\w*|hunt\w*|interview\w*) (?:for|at|to) (?:[\w'-]+ ){0,4}?"
    r"(?:jobs?|work|positions?|roles?|posts?)\b"
    r"|待业|失业|找工作|应聘",
    re.IGNORECASE,
)
_HARM = re.compile(
    r"\b(?:broke\w*|sprain\w*|torn|tore|fractur\w*|injur\w*|sore|pain\w*|hurts?|ach(?:e|es|ing)|infect\w*|twisted|pulled|"
    r"bad|swollen|bruised|cut|burnt?|dislocated|stitches|cast|operation|surgery|problem\w*|trouble|issues?)\b",
    re.IGNORECASE,
)
_HOMES = frozenset({"residence", "dwelling", "", "habit", "note"})
_LIVES = re.compile(
    r"^You(?:'re| are)? (?:\w+ )?(?:live|living|rent|renting|share|sharing|stay|staying)\b|住|租"
)


def over(candidate: Candidate, rows: Iterable["Told"]) -> list["Told"]:
    """The rows that hold no more."""
    is_over = _OVER.get(candidate.ends) if candidate.ends is not None else None
    if is_over is None:
        return []
    return [row for row in rows if (row.positive or row.slot in ("note", "")) and is_over(candidate, row)]


def _no_such(candidate: Candidate, row: "Told") -> bool:
    who = candidate.subject
    if row.kind == who.kind and row.relation == who.relation:
        return True
    return (
        row.own
        and row.positive
        and row.slot in ("family", "friend", "pet")
        and _names_one(row.value, who.relation)
    )


def _names_one(value: str, relation: str) -> bool:
    """Whether a value names one of the relation and no more: "a twin brother"."""
    from memories.capture.rules_en.lexicon import relation_key

    words = re.sub(r"^(?:an?|one|my) ", "", value, flags=re.IGNORECASE).split()
    return (
        bool(words)
        and len(words) <= 3
        and relation in (relation_key(words[-1]), relation_key(" ".join(words)))
    )


def _expected(_candidate: Candidate, row: "Told") -> bool:
    return row.own and row.positive and _EXPECTED.search(row.content) is not None


def _studies(_candidate: Candidate, row: "Told") -> bool:
    if not row.own or not row.positive or row.type == MemoryType.EVENT:
        return False
    told = row.value if row.slot == "occupation" else row.content
    return row.slot in ("occupation", "learning", "", "plan") and _STUDIES.search(told) is not None


def _is_single(_candidate: Candidate, row: "Told") -> bool:
    return row.own and row.slot == "marital_status" and _SINGLE.search(row.value) is not None


def _seeks(_candidate: Candidate, row: "Told") -> bool:
    return row.own and row.type != MemoryType.EVENT and _SEEKS.search(row.content) is not None


def _ailing(candidate: Candidate, row: "Told") -> bool:
    """Whether a row tells of the ill that is healed, or of harm to the part of the body that is."""
    named = re.search(rf"\b{re.escape(candidate.value)}(?:s|es)?\b", row.content, re.IGNORECASE)
    if not row.own or row.type == MemoryType.EVENT or not row.positive or named is None:
        return False
    return (
        row.slot == "condition"
        or _HARM.search(row.content) is not None
        or row.content.lower().endswith(candidate.value.lower())
    )


def _lived_in(candidate: Candidate, row: "Told") -> bool:
    """Whether a row tells that the person lives in the place, the dwelling, or with those whose it is."""
    if not row.own or row.slot not in _HOMES or row.type == MemoryType.EVENT:
        return False
    where = re.sub(r"^(?:my|our|the) |'s?(?= |$)", "", candidate.value, flags=re.IGNORECASE)
    if row.slot == "residence":
        return where[:1].isupper() and value_keys.agree(row.value, where, slot="residence")
    words = [
        word
        for word in re.findall(r"[\w'-]+", where)
        if word.lower() not in ("in", "on", "old", "house", "place", "home")
    ]
    if not words:
        words = re.findall(r"[\w-]+", where)[-1:]
    told = _LIVES.search(row.content) is not None
    return told and all(re.search(rf"\b{re.escape(word)}\b", row.content, re.IGNORECASE) for word in words)


def _learns(candidate: Candidate, row: "Told") -> bool:
    """Whether a row tells that the thing is being learnt, is to be, or is not known."""
    told, thing = row.content, candidate.value
    names = _DRIVING.search(told) if _DRIVING.search(thing) else thing in told
    if not row.own or not names:
        return False
    if row.slot == "learning":
        return True
    return (row.type == MemoryType.TASK or row.slot in ("plan", "note", "")) and bool(_LEARNS.search(told))


def _was_not_wed(candidate: Candidate, row: "Told") -> bool:
    """Whether a row calls somebody the partner whom the person has married: the one named, or the only one."""
    if row.own or row.relation not in ("girlfriend", "boyfriend", "partner") or row.slot != "family":
        return False
    named = candidate.entities[0] if candidate.entities else ""
    return not named or not row.name or row.name.casefold() == named.casefold()


#: How somebody gets to work every time, and not on some days.
_COMMUTE = re.compile(
    r"^You(?:'re| are)? (?:usually |always |normally |mostly |generally |now )*"
    r"(?:commut|(?:driv|cycl|walk|bik|tak|rid|runn?|go|com)\w* "
    r"(?:(?:the|your|an?) [\w -]+ |by \w+ )?(?:in)?to (?:work|the office|school|uni|university|your job)\b)[\w ]*",
    re.IGNORECASE,
)
SOME_DAYS = re.compile(
    r"\b(?:on|sometimes|often|when|in winter|in summer|occasionally|(?!nowadays\b)\w+days?)\b", re.IGNORECASE
)


def _ways(candidate: Candidate, row: "Told") -> bool:
    if not row.own or row.slot != "habit" or row.value == candidate.value:
        return False
    return _COMMUTE.fullmatch(row.content) is not None and not SOME_DAYS.search(row.content)


_OVER: Mapping[Ends, Callable[[Candidate, "Told"], bool]] = {
    Ends.NO_SUCH: _no_such,
    Ends.BIRTH: _expected,
    Ends.STUDY: _studies,
    Ends.LEARNT: _learns,
    Ends.SINGLE: _is_single,
    Ends.HIRED: _seeks,
    Ends.HEALED: _ailing,
    Ends.HOME: _lived_in,
    Ends.WAY: _ways,
    Ends.WED: _was_not_wed,
}
ENDS = frozenset(_OVER)


# ------------------------------------------------------------------------------ what a plain statement ends

_PARTNER = frozenset({"wife", "husband", "partner", "girlfriend", "boyfriend"})
_MEATLESS = re.compile(r"\b(?:vegan|vegetarian|plant[- ]based|fruitarian)s?\b|素", re.IGNORECASE)
_NO_ANIMALS = re.compile(r"\b(?:vegan|plant[- ]based|fruitarian)s?\b|纯素", re.IGNORECASE)
_MEAT = re.compile(
    r"\b(?:meat|steaks?|beef|pork|bacon|ham|lamb|mutton|veal|venison|chicken|turkey|duck|(?:beef|ham)?burgers?|sausages?|"
    r"ribs|salami|chorizo)\b",
    re.IGNORECASE,
)
_OF_ANIMALS = re.compile(
    r"\b(?:fish|seafood|salmon|tuna|prawns?|shrimps?|sushi|dairy|cheese|milk|butter|yogh?urt|eggs?|honey)\b",
    re.IGNORECASE,
)
_NO_REAL = re.compile(
    r"\b(?:vegan|vegetarian|veggie|plant[- ]based|fake|mock|meat[- ]free|meatless|tofu|soy|oat|impossible|substitutes?|"
    r"alternatives?|coconut|almond|peanut)\b",
    re.IGNORECASE,
)


def overtaken(candidate: Candidate, rows: Iterable["Told"]) -> list["Told"]:
    """The person's own rows that cannot hold beside what is stated: single beside a partner, a diet beside steak."""
    if not states_anew(candidate):
        return []
    own = [row for row in rows if row.own and row.positive and row.content != candidate.content]
    if candidate.slot == "family":
        return [row for row in own if _is_single(candidate, row)]
    if candidate.slot == "eats":
        return [row for row in own if row.slot == "diet" and forbids(row.value, candidate.value)]
    return [row for row in own if row.slot in ("", "plan", "occupation") and _seeks(candidate, row)]


def states_anew(candidate: Candidate) -> bool:
    """Whether a statement is of a kind that can end a row of another slot."""
    if candidate.act is Act.END or not candidate.positive or candidate.tentative or not candidate.lasting:
        return False
    if candidate.slot == "family":
        relation = candidate.subject.relation
        own = candidate.subject == SELF and any(_names_one(candidate.value, one) for one in _PARTNER)
        return own or relation in _PARTNER
    return (
        candidate.subject == SELF and candidate.slot in ("eats", "employer") and candidate.act is not Act.PLAN
    )


def forbids(diet: str, food: str) -> bool:
    """Whether a diet leaves no room for a food."""
    if _NO_REAL.search(food):
        return False
    if _MEAT.search(food):
        return bool(_MEATLESS.search(diet) or re.search(r"\bpesc[ae]tarian", diet, re.IGNORECASE))
    return bool(_OF_ANIMALS.search(food) and _NO_ANIMALS.search(diet))
