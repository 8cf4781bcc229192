"""What an English message says of its writer, found by rules: clauses, then patterns over them. Pure functions."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from memories.capture.rules_en import (
    asides,
    attitudes,
    avoidance,
    beside,
    best,
    capacity,
    careers,
    changes,
    current,
    decisions,
    endings,
    events,
    explicit,
    fragments,
    habits,
    health,
    homes,
    identity,
    life,
    measures,
    meetings,
    naming,
    nested,
    owning,
    partings,
    people,
    plans,
    possessions,
    spouses,
    tastes,
    things,
    turned,
    using,
    work,
)
from memories.capture.rules_en.blanks import normal
from memories.capture.rules_en.build import Context
from memories.capture.rules_en.clauses import Clause, clauses
from memories.capture.rules_en.corrections import corrections
from memories.capture.rules_en.instructions import instructions
from memories.capture.rules_en.statement import Statement, parse
from memories.capture.types import Candidate, Text
from memoryhub import patterns as re

#: Over the clause as it stands, in order; the first that finds something has it.
_CLAUSE_RULES: tuple[Callable[[Context, Clause], list[Candidate]], ...] = (
    turned.turned,
    partings.partings,
    naming.names,
    tastes.favourites,
    best.liked_best,
    work.workplaces,
    careers.promotions,
    careers.projects,
    measures.measures,
    homes.homes,
    events.occasions,
    health.reactions,
    people.introductions,
    people.relatives,
    people.pronoun_names,
    decisions.decisions,
    tastes.roundabout,
    attitudes.feelings,
    fragments.fragments,
    things.attributes,
    tastes.rather,
    capacity.as_a,
)
#: Over "I …", in order.
_STATEMENT_RULES: tuple[Callable[[Context, Statement], list[Candidate]], ...] = (
    events.coming,
    identity.being,
    current.current,
    life.turned,
    tastes.liked_states,
    attitudes.attitudes,
    tastes.tastes,
    avoidance.consumption,
    avoidance.quitting,
    possessions.several_things,
    careers.careers,
    work.working,
    work.studying,
    homes.living,
    homes.renting,
    things.having,
    using.using,
    owning.owning,
    events.scheduled,
    habits.playing,
    life.private,
    habits.taking,
    habits.habits,
    life.stations,
    life.skills,
    life.pastimes,
    events.past,
    meetings.met,
    plans.wishes,
    life.holdings,
    endings.left_away,
)
_LATIN = re.compile(r"[A-Za-z]")
_SENTENCE = re.compile(r"[^.!?\n]+(?:\.(?=\S)[^.!?\n]+)*")
MAX_CANDIDATES = 10


def extract(text: Text) -> list[Candidate]:
    """The candidates of a message in the order of its words; at most ten."""
    if not _LATIN.search(text.text):
        return []
    context = Context(
        source=text.text,
        normal=normal(text.text),
        said_at=text.said_at,
        previous_assistant=text.previous_assistant,
    )
    found = corrections(context)
    asked = _asked(context) + _asked_back(context)
    found += [candidate for start, end in asked for candidate in _remembered(context, start, end)]
    rest = context.normal
    for start, end in asked:
        rest = rest[:start] + re.sub(r"[^\n]", " ", rest[start:end]) + rest[end:]
    context.normal = rest
    orders = instructions(context)
    for order in orders:
        context.normal = (
            context.normal[: order.start] + " " * (order.end - order.start) + context.normal[order.end :]
        )
    found += orders
    changed, spans = changes.changes(context, clauses(context.normal))
    for start, end in spans:
        context.normal = context.normal[:start] + " " * (end - start) + context.normal[end:]
    found += changed + _stated(context, clauses(context.normal))
    return _distinct(found)[:MAX_CANDIDATES]


def _asked(context: Context) -> list[tuple[int, int]]:
    spans = list[tuple[int, int]]()
    for match in _SENTENCE.finditer(context.normal):
        if context.normal[match.end() : match.end() + 1] == "?" and not re.match(
            r"\s*(?:can|could|will|would) you\b", match[0], re.I
        ):
            continue
        body = match[0].lstrip(" \t,:-")
        at = match.start() + len(match[0]) - len(body)
        if span := explicit.asked(body):
            spans.append((at + span[0], at + span[1]))
    return spans


_BACK = re.compile(
    r"(?:(?:please|pls|can you|could you|and|so|just|ok|okay|do)[,\s]+)*(?:remember|note|keep in mind"
    r"|don'?t forget|make a"
    r" note of|store|save|write down|memori[sz]e)(?:\s+(?:that|this|it))?(?:\s+(?:please|for me"
    r"|for later|for next time"
    r"|down|in mind|ok|okay))*[\s,]*",
    re.I,
)


_BACK_TAIL = re.compile(rf",\s*(?:{_BACK.pattern})$", re.I)


def _asked_back(context: Context) -> list[tuple[int, int]]:
    """The sentence before "Remember that." or "Please note this for me."."""
    spans, before = list[tuple[int, int]](), (0, 0)
    for match in _SENTENCE.finditer(context.normal):
        asks = context.normal[match.end() : match.end() + 1] == "?"
        if _BACK.fullmatch(match[0].strip(" \t,:-")):
            if before[1] > before[0]:
                spans.append(before)
        elif match[0].strip():
            body = match[0]
            tail = _BACK_TAIL.search(body, max(0, len(body) - 60))
            body = body[: tail.start()] if tail else body
            lead = re.match(
                r"\s*(?:note to self|for the record|fyi|heads up|so you know)\s*[:,-]\s*", body, re.I
            )
            start = match.start() + (lead.end() if lead else len(body) - len(body.lstrip(" \t,:-")))
            before = (0, 0) if asks else (start, match.start() + len(body.rstrip()))
            if tail and before[1] > before[0]:
                spans.append(before)
    return spans


def _remembered(context: Context, start: int, end: int) -> list[Candidate]:
    inner = Context(
        source=context.source,
        normal=context.normal,
        said_at=context.said_at,
        previous_assistant=context.previous_assistant,
        explicit=True,
    )
    inner.normal = " " * start + context.normal[start:end] + " " * (len(context.normal) - end)
    orders = instructions(inner)
    found = orders or _stated(
        inner, [replace(c, question=False) for c in clauses(context.normal[start:end], offset=start)]
    )
    return found or explicit.note(context, start, end)


def _stated(context: Context, parts: list[Clause]) -> list[Candidate]:
    context.clauses = parts
    found = list[Candidate]()
    for clause in parts:
        more = found and (
            asides.described(context, clause, found[-1]) or nested.named(context, clause, found[-1])
        )
        if more:
            found[-1] = more
            continue
        if clause.question or clause.conditional or len(clause.text) > 400:
            continue
        if found and (same := beside.of_the_same(context, clause, found[-1])):
            found += same
            continue
        clause, *states = beside.halves(clause)
        told = _of_clause(context, clause)
        told += [one for state in states for one in beside.state(context, state)]
        named = [one for one in asides.companions(context, clause) if not _about(told, one)]
        wed = spouses.spouses(context, clause)
        found += told + named + wed + asides.with_children(context, clause)
    return found


def _about(told: Iterable[Candidate], named: Candidate) -> bool:
    """Whether what a clause tells names that person already."""
    return any(one.subject == named.subject or named.value in one.content for one in told)


def _of_clause(context: Context, clause: Clause) -> list[Candidate]:
    for rule in _CLAUSE_RULES:
        if found := rule(context, clause):
            return [c for c in found if c.value or c.content]
    statement = parse(clause)
    if statement is None:
        return []
    for statement_rule in _STATEMENT_RULES:
        if found := statement_rule(context, statement):
            return found
    return []


def _distinct(found: Iterable[Candidate]) -> list[Candidate]:
    seen, kept = set[tuple[object, ...]](), list[Candidate]()
    for item in sorted(found, key=lambda c: (c.start, c.end)):
        key = (item.subject, item.slot, item.value.lower() or item.content.lower(), item.act)
        if key not in seen:
            seen.add(key)
            kept.append(item)
    return kept


__all__ = ["extract"]
