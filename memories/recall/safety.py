"""Which messages an allergy or intolerance concerns: judged apart, by a lower bar than other memories. Pure."""

from memories.recall.evidence import Evidence
from memories.recall.intent import Intent
from memories.recall.tokens import normalise
from memories.recall.topics import topics

#: A safety row this near (in spreads above neutral sentences) is told, whatever the words.
NEARNESS = 1.0

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
_ALWAYS = frozenset({"allergy"})
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
    if intent.slots and not intent.request and not intent.slots & _TOUCHED:
        return False  # it asks for one thing of the person's that has nothing to do with it: where they live
    if intent.topics & concerns(content):
        return True
    return evidence is not None and evidence.nearness is not None and evidence.nearness >= NEARNESS
