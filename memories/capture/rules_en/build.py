"""From a found statement to a Candidate: quotation, content, sensitivity and the marks of its clause."""

from dataclasses import dataclass, field, replace
from datetime import datetime

from memories.capture import dates_en
from memories.capture.dates_en import Found
from memories.capture.rules_en import sensitive
from memories.capture.rules_en.clauses import Clause
from memories.capture.rules_en.statement import NO_MORE
from memories.capture.rules_en.values import addressed
from memories.capture.rules_en.words import second_person, sentence
from memories.capture.types import SELF, Act, Candidate, ResolvedDate, Subject
from memories.kinds import DatePrecision, MemoryType, Sensitivity
from memoryhub import patterns as re

_MOMENT = re.compile(
    r"\b(?:today|tonight|right now|this (?:morning|afternoon|evening)|at the moment|for once"
    r"|just now|for now|just this once)\b",
    re.IGNORECASE,
)
#: What is learnt, worked at or lived in "at the moment" goes on for weeks.
_GOES_ON = frozenset({"learning", "plan", "employer", "occupation", "residence", "dwelling"})
_NOW = re.compile(r"\b(?:right now|at the moment|just now)\b", re.IGNORECASE)
_RELATIVE = re.compile(
    r"tomorrow|yesterday|today|tonight|next|last|this|coming|ago|\bin \w+(?: \w+)* (?:days?"
    r"|weeks?|months?|years?)|on \w+day|^\w+day",
    re.IGNORECASE,
)
_DOUBT = re.compile(r"\b(?:probably|maybe|perhaps|possibly|might be)\b", re.IGNORECASE)
_TRAILING_NOISE = re.compile(
    r"(?:[\s,]+(?:lol|lmao|haha+|too|as well|though|btw|by the way|please|thanks|thank you|actually"
    r"|honestly|to be honest|tbh|you know|either"
    r"|by the way|so|and|but|because|then|anyway|(?<!right )now|&|xd))+$",
    re.IGNORECASE,
)


@dataclass(slots=True)
class Context:
    """One message while it is read: its text, its normal form, when it was said, and its clauses."""

    source: str
    normal: str
    said_at: datetime
    previous_assistant: str = ""
    clauses: list[Clause] = field(default_factory=list)
    explicit: bool = False

    def dates(self, clause: Clause, *, past: bool = False) -> list[Found]:
        """The dates in a clause, with offsets into the clause."""
        return dates_en.find(clause.text, said_at=self.said_at, past=past or None)

    def neighbour(self, clause: Clause, step: int) -> Clause | None:
        index = next((i for i, c in enumerate(self.clauses) if c is clause), -1) + step
        return self.clauses[index] if 0 <= index < len(self.clauses) else None


def candidate(
    context: Context,
    clause: Clause,
    *,
    type: MemoryType,
    slot: str,
    value: str,
    content: str = "",
    end: int | None = None,
    subject: Subject = SELF,
    act: Act = Act.STATE,
    positive: bool = True,
    lasting: bool | None = None,
    tentative: bool = False,
    safety: bool = False,
    category: str | None = None,
    occurred: ResolvedDate | None = None,
    planned: ResolvedDate | None = None,
    entities: tuple[str, ...] = (),
    turned: bool = True,
) -> list[Candidate]:
    """The candidate of a clause, as a list of one; empty when its words speak to the assistant.

    ``end`` is the offset in the message where its quotation ends (default: where the clause does). Without ``content``
    the quotation is turned to address the person. ``category`` None: found by the words.
    """
    stop = min(end if end is not None else clause.end, clause.end)
    if " unless " in context.normal[stop : clause.end].lower():
        stop = clause.end  # the exception belongs to what it limits
    words = context.source[clause.start : stop].rstrip(" \t\n,.;:!-")
    words = _TRAILING_NOISE.sub("", words)
    if not words or (turned and addressed(context.normal[clause.start : clause.start + len(words)])):
        return []
    if not content:
        plain = context.normal[clause.start : clause.start + len(words)]
        subject_said = "I'm " if NO_MORE.match(plain) else "I "
        content = second_person(subject_said + plain[:1].lower() + plain[1:] if clause.implied else plain)
    content = sentence(
        re.sub(
            r"^((?:You|you)(?:'re|'ve)?) (?:also|really do|do(?= (?:like|love|enjoy|hate|prefer|have)\b)) ",
            r"\1 ",
            content,
        )
    )
    marked = sensitive.category(f"{words} {content}") if category is None else category
    if lasting is None:
        spoken = _NOW.sub("", words) if slot in _GOES_ON else words
        lasting = not _MOMENT.search(spoken) or type in (MemoryType.EVENT, MemoryType.TASK)
    if clause.correction and act == Act.STATE:
        act = Act.CORRECT
    return [
        Candidate(
            type=type,
            content=content,
            quote=context.source[clause.start : clause.start + len(words)],
            start=clause.start,
            end=clause.start + len(words),
            language="en",
            subject=subject,
            slot=slot,
            value=re.sub(r"\s+", " ", value).strip(" \"'"),
            act=act,
            former=clause.former if act == Act.CORRECT else "",
            positive=positive,
            lasting=lasting,
            tentative=tentative or clause.tentative or bool(_DOUBT.search(words)),
            explicit=context.explicit,
            safety=safety,
            sensitivity=Sensitivity.SENSITIVE if marked and not safety else Sensitivity.NORMAL,
            category="" if safety else marked,
            occurred=occurred,
            planned=planned,
            entities=entities,
        )
    ]


