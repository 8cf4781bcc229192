"""A first-person clause as subject, tense, negation, verb and the rest. No rule of what to remember."""

from dataclasses import dataclass
from enum import StrEnum

from memories.capture.rules_en.clauses import Clause
from memories.capture.rules_en.words import verb_form, words_of
from memoryhub import patterns as re


class Tense(StrEnum):
    PRESENT = "present"
    PAST = "past"
    PERFECT = "perfect"
    PROGRESSIVE = "progressive"
    FUTURE = "future"
    USED = "used"  # "used to"
    MODAL = "modal"  # would, could, should, might


@dataclass(frozen=True, slots=True)
class Statement:
    """What "I" says: ``start`` is where its words begin in the message, ``rest`` what follows the verb, at ``rest_at``.

    ``ended`` tells that it held and holds no more ("any more", "no longer", "used to"). ``verb`` is a base form, "can"
    when a main verb follows "can" is kept in ``modal``.
    """

    clause: Clause
    start: int
    tense: Tense
    negated: bool
    ended: bool
    verb: str
    verb_at: int
    rest: str
    rest_at: int
    adverbs: frozenset[str]
    modal: str = ""
    plural: bool = False

    @property
    def present(self) -> bool:
        return self.tense in (Tense.PRESENT, Tense.PROGRESSIVE)

    @property
    def end(self) -> int:
        return self.clause.end


_WORD = re.compile(r"[A-Za-z0-9][\w'-]*|[^\w\s]")
_SUBJECT = re.compile(r"(?:i|i'm|im|i've|ive|i'd|i'll|ill|we|we're|we've|we'd|we'll)$", re.IGNORECASE)
_ADVERBS = frozenset(
    words_of(
        """
    really also just still always usually absolutely generally actually personally kinda honestly mostly
    normally currently now do even both only truly totally definitely simply already often sometimes rarely
    seldom hardly very so quite pretty super extremely especially particularly certainly deeply strongly
    completely probably maybe basically mainly regularly frequently occasionally typically recently finally
    originally officially happily newly once again never-ever genuinely much sorta all at first ever instead
    secretly literally apparently unfortunately sadly proudly regularly severely mildly slightly highly too
    """
    )
)
_LY = re.compile(r"(?!(?:rely|apply|reply|supply|fly|imply|comply|multiply|family)$)\w{3,}ly$")
_NEGATORS = frozenset(["not", "never", "neither", "n't", "nor"])
_BE = {"am": Tense.PRESENT, "are": Tense.PRESENT, "was": Tense.PAST, "were": Tense.PAST}
_NEGATED_AUX = re.compile(
    r"(do|did|does|have|has|had|was|were|are|is|ca|could|wo|would|should|ai|must)n'?t$", re.IGNORECASE
)
_ANY_MORE = re.compile(r"\b(?:any ?more|no longer|any longer|these days no more)\b", re.IGNORECASE)


#: What is no more, said without "I'm".
NO_MORE = re.compile(r"(?:not|no longer)\b", re.IGNORECASE)

#: "My wife and I are vegetarians": told of both, and so of the person.
_AND_I = re.compile(
    r"(?:(?:(?:my|our) (?:[a-z'-]+ ){0,2}[a-z'-]+(?: [A-Z]\w+)?|[A-Z][a-z]+),? and [Ii]|both of us|all of us"
    r"|the (?:two|three) of us)\b"
)


