"""Whom each clause of a Chinese sentence speaks of: the person, somebody or an animal of theirs, another, nobody."""

from memories.capture import rules_zh_patterns as patterns
from memories.capture import rules_zh_words as words
from memories.capture.rules_zh_clause import Clause, Mood, Who
from memories.capture.types import SELF, Subject
from memories.capture.value_keys_dictionary import dictionary
from memories.kinds import EntityKind
from memoryhub import patterns as re

_NAMES_SOMEBODY = re.compile(
    r"(?:有|认识了?|遇到了?|遇见了?|碰到了?|请了)(?:一?[个位名家])[^,，]{1,10}?(?:叫|名叫)[^,，]{1,10}$"
)


_REAL_NAME = re.compile(
    r"(?:我的?)?(?:真名|本名|真实姓名|大名|全名)(?:其实|就|才)?(?:是|叫|为|:)?[^,我你他她]{2,8}$"
)
_CALLED_BY_OTHERS = re.compile(
    r"(?:叫|喊|称呼?|管)我|我的?(?:网名|花名|艺名|笔名|外号|绰号|小名|昵称|英文名)"
)


def own_real_name(clause: Clause, before: Clause | None) -> None:
    """Takes 真名是… for the person's after what they are called, or where nothing else is said; others have names too."""
    if clause.spoken or not _REAL_NAME.match(clause.text):
        return
    if before is None or _CALLED_BY_OTHERS.search(before.text):
        clause.who, clause.subject, clause.prefix = Who.SELF, SELF, "你"
        clause.spoken, clause.body, clause.lead = True, clause.text, ""
        clause.body_start = clause.start


#: 养了两只雪貂, 真心受不了香菜: nobody is named, and the one who speaks is meant.
_LEFT_OUT = re.compile(
    rf"(?:刚|新)?(?:养|领养|收养)了?{words.NUMBER}(?:{words.MEASURE})[^,，我你他她的]{{0,4}}?{words.REL}|"
    r"(?:受不了|吃不惯|忍不了|接受不了)[^,，我你您他她它这那]{1,6}"
)


#: 我哥刚当爸爸，儿子叫子墨: whose son that is, when 我 is not said again.
_THEIR_OWN = re.compile(r"(?:大|小)?(?:儿子|女儿|闺女|孩子|宝宝|老公|老婆|丈夫|妻子|媳妇)")


def _of_their_household(clause: Clause, former: Clause) -> bool:
    """Whether a spouse or child is told of straight after a sibling or a friend, whose they may be."""
    if former.who is not Who.RELATED or former.subject.kind is EntityKind.PET:
        return False
    whose = former.subject.relation
    near = whose not in (
        "wife",
        "husband",
        "partner",
        "girlfriend",
        "boyfriend",
        "son",
        "daughter",
        "child",
        "baby",
    )
    parents = whose in ("mother", "father", "parent") or "law" in whose
    return near and not parents and clause.who is Who.RELATED and _THEIR_OWN.match(clause.text) is not None


#: 最近在学韩语, 这阵子在追一部剧: told of oneself.
_LATELY_DOING = re.compile(
    rf"(?:最近|这阵子|这段时间|近来|近期|目前|今年)(?:{words.ADVERB})*(?:一直|还|也)?在(?:学(?!校|生|会|院)|练|读|追|备考|自学)[^,，我你您他她它这那的了]{{1,12}}"
)


