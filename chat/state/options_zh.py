"""The alternatives that a Chinese sentence puts or tells of, what they are for, and the answer that takes one. Pure."""

# ruff: noqa: E501

from chat.state.kinds import kind_of
from chat.state.names import is_brand
from chat.state.nouns_zh import comes_as_guest, is_thing, words_of
from chat.state.things import alike
from memoryhub import patterns as re

_LONGEST = 48
_VERBS = r"(?:坐|住|吃|喝|去|用|选|买|订|走|乘|搭|租|办|做|叫|请|送|穿|装|铺|刷|带|找|贴|配|给[^\s要]{1,4}?(?=[坐住吃送买请做穿])\S)"
_WORDS = re.compile(
    r"^(?:那么?|我们?|咱们?|你觉得|你说|到底|究竟|是(?!否)|该|应该|要(?!不)|想|准备|打算|请问|在|就|最好)+"
)
_VERB = re.compile(rf"^(?P<verb>{_VERBS})(?P<rest>\S+)$")
#: 书桌要原木色的, 婚纱租, 亲戚住酒店: what it is about, and what is done with it or how it is.
_ABOUT = re.compile(
    rf"^(?P<x>(?![我你他她它咱这那])[\u4e00-\u9fff]{{2,6}}?)(?:就|都|想|打算|准备|到底|究竟|应该|还|该|的话)*(?P<verb>要|是|选|{_VERBS})(?P<rest>\S+)$"
)
_TAIL = re.compile(
    r"(?:呢|啊|吧|呀|(?<=\S)(?:比较|更)?(?:好呢?|合适|划算|方便|省钱|省事|省心|实惠|靠谱)|\s)+$"
)
#: 冰箱在海尔和美的之间选, 民宿有两家：云栖小筑和听雨轩: alternatives that are told, and what they are for.
_FOR = r"(?:^|[，,])(?:那|嗯|对了|另外|现在|目前|我们?的?|咱们?的?)*(?P<x>(?![我你他她它这那])[\u4e00-\u9fff]{2,6}?)"
_NAME = r"[^，,。；;：:、和跟与或在从选挑有是]{1,10}?"
_AND = r"(?:和|跟|与|或者?|、|，|还有|还有)"
_LIST = rf"(?P<list>{_NAME}(?:{_AND}{_NAME}){{1,4}})"
_TOLD = (
    re.compile(
        rf"{_FOR}?(?:想|要|准备|打算|就|先|还)*(?:在|从){_LIST}(?:之间|里面?|中间?|当中|[二两三四]个|[二两三四]家)+(?:里|中)?(?:面)?(?:来|去)?(?:选|挑|定|二选一)"
    ),
    re.compile(
        rf"{_FOR}(?:一共|现在|目前|看了|看中了?|选了|挑了|备选的?)?(?:有|是)?[两二三四](?:家|个|种|款|处|套|辆|支|条)(?:可选|备选|选择)?[，,：:]?(?:叫|是|分别是|有)?{_LIST}$"
    ),
)


def told_zh(text: str) -> tuple[list[str], str, int]:
    """The alternatives that a Chinese sentence tells of, what they are for, and where they end."""
    for pattern in _TOLD:
        if match := pattern.search(text):
            found = [part for part in re.split(_AND, match["list"]) if part]
            if len(found) > 1 and not any(re.search(r"\d|[我你他她]", part) for part in found):
                return found, match["x"] or "", match.end()
    return [], "", 0


def alternatives_zh(text: str) -> tuple[list[str], str]:
    """The alternatives of a Chinese question and what they are for: of 婚纱租还是买 租, 买 and 婚纱. None where it puts none."""
    text = text[-_LONGEST:]
    if "还是" not in text:
        return [], ""
    *before, last = re.split(r"[，,：:]", text)
    of = _topic(before[-1]) if before and "还是" in last else ""
    given = [
        _WORDS.sub("", _TAIL.sub("", part.strip(" ，,")))
        for part in (last if "还是" in last else text).split("还是")
    ]
    if len(given) < 2 or not all(given):
        return [], ""
    first, *rest = given
    about, first = _cut(first, rest)
    found = _bare([first, *rest])
    fits = all(0 < len(part) <= 12 and part[0] not in "不没" for part in found)
    return (found, about or of) if fits and len(set(found)) == len(found) else ([], "")


