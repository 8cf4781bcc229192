"""A Chinese message as clauses: where each begins, who it speaks of, and whether it states, asks, orders or supposes."""

import itertools
import re
from dataclasses import dataclass
from enum import StrEnum

from memories.capture import rules_zh_patterns as patterns
from memories.capture import rules_zh_words as words
from memories.capture.irony import ironic, mocking
from memories.capture.types import SELF, Subject, Text
from memories.capture.value_keys import simplify
from memories.kinds import EntityKind


class Mood(StrEnum):
    STATEMENT = "statement"
    QUESTION = "question"
    REQUEST = "request"
    SUPPOSITION = "supposition"
    REPORT = "report"  # what somebody else says, thinks or is
    TALK = "talk"  # to the assistant, or of something in the conversation


class Who(StrEnum):
    SELF = "self"
    RELATED = "related"
    NOBODY = "nobody"  # no subject, and none to inherit
    OTHER = "other"


@dataclass(slots=True)
class Clause:
    """``text`` is ``message[start:end]`` in simplified characters; ``body`` is where the predicate begins in it.

    ``lead`` is what stood before the subject and belongs to the predicate (上个月15号, 周末); ``spoken`` tells that the
    subject was said, not inherited. ``prefix`` addresses the subject in a memory (你, 你的女儿).
    """

    text: str
    start: int
    end: int
    mood: Mood = Mood.STATEMENT
    who: Who = Who.NOBODY
    spoken: bool = False
    subject: Subject = SELF
    prefix: str = "你"
    lead: str = ""
    body: str = ""
    body_start: int = 0
    sentence: int = 0
    first: bool = False  # of its sentence
    household: bool = False  # 我家…
    possessed: str = ""  # 我的车 → 车
    corrects: bool = False
    explicit: bool = False
    beside_question: bool = False
    exception: str = ""  # 除非下雨，: the case in which a custom is not kept
    denied: str = ""  # the value that a clause beside it calls wrong


_SENTENCE_END = "。!?\n;…~"
_BREAK = re.compile(
    r"[,:—()（）\[\]【】]+|(?<=[\u4e00-\u9fff]{2})(?<![叫是为在姓有说用])\s+(?=[\u4e00-\u9fff]{2})(?!这个?[词字])|\s{2,}|[\U0001f300-\U0001faff\u2600-\u27bf]+"
)
_JOIN = re.compile(
    r"(?<=[\u4e00-\u9fff\w])(?=(?:(?<![再点来])也不(?=[吃喝抽])|因为|所以|但是|可是|不过(?!敏|期|分|瘾|关|去|来|夜)|而且|并且|然而|虽然|尽管|另外|还有(?=我)|以及(?=我)|然后|但(?=[我是不现今以平])"
    r"|就是(?=没|不|因|有点)|只是(?=没|不)|除非|一(?:只|个|条|位|头)叫[^,，。的]{1,8}(?=$|[,，。!！])|(?<!喜欢)(?<!最爱)而(?=我)|同时(?=也|我)|和(?=我(?!的)[^们、和]{0,3}(?:叫|住|是))))"
)


#: The end of an English sentence that a Chinese one follows.
_STOP_BEFORE_CHINESE = re.compile(r"\.\s+(?=[\u3400-\u9fff])")


def sentences(plain: str) -> list[tuple[int, int, str]]:
    """``(start, end, terminator)`` of each sentence of a simplified text."""
    found, start = [], 0
    for position, char in enumerate(plain):
        ends = char in _SENTENCE_END and not (char == "~" and plain[position + 1 : position + 2].isdigit())
        if ends or _STOP_BEFORE_CHINESE.match(plain, position):
            if plain[start:position].strip():
                found.append((start, position, char))
            start = position + 1
    if plain[start:].strip():
        found.append((start, len(plain), ""))
    return found


