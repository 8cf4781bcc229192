"""Work, study and languages."""

from dataclasses import replace

from memories.capture.rules_en import lexicon
from memories.capture.rules_en.build import Context, candidate, dated_content, long_ago
from memories.capture.rules_en.clauses import Clause
from memories.capture.rules_en.homes import place_in
from memories.capture.rules_en.jobs import employer
from memories.capture.rules_en.statement import Statement, Tense
from memories.capture.rules_en.values import is_empty, value_of
from memories.capture.rules_en.words import article
from memories.capture.types import Act, Candidate, Ends
from memories.kinds import MemoryType
from memoryhub import patterns as re

_AS = re.compile(
    r"(?:full[- ]time |part[- ]time |mainly |mostly |now |freelance )*as (?:an?|the|their)? ?(?P<job>.+)",
    re.I,
)
_AT = re.compile(
    r"(?P<prep>at|for|with) (?P<org>(?!me\b|him\b|her\b|them\b|us\b|it\b|people\b|kids\b|children\b"
    r"|animals\b|my hands\b|a lot\b|clients\b|different\b|many\b|some\b).+)",
    re.I,
)
_FIELD = re.compile(
    r"(?:(?:full[- ]time|part[- ]time|mostly|mainly|remotely) )*(?P<prep>in|with|on|from|as"
    r"|at|nights?|shifts|part[- ]time|full[- ]time|outdoors|outside|remotely|the night shift"
    r"|weekends|long hours|\d+ hours) ?(?P<what>.*)",
    re.I,
)
_HOW_LONG = re.compile(
    r"(?:(?:the (?:last|past)|about|almost|nearly|over|more than|around|many|several|some) )*"
    r"[\w-]+ (?:years?|months?|weeks?|decades?)\b|(?:a while|ages|ever|now)\b",
    re.I,
)
_NOT_FIELD = re.compile(
    r"(?:it|this|that|them|these|the (?:following|project|code|problem|same|assignment|above)"
    r"|an? (?:project|paper|problem|report|presentation|script|document|plan|solution|new|similar"
    r"|feature|proposal|task)|my (?:project|paper|thesis|code|essay|assignment|resume|cv)|progress"
    r"|something|some|getting|making|you|your|improving|order|creating|building|developing|implementing"
    r"|writing)\b",
    re.I,
)


def working(context: Context, statement: Statement) -> list[Candidate]:
    """What "I work …" says of job, employer or field."""
    if (
        statement.verb not in ("work", "freelance", "moonlight")
        or statement.modal
        or statement.tense == Tense.FUTURE
    ):
        return []
    clause, rest = statement.clause, statement.rest
    ended = statement.ended or statement.tense == Tense.USED
    if statement.tense in (Tense.PAST, Tense.MODAL) or (statement.negated and not ended):
        if (
            re.fullmatch(r"(?:right now|at the moment|outside the home)?", rest.strip(), re.I)
            and statement.negated
            and statement.tense == Tense.PRESENT
        ):
            return candidate(
                context, clause, type=MemoryType.FACT, slot="occupation", value="not working", positive=False
            )
        return []
    rest = re.sub(r"^(?:(?:now|there|currently|hard|mostly|mainly|together) )+", "", rest)
    if match := _AS.match(rest):
        phrase = re.split(r"\s(?:at|for|with)\s", match["job"], maxsplit=1)
        job = re.sub(
            r"\s(?:in (?:a|the|an|my|our) .*|now|part[- ]time|full[- ]time|currently|right now|on .*"
            r"|these days|to .*|and .*|any ?more|during .*|from home)$",
            "",
            value_of(phrase[0]),
            flags=re.I,
        )
        if is_empty(job) or re.match(r"(?:intended|expected|well|advertised|a team|one)\b", job, re.I):
            return []
        found = candidate(
            context,
            clause,
            type=MemoryType.FACT,
            slot="occupation",
            value=job,
            act=Act.END if ended else Act.STATE,
            positive=not ended,
            content=f"You {'used to work' if ended else 'work'} as {article(job)}",
        )
        if len(phrase) > 1 and not _HOW_LONG.match(phrase[1]):
            found += employer(context, statement, phrase[1])
        return found
    if match := _AT.match(rest):
        found = employer(context, statement, match["org"])
        if found and (inner := re.search(r"\sas (?:an? )?(?P<job>[\w -]+)", match["org"])):
            found += candidate(
                context,
                clause,
                type=MemoryType.FACT,
                slot="occupation",
                value=value_of(inner["job"]),
                content=f"You work as {article(value_of(inner['job']))}",
            )
        if found:
            return found
    if match := _FIELD.match(rest):
        value = value_of(rest)
        if _NOT_FIELD.match(match["what"]) or (
            statement.tense == Tense.PROGRESSIVE and match["prep"].lower() in ("on", "with", "from")
        ):
            return []
        if match["prep"].lower() in ("in", "as", "with") and is_empty(match["what"]):
            return []
        slot = "occupation" if match["prep"].lower() == "in" else "habit"
        return candidate(
            context,
            clause,
            type=MemoryType.FACT if slot == "occupation" else MemoryType.PREFERENCE,
            slot=slot,
            value=value_of(match["what"]) if slot == "occupation" else f"work {value}",
            act=Act.END if ended else Act.STATE,
            positive=not ended,
        )
    return []


