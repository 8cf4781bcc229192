"""What is not eaten, drunk, worn or used, and what was given up."""

from memories.capture.rules_en.build import Context, candidate
from memories.capture.rules_en.endings import to_clause_end, value_and_end
from memories.capture.rules_en.statement import Statement, Tense
from memories.capture.rules_en.values import is_empty, value_of, without_article
from memories.capture.types import Act, Candidate
from memories.kinds import MemoryType
from memories.recall.topics import topics_of
from memoryhub import patterns as re

_CONSUMING = frozenset(["touch", "eat", "drink", "consume", "smoke", "use", "wear", "tolerate", "vape"])


#: "I'm not eating gluten" tells of a diet; "I'm not eating lunch" of the day.
_GIVEN_UP = re.compile(
    r"(?:(?:any|much) )?(?:dairy|gluten|nuts?|peanuts?|caffeine|coffee|alcohol|sugar|milk|wheat"
    r"|lactose|shellfish|seafood|soy"
    r"|eggs?|pork|beef|(?:red )?meat|fish|carbs|bread|animal products|processed food"
    r"|fast food)\b(?!.*\b(?:today"
    r"|tonight|now)\b)",
    re.I,
)


#: "I haven't smoked since March": what is left is a time, and no thing.
_NOTHING_NAMED = re.compile(
    r"(?:at all|any ?more|any longer|ever|now|since\b.*|(?:for|in) (?!me\b|my\b|the (?!last|past)\b).*"
    r"(?:days?|weeks?|months?|years?|decades?|ages|while)\b.*)?",
    re.I,
)
_FOR_LONG = re.compile(
    r"\b(?:(?:in|for) (?:[\w-]+ ){1,3}?(?:weeks|months|years|ages|decades)|(?:in|for) (?:ages|a (?:month|year|while))"
    r"|since (?:\d{4}|(?:last )?(?:[A-Z]\w+|summer|winter|spring|autumn|year|month|christmas|easter)))\b"
)
_JUST_NOW = re.compile(
    r"[^.!?;]*\b(?:since|for|in) [^.!?;]*\b(?:hours?|minutes?|morning|breakfast|lunch|dinner|noon|yesterday|last night|"
    r"today|i (?:woke|got) up)\b",
    re.I,
)


#: "I try to avoid dairy", "I try not to eat sugar"
_TRIES = re.compile(
    r"(?:to (?:avoid|stay away from|cut (?:out|down on)|limit)|not to (?:eat|drink|have|use|buy"
    r"|smoke)(?: (?:any|too much|much))?)"
    r" (?P<what>.+)",
    re.I,
)
_FOOD_LIKE = re.compile(
    r"(?!(?:the|that|this|it|any|being|making|doing|having|getting|using|confusion|errors?)\b)\w", re.I
)


