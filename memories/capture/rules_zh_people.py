"""Family, pets and friends: who they are to the person, their names, and what is said of them."""

from memories.capture import rules_zh_patterns as patterns
from memories.capture import rules_zh_words as words
from memories.capture.rules_zh_clauses import Clause, Who
from memories.capture.rules_zh_found import Found, own, trim
from memories.capture.rules_zh_nested import has_one
from memories.capture.rules_zh_patterns import compiled
from memories.capture.rules_zh_self import RULES as SELF_RULES
from memories.capture.rules_zh_self import named
from memories.capture.rules_zh_tastes import FRIEND_RULES, RELATIVE_RULES
from memories.capture.slots import RELATIONS
from memories.capture.types import Subject
from memories.kinds import EntityKind, MemoryType
from memoryhub import patterns as re

_N = words.NUMBER
_ADV = rf"(?:{words.TIME}|{words.ADVERB})*"


def slot_of(relation: str) -> str:
    return RELATIONS.get(relation, "family")


def having(c: Clause) -> tuple[Subject, Found] | None:
    """我养了一只猫, 有一个上小学的儿子, 我家有个三岁的女儿: the subject this introduces, and the statement."""
    found = patterns.match(
        rf"{_ADV}(?:都|也|还|在)*(?P<h>有|养了?|养着|收养了?|领养了?|带着|新养了?|生了)(?:了|过)?(?P<n>{_N}|几|好几|俩|仨)?(?P<m>{words.MEASURE}|口)?(?P<adj>[^,有养是和、]{{0,10}}?)(?P<rel>{words.REL})"
        r"(?P<more>和.{1,10})?(?:,|$|(?=(?:今年|现在)?(?:在|是|住|今年|上|读|刚|已经)(?!你|我))|(?:叫|名叫|名字叫|名字是|取名叫?|名为)(?P<name>[\u4e00-\u9fffA-Za-z]{1,12}?)(?:的)?$)",
        c.body,
    )
    if not found and c.household:
        found = patterns.match(
            rf"(?P<n>{_N})(?P<m>{words.MEASURE})(?P<adj>)(?P<rel>{words.REL})(?:,|$|(?:叫|名叫)(?P<name>[\u4e00-\u9fffA-Za-z]{{1,12}}?)$)",
            c.body,
        )
    if not found:
        called = patterns.match(
            rf"{_ADV}(?:有)(?:一)?(?:{words.MEASURE})?(?P<adj>[^,]{{0,6}}?)叫(?P<name>[\u4e00-\u9fffA-Za-z]{{1,8}}?)的(?P<rel>{words.REL})$",
            c.body,
        )
        if not called or not named(called["name"]):
            return None
        found = called
    relation = words.RELATIONS[found["rel"]]
    if c.who is not Who.SELF or patterns.search(r"没|不|(?:[你她]|(?<!吉)他)", c.body[: found.start("rel")]):
        return None
    groups = found.groupdict()
    if relation in words.PETS and relation == "fish" and not patterns.match(r"养", groups.get("h") or ""):
        return None
    if groups.get("h", "有") == "有" and not (
        groups.get("n")
        or groups.get("m")
        or groups.get("name")
        or relation in ("girlfriend", "boyfriend", "child", "partner")
    ):
        return None
    if patterns.search(r"以前|之前|曾经|过去|小时候", own(c)[:8]) or patterns.match(r"养过", c.body):
        return None
    several = {words.RELATIONS[word] for word in compiled(words.REL).findall(c.body)}
    if len(several) > 1 and relation not in words.PETS:
        relation = "sibling" if all("sister" in word or "brother" in word for word in several) else "family"
    name = groups.get("name") or ""
    if name and not named(name):
        name = ""
    kind = EntityKind.PET if relation in words.PETS else EntityKind.PERSON
    subject = Subject(kind, relation, name)
    said = patterns.sub(r"[,啊呀哦呢吧哈啦嘛\s]+$", "", own(c))
    count = "" if groups.get("m") == "对" else groups.get("n") or ""
    value = name or trim(
        f"{count}{(groups.get('m') or '').removeprefix('对')}{groups.get('adj') or ''}{found['rel']}"
    )
    return subject, Found(
        slot_of(relation), value, MemoryType.RELATIONSHIP, said=said, entities=(name,) if name else ()
    )


