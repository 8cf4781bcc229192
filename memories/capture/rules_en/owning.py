"""Family, friends and pets that the person says to have."""

from dataclasses import replace

from memories.capture.rules_en.build import Context, candidate, dated_content
from memories.capture.rules_en.lexicon import RELATION, relation_key, relation_kind, relation_slot
from memories.capture.rules_en.statement import Statement, Tense
from memories.capture.rules_en.values import value_of
from memories.capture.types import Act, Candidate, Subject
from memories.kinds import MemoryType
from memoryhub import patterns as re

_COUNT = (
    r"(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|\d{1,2}|no|some|many|several|a few"
    r"|a couple of|a lot of|lots of|both|any|twin|the|my|our|another|only one|a pair of)"
)
_DESCRIBED = r"(?:(?!and\b|in\b|of\b|who\b|with\b|for\b|about\b|like\b)[\w'-]+ ){0,4}?"
_OWNED = re.compile(
    rf"(?:only |just |also |about |now |already )?(?P<count>{_COUNT}) (?P<described>{_DESCRIBED})"
    rf"(?P<relation>{RELATION})(?P<after>.*)",
    re.I | re.S,
)
_NAMED = re.compile(
    r"[\s,]*(?:that (?:is|are) |who(?:'s| is| are) |which is |whose names? (?:is|are) |whose name's "
    r"|her name is |his name is |its name is |and (?:her|his|its|their) names? (?:is|are) )?(?:called"
    r"|named|by the name of)?[\s,:]*(?P<name>[A-Z][\w'-]+(?:(?:, | and |, and )[A-Z][\w'-]+)*)"
)
_AGED = re.compile(
    r"(?P<age>\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)[- ](?:years?|months?|weeks?)[- ]old ",
    re.I,
)
#: "a brother called Sem who lives in Oslo": what is told of the one just named.
_WHO_IS = re.compile(
    r",? (?:who|that|which)(?:'s| is| are| has| have| lives?| works?| studies| study| loves?| likes?| hates?|"
    r" plays?| goes| just| was| turned| can)\b[^.!?;]*",
    re.I,
)
NOT_A_NAME = re.compile(
    r"(?:I|I'm|I've|My|We|He|She|It|They|And|But|So|In|On|At|The|A|An|Who|Yes|No|What|How|Do|To|For|If|Is)\b"
)
_NOT_OWNED = re.compile(
    r"\b(?:question|problem|issue|friendly|food|story|picture|photo|name|model|theory|poster"
    r"|toy|statue|costume|teacher's|shirt)\b",
    re.I,
)


def owning(context: Context, statement: Statement) -> list[Candidate]:
    """ "I have two sons", "I've got a rabbit called Clover", "I adopted a dog"."""
    if (
        statement.verb not in ("have", "own", "keep", "adopt", "raise", "foster", "get", "buy", "rescue")
        or statement.modal
    ):
        return []
    past = statement.tense in (Tense.PAST, Tense.PERFECT)
    if statement.verb in ("get", "buy", "adopt", "rescue", "foster") and not past:
        return []
    if statement.verb in ("have", "own", "keep") and past:
        return []
    if young := _boys_and_girls(context, statement):
        return young
    match = _OWNED.match(statement.rest)
    if not match and statement.verb == "have":
        match = re.match(
            rf"(?P<count>)(?P<described>)(?P<relation>{RELATION})(?P<after>.*)", statement.rest, re.I | re.S
        )
        if match and not match["relation"].endswith(("s", "ren")):
            return []
    if not match or _NOT_OWNED.search(match["described"]):
        return []
    after = match["after"]
    if re.match(
        r"[-'](?!s? (?:called|named))|\s(?:food|question|story|hair|problem|issue|house|show|allergy"
        r"|lovers?|person|people|business|party|wedding|store|book|room|hair|toys?|treats?|shirt"
        r"|costume|picture|photo|sitter|show|names?|coach|walker|meeting|in law)\b",
        after,
        re.I,
    ):
        return []
    key = relation_key(match["relation"])
    slot = relation_slot(key)
    if slot == "friend" and key not in (
        "friend",
        "best_friend",
        "roommate",
        "boss",
        "mentor",
        "coach",
        "landlord",
        "colleague",
    ):
        return []
    if slot == "friend" and not (
        key == "roommate" or (_NAMED.match(after) and re.match(r"[\s,]*(?:called|named|whose)", after))
    ):
        return []
    if (
        statement.verb in ("get", "buy", "adopt", "rescue", "foster")
        and slot != "pet"
        and statement.verb != "adopt"
    ):
        return []
    clause = statement.clause
    name, end = _name_after(after)
    stop = statement.rest_at + match.start("after")
    count = match["count"].lower()
    none = statement.negated or count in ("no",)
    value = value_of(match[0][: match.start("after")])
    if count in ("the", "my", "our", "both") or (statement.negated and count == "the"):
        return []
    if name and not none:
        if told := _WHO_IS.match(after, end):
            end = told.end()
        subject = Subject(relation_kind(key), key, name if " " not in name and "," not in name else "")
        found = candidate(
            context,
            clause,
            type=MemoryType.RELATIONSHIP,
            slot=slot,
            value=name,
            subject=subject,
            end=stop + end,
            entities=tuple(re.split(r",? and |, ", name)),
        )
        if found and (more := re.match(r",? and (?=(?:an?|one|two) )", after[end:])):
            rest_at = stop + end + more.end()
            found += owning(
                context,
                replace(
                    statement,
                    rest=statement.rest[rest_at - statement.rest_at :],
                    rest_at=rest_at,
                    verb="have",
                    tense=Tense.PRESENT,
                ),
            )
        return found
    tail = value_of(after)
    if re.match(r"(?:and|,|in|at|with|from|to|that|who|of|under|aged|on|as|living|all)\b", tail) or not tail:
        whole = value_of(match[0])
        stop = (
            statement.rest_at + len(whole)
            if match[0].startswith(whole) and len(whole) > match.start("after")
            else stop
        )
        if re.match(r"\s(?:and|in|with|of|at) ", after) and re.search(
            rf"\band (?:{_COUNT} )?{_DESCRIBED}{RELATION}", whole, re.I
        ):
            value = whole
        elif re.match(r"\s(?:who|that|and)\b", after):
            stop = statement.rest_at + match.start("after")
    elif not re.match(r"[\s,]*(?:any ?more|now|already|too|as well|yet)?\s*$", after):
        return []
    if several := _several(context, statement, value_of(match[0])):
        return several
    if statement.verb in ("adopt", "buy", "get", "rescue") and (dates := context.dates(clause, past=True)):
        return candidate(
            context,
            clause,
            type=MemoryType.RELATIONSHIP,
            slot=slot,
            value=value,
            occurred=dates[0][2],
            content=dated_content(clause.text, dates[0]),
        )
    if statement.ended:
        return candidate(
            context, clause, type=MemoryType.RELATIONSHIP, slot=slot, value=value, act=Act.END, positive=False
        )
    return candidate(
        context, clause, type=MemoryType.RELATIONSHIP, slot=slot, value=value, positive=not none, end=stop
    )


