"""English text cut into sentences and clauses, each with what surrounds it: question, condition, quotation, fiction."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from memories.capture.irony import ironic, mocking
from memories.capture.rules_en.lexicon import RELATION
from memories.capture.rules_en.make_believe import DENIES, FICTION
from memories.capture.rules_en.openings import (
    BESIDE_THEN_SUBJECT,
    FRAME,
    HEDGE,
    INTERJECTIONS,
    LEAD,
    NO_MORE,
    ON_DAYS_I,
    ONLY_LEAD,
    PRONOUN,
    TIME_THEN_SUBJECT,
)
from memories.capture.rules_en.words import words_of
from memoryhub import patterns as re

#: From here on the words are material to work on, not the person speaking.
_MATERIAL = re.compile(
    r"(?:\b(?:translate|rewrite|rephrase|reword|paraphrase|proof-?read|summari[sz]e|polish|shorten"
    r"|correct|edit|fix|improve|reply to|respond to"
    r"|continue|complete|convert|analy[sz]e|explain|classify|make (?:this|the following"
    r"|it))\b[^.!?\n]*[:\n]"
    r"|\b(?:write|draft|create|generate|compose|give) (?:me |us |up )?(?:an? |the |some |my )?[^.!?\n]{0,60}"
    r"\b(?:poem|story|letter|email|e-mail|essay|song|lyrics|script|dialogue|monologue|speech|bio|review|post|caption"
    r"|cover letter|paragraph|message|prompt|tweet|character|scene|cv|resume|statement|application)\b"
    r"|\b(?:the following|here is (?:the|my|an?)|here's (?:the|my|an?)|below is|this is (?:the"
    r"|my) (?:text|draft|email|essay|letter|code))\b"
    r"[^.!?\n]*[:\n])",
    re.IGNORECASE,
)
_END = re.compile(
    r"[.!?\u2026]+(?=[\s\"')\]]|$)|[。！？]+|[\n;]+|\s[-\u2013\u2014]{2,}\s|\s(?:[:;]-?[)(DPp]|<3|xd)(?=\s|$)",
    re.IGNORECASE,
)
_ABBREVIATION = re.compile(
    r"\b(?:mr|mrs|ms|dr|st|prof|jr|sr|vs|e\.g|i\.e|etc|approx|[ap]\.m|mt|ft)$", re.IGNORECASE
)

_JOINERS = words_of(
    """
    and but so or plus because cause cuz since as though although while whereas unless if when whenever
    whether which who until yet except then also
    """
)
_JOIN = "(?:" + "|".join(_JOINERS) + ")"
_ELIDED = (
    r"(?:(?:strongly|really|greatly|vastly|strictly|completely|generally|actively|much|also"
    r"|only|exclusively) )*"
    r"(?:avoid|refuse|don'?t|do not|can'?t|cannot|am|was|have|live|work|love|like|hate|enjoy|speak|play|own"
    r"|never|always|usually|used to|study|collect"
    r"|weigh|wear|keep|coach|bake|paint|sing|drive|ride|earn|grow|suffer from|come from|commute"
    r"|drink|eat|prefer|teach|volunteer|grew up|moved|run|watch|read|collect|cook|listen|write"
    r"|go|adore|dislike|got|work)"
)
_QUESTION_WORD = (
    r"(?:any|can|could|would|will|do|does|did|is|are|am|was|should|may|shall|what|what's|where"
    r"|how|why|who|which|when|please|pls|thanks|got"
    r"|have you|has anyone|suggest|recommend|help|give|tell|show|find|write|make|let)"
)
_CUT = re.compile(
    rf"\s*[,(:]\s*(?=(?:(?:{_JOIN}|that'?s|this|that|these|those|what|not|now)\s+)?(?:{PRONOUN}|{ON_DAYS_I}"
    rf"|home is|{_QUESTION_WORD}|because|but|although|though|even if|even though"
    rf"|if|when|unless|which|who|while|since|so)\b)"
    rf"|(?P<listed>\s*,\s*)(?=(?:and\s+|but\s+)?{_ELIDED}\s)"
    rf"|\s+[-\u2013\u2014]\s+"
    rf"|\s*\)\s*"
    rf"|\s+(?={_JOIN}\s+(?:(?:also|now|then|just|even|today|sometimes|yes|no|yesterday)\s+)?(?:{PRONOUN}"
    rf"|that|this|his|her|their)\b)"
    rf"|\s+(?=(?:but|because|whereas|unless|although)\s)"
    rf"|\s+(?=(?:given that|now that|even though|seeing that|considering that)\s+(?:i|i'm|my|we)\b)"
    rf"|(?P<joined>\s+)(?=(?:and|but)\s+(?:(?:also|now|really|just)\s+)?{_ELIDED}\s)",
    re.IGNORECASE,
)
_HEAD_JOINER = re.compile(
    rf"(?:{_JOIN}|given that|now that|seeing that|considering that|even though|even if|that"
    rf"|before|after|once|as soon as|as long as|in case|wish|hope)\b[\s,]*",
    re.IGNORECASE,
)
_SUBORDINATE = frozenset(
    (
        "if",
        "when",
        "whenever",
        "unless",
        "whether",
        "until",
        "even if",
        "before",
        "after",
        "once",
        "as soon as",
        "as long as",
        "in case",
        "which",
        "who",
        "that",
        "or",
        "wish",
        "hope",
    )
)
_HARMLESS_IF = re.compile(
    r"(?:if (?:that|it|this) (?:helps|matters|makes|is relevant|counts)|if you (?:must|want to"
    r"|need to) know|if i recall|if you (?:would |could |'d )?(?:just )?call(?:ed)? me\b)",
    re.I,
)
_TAG_END = re.compile(
    r"\b(?:right|no|yes|okay|ok|yeah|correct|remember|do i|don't i|am i|aren't i|have i|haven't i)$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of the person's own words: ``text`` is ``source[start:end]``, interjections and joiners left out.

    ``lead`` is how many characters of ``text`` are an adjunct of time before the subject ("Yesterday, "). ``implied``
    tells that the subject "I" stands in the clause before.
    """

    start: int
    end: int
    text: str
    joiner: str = ""
    lead: int = 0
    question: bool = False
    conditional: bool = False
    tentative: bool = False
    implied: bool = False
    correction: bool = False
    former: str = ""  # what the sentence calls wrong: "…, not Anya"
    first: bool = False  # the first clause of its sentence
    sentence: int = 0


