"""A bare name as the one who is known by it: "Lidia works at a bank" is read as of the person's wife Lidia. Pure.

The rules know "my wife Lidia" and 我老婆; where a clause opens with the bare name, they are told who that is.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from memories.capture.keys import name_key
from memories.capture.types import Candidate, Text
from memories.kinds import EntityKind
from memoryhub import patterns as re


@dataclass(frozen=True, slots=True)
class Acquaintance:
    """Somebody or an animal of the person's whose name is known; ``relation`` is a key of slots.RELATIONS.

    ``word`` is what the person calls them in Chinese, where they have said so. Without a relation it is somebody or
    something that the graph alone knows, and ``word`` the name by which that is kept.
    """

    kind: str
    relation: str
    name: str
    word: str = ""


@dataclass(frozen=True, slots=True)
class Introduced:
    """A text that tells who bare names are, and for each of its characters the place in what was said.

    ``named``: those who are told of; in Chinese by their relation alone, for names run into what follows them.
    """

    text: Text
    said: str
    places: Sequence[int]
    named: tuple[Acquaintance, ...] = ()

    def as_said(self, candidates: Iterable[Candidate]) -> list[Candidate]:
        """The candidates with the names, the words and the offsets of what was said; none that tells a known name."""
        if not self.named:
            return list(candidates)
        found = [self._of_those_named(self._in_place(one)) for one in candidates]
        return [one for one in found if not self._tells_a_name(one)]

    def _in_place(self, candidate: Candidate) -> Candidate:
        start = self.places[candidate.start]
        end = self.places[max(candidate.end - 1, candidate.start)] + 1
        return replace(candidate, start=start, end=end, quote=self.said[start:end])

    def _of_those_named(self, candidate: Candidate) -> Candidate:
        """The candidate with the name of the one it is about; its value is what it tells, not the name again."""
        subject, content = candidate.subject, candidate.content
        those = [one for one in self.named if (one.kind, one.relation) == (subject.kind, subject.relation)]
        if len(those) != 1:
            return candidate
        name = those[0].name
        if candidate.language == "zh" and not subject.name:
            if name not in content:
                word = those[0].word or chinese_word(subject.relation)
                content = re.sub(rf"(你的?{word})", rf"\g<1>{name}", content, count=1)
            candidate = replace(candidate, subject=replace(subject, name=name), content=content)
        if candidate.value == name and candidate.quote != name and not _NAMES.search(content):
            candidate = replace(candidate, value="")
        return candidate

    def _tells_a_name(self, candidate: Candidate) -> bool:
        return candidate.quote == candidate.value and any(
            one.name == candidate.value and one.relation == candidate.subject.relation for one in self.named
        )


_NAMES = re.compile(r"\b(?:called|named|name is|name's)\b|[叫名]")


#: What may stand between the beginning of a clause and its subject.
_OPENS_EN = (
    r"(?:^|[.!?;,:\n…—-]\s*|\b(?i:and|but|because|since|so|that|while|although|though|as|when|if|actually|now|no|"
    r"today|yesterday|unfortunately|sadly|apparently|also|then|meanwhile)[,\s]\s*)[\"'(\s]*"
)
_OPENS_ZH = (
    r"(?:^|[。！？；，,.!?;:：\n…—\s])(?:不是的?|不对|不|错了|其实|对了|现在|后来|最近|可是|但是?|不过|而且|因为|所以|原来|"
    r"告诉你|跟你说|唉|哎|哦|今天|昨天|前天|昨晚|上周|上个?月|去年|今年|刚才|刚刚)*[,，\s]*"
)
#: What follows a name that is told something of: its own or a thing's predicate, and neither a comma nor a question.
_TOLD_EN = r"(?=(?:'s|’s)?\s+[a-z])(?!\s+(?:who|which|or|please|can|could|would you|do you)\b)"
_TOLD_ZH = r"(?=[\u4e00-\u9fff\d])(?![们吗呢吧啊呀嘛和跟与或、])"


#: "…, he works at a garage now", "… She works at a bank": the one who was just named, in this sentence or the next.
_PRONOUN = re.compile(
    r"(?:^|[,;.!]\s+|\s+(?=and |but ))(?:(?:and|but|so|now|because)\s+)*(?P<who>[Hh]e|[Ss]he)(?=(?:'s|’s)?\s+[a-z])"
)
_NEXT_SENTENCE = re.compile(r"[^.!?\n]*(?:[.!]\s+[^.!?\n]*)?(?![?])")


def _pronouns(words: str, after: int) -> list[tuple[int, int]]:
    """Where the one who is named before ``after`` is spoken of by a pronoun that opens a clause."""
    said = _NEXT_SENTENCE.match(words, after)
    return [found.span("who") for found in _PRONOUN.finditer(words, after, said.end() if said else after)]


def introduced(text: Text, known: Iterable[Acquaintance]) -> Introduced:
    """The text with who it is at each bare name that opens a clause: "my wife Lidia", 我老婆.

    Only a name that one alone of the known has tells who is meant.
    """
    words = text.text
    found: dict[int, tuple[int, str, Acquaintance]] = {}
    for one in _told_apart(known):
        for pattern, before, keeps_name in _forms(one):
            for match in pattern.finditer(words):
                start, end = match.span("name")
                found.setdefault(start, (start if keeps_name else end, before, one))
    if not found:
        return Introduced(text, words, range(len(words) + 1))
    for start in sorted(found):
        _, before, one = found[start]
        if before.startswith("my ") and one.kind == EntityKind.PERSON:
            for said, end in _pronouns(words, start + len(one.name)):
                found[said] = (end, f"{before}{one.name}", one)
    shown: list[str] = []
    places: list[int] = []
    at = 0
    for start in sorted(found):
        goes_on, before, _one = found[start]
        shown += [words[at:start], before]
        places += [*range(at, start), *([start] * len(before))]
        at = goes_on
    shown.append(words[at:])
    places += range(at, len(words) + 1)
    named = tuple(dict.fromkeys(one for _end, _before, one in found.values()))
    return Introduced(replace(text, text="".join(shown)), words, places, named)


def _told_apart(known: Iterable[Acquaintance]) -> list[Acquaintance]:
    """Those whose name nobody else of the person's has; the longest names first."""
    named = defaultdict[str, dict[str, Acquaintance]](dict)
    for one in known:
        if one.relation:
            named[name_key(one.name)].setdefault(one.relation, one)
    alone = [next(iter(those.values())) for those in named.values() if len(those) == 1]
    return sorted(alone, key=lambda one: -len(one.name))


