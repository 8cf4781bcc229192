"""What an English statement connects: "Your wife Ana works at Siemens", "Siemens is based in Munich". Pure."""

# ruff: noqa: E501

from collections.abc import Sequence
from dataclasses import replace

from memories.graph.names import NAME, PERSON, clean, is_generic
from memories.graph.types import (
    COMES_FROM,
    LED_BY,
    LIVES_IN,
    LOCATED_IN,
    PART_OF,
    SELF,
    SPOUSE,
    STUDIES_AT,
    WORKS_AT,
    WORKS_IN,
    Edge,
    Node,
)  # fmt: skip
from memories.kinds import EntityKind
from memories.recall.relation_words import RELATION_WORDS_EN, agree, is_animal
from memoryhub import patterns as re

REL = "|".join(sorted(map(re.escape, RELATION_WORDS_EN), key=len, reverse=True))
_MINE = r"(?:[Yy]our|[Mm]y|[Oo]ur|(?:[Tt]he )?[Uu]ser['’]s)"
_KIND_OF = r"(?:(?P<best>best\s+)|(?:older|younger|elder|little|big|late|eldest|oldest|youngest|new|good|close|old|own)\s+)?"
_OF_MINE = re.compile(rf"{_MINE}\s+{_KIND_OF}(?P<rel>{REL})\b(?!-)(?:,?\s+(?P<name>{PERSON}),?)?")
_ORG_NOUN = r"(?P<via>company|employer|firm|workplace|office|school|university|college|nursery|kindergarten)"
_MY_ORG = re.compile(rf"{_MINE}\s+{_ORG_NOUN}\b(?:,?\s+(?P<name>{NAME}),?)?")
_ORG_OF = re.compile(rf"['’]s\s+{_ORG_NOUN}\b(?:,?\s+(?P<name>{NAME}),?)?")
_KIN_OF = re.compile(rf"['’]s\s+{_KIND_OF}(?P<rel>{REL})\b(?:,?\s+(?P<name>{PERSON}),?)?")
_ONESELF = re.compile(r"(?:You|I|(?:The )?[Uu]ser)\b(?!['’]s\s+\w+\s+(?:is|are)\b)")
_NAMED = re.compile(
    rf"(?:The\s+)?(?!(?:Your|My|Our|The|This|That|It|He|She|They|We|There)\b)(?P<name>{NAME})"
)
_SEAT = re.compile(
    r"(?:['’]s)?\s+(?:main\s+|head\s+|local\s+|german\s+|new\s+)?(?:headquarters|head office|office|hq|campus|plant|factory|site|branch)\b", re.I
)  # fmt: skip
_STUDY = frozenset({"school", "university", "college", "nursery", "kindergarten"})

#: An organisation: by its name, "a start-up called Lumen", or a kind of it ("a bakery").
_ORG = rf"(?:(?:an?|the)\s+[\w\s-]{{1,40}}?\s+(?:called|named)\s+)?(?:the\s+)?(?P<org>{NAME})|(?:an?|the|his|her|their)\s+(?P<generic>[a-z][a-z -]{{1,30}}?)(?=\s+(?:in|near|as|with|and)\b|\s*[,.;]|\s*$)"
_PLACE = rf"(?:the\s+)?(?P<place>{NAME})(?:,\s+(?P<wider>{NAME}))?"
_NOW = r"(?:\s+(?:also|now|currently|still|mostly|both|originally|usually|just|happily|proudly))*"

_WHERE = r"(?:based|located|headquartered|situated|registered)"


def _form(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"{_NOW}\s+{pattern}")