def _sentences(text: str) -> Iterator[tuple[int, int, str]]:
    start = 0
    for match in _END.finditer(text):
        if (
            match[0] == "."
            and _ABBREVIATION.search(text, start, match.start())
            and text[match.end() :].strip()
        ):
            continue
        yield start, match.start(), match[0].strip().replace("？", "?").replace("！", "!")
        start = match.end()
    if start < len(text):
        yield start, len(text), ""


_OPEN_VERB = re.compile(
    r"\b(?:to|will|would|could|should|might|may|must|can|let'?s|gonna)\b|'ll\b|i'd\b|\b(?:like"
    r"|love|enjoy|hate) \w+ing\b",
    re.IGNORECASE,
)


#: "Love hiking, hate camping": a verb of the other feeling starts anew, for nobody loves hating.
_CONTRAST = re.compile(
    r"(?:(?:and|but)\s+)?(?:(?:really|also|absolutely)\s+)?(?:hate|dislike|can'?t stand|don'?t"
    r"|do not|can'?t|cannot)\b"
    r"|(?:(?:and|but)\s+)(?:love|adore)\b",
    re.IGNORECASE,
)
_HANGING = re.compile(
    r"\b(?:to|will|would|could|should|might|may|must|let'?s|gonna)\b|'ll\b|i'd\b", re.IGNORECASE
)


def _pieces(text: str, start: int, end: int) -> list[tuple[int, int]]:
    cuts, at = list[tuple[int, int]](), start
    for match in _CUT.finditer(text, start, end):
        if match.start() <= at or not text[at : match.start()].strip():
            continue
        piece = text[at : match.start()]
        if len(piece) < 80 and (ONLY_LEAD.fullmatch(piece) or _stands_beside(text, at, match.end(), end)):
            continue
        if _EXCEPTED.match(text, match.end(), end) and _CUSTOM.match(piece):
            continue  # "I cycle to work unless it rains": the exception belongs to the custom
        contrast = _CONTRAST.match(text, match.end(), end) is not None and not _HANGING.search(piece)
        if (match["listed"] or match["joined"]) and _OPEN_VERB.search(piece) and not contrast:
            continue  # "I want to move and live by the sea": the second verb hangs on "want to"
        cuts.append((at, match.start()))
        at = match.end()
    cuts.append((at, end))
    return cuts


def _stands_beside(text: str, at: int, cut: int, end: int) -> bool:
    """Whether the words up to the cut are an adjunct of what follows: "After saving for years, I …"."""
    lead = LEAD.match(text, at, end)
    beside = BESIDE_THEN_SUBJECT.match(text, lead.end() if lead else at, end)
    return beside is not None and beside.end() >= cut