def set_subjects(parts: list[Clause]) -> None:
    """Finds each clause's subject; a clause without one takes it from the clause before in the sentence."""
    former: Clause | None = None
    for clause in parts:
        _own_subject(clause)
        untold = clause.who is Who.NOBODY and clause is parts[0] and clause.mood is Mood.STATEMENT
        lately = untold and _LATELY_DOING.fullmatch(words.opened(clause.text))
        if lately or (clause.who is Who.NOBODY and clause is parts[0] and _LEFT_OUT.fullmatch(clause.body)):
            clause.who = Who.SELF
        if (
            clause.body.startswith("是")
            and clause.text.startswith("作为")
            and not any("我" in other.text for other in parts)
        ):
            clause.who = Who.OTHER
        if former and _of_their_household(clause, former):
            clause.who, clause.subject, clause.prefix = Who.OTHER, SELF, ""
        pronoun = patterns.match(r"[他她它其](?!们|实|他|它)", clause.body)
        if pronoun and clause.who is Who.OTHER and former and former.who is Who.RELATED:
            clause.who, clause.subject, clause.prefix = former.who, former.subject, former.prefix
            clause.body, clause.body_start = clause.body[1:], clause.body_start + 1
        if clause.who is Who.NOBODY and former and clause.mood is not Mood.REQUEST:
            clause.who, clause.subject, clause.prefix = former.who, former.subject, former.prefix
            clause.possessed = former.possessed if former.possessed else ""
        if clause is not parts[0]:
            own_real_name(clause, parts[parts.index(clause) - 1])
        if clause.mood in (Mood.TALK, Mood.REPORT):
            # 我知道他喜欢旅游，喜欢…: what follows is not the person's own either
            former = Clause(clause.text, clause.start, clause.end, who=Who.OTHER)
        elif _NAMES_SOMEBODY.search(clause.text) and not patterns.search(words.REL, clause.text):
            # 我认识一个设计师叫阿宽，住在…: what follows is that one's
            former = Clause(clause.text, clause.start, clause.end, who=Who.OTHER)
        elif clause.who is not Who.NOBODY:
            former = clause


_LEAD = re.compile(rf"(?:{words.TIME}|{words.ADVERB})+")


#: 比起飞机我更喜欢坐火车
_COMPARED = re.compile(
    r"(?:比起(?!来)|相比(?:于|起|之下)?|和|跟|与)[^,我你]{1,10}(?:相比|比起来|比)?(?=我(?:还是|更|宁|最))"
)


def _own_subject(clause: Clause) -> None:
    opened = words.OPENING.match(clause.text)
    at = opened.end() if opened else 0
    rest = clause.text[at:]
    lead = _LEAD.match(rest) or _COMPARED.match(rest)
    if lead:
        clause.lead = lead[0]
        rest, at = rest[lead.end() :], at + lead.end()
    clause.body, clause.body_start = rest, clause.start + at
    for finder in (_related, _household, _self, _other):
        if finder(clause, rest, at):
            return


def _begin(clause: Clause, at: int) -> None:
    clause.body, clause.body_start, clause.spoken = clause.text[at:], clause.start + at, True


def _related(clause: Clause, rest: str, at: int) -> bool:
    found = words.RELATED.match(rest)
    if not found:
        return False
    relation = words.RELATIONS[found["rel"]]
    name = (found["name"] or "") if "name" in found.groupdict() else ""
    end = found.end()
    if patterns.search(r"是|的|生日|名字|老家|学历|单位|[也都住还的叫在]$", name) or patterns.match(
        words.TIME, name
    ):
        name, end = "", found.start("name")
    if not name and (name := _called_by(rest[end:])):
        end += len(name)
    tail = rest[end:]
    if not found["mine"] and not patterns.match(
        rf"(?:都|快|已经|刚|刚满|满)*{words.NUMBER}岁|(?:姓|叫|是|今年|在|住|名|也|对|不|刚|喜欢|爱|上|读|的(?:名字|生日|年龄|邮箱|电话|职业|工作|身高|老家))",
        tail,
    ):
        return False
    if patterns.match(r"(?:们|家的?|说|觉得|让|叫我|问|告诉|要我|和|跟|都|给我|帮我|以为|、)", tail) or (
        tail.startswith("的") and not words.OF_RELATED.match(tail)
    ):
        clause.who, clause.spoken = Who.OTHER, True
        return True
    clause.who = Who.RELATED
    kind = EntityKind.PET if relation in words.PETS else EntityKind.PERSON
    clause.subject = Subject(kind, relation, name)
    of = "" if found["rel"] in "爸妈哥姐弟妹爹娘" else "的"
    clause.prefix = f"{'你家' if found['home'] else '你'}{of}{found['mod'] or ''}{found['rel']}{name}"
    _begin(clause, at + end)
    return True


