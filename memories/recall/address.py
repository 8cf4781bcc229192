"""Turns what was written of a person into words addressed to them ("I have a cat" → "You have a cat"). Pure."""

# ruff: noqa: E501

from collections.abc import Callable

from memories.recall.third_person import VERBS
from memories.recall.tokens import has_chinese
from memoryhub import patterns as re

# Words in quotation marks are somebody's own and stay; contractions keep their apostrophes out of this.
_QUOTED = re.compile(r"(“[^”]*”|「[^」]*」|『[^』]*』|\"[^\"]*\"|‘[^’]*’(?!\w)|(?<!\w)'[^']*'(?!\w))")

_USER = r"(?:the |this )?user"
_BE = {"am": "are", "was": "were", "is": "are", "has": "have", "does": "do", "doesn't": "don't", "isn't": "aren't",
       "wasn't": "weren't", "hasn't": "haven't"}  # fmt: skip
_YOURS = {
    "myself": "yourself", "my": "your", "mine": "yours", "me": "you",
    "ourselves": "yourselves", "our": "your", "ours": "yours", "us": "you",
}  # fmt: skip
# In capitals "US" and "ME" are names; a sentence may start with "My".
_OWN = re.compile(r"\b(?:" + "|".join(f"{word}|{word.capitalize()}" for word in _YOURS) + r")\b")
_ADVERB = r"(?:also|always|never|often|usually|currently|still|really|now|sometimes|just|recently|already|generally|rarely|mostly|only|no longer|both)"
_PLAIN_WORDS = (
    "can could will would may might must should had did used cannot can't couldn't won't wouldn't shouldn't didn't hadn't "
    "went got made met bought moved said told asked mentioned wanted and or who with on in at from to of for"
)
_PLAIN_AFTER_USER = frozenset(_PLAIN_WORDS.split())
_IRREGULAR = {"goes": "go", "does": "do", "has": "have", "is": "are", "was": "were", "says": "say", "dies": "die",
              "lies": "lie", "ties": "tie", "vies": "vie"}  # fmt: skip
# "World War I", "Type I": a numeral, not the person.
_NUMERAL_BEFORE = re.compile(
    r"(?:war|part|type|class|phase|level|chapter|volume|act|stage|henry|charles|elizabeth|james|grade|category)\s+$",
    re.I,
)
_SENTENCE_START = re.compile(r"(?:^|[.!?\n]\s*|[-•*]\s+)$")

_ZH_NOT_SELF = re.compile(r"(自我|忘我|无我|小我|大我|敌我|我行我素|唯我独尊|自我介绍)")
_ZH_USER_WORDS = (
    r"(?!体验|界面|名称|名\b|名(?=[为是])|数|增长|研究|协议|画像|群|端|量|需求|反馈|故事|手册|登录|注册|访谈)"
)


def address(text: str) -> str:
    """The text with the person as "you" / "你"; names, numbers, negation and quoted words stay as they are."""
    convert = _chinese if has_chinese(text) else _english
    return "".join(
        part if index % 2 else convert(part) for index, part in enumerate(_QUOTED.split(text)) if part
    )


def _chinese(text: str) -> str:
    kept: list[str] = []

    def keep(match: re.Match[str]) -> str:
        kept.append(match.group())
        return f"\0{len(kept) - 1}\0"

    text = _ZH_NOT_SELF.sub(keep, text)
    text = re.sub(r"[该此本]用户|用户" + _ZH_USER_WORDS, "你", text)
    text = re.sub(r"咱们|咱|俺们|俺", lambda match: "你们" if "们" in match.group() else "你", text)
    text = re.sub(r"本人(?!民)", "你", text)
    text = text.replace("我", "你")
    text = _english_in_chinese(text)
    return re.sub(r"\0(\d+)\0", lambda match: kept[int(match.group(1))], text)


def _english_in_chinese(text: str) -> str:
    """A mixed text may still say "the user" or "I" in its English part."""
    return _english(text) if re.search(rf"\b(?:{_USER}|I|my)\b", text, re.I) else text