_EXCEPTED = re.compile(r"unless\s", re.IGNORECASE)
_CUSTOM = re.compile(
    r"[\s,]*(?:i|we) (?:(?:always|usually|normally|never|generally|mostly|often|only|don'?t|do not|can'?t) )*"
    r"(?!am\b|are\b|will\b|would\b|could\b|might\b|should\b|was\b|were\b|had\b|have to\b)[a-z]+\b",
    re.IGNORECASE,
)


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start] in " \t\r\n,:;-\u2013\u2014(.!*":
        start += 1
    while end > start and text[end - 1] in " \t\r\n,:;-\u2013\u2014)(.!*":
        end -= 1
    return start, end


_CORRECTION = re.compile(
    r"(?:correction\b|no[,.!]+\s*(?:that's|that is|thats|it's|you're|you are)?\s*(?:wrong|not right"
    r"|incorrect|not true)?[,:.!\s]*(?=(?:i|my|our|we|it)\b)"
    r"|(?:no,? )?(?:that's|that is|thats|you're|you are|that was) (?:wrong|not right|incorrect"
    r"|not true|not correct|mistaken)"
    r"|(?:sorry|oops|whoops|wrong|wait|my bad|apologies)[,.:!\s-]+(?=(?:i live|i'?m from|my name|(?:my|our) "
    r"(?:[\w'-]+ ){1,3}?(?:name|is (?:called|named)))\b)"
    r"|i made a mistake|i misspoke|i was wrong|my mistake|sorry,? i meant|i meant|you (?:got|have) (?:that"
    r"|it|this) wrong|typo)\b",
    re.IGNORECASE,
)


#: "My daughter's name is Anja, not Anya": the last words name what was wrong.
_NOT_THAT = re.compile(
    r"(?:\b[A-Z][\w'-]*|\d[\w:./-]*)(?P<tail>,? (?:and )?not "
    r"(?P<former>[A-Z][\w'-]*(?: [A-Z][\w'-]*)?|\d[\w:./-]*))\s*$"
)


#: "No, she works at a bank, not a bakery": in a correction a common noun can be what was wrong.
_NOT_A_THING = re.compile(
    r"(?P<tail>(?:,\s*(?:and )?|\s+and )not (?:(?:at|in|for|on|as|to) )?(?:an? |the |my |any )?"
    r"(?P<former>(?!that\b|it\b|this\b|so\b|really\b|always\b|only\b|just\b|any ?more\b)[\w'-]+(?: [\w'-]+)?))\s*$"
)


#: "Oops, I play the cello, not the viola": who begs pardon and names something as wrong puts it right.
_PARDON = re.compile(
    r"\s*(?:no[,.!]+\s*)?(?:sorry|oops|whoops|wait|my bad|(?:my )?apologies)\b", re.IGNORECASE
)


def clauses(text: str, *, offset: int = 0) -> list[Clause]:
    """The clauses of a text that has been through ``normal``; nothing after the point where it turns into material."""
    if mocking(text):
        return []
    material = _MATERIAL.search(text)
    stop = material.start() if material else len(text)
    found, fiction, correction = list[Clause](), False, False
    for number, (start, end, mark) in enumerate(_sentences(text)):
        if start >= stop:
            break
        body = text[start:end]
        if not body.strip():
            continue
        if material and start <= stop < end:
            # The request to work on a text; what stands before it in the sentence may still be the person's own.
            end = stop
            body = text[start:end]
        fiction = fiction or bool(FICTION.search(body))
        if fiction or ironic(body):
            continue
        former = ""
        corrects = _CORRECTION.search(body)
        marked = corrects or correction or _PARDON.match(body)
        denied = _NOT_THAT.search(body) or (_NOT_A_THING.search(body) if marked else None)
        if denied and "?" not in mark:
            end, former = start + denied.start("tail"), denied["former"]
        found += (
            replace(clause, correction=True, former=former) if former else clause
            for clause in _sentence_clauses(
                text, start, end, mark, number, offset, bool(corrects) or correction
            )
        )
        # "No, that's wrong. I live in Ghent." and "Correction:\n…" carry over to the next sentence.
        correction = bool(corrects) and len(body.split()) <= 5
    return found


