"""What this conversation has chosen, where a question asks for it: "Which airline do we take?". Both languages; pure."""

# ruff: noqa: E501

from collections.abc import Sequence
from itertools import pairwise

from chat.state.entries import Entry
from chat.state.kinds import kind_of, kinds_asked, kinds_named
from chat.state.names import is_brand
from memories.recall.tokens import has_chinese, is_single_character, tokens
from memoryhub import patterns as re

_DID = r"(?:do|did|are|have|had|will|shall|should|were|was|is)(?: (?:we|i|us)|['’]?(?:ve|ll|re))?"
_TAKES = (
    r"(?:tak(?:e|ing|en)|took|us(?:e|ing)|go(?:ing|ne)? (?:with|for|by|to)|book(?:ing|ed)?|stay(?:ing)?(?: at| in)?|fly(?:ing)?(?: with)?|hir(?:e|ing|ed)"
    r"|rent(?:ing|ed)?|eat(?:ing)?(?: at| in)?|order(?:ing|ed)?|get(?:ting)?|travel(?:ling|ing)? (?:with|by)|hav(?:e|ing)|buy(?:ing)?|serv(?:e|ing)|play(?:ing)?|want(?:ed)?)"
)
_CHOOSES = r"(?:choos(?:e|ing)|chose|chosen|pick(?:ed|ing)?|decid\w+|settl\w+|agree\w* (?:on|to)|opt\w* for)"
#: "How do we get there?": what is taken to go somewhere.
_WAY = r"\bhow (?:do|are|am|will|shall|would|did|should) (?:we|i) (?:all )?(?:get(?:ting)?|go(?:ing)?|travel(?:l?ing)?|com(?:e|ing))(?: (?:there|home|back|in|out|to (?!know\b|work on\b)[^?]{2,40}))?\W*$"
_ZH_WHICH = r"(?:哪(?:一)?(?:家|个|种|班|趟|款|支|部|条|辆|间|位|座|处|里|儿)|什么|啥|谁)"
#: "Which hotel did we choose?", "我们坐哪家航空公司？", "礼物决定了什么？".
_ASKS = re.compile(
    rf"\b(?:which|what|who)\b(?! (?:time|day|date|month|hour|number|price|else)\b)[^?.!]{{0,40}}?\b(?:we|i)\b[^?.!]{{0,16}}?\b{_CHOOSES}"
    rf"|\bwhich\b(?! (?:time|day|date|month|hour|number|price)\b)[^?.!]{{0,30}}?\b{_DID}\b[^?.!]{{0,10}}?\b(?:we|i)?\b[^?.!]{{0,10}}?\b{_TAKES}\b"
    rf"|\b(?:what|whose) (?!time|day|date|month|hour|number|price|else)[a-z]+(?: [a-z]+)? {_DID} ?(?:we|i)?[^?.!]{{0,10}}?\b{_TAKES}\b"
    rf"|{_WAY}|\bwhere (?:am|are|do|will|shall|did) (?:i|we) (?:going to )?(?:stay|sleep)(?:ing)?\b|\b(?:what|which) (?:is|was|are) (?:our|the|my) (?:final )?(?:choice|decision|pick)\b|\bwho (?:do|are|did) we (?:fly|travel|go|stay|book|eat)\w*(?: \w+)?\b"
    rf"|\bwhich (?:[a-z]+ ){{1,3}}(?:is|was) it(?: again)?\b|\bdid we (?:choose|pick|decide on|settle on|go with)\b"
    rf"|(?:选|挑|决定|敲定|定)(?:了|的|好了?|中了?|下来的?|下了?)?(?:是|用|去|住|坐|请|买|吃|要|在)?{_ZH_WHICH}|{_ZH_WHICH}[^？?，。]{{0,8}}?(?:被)?(?:选|决定|敲定|定)(?:了|中|好|下来)"
    rf"|(?:坐|订|用|住|去|请|买|吃|乘|搭|租|喝|穿|送|点)(?:的|了)?(?:是)?哪(?:一)?(?:家|种|班|趟|款|支|部|条|辆|间|座|个)|(?:坐|乘|搭|吃|喝|穿|用|做|刷|铺|请|送|装)(?:的)?(?:是)?(?:什么|啥|谁)(?!时|样|用|事)|(?:什么|啥|哪种|哪个)(?:颜色|牌子|品牌|款式?|口味)|怎么(?:过?去|走)|(?:怎么|如何)(?:决定|定|选)的|(?:决定|结果)(?:是)?怎么样?$",
    re.IGNORECASE,
)
_TURNS_DOWN = r"(?:turn(?:ed|ing)? down|reject(?:ed|ing)?|rul(?:e|ed|ing) out|drop(?:ped)?|discard(?:ed)?|(?:decid\w+|vot\w+) against|exclud\w+|(?:not|n['’]t) (?:want|tak(?:e|en)|choose|chosen|pick(?:ed)?))"
#: "Which firm did I turn down?", 排除了哪家？.
_ASKS_DOWN = re.compile(
    rf"\b(?:which|what|who)\b[^?.!]{{0,40}}?\b(?:we|i|is|was|got|been)\b[^?.!]{{0,16}}?\b{_TURNS_DOWN}"
    rf"|(?:不要|不选|没选|排除|拒绝|否掉|否决|淘汰|放弃)(?:了|的|掉)?(?:是)?{_ZH_WHICH}|{_ZH_WHICH}[^？?，。]{{0,8}}?(?:被)?(?:不要|排除|拒绝|否掉|否决|淘汰|放弃)",
    re.IGNORECASE,
)
_BY_WHAT = re.compile(_WAY, re.IGNORECASE)
_GOES = re.compile(r"driv(?:e|ing)|fly(?:ing)?|walk(?:ing)?|cycl(?:e|ing)|train|bus", re.IGNORECASE)
_ASKING_WORDS = re.compile(
    r"\b(?:choose|chose|chosen|choosing|pick\w*|decid\w+|decision|choice|settl\w+|agree\w*|take|taking|taken|took|use|using|go|going|gone|booked|booking|(?<=we )book|(?<=i )book|stay\w*|fly\w*|hire|rent\w*|eat\w*|order\w*|get\w*"
    r"|travel\w*|buy\w*|want\w*|turn\w*|down|reject\w*|rul\w+|out|drop\w*|discard\w*|against|exclud\w*|final|finally|end|actually|again|one|remind|tell)\b"
    r"|不要|不选|没选|排除|拒绝|否掉|否决|淘汰|放弃|我们|咱们?|最后|最终|到底|当时|现在|选|挑|决定|敲定|定了?|哪(?:一)?(?:家|个|种|班|趟|款|支|部|条|辆|间|位|座|处|里|儿)|什么|怎么|谁|的是|坐|订|用|住|去|请|买|吃|乘|搭|租|来着",
    re.IGNORECASE,
)