def names(c: Clause) -> Found | None:
    """叫年糕, 的名字是…, 姓欧阳: the name of one who was introduced."""
    found = patterns.match(
        r"(?:的)?(?:(?:名字|小名|大名|姓名)(?:叫|是)|名叫|取名叫?|叫(?:做)?|名为)\s*(?P<v>[\u4e00-\u9fffA-Za-z·]{1,12}?)(?:了|啦|呢|哦|啊)?$",
        c.body,
    )
    if found and named(found["v"]):
        return Found(slot_of(c.subject.relation), found["v"], MemoryType.RELATIONSHIP, entities=(found["v"],))
    if patterns.match(r"(?:名字)?(?:分别|依次)?叫", c.body) and (listed := several_names(c.body)):
        return Found(slot_of(c.subject.relation), listed, MemoryType.RELATIONSHIP)
    surname = patterns.match(r"(?:的)?姓(?:氏是)?(?P<v>[\u4e00-\u9fff]{1,2})$", c.body)
    if surname:
        return Found(
            slot_of(c.subject.relation), surname["v"], MemoryType.RELATIONSHIP, entities=(surname["v"],)
        )
    plain = patterns.match(r"是?(?P<v>[\u4e00-\u9fff]{2,4})$", c.body)
    from memories.capture.rules_zh_self import full_name

    if plain and full_name(plain["v"]):
        return Found(slot_of(c.subject.relation), plain["v"], MemoryType.RELATIONSHIP, entities=(plain["v"],))
    return None


def several_names(text: str) -> str:
    """The names in 小安和小贝, 大宝、二宝和三宝, after those who have them were told; or an empty string."""
    plain = patterns.sub(r"^(?:名字)?(?:分别|依次)?(?:叫|是)|(?:哦|啊|呢|啦)$", "", text)
    names = patterns.split(r"、|和|跟|还有|以及", plain)
    each = all(
        patterns.fullmatch(r"[\u4e00-\u9fff]{1,4}|[A-Za-z][A-Za-z'-]*", one) and named(one) for one in names
    )
    return plain if len(names) > 1 and each else ""


#: What somebody likes, thinks or wants is theirs, and of a friend not even the name is kept for it.
_THEIR_MIND = re.compile(
    r"(?:很|最|特别|也|不|都|总|老)*(?:喜欢|爱|讨厌|烦|恨|怕|觉得|认为|想|要|说|希望|以为|建议|劝|让|叫|问|约|请|催)"
)


def named_in_passing(c: Clause) -> list[Found]:
    """我邻居阿珍会帮我们照看猫: who is named, with what is told of them unless it is their taste or their mind."""
    name, relation = c.subject.name, c.subject.relation
    if not name or not c.spoken or not c.prefix.endswith(name):
        return []
    mind = _THEIR_MIND.match(c.body)
    if mind and relation == "friend":
        return []
    whole = f"{c.prefix}{trim(c.body)}".replace("我们", "你们").replace("我", "你")
    said = f"{c.prefix.removesuffix(name)}叫{name}" if mind or c.lead or len(c.body) < 2 else whole
    return [Found(slot_of(relation), name, MemoryType.RELATIONSHIP, said=said, whole=True, entities=(name,))]


def lives_or_works(c: Clause) -> list[Found]:
    """Where somebody who was just introduced lives, works or studies: 我有个弟弟，住在奥斯陆."""
    places = (
        "residence",
        "occupation",
        "employer",
        "age",
        "studied",
        "marital_status",
        "attribute.work-city",
        "attribute.grade",
    )
    return [one for one in told_of(c) if one.slot in places]


def is_my(c: Clause) -> tuple[Subject, Found] | None:
    """张丽是我的母亲."""
    found = patterns.match(
        rf"(?P<name>[\u4e00-\u9fffA-Za-z·]{{1,8}}?)是我(?:的|家)?(?:那只|那条|的)?(?P<rel>{words.REL})$",
        c.text,
    )
    if not found or not (named(found["name"]) and not patterns.search(r"[这那他她它你]", found["name"])):
        return None
    relation = words.RELATIONS[found["rel"]]
    subject = Subject(
        EntityKind.PET if relation in words.PETS else EntityKind.PERSON, relation, found["name"]
    )
    said = f"{found['name']}是你的{found['rel']}"
    return subject, Found(
        slot_of(relation),
        found["name"],
        MemoryType.RELATIONSHIP,
        said=said,
        whole=True,
        entities=(found["name"],),
    )


