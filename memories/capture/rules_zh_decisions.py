"""What a person, alone or with others, has decided: 那就定灰色水磨石了, 我们决定把聚会改到六月."""

from collections.abc import Sequence

from memories.capture import rather
from memories.capture import rules_zh_patterns as patterns
from memories.capture import rules_zh_words as words
from memories.capture.irony import ironic
from memories.capture.rules_zh_clauses import Clause, Mood, Who
from memories.capture.rules_zh_content import addressed
from memories.capture.rules_zh_found import Found, no_particle, trim
from memories.kinds import MemoryType
from memoryhub import patterns as re

#: Characters of a message in which a choice without a subject is the person's own, and of one that is no story.
_SHORT, _LONGEST = 120, 300
_WHO = r"(?P<who>我们(?:俩|一家|几个|全家)?|咱们?(?:俩|家)?|我(?:跟|和)[^,，我们]{1,6}|我家(?:里)?|我)?"
_HOW = (
    r"(?:那么?|好吧?|行|嗯|就|还是|最后|最终|终于|已经|都|也|一致|干脆|索性|一起|现在|今天|昨天|昨晚|刚刚?|这次|到底|"
    r"商量(?:了(?:一下|半天|很久)?|来商量去|好|后|之后|过)?|想来想去|考虑再三|思前想后|挑来挑去|纠结(?:了)?(?:半天|很久)|"
    r"经过[^,，]{1,8})*"
)
_END = r"(?:了吧|了|吧|好了|得了|就行|就好|啦|呗|咯|喽|哈)*"
#: 决定…, 商量好…: what follows is what was decided.
_DECIDED = re.compile(
    rf"{_HOW}{_WHO}{_HOW}(?:决定|商量好|说好|约好|约定|打定主意|下定决心|拿定主意|定下来)(?:了|好了?|要(?=[^不]))?"
    rf"(?!权|性|于|因素|论|书|的|不了|不下|什么|怎|哪|是否|要不要|谁|在于)(?P<v>[^,，]{{2,40}}?){_END}$"
)
#: 就定…, 最后选了…: a choice among things.
_CHOSEN = re.compile(
    rf"(?P<topic>[\u4e00-\u9fff]{{2,8}}?(?=我|咱|那|就|还是|最[后终]|终于|已经))??(?P<a>{_HOW}){_WHO}(?P<b>{_HOW})"
    r"(?P<verb>选定|敲定|定下|定|选择|选|挑|订|买|租|要)(?P<le>了|的是|的)?"
    rf"(?P<v>[^,，]{{2,24}}?)(?P<end>{_END})$"
)
#: 我们把聚会改到六月了.
_MOVED = re.compile(
    rf"{_HOW}{_WHO}{_HOW}把(?P<o>[^,，把]{{1,12}}?)(?P<verb>改到|改成|改在|改为|挪到|推迟到|提前到|定在|换成)(?P<v>[^,，]{{2,16}}?){_END}$"
)
#: 商量好了 or 定了 alone: what was decided is told next.
_ANNOUNCED = re.compile(
    rf"{_HOW}{_WHO}{_HOW}(?:商量好|说好|约好|决定|定好|想好|定下来|敲定|拍板|打定主意|拿定主意|下定决心)了?"
)
#: 给船起好名字了，叫金盏花号.
_NAMES = re.compile(
    rf"{_HOW}{_WHO}{_HOW}给(?P<o>[^,，你]{{1,8}}?)(?:起|取|定)(?:好)?(?:了)?(?:个)?(?:新)?名字?(?:好)?了?(?:(?:叫|是)(?P<v>[^,，]{{1,10}}))?$"
)
#: A choice is made where it closes something: 就, 还是, 最后, or a 了.
_CLOSES = re.compile(r"就|还是|最[后终]|终于|已经|干脆|索性|商量|想来想去|考虑再三|挑来挑去|纠结|一致")
_NOT_STANDING = re.compile(
    r"^(?:它|他|她|你|您|谁|哪|什么|第|前者|后者|上面|下面|方案|选项|(?:这|那)(?:个|样|种|些|边|里|么|款|家|套)?(?:吧|了)?$|"
    r"[一二三四五六七八九A-Da-d\d]+(?:号)?$|个|一下|一点|别的|其他|其它|另一|下来|不|好|点|得|着|一[首篇段句条则封个种]|[几两三四五]?[首篇段句条则封]|了|时间$|闹钟|"
    r"(?:这|那)?[首篇段句条则封]|你)"
)
_OF_THE_TALK = re.compile(
    r"标题|版本|文案|开头|结尾|主题|题目|话题|格式|风格|例子|选项|答案|代码|函数|模型|句子|段落|诗|故事|剧情|角色|人设|"
    r"方案|语言|语气|口吻|字数|模板|算法|参数|那个$|这个$|你"
)
#: 就定换竹里馆: the name is what is chosen.
_SWAPS = re.compile(r"^换(?:成|到|为)?(?=[\u4e00-\u9fffA-Za-z]{2})(?![一个家别其另])")
#: What is decided and done within the hour.
_MOMENTARY = re.compile(
    r"(?:去)?(?:睡|吃|喝|看(?!房)|洗|走走|逛|出门|回家|试|问|说|写|给你|跟你|和你|找你|听|打(?:电话|游戏)|休息|躺|点外卖|先|再|好好|努力|放弃(?:吧)?$|一下)"
)
_TOO = re.compile(
    r"[^,，我你他她它]{1,8}也(?:用|选|要|定|买|换成?)(?:了)?[^,，]{1,12}|(?:已经|都|也)?(?:订|买|定|付|签|交|下)(?:好|完|单|金|款|合同|过)*了[^,，]{0,6}|"
    r"(?:定金|押金|合同|钱|票|单)(?:也|都|已经)*(?:付|交|签|买|下|订)(?:好|完|过)?了"
)


