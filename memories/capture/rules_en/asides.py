"""Who is named in passing, in a clause that tells of something else: "with my husband Dan", "my wife Ines thinks …"."""

from dataclasses import replace

from memories.capture.rules_en.build import Context, candidate
from memories.capture.rules_en.clauses import Clause
from memories.capture.rules_en.lexicon import RELATION, relation_key, relation_kind, relation_slot
from memories.capture.rules_en.owning import NOT_A_NAME
from memories.capture.rules_en.values import value_of
from memories.capture.rules_en.words import second_person, verb_form, words_of
from memories.capture.types import Candidate, Subject
from memories.capture.value_keys_dictionary import dictionary
from memories.kinds import EntityKind, MemoryType
from memoryhub import patterns as re

_NAMED = re.compile(
    rf"\b(?P<my>[Mm]y|[Oo]ur) (?:[a-z-]+ )??(?P<relation>(?i:{RELATION})),? "
    r"(?P<name>(?:(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor)\b\.? )?(?!(?:Mr|Mrs|Ms|Mx|Dr|Prof)\b)[A-Z][a-z][\w-]*"
    r"|[a-z]{3,12}\b(?!'))"
)
_NOT_AFTER = frozenset(
    words_of(
        """
    and but who that which with from for the has had was were are his her their its our said says not
    all got can will would could should may might does did been just also still never always both each
    then there here when while because since after before until into onto over under about too now today
        """
    )
)


def lower_name(context: Context, word: str) -> bool:
    """Whether a word in small letters can be a name: the whole message is in small letters and no dictionary has it."""
    return (
        context.source.islower()
        and word.isalpha()
        and word not in _NOT_AFTER
        and verb_form(word) is None
        and not word.endswith(("ing", "ed", "ly", "ness", "tion"))
        and word not in dictionary().english
    )


_THEIR_DOING = re.compile(r"\s+(?!(?:and|&|with|from|in)\b)[a-z]")


def companions(context: Context, clause: Clause) -> list[Candidate]:
    """The people whom a clause names beside what it tells."""
    if clause.joiner in ("if", "unless"):
        return []
    found = list[Candidate]()
    for match in _NAMED.finditer(clause.text):
        name, key = match["name"], relation_key(match["relation"])
        if NOT_A_NAME.match(name) or not (name[:1].isupper() or lower_name(context, name)):
            continue
        if context.source.istitle() or context.source.isupper():
            continue
        if key == "friend" and match.start() <= clause.lead and _THEIR_DOING.match(clause.text, match.end()):
            continue  # what a friend does or likes is the friend's
        name = name if name[:1].isupper() else name.title()
        relation = re.sub(
            r"^(?:my|our) ", "", match[0][: match.start("name") - match.start()].strip(" ,"), flags=re.I
        )
        named = candidate(
            context,
            replace(clause, start=clause.start + match.start(), text=clause.text[match.start() :], lead=0),
            type=MemoryType.RELATIONSHIP,
            slot=relation_slot(key),
            value=name,
            subject=Subject(relation_kind(key), key, name),
            content=f"Your {relation} is called {name}",
            end=clause.start + match.end(),
            entities=(name,),
            turned=False,
        )
        found += named
    return found


#: "a widow with three grown-up children"
_WITH_SOME = re.compile(
    r"(?:i'm|i am) (?:an?|the|married|divorced|single|widowed|separated)\b[^,.;]* with (?P<many>"
    rf"(?:an?|one|two|three|four|five|six|seven|\d) (?:[\w-]+ ){{0,3}}(?P<relation>{RELATION}))$",
    re.I,
)


def with_children(context: Context, clause: Clause) -> list[Candidate]:
    """The children or animals that somebody says to have beside what they are."""
    match = _WITH_SOME.match(clause.text[clause.lead :])
    key = relation_key(match["relation"]) if match else ""
    if not match or relation_slot(key) == "friend":
        return []
    return candidate(
        context,
        clause,
        type=MemoryType.RELATIONSHIP,
        slot=relation_slot(key),
        value=match["many"],
        subject=Subject(relation_kind(key), key),
        content=f"You have {match['many']}",
    )


_WHO = re.compile(
    r"(?:(?:is|are|studies|study|works?|lives?|loves?|likes?|hates?|plays?|goes|teaches|speaks?"
    r"|has|just (?:turned|started)"
    r"|turned|turns|moved|wants to be)\b)",
    re.I,
)


#: The same one, by a pronoun: "My daughter is Lotte, she's 7 and plays the cello".
_THEY = re.compile(
    r"(?:she|he|it|they)(?:(?:'s|'re| is| are) (?:(?:only|just|now|almost|about|nearly|already)"
    r" )*(?:\d|an? (?!bit|little|lot)|from |"
    r"in [A-Z]|allergic to |(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b)|"
    r" (?:studies|study|works?|lives?|loves?|hates?|plays?|goes to|teaches|speaks?|just (?:turned"
    r"|started)|turned|has an?)\b)",
    re.I,
)


def described(context: Context, clause: Clause, last: Candidate) -> Candidate | None:
    """The one who was just introduced, with what "who …" adds: "I have a daughter, Wren, who studies law"."""
    if last.type != MemoryType.RELATIONSHIP or last.subject.kind is EntityKind.SELF or clause.question:
        return None
    named = last.value == last.subject.name and last.value
    told = bool(named and _THEY.match(clause.text)) and clause.joiner in ("", "and", "but")
    if not told and (clause.joiner != "who" or not _WHO.match(clause.text)):
        return None
    if not re.fullmatch(r"[\s,]*(?:who|and|but)?\s*", context.normal[last.end : clause.start], re.I):
        return None
    more = value_of(clause.text)
    end = clause.start + clause.text.find(more) + len(more)
    who = "" if told else "who "
    return replace(
        last,
        content=f"{last.content}, {who}{second_person(more)}",
        quote=context.source[last.start : end],
        end=end,
    )