_NICKNAME = re.compile(
    r"(?:[阿小老](?!时|学|心|家|是|孩|区|说|组|师|公|婆|板|人|总|想|要)|大(?=[强军伟明刚勇]))[\u4e00-\u9fff]"
)
_AFTER_NAME = re.compile(
    rf"{words.TIME}|{words.ADVERB}|在|会|要|去|来|开|做|当|是|有|住|教|学|养|搬|怀|生|结|离|考|读|对|喜|爱|不|没|跟|和"
)


def _called_by(said: str) -> str:
    """The name that stands after the word for somebody, before what is told of them: 我邻居阿珍会…, 我闺蜜林可去年…."""
    for length in (3, 2):
        name = said[:length]
        full = len(name) == length and name[0] in words.SURNAMES and name not in dictionary().glosses
        known = full or (length == 2 and _NICKNAME.fullmatch(name) is not None)
        if (
            known
            and _AFTER_NAME.match(said, length)
            and not patterns.search(r"[我你他她的了是在有和]", name[1:])
        ):
            return name
    return ""


def _household(clause: Clause, rest: str, at: int) -> bool:
    found = patterns.match(words.HOUSEHOLD, rest)
    if not found:
        return False
    clause.who, clause.household = Who.SELF, True
    clause.prefix = "你家"
    _begin(clause, at + found.end())
    return True


def _self(clause: Clause, rest: str, at: int) -> bool:
    capacity = patterns.match(r"作为(?=(?:一[名个位])?[^我你,]{2,12}$)", rest)
    if capacity:  # 作为一个素食者，我…
        clause.who = Who.SELF
        _begin(clause, at + capacity.end())
        clause.body, clause.lead = "是" + clause.body, ""
        return True
    found = patterns.match(
        rf"(?:我们(?:俩|夫妻俩?|两口子|一家)?(?=的(?:结婚|婚礼|婚期|新家|新房|蜜月|房子|车)|的[^,我你他她是叫的]{{1,6}}(?=(?:的?名字)?叫)|是(?:{words.TIME})+(?:在[^,我]{{1,8}})?(?:结|领|认识|搬|订)|(?:{words.TIME}|{words.ADVERB}|刚)*(?:在[^,我]{{1,6}}?)?(?:有(?:了)?[一两二三四俩个条辆艘间套块片]|养了?|领养了?|收养了?|捡了?|生了|住在|搬(?:家|了|到|进|来|去)|帮|经营|开[了着]|租[了着]|买了|换了|种了|装修|寄养|收留|认识|分居|离婚|备孕|(?<=[日号天月末年周一二三四五六后早晚午])(?:从[^,我]{{1,8}}?)?(?:去|飞|回|出发|搬|参加)|要(?:去|飞|搬|回|参加|办|结婚)|办(?:婚礼|喜酒|满月|酒席|酒)|举行|打算|计划|订了|订婚|结婚|领证|每(?:周|年|个月|月|星期|天晚上|逢|到周)[^,人次]{{0,8}}?(?:去|回|一起|聚|打|跑|爬|骑|游|做|吃)))|我(?:和|跟|与)(?:我)?(?:的)?{words.KIN}(?=(?:{words.TIME}|{words.ADVERB})*(?:有(?:了)?[一两二三四俩个]|养了?|生了|住在|搬到|搬进|打算|计划|都|每|一起))|我(?:自己|本人|个人|这个人|这人)?|本人|咱(?!们)|俺|在下|人家(?=我))(?!们|国|校|司|方|是说|就说)",
        rest,
    )
    if not found:
        return False
    owned = patterns.match(
        r"(?:的|这(?:个|台|部|辆)?)(?P<noun>[^,是叫在有为的]{1,12}?)(?=是|叫|在|有|为|放|停|的|用|最|$)",
        rest[found.end() :],
    )
    clause.who = Who.SELF
    if owned and rest[found.end()] == "的":
        clause.possessed = owned["noun"]
    _begin(clause, at + found.end())
    return True


def _other(clause: Clause, rest: str, at: int) -> bool:
    if words.OTHER.match(rest):
        clause.who, clause.spoken = Who.OTHER, True
        return True
    return False