def decided(group: Sequence[Clause], index: int, *, length: int, asked: bool) -> tuple[Found, int] | None:
    """The choice that the clause at ``index`` tells, and the last clause that belongs to it.

    None where it is weighed, asked for, proposed by somebody else, told in a story or said of the talk itself.
    ``length``: characters of the message; ``asked``: it asks the assistant for something before.
    """
    clause = group[index]
    if clause.mood in (Mood.QUESTION, Mood.SUPPOSITION, Mood.REPORT) or length > _LONGEST:
        return None
    if clause.household or any(one.mood is Mood.REPORT for one in group[:index]):
        return None
    if any(ironic(one.text) for one in group) or (
        clause.mood is not Mood.STATEMENT and clause.beside_question
    ):
        return None
    if (named := _NAMES.match(clause.text)) and named["who"]:
        return _name_found(group, index, named)
    if _ANNOUNCED.fullmatch(clause.text):
        return _announced(group, index)
    instead = index > 0 and gives_up(group, index - 1)
    found = _told(
        clause, alone=length <= _SHORT and not asked and not _theirs(group[:index]), instead=instead
    )
    if found is None:
        return None
    last = index
    while last + 1 < len(group) and _TOO.fullmatch(no_particle(group[last + 1].text)):
        last += 1
    if last > index:
        found.said = "，".join(
            [found.said or "", *(no_particle(one.text) for one in group[index + 1 : last + 1])]
        )
        found.quote = (clause.start, group[last].end)
    return found, last


def gives_up(group: Sequence[Clause], index: int) -> bool:
    """Whether the clauses from ``index`` on give one thing up for another: 别管红旗饭店了，就定锦江."""
    return rather.read("，".join(one.text for one in group[index:])) is not None


_OF_THEIRS = re.compile(rf"我?(?:的|家)?{words.KIN}{_HOW}(?:决定|选(?:择)?了|定了|选定|说好|约好)")


def of_theirs(said: str) -> bool:
    """Whether a sentence tells what somebody near has decided."""
    return _OF_THEIRS.match(said) is not None


def _theirs(before: Sequence[Clause]) -> bool:
    """Whether the sentence speaks of somebody else, whose choice it then is."""
    spoken = [one for one in before if one.spoken]
    return bool(spoken) and spoken[-1].who in (Who.RELATED, Who.OTHER) and "我" not in spoken[-1].text