#: How a predicate goes on after its subject; the object is what the group of its kind holds.
_FORMS: tuple[tuple[re.Pattern[str], str], ...] = (
    (_form(rf"(?:works?|am working|(?:is|are) working|has worked|have worked){_NOW}\s+(?:as\s+[^,.;]{{1,40}}?\s+)?(?:at|for|with)\s+(?:{_ORG})"), WORKS_AT),
    (_form(rf"(?:teach(?:es)?|is employed|are employed|interns?|volunteers?)\s+(?:[a-z]+\s+)?(?:at|by)\s+(?:{_ORG})"), WORKS_AT),
    (_form(rf"(?:am|is|are)\s+(?:an?|the)\s+(?:student|pupil|fresher|undergraduate)\s+at\s+(?:{_ORG})"), STUDIES_AT),
    (_form(rf"(?:am|is|are)\s+(?:an?|the)\s+[a-z][\w\s-]{{1,40}}?\s+at\s+(?:{_ORG})"), WORKS_AT),
    (_form(rf"(?:works?|(?:is|are) working){_NOW}\s+(?:as\s+[^,.;]{{1,40}}?\s+)?in\s+{_PLACE}"), WORKS_IN),
    (_form(rf"(?:study|studies|(?:is|are) studying)\s+(?:[a-z]+\s+){{0,3}}(?:at|in)\s+(?:{_ORG})"), STUDIES_AT),
    (_form(rf"attends?\s+(?:{_ORG})"), STUDIES_AT),
    (_form(r"(?:go|goes)\s+to\s+(?P<org>[A-Z][\w’'-]*(?:\s+[A-Z][\w’'-]*)*\s+(?:School|College|University|Academy|Nursery|Kindergarten|High|Primary))\b"), STUDIES_AT),
    (_form(rf"(?:lives?|(?:is|are) living|has lived|have lived|settled)\s+(?:[a-z]+\s+){{0,2}}?(?:in|near)\s+{_PLACE}"), LIVES_IN),
    (_form(rf"(?:has |have )?(?:just |recently )?(?:moved|relocated)\s+(?:[a-z]+\s+)?to\s+{_PLACE}"), LIVES_IN),
    (_form(rf"(?:am|is|are|comes?){_NOW}\s+from\s+{_PLACE}"), COMES_FROM),
    (_form(rf"(?:(?:was|were)\s+born|grew\s+up)\s+in\s+{_PLACE}"), COMES_FROM),
    (_form(rf"(?:am|is|are|got)\s+(?:happily\s+)?married\s+to\s+(?P<person>{PERSON})"), SPOUSE),
    (_form(rf"(?:belongs?\s+to|is\s+(?:now\s+)?(?:part\s+of|owned\s+by|an?\s+(?:subsidiary|part|division|branch|daughter)\s+of))\s+(?:{_ORG})"), PART_OF),
    (_form(rf"is\s+(?:run|led|headed|managed)\s+by\s+(?P<person>{PERSON})"), LED_BY),
)  # fmt: skip
_SITS = _form(
    rf"(?:is|are|sits?|lies?|has moved|moved)\s+(?:\w+ly\s+)?(?P<based>{_WHERE}\s+)?(?:in|near|at|to)\s+{_PLACE}"
)
_HAS_SEAT = _form(
    rf"has\s+its\s+(?:main\s+|head\s+)?(?:headquarters|office|head office|seat)\s+in\s+{_PLACE}"
)
_LEADS = _form(
    rf"(?:runs?|owns?|founded|leads?|heads?|is\s+(?:the\s+)?(?:CEO|head|director|founder|owner|principal|boss)\s+of)\s+(?:{_ORG})"
)
_LED = re.compile(
    rf"The\s+(?:CEO|boss|head|director|founder|owner|principal|headteacher)\s+of\s+(?:the\s+)?(?P<org>{NAME})\s+is\s+(?:called\s+)?(?P<person>{PERSON})"
)
_CALLED = re.compile(
    rf"(?:['’]s name)?\s+(?:is|are)(?:\s+(?:called|named))?\s+(?P<name>{PERSON}|{NAME})\s*[.!]?$"
)
_IS_OF = re.compile(r"\s+(?:is|am|are)\s+(?=\S)")
_WITH = re.compile(
    rf"\bwith\s+(?P<whose>his|her|their|your|my)\s+{_KIND_OF}(?P<rel>{REL})\s+(?P<name>{PERSON})"
)
_TAIL = re.compile(rf"\s+in\s+{_PLACE}")
_ALIAS = re.compile(
    rf"\b(?:also\s+known\s+as|also\s+called|short\s+for|known\s+as|aka|a\.k\.a\.)\s+(?P<name>{NAME})"
)
_ALIAS_AFTER = re.compile(
    rf"^(?P<one>{NAME})\s+\((?P<other>[\w\u3400-\u9fff][\w\u3400-\u9fff &.-]{{1,40}})\)"
)