def _forms(one: Acquaintance) -> list[tuple[re.Pattern[str], str, bool]]:
    """How the name opens a clause in each language, what tells there who it is, and whether the name stays."""
    name, word = re.escape(one.name.strip()), one.word or chinese_word(one.relation)
    forms: list[tuple[re.Pattern[str], str, bool]] = []
    if one.name[:1].isupper():
        english = re.compile(rf"{_OPENS_EN}(?P<name>{name}){_TOLD_EN}")
        forms.append((english, f"my {one.relation.replace('_', ' ')} ", True))
    if word:
        chinese = re.compile(rf"{_OPENS_ZH}(?P<name>{name}){_TOLD_ZH}")
        forms.append((chinese, f"我{'的' if one.kind == EntityKind.PET else ''}{word}", False))
    return forms


#: A step-mother is called a mother, but a mother no step-mother.
_NO_OWN = re.compile(r"[继养干后亲]")


def chinese_word(relation: str, *, said: str = "") -> str:
    """What somebody of this relation is called in Chinese, in ``said`` if it tells; empty where no word is known."""
    from memories.capture.rules_zh_words import RELATIONS

    words = [word for word, key in RELATIONS.items() if key == relation]
    if said:
        return max((word for word in words if word in said), key=len, default="")
    return next((word for word in words if not _NO_OWN.match(word)), "")