_FEW = r"(?:an?|one|two|three|four|five|six|seven|\d)"
_BOYS_AND_GIRLS = re.compile(
    rf"(?P<value>{_FEW} (?:little |young |small |older |teenage |grown )?(?:boys?|girls?)(?:(?:,? and"
    rf"|,) {_FEW} (?:boys?|girls?))?)"
    r"(?=$|\s*[,.!(]| (?:now|already|too|as well|at (?:home|school)|aged|under|who)\b)",
    re.IGNORECASE,
)


def _boys_and_girls(context: Context, statement: Statement) -> list[Candidate]:
    """ "I have two girls": children, named after what they are."""
    match = _BOYS_AND_GIRLS.match(statement.rest)
    if not match or statement.verb != "have" or statement.negated or statement.tense != Tense.PRESENT:
        return []
    return candidate(
        context,
        statement.clause,
        type=MemoryType.RELATIONSHIP,
        slot="family",
        value=match["value"],
        subject=Subject(relation_kind("child"), "child"),
        end=statement.rest_at + match.end(),
    )


_ONE_OF_SEVERAL = re.compile(rf"{_COUNT} {_DESCRIBED}(?P<relation>{RELATION})", re.I)


def _several(context: Context, statement: Statement, whole: str) -> list[Candidate]:
    """ "three kids, two dogs and a parrot": the children and the animals apart."""
    items = re.split(r",? and |, ", whole)
    matches = [_ONE_OF_SEVERAL.fullmatch(item) for item in items]
    if len(items) < 2 or not all(matches) or statement.negated or statement.ended:
        return []
    groups: dict[str, list[str]] = {}
    for item, match in zip(items, matches, strict=True):
        if match:
            groups.setdefault(relation_slot(relation_key(match["relation"])), []).append(item)
    if len(groups) < 2 or "friend" in groups:
        return []
    found = list[Candidate]()
    for slot, group in groups.items():
        value = " and ".join([", ".join(group[:-1]), group[-1]] if len(group) > 1 else group)
        found += candidate(
            context,
            statement.clause,
            type=MemoryType.RELATIONSHIP,
            slot=slot,
            value=value,
            content=f"You have {value}",
        )
    return found


def _name_after(after: str) -> tuple[str, int]:
    match = _NAMED.match(after)
    if match and not NOT_A_NAME.match(match["name"]) and after[: match.start("name")].strip():
        return match["name"], match.end("name")
    match = re.match(r"[\s,]*(?:called|named)\s+(?P<name>[a-z][\w'-]+)", after)
    if match and match["name"] not in ("after", "by", "and", "it", "him", "her", "for"):
        return match["name"].title(), match.end("name")
    return "", 0