_EMPLOYER_FORMS = (
    re.compile(
        r"(?:my|our) (?:current |new )?(?:employer|company|workplace|firm)(?:'s name)?(?: is|'s) (?:now "
        r"|called |named )?(?P<org>.+)",
        re.I,
    ),
    re.compile(
        r"(?P<org>[A-Z][\w&.' -]*) is (?:still )?(?:where i(?:'m| am)? (?:currently )?(?:work|employed"
        r"|working)|my (?:current |new )?(?:employer|workplace))\b",
        re.I,
    ),
    re.compile(r"(?:my|our) (?:current |new |day )?job is (?:at|with) (?P<org>.+)", re.I),
    re.compile(
        r"(?:the )?(?:company|place|firm|business|organi[sz]ation|shop|school|hospital|bank) (?:that "
        r"|which )?i (?:currently )?(?:work|am employed|'m employed) ?(?:for|at|by|with)?(?: is"
        r"|'s) (?:called |named )?(?P<org>.+)",
        re.I,
    ),
    re.compile(
        r"i (?:have|got|have got|'ve got|hold) (?:an? )?(?:new |full[- ]time |part[- ]time |good "
        r"|great )*(?:job|position) (?:at|with) (?P<org>.+)",
        re.I,
    ),
    re.compile(
        r"i (?:just |recently |have |'ve )*(?:got|started|took|accepted|landed) (?:a|my|the) (?:new )?(?:job"
        r"|position) (?:at|with) (?P<org>[A-Z].+)"
    ),
    re.compile(
        r"i(?:'m| am) (?:on the (?:staff|payroll) (?:of|at)|a member of staff at|part of the team at) (?P<org>.+)",
        re.I,
    ),
)
_JOB_FORMS = (
    re.compile(
        r"(?:my|our) (?:current |new |day |full[- ]time )?(?:job|profession|occupation|job title"
        r"|career|trade)(?: title)? is (?:as )?(?:being )?(?:an? |that of an? )?(?P<job>.+)",
        re.I,
    ),
    re.compile(r"i (?:have )?(?:just )?(?:make|earn) (?:a|my) living (?:as|by) (?:an? )?(?P<job>.+)", re.I),
)


#: "My company is in Ghent" tells a place and no name.
_LOCATED = re.compile(
    r"(?:(?:based|located|situated|right|just|now|over) )*"
    r"(?P<prep>in|on|at|near|outside|next to|close to|from|by|downtown)\b ?(?P<where>.*)",
    re.I,
)


