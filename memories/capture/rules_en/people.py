"""Family, friends and pets: that there are such, their names, and plain facts about them."""

from dataclasses import replace

from memories.capture.rules_en import lexicon, nested
from memories.capture.rules_en.asides import lower_name
from memories.capture.rules_en.build import Context, candidate, dated_content, long_ago
from memories.capture.rules_en.clauses import Clause
from memories.capture.rules_en.friends import lasting_of_a_friend, third_person
from memories.capture.rules_en.lexicon import RELATION, relation_key, relation_kind, relation_slot
from memories.capture.rules_en.owning import NOT_A_NAME
from memories.capture.rules_en.values import is_empty, value_of
from memories.capture.rules_en.words import second_person, words_of
from memories.capture.types import Act, Candidate, Subject
from memories.kinds import EntityKind, MemoryType
from memoryhub import patterns as re

_MINE = re.compile(
    rf"(?:my|our) (?P<described>(?:[\w'-]+ ){{0,2}}?)(?P<relation>{RELATION})(?P<rest>'s\b.*|[\s,].*|$)",
    re.I | re.S,
)
#: "Dad is allergic to walnuts": who is called so is the person's own.
_BARE = re.compile(
    r"(?P<described>)(?P<relation>dad|daddy|mum|mom|mummy|mommy|mama|papa|grandma|grandpa|granny|granddad|grandad|nana)"
    r"(?P<rest>'s (?=name\b).*| (?=is\b|was\b|has\b|had\b|lives?\b|works?\b|worked\b|turns?\b|turned\b|moved\b|"
    r"retired\b|loves?\b|likes?\b|hates?\b|speaks?\b|plays?\b|can'?t stand\b|used to\b|"
    r"just turned\b|collects?\b|grew up\b).*)",
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
            r"| almost| nearly)? (?P<v>\d{1,2}(?:(?:,| and|, and) \d{1,2})+|\d{1,3}|one|two|three|four"
            r"|five|six|seven|eight|nine|ten|eleven"
            r"|twelve)(?: (?:years?|months?|weeks?)(?: old)?)?(?=$|[,.!]| now| today| yesterday| last "
            r"| on | this | next | and | in )",
            re.I,
        ),
    ),
    ("allergy", re.compile(r"(?:is|'s|are)(?: very| severely| also| highly)? allergic to (?P<v>.+)", re.I)),
    (
        "residence",
        re.compile(
            r"(?:(?:now |just |recently )?(?:lives?|moved|resides?)|(?:is|'s) (?:now )?living|"
            r"(?:has|'s) (?:just |recently |now )?moved)(?: over| up| down| out| back)?(?: in| to|"
            r" near) (?P<v>[A-Z].+)"
        ),
    ),
    (
        "employer",
        re.compile(r"(?:works?|is working)(?: full[- ]time)? (?:for|at) (?P<v>(?!home|night|it).+)", re.I),
    ),
    (
        "occupation",
        re.compile(
            r"(?:works? as|is|was|are|became|has become|'s)(?: also| now| actually| currently|"
            r" both)? (?P<v>an? .+"
            r"|doctors|teachers|lawyers|nurses|farmers|engineers|retired|professors)",
            re.I,
        ),
    ),
    ("nationality", re.compile(r"(?:is|are|'s)(?: half| originally| also)? (?P<v>[A-Z][a-z]+)$")),
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


_HAPPENED = re.compile(
    r"(?:was|were|got|had|just|died|passed|moved|left|married|graduated|started|joined|bought|retired|"
    r"turned|came|went)\b",
    re.I,
)
_SUBJECTIVE = re.compile(
    r"(?:(?:is|are|was|were)(?:n't| not| never)? (?:(?:supposed|meant|allowed|about|due|asked|told) )?to\b"
    r"|(?:is|are|was|were|'s)(?: \w+ly| so| very| really| also| being| always| just)* (?:happy"
    r"|sad|mad|angry|upset|cute|great|good|nice|fine|right|wrong|here|there|coming|going|like"
    r"|not|the (?:same|best|one|only)|why|what|my|so|too|ok|okay|amazing|awesome|lovely|sweet"
    r"|funny|crazy|driving|asking|calling|waiting|worried|proud|excited|trying|telling|saying"
    r"|making)\b)",
    re.I,
)


