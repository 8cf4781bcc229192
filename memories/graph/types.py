"""The plain values of the graph: whom and what a statement names, and how it connects them. No Django model."""

from dataclasses import dataclass, replace
from typing import Optional

from memories.kinds import EntityKind

#: What connects: these, and the keys of slots.RELATIONS ("wife", "boss"), read as "has a wife".
WORKS_AT, WORKS_IN, STUDIES_AT = "works_at", "works_in", "studies_at"
LIVES_IN, COMES_FROM, LOCATED_IN = "lives_in", "comes_from", "located_in"
PART_OF, LED_BY, SPOUSE = "part_of", "led_by", "spouse"
VERBS = (
    WORKS_AT, WORKS_IN, STUDIES_AT, LIVES_IN, COMES_FROM, LOCATED_IN, PART_OF, LED_BY, SPOUSE,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Node:
    """Somebody or something that a statement names; without a name it is known by whose it is (``of``).

    ``relation`` is to the person, or to that other. ``subject``: it is what the memory is about, whatever it is called.
    """

    kind: EntityKind
    name: str = ""
    relation: str = ""
    of: Optional["Node"] = None
    subject: bool = False

    def named(self, name: str) -> "Node":
        """The same with a name, by which it is known from here on."""
        return replace(self, name=name, of=None, relation="")


SELF = Node(EntityKind.SELF)


@dataclass(frozen=True, slots=True)
class Edge:
    """The subject has the object in this way: (Ana, works_at, Siemens), (the person, wife, Ana)."""

    subject: Node
    predicate: str
    object: Node


@dataclass(frozen=True, slots=True)
class Statement:
    """What is read of a memory: its words, and what is known of them beside."""

    content: str
    subject: Node = SELF
    slot: str = ""
    value: str = ""
    holds: bool = True  # neither a denial, nor a plan, a task or a rule


@dataclass(frozen=True, slots=True)
class Told:
    """The edges of a statement, and other names of what it names."""

    edges: tuple[Edge, ...] = ()
    aliases: tuple[tuple[Node, str], ...] = ()