def read(
    text: str, *, subject: Node, things: Sequence[str] = ()
) -> tuple[list[Edge], list[tuple[Node, str]]]:
    """The edges and aliases of one English statement; ``things`` are names known to be of organisations or places."""
    plain = text.strip().rstrip(".!")
    if match := _LED.match(plain):
        return [Edge(_org(match["org"]), LED_BY, _person(match["person"]))], []
    found = _head(plain, subject)
    if found is None:
        return [], []
    who, at, edges = found
    aliases: list[tuple[Node, str]] = []
    if (match := _ALIAS.search(plain, at)) and who.name:
        aliases.append((who, clean(match["name"])))
    seat = _SEAT.match(plain, at)
    at = seat.end() if seat else at
    if who.of is not None and (match := _CALLED.match(plain, at)):
        named = who.named(clean(match["name"]))
        return [*edges[:-1], Edge(edges[-1].subject, edges[-1].predicate, named)], aliases
    edges += _said(who, plain, at, things=things, seat=seat is not None)
    if match := _WITH.search(plain, at):
        owner = SELF if match["whose"] in ("your", "my") else who
        other = _kin(_relation(match), match["name"], mine=owner == SELF)
        edges.append(Edge(owner, _relation(match), other))
    return edges, aliases


def _head(plain: str, subject: Node) -> tuple[Node, int, list[Edge]] | None:
    """Who or what a statement opens with, where its predicate begins, and what the head itself connects."""
    edges: list[Edge] = []
    if match := _OF_MINE.match(plain):
        relation = _relation(match)
        mine = agree(frozenset({subject.relation}), frozenset({relation}))
        who = subject if mine else _kin(relation, match["name"] or "", mine=True)
        if not mine:
            edges.append(Edge(SELF, relation, who))
    elif match := _MY_ORG.match(plain):
        who, edge = _org_of(SELF, match)
        edges.append(edge)
    elif match := _ONESELF.match(plain):
        who = SELF
    elif match := _NAMED.match(plain):
        name = clean(match["name"])
        who = subject if subject.name == name else Node(EntityKind.THING, name)
    else:
        return None
    at = (
        match.end()
        if not (who.kind == EntityKind.THING and match["name"].endswith(("'s", "’s")))
        else match.end() - 2
    )
    while match := _KIN_OF.match(plain, at) or _ORG_OF.match(plain, at):
        owner = _as_person(who)
        if "rel" in match.re.groupindex:
            relation = _relation(match)
            who = _kin(relation, match["name"] or "", of=owner)
            edges.append(Edge(owner, relation, who))
        else:
            who, edge = _org_of(owner, match)
            edges.append(edge)
        at = match.end()
    return who, at, edges