def consumption(context: Context, statement: Statement) -> list[Candidate]:
    """What is not eaten, drunk, worn or used."""
    if (
        statement.verb == "try"
        and not (statement.modal or statement.negated)
        and statement.present
        and (tried := _TRIES.match(statement.rest))
    ):
        value = value_of(tried["what"])
        if is_empty(value) or not _FOOD_LIKE.match(value):
            return []
        return candidate(
            context, statement.clause, type=MemoryType.PREFERENCE, slot="avoids", value=value, positive=False
        )
    if (
        statement.verb == "avoid"
        and statement.tense in (Tense.PRESENT, Tense.PROGRESSIVE)
        and not statement.negated
        and not statement.modal
    ):
        value, end = value_and_end(statement)
        if is_empty(value) or re.match(
            r"(?:the|having|being|doing|getting|making|errors?|that|using (?:the|it|an?|this))\b", value, re.I
        ):
            return []
        return candidate(
            context,
            statement.clause,
            type=MemoryType.PREFERENCE,
            slot="avoids",
            value=value,
            end=end,
            positive=False,
        )
    if (
        statement.negated
        and statement.verb in CHOSEN - _CONSUMING
        and statement.tense == Tense.PRESENT
        and not statement.modal
        and re.search(r"\bnever\b", statement.clause.text[: statement.verb_at - statement.clause.start], re.I)
        and not re.match(r"(?:the|that|this|it|an?|to|my|for)\b", statement.rest, re.I)
    ):
        value, end = value_and_end(statement)
        if is_empty(value):
            return []
        return candidate(
            context,
            statement.clause,
            type=MemoryType.PREFERENCE,
            slot="avoids",
            value=value,
            end=end,
            positive=False,
        )
    for_long = statement.tense == Tense.PERFECT and statement.negated and _FOR_LONG.search(statement.rest)
    if statement.verb not in _CONSUMING and not (
        statement.verb in ("have", "touch", "stomach")
        and statement.negated
        and (statement.modal == "can" or for_long)
    ):
        return []
    if statement.tense == Tense.PERFECT and re.search(
        r"\b(?:yet|today|breakfast|lunch|dinner|all day|in (?!(?:\w+ )?(?:weeks|months|years|ages)\b)\w+)\b",
        statement.rest,
        re.I,
    ):
        return []
    if (
        not statement.negated
        or statement.tense not in (Tense.PRESENT, Tense.PERFECT, Tense.PROGRESSIVE)
        or (statement.tense == Tense.PROGRESSIVE and not _GIVEN_UP.match(statement.rest))
        or statement.modal not in ("", "can", "do")
    ):
        return []
    named = topics_of(value_of(statement.rest).split(" ")[0].lower()) & {"food", "drink"} if for_long else ()
    if (
        statement.verb in ("have", "touch")
        and not named
        and not re.match(
            r"(?:dairy|gluten|nuts?|peanuts?|caffeine|alcohol|sugar|milk|wheat|lactose|shellfish|seafood"
            r"|soy|eggs?|pork|meat|spicy)\b",
            statement.rest,
            re.I,
        )
    ):
        return []
    if statement.verb in ("use", "wear") and not re.match(
        r"(?:social media|facebook|twitter|instagram|tiktok|drugs|makeup|perfume|glasses|a car|credit cards"
        r"|plastic|fur|leather|heels|jewel\w+|cloth\w+|[\w-]+ (?:clothes|clothing|products|apps)"
        r"|products|any .*products|clothing .*)\b",
        statement.rest,
        re.I,
    ):
        return []
    after = context.normal[statement.rest_at : statement.clause.end + 40]  # "since this morning" is cut off
    if statement.tense == Tense.PERFECT and _JUST_NOW.match(after):
        return []
    value, end = value_and_end(statement)
    if statement.verb in ("smoke", "vape", "drink") and _NOTHING_NAMED.fullmatch(value):
        value, end = (
            {"smoke": "smoking", "vape": "vaping", "drink": "alcohol"}[statement.verb],
            statement.clause.end,
        )
    if for_long and (time := _FOR_LONG.search(value)):
        value, end = value[: time.start()].rstrip(), statement.clause.end
    if is_empty(value) or re.match(
        r"(?:enough|much|well|lunch|breakfast|dinner|yet|out|in (?:the|a)|at)\b", value, re.I
    ):
        return []
    clause = statement.clause
    end = to_clause_end(statement, end)
    return candidate(
        context, clause, type=MemoryType.PREFERENCE, slot="avoids", value=value, end=end, positive=False
    )


_QUITTING = frozenset(["quit", "stop"])


def quitting(context: Context, statement: Statement) -> list[Candidate]:
    """ "I quit smoking", "I gave up meat", "I stopped eating sugar"."""
    skip = ""
    if statement.verb == "give" and (
        match := re.match(r"up (?:on )?(?!trying|hope|so|it|that|this|on\b)", statement.rest, re.I)
    ):
        skip = re.escape(match[0])
    elif statement.verb not in _QUITTING or not re.match(
        r"(?:smoking|drinking|eating|playing|going|using|running|vaping|watching|taking|working|doing)\b",
        statement.rest,
        re.I,
    ):
        return []
    if statement.negated or statement.tense not in (Tense.PAST, Tense.PERFECT):
        return []
    value, end = value_and_end(statement, skip=skip)
    if is_empty(value):
        return []
    match = re.match(r"(?P<verb>playing|eating|drinking|using|watching|taking)\s+(?P<what>.+)", value, re.I)
    clause = statement.clause
    if match and match["verb"].lower() in ("eating", "drinking", "using"):
        return candidate(
            context,
            clause,
            type=MemoryType.PREFERENCE,
            slot="avoids",
            value=match["what"],
            end=end,
            positive=False,
        )
    if match and match["verb"].lower() == "playing":
        return candidate(
            context,
            clause,
            type=MemoryType.FACT,
            slot="plays",
            value=without_article(match["what"]),
            end=end,
            act=Act.END,
            positive=False,
        )
    return candidate(
        context,
        clause,
        type=MemoryType.PREFERENCE,
        slot="habit",
        value=value,
        end=end,
        act=Act.END,
        positive=False,
    )


#: With "only" these tell a choice: "I only buy second-hand clothes".
CHOSEN = frozenset(
    [
        "use",
        "wear",
        "buy",
        "eat",
        "read",
        "listen",
        "watch",
        "shop",
        "drink",
        "date",
        "fly",
        "purchase",
        "play",
        "cook",
    ]
)