def _town(context: Context, clause: Clause, located: re.Match[str]) -> list[Candidate]:
    place = place_in(located["where"]) if located["prep"].lower() == "in" else ""
    if not place[:1].isupper():
        return []
    return candidate(
        context, clause, type=MemoryType.FACT, slot="attribute.work-city", value=place, entities=(place,)
    )


def workplaces(context: Context, clause: Clause) -> list[Candidate]:
    """The wordings of employer and job in which "I work" is not the main verb."""
    text = clause.text[clause.lead :]
    for pattern in _EMPLOYER_FORMS:
        if match := pattern.match(text):
            located = _LOCATED.match(match["org"])
            return (
                _town(context, clause, located)
                if located
                else employer(context, None, match["org"], clause=clause)
            )
    for pattern in _JOB_FORMS:
        if match := pattern.match(text):
            job = value_of(re.split(r"\s(?:at|for|with) ", match["job"], maxsplit=1)[0])
            if lexicon.profession_in(job):
                return candidate(
                    context,
                    clause,
                    type=MemoryType.FACT,
                    slot="occupation",
                    value=job,
                    content=f"You work as {article(job)}",
                )
    return []


def studying(context: Context, statement: Statement) -> list[Candidate]:
    """Languages spoken; what is being learnt; what was studied; a profession taken up."""
    verb, clause, rest = statement.verb, statement.clause, statement.rest
    if verb in ("speak", "know") and statement.tense == Tense.PRESENT and statement.modal in ("", "can"):
        return _languages(context, statement)
    if (
        verb == "teach"
        and statement.tense == Tense.PROGRESSIVE
        and (match := re.match(r"myself (?:how )?(?:to )?(?P<what>.+)", rest, re.I))
    ):
        return candidate(
            context, clause, type=MemoryType.FACT, slot="learning", value=value_of(match["what"])
        )
    if verb in ("learn", "study", "take") and statement.tense == Tense.PROGRESSIVE and not statement.negated:
        if verb == "take" and not re.search(r"\b(?:lessons|classes|a class|a course)\b", rest, re.I):
            return []
        value = value_of(re.sub(r"^(?:to|how to|about) ", "", rest, flags=re.I))
        value = re.sub(
            r"\s(?:at (?:the |my )?[\w ]+|since .*|for (?:a|the|my|\w+ (?:years?|months?|weeks?)).*"
            r"|in (?:college|school|university|\d+).*|every .*|on \w+days?|right now)$",
            "",
            value,
            flags=re.I,
        )
        if is_empty(value) or re.match(
            r"(?:more|how|from|a lot|for (?:an?|my|the) (?:exam|test)|abroad|hard|new|so|at|in)\b",
            value,
            re.I,
        ):
            if (
                verb == "study"
                and (match := re.match(r"(?:at|for|in) (?P<what>.+)", rest, re.I))
                and not is_empty(match["what"])
            ):
                return candidate(
                    context, clause, type=MemoryType.FACT, slot="", value=value_of(match["what"])
                )
            return []
        return candidate(context, clause, type=MemoryType.FACT, slot="learning", value=value)
    if (
        verb == "study"
        and statement.tense in (Tense.PAST, Tense.PRESENT, Tense.PERFECT)
        and not statement.negated
        and not statement.modal
    ):
        value = re.sub(r"\s(?:at|in|for|under|abroad|back|with|from)\b.*", "", value_of(rest), flags=re.I)
        if (
            is_empty(value)
            or re.match(r"(?:for|at|the (?:effect|case|data|paper)|hard|abroad|in|all)\b", value, re.I)
            or len(value.split()) > 4
        ):
            return []
        slot = "learning" if statement.tense == Tense.PRESENT else "studied"
        return candidate(context, clause, type=MemoryType.FACT, slot=slot, value=value)
    if (
        verb in ("major", "specialise", "specialize", "graduate")
        and not statement.negated
        and not statement.modal
    ):
        if verb == "graduate" and statement.tense in (Tense.PAST, Tense.PERFECT):
            dates = context.dates(clause, past=True)
            value = (
                re.sub(r"\s*(?:\b(?:in|last|this|two|three|\d+) [\w ]+)$", "", value_of(rest), flags=re.I)
                or "graduated"
            )
            found = candidate(
                context,
                clause,
                type=MemoryType.FACT,
                slot="studied",
                value=value,
                occurred=dates[0][2] if dates else None,
                content=dated_content(clause.text, dates[0]) if dates else "",
            )
            old = long_ago(context, clause) or re.search(r"\bhigh school\b", rest, re.I)
            return found if old else [replace(one, ends=Ends.STUDY) for one in found]
        if verb == "graduate":
            return []
        match = re.match(r"in (?P<what>.+)", rest, re.I)
        value = value_of(match["what"]) if match else ""
        return (
            candidate(context, clause, type=MemoryType.FACT, slot="studied", value=value)
            if value and not is_empty(value)
            else []
        )
    if (
        verb == "have"
        and statement.tense == Tense.PRESENT
        and not statement.negated
        and (
            match := re.match(
                r"(?:an? |my |two )?(?:[\w']+ )?(?:degree|phd|doctorate|diploma|bachelor'?s?|master'?s?"
                r"|ba|bs|bsc|ma|msc|mba|major)s?(?: degree)?(?: in| from| of) (?P<what>.+)",
                rest,
                re.I,
            )
        )
    ):
        return candidate(context, clause, type=MemoryType.FACT, slot="studied", value=value_of(match["what"]))
    if verb == "become" and statement.tense in (Tense.PERFECT, Tense.PAST) and not statement.negated:
        match = re.match(r"an? (?P<job>.+)", rest, re.I)
        job = (
            re.sub(
                r"\s(?:at|in|for|and|last|this|because|after|with|\d).*$",
                "",
                value_of(match["job"]),
                flags=re.I,
            )
            if match
            else ""
        )
        if job and lexicon.profession_in(job):
            if long_ago(context, clause):
                return []
            return candidate(context, clause, type=MemoryType.FACT, slot="occupation", value=job)
        if (match := lexicon.DIET.match(rest)) and value_of(rest):
            return candidate(
                context,
                clause,
                type=MemoryType.FACT,
                slot="diet",
                value=re.sub(r"^an? ", "", match[0]),
                content=f"You are {match[0]}",
            )
    return []