def _english(text: str) -> str:
    text = text.replace("’", "'") if re.search(r"\b(?:I|user|doesn|isn|don)’", text, re.I) else text
    text = _from_user(text)
    text = _sub(r"\b(am|was) I\b", lambda m, start: f"{_BE[m.group(1).lower()]} you", text)
    text = _sub(r"\bI(?:'m| am)\b", lambda m, start: _you(m.group(), start, "You're", "You are"), text)
    text = _sub(
        r"\bI (was|wasn't)\b", lambda m, start: f"{'You' if start else 'you'} {_BE[m.group(1)]}", text
    )
    text = _sub(
        rf"\bI ({_ADVERB}) (am|was)\b",
        lambda m, start: f"{'You' if start else 'you'} {m.group(1)} {_BE[m.group(2)]}",
        text,
    )
    text = _sub(r"\bI\b(?!\.\w)", _first_person, text)
    return _OWN.sub(_yours, text)


def _yours(match: re.Match[str]) -> str:
    word = match.group()
    yours = _YOURS[word.lower()]
    return yours.capitalize() if word[0].isupper() else yours


def _you(match: str, start: bool, short: str, long: str) -> str:
    chosen = short if "'" in match else long
    return chosen if start else chosen[0].lower() + chosen[1:]


def _first_person(match: re.Match[str], start: bool) -> str:
    if _NUMERAL_BEFORE.search(match.string[: match.start()]):
        return match.group()
    return "You" if start else "you"


def _from_user(text: str) -> str:
    """ "The user likes tea" → "You like tea"; the possessives that follow in the same sentence go with it."""
    if not re.search(rf"\b{_USER}\b", text, re.I):
        return text
    text = re.sub(rf"^{_USER}: ", "", text, flags=re.I)
    text = _sub(rf"\b{_USER}'s?(?= )", lambda m, start: "Your" if start else "your", text, flags=re.I)
    text = _sub(
        rf"\b{_USER}((?: {_ADVERB})*) ([a-z]+(?:'t)?)\b",
        lambda m, start: f"{'You' if start else 'you'}{m.group(1)} {_second_person(m.group(2))}",
        text,
        flags=re.I,
    )
    text = _sub(rf"\b{_USER}\b", lambda m, start: "You" if start else "you", text, flags=re.I)
    return re.sub(r"^(You\b[^.!?;]*)", lambda m: _own_possessives(m.group(1)), text)


def _own_possessives(clause: str) -> str:
    """In a clause about the person alone "their dog" is theirs; where another name or relative stands it may not be."""
    verbs = re.sub(r"\band ([a-z]+s)\b(?= )", _and_verb, clause)
    before, found, after = verbs.partition(" their ")
    if not found:
        before, found, after = next(
            ((b, f, a) for w in (" his ", " her ") for b, f, a in [verbs.partition(w)] if f), (verbs, "", "")
        )
    if not found or re.search(
        r"(?<!^)\b[A-Z][a-z]+|\b(?:\w+s who|wife|husband|mother|father|son|daughter|sister|brother|friend)\b",
        before[3:],
    ):
        return verbs
    return f"{before} your {after}"


def _and_verb(match: re.Match[str]) -> str:
    """ "and lives" → "and live"; "and dogs" stays."""
    word = match.group(1)
    return f"and {_second_person(word) if word in VERBS else word}"


def _second_person(verb: str) -> str:
    """The form of a verb after "you": "lives" → "live"; a past or modal form stays."""
    low = verb.lower()
    if low in _BE:
        return _BE[low]
    if low in _IRREGULAR:
        return _IRREGULAR[low]
    if low in _PLAIN_AFTER_USER or not low.endswith("s") or low.endswith("ss"):
        return verb
    if low.endswith("ies") and len(low) > 4:
        return verb[:-3] + "y"
    if low.endswith(("ches", "shes", "sses", "xes", "zzes", "oes")):
        return verb[:-2]
    return verb[:-1]


def _sub(
    pattern: str, replace: Callable[[re.Match[str], bool], str], text: str, *, flags: re.RegexFlag = re.NOFLAG
) -> str:
    """Replace every match; the second argument says whether it starts a sentence."""
    return re.sub(
        pattern,
        lambda match: replace(match, _SENTENCE_START.search(match.string[: match.start()]) is not None),
        text,
        flags=flags,
    )
