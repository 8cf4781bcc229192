"""What a person asks of the memory in so many words, done inside the turn: remember, forget, put right. No model."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from memories.capture import extraction, guess, keys, spans
from memories.capture.commit import Committed, commit
from memories.capture.types import Act, Candidate, Text, Turn
from memories.kinds import MemoryStatus
from memories.models import Memory, MemorySettings
from memories.recall.tokens import is_single_character, tokens

if TYPE_CHECKING:
    from memoryhub.models import User

Kind = Literal["remember", "forget", "correct"]
Result = Literal["done", "none_found", "ambiguous", "already", "learning_off"]

_MOST_CHOICES = 5
#: The share of the words asked for that a memory must hold: to be forgotten at once, and to be asked about.
_FITS, _MAY_FIT = 0.8, 0.5


@dataclass(frozen=True, slots=True)
class Acted:
    """What was done. ``memories``: the rows it was done to; ``choices``: those that fit when it is not clear which."""

    kind: Kind
    memories: list[Memory] = field(default_factory=list)
    outcome: Result = "done"
    choices: list[Memory] = field(default_factory=list)


def act_on_words(*, user: "User", turn: Turn) -> Acted | None:
    """Does what the turn asks for in so many words; it is committed when this returns. None: it asks for nothing."""
    text = spans.own_words(turn)
    if request := forget_request(text.text):
        return _forget(user, turn, request)
    found = extraction.by_rules(text).extraction.candidates
    asked = [candidate for candidate in found if candidate.explicit or candidate.act is Act.CORRECT]
    if not asked:
        return None
    kind: Kind = "correct" if any(candidate.act is Act.CORRECT for candidate in asked) else "remember"
    if MemorySettings.objects.filter(user=user, learn=False).exists():
        return Acted(kind, outcome="learning_off")
    return _kept(kind, commit(user=user, turn=turn, candidates=asked))


def _kept(kind: Kind, done: Committed) -> Acted | None:
    new = done.created + [row for row in done.known if row not in done.created]
    if new:
        return Acted(kind, new)
    return Acted(kind, done.repeated, outcome="already") if done.repeated else None


# ------------------------------------------------------------------------------------------------ forget

_SENTENCE = re.compile(r"(?:[^.!?。！？\n]|[.](?=\w))+[.!?。！？]*")
_EN_REQUEST = re.compile(
    r"^\W*(?:(?:please|ok(?:ay)?|hey|hi|now|and|so|then|also|actually|no|oh|well|sorry|just)\b[\s,]*)*"
    r"(?:(?:can|could|would|will) you (?:please )?|(?:i(?:'d| would) like|i want|i need) you to |you (?:can|should|may|must) |let's )?(?:please )?(?:just )?"
    r"(?P<verb>forget|stop remembering|(?:don't|do not|no longer) (?:remember|keep|store)|delete|erase|remove|drop|wipe|clear)\b(?P<rest>.*)$",
    re.IGNORECASE | re.DOTALL,
)
_EN_IDIOM = re.compile(
    r"^\s*(?:about )?(?:it|that|this|him|her|them|to\b.*|me not|everything else)\s*[.!,]*\s*$|^\s*to\b|^-",
    re.IGNORECASE,
)
_EN_OF_MEMORY = re.compile(
    r"\bmemor(?:y|ies)\b|\bwhat (?:you know|i(?:'ve| have)? (?:said|told you))\b|\b(?:i(?:'ve| have)?|we) told you\b|\byou (?:know|remember)\b",
    re.IGNORECASE,
)
_EN_LEAD = re.compile(
    r"^\s*(?:(?:what|everything|anything|all|the (?:thing|things|fact|part|bit|memory|memories|entry|note)|your memor(?:y|ies)|my memor(?:y|ies)|memor(?:y|ies))\b\s*"
    r"|(?:that )?i(?:'ve| have)? (?:said|told you|mentioned)\b\s*|you (?:know|remember|have stored|noted)\b\s*|(?:that|about|of|on|regarding|from (?:your )?memory)\b\s*)+",
    re.IGNORECASE,
)
_EN_EVERYTHING = re.compile(
    r"^\s*(?:everything|all|it all|all of it|all (?:my|the|your) memories|(?:everything|all|what) (?:that )?you know(?: about me)?|everything about me|all about me)\s*[.!]*\s*$",
    re.IGNORECASE,
)
_EN_TAIL = re.compile(
    r"\s*(?:from (?:your |my )?memor(?:y|ies)|please|again|any ?more|thanks?(?: you)?|ok(?:ay)?)\s*$|[\s.!?,]+$",
    re.IGNORECASE,
)

_ZH_VERB = (
    r"(?:忘掉|忘了|忘记|忘却|遗忘|别再?记(?:得|住|着|了)?|不要再?记(?:得|住|着)?|不用再?记(?:得|住|着)?)"
)
_ZH_DELETE = r"(?:删掉|删除|删了|清除|清空|抹掉|移除|去掉)"
_ZH_LEAD = r"^\W*(?:请|麻烦你?|帮我|帮忙|你|您|可以|能不能|能否|可不可以|那就?|好了|算了|就|还是|现在|都|顺便|给我)*[,，\s]*"
_ZH_REQUESTS = (
    re.compile(_ZH_LEAD + _ZH_VERB + r"(?P<rest>.*)$", re.DOTALL),
    re.compile(
        _ZH_LEAD
        + r"(?:把|将)(?P<rest>.+?)(?:都|全部|全)?(?:给)?(?:"
        + _ZH_VERB
        + "|"
        + _ZH_DELETE
        + r")(?:吧|了|掉)*\W*$",
        re.DOTALL,
    ),
    re.compile(_ZH_LEAD + _ZH_DELETE + r"(?P<rest>.*(?:记忆|记录|记住的|记得的|关于).*)$", re.DOTALL),
    re.compile(
        r"^\W*(?P<rest>(?:关于)?[^，。]{2,30}?(?:这件事|那件事|的事情?|这条|那条)?)[，,\s]*(?:请|麻烦)?你?(?:就|都)?(?:忘掉|忘了|别再?记(?:了|着|得|住)?|不要再?记了?)吧?\W*$",
        re.DOTALL,
    ),
)
_ZH_IDIOM = re.compile(r"^(?:吧|它|这个|那个|了|带|拿|说|做|关|买|去|要)?\W*$")
_ZH_STRIP = re.compile(
    r"^(?:我?(?:之前|以前|上次|刚才|刚刚)?(?:跟你|对你|和你)?(?:说|讲|提|告诉你|提到)(?:过|了)?的?|关于|你(?:记得|记住|知道)的?|所有|有关|那条|这条|我)+|"
    r"(?:的(?:这|那)?(?:件事情?|事情?|记忆|记录|信息|内容|话|一切|所有)|(?:这|那)(?:件事情?|条记忆|条|个)|吧|了|呀|啦|好吗|可以吗|行吗|谢谢|从(?:你的)?记忆(?:里|中))+\W*$|\W+$|^\W+"
)
_ZH_EVERYTHING = re.compile(r"^(?:关于)?我?的?(?:所有|全部|一切)(?:的?(?:事情?|记忆|东西|内容|信息))?$")
_ZH_OWN_LAPSE = re.compile(
    r"^\W*(?:我|他|她|我们|差点|别|不要|千万别|不能|没|不会)(?:们|都|又|也|总|老|经常|可能|好像|快)*忘|别忘|不要忘|不能忘|没忘"
)


@dataclass(frozen=True, slots=True)
class Request:
    """A sentence that asks to forget something: where it stands, and what it names."""

    start: int
    end: int
    target: str
    everything: bool = False


def forget_request(text: str) -> Request | None:
    """The first sentence of a text that asks the agent to forget something it knows, or None."""
    for match in _SENTENCE.finditer(text):
        sentence = match.group()
        target = _english_target(sentence) or _chinese_target(sentence)
        if target:
            everything = bool(_EN_EVERYTHING.match(target) or _ZH_EVERYTHING.match(target))
            return Request(match.start(), match.end(), target, everything)
    return None


def without_requests(text: Text) -> Text:
    """The text without a sentence that asks to forget something, so that it does not teach it again."""
    words = text.text
    while request := forget_request(words):
        words = words[: request.start] + " " * (request.end - request.start) + words[request.end :]
    return Text(text=words, said_at=text.said_at, previous_assistant=text.previous_assistant)


def _english_target(sentence: str) -> str:
    match = _EN_REQUEST.match(sentence)
    if match is None:
        return ""
    rest = match.group("rest")
    if _EN_IDIOM.search(rest):
        return ""
    if match.group("verb").lower() not in ("forget", "stop remembering") and not _EN_OF_MEMORY.search(rest):
        return ""
    rest = re.split(r"[,;]\s|\s[–—-]\s", rest, maxsplit=1)[0]
    while (shorter := _EN_TAIL.sub("", rest)) != rest:
        rest = shorter
    if _EN_EVERYTHING.match(rest):
        return rest.strip()
    return _EN_LEAD.sub("", rest).strip()


def _chinese_target(sentence: str) -> str:
    if _ZH_OWN_LAPSE.search(sentence):
        return ""
    for pattern in _ZH_REQUESTS:
        match = pattern.match(sentence)
        if match is None:
            continue
        rest = re.split(r"[，,；;]", match.group("rest").strip(" ，,"), maxsplit=1)[0].strip()
        if _ZH_EVERYTHING.match(rest):
            return rest
        while (shorter := _ZH_STRIP.sub("", rest)) != rest:
            rest = shorter
        if rest and not _ZH_IDIOM.match(rest):
            return rest
    return ""


#: What a slot's memories are about, beside their own words: "forget my address", "忘掉我的工作".
_SLOT_WORDS = {
    "residence": "live home address city town residence 住 住址 地址 家 城市",
    "hometown": "hometown from origin 老家 家乡 籍贯",
    "occupation": "job work occupation profession 工作 职业",
    "employer": "job work employer company 工作 公司 单位",
    "name": "name 名字 姓名",
    "called": "name nickname called 称呼 名字 昵称",
    "age": "age old years 年龄 岁数",
    "birthday": "birthday born 生日",
    "allergy": "allergy allergies allergic 过敏",
    "diet": "diet eat food 饮食",
    "pet": "pet 宠物",
    "marital_status": "married marriage relationship 婚姻 结婚",
    "languages": "language languages 语言",
    "instruction": "instruction rule wish 要求 规则",
}
_ABOUT_NOTHING = frozenset(
    [
        "memori",
        "thing",
        "fact",
        "said",
        "told",
        "know",
        "rememb",
        "inform",
        "detail",
        "note",
        "like",
        "love",
        "hate",
        "dislik",
        "enjoy",
        "prefer",
        "stuff",
        "ever",
        "anymor",
    ]
) | frozenset("喜欢爱讨厌吃喝看事情记忆信息件条说告诉")


def _words(text: str) -> frozenset[str]:
    """The words that a target or a memory is matched by: English stems, Chinese characters."""
    return frozenset(
        token
        for token in tokens(text)
        if is_single_character(token) or not re.search(r"[\u3400-\u9fff]", token)
    )


def fit(target: str, memory: Memory) -> float:
    """The share of the target's words that the memory holds, 0–1; words of liking count only where there are no others."""
    wanted = _words(target) - _ABOUT_NOTHING or _words(target)
    if not wanted:
        return 0.0
    held = _words(
        f"{memory.content} {memory.value} {memory.slot.replace('.', ' ').replace('_', ' ')} {_SLOT_WORDS.get(memory.slot, '')}"
    )
    return len(wanted & held) / len(wanted)