def _cut(plain: str, start: int, end: int) -> list[tuple[int, int]]:
    """The clauses of a sentence, trimmed."""
    edges = [start]
    for mark in _BREAK.finditer(plain, start, end):
        inside_clock = (
            mark[0] == ":"
            and plain[mark.start() - 1 : mark.start()].isdigit()
            and plain[mark.end() : mark.end() + 1].isdigit()
        )
        thousands = (
            mark[0] == ","
            and plain[mark.start() - 1 : mark.start()].isdigit()
            and plain[mark.end() : mark.end() + 3].isdigit()
        )
        if not inside_clock and not thousands:
            edges += [mark.start(), mark.end()]
    edges.append(end)
    pieces: list[tuple[int, int]] = []
    for left, right in zip(edges[::2], edges[1::2], strict=True):
        joints = [
            left,
            *(joint.start() for joint in _JOIN.finditer(plain, left, right) if joint.start() > left),
            right,
        ]
        pieces += itertools.pairwise(joints)
    trimmed = []
    for left, right in pieces:
        piece = plain[left:right]
        left += len(piece) - len(piece.lstrip(" \t、,"))
        right -= len(piece) - len(piece.rstrip(" \t、,\"'”’"))
        if left < right:
            trimmed.append((left, right))
    return trimmed


def foreign(plain: str) -> bool:
    """Whether the whole message is a task on material that follows, a role play, or a transcript: nobody's own telling."""
    if words.ROLE_PLAY.search(plain) or words.TRANSCRIPT.search(plain):
        return True
    return bool(words.MATERIAL.search(plain[:400])) or bool(words.EXERCISE.search(plain))


def clauses(text: Text) -> list[Clause]:
    """The clauses of the person's words, each with mood and subject; an empty list when the words are not their own."""
    plain = words.SPLIT_VERB.sub(r"\1\2\3了", _without_quotes(simplify(text.text)))
    if foreign(plain) or mocking(plain):
        return []
    found: list[Clause] = []
    explicit = corrects = False  # a sentence that is nothing but 帮我记一下 or 打错了 speaks of the next
    for number, (start, end, terminator) in enumerate(sentences(plain)):
        parts = [
            Clause(plain[left:right], left, right, sentence=number) for left, right in _cut(plain, start, end)
        ]
        parts, explicit, corrects = _marked(parts, explicit=explicit, corrects=corrects)
        if parts:
            parts[0].first = True
            _set_moods(parts, terminator)
            if ironic(plain[start:end]):
                for part in parts:
                    part.mood = Mood.TALK
            _set_subjects(parts)
            found += parts
    return found


def _marked(parts: list[Clause], *, explicit: bool, corrects: bool) -> tuple[list[Clause], bool, bool]:
    """The clauses without 记住, 别忘了, 打错了 and the like, which mark what stands beside them; what they leave to mark."""
    kept: list[Clause] = []
    marked_last = False
    for clause, following in itertools.zip_longest(parts, parts[1:]):
        if not kept and following and _SORRY.fullmatch(clause.text) and _NAMES.search(following.text):
            corrects = True
            continue
        if words.REMEMBER_TAIL.fullmatch(clause.text) or words.REMEMBER_BACK.fullmatch(clause.text):
            if kept:
                for former in kept:
                    former.explicit = True
            explicit = marked_last = True
            continue
        correction = words.CORRECTS.match(clause.text)
        remember = words.REMEMBER.match(clause.text)
        taken = correction.end() if correction else remember.end() if remember else 0
        explicit, corrects = explicit or bool(remember and not correction), corrects or bool(correction)
        if taken:
            rest = clause.text[taken:]
            taken += len(rest) - len(rest.lstrip(" ,:的"))
            clause.text, clause.start = clause.text[taken:], clause.start + taken
            marked_last = not clause.text
        if clause.text:
            clause.explicit, clause.corrects, marked_last = explicit, corrects, False
            kept.append(clause)
    if len(kept) == 2 and (wrong := _NOT_SO.fullmatch(kept[1].text)) and _SO.search(kept[0].text):
        kept[0].corrects, kept[0].denied = True, wrong["v"]
        kept = kept[:1]  # 其实我三十四，不是三十三
    if len(kept) == 2 and (wrong := _NOT_THIS.fullmatch(kept[0].text)) and _BUT_THAT.fullmatch(kept[1].text):
        kept[1].corrects, kept[1].denied = True, wrong["v"]
        if not kept[0].text.startswith("我"):
            kept = kept[1:]  # 不是张磊，是张蕾
    alone = marked_last and not kept
    return kept, explicit and alone, corrects and alone


