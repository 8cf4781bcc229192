"""What is said of those whom the graph alone knows: "Acme is based in Leeds", after "my wife works at Acme". Pure.

A firm and its town are no matter of a person's, but where somebody of theirs works is, and so is what is told of that.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from memories.capture.acquaintances import Acquaintance
from memories.capture.types import Candidate, Subject, Text
from memories.graph import told
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
)
from memories.kinds import EntityKind, MemoryType
from memoryhub import patterns as re

_SLOTS = {
    LOCATED_IN: "location",
    LIVES_IN: "residence",
    COMES_FROM: "hometown",
    WORKS_AT: "employer",
    WORKS_IN: "attribute.work-city",
}
_HAN = re.compile("[\u3400-\u9fff]")
_SENTENCE = re.compile(r"(?:[^.!?。！？\n]|\.(?=\S))+[.!?。！？]*")
#: Where a sentence goes on with a statement of its own; what stands before it is left to the one before.
_CLAUSE = re.compile(r"(?:[,;]?\s+(?:and|but|while)\s+|;\s*|[，；,]\s*)(?=\S)")
_OPENS = re.compile(
    r"^(?:(?:and|but|so|also|oh|well|actually|by the way|btw|it turns out that|you know|turns out)[,\s]+)+|"
    r"^(?:而且|不过|但是?|其实|对了|另外|顺便说一下|话说|还有|那|哦|嗯)+[，,]?",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"[?？]\s*$|[吗呢么]\s*[。.]?$|^(?:is|are|does|do|did|where|who|what|which)\b", re.IGNORECASE
)
#: Said by others, thought, or set as a condition.
_NOT_SAID = re.compile(
    r"\b(?:if|whether|suppose|imagine|wonder|maybe|perhaps|probably|guess|think|thought|heard|read|says?|said|claims?|"
    r"rumou?r|apparently|like)\b|如果|假如|是不是|可能|也许|大概|听说|据说|好像|以为|觉得|猜|说",
    re.IGNORECASE,
)
_HEAD = r"(?:CEO|boss|head|director|founder|owner|principal|headteacher)"
_WHICH = re.compile(r"^which\s+(?=is|has|belongs|sits|lies)", re.IGNORECASE)
_IT = re.compile(
    r"^(?:it(?:'s|’s| is)|they(?:'re|’re| are))\s+(?=(?:based|headquartered|located)\b)", re.IGNORECASE
)
_ITS_ZH = re.compile(
    r"^(?:它的?|他们的?|这家公司的?|那家公司的?|公司的?)?(?=(?:总部|总公司)(?:设|位于|就|也)?在?)"
)


@dataclass(frozen=True, slots=True)
class _Clause:
    """A clause with its place in the message, and the sentence that it belongs to."""

    words: str
    start: int
    sentence: str


def find(text: Text, *, known: Iterable[Acquaintance], said: Sequence[Candidate]) -> list[Candidate]:
    """What the text tells of those whom the graph has without a relation to the person, and of what it names itself."""
    things = {one.name: one for one in known if not one.relation} | _named_here(said)
    if not things:
        return []
    found: list[Candidate] = []
    last: Acquaintance | None = None
    for clause in _clauses(text.text):
        if about := _about(clause, things, last):
            thing, content = about
            if not (_ASKS.search(clause.sentence.strip()) or _NOT_SAID.search(clause.sentence)):
                found += _candidates(thing, content, clause)
        last = _mentioned(clause.words, things) or last
    return found


def _named_here(said: Sequence[Candidate]) -> dict[str, Acquaintance]:
    """The organisations that the message itself connects with somebody of the person's."""
    nodes: list[Node] = []
    for one in said:
        who = one.subject
        subject = (
            SELF if who.kind == EntityKind.SELF else Node(who.kind, who.name, who.relation, subject=True)
        )
        edges = told.read(Statement(one.content, subject, one.slot, one.value, holds=one.positive)).edges
        nodes += [edge.object for edge in edges if edge.object.kind == EntityKind.ORGANISATION]
    return {
        node.name: Acquaintance(str(node.kind), "", node.name, node.name)
        for node in nodes
        if node.name and node.of is None
    }


def _clauses(text: str) -> Iterator[_Clause]:
    for sentence in _SENTENCE.finditer(text):
        at = sentence.start()
        bounds = [*_CLAUSE.finditer(text, sentence.start(), sentence.end())]
        for end, goes_on in [*((one.start(), one.end()) for one in bounds), (sentence.end(), sentence.end())]:
            words = text[at:end]
            opening = len(words) - len(words.lstrip())
            opening += match.end() if (match := _OPENS.match(words[opening:])) else 0
            if words[opening:].strip():
                yield _Clause(words[opening:].rstrip(" \t.。!！"), at + opening, sentence.group())
            at = goes_on


def _about(
    clause: _Clause, things: dict[str, Acquaintance], last: Acquaintance | None
) -> tuple[Acquaintance, str] | None:
    """Whom or what the clause speaks of, and the clause with its name."""
    words = clause.words
    for name in sorted(things, key=len, reverse=True):
        edge = "" if _HAN.search(name) else r"(?![\w-])"
        if re.match(rf"(?:the\s+)?(?:{_HEAD}\s+of\s+)?{re.escape(name)}{edge}", words, re.IGNORECASE):
            return things[name], words
    if last is not None and last.kind == EntityKind.ORGANISATION:
        for pattern, put in ((_WHICH, f"{last.name} "), (_IT, f"{last.name} is "), (_ITS_ZH, last.name)):
            if match := pattern.match(words):
                return last, put + words[match.end() :]
    return None


def _mentioned(words: str, things: dict[str, Acquaintance]) -> Acquaintance | None:
    return next((things[name] for name in sorted(things, key=len, reverse=True) if name in words), None)


def _candidates(thing: Acquaintance, content: str, clause: _Clause) -> list[Candidate]:
    living = thing.kind in (EntityKind.PERSON, EntityKind.PET)
    edges = told.read(Statement(content), things=() if living else (thing.name,)).edges
    mine = [edge for edge in edges if edge.subject.name == thing.name]
    return [_candidate(thing, content, clause, edge) for edge in mine[:1]]


def _candidate(thing: Acquaintance, content: str, clause: _Clause, edge: Edge) -> Candidate:
    chinese = _HAN.search(content) is not None
    living = thing.kind in (EntityKind.PERSON, EntityKind.PET)
    return Candidate(
        type=MemoryType.RELATIONSHIP if living else MemoryType.FACT,
        content=content[:1].upper() + content[1:],
        quote=clause.words,
        start=clause.start,
        end=clause.start + len(clause.words),
        language="zh" if chinese else "en",
        subject=Subject(EntityKind(thing.kind), "", thing.word or thing.name),
        slot=_SLOTS.get(edge.predicate, ""),
        value=edge.object.name,
        origin="rules_zh" if chinese else "rules_en",
    )