_DETAIL = re.compile(
    r"(?:的)?(?:(?P<n>职业|工作|身高|体重|电话|手机号?|手机号码|联系电话|邮箱(?:地址)?|学历|教育背景|爱好|兴趣爱好?|性别|单位(?:名称)?|公司|职位|工作地点?|工作的?地方|血型|星座)(?:是|为|在|叫)+|(?P<h>身高|体重)(?:才|有|大概|大约)?(?=\d))(?P<v>[^,]{1,40})$"
)
_TELLS = re.compile(
    rf"{_ADV}(?:上|读|念|在读|在上|就读于|考上了?|毕业于?|升)(?P<v>[^,]{{1,14}}(?:年级|小学|中学|高中|初中|大学|幼儿园|研究生|博士|硕士|大班|中班|小班|高[一二三]|初[一二三]|大[一二三四]))(?:了|呢)?$"
    rf"|{_ADV}(?:在)?(?:当|做|是)(?:一?[名个位])(?P<w>[^,]{{2,12}})$|{_ADV}在读(?P<r>[^,]{{2,8}})$"
)


#: Whose private life is nothing of the person's.
_DISTANT = frozenset(
    ["colleague", "neighbour", "classmate", "client", "boss", "manager", "landlord", "teacher", "student"]
)


def told_of(c: Clause) -> list[Found]:
    """What the clause says of a relative, a friend or a pet."""
    name = names(c)
    if name:
        return [name]
    detail = _DETAIL.match(c.body)
    slot = slot_of(c.subject.relation)
    if detail:
        from memories.capture.value_keys import noun_key

        noun = noun_key(detail["n"] or detail["h"])
        slots = {
            "职业": "occupation",
            "工作": "occupation",
            "公司": "employer",
            "单位": "employer",
            "爱好": "hobby",
            "兴趣": "hobby",
            "兴趣爱好": "hobby",
            "性别": "gender",
        }
        return [
            Found(
                slots.get(detail["n"] or "", f"attribute.{noun}"), trim(detail["v"]), MemoryType.RELATIONSHIP
            )
        ]
    rules = (*SELF_RULES, *(RELATIVE_RULES if slot in ("family", "pet") else FRIEND_RULES))
    for rule in rules:
        found = rule(c)
        if found:
            if (
                slot == "friend"
                and c.subject.relation in _DISTANT
                and found[0].slot in ("marital_status", "gender")
            ):
                return []
            told = [one for one in found if one.slot != "attribute.work-city"] or found
            for one in told:
                one.type = MemoryType.RELATIONSHIP
            return told  # 表弟在深圳做程序员 is one fact of him
    tells = _TELLS.match(c.body)
    if tells and c.spoken:
        told = trim(tells["v"] or tells["w"] or tells["r"] or "")
        if "考上" in c.body or "毕业" in c.body:
            return [Found("studied", told, MemoryType.RELATIONSHIP)]
        grade = patterns.search(r"年级|班$|[高初大][一二三四]$", told)
        return [Found("attribute.grade" if grade else "occupation", told, MemoryType.RELATIONSHIP)]
    runs = patterns.match(
        rf"{_ADV}(?:自己)?(?:(?:在|和|跟)[^,我你]{{1,8}}?)?(?P<v>(?:开|经营|打理|办|创办)(?:了|着|起)?(?:一|两|{_N})?(?:家|间|个|所)[^,我你他]{{1,10}}?(?:店|馆|厂|公司|铺子?|酒?吧|坊|诊所|民宿|工作室|农场|餐厅|学校|超市|茶楼|网吧))(?:了)?$",
        c.body,
    )
    if runs:
        trade = patterns.sub(rf"^(开|经营|打理|办|创办)[了着起]?(?:一|两|{_N})?[家间个所]", r"\1", runs["v"])
        return [Found("occupation", trade, MemoryType.RELATIONSHIP)]
    gone = patterns.match(rf"{_ADV}(?P<v>去世|过世|离世|病逝)(?:了|{_N}年)*$", c.body)
    if gone:
        return [Found("attribute.life", gone["v"], MemoryType.RELATIONSHIP)]
    if slot == "family" and has_one(c):
        return [Found(slot, trim(c.body), MemoryType.RELATIONSHIP)]
    return []