#: 不好意思，我老婆叫素素: who begs pardon and names somebody puts a name right.
_SORRY = re.compile(r"(?:啊|哎呀?|哦|噢|呃)?(?:不好意思|抱歉|对不起|不不+|哦不|等等|等一下)(?:啊|哈|了)?")
_NAMES = re.compile(r"我.{0,10}(?:叫|名字是|住在?|姓)[^,吗么什谁哪]{1,10}$")
_NOT_THIS = re.compile(r"(?:我[^,是叫]{0,5})?(?:的?名字)?(?:不是|不叫|并不是|才不是)(?P<v>[^,吗么]{1,10})")
_SO = re.compile(
    r"^(?:(?:其实|应该)(?:是)?我(?:今年|是|叫|住在?|在)?[^,吗么]{1,8}|我(?:今年)?(?:\d+|[一二三四五六七八九十百]+)岁?)$"
    r"|^(?:我)?(?:是|想|要)?(?:说|指)的?(?:是)?[^,吗么说]{1,14}$|^(?:我|应该)?是[^,吗么说]{1,10}$|(?:叫|名字是|住在?|老家是)[^,吗么]{1,10}$"
)
_NOT_SO = re.compile(r"(?:并|而)?(?:不是|不叫|不住|没说)(?:在)?(?P<v>[^,吗么]{1,10}?)(?:了|啦|啊|哦|哈)?")
_BUT_THAT = re.compile(r"(?:而|应该)?(?:我)?(?:是|叫|应该是)[^,吗么]{1,12}")


def _without_quotes(plain: str) -> str:
    """Blanks quotations that are more than a name or a title."""

    def blanked(match: re.Match[str]) -> str:
        inner = match[0][1:-1]
        short = len(inner) <= 8 and not patterns.search(r"[我你,。!?]", inner)
        return f" {inner} " if short and not match[0].startswith("「") else " " * len(match[0])

    return patterns.sub(r"“[^”]*”|「[^」]*」|『[^』]*』|\"[^\"]*\"|‘[^’]*’", blanked, plain)


#: 差点没命 supposes nothing of what follows it.
_NOT_CARRIED = re.compile(r"差点")


#: 除非下雨，我都骑车上班: a custom and its one exception.
_CUSTOM = re.compile(
    r"(?:否则|不然)?(?:我们?)(?:都|一般|平时|基本|总|通常|从来?不|不|每|天天|向来|一直|周末|早上|晚上|上班|只)"
)


def _set_moods(parts: list[Clause], terminator: str) -> None:
    carried: Mood | None = None
    for clause in parts:
        clause.mood = _mood(clause.text)
        if clause.mood in (Mood.SUPPOSITION, Mood.REPORT):
            carried = (
                None if clause.mood is Mood.SUPPOSITION and _NOT_CARRIED.search(clause.text) else clause.mood
            )
        elif (
            carried
            and clause.mood is Mood.STATEMENT
            and not patterns.match(r"(?:但是?|不过|可是?|所以)我", clause.text)
        ):
            clause.mood = carried
        elif clause.mood is Mood.REQUEST:
            carried = None
    for clause, following in itertools.pairwise(parts):
        if (
            clause.text.startswith("除非")
            and following.mood is Mood.SUPPOSITION
            and _CUSTOM.match(following.text)
            and _mood(following.text) is Mood.STATEMENT
        ):
            following.mood, following.exception = Mood.STATEMENT, f"{clause.text}，"
    for clause in parts:
        clause.beside_question = terminator == "?" or any(one.mood is Mood.QUESTION for one in parts)
    if terminator == "?" and parts[-1].mood is Mood.STATEMENT:
        parts[-1].mood = Mood.QUESTION
    for clause, following in itertools.pairwise(parts):
        if words.TAG.fullmatch(following.text):
            clause.mood = Mood.QUESTION


def _mood(text: str) -> Mood:
    opened = words.opened(text)
    if words.SUPPOSITION.search(text):
        return Mood.SUPPOSITION
    if words.QUESTION.search(words.NOT_A_QUESTION.sub("", text)):
        return Mood.QUESTION
    if words.REQUEST.match(opened):
        return Mood.REQUEST
    if words.REPORT.search(opened):
        return Mood.REPORT
    if words.TALK.match(opened):
        return Mood.TALK
    return Mood.STATEMENT


