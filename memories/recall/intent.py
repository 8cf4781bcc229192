"""What a message asks for: the slots and relations it names, its topics, whether it follows up. Pure; both languages.

``told_of`` reads the same things out of a memory's text, for rows that were written without a slot.
"""

# ruff: noqa: E501

from collections.abc import Sequence
from dataclasses import dataclass

from memories.recall.gate import is_personal
from memories.recall.relation_words import as_oneself, relations
from memories.recall.slot_patterns import ASKED, TOLD
from memories.recall.tokens import CHINESE_STOP_CHARACTERS, has_chinese, normalise, tokens
from memories.recall.topics import topics
from memoryhub import patterns as re

_ASKED_RE = tuple((re.compile(pattern), slots) for pattern, slots in ASKED)
_TOLD_RE = tuple((re.compile(pattern), slots) for pattern, slots in TOLD)

_FOLLOW_UP = re.compile(
    r"^(and|or|but|also|then|so|what about|how about|another|more|others?|any (more|others?)|anything else|else|"
    r"again|the (first|second|third|last|other|same)|same)\b|\b(another one|other ones?|others|else|instead|cheaper|the same|it|that one|them)\b.{0,16}$|"
    r"^(那|那么|还有|另外|再|换|然后|接着|为什么|为啥|第[一二三]|上一|下一|其他|其它|别的|这个|那个|继续|也)|(呢|其他|其它|别的|另外)[^，,]{0,8}$"
)
#: Words that point at what was said before them, unless they say themselves what is meant: "who was that?", "that class I take".
_POINTS = re.compile(
    r"^(?:why(?: not)?|when|where|who|which(?=\W*$| (?:ones?|of|is|are|was|were)\b| [\w'-]+\W*$)|that one|this one|those|these|it|that)\b"
)
_SAYS_WHICH = re.compile(
    r"^(?:that|those|these|the) (?:[\w'-]+ ){1,3}?(?:(?:that|which) )?(?:i|we|you)(?:'ve|'m)? \w"
)
_OF_SOMEBODY_NAMED = re.compile(r"\b(?:he|she|they|him|them|his|her|their)\b")
_POINTING = frozenset(tokens("why when where who which that this those these it one ones not"))
#: So many words of its own say what a question is about.
_OWN_WORDS = 2
_REQUEST = re.compile(
    r"\b(suggest|recommend|recommendation|idea|ideas|plan|choose|pick|order|buy|book|cook|make|what should(?! (?:you|i) (?:call|know))|where should|which should|"
    r"should i|shall i|could i|help me|any good|somewhere|something to|fancy)\b|推荐|建议|帮我|给我|安排|订|买|选|做(点|什么(?!的|工作|职业|行业|生意|[?？\s]*$))|吃(什么|点|啥)|喝(什么|点|啥)|去哪|好不好|怎么样|想(吃|喝|去|买|找)|有什么好|来点"
)
#: "What do I like to eat?" asks; "What shall I eat?" wishes. In Chinese the verbs are the same.
_LOOKED_UP = re.compile(
    r"(?:喜欢|爱|讨厌|不想?|不能|平时|通常|一般|习惯|常常?|总|每[天周早晚])[^，。?？]{0,6}?(?:吃|喝|做|买|点|选|订)(?:了|过|的)?(?:什么|啥)(?!好)|"
    r"我[^，。?？]{0,4}(?:吃|喝|做|买|点|选|订)(?:了|过)(?:什么|啥)|"
    r"\b(?:favou?rite|which|what|my|this|that|a|the) (?:book|order|plan)\b|"
    r"\b(?:what|which|where|when|how)\b.{0,24}\b(?:did|do) i (?:usually |normally |always |often )?(?:buy|book|order|make|cook|choose|pick|plan)\b"
)
_QUESTION = re.compile(
    r"^\W*(?:my|our) (?:[\w'-]+ ){0,3}(?:name|birthday|age|address|number|job|size|type|colou?r|phone|email|date|anniversary|hobb(?:y|ies)|weight|height|favou?rite \w+|password|code|schedule|plan)s?\W*$|"
    r"^我(?:的|家)?[\u4e00-\u9fff]{0,8}的?(?:名字|生日|电话|年龄|地址|职业|尺码|号码|密码|颜色|品种|身高|体重|血型|爱好)[。\s]*$|"
    r"[?？]|^\W*(what|whats|who|whos|whom|whose|where|wheres|when|whens|which|why|how|do|does|did|is|are|am|was|were|can|could|will|would|should|have|has|"
    r"remind me|tell me|do you (know|remember))\b|什么|啥|哪|谁|几|多少|多大|多久|多远|多高|怎么|为何|吗|么$|呢$|是不是|有没有|[是会能爱吃喝有喜要]不[是会能爱吃喝有喜要]|来着"
)