def _said(who: Node, plain: str, at: int, *, things: Sequence[str], seat: bool) -> list[Edge]:
    """What the predicate connects the head with."""
    place_like = who.kind == EntityKind.ORGANISATION or seat or who.name in things
    if match := _HAS_SEAT.match(plain, at):
        return [Edge(_as_org(who), LOCATED_IN, _place(match["place"])), *_wider(match)]
    if (match := _SITS.match(plain, at)) and (match["based"] or place_like) and who != SELF:
        if who.kind == EntityKind.PERSON:
            return [Edge(who, WORKS_IN, _place(match["place"])), *_wider(match)]
        return [Edge(who, LOCATED_IN, _place(match["place"])), *_wider(match)]
    if match := _LEADS.match(plain, at):
        return [Edge(_object_org(match, who), LED_BY, _as_person(who)), *_tail(match, plain, who)]
    for pattern, predicate in _FORMS:
        if not (match := pattern.match(plain, at)):
            continue
        groups = match.re.groupindex
        holder = _as_org(who) if predicate in (PART_OF, LED_BY) else _as_person(who)
        if "place" in groups:
            return [Edge(holder, predicate, _place(match["place"])), *_wider(match)]
        if "person" in groups:
            return [Edge(holder, predicate, _person(match["person"]))]
        return [Edge(holder, predicate, _object_org(match, holder)), *_tail(match, plain, holder)]
    if (match := _IS_OF.match(plain, at)) and (found := _head(plain[match.end() :], SELF)):
        _other, end, edges = found
        if (
            edges
            and end + match.end() >= len(plain)
            and not edges[-1].object.name
            and edges[-1].object.kind != EntityKind.ORGANISATION
        ):
            last = edges[-1]
            one = replace(_as_person(who), relation=last.predicate if last.subject == SELF else "")
            return [*edges[:-1], Edge(last.subject, last.predicate, one)]
    return []


def _tail(match: re.Match[str], plain: str, owner: Node) -> list[Edge]:
    """Where the organisation is, if the statement goes on with it: "at a bakery in Ghent"."""
    tail = _TAIL.match(plain, match.end())
    return [Edge(_object_org(match, owner), LOCATED_IN, _place(tail["place"])), *_wider(tail)] if tail else []


def _wider(match: re.Match[str]) -> list[Edge]:
    """Munich is in Germany, where it is told as "Munich, Germany"."""
    return [Edge(_place(match["place"]), LOCATED_IN, _place(match["wider"]))] if match["wider"] else []


def _object_org(match: re.Match[str], owner: Node) -> Node:
    found = match.groupdict()
    if (name := found.get("org")) and not is_generic(clean(name)):
        return _org(name)
    return Node(EntityKind.ORGANISATION, clean(found.get("generic") or found.get("org") or ""), of=owner)


def _org_of(owner: Node, match: re.Match[str]) -> tuple[Node, Edge]:
    name = clean(match["name"] or "")
    org = (
        Node(EntityKind.ORGANISATION, name) if name else Node(EntityKind.ORGANISATION, match["via"], of=owner)
    )
    return org, Edge(owner, STUDIES_AT if match["via"] in _STUDY else WORKS_AT, org)


def _org(name: str) -> Node:
    return Node(EntityKind.ORGANISATION, clean(name))


def _place(name: str) -> Node:
    return Node(EntityKind.PLACE, clean(name))


def _person(name: str) -> Node:
    return Node(EntityKind.PERSON, clean(name))


def _relation(match: re.Match[str]) -> str:
    key = RELATION_WORDS_EN[match["rel"]]
    return "best_friend" if match["best"] and key == "friend" else key


def _kin(relation: str, name: str = "", *, of: Node | None = None, mine: bool = False) -> Node:
    """Somebody by what they are called: the person's own have the relation, another's are of that other."""
    kind = EntityKind.PET if is_animal(relation) else EntityKind.PERSON
    name = clean(name)
    if mine:
        return Node(kind, name, relation=relation)
    return Node(kind, name) if name else Node(kind, of=of, relation="" if of is None else relation)


def _as_person(node: Node) -> Node:
    return Node(EntityKind.PERSON, node.name) if node.kind == EntityKind.THING else node


def _as_org(node: Node) -> Node:
    return Node(EntityKind.ORGANISATION, node.name) if node.kind == EntityKind.THING else node