def asked(question: str) -> bool:
    """Whether a question asks what was chosen."""
    return _ASKS.search(question) is not None


def asked_down(question: str) -> bool:
    """Whether a question asks what was turned down."""
    return _ASKS_DOWN.search(question) is not None


def without_asking(question: str) -> str:
    """The question without the words that ask for a choice and tell of none."""
    return str(_ASKING_WORDS.sub(" ", question))


def topic(question: str) -> frozenset[str]:
    """The words of a question that name the matter which was decided."""
    return frozenset(token for token in tokens(without_asking(question)) if not is_single_character(token))


def matter(question: str) -> frozenset[str]:
    """The same with the words of the kinds that are asked for: a hotel answers where we stay."""
    return topic(question) | kinds_asked(question)


_OF_A_MAKER = re.compile(r"\b(?:brand|make)\b|牌子|品牌", re.IGNORECASE)


def chosen(question: str, entries: Sequence[Entry], *, told: Sequence[str]) -> tuple[str, ...]:
    """Of the values that are chosen here those that a question asks for; ``told`` are the sentences of before.

    A value is meant by what it was chosen for, its own words, its kind, or by what was said of it; all are where no
    matter is named. What was chosen for something else is none.
    """
    if _BY_WHAT.search(question):
        going = [one.value for one in entries]
        return tuple(value for value in going if kind_of(value) == "transport" or _GOES.fullmatch(value))
    words, kinds = topic(question), kinds_asked(question)
    if _OF_A_MAKER.search(question) and (made := [one.value for one in entries if is_brand(one.value)]):
        return tuple(made)
    of_topic = [one for one in entries if words & set(tokens(one.of))]
    if of_colour := [one for one in of_topic if "colour" in kinds and kind_of(one.value) == "colour"]:
        of_topic = of_colour
    if of_topic:
        return tuple(one.value for one in of_topic)
    values = [
        one.value
        for one in entries
        if not (words and one.of) or {kind_of(one.of), kind_of(one.value)} & kinds
    ]
    if named := [value for value in values if words & set(tokens(value))]:
        return tuple(named)
    if of_kind := [value for value in values if kind_of(value) in kinds]:
        return tuple(of_kind)
    if not (words or kinds):
        return tuple(values)
    open_kind = [value for value in values if not (kinds and kind_of(value))]
    about = {value: [each for each in told if _names(each, value)] for value in open_kind}
    if by_words := [value for value in about if any(words & set(tokens(each)) for each in about[value])]:
        return tuple(by_words)
    spoken = {value: [kinds_named(each) | kinds_asked(each) for each in about[value]] for value in about}
    if by_kind := [value for value in about if any(kinds & each for each in spoken[value])]:
        return tuple(by_kind)
    if led := [value for value in about if about[value] and _leads(words, kinds, about[value][0], told)]:
        return tuple(led)  # "I need a bike.", then "the Cube is 900 euros"
    if led_to := _led_to(words, entries=entries, among=open_kind, told=told):
        return led_to
    if open_kind and any(_beside(words, each, before) for before, each in pairwise(("", *told))):
        return tuple(open_kind)
    return ()