# "my X" and 我(的)X: the thing that is asked for, up to the verb.
_EN_HEAD = re.compile(
    r"\bmy ((?:[\w'-]+ ){0,3}?[\w'-]+)(?= (?:is|was|are|were|due|end|ends|called|for|at|in|on|to|of|from|with|do|does|did|go|goes|like|likes|start|starts|"
    r"expire|expires|take|takes|study|teach|need|again|these|now|this|and|or|by|about|when|if)\b|\s*[?.!,]|\s*$)"
)
_ZH_HEAD = re.compile(
    r"我(?:的|家|家的)?([\u4e00-\u9fff]{1,8}?)(?=是|叫|在|有|为|放|几|多|什么|哪|怎么|到期|会|要|住|姓|呢|吗|[?？。，,!！]|$)"
)

_EN_SHARED = re.compile(
    r"(\bmy (?:[\w-]+ ){0,2}?[\w-]+),? (?:and|or) (?!my\b|what|when|where|who|how|which|do|did|is|are|why|i\b)((?:[\w-]+ )?[\w-]+)(?=\W*$)"
)
_ZH_SHARED = re.compile(
    r"(我[^，,、。?？\n]{1,20}?)[，,、]\s*(?:还有|以及|和|并且|又|也)?(?=[^，,、。?？\n]{2,20}[?？\s]*$)(?![^，,\n]*[我你他她它])([^，,\n]*(?:什么|啥|哪|几|多少|谁|多大|多久|怎么|吗)[^，,\n]*)"
)
_SENTENCE = re.compile(r"[^.!?。！？\n]+[.!?。！？]*|\n")

#: As much of either end of a long message is read.
READ_CHARACTERS = 2_000
#: A message without a topic of its own has at most this many tokens.
_FOLLOW_UP_TOKENS = 6


@dataclass(frozen=True, slots=True)
class Intent:
    """What is asked for. ``text`` is what is searched for: a follow-up carries the turn before it along.

    ``slots`` may end in a dot: every slot of that kind ("favourite."). ``goes_on``: it tells something, and then wants more.
    """

    text: str
    slots: frozenset[str] = frozenset()
    relations: frozenset[str] = frozenset()
    topics: frozenset[str] = frozenset()
    head: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    personal: bool = False
    goes_on: bool = False
    question: bool = False
    request: bool = False


def in_full(text: str) -> str:
    """The text, normalised, with whose it is said again for each part: "my age and height" asks for two of mine."""
    plain = normalise(text).replace("’", "'")
    plain = _EN_SHARED.sub(lambda match: f"{match.group(1)} and my {match.group(2)}", plain)
    return _ZH_SHARED.sub(lambda match: f"{match.group(1)}，我{match.group(2)}", plain)


def asks(text: str) -> frozenset[str]:
    """The slots that a question asks about."""
    plain = in_full(text)
    return frozenset(slot for pattern, slots in _ASKED_RE if pattern.search(plain) for slot in slots)


def head(text: str) -> frozenset[str]:
    """The tokens of the thing of theirs that the person asks for: "blood pressure" in "What's my blood pressure?"."""
    plain = normalise(text).replace("’", "'")
    if match := _EN_HEAD.search(plain):
        return frozenset(tokens(match.group(1).split("'s ")[-1]))
    if match := _ZH_HEAD.search(plain):
        phrase = match.group(1).split("的")[-1]
        counts = tokens(phrase)
        return frozenset(token for token in counts if len(token) > 1) or frozenset(counts)
    return frozenset()


