"""The sentences that rules leave open and a judge may read: the person's own statements of themselves. Pure.

Questions, requests, suppositions, fiction and words to the assistant are left out before anything is weighed.
"""

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from memories.capture import judge_left_out, not_told, placing, rules_zh_clauses, rules_zh_words
from memories.capture.addressing import to_the_person
from memories.capture.grounding import blank_form
from memories.capture.judge_left_out import LASTING_EN
from memories.capture.placing import NOWHERE, Place
from memories.capture.rules_en.blanks import normal
from memories.capture.rules_en.clauses import Clause
from memories.capture.rules_en.clauses import clauses as english_clauses
from memories.capture.rules_en.statement import Statement, Tense, parse
from memories.capture.rules_en.words import words_of
from memories.capture.types import Language, Text
from memories.capture.value_keys import simplify
from memoryhub import patterns as re

#: Characters of a sentence that is weighed, and of a message whose sentences are: longer ones are material.
LONGEST, LONGEST_MESSAGE = 300, 2_000
_CHINESE = re.compile(r"[\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class Open:
    """A statement ``text[start:end]`` of the message; ``content`` says it to the person; ``marks`` tell its form."""

    start: int
    end: int
    language: Language
    content: str
    marks: tuple[float, ...]
    past: bool
    tentative: bool = False
    place: Place = NOWHERE


def open_sentences(text: Text, *, taken: Sequence[tuple[int, int]] = ()) -> list[Open]:
    """The statements outside of the stretches that rules have read, in the order of the message."""
    words = text.text
    if len(words.strip()) > LONGEST_MESSAGE:
        return []
    chinese = bool(_CHINESE.search(words))
    find = _chinese if chinese else _english
    message = _Message(asks=bool(_ASKS.search(words)), length=len(words))
    return [
        found
        for found in find(words, text, message)
        if not _WAVED_ASIDE.search(_sentence_of(words, found))
        and not any(start < found.end and found.start < end for start, end in taken)
        and found.end - found.start <= LONGEST
        and not not_told.not_told(words, start=found.start, end=found.end)
        and not blank_form(words[found.start : found.end])
    ]


def _sentence_of(words: str, found: Open) -> str:
    """The whole sentence that a statement stands in."""
    start = max((words.rfind(mark, 0, found.start) for mark in ".!?\n。！？"), default=-1) + 1
    ends = [place for mark in ".!?\n。！？" if (place := words.find(mark, found.end)) >= 0]
    return words[start : min(ends, default=len(words))]


@dataclass(frozen=True, slots=True)
class _Message:
    """What is known of the message around a sentence."""

    asks: bool
    length: int


_ASKS = re.compile(
    r"\b(?:can|could|would|will) you\b|\b(?:like|want|need) you to\b|\b(?:give|tell|show|provide|write) me\b|"
    r"\b(?:please|recommend|suggest|advice|tips|help me|any ideas)\b|"
    r"请|帮我|推荐|建议|怎么|如何|能不能|可以.{0,6}吗",
    re.IGNORECASE,
)

# ------------------------------------------------------------------------------------------------ English

_EN_SELF = re.compile(
    r"\b(?:i|i'm|i've|i'd|i'll|im|ive|my|mine|me)\b|^(?:we|we're|we've|our)\b", re.IGNORECASE
)
_EN_YOU = re.compile(r"\b(?:you|your|yours|u|ya|you're|yourself|y'all)\b", re.IGNORECASE)
_EN_WANTS = re.compile(
    r"(?:i|we)(?:'m| am|'d| would|'re| are)?\s+(?:(?:really|just|also|now|still|currently|actually)\s+)*"
    r"(?:want|like to|would like|love to|trying|hoping|thinking (?:of|about)|planning|interested in|considering|"
    r"working on|struggling)\b",
    re.IGNORECASE,
)
#: Told in passing and waved aside in the same breath.
_WAVED_ASIDE = re.compile(
    r"\bnever ?mind\b|\bforget it\b|\bjust kidding\b|不说了|算了|开玩笑|当我没说|"
    r"\bha(?:ha)+\b|\blol\b|\blmao\b|哈哈|嘿嘿",
    re.IGNORECASE,
)
_EN_MOMENT = re.compile(
    r"\b(?:now|today|tonight|tomorrow|right now|at the moment|this (?:morning|afternoon|evening|minute)|soon|"
    r"just (?:got (?:home|back|up)|woke|finished|ate|had)|about to|gotta|got to go|later)\b",
    re.IGNORECASE,
)
_EN_KIN = re.compile(
    r"\b(?:wife|husband|partner|girlfriend|boyfriend|fianc\w+|mom|mum|mother|dad|father|parents|son|sons|daughters?|kids?|"
    r"child(?:ren)?|brothers?|sisters?|siblings|family|grand\w+|uncle|aunt|cousins?|nephews?|nieces?|friends?|roommates?|"
    r"dogs?|cats?|pets?|boss|neighbou?rs?)\b",
    re.IGNORECASE,
)
_EN_ANAPHORA = re.compile(
    r"\b(?:it|that|this|them|those|these|one|ones|he|she|they|him|her)\b", re.IGNORECASE
)
_EN_FEEL = re.compile(
    r"\b(?:tired|bored|hungry|sad|happy|excited|stressed|nervous|anxious|upset|angry|sick|confused|overwhelmed|"
    r"frustrated|exhausted|sleepy|proud|lonely|worried|down|better|fine|good|great|okay|ok)\b",
    re.IGNORECASE,
)
_EN_FUNCTION = frozenset(
    words_of(
        """
    a an the i i'm i've i'd i'll im my me we our us it it's that that's this these those them they he she him her his
    is am are was were be been being do does did don't doesn't didn't have has had haven't can can't could will won't
    would should may might must to of in on at for with by from as and or but so too also very really just not no yes
    there here then than if when what which who how all some any more most much many lot lots things thing stuff
    something anything everything same well now get got go going like love think know see sure one ones time good great
    nice up out about
    """
    )
)
_EN_WORD = re.compile(r"[A-Za-z][A-Za-z'-]*")


def _english(words: str, text: Text, message: _Message) -> Iterator[Open]:
    plain = normal(words)
    for _number, group in itertools.groupby(english_clauses(plain), key=lambda one: one.sentence):
        parts = list(group)
        while parts and not _begins(parts[0]):
            parts.pop(0)
        told = list(itertools.takewhile(lambda one: not one.question and not _addressed(one.text), parts))
        for kept in placing.by_person_in_english(told):
            if found := _english_statement(words, plain, kept, text, message):
                yield found


def _english_statement(
    words: str, plain: str, kept: list[Clause], text: Text, message: _Message
) -> Open | None:
    start, end = kept[0].start, kept[-1].end
    said = plain[start:end]
    if not _content_words(said) or _before_a_gap(words, end):
        return None
    if judge_left_out.left_out_in_english(said, asks=message.asks, said_at=text.said_at):
        return None
    statement = parse(kept[0])
    marks = _english_marks(said, statement, kept[0].tentative, message)
    past = statement is not None and statement.tense is Tense.PAST
    doubtful = any(one.tentative for one in kept) or judge_left_out.undecided_in_english(said)
    content = to_the_person(words[start:end].translate(_QUOTES))
    return Open(start, end, "en", content, marks, past, doubtful, placing.in_english(kept[0], statement))


_QUOTES = str.maketrans("\u2019\u2018", "''")


def _before_a_gap(words: str, end: int) -> bool:
    """Whether a sentence runs into words that were blanked, so that its end is somebody else's: "The sign says …"."""
    while words[end : end + 1] in (":", ",", "：", "，"):
        end += 1
    return words[end : end + 3].isspace() and len(words) >= end + 3 and "\n" not in words[end : end + 3]


def _begins(clause: Clause) -> bool:
    """Whether a statement of the person's begins here: it speaks of them, and asks or supposes nothing."""
    if clause.question or clause.conditional or judge_left_out.asks_in_english(clause.text):
        return False
    return bool(_EN_SELF.search(clause.text[clause.lead :])) and not _addressed(clause.text)


def _addressed(clause: str) -> bool:
    return bool(_EN_YOU.search(clause))


def _content_words(said: str) -> int:
    return sum(word.lower() not in _EN_FUNCTION for word in _EN_WORD.findall(said))


def _english_marks(
    said: str, statement: Statement | None, tentative: bool, message: _Message
) -> tuple[float, ...]:
    tense = statement.tense if statement is not None else None
    verb = statement.verb if statement is not None else ""
    return _marks(
        message,
        starts_self=re.match(r"(?:i|i'm|i've|im|ive)\b", said, re.IGNORECASE) is not None,
        starts_mine=re.match(r"(?:my|our)\b", said, re.IGNORECASE) is not None,
        plural=re.match(r"we\b", said, re.IGNORECASE) is not None,
        present=tense is Tense.PRESENT,
        past=tense in (Tense.PAST, Tense.USED),
        perfect=tense is Tense.PERFECT,
        progressive=tense is Tense.PROGRESSIVE,
        future=tense in (Tense.FUTURE, Tense.MODAL),
        negated=statement is not None and statement.negated,
        tentative=tentative,
        being=verb in ("be", "am", "been", ""),
        likes=verb in ("like", "love", "enjoy", "hate", "prefer", "dislike", "adore"),
        wants=_EN_WANTS.match(said) is not None,
        moment=_EN_MOMENT.search(said) is not None,
        lasting=LASTING_EN.search(said) is not None,
        kin=_EN_KIN.search(said) is not None,
        anaphora=len(_EN_ANAPHORA.findall(said)) / 2,
        feeling=_EN_FEEL.search(said) is not None,
        number=re.search(r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten)\b", said) is not None,
        name=re.search(r"(?<=[a-z,] )[A-Z][a-z]+", said) is not None,
        content=_content_words(said),
        length=len(said.split()),
    )


# ------------------------------------------------------------------------------------------------ Chinese

_ZH_SELF = re.compile(r"[我俺咱]|本人")
_ZH_YOU = re.compile(r"[你您]")
_ZH_WANTS = re.compile(
    r"我们?(?:现在|正在|最近|今天|也|还|就|很|真的)*"
    r"(?:想要?|要|打算|准备|计划|希望|在做|正在|考虑|在考虑)"
)
_ZH_COMING = re.compile(r"预产期|打算|准备|计划|将要?|即将|快要|下个?[周月]|下半年|明[年天]|后[天年]")
_ZH_MOMENT = re.compile(r"今天|今晚|现在|刚才|刚刚?|马上|待会|等会|一会|明天|这会儿|正在|呢$")
_ZH_LASTING = re.compile(
    r"每[天周年月次晚早]|一直|平时|从小|经常|常常|总是|从来|多年|\S年了|习惯|以前|曾经|小时候|最喜欢|最爱|周末|最近|去年|前年|毕业"
)
_ZH_KIN = re.compile(
    r"老婆|妻子|老公|丈夫|爱人|对象|男朋友|女朋友|爸|妈|父|母|儿子|女儿|孩子|宝宝|哥|姐|弟|妹|爷爷|奶奶|外公|外婆|姥|舅|姑|叔|姨|"
    r"朋友|同事|室友|猫|狗|宠物|老板|邻居|家人"
)
_ZH_ANAPHORA = re.compile(r"它|这个|那个|这样|那样|这些|那些|这么|那么|[这那]种")
_ZH_FEEL = re.compile(
    r"累|困|饿|烦|难过|开心|高兴|郁闷|紧张|焦虑|生气|无聊|伤心|激动|担心|沮丧|疲惫|心情|孤独|压力"
)
_ZH_FILLER = re.compile(
    r"[我你他她它们的了吗呢吧啊呀哦嗯是有在也都就还很不没会要想去来说看做这那个些样么什好太真和跟与\W]"
)


def _chinese(words: str, text: Text, message: _Message) -> Iterator[Open]:
    plain = simplify(words)
    if len(plain) != len(words):
        return
    moods = rules_zh_clauses.Mood
    for _number, group in itertools.groupby(rules_zh_clauses.clauses(text), key=lambda one: one.sentence):
        parts = list(group)
        while parts and not _begins_in_chinese(parts[0]):
            parts.pop(0)
        told = list(
            itertools.takewhile(
                lambda one: one.mood is moods.STATEMENT and not _ZH_YOU.search(one.text), parts
            )
        )
        asks = message.asks or any(one.mood is not moods.STATEMENT for one in parts)
        for kept in placing.by_person_in_chinese(told):
            if found := _chinese_statement(words, plain, kept, text, replace(message, asks=asks)):
                yield found


def _chinese_statement(
    words: str, plain: str, kept: list[rules_zh_clauses.Clause], text: Text, message: _Message
) -> Open | None:
    start, end = kept[0].start, kept[-1].end
    if opening := rules_zh_words.OPENING.match(plain, start, end):
        start = opening.end()
    said = plain[start:end]
    if not _ZH_SELF.search(said) or len(_ZH_FILLER.sub("", said)) < 2 or _before_a_gap(words, end):
        return None
    if judge_left_out.left_out_in_chinese(said, asks=message.asks, said_at=text.said_at):
        return None
    marks = _chinese_marks(said, kept[0].who is rules_zh_clauses.Who.RELATED, message)
    past = re.search(r"[了过]", said) is not None and not _ZH_COMING.search(said)
    doubtful = judge_left_out.undecided_in_chinese(said)
    content = to_the_person(words[start:end])
    return Open(start, end, "zh", content, marks, past, doubtful, placing.in_chinese(kept[0]))


#: 螺蛳粉我百吃不厌: the thing that is spoken of stands first.
_ZH_TOPIC = re.compile(r"[^我你您他她它这那,，]{1,8}我(?![们的家国校])")
#: 我女儿的数学老师: somebody of somebody of the person's.
_ZH_OF_KIN = re.compile(rf"我(?:的|家)?{rules_zh_words.KIN}的[^,，我你]{{2,8}}(?:是|叫|姓|在)")


def _begins_in_chinese(clause: rules_zh_clauses.Clause) -> bool:
    """Whether a statement of the person's begins here: it states, and of them or theirs."""
    whos = rules_zh_clauses.Who
    if clause.mood is not rules_zh_clauses.Mood.STATEMENT:
        return False
    if clause.who is whos.OTHER:
        return _ZH_OF_KIN.match(clause.text) is not None
    return clause.who in (whos.SELF, whos.RELATED) or _ZH_TOPIC.match(clause.text) is not None


def _chinese_marks(said: str, related: bool, message: _Message) -> tuple[float, ...]:
    return _marks(
        message,
        starts_self=re.match(r"我(?!的|家|们)", said) is not None,
        starts_mine=re.match(r"我(?:的|家)", said) is not None or related,
        plural=re.match(r"我们|咱们", said) is not None,
        present=not re.search(r"[了过]", said),
        past=re.search(r"[了过]", said) is not None,
        perfect=re.search(r"过(?!敏|期|分|瘾|节|年|生日)", said) is not None,
        progressive=re.search(r"正在|在.{1,6}呢|着", said) is not None,
        future=re.search(r"打算|准备|将|明年|下个?月|以后", said) is not None,
        negated=re.search(r"不|没", said) is not None,
        tentative=re.search(r"可能|也许|大概|或许|好像", said) is not None,
        being=re.search(r"我(?:就|也|其实|现在)?(?:是|叫|姓|属)", said) is not None,
        likes=re.search(r"喜欢|爱|讨厌|偏好|热爱|迷上|感兴趣", said) is not None,
        wants=_ZH_WANTS.match(said) is not None,
        moment=_ZH_MOMENT.search(said) is not None,
        lasting=_ZH_LASTING.search(said) is not None,
        kin=_ZH_KIN.search(said) is not None,
        anaphora=len(_ZH_ANAPHORA.findall(said)) / 2,
        feeling=_ZH_FEEL.search(said) is not None,
        number=re.search(r"\d|[一二两三四五六七八九十百千万](?=[个只条岁年月天次家口本台辆])", said)
        is not None,
        name=re.search(r"[A-Za-z]{2,}|《", said) is not None,
        content=len(_ZH_FILLER.sub("", said)) / 2,
        length=len(said) / 2,
    )


# ------------------------------------------------------------------------------------------------ both

#: The names of the marks, in their order; a head is trained for exactly these.
MARKS = (
    "asks", "message_length", "starts_self", "starts_mine", "plural", "present", "past", "perfect",
    "progressive", "future", "negated", "tentative", "being", "likes", "wants", "moment", "lasting", "kin", "anaphora",
    "feeling", "number", "name", "content", "length",
)  # fmt: skip


def _marks(message: _Message, *, content: float, length: float, **flags: float) -> tuple[float, ...]:
    values = {
        "asks": float(message.asks),
        "message_length": math.log1p(message.length) / 8,
        **{name: min(float(value), 1.0) for name, value in flags.items()},
        "content": min(math.log1p(content) / 3, 1.0),
        "length": min(math.log1p(length) / 4, 1.0),
    }
    return tuple(values[name] for name in MARKS)
