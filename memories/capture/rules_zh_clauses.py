"""A Chinese message as clauses: where each begins, who it speaks of, and whether it states, asks, orders or supposes."""

import itertools

from memories.capture import rules_zh_make_believe
from memories.capture import rules_zh_patterns as patterns
from memories.capture import rules_zh_words as words
from memories.capture.irony import ironic, mocking
from memories.capture.rules_zh_clause import Clause, Mood, Who
from memories.capture.rules_zh_subjects import own_real_name, set_subjects
from memories.capture.types import Text
from memories.capture.value_keys import simplify
from memoryhub import patterns as re

__all__ = ["Clause", "Mood", "Who", "clauses", "foreign", "sentences"]

_SENTENCE_END = "。!?\n;…~"
#: Little pictures part two statements, unless they are what is spoken of: coffee和🍜.
_PICTURES = "\U0001f300-\U0001faff\u2600-\u27bf\ufe0f"
_BREAK = re.compile(
    r"[,:—()（）\[\]【】]+|(?<=[\u4e00-\u9fff]{2})(?<![叫是为在姓有说用])\s+(?=[\u4e00-\u9fff]{2})(?!这个?[词字])|\s{2,}"
    rf"|(?<![和跟与、{_PICTURES}])[{_PICTURES}]+(?![和跟与、{_PICTURES}])"
)
#: What a blanked word or a little picture was to be joined by; 我性格随和 ends in no such word.
_HANGING = re.compile(r"(?<=[^温随柔平缓饱祥谦亲暖共调中混总人讲求议\s])\s*(?:和|以及|&)\s*$")
_JOIN = re.compile(
    r"(?<=[\u4e00-\u9fff\w])(?=(?:(?<![再点来])也不(?=[吃喝抽])|因为|所以|但是|可是|不过(?!敏|期|分|瘾|关|去|来|夜)|而且|并且|然而|虽然|尽管|另外|还有(?=我)|以及(?=我)|然后|但(?=[我是不现今以平])"
    r"|就是(?=没|不|因|有点)|只是(?=没|不)|除非|一(?:只|个|条|位|头)叫[^,，。的]{1,8}(?=$|[,，。!！])|(?<!喜欢)(?<!最爱)而(?=我)|同时(?=也|我)|(?<!我)和(?=我(?!的)[^们、和]{0,3}(?:叫|住|是))))"
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
        if hanging := _HANGING.search(plain, left, right):
            right = hanging.start()
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
    playing = False
    for number, (start, end, terminator) in enumerate(sentences(plain)):
        parts = [
            Clause(plain[left:right], left, right, sentence=number) for left, right in _cut(plain, start, end)
        ]
        parts, explicit, corrects = _marked(parts, explicit=explicit, corrects=corrects)
        parts = _at_work_there(_christened(parts))
        if parts:
            parts[0].first = True
            _set_moods(parts, terminator)
            playing = rules_zh_make_believe.played(parts, playing=playing, opening=number == 0)
            if ironic(plain[start:end]):
                for part in parts:
                    part.mood = Mood.TALK
            set_subjects(parts)
            found += parts
    if len(found) == 1:
        own_real_name(found[0], None)
    return found


_HAS_A_THING = re.compile(
    rf"我们?(?:家|俩)?(?:{words.TIME}|{words.ADVERB})*(?:有|买了|新买了|开了|租了|养了|种了|拥有|办了|组了)[^,]{{1,12}}$"
)
_ITS_NAME = re.compile(
    r"(?:它|店|船)?(?:的?名字|取名|起名|命名)?(?:叫做?|名叫|叫作|为(?<=名为))(?!了|人|车|外卖|代驾|什么|啥|上|来|去|做什么)(?P<name>[^,我你他她]{1,8})$"
)


def _christened(parts: list[Clause]) -> list[Clause]:
    """The clauses, a thing of the person's with the name that stands behind it; people and animals have their own rules."""
    kept: list[Clause] = []
    for clause in parts:
        name = _ITS_NAME.match(clause.text)
        last = kept[-1] if kept else None
        if name and last and _HAS_A_THING.match(last.text) and not patterns.search(words.REL, last.text):
            last.christened, last.end = clause.text, clause.end
        else:
            kept.append(clause)
    return kept


_OF_A_FIRM = re.compile(
    r"(?P<who>(?:我|本人)(?:现在|目前)?)(?:就)?是(?P<o>(?=[^的]*[A-Za-z]|[^的]{3})[^,我你他她这那的做搞]{2,16})的"
)
_WORKS_THERE = re.compile(
    r"(?:我)?(?:现在|目前|一直|就)*在(?:那儿?|那里|那边|他们那儿?|它?里面)(?:上班|工作|任职|打工|干活|做事)(?:的|呢|了)*"
)


def _at_work_there(parts: list[Clause]) -> list[Clause]:
    """The clauses, 我是某某的，在那儿上班 told as one."""
    for clause, following in itertools.pairwise(parts):
        of = _OF_A_FIRM.fullmatch(words.opened(clause.text))
        if of and _WORKS_THERE.fullmatch(following.text):
            clause.text, clause.end = f"{of['who']}在{of['o']}上班", following.end
            return [one for one in parts if one is not following]
    return parts


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
    if len(kept) == 2 and (denied := _wrong_beside(*kept)):
        kept[0].corrects, kept[0].denied = True, denied
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
#: After 更正 or 说错了, whatever is told: 我在华为上班，不在中兴; 我开西亚特，不开斯柯达.
_NOT_THE_OTHER = re.compile(
    r"(?:并|而|我)?不(?:是)?(?P<verb>[\u4e00-\u9fff])?(?:的是)?(?P<v>[^,吗么的了]{1,10}?)(?:上班|工作)?(?:了|啦|啊|哦|哈)?"
)
_BUT_THAT = re.compile(r"(?:而|应该)?(?:我)?(?:是|叫|应该是)[^,吗么]{1,12}")


def _wrong_beside(told: Clause, denied: Clause) -> str:
    """What the second of two clauses calls wrong of the first; or an empty string."""
    if (wrong := _NOT_SO.fullmatch(denied.text)) and (told.corrects or _SO.search(told.text)):
        return wrong["v"]
    other = _NOT_THE_OTHER.fullmatch(denied.text) if told.corrects else None
    return other["v"] if other and other["verb"] and other["verb"] in told.text else ""


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