#: "Love hiking, hate camping", "Live in Porto": the person leaves the "I" away.
_TELEGRAPHIC = re.compile(
    r"(?:(?:love|hate|enjoy) \w+ing\b|(?i:live) in (?=[A-Z])|(?i:work) as an?\b)|(?:Love|Hate|Enjoy) \w+ing\b"
    r"|(?i:(?:really |just )?(?:can'?t|cannot|could never) (?:stand|bear|abide|stomach) "
    r"(?!the (?:idea|thought)\b|it\b|this\b|that\b)\w)"
    rf"|(?i:{NO_MORE}|(?:just |finally )?got (?:an?|one|two|three|four|five|six|\d) (?:[\w'-]+ ){{0,2}}?{RELATION}\b)"
)
_REPORTED = re.compile(
    r"^(?!\s*(?:i|i've|i already)\b).*\b(?:says?|said|asks?|asked|tells? (?!you\b)\w+|told (?!you\b)\w+|thinks"
    r"|thought|wrote|replied|replies|answers|answered|shouts?|goes)$",
    re.IGNORECASE | re.DOTALL,
)


def _sentence_clauses(
    text: str, start: int, end: int, mark: str, number: int, offset: int, correction: bool
) -> Iterator[Clause]:
    question, pieces = "?" in mark, _pieces(text, start, end)
    conditional_sentence, said_i = False, False
    for index, (at, until) in enumerate(pieces):
        if index and _REPORTED.search(text[pieces[index - 1][0] : pieces[index - 1][1]]):
            return  # "A man says: I have two sons."
        at, until = _trim(text, at, until)
        joiner, tentative, lead, first = "", False, 0, index == 0
        while True:  # interjections, joiners, hedges and frames, in any order
            here = at
            if (match := LEAD.match(text, at, until)) and match.end() < until:
                joiner = joiner or ("and" if match[0].lower().lstrip().startswith(("and ", "also ")) else "")
                at = match.end()
            beside = BESIDE_THEN_SUBJECT.match(text, at, until)
            if not beside and (match := _HEAD_JOINER.match(text, at, until)) and match.end() < until:
                joiner, at = match[0].lower().strip(" ,"), match.end()
            if (match := HEDGE.match(text, at, until)) and match.end() < until:
                tentative, at = True, match.end()
            if (match := FRAME.match(text, at, until)) and match.end() < until:
                tentative = tentative or "think" in match[0].lower()  # "my doctor thinks"
                at = match.end()
            if at == here:
                break
        if at >= until:
            continue
        if match := TIME_THEN_SUBJECT.match(text, at, until):
            lead = match.end() - at
        following = (
            text[pieces[index + 1][0] : pieces[index + 1][1]].lower().strip()
            if index + 1 < len(pieces)
            else ""
        )
        conditional = (
            joiner in _SUBORDINATE or conditional_sentence or DENIES.match(text, at, until) is not None
        )
        if joiner in ("if", "unless", "in case", "even if", "when", "whenever") and index == 0:
            conditional_sentence = True
        if following.startswith(("if ", "unless ", "in case ")) and not _HARMLESS_IF.match(following):
            conditional = True
        asks = question and (index == len(pieces) - 1 or _TAG_END.search(following) is not None)
        opens = text[at:until]
        if (
            asks
            and index
            and re.match(r"(?:i'?m|i am|i have|i can't|i don'?t|my)\b", opens, re.I)
            and _asked_before(text, pieces)
        ):
            asks = False  # "what can I cook, I'm allergic to nuts?"
        if asks and joiner in (
            "because",
            "since",
            "as",
            "given that",
            "now that",
            "even though",
            "although",
            "though",
        ):
            asks = False  # "why does it itch, since I'm allergic to wool?"
        if asks and index == 0 and _DID_YOU_KNOW.match(text, start, end):
            asks = False  # "Did you know I have a twin?" tells
        implied = (index == 0 and _TELEGRAPHIC.match(opens) is not None) or (
            said_i and bool(re.match(rf"{_ELIDED}\b", opens, re.IGNORECASE))
        )
        said_i = implied or bool(
            re.match(r"(?:i|i'm|im|i've|ive|we|we're|we've)\b", opens[lead:], re.IGNORECASE)
        )
        yield Clause(
            start=offset + at,
            end=offset + until,
            text=opens,
            joiner=joiner,
            lead=lead,
            question=asks,
            conditional=conditional,
            tentative=tentative,
            implied=implied,
            correction=correction,
            first=first,
            sentence=number,
        )


_DID_YOU_KNOW = re.compile(
    rf"\s*(?:{INTERJECTIONS}[\s,]+)*did (?:you|u) know (?:that )?(?:i|i'm|i've|my|we|our)\b", re.IGNORECASE
)
_ASKING = re.compile(
    r"\s*(?:what|where|how|why|who|which|when|can|could|would|will|do|does|did|is|are|should"
    r"|may|any|please)\b",
    re.IGNORECASE,
)


def _asked_before(text: str, pieces: list[tuple[int, int]]) -> bool:
    start, end = pieces[0]
    return bool(_ASKING.match(text[start:end]))
