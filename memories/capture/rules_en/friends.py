"""What a statement of somebody near tells for good, and what is only their taste or their day. Pure."""

from memories.capture.rules_en.words import verb_form
from memoryhub import patterns as re


def third_person(predicate: str) -> re.Match[str] | None:
    """The first word of a predicate when it is a plain verb in the third person or the past."""
    word = re.match(r"[a-z]+\b", predicate)
    known = verb_form(word[0]) if word else None
    return (
        word
        if known
        and known[1] in ("third",)
        and known[0] not in ("try", "come", "get", "call", "go", "find", "see", "bring", "help")
        else None
    )


#: What is lasting of a friend who is named: work, place, skill, a turn of life; their tastes and days are theirs.
_WAY_OF_LIFE = re.compile(
    r"(?:is (?:now |still |also )?(?:an? (?!(?:bit|little|lot|mess|jerk|joke|legend|star|saint|genius"
    r"|pain)\b)\w"
    r"|from [A-Z]|studying|training|married|pregnant|deaf|blind|vegan|vegetarian|retired|based|moving"
    r"|retiring|expecting)"
    r"|has (?:an?|two|three|four) \w|(?:just |recently )?(?:moved|retired|graduated|married|died|passed away"
    r"|divorced"
    r"|got (?:married|engaged|divorced|an? new job|promoted)|had (?:a baby|twins)|started (?:at|an? |working)"
    r"|opened))\b",
    re.I,
)
_TASTE = re.compile(
    r"(?:loves?|likes?|hates?|enjoys?|prefers?|dislikes?|wants?|needs?|thinks?|seems?|looks? (?!after)|feels?"
    r"|sounds?|gets?|makes?"
    r"|comes?|goes|keeps?|stops?|takes?|leaves?|calls?|waits?|understands?|cares?|minds?|hopes?|knows?"
    r"|agrees?|gives?)\b",
    re.I,
)


def lasting_of_a_friend(predicate: str) -> bool:
    """Whether a predicate tells of a friend's work, place, skill or turn of life."""
    if _WAY_OF_LIFE.match(predicate):
        return True
    return third_person(predicate) is not None and not _TASTE.match(predicate)