def _topic(clause: str) -> str:
    words = _WORDS.sub("", re.sub(r"(?:的话|的事|这[块边]|[呢吧嘛])$", "", clause.strip()))
    return words if 2 <= len(words) <= 6 and is_thing(words) else ""


def _cut(first: str, rest: list[str]) -> tuple[str, str]:
    """What the first alternative begins with that all are about, and the alternative without it."""
    pieces = words_of(first)
    if all(len(part) == 1 for part in rest) and len(first) > 1 and (len(pieces[-1]) == 1 or len(first) == 2):
        head = re.sub(r"(?:[是要想该就]|应该|到底)+$", "", first[:-1])
        return _named(head), first[-1]
    match = _ABOUT.match(first)
    if match and is_thing(match["x"]):
        verb = "" if match["verb"] in ("要", "是") else match["verb"]
        return _named(match["x"]), verb + match["rest"]
    for at in range(1, len(pieces)):
        head, tail = "".join(pieces[:at]), "".join(pieces[at:])
        if len(head) > 1 and len(tail) > 1 and _alike(tail, rest[-1]) and is_thing(head):
            return _named(head), tail  # 书桌原木色还是白色
    return "", first


def _alike(one: str, other: str) -> bool:
    """Whether two words name things of one sort: 原木色 and 白色, 海尔 and 美的."""
    if one == other or abs(len(one) - len(other)) > 1:
        return False
    of_kind = kind_of(one) != "" and kind_of(one) == kind_of(other)
    return one[-1] == other[-1] or of_kind or (is_brand(one) and is_brand(other))


def _named(head: str) -> str:
    return "" if not head or comes_as_guest(head) or not is_thing(head) else head


def _bare(given: list[str]) -> list[str]:
    """The alternatives without the verb that all have; verbs that differ tell them apart: 租房 and 买房."""
    verbs = [match["verb"] if (match := _VERB.match(part)) else "" for part in given]
    if any(verb and verb != verbs[0] for verb in verbs[1:]):
        return given
    return [part.removeprefix(verb) for part, verb in zip(given, verbs, strict=True)]


_ANSWER_LEAD = (
    r"(?:那|就|还是|先|最后|最终|决定|想来想去|想了想|考虑了一下|考虑再三|我们?|咱们?|觉得|嗯|好|算了|[，,])"
)
_ANSWER_TAIL = re.compile(
    r"(?:吧|好了|就行|就好|了|呗|得了|算了|好一点|(?:更|比较)?(?:好|划算|合适|省事|省钱|方便|省心|实惠))+$"
)
_ANSWER = re.compile(
    rf"^(?:{_ANSWER_LEAD}|[定选要是请坐住吃喝去用买订走乘搭在租叫])*(?P<v>[^，。,\s]{{2,12}})$"
)
_ANSWER_OF_ONE = re.compile(
    rf"^{_ANSWER_LEAD}*(?P<x>(?![我你他她它])[\u4e00-\u9fff]{{1,5}}?)??(?:{_ANSWER_LEAD}|选|要|改)*(?:{_VERBS})?(?P<v>[\u4e00-\u9fff])$"
)
_CHANGED_TO = re.compile(r"^(?P<x>[\u4e00-\u9fff]{2,6}?)(?:就|还是)*[改换](?:成|为|用)(?P<rest>\S+)$")


def answered_zh(text: str, given: list[str], *, of: str) -> str:
    """What a Chinese clause takes of the alternatives for something, or says in their place; empty where it can take none."""
    text = _ANSWER_TAIL.sub("", text)
    of_one = _ANSWER_OF_ONE.match(text)
    if of_one and of_one["v"] in given:
        return of_one["v"] if _is_of(of_one["x"] or "", of) else ""
    match = _ANSWER.match(text)
    value = match["v"].strip() if match else ""
    about = _CHANGED_TO.match(value) or _ABOUT.match(value)
    if about and is_thing(about["x"]) and any(option in about["rest"] for option in given):
        return about["rest"] if _is_of(about["x"], of) else ""  # 书桌要原木色的
    return value if _takes(value, given) else ""


def _takes(value: str, given: list[str]) -> bool:
    """Whether the words name an alternative, and tell nothing of it: 货拉拉说要900 takes none, 不去酒店 neither."""
    if value.startswith(("不", "别", "没")):
        return False
    return any(
        value in option or re.search(rf"{re.escape(option)}(?:的|[那这][家个边种]|线)?$", value)
        for option in given
    )


def _is_of(named: str, of: str) -> bool:
    return not (named and of and is_thing(named)) or alike(named, of)
