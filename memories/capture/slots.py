"""The slots a statement can fill: how many values each holds, and the relations a person can have."""

from dataclasses import dataclass

from memories.kinds import MemoryType, Protection


@dataclass(frozen=True, slots=True)
class Slot:
    """A named place for a value. ``single``: a subject has one current value; a new one supersedes the old.

    ``opposite``: the slot whose equal value this one takes back (likes ↔ dislikes).
    """

    name: str
    single: bool
    type: MemoryType
    protection: Protection = Protection.NONE
    opposite: str = ""


_F, _P, _R, _I = MemoryType.FACT, MemoryType.PREFERENCE, MemoryType.RELATIONSHIP, MemoryType.INSTRUCTION

SLOTS: dict[str, Slot] = {
    slot.name: slot
    for slot in (
        # identity: one value each
        Slot("name", True, _F, Protection.IDENTITY),
        Slot("called", True, _I),  # how the person wants to be addressed
        Slot("age", True, _F, Protection.IDENTITY),
        Slot("birthday", True, _F, Protection.IDENTITY),
        Slot("gender", True, _F, Protection.IDENTITY),
        Slot("nationality", True, _F, Protection.IDENTITY),
        Slot("residence", True, _F, opposite="former_residence"),
        Slot("dwelling", True, _F),  # ground-floor flat, top floor
        Slot("hometown", True, _F, Protection.IDENTITY),
        Slot("occupation", True, _F),
        Slot("employer", True, _F),
        Slot("location", True, _F),  # where an organisation is
        Slot("project", True, _F),  # what the person is in charge of or assigned to
        Slot("marital_status", True, _F),
        Slot("diet", True, _F),  # vegan, vegetarian, halal
        Slot("time_zone", True, _F),
        Slot("reply_language", True, _I),
        Slot("reply_length", True, _I),
        # many values
        Slot("likes", False, _P, opposite="dislikes"),
        Slot("dislikes", False, _P, opposite="likes"),
        Slot("eats", False, _P, opposite="avoids"),
        Slot("avoids", False, _P, opposite="eats"),  # does not eat, drink, use
        Slot("habit", False, _P),
        Slot("hobby", False, _P),
        Slot("plays", False, _F),  # an instrument, a sport
        Slot("collects", False, _F),
        Slot("languages", False, _F),
        Slot("learning", False, _F),
        Slot("studied", False, _F),
        Slot("allergy", False, _F, Protection.SAFETY),
        Slot("condition", False, _F, Protection.HEALTH),
        Slot("possession", False, _F),
        Slot("family", False, _R),
        Slot("friend", False, _R),
        Slot("pet", False, _R),
        Slot("event", False, MemoryType.EVENT),
        Slot("plan", False, MemoryType.TASK),
        Slot("decision", False, MemoryType.DECISION),
        Slot("instruction", False, _I),
        Slot("former_residence", False, _F, opposite="residence"),  # "I used to live in Ghent"
        Slot("note", False, _F),  # what the person asked to remember, in no other slot
    )
}

#: Slots named after a noun hold one value a noun: ``attribute.locker``, ``favourite.colour``.
NOUN_SLOTS = ("attribute.", "favourite.")


def is_single(slot: str) -> bool:
    """Whether a subject has one current value in this slot."""
    if slot.startswith(NOUN_SLOTS):
        return True
    known = SLOTS.get(slot)
    return known is not None and known.single


def opposite(slot: str) -> str:
    """The slot that an equal value in this one takes back, or an empty string."""
    known = SLOTS.get(slot)
    return known.opposite if known else ""


def protection(slot: str) -> Protection:
    """What keeps a memory of this slot from being dropped by the machine."""
    known = SLOTS.get(slot)
    return known.protection if known else Protection.NONE


_FAMILY = """
    mother father parent wife husband partner girlfriend boyfriend ex son daughter child baby sister brother sibling
    elder_sister younger_sister elder_brother younger_brother grandmother grandfather grandson granddaughter grandchild
    aunt uncle cousin niece nephew mother_in_law father_in_law sister_in_law brother_in_law son_in_law daughter_in_law
    twin family
"""
_FRIENDS = """
    friend best_friend roommate neighbour classmate colleague boss manager teacher student client landlord doctor coach
    mentor assistant
"""
_PETS = "cat dog rabbit bird parrot fish hamster guinea_pig turtle horse snake lizard pet"

#: Relation keys that both languages map to, with the slot that holds such a person or animal.
RELATIONS: dict[str, str] = {
    **dict.fromkeys(_FAMILY.split(), "family"),
    **dict.fromkeys(_FRIENDS.split(), "friend"),
    **dict.fromkeys(_PETS.split(), "pet"),
}

#: Relations of which a person has one: a new one supersedes the old.
SINGLE_RELATIONS = frozenset(
    {"mother", "father", "wife", "husband", "partner", "girlfriend", "boyfriend", "boss", "landlord"}
)

#: What a slot's memories are about, beside their own words, for who names it: "forget my address", 过敏.
SLOT_WORDS = {
    "residence": "live home address city town residence 住 住址 地址 家 城市",
    "former_residence": "lived 住过",
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