def _languages(context: Context, statement: Statement) -> list[Candidate]:
    rest = re.sub(
        r"^(?:(?:fluent|some|a (?:little|bit)(?: of)?|both|also|basic|conversational|good|broken"
        r"|decent|native|only|a few words of|pretty good|enough) )+",
        "",
        statement.rest,
        flags=re.I,
    )
    spoken = [
        word for word in re.findall(r"[A-Za-z]+", rest.split(" to ")[0]) if word.lower() in lexicon.LANGUAGES
    ]
    first = re.match(r"[A-Za-z]+", rest)
    if not spoken or first is None or first[0].lower() not in lexicon.LANGUAGES:
        if (
            statement.verb == "speak"
            and not statement.negated
            and (
                match := re.match(
                    r"(?:two|three|four|five|six|several|many|\d) (?:different )?languages", rest, re.I
                )
            )
        ):
            return candidate(context, statement.clause, type=MemoryType.FACT, slot="", value=match[0])
        return []
    found = list[Candidate]()
    for language in dict.fromkeys(spoken):
        name = language[:1].upper() + language[1:]
        if statement.negated:
            found += candidate(
                context,
                statement.clause,
                type=MemoryType.FACT,
                slot="languages",
                value=name,
                positive=False,
                act=Act.END if statement.ended else Act.STATE,
                content=f"You don't speak {name}",
            )
        else:
            found += candidate(
                context,
                statement.clause,
                type=MemoryType.FACT,
                slot="languages",
                value=name,
                content=f"You speak {name}" if len(spoken) > 1 else "",
            )
    return found
