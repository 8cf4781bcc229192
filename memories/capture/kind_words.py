"""By which words a thing of a kind is told of where its noun is not said: "my car", "You drive a Skoda". Pure."""

# ruff: noqa: E501

from memoryhub import patterns as re

_OWN = r"^\W*(?:(?:that|about|my|our|the) )*(?:{en})\W*$|^(?:关于)?(?:我(?:的|们的|家的?)?|那|这)*(?:[辆台部只条个])?(?:{zh})$"
#: What a person calls the kind, and what is said of a thing of it: how it is used, and its makes.
_KINDS = {
    "car": (
        "cars?|vehicle|automobile",
        "车|汽车|车子|轿车|座驾",
        r"\b(?:you|they) (?:\w+ )?drive (?:a|an|the|your) (?!bus|truck|lorry|tram|taxi|train|tractor)\w+|你(?:\S{0,2})(?:开|买|有)(?:的是|着|了)?(?:一?辆)(?!\S*(?:公交|货车|卡车|自行|单车|电动车|摩托))|你(?:\S{0,2})开(?:的是|着)(?!\S*(?:店|公司|会|公交|货车|卡车))"
        r"|\b(?:skoda|škoda|toyota|honda|bmw|audi|tesla|ford|volvo|peugeot|renault|volkswagen|vw|mercedes|fiat|nissan|mazda|hyundai|kia|subaru|porsche|opel|citro[eë]n|dacia|lexus|byd)\b|斯柯达|丰田|本田|宝马|奥迪|奔驰|特斯拉|大众|别克|日产|福特|沃尔沃|比亚迪|蔚来|理想L",
    ),
    "bike": (
        "bikes?|bicycle|scooter|motor ?bike|moped",
        "自行车|单车|电动车|摩托车?|电瓶车",
        r"\b(?:you|they) (?:\w+ )?ride (?:a|an|the|your) (?!horse|pony|bus|train|tram)\w+|\b(?:vespa|brompton|gazelle|harley|yamaha|ducati|trek)\b|捷安特|雅迪|爱玛|凤凰牌",
    ),
    "phone": (
        "(?:mobile |cell |smart ?)?phones?|mobile",
        "手机|电话机?",
        r"\b(?:iphone|galaxy|pixel|xperia|oneplus|fairphone|nokia|motorola|android)\b|苹果手机|华为(?:Mate|P|nova)|小米\s?\d|红米|荣耀|OPPO|vivo|一加",
    ),
    "computer": (
        "(?:computer|laptop|notebook|pc)s?",
        "电脑|笔记本(?:电脑)?",
        r"\b(?:macbook|imac|thinkpad|chromebook|xps|zenbook|ideapad|surface pro)\b|联想(?:笔记本|小新)|华硕",
    ),
    "dog": (
        "dogs?|puppy",
        "狗|狗狗|小狗",
        r"\b(?:labrador|poodle|beagle|terrier|dachshund|retriever|spaniel|collie|corgi|pug|bulldog|greyhound|whippet|schnauzer|dalmatian|rottweiler|husky|chihuahua|alsatian)\b|金毛|拉布拉多|泰迪|柯基|哈士奇|柴犬|边牧|贵宾犬|比熊|博美|吉娃娃|[\u4e00-\u9fff]犬",
    ),
    "cat": (
        "cats?|kitten",
        "猫|猫咪|小猫",
        r"\b(?:siamese|maine coon|persian|ragdoll|tabby|british shorthair|bengal cat)\b|布偶|橘猫|英短|美短|暹罗|蓝猫|狸花",
    ),
}
_CALLED = {kind: re.compile(_OWN.format(en=en, zh=zh), re.I) for kind, (en, zh, _said) in _KINDS.items()}
_SAID = {kind: re.compile(said, re.I) for kind, (_en, _zh, said) in _KINDS.items()}


def kind_named(target: str) -> str:
    """The kind of thing that words name and nothing more: "my car", 我的狗; empty for none."""
    return next((kind for kind, pattern in _CALLED.items() if pattern.match(target.strip())), "")


def is_of_kind(kind: str, *, content: str, slot: str, relation: str) -> bool:
    """Whether a memory tells of a thing of the kind: by its slot, whom it is about, or its words."""
    if kind in (relation, slot.rpartition(".")[2]):
        return True
    return slot in ("possession", "pet", "") and _SAID[kind].search(content) is not None