def told_of(plain: str) -> frozenset[str]:
    """The slots that a statement, normalised already, looks as if it filled."""
    plain = plain.replace("’", "'")
    return frozenset(slot for pattern, slots in _TOLD_RE if pattern.search(plain) for slot in slots)


def is_question(text: str) -> bool:
    """Whether the message asks something."""
    return _QUESTION.search(normalise(text).replace("’", "'")) is not None


def in_short(text: str) -> str:
    """What is read of a message as a question: of a very long one its beginning and its end, where it asks."""
    if len(text) <= 2 * READ_CHARACTERS:
        return text
    return f"{text[:READ_CHARACTERS]}\n{text[-READ_CHARACTERS:]}"


def sentences(text: str) -> list[str]:
    """The sentences of a text, without the space around them."""
    return [text[start:end] for start, end in spans_of_sentences(text)]


def spans_of_sentences(text: str) -> list[tuple[int, int]]:
    """Where each sentence of a text begins and ends, the space around it left out."""
    found = []
    for match in _SENTENCE.finditer(text):
        part = match.group()
        if part.strip():
            start = match.start() + len(part) - len(part.lstrip())
            found.append((start, start + len(part.strip())))
    return found


def only_asks(text: str) -> bool:
    """Whether the text holds nothing but questions: it tells nothing of what it asks for."""
    parts = sentences(text)
    return bool(parts) and all(
        part.endswith(("?", "？")) or (len(parts) == 1 and is_question(part)) for part in parts
    )


def goes_on(text: str) -> bool:
    """Whether a message of several sentences tells something: it goes on with that, and is no plain look-up."""
    parts = sentences(text)
    return len(parts) > 1 and any(not part.endswith(("?", "？")) and not is_question(part) for part in parts)


def is_follow_up(text: str) -> bool:
    """Whether a message leans on the turns before it: short, or it points back."""
    plain = normalise(text).replace("’", "'").strip()
    if asks(text):
        return False
    counts = tokens(plain)
    count = len(plain) if has_chinese(plain) else sum(counts.values()) * 2
    if count > _FOLLOW_UP_TOKENS * 2 or _SAYS_WHICH.match(plain):
        return False
    if _FOLLOW_UP.search(plain):
        return True
    if not _POINTS.match(plain):
        return False
    return _OF_SOMEBODY_NAMED.search(plain) is not None or len(counts.keys() - _POINTING) < _OWN_WORDS


def read(text: str, *, recent: Sequence[str] = ()) -> Intent:
    """The intent of a message, read with the turn before it where it leans on that."""
    whole = f"{in_short(recent[-1])}\n{text}" if recent and is_follow_up(text) else text
    plain = normalise(whole).replace("’", "'")
    named = relations(whole)
    return Intent(
        text=whole,
        slots=asks(whole) | (asks(as_oneself(whole)) if named else frozenset()),
        relations=named,
        topics=topics(whole),
        head=head(whole),
        words=frozenset(tokens(whole)),
        personal=is_personal(whole),
        goes_on=goes_on(text),
        question=is_question(text),
        request=_REQUEST.search(_LOOKED_UP.sub("", plain)) is not None,
    )


def slot_matches(asked: frozenset[str], slot: str) -> bool:
    """Whether a memory of this slot answers a question about these."""
    return bool(slot) and any(slot == one or (one.endswith(".") and slot.startswith(one)) for one in asked)


def noun_of(slot: str) -> str:
    """The noun of ``attribute.locker`` or ``favourite.colour``, else an empty string."""
    head, dot, noun = slot.partition(".")
    return noun.replace("_", " ") if dot and head in ("attribute", "favourite") else ""


def noun_matches(words: frozenset[str], slot: str) -> bool:
    """Whether the message's tokens name the noun that the slot is called after."""
    noun = noun_of(slot)
    if not noun:
        return False
    named = set(tokens(noun)) - CHINESE_STOP_CHARACTERS
    return bool(named) and named <= words