def parse(clause: Clause) -> Statement | None:
    """The statement of a clause whose subject is "I" or "we", or implied; None for any other clause."""
    body = clause.text[clause.lead :]
    tokens = [(m[0].lower(), m.start(), m.end()) for m in _WORD.finditer(body)]
    if not tokens:
        return None
    if together := _AND_I.match(body):
        tokens = [token for token in tokens if token[1] >= together.end() - 1]
    position, tense, negated, ended = 0, Tense.PRESENT, False, False
    adverbs, modal, be, have, do = set[str](), "", False, False, False
    subject = tokens[0][0]
    if _SUBJECT.match(subject) and subject not in ("ill",):
        position = 1
        tail = subject.removeprefix("we" if subject.startswith("we") else "i").lstrip("'")
        be, have = tail in ("m", "re"), tail == "ve"
        if tail in ("d", "ll"):
            tense, modal = (Tense.MODAL, "would") if tail == "d" else (Tense.FUTURE, "will")
    elif not clause.implied:
        return None
    else:
        be = NO_MORE.match(body) is not None  # "Not working nights any more": the "I'm" is left away
    while position < len(tokens):
        word = tokens[position][0]
        following = tokens[position + 1][0] if position + 1 < len(tokens) else ""
        if word in ("kind", "sort") and following == "of":
            position += 2
            continue
        if word == "no" and following == "longer":
            negated = ended = True
            position += 2
            continue
        if word in ("a", "quite") and following in ("lot",):
            break
        if word in _NEGATORS:
            negated = True
        elif match := _NEGATED_AUX.match(word):
            negated = True
            base = match[1]
            if base in ("do", "does"):
                do = True
            elif base == "did":
                do, tense = True, Tense.PAST
            elif base in ("was", "were"):
                be, tense = True, Tense.PAST
            elif base in ("are", "is", "ai"):
                be = True
            elif base in ("have", "has"):
                have = True
            elif base == "had":
                have, tense = True, Tense.PAST
            else:
                modal = {"ca": "can", "wo": "will"}.get(base, base)
                tense = Tense.FUTURE if base == "wo" else Tense.PRESENT if base == "ca" else Tense.MODAL
        elif (
            word == "do"
            and following
            and following
            not in ("my", "the", "a", "it", "not", "volunteer", "work", "yoga", "study", "coach")
            and _lexical(tokens, position + 1)
        ):
            do = True
        elif word == "did" and (following == "not" or _lexical(tokens, position + 1)):
            do, tense = True, Tense.PAST
        elif word in ("can", "cannot"):
            modal, negated = "can", negated or word == "cannot"
        elif word in ("will", "shall", "gonna"):
            modal, tense = "will", Tense.FUTURE
        elif word in ("could", "would", "should", "might", "may", "must"):
            modal, tense = word, Tense.MODAL
        elif word in _BE and not have:
            be, tense = True, _BE[word]
        elif word == "used" and following == "to":
            tense, ended = Tense.USED, True
            position += 2
            continue
        elif word == "use" and following == "to" and do:
            return None
        elif be and word == "going" and following == "to" and _lexical(tokens, position + 2):
            tense, be, modal = Tense.FUTURE, False, "will"
            position += 2
            continue
        elif be and word == "gonna":
            tense, be = Tense.FUTURE, False
        elif (
            word in ("have", "had", "has")
            and not have
            and not do
            and not be
            and not modal
            and _participle(tokens, position + 1)
        ):
            have = True
            tense = Tense.PAST if word == "had" else tense
        elif word in ("have", "had") and have:
            break
        elif word == "nearly" and not be and following not in ("always", "every", "all", "never"):
            return None  # "I nearly bought a boat": so it is not
        elif (word in _ADVERBS or _LY.match(word)) and word != "do":
            adverbs.add(word)
        else:
            break
        position += 1
    if have and position < len(tokens) and tokens[position][0] == "got":
        position, have = position + 1, False  # "I've got two cats"
        return _statement(
            clause, "have", tokens, position - 1, body, Tense.PRESENT, negated, ended, adverbs, modal
        )
    if have and position < len(tokens) and tokens[position][0] == "been":
        position += 1
        while position < len(tokens) and tokens[position][0] in _ADVERBS:
            adverbs.add(tokens[position][0])
            position += 1
        known = verb_form(tokens[position][0]) if position < len(tokens) else None
        if known and known[1] == "ing":
            return _statement(
                clause, known[0], tokens, position, body, Tense.PROGRESSIVE, negated, ended, adverbs, modal
            )
        return _statement(
            clause, "been", tokens, position - 1, body, Tense.PERFECT, negated, ended, adverbs, modal
        )
    if (
        have
        and position < len(tokens)
        and re.fullmatch(r"an?|one|two|three|four|no|my|\d+", tokens[position][0])
    ):
        # "I've a cat"
        return _statement(
            clause, "have", tokens, position - 1, body, Tense.PRESENT, negated, ended, adverbs, modal
        )
    known = verb_form(tokens[position][0]) if position < len(tokens) else None
    if be:
        if known and known[1] == "ing":
            tense = Tense.PROGRESSIVE if tense == Tense.PRESENT else tense
            return _statement(clause, known[0], tokens, position, body, tense, negated, ended, adverbs, modal)
        return _statement(clause, "be", tokens, position - 1, body, tense, negated, ended, adverbs, modal)
    if known is None:
        return None
    verb, form = known
    if form == "ing" or (form == "third"):
        return None
    if have:
        tense = Tense.PERFECT if tense != Tense.PAST else tense
    elif (
        tense == Tense.PRESENT
        and not do
        and not modal
        and (form == "past" or _told_as_past(verb, clause.text))
    ):
        tense = Tense.PAST
    return _statement(clause, verb, tokens, position, body, tense, negated, ended, adverbs, modal)