_NAMES_SOMEBODY = re.compile(
    r"(?:有|认识了?|遇到了?|遇见了?|碰到了?|请了)(?:一?[个位名家])[^,，]{1,10}?(?:叫|名叫)[^,，]{1,10}$"
)


def _set_subjects(parts: list[Clause]) -> None:
    """Finds each clause's subject; a clause without one takes it from the clause before in the sentence."""
    former: Clause | None = None
    for clause in parts:
        _own_subject(clause)
        if (
            clause.body.startswith("是")
            and clause.text.startswith("作为")
            and not any("我" in other.text for other in parts)
        ):
            clause.who = Who.OTHER
        pronoun = patterns.match(r"[他她它其](?!们|实|他|它)", clause.body)
        if pronoun and clause.who is Who.OTHER and former and former.who is Who.RELATED:
            clause.who, clause.subject, clause.prefix = former.who, former.subject, former.prefix
            clause.body, clause.body_start = clause.body[1:], clause.body_start + 1
        if clause.who is Who.NOBODY and former and clause.mood is not Mood.REQUEST:
            clause.who, clause.subject, clause.prefix = former.who, former.subject, former.prefix
            clause.possessed = former.possessed if former.possessed else ""
        if clause.mood in (Mood.TALK, Mood.REPORT):
            # 我知道他喜欢旅游，喜欢…: what follows is not the person's own either
            former = Clause(clause.text, clause.start, clause.end, who=Who.OTHER)
        elif _NAMES_SOMEBODY.search(clause.text) and not patterns.search(words.REL, clause.text):
            # 我认识一个设计师叫阿宽，住在…: what follows is that one's
            former = Clause(clause.text, clause.start, clause.end, who=Who.OTHER)
        elif clause.who is not Who.NOBODY:
            former = clause


_LEAD = re.compile(rf"(?:{words.TIME}|{words.ADVERB})+")


def _own_subject(clause: Clause) -> None:
    opened = words.OPENING.match(clause.text)
    at = opened.end() if opened else 0
    rest = clause.text[at:]
    lead = _LEAD.match(rest)
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
    if patterns.search(r"是|的|生日|名字|老家|学历|单位|[也都住还的叫在]$", name):
        name, end = "", found.start("name")
    tail = rest[end:]
    if not found["mine"] and not patterns.match(
        r"(?:姓|叫|是|今年|在|住|名|也|对|不|刚|喜欢|爱|上|读|的(?:名字|生日|年龄|邮箱|电话|职业|工作|身高|老家))",
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
        rf"(?:我们(?:俩|夫妻俩?|两口子|一家)?(?=的(?:结婚|婚礼|婚期|新家|新房|蜜月|房子|车)|是(?:{words.TIME})+(?:在[^,我]{{1,8}})?(?:结|领|认识|搬|订)|(?:{words.TIME}|{words.ADVERB}|刚)*(?:在[^,我]{{1,6}}?)?(?:有(?:了)?[一两二三四俩个]|养了?|领养了?|收养了?|捡了?|生了|住在|搬到|搬进|搬来|搬去|帮|经营|开[了着]|租[了着]|买了|换了|种了|装修|寄养|收留|认识|分居|离婚|备孕|(?<=[日号天月末年周一二三四五六])(?:去|飞|回|出发|搬|参加)|要(?:去|飞|搬|回|参加|办|结婚)|办(?:婚礼|喜酒|满月|酒席|酒)|举行|打算|计划|订了|订婚|结婚|领证|每(?:周|年|个月|月|星期|天晚上|逢|到周)[^,人次]{{0,8}}?(?:去|回|一起|聚|打|跑|爬|骑|游|做|吃)))|我(?:和|跟|与)(?:我)?(?:的)?{words.KIN}(?=(?:{words.TIME}|{words.ADVERB})*(?:有(?:了)?[一两二三四俩个]|养了?|生了|住在|搬到|搬进|打算|计划|都|每|一起))|我(?:自己|本人|个人|这个人|这人)?|本人|咱(?!们)|俺|在下|人家(?=我))(?!们|国|校|司|方|是说|就说)",
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
