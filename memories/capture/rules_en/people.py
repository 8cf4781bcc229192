"""Family, friends and pets: that there are such, their names, and plain facts about them."""

import re
from dataclasses import replace

from memories.capture.rules_en import lexicon
from memories.capture.rules_en.build import Context, candidate, dated_content
from memories.capture.rules_en.clauses import Clause
from memories.capture.rules_en.lexicon import RELATION, relation_key, relation_kind, relation_slot
from memories.capture.rules_en.statement import Statement, Tense
from memories.capture.rules_en.values import is_empty, value_of
from memories.capture.rules_en.words import second_person, verb_form
from memories.capture.types import Act, Candidate, Subject
from memories.kinds import EntityKind, MemoryType

_COUNT = (
    r"(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|\d{1,2}|no|some|many|several|a few"
    r"|a couple of|a lot of|lots of|both|any|twin|the|my|our|another|only one|a pair of)"
)
_DESCRIBED = r"(?:(?!and\b|in\b|of\b|who\b|with\b|for\b|about\b|like\b)[\w'-]+ ){0,4}?"
_OWNED = re.compile(
    rf"(?:only |just |also |about |now |already )?(?P<count>{_COUNT}) (?P<described>{_DESCRIBED})(?P<relation>{RELATION})(?P<after>.*)",
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
_NOT_A_NAME = re.compile(
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
    if match and not _NOT_A_NAME.match(match["name"]) and after[: match.start("name")].strip():
        return match["name"], match.end("name")
    match = re.match(r"[\s,]*(?:called|named)\s+(?P<name>[a-z][\w'-]+)", after)
    if match and match["name"] not in ("after", "by", "and", "it", "him", "her", "for"):
        return match["name"].title(), match.end("name")
    return "", 0


_MINE = re.compile(
    rf"(?:my|our) (?P<described>(?:[\w'-]+ ){{0,2}}?)(?P<relation>{RELATION})(?P<rest>'s\b.*|[\s,].*|$)",
    re.I | re.S,
)
_NAME_IN_APPOSITION = re.compile(r"[\s,]+(?P<name>[A-Z][\w'-]+),?(?=\s|$)")
_THEIR_NAME = re.compile(
    r"'?s? names?(?:'s| is| are|:) (?P<name>(?:(?:Mr|Mrs|Ms|Dr)\.? )?[A-Za-z][\w'-]+(?:(?:, "
    r"| and |, and )[A-Z][\w'-]+)*)$|(?: is| are|'s) (?:called|named) (?P<name2>(?:(?:Mr|Mrs"
    r"|Ms|Dr)\.? )?[A-Za-z][\w'-]+(?:(?:, | and |, and )[A-Z][\w'-]+)*)"
)
_REPORTING = re.compile(
    r"[\s,]*(?:(?:\w+ly|also|always|just|often|once|still|keeps?|has|have) )*(?:says?|said|saying"
    r"|thinks?|thought|tells?|told|asks?|asked|wants?|wanted|needs?|needed|believes?|claims?"
    r"|suggest\w*|recommend\w*|mention\w*|wonder\w*|would|wouldn't|could|might|may|should|will"
    r"|can|wishes|hopes?|knows?|knew|feels?|felt|sent|gave|asking|telling|made me|make me|makes me"
    r"|let|lets|thinks|argued?|insists?|used|if|when|or|keeps)\b",
    re.I,
)
_FAMILY_FACTS = (
    (
        "age",
        re.compile(
            r"(?:is|are|just turned|turned|turns|is turning|'s|will be)(?: now| only| about| already"
            r"| almost| nearly)? (?P<v>\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|eleven"
            r"|twelve)(?: (?:years?|months?|weeks?)(?: old)?)?(?=$|[,.!]| now| today| this | next | and "
            r"| in )",
            re.I,
        ),
    ),
    ("allergy", re.compile(r"(?:is|'s|are)(?: very| severely| also| highly)? allergic to (?P<v>.+)", re.I)),
    (
        "residence",
        re.compile(
            r"(?:lives?|is living|moved|resides?)(?: over| up| down| out| back)?(?: in| to| near) (?P<v>[A-Z].+)"
        ),
    ),
    (
        "employer",
        re.compile(r"(?:works?|is working)(?: full[- ]time)? (?:for|at) (?P<v>(?!home|night|it).+)", re.I),
    ),
    (
        "occupation",
        re.compile(
            r"(?:works? as|is|was|are|became|has become|'s)(?: also| now| actually| currently| both)? (?P<v>an? .+"
            r"|doctors|teachers|lawyers|nurses|farmers|engineers|retired|professors)",
            re.I,
        ),
    ),
    ("birthday", re.compile(r"(?:was|were) born (?P<v>(?:in|on) .+)", re.I)),
)
_FACTUAL_VERB = re.compile(
    r"(?:is|are|was|were|'s|isn't|aren't|has|have|had|lives?|works?|worked|loves?|likes?|hates?"
    r"|enjoys?|plays?|played|speaks?|teaches|taught|studies|studied|goes|went|passed away|died"
    r"|got|gets|came|grew|owns?|runs?|ran|drives?|cooks?|bakes|eats?|drinks?|collects?|moved"
    r"|left|married|raised|graduated|served|does(?:n't| not)|do(?:n't| not)|can'?t stand|used to"
    r"|just (?:had|got|turned|started|moved)|started|joined|bought|retired|turned|owned|sings?"
    r"|paints?|writes?|rides?|barks?|sleeps?|travels?)\b",
    re.I,
)


def _third_person(predicate: str) -> re.Match[str] | None:
    """The first word of a predicate when it is a plain verb in the third person or the past."""
    word = re.match(r"[a-z]+\b", predicate)
    known = verb_form(word[0]) if word else None
    return (
        word
        if known
        and known[1] in ("third",)
        and known[0] not in ("try", "come", "get", "call", "go", "find", "see", "bring", "help")
        else None
    )


_SUBJECTIVE = re.compile(
    r"(?:is|are|was|were|'s)(?: \w+ly| so| very| really| also| being| always| just)* (?:happy"
    r"|sad|mad|angry|upset|cute|great|good|nice|fine|right|wrong|here|there|coming|going|like"
    r"|not|the (?:same|best|one|only)|why|what|my|so|too|ok|okay|amazing|awesome|lovely|sweet"
    r"|funny|crazy|driving|asking|calling|waiting|worried|proud|excited|trying|telling|saying"
    r"|making)\b",
    re.I,
)


def relatives(context: Context, clause: Clause) -> list[Candidate]:
    """ "My sister Nora is a vet": about the sister. What others say, want or think is left out; so are friends' tastes."""
    text = clause.text[clause.lead :]
    match = _MINE.match(text)
    if not match:
        return []
    key = relation_key(match["relation"])
    slot, rest = relation_slot(key), match["rest"]
    if re.match(r"-|s?'s? (?!name)", rest) and not re.match(
        r"'s (?:an?|called|named|in|allergic|\d|from|name)\b", rest, re.I
    ):
        return []
    offset = clause.start + clause.lead
    if named := _THEIR_NAME.match(rest):
        name = named["name"] or named["name2"]
        if _NOT_A_NAME.match(name) or (
            name.islower() and name in ("not", "a", "the", "in", "so", "very", "on", "hard", "for")
        ):
            return []
        name = name if name[:1].isupper() else name.title()
        subject = Subject(relation_kind(key), key, name if " " not in name else "")
        return candidate(
            context,
            clause,
            type=MemoryType.RELATIONSHIP,
            slot=slot,
            value=name,
            subject=subject,
            end=offset + match.start("rest") + named.end(),
            entities=tuple(re.split(r",? and |, ", name)),
        )
    if key_names := re.match(
        r" (?:is|are) (?P<names>[A-Z][a-z]+(?:, [A-Z][a-z]+)*,? and [A-Z][a-z]+)$", rest
    ):
        return candidate(
            context,
            clause,
            type=MemoryType.RELATIONSHIP,
            slot=slot,
            value=key_names["names"],
            subject=Subject(relation_kind(key), key),
            entities=tuple(re.split(r",? and |, ", key_names["names"])),
        )
    name, at = "", 0
    if (named := _NAME_IN_APPOSITION.match(rest)) and not _NOT_A_NAME.match(named["name"]):
        name, at = named["name"], named.end()
    predicate = rest[at:].lstrip(" ,")
    if (
        not predicate
        or _REPORTING.match(predicate)
        or not (first := _FACTUAL_VERB.match(predicate) or _third_person(predicate))
    ):
        return []
    if slot == "friend" and re.match(
        r"(?:loves?|likes?|hates?|enjoys?|does(?:n't| not) like|can'?t stand|was|were|had|went|got|came)\b",
        first[0],
        re.I,
    ):
        return []
    if _SUBJECTIVE.match(predicate) or predicate.lower().startswith(
        ("has to", "have to", "had to", "has been asking", "is not", "are not", "does it", "do it")
    ):
        return []
    subject = Subject(relation_kind(key), key, name)
    found = _fact(context, clause, subject, predicate, slot)
    if found or slot == "friend":
        return found
    if len(predicate.split()) < 2 or (
        is_empty(predicate.split(" ", 1)[1]) and first[0].lower() not in ("passed away", "died", "retired")
    ):
        return []
    whole = value_of(predicate)
    if re.match(
        r"(?:is|are|was|were|'s|has|have|had|got|gets|does|do|came|went|left|started|goes)$", whole, re.I
    ):
        return []
    if re.match(
        r"(?:got|had|has|have|was|were|came|went|is|are|gets|left|does|do|ran|started|just)\b", first[0], re.I
    ) and not re.search(
        r"\b(?:an?|two|three|\d+|cancer|surgery|accident|baby|born|from|in [A-Z]\w+|to [A-Z]\w+"
        r"|married|divorced|diabet\w+|name|named|called|retired|dead|old|pregnant|vegan|vegetarian"
        r"|deaf|blind|years?|always|into|afraid of|scared of|terrified of|obsessed with|fluent|good at"
        r"|great at|in (?:college|school|kindergarten|university|\w+ grade|the (?:army|navy|military"
        r"|hospital))|school|college|chef|off to college|allergic|twins?|kids|children|single|adopted"
        r"|the (?:army|navy|military))\b",
        whole,
        re.I,
    ):
        return []
    content = second_person(text[: match.start("rest") + at + rest[at:].find(predicate) + len(whole)])
    return candidate(
        context,
        clause,
        type=MemoryType.RELATIONSHIP,
        slot=slot,
        value=name or whole,
        subject=subject,
        content=content,
        end=offset + match.start("rest") + at + rest[at:].find(predicate) + len(whole),
        entities=(name,) if name else (),
    )


def _fact(context: Context, clause: Clause, subject: Subject, predicate: str, slot: str) -> list[Candidate]:
    for name, pattern in _FAMILY_FACTS:
        match = pattern.match(predicate)
        if not match:
            continue
        value = value_of(match["v"])
        if name == "occupation":
            value = re.sub(
                r"^an? ",
                "",
                re.sub(r"\s(?:at|in|for|by|and|who|with)\s.*$", "", value, flags=re.I),
                flags=re.I,
            )
            if not lexicon.profession_in(value) and not re.fullmatch(
                r"doctors|teachers|lawyers|nurses|farmers|engineers|retired|professors", value
            ):
                return []
            if subject.kind == EntityKind.PET:
                return []
        if name == "residence":
            value = re.split(r"\s(?:and|with|but|for|so|now)\b", value)[0]
        if name == "employer":
            value = re.sub(r"^(?:the|an?) |\s(?:as|in)\s.*$", "", value, flags=re.I)
        if is_empty(value) and not value.isdigit():
            return []
        entities = tuple(e for e in (subject.name, value if value[:1].isupper() else "") if e)
        return candidate(
            context,
            clause,
            type=MemoryType.RELATIONSHIP,
            slot=name,
            value=value,
            subject=subject,
            safety=name == "allergy",
            entities=entities,
        )
    return []


_PERSON_IS = re.compile(
    rf"(?P<name>[A-Z][\w'-]+) is my (?P<described>(?:[\w'-]+ ){{0,2}}?)(?P<relation>{RELATION})(?:'s name)?$",
    re.I,
)


def introductions(context: Context, clause: Clause) -> list[Candidate]:
    """ "Nora is my sister"."""
    match = _PERSON_IS.match(clause.text)
    if (
        not match
        or not match["name"][0].isupper()
        or re.match(r"(?:he|she|it|this|that|who|there|here|what|they|i)\b", match["name"], re.I)
    ):
        return []
    key = relation_key(match["relation"])
    return candidate(
        context,
        clause,
        type=MemoryType.RELATIONSHIP,
        slot=relation_slot(key),
        value=match["name"],
        subject=Subject(relation_kind(key), key, match["name"]),
        entities=(match["name"],),
    )
