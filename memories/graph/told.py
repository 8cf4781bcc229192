"""What a memory connects, from its subject, its slot and value, and the names in its words. Pure; both languages."""

# ruff: noqa: E501

from collections.abc import Iterable, Sequence

from memories.graph import told_en, told_zh
from memories.graph.names import clean, is_generic
from memories.graph.types import (
    COMES_FROM,
    LIVES_IN,
    LOCATED_IN,
    SELF,
    WORKS_AT,
    WORKS_IN,
    Edge,
    Node,
    Statement,
    Told,
)  # fmt: skip
from memories.kinds import EntityKind
from memoryhub import patterns as re

#: The rules that wrote a person's relations; another number has everybody's taken anew.
VERSION = 1

_PLACES = {
    "residence": LIVES_IN, "hometown": COMES_FROM, "nationality": COMES_FROM, "attribute.work-city": WORKS_IN,
    "location": LOCATED_IN,
}  # fmt: skip
#: What held once, will hold, or may: nothing is connected by it.
_NOT_NOW = re.compile(
    r"\b(?:used to|no longer|not|n[o']t|never|formerly|previously|ex-\w+|will|shall|going to|plans?|wants?|wish(?:es)?|hopes?|would|might|may|could|if|whether|"
    r"until|left|quit|retired|worked|lived|studied)\b|n['’]t\b|"
    r"不再|以前|曾经|过去|之前|原来|原先|从前|打算|想[去到在要]|希望|将要?|即将|计划|准备|可能|也许|大概|如果|要是|不[是在住去]|没[有在]?|离开|离职|辞职|退休|[去住读上]过|工作过",
    re.IGNORECASE,
)  # fmt: skip
_HAN = re.compile("[\u3400-\u9fff]")


def read(statement: Statement, *, things: Sequence[str] = ()) -> Told:
    """The edges that a memory tells; ``things`` are names known to be of organisations or places."""
    subject = statement.subject
    edges: list[Edge] = []
    if subject.relation:
        edges.append(Edge(SELF, subject.relation, subject))
    if not statement.holds or _NOT_NOW.search(statement.content):
        return Told(tuple(edges))
    reader = told_zh if _HAN.search(statement.content) else told_en
    found, aliases = reader.read(statement.content, subject=subject, things=things)
    edges += found or _of_slot(statement)
    return Told(tuple(_distinct(edges)), tuple(aliases))


def _of_slot(statement: Statement) -> list[Edge]:
    """What slot and value tell where the words have not been read: a text by hand, or by a model."""
    value = clean(statement.value)
    if not value or len(value) > 60:
        return []
    if statement.slot == "employer":
        generic = is_generic(value) or re.search(
            rf"\b(?:an?|the|my|your)\s+{re.escape(value)}", statement.content
        )
        if re.match(r"(?:in|at|for)\b", value):
            return []
        org = Node(EntityKind.ORGANISATION, value, of=statement.subject if generic else None)
        return [Edge(statement.subject, WORKS_AT, org)]
    predicate = _PLACES.get(statement.slot)
    if predicate is None or re.match(r"(?:an?|the|my|with|near)\b", value):
        return []
    name, _, wider = value.partition(", ")
    place = Node(EntityKind.PLACE, name)
    edges = [Edge(statement.subject, predicate, place)]
    return [*edges, Edge(place, LOCATED_IN, Node(EntityKind.PLACE, wider))] if wider else edges


def _distinct(edges: Iterable[Edge]) -> Iterable[Edge]:
    return (edge for edge in dict.fromkeys(edges) if edge.subject != edge.object)