def _name_found(group: Sequence[Clause], index: int, named: re.Match[str]) -> tuple[Found, int] | None:
    """The name that something of the person's was given."""
    last, value = index, trim(named["v"] or "")
    if not value and index + 1 < len(group):
        called = patterns.fullmatch(r"(?:就)?(?:叫|是|取名)(?P<v>[^,，吗么呢]{1,10})", group[index + 1].text)
        last, value = index + 1, trim(called["v"]) if called else ""
    if not value or patterns.search(r"什么|啥", value):
        return None
    said = f"{_whose(named['who'])}给{addressed(named['o'])}起名叫{value}"
    return _found(value, said, quote=(group[index].start, group[last].end)), last


def _announced(group: Sequence[Clause], index: int) -> tuple[Found, int] | None:
    """商量好了，明年换房子."""
    if index + 1 >= len(group):
        return None
    told, announced = group[index + 1], _ANNOUNCED.fullmatch(group[index].text)
    what = patterns.sub(rf"^{_WHO.replace('?P<who>', '?:')}", "", trim(told.text))
    stands = told.mood is not Mood.QUESTION and not told.beside_question and 3 <= len(what) <= 30
    if not announced or not stands or _NOT_STANDING.match(what) or _MOMENTARY.match(what):
        return None
    who = announced["who"] or ("我们" if told.text.startswith(("我们", "咱")) else "")
    said = f"{_whose(who)}决定{addressed(what)}"
    return _found(what, said, quote=(group[index].start, told.end)), index + 1


def _told(clause: Clause, *, alone: bool, instead: bool) -> Found | None:
    """``instead``: the clause before gives something else up, so that a bare 就定… closes the matter."""
    text = clause.text
    if clause.spoken and clause.who in (Who.RELATED, Who.OTHER) and not patterns.match(r"那|我们|咱", text):
        return None
    if (made := _DECIDED.match(text)) and (made["who"] or alone):
        what = trim(made["v"])
        if _MOMENTARY.match(what) or _NOT_STANDING.match(what.removeprefix("不")) or "你" in what:
            return None
        return _found(what, f"{_whose(made['who'])}决定{addressed(what)}", quote=(clause.start, clause.end))
    moved = _MOVED.match(text)
    if moved and moved["who"] and not _OF_THE_TALK.search(moved["o"]):
        what = f"把{moved['o']}{moved['verb']}{trim(moved['v'])}"
        return _found(what, f"{_whose(moved['who'])}决定{addressed(what)}", quote=(clause.start, clause.end))
    chosen = _CHOSEN.match(text)
    if not chosen or not (chosen["who"] or alone) or not (instead or _is_choice(chosen)):
        return None
    what = _SWAPS.sub("", trim(chosen["v"]))
    if _NOT_STANDING.match(what) or _OF_THE_TALK.search(f"{chosen['topic'] or ''}{what}"):
        return None
    verb = chosen["verb"]
    made_it = f"{verb if verb.startswith(('定', '敲')) else '决定' + verb}"
    made_it += "了" if made_it.endswith("定") and not made_it.startswith("决定") else ""
    said = f"{chosen['topic'] or ''}{_whose(chosen['who'])}{made_it}{addressed(what)}"
    return _found(what, said, quote=(clause.start, clause.end))


def _is_choice(chosen: re.Match[str]) -> bool:
    """Whether the words close a matter; 要 and 买 alone are wishes and errands."""
    closes = bool(_CLOSES.search(chosen["a"] + chosen["b"]))
    ended = "了" in (chosen["le"] or "") or "了" in chosen["end"]
    verb = chosen["verb"]
    if verb in ("选定", "敲定", "定下"):
        return closes or ended
    if verb == "定" and chosen["who"] and ended and chosen["v"].startswith(("在", "到", "为")):
        return True
    if verb in ("定", "选", "选择", "挑"):
        return (closes and (ended or chosen["end"] != "" or bool(chosen["le"]))) or (
            bool(chosen["who"]) and "了" in (chosen["le"] or "") and (verb == "定" or len(chosen["v"]) >= 4)
        )
    return bool(
        patterns.search(r"就|还是|最[后终]|干脆|索性|商量|想来想去", chosen["a"] + chosen["b"])
    ) and ended | (chosen["end"] != "" and verb != "要")


def _whose(who: str | None) -> str:
    return "你们" if who and (who != "我") else "你"


def _found(what: str, said: str, *, quote: tuple[int, int]) -> Found:
    return Found("decision", what, MemoryType.DECISION, said=said, whole=True, quote=quote)