_SAME_IN_PAST = frozenset(["quit", "hurt", "read", "cut", "put", "set", "run"])
_PAST_TIME = re.compile(
    r"\b(?:yesterday|last (?:night|week|month|year|\w+day)|ago|just (?:quit|read)|in (?:19|20)\d\d)\b",
    re.IGNORECASE,
)


def _told_as_past(verb: str, text: str) -> bool:
    """Whether a verb that looks the same in the past is told of the past: "I quit my job", "I read it yesterday"."""
    return verb in _SAME_IN_PAST and (
        bool(_PAST_TIME.search(text))
        or (
            verb in ("quit", "hurt")
            and re.search(r"\b(?:quit|hurt) (?:my|smoking|drinking)\b", text) is not None
        )
    )


def _lexical(tokens: list[tuple[str, int, int]], position: int) -> bool:
    while position < len(tokens) and (tokens[position][0] in _ADVERBS or tokens[position][0] in _NEGATORS):
        position += 1
    known = verb_form(tokens[position][0]) if position < len(tokens) else None
    return known is not None and known[1] == "base"


def _participle(tokens: list[tuple[str, int, int]], position: int) -> bool:
    while position < len(tokens) and (tokens[position][0] in _ADVERBS or tokens[position][0] in _NEGATORS):
        position += 1
    if position >= len(tokens):
        return False
    word = tokens[position][0]
    known = verb_form(word)
    return word in ("been", "become", "read", "quit", "come", "run") or (
        known is not None and known[1] == "past"
    )


def _statement(
    clause: Clause,
    verb: str,
    tokens: list[tuple[str, int, int]],
    position: int,
    body: str,
    tense: Tense,
    negated: bool,
    ended: bool,
    adverbs: set[str],
    modal: str,
) -> Statement:
    base = clause.start + clause.lead
    at, end = (tokens[position][1], tokens[position][2]) if 0 <= position < len(tokens) else (0, len(body))
    rest = body[end:]
    more = _ANY_MORE.search(rest)
    return Statement(
        clause=clause,
        start=clause.start,
        tense=tense,
        negated=negated,
        ended=ended or (bool(more) and negated),
        verb=verb,
        verb_at=base + at,
        rest=rest.lstrip(),
        rest_at=base + end + len(rest) - len(rest.lstrip()),
        adverbs=frozenset(adverbs),
        modal=modal,
        plural=tokens[0][0].startswith("we") or tokens[0][1] > 0,
    )