_BACK_THEN = re.compile(
    r"\bback in\b|\bback when\b|\b(?:when|while) (?:i|we|he|she|they) (?:was|were|had|went|studied|worked"
    r"|started|finished|turned|first|left|got)\b|\b(?:as a (?:child|kid|teenager|student|boy|girl|young)"
    r"|in my (?:teens|(?:early |mid |late )?(?:twenties|thirties|forties|fifties|[2-9]0s))"
    r"|at (?:the age of )?(?:\d{1,2}|eighteen|twenty\S*)$|after (?:college|university|school))\b",
    re.IGNORECASE,
)
_EVER_SINCE = re.compile(
    r"\b(?:ever since|since then|still (?:live|living|here|there|work|am|are|is|do)|haven'?t left"
    r"|never left|been here|stayed)\b",
    re.IGNORECASE,
)
_RECENT = 365  # days within which a day or a month is not long ago, whichever side of New Year it lies


def long_ago(context: Context, clause: Clause) -> bool:
    """Whether the clause tells of an earlier year or of the person's youth, and nothing says that it still holds."""
    start = context.normal.rfind("\n", 0, clause.start) + 1
    stops = [at for mark in ".!?\n" if (at := context.normal.find(mark, clause.end)) >= 0]
    sentence_said = context.normal[start : min(stops, default=len(context.normal))]
    if _EVER_SINCE.search(sentence_said[clause.start - start :]):
        return False
    before = sentence_said[: clause.start - start]
    opening = re.split(r"[.!?]", before)[-1]
    if _BACK_THEN.search(clause.text) or _BACK_THEN.search(opening):
        return True
    following = context.neighbour(clause, 1)
    if following is not None and re.match(r"(?:when|while|back) ", context.normal[clause.end :].lstrip(" ,")):
        return bool(_BACK_THEN.search(context.normal[clause.end : following.end]))
    today = context.said_at.date()
    return any(
        day.on.year < today.year and (day.precision == DatePrecision.YEAR or (today - day.on).days > _RECENT)
        for *_place, day in context.dates(clause, past=True)
    )


def with_when(context: Context, clause: Clause) -> Clause:
    """A clause with the "when I was twenty" that follows it, which tells its time."""
    following = context.neighbour(clause, 1)
    if (
        following is None
        or following.joiner not in ("when", "while")
        or following.sentence != clause.sentence
    ):
        return clause
    if not re.match(r"(?:i|we|my [a-z]+) (?:was|were|had|went|studied|worked|lived)\b", following.text, re.I):
        return clause
    return replace(clause, text=context.normal[clause.start : following.end], end=following.end)


def dated_content(text: str, found: Found | None) -> str:
    """The person's words turned, with a relative date written out: "tomorrow" → "on 6 March 2025"."""
    if found is None:
        return second_person(text)
    start, end, resolved = found
    phrase = text[start:end]
    coarse = resolved.precision == DatePrecision.MONTH and "week" in phrase.lower()
    if coarse or (resolved.precision == DatePrecision.YEAR and not _RELATIVE.search(phrase)):
        return second_person(text) + (f" ({resolved.on:%B %Y})" if coarse else "")
    before, after = text[:start].rstrip(" ,"), text[end:]
    lead = re.match(r"(?:by|until|since|for|from|around|of|before|after)\b", phrase, re.IGNORECASE)
    written = dates_en.spoken(resolved)
    if not lead and (lead := re.search(r"\b(?:from|by|until|since|to|of|for)$", before, re.IGNORECASE)):
        before = before[: lead.start()].rstrip()
    if lead:
        written = f"{lead[0].lower()} {written.split(' ', 1)[1]}"
    if not before:
        return sentence(second_person(after.lstrip(" ,"))) + " " + written
    return second_person(f"{before} {written}{after}")
