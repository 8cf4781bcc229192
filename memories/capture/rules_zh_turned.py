"""What is otherwise now, said shortly: 有对象了, 孩子出生了, 拿到驾照了, 我其实没有妹妹, 不养猫了, 又开始喝酒了."""

from memories.capture import rules_zh_patterns as patterns
from memories.capture import rules_zh_words as words
from memories.capture.rules_zh_clause import Clause, Who
from memories.capture.rules_zh_found import Found, trim
from memories.capture.slots import RELATIONS
from memories.capture.types import SELF, Act, Ends, Subject
from memories.kinds import EntityKind, MemoryType

_T = rf"(?:{words.TIME}|{words.ADVERB}|刚刚?|终于|总算|正式|顺利|都|就|也)*+"
_TOGETHER = rf"(?:我)?{_T}(?:(?:有|找到|交到?|谈|处)(?:了|上)?(?:一?个)?(?:对象|男朋友|女朋友|男友|女友)|脱单|恋爱|谈恋爱|在一起)了"
_BORN = (
    rf"(?:我们?家?(?:的)?)?(?:孩子|宝宝|宝贝|娃|小宝宝|小家伙|儿子|女儿|闺女|老大|老二|二宝){_T}(?:出生|降生|生出来|生|落地)(?:下来)?了",
    rf"我(?:们)?{_T}(?:把孩子)?(?:生|卸货|分娩)(?:完|下来)?(?:了)(?:一?[个对]?(?:男孩儿?|女孩儿?|儿子|女儿|男宝|女宝|双胞胎|龙凤胎))?(?:了)?",
)
_GRADUATED = rf"我{_T}(?:从[^,，我你他她]{{2,10}}?|(?:本科|硕士|博士|大学|研究生|高中){_T})?(?:毕业|毕了业|博士毕业|硕士毕业)了"
_LICENCE = rf"(?:我)?(?:的)?{_T}(?:(?:拿到|考到|考下|考出|领到|考取)了?(?:我的)?(?:驾照|驾驶证|驾本)了?|(?:驾照|驾驶证|驾本){_T}(?:拿到|考到|考下来|考出来|到手|下来)了)"
_LEARNT = rf"我{_T}(?:学会|会)了?(?P<v>游泳|开车|[^,，我你他她了怎么不的]{{2,6}}?)了"
_NO_SUCH = rf"我(?=[^没]{{0,6}}(?:其实|并|根本|压根|从来|真))[^,，没]{{1,8}}没(?:有)?(?:什么)?(?P<rel>{words.REL})(?:的)?"
_NO_PET = rf"(?:我们?(?:家)?)?{_T}(?:已经|现在|再也|早就)*(?:不(?:再)?|没(?:再)?)养(?P<rel>{words.REL})了"
_AGAIN = r"我(?=[^吃喝抽]{0,6}(?:又|重新|恢复))[^,，吃喝抽不没]{1,8}(?P<verb>吃|喝|抽)(?:起|上)?(?P<v>[^,，我你他她了起来的]{1,5}?)(?:来)?了"
_NOT_SO = r"[吗么呢?？]|没(?!有?(?:妹|弟|哥|姐|养|再养|兄))|别|如果|要是|差点|快要|什么|想|打算|准备"


def told(clause: Clause, text: str) -> tuple[Subject, Found] | None:
    """What the clause says to be so now, with what that ends; ``text`` is the clause without its opening and particles."""
    own = clause.who is Who.SELF or (clause.who is Who.NOBODY and clause.first)
    if (
        not (own or patterns.match(_BORN[0], text) or patterns.match(_LICENCE, text))
        or clause.who is Who.OTHER
    ):
        return None
    if found := patterns.fullmatch(_NO_SUCH, text):
        return _no_such(found["rel"], text)
    if patterns.search(_NOT_SO, text):
        return None
    said = text if text.startswith("我") else f"我{text}"
    if patterns.fullmatch(_TOGETHER, text):
        return SELF, Found("marital_status", "有对象", said=said, whole=True)
    if any(patterns.fullmatch(form, text) for form in _BORN):
        if patterns.search(r"\d{4}年|[去前]年|年前", text):
            return None  # a birthday of long ago
        said = patterns.sub(r"^我(?=孩|宝|娃|小|儿|女|闺|老|二)", "我的", said)
        return SELF, Found("event", "孩子出生", MemoryType.EVENT, said=said, whole=True, ends=Ends.BIRTH)
    if patterns.fullmatch(_GRADUATED, text):
        return SELF, Found("event", "毕业", MemoryType.EVENT, said=said, whole=True, ends=Ends.STUDY)
    if patterns.fullmatch(_LICENCE, text):
        said = patterns.sub("^我(?=驾)", "我的", said)
        return SELF, Found("possession", "驾照", said=said, whole=True, ends=Ends.LEARNT)
    if found := patterns.fullmatch(_LEARNT, text):
        if "学会" in text:
            return SELF, Found("note", trim(found["v"]), said=said, whole=True, ends=Ends.LEARNT)
        return None
    if (found := patterns.fullmatch(_NO_PET, text)) and words.RELATIONS[found["rel"]] in words.PETS:
        gone = Subject(EntityKind.PET, words.RELATIONS[found["rel"]])
        return gone, Found("attribute.life", "不养了", MemoryType.RELATIONSHIP, said=said, whole=True, ends=Ends.LIFE)  # fmt: skip
    return _again(text, said)


def _no_such(word: str, text: str) -> tuple[Subject, Found] | None:
    """我其实没有妹妹: what is known of one was wrong."""
    relation = words.RELATIONS[word]
    if relation in words.PETS or RELATIONS.get(relation) != "family":
        return None
    who = Subject(EntityKind.PERSON, relation)
    return who, Found(
        "family", f"没有{word}", MemoryType.RELATIONSHIP, act=Act.CORRECT, positive=False, said=text, whole=True,
        ends=Ends.NO_SUCH,
    )  # fmt: skip


def _again(text: str, said: str) -> tuple[Subject, Found] | None:
    """又开始抽烟了: what was given up is taken again."""
    found = patterns.fullmatch(_AGAIN, text)
    value = trim(found["v"]) if found else ""
    if not found or not value or patterns.search(r"^(?:饭|一|药|多|少|上|素)|[这那]", value):
        return None
    if value in ("肉", "荤", "荤菜"):
        return SELF, Found("diet", "吃肉", said=said, whole=True)
    return SELF, Found("eats", value, MemoryType.PREFERENCE, said=said, whole=True)
