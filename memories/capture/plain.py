"""A message as if it were typed plainly: nothing invisible, one width, accents joined, no tags, nothing shouted. Pure.

Extraction reads the plain text; what it finds is given back in the words and places of the message.
"""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace

from memories.capture.rules_en.words import verb_form, words_of
from memories.capture.types import Candidate, Declined, Turn
from memoryhub import patterns as re

#: Marks that nobody sees: of breaks, of direction, of the order of bytes, and hyphens that only show at a line's end.
_INVISIBLE = re.compile("[\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]")
_UNSEEN = frozenset({"Zs", "Zl", "Zp", "Cc", "Cf"})
#: Joiners shape scripts and emoji; beside Latin letters, Chinese characters and marks they do nothing.
_JOINERS = re.compile("[\u200c\u200d]+")
_NOT_SHAPED = re.compile("[\u0000-\u024f\u3000-\u9fff\uff00-\uff60]")
_UNUSUAL = re.compile(
    r"[\u00ad\u0300-\u036f\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufb00-\ufb04\ufeff\u3000\uff01-\uff5e\U0001d400-\U0001d7ff]"
    r"|<[A-Za-z/]|&(?:[A-Za-z]+|#\d+);|[A-Z]{2}"
)
_HAN = re.compile(r"[\u3400-\u9fff]")
#: Of the wide marks, those that belong to words; the others are Chinese punctuation, and stay beside Chinese words.
_WIDE_IN_WORDS = frozenset("＇－＠．＿＋＃＆％＊／～＄")
_LIGATURES = range(0xFB00, 0xFB05)

_ENTITIES = {"amp": "&", "nbsp": " ", "lt": "<", "gt": ">", "quot": '"', "apos": "'", "#39": "'", "#34": '"'}
_ENTITY = re.compile(r"&(amp|nbsp|lt|gt|quot|apos|#39|#34);")
_FORMATS = "a|b|big|code|del|em|font|i|ins|kbd|mark|s|small|span|strike|strong|sub|sup|u"
_FORMATTED = re.compile(
    rf"<(?P<tag>{_FORMATS})(?:\s[^<>]{{0,300}})?>(?P<inner>[^<>]{{0,2000}})</(?P=tag)\s*>", re.IGNORECASE
)
_BREAKS = re.compile(
    r"<(?:br|p|li|ul|ol|div|h[1-6])(?:\s[^<>]{0,200})?/?>|</(?:p|li|ul|ol|div|h[1-6])\s*>", re.IGNORECASE
)
#: A tag that stands for a thing of its own, with the word that would join it to the next.
_THING = re.compile(
    r"<(?:img|input|hr|embed|source|wbr|link|meta|area)\b(?:[^<>\"']|\"[^\"<>]*\"|'[^'<>]*'){0,400}/?>(?:\s*(?:&(?!\w+;)|\+|,)(?=\s))?",
    re.IGNORECASE,
)
_NESTED = 4  # tags within tags that are read
_CLOSING = re.compile(r"(?:</\w+\s*>)+")

_SHOUTED = re.compile(r"(?<![A-Za-z0-9.&'/-])[A-Z]{2,}(?:['’][A-Z]{1,2})?(?![A-Za-z0-9&/-])")
_ORDINARY = frozenset(
    words_of(
        """
        my me mine our ours we you your the an and but so because in at on to of for with from by as is was were are be
        been not no never always really very so too also just only still now than that this these those there have has
        had do does did don't doesn't didn't can't won't isn't aren't wasn't i'm i've i'd i'll all every most much more
        allergic vegan vegetarian married single name named called favourite favorite new old like
        """
    )
)
#: What is an abbreviation as well: the country, the trade, the state, the agency.
_NEVER_LOWERED = frozenset(words_of("it us or who ok id pa ma me may is hi"))


@dataclass(frozen=True, slots=True)
class Plain:
    """The plain ``text`` and, for each of its characters, where in ``message`` that begins and ends."""

    message: str
    text: str
    begins: tuple[int, ...] = ()
    stops: tuple[int, ...] = ()

    @property
    def as_it_was(self) -> bool:
        """Whether the message was plain already."""
        return not self.begins

    def turn(self, turn: Turn) -> Turn:
        """The turn with the plain text, and with the stretches of it that were bound."""
        if self.as_it_was:
            return turn
        bound = tuple((self._here(start), self._here(end), waits) for start, end, waits in turn.bound)
        return replace(turn, text=self.text, bound=bound)

    def as_typed(self, found: Iterable[Candidate]) -> list[Candidate]:
        """The candidates with the places and the words of the message."""
        return list(found) if self.as_it_was else [self._typed(one) for one in found]

    def declined(self, found: Iterable[Declined]) -> list[Declined]:
        """What was passed over, at its places in the message."""
        if self.as_it_was:
            return list(found)
        return [
            replace(one, start=self._there(one.start), end=self._end(one.start, one.end)) for one in found
        ]

    def _typed(self, one: Candidate) -> Candidate:
        start, end = self._there(one.start), self._end(one.start, one.end)
        return replace(one, start=start, end=end, quote=self.message[start:end])

    def _here(self, place: int) -> int:
        return sum(begin < place for begin in self.begins)

    def _there(self, place: int) -> int:
        return self.begins[place] if place < len(self.begins) else len(self.message)

    def _end(self, start: int, end: int) -> int:
        if end <= start or not self.stops:
            return self._there(start)
        at = self.stops[min(end, len(self.stops)) - 1]
        closing = _CLOSING.match(self.message, at)
        return closing.end() if closing and "<" in self.message[self._there(start) : at] else at