def _leads(words: frozenset[str], kinds: frozenset[str], sentence: str, told: Sequence[str]) -> bool:
    """Whether what is asked for was spoken of right before the first sentence that names a thing."""
    at = told.index(sentence)
    before = told[at - 1] if at and not has_chinese(sentence) else ""
    return bool(words & set(tokens(before)) or kinds & (kinds_named(before) | kinds_asked(before)))


#: So many sentences before it is named the thing was spoken of that a choice is of.
_LEAD = 5
_SEVERAL = re.compile(r"\b(?:and|or) (?:an?|the|some|our|my)\b|[、和及]")


def _led_to(
    words: frozenset[str], *, entries: Sequence[Entry], among: Sequence[str], told: Sequence[str]
) -> tuple[str, ...]:
    """The values that were named first of all after the thing was spoken of that is asked for, and of that alone."""
    at_first = {
        one.value: next((at for at, each in enumerate(told) if _names(each, one.value)), -1)
        for one in entries
    }
    spoken = [at for at, each in enumerate(told) if words <= set(tokens(each)) and not _SEVERAL.search(each)]
    if not (words and spoken):
        return ()
    after = {value: at for value, at in at_first.items() if 0 <= at - spoken[0] <= _LEAD}
    first = min(after.values(), default=-1)
    return tuple(value for value in among if after.get(value) == first)


_ANOTHER = re.compile(
    r"\b(?:an)?other (?P<en>[a-z]+)|(?:[另别]外?的?一?|还有一?)家(?P<zh>[\u4e00-\u9fff]{0,6})", re.IGNORECASE
)


def _beside(words: frozenset[str], sentence: str, before: str) -> bool:
    """Whether a sentence speaks of another such thing than that of the one before: "another firm", 另一家."""
    match = _ANOTHER.search(sentence)
    if match is None:
        return False
    return bool(words & set(tokens(match["en"] or match["zh"] or before)))


def as_last_told(words: Sequence[str], *, turned_down: Sequence[str], told: Sequence[str]) -> tuple[str, ...]:
    """The sentences, with what was last said of a thing that is turned down in the place of what was said before."""
    last = {value: [each for each in told if _names(each, value)][-1:] for value in turned_down}
    current: list[str] = []
    for sentence in words:
        current += next((last[value] for value in last if _names(sentence, value)), [sentence])
    return tuple(dict.fromkeys(current))


def _names(sentence: str, value: str) -> bool:
    return value.lower().removeprefix("the ").removesuffix(" one") in sentence.lower()