#: "My daughter is Lotte".
_IS_NAMED = re.compile(r" is (?!I\b)(?P<name>(?:(?:Mr|Mrs|Ms|Miss|Dr)\.? )?[A-Z][a-z]+)$")
_CREEDS = frozenset(
    words_of("catholic christian protestant muslim jewish hindu buddhist sikh mormon orthodox deaf")
)


def relatives(context: Context, clause: Clause) -> list[Candidate]:
    """ "My sister Nora is a vet": about her. What others say, want or think is left out; so are friends' tastes."""
    text = clause.text[clause.lead :]
    if match := _MINE.match(text):
        return _told_of(context, clause, text, match)
    bare = _BARE.match(text)
    if not bare or (bare["relation"].islower() and not clause.first):
        return []
    told = _told_of(context, clause, text, bare)
    return [replace(one, content=f"Your {one.content[:1].lower()}{one.content[1:]}") for one in told]


def _told_of(context: Context, clause: Clause, text: str, match: re.Match[str]) -> list[Candidate]:
    key = relation_key(match["relation"])
    slot, rest = relation_slot(key), match["rest"]
    if re.match(r"-|s?'s? (?!name)", rest) and not re.match(
        r"'s (?:an?|called|named|in|allergic|\d|from|name)\b", rest, re.I
    ):
        return []
    offset = clause.start + clause.lead
    if _NOT_CALLED.match(rest):
        return []  # the right name stands beside it
    if named := _THEIR_NAME.match(rest):
        name = named["name"] or named["name2"]
        if NOT_A_NAME.match(name) or (
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
    if (one := _IS_NAMED.match(rest)) and one["name"].lower() not in lexicon.DEMONYMS | _CREEDS:
        return candidate(
            context,
            clause,
            type=MemoryType.RELATIONSHIP,
            slot=slot,
            value=one["name"],
            subject=Subject(relation_kind(key), key, one["name"]),
            entities=(one["name"],),
        )
    name, at = "", 0
    if (named := _NAME_IN_APPOSITION.match(rest)) and not NOT_A_NAME.match(named["name"]):
        name, at = named["name"], named.end()
    elif (word := re.match(r"\s(?P<name>[a-z]+) (?=\w)", rest)) and lower_name(context, word["name"]):
        name, at = word["name"].title(), word.end() - 1
    predicate = rest[at:].lstrip(" ,")
    if (
        not predicate
        or _REPORTING.match(predicate)
        or not (first := _FACTUAL_VERB.match(predicate) or third_person(predicate))
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
    if (
        turns := re.match(
            r"(?:turns|is turning|will (?:turn|be)) (?P<v>\d{1,3}) (?=on|in|next|this|tomorrow)",
            predicate,
            re.I,
        )
    ) and (dates := context.dates(clause)):
        return candidate(
            context,
            clause,
            type=MemoryType.EVENT,
            slot="event",
            value=f"turns {turns['v']}",
            subject=subject,
            content=dated_content(clause.text, dates[0]),
            occurred=dates[0][2],
            entities=(name,) if name else (),
        )
    found = fact_of(context, clause, subject, predicate, slot)
    if found or (slot == "friend" and not (name and lasting_of_a_friend(predicate))):
        return found
    if len(predicate.split()) < 2 or (
        is_empty(predicate.split(" ", 1)[1]) and first[0].lower() not in ("passed away", "died", "retired")
    ):
        return []
    whole = value_of(predicate)
    at_whole = match.start("rest") + at + rest[at:].find(predicate) + len(whole)
    whole += nested.called(text[:at_whole], text[at_whole:])
    if re.match(
        r"(?:is|are|was|were|'s|has|have|had|got|gets|does|do|came|went|left|started|goes)$", whole, re.I
    ):
        return []
    if re.match(
        r"(?:got|had|has|have|was|were|came|went|is|are|gets|left|does|do|ran|started|just)\b", first[0], re.I
    ) and not re.search(
        r"\b(?:an?|two|three|\d+|cancer|surgery|accident|baby|born|from|in [A-Z]\w+|to [A-Z]\w+"
        r"|married|divorced|diabet\w+|name|named|called|retired|dead|old|pregnant|vegan|vegetarian"
        r"|starting (?:at|school|work|a|as|university|college)|studying|getting married|expecting"
        r"|graduating|retiring|training"
        r"|deaf|blind|years?|always|into|afraid of|scared of|terrified of|obsessed with|fluent|good at"
        r"|great at|in (?:college|school|kindergarten|university|\w+ grade|the (?:army|navy|military"
        r"|hospital))|school|college|chef|off to college|allergic|twins?|kids|children|single|adopted"
        r"|the (?:army|navy|military))\b",
        whole,
        re.I,
    ):
        return []
    content = second_person(text[: match.start("rest") + at + rest[at:].find(predicate) + len(whole)])
    told = _HAPPENED.match(predicate)
    dates = context.dates(clause, past=True) if told else []
    return candidate(
        context,
        clause,
        type=MemoryType.RELATIONSHIP,
        slot=slot,
        value=name or re.sub(r"^(?:is|are|'s) (?:an? )?", "", whole),
        subject=subject,
        content=content,
        occurred=dates[0][2] if dates else None,
        end=offset + match.start("rest") + at + rest[at:].find(predicate) + len(whole),
        entities=(name,) if name else (),
    )


def fact_of(context: Context, clause: Clause, subject: Subject, predicate: str, slot: str) -> list[Candidate]:
    """Where somebody lives and works, and what they are: a fact with a slot of its own."""
    for name, pattern in _FAMILY_FACTS:
        match = pattern.match(predicate)
        if not match and name == "residence" and context.source.islower():
            match = re.match(r"lives in (?P<v>[a-z]+)$", predicate)
        if not match or (re.match(r"moved|became", match[0]) and long_ago(context, clause)):
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
        if name == "nationality" and value.lower() not in lexicon.DEMONYMS:
            continue
        if name == "residence":
            value = re.split(
                r"\s(?:and|with|but|for|so|now|last|this|in|on|when|after|before|back|recently|just|a|two"
                r"|three|\d+)\b",
                value,
            )[0]
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
            lasting=True if name == "age" else None,  # who turned eight today is eight tomorrow
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


_PRONOUN_NAME = re.compile(
    r"(?:his|her|its|their|he|she|it|they)(?: name|'s name| names)?(?: is|'s| are)(?: called"
    r"| named)? (?P<name>[A-Z][\w'-]+(?:,? and [A-Z][\w'-]+)?)$",
    re.I,
)
_JUST_HAD = re.compile(rf"\b(?:have|'ve|got|adopted|bought|my|our)\b[^.]*?\b(?P<relation>{RELATION})", re.I)


#: "My brother isn't called Rob, he's called Bob".
_NOT_CALLED = re.compile(
    r"(?:'s name)?\s*(?:isn'?t|is not|'s not)(?: called| named)? (?P<name>[A-Z][\w'-]+)$", re.I
)


def pronoun_names(context: Context, clause: Clause) -> list[Candidate]:
    """ "I have a dog. His name is Rex.": the name of the one who was just spoken of."""
    match = _PRONOUN_NAME.match(clause.text)
    before = context.neighbour(clause, -1)
    if (
        not match
        or before is None
        or not match["name"][0].isupper()
        or not re.search(r"name|called", match[0], re.I)
        or nested.has_one(before.text)
    ):
        return []
    had = _JUST_HAD.search(before.text)
    if not had or NOT_A_NAME.match(match["name"]):
        return []
    key = relation_key(had["relation"])
    shown = key.replace("_", " ")
    mine = _MINE.match(before.text)
    denied = _NOT_CALLED.match(mine["rest"]) if mine else None
    found = candidate(
        context,
        clause,
        type=MemoryType.RELATIONSHIP,
        slot=relation_slot(key),
        value=match["name"],
        subject=Subject(relation_kind(key), key, match["name"] if " " not in match["name"] else ""),
        content=f"Your {shown}'s name is {match['name']}",
        entities=(match["name"],),
    )
    return [replace(one, act=Act.CORRECT, former=denied["name"]) for one in found] if denied else found
