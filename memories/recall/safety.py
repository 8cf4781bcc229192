"""Which messages an allergy or intolerance concerns: judged apart, by a lower bar than other memories. Pure."""

from collections.abc import Sequence

from memories.recall import whose
from memories.recall.evidence import Evidence
from memories.recall.intent import Intent
from memories.recall.tokens import normalise
from memories.recall.topics import topics
from memories.recall.types import Recalled
from memoryhub import patterns as re

#: A safety row this near (in spreads above neutral sentences) is told though no word is of its kind; and where words
#: of another kind are.
NEARNESS, NEARNESS_ELSEWHERE = 1.5, 2.5

_DRUGS = (
    "penicillin amoxicillin aspirin ibuprofen paracetamol antibiotic sulfa codeine morphine anaesthetic anesthetic "
    "insulin vaccine 青霉素 头孢 阿莫西林 阿司匹林 布洛芬 磺胺 抗生素 麻药 麻醉 可待因 疫苗 药"
)
_ANIMALS = "cat dog fur hair dander horse rabbit hamster 猫毛 狗毛 猫 狗 兔 毛屑 皮屑 宠物"
_AIR = (
    "pollen dust mite grass mold mould hay smoke perfume bee wasp 花粉 尘螨 灰尘 霉菌 柳絮 杨絮 香水 蜜蜂 蚊"
)
_SKIN = "latex nickel wool soap detergent sunscreen cosmetic 乳胶 镍 羊毛 肥皂 洗衣 防晒 化妆品 酒精 金属"

_CONCERNED: tuple[tuple[str, frozenset[str]], ...] = (
    (_DRUGS, frozenset({"medicine", "health"})),
    (_ANIMALS, frozenset({"pet", "home", "party"})),
    (_AIR, frozenset({"garden", "sport", "travel", "medicine", "home", "hobby"})),
    (_SKIN, frozenset({"clothes", "medicine", "hobby"})),
)
_FOOD = frozenset({"food", "drink", "party"})
#: What may be in a drink: a question about a drink of theirs is told of it.
_IN_DRINKS = (
    "milk dairy lactose soy almond caffeine coffee alcohol gluten citrus fruit honey "
    "牛奶 奶 乳糖 大豆 杏仁 咖啡因 咖啡 酒精 麸质 水果 蜂蜜 芒果 桃"
)
#: What a question about something known touches; the rest matters where something is to be done.
_TOUCHING = frozenset({"allergy", "food", "drink", "medicine", "health", "pet"})
_ALWAYS = frozenset({"allergy"})
#: Whatever else is asked in such a message, it is told.
_TREATED = frozenset({"allergy", "medicine"})
#: The person may do something, or asks whether they may.
_LEADS_ON = re.compile(
    r"\b(?:can|could|may|should|shall|would|am i (?:allowed|able|going|about)|is it (?:ok|okay|safe|fine)|safe)\b|"
    r"\b(?:what|where)(?:'s| is) (?:for|good)\b|能不能|可不可以|能|可以|可否|该|要不要|安全|适合|合适|注意"
)
_FRAGMENT = re.compile(r"^\W*[\w-]+(?: [\w-]+){0,2}\W*\?\W*$")
_OF_WHOM_OR_WHEN = re.compile(
    r"^\W*(?:and )?(?:who|whose|when|what time|what day|which day|where)\b|"
    r"\bwhat (?:does|did) [\w']+ (?:do|like|teach|play|study|drive|own)\b"
    r"|谁|(?:是|在)?(?:做|干)什么的|什么时候|哪天|几点|几号|在哪|住哪"
)
#: Slots whose answer may lead to what the person cannot take.
_TOUCHED = frozenset(
    {"allergy", "avoids", "diet", "eats", "likes", "dislikes", "favourite.", "condition", "pet"}
)


def concerns(content: str) -> frozenset[str]:
    """The topics in which what the person cannot take may turn up; food, unless it is known to be something else."""
    plain = normalise(content)
    found: set[str] = set(_ALWAYS)
    for words, where in _CONCERNED:
        if any(word in plain for word in words.split()):
            found |= where
    if found == _ALWAYS or topics(content) & _FOOD:
        found |= _FOOD
    return frozenset(found)


def is_concerned(*, intent: Intent, content: str, evidence: Evidence | None) -> bool:
    """Whether the message touches what the safety row warns of, by topic or by meaning."""
    looks_up = _looks_up(intent)
    if looks_up and "allergy" in intent.slots and not whose.same_person(intent, told=normalise(content)):
        return False  # what one of theirs cannot take is asked for, and this is another's
    about = concerns(content)
    treated = intent.topics & about & _TREATED
    if intent.slots and not intent.request and not intent.slots & _TOUCHED and not treated:
        return False  # it asks for one thing of the person's that has nothing to do with it: where they live
    fragment = _FRAGMENT.match(normalise(intent.text)) is not None  # "blood type?"
    if looks_up or fragment:
        in_drinks = any(word in normalise(content) for word in _IN_DRINKS.split())
        if looks_up or intent.topics & about:
            return bool(intent.topics & about & (_TOUCHING if in_drinks else _TOUCHING - {"drink"}))
    if intent.topics & about:
        return True
    floor = NEARNESS_ELSEWHERE if intent.topics or fragment else NEARNESS
    return evidence is not None and evidence.nearness is not None and evidence.nearness >= floor


def in_order(chosen: Sequence[Recalled], warnings: Sequence[Recalled]) -> tuple[Recalled, ...]:
    """The chosen rows in their order, with each warning before the first that it outranks."""
    rows = list(chosen)
    for warning in warnings:
        place = next((at for at, row in enumerate(rows) if 0 < row.score < warning.score), len(rows))
        rows.insert(place, warning)
    return tuple(rows)


def _looks_up(intent: Intent) -> bool:
    """Whether the message asks for something that is known, and leads to nothing that is eaten, taken or touched."""
    if intent.request or not intent.question or _LEADS_ON.search(normalise(intent.text).replace("’", "'")):
        return False
    if whose.names(intent):
        return True
    return intent.personal or _OF_WHOM_OR_WHEN.search(normalise(intent.text)) is not None