def can_be_seen(text: str) -> bool:
    """Whether a text has a character that is no blank, no control and no invisible mark."""
    return any(unicodedata.category(character) not in _UNSEEN for character in text)


def plain(message: str) -> Plain:
    """The message as plain text; one that is plain already comes back as it is."""
    if not _UNUSUAL.search(message):
        return Plain(message, message)
    pieces = _unmarked(_letters(message), message)
    text = _unshouted("".join(letter for letter, _, _ in pieces))
    if text == message:
        return Plain(message, message)
    return Plain(message, text, tuple(start for _, start, _ in pieces), tuple(stop for _, _, stop in pieces))


#: One letter as it is read, and where in the message it begins and ends.
_Piece = tuple[str, int, int]


def _letters(message: str) -> list[_Piece]:
    """The visible letters in one width, each with its place; a letter with its accents is one."""
    chinese = _HAN.search(message) is not None
    hidden = {mark.start() for mark in _INVISIBLE.finditer(message)} | _idle_joiners(message)
    found: list[_Piece] = []
    for place, character in enumerate(message):
        if place in hidden:
            continue
        joined = (
            unicodedata.normalize("NFC", found[-1][0] + character)
            if found and unicodedata.combining(character)
            else ""
        )
        if len(joined) == 1:
            found[-1] = (joined, found[-1][1], place + 1)
        else:
            found += [(letter, place, place + 1) for letter in _narrow(character, chinese=chinese)]
    return found


def _idle_joiners(message: str) -> set[int]:
    idle: set[int] = set()
    for match in _JOINERS.finditer(message):
        sides = message[max(0, match.start() - 1) : match.start()] + message[match.end() : match.end() + 1]
        if all(_NOT_SHAPED.match(side) for side in sides):
            idle.update(range(*match.span()))
    return idle


def _narrow(character: str, *, chinese: bool) -> str:
    if character.isascii():
        return character
    if character == "\u3000":
        return " "
    if ord(character) in _LIGATURES:
        return unicodedata.normalize("NFKC", character)
    plain_one = unicodedata.normalize("NFKC", character)
    if plain_one == character or len(plain_one) != 1 or not plain_one.isascii():
        return character
    wide_mark = "\uff01" <= character <= "\uff5e" and not plain_one.isalnum()
    if wide_mark:
        return plain_one if not chinese or character in _WIDE_IN_WORDS else character
    return plain_one if unicodedata.category(character) in ("Lu", "Ll", "Nd") else character


def _unmarked(pieces: list[_Piece], message: str) -> list[_Piece]:
    """The pieces without tags of formatting; code keeps them, for there they are what is spoken of."""
    if "`" in message or ("<" not in message and "&" not in message):
        return pieces
    pieces = _replaced(pieces, _BREAKS, "\n")
    pieces = _replaced(pieces, _THING, "")
    for _depth in range(_NESTED):
        pieces, before = _replaced(pieces, _FORMATTED, None), len(pieces)
        if len(pieces) == before:
            break
    for name, written in _ENTITIES.items():
        pieces = _replaced(pieces, re.compile(f"&{name};"), written)
    return pieces


def _replaced(pieces: list[_Piece], pattern: re.Pattern[str], written: str | None) -> list[_Piece]:
    """The pieces with what is written in the place of each match; without it, what the match holds inside."""
    kept, at = list[_Piece](), 0
    for match in pattern.finditer("".join(letter for letter, _, _ in pieces)):
        kept += pieces[at : match.start()]
        if written is None:
            kept += pieces[match.start("inner") : match.end("inner")]
        elif written:
            kept.append((written, pieces[match.start()][1], pieces[match.end() - 1][2]))
        at = match.end()
    return kept + pieces[at:]


def _unshouted(text: str) -> str:
    """Ordinary words in small letters: "i LIKE pizza" is "i like pizza", and NASA stays NASA."""

    def lowered(match: re.Match[str]) -> str:
        word = match[0].lower().replace("’", "'")
        if word == "am":
            return (
                "am"
                if re.search(r"\bi\s+$", text[max(0, match.start() - 4) : match.start()], re.IGNORECASE)
                else match[0]
            )
        if word in _NEVER_LOWERED:
            return match[0]
        return match[0].lower() if word in _ORDINARY or verb_form(word) else match[0]

    return _SHOUTED.sub(lowered, text)