def _forget(user: "User", turn: Turn, request: Request) -> Acted:
    from memories import services

    rows = list(
        Memory.objects.of(user)
        .filter(status__in=(MemoryStatus.ACTIVE, MemoryStatus.PENDING))
        .select_related("subject")
        .order_by("-created_at")
    )
    if request.everything:
        return Acted("forget", outcome="ambiguous" if rows else "none_found", choices=rows[:_MOST_CHOICES])
    fitting = _named(request.target, rows, turn) or _best(request.target, rows, at_least=_FITS)
    if len(fitting) == 1:
        services.memory_forget(user=user, memory_ids=[fitting[0].pk])
        return Acted("forget", fitting)
    choices = fitting or _best(request.target, rows, at_least=_MAY_FIT)
    if not choices:
        return Acted("forget", outcome="none_found")
    return Acted("forget", outcome="ambiguous", choices=choices[:_MOST_CHOICES])


def _named(target: str, rows: Sequence[Memory], turn: Turn) -> list[Memory]:
    """The rows that say exactly what the target says, as the rules read it: "that I live in Ghent"."""
    said: Candidate | None = guess.guess(target, said_at=turn.said_at)
    if said is None or not said.slot:
        return []
    key = keys.candidate_key(said)
    return [row for row in rows if row.slot == said.slot and row.value_key == key]


def _best(target: str, rows: Sequence[Memory], *, at_least: float) -> list[Memory]:
    """The rows that fit best, if they fit well enough."""
    fits = [(fit(target, row), row) for row in rows]
    best = max((figure for figure, _ in fits), default=0.0)
    return [row for figure, row in fits if figure == best] if best >= at_least else []
