"""Who comes along, where a question asks for it, of what was said here: names and numbers, no days. Both languages; pure."""

# ruff: noqa: E501

from collections.abc import Collection, Sequence

from memories.recall.tokens import is_single_character, tokens
from memoryhub import patterns as re

#: "Who's coming?", "有哪些人来？".
_ASKS = re.compile(
    r"\bwho(?:['’]s|['’]re| is| are| will| all)?(?: (?:else|all|is|be|will|still))* (?:com(?:e|es|ing)|going(?! to (?!the\b|our\b|my\b))|join\w*|invited|attend\w*|with us|travel\w*|on the (?:trip|list)|there|taking part|in)\b"
    r"|\bwho (?:did|do|have|are) (?:we|i) (?:\w+ )?(?:invit\w+|tak(?:e|ing)|bring\w*)\b|\b(?:the|our) guests?(?: list)?\?$"
    r"|(?:有|来的?|去的?|参加的?|邀请了?|请了?|到场的?)(?:都)?(?:是|有)?(?:哪些|什么|哪几个|谁)(?:人|客人|亲戚|朋友|同事|嘉宾)?|(?:谁|哪些人|哪几个人|什么人)(?:都|会|要|也|一起|跟我们|和我们|能)*(?:(?:来|去)(?=[？?。了呢吗的]|$|参加)|参加|到场|出席)",
    re.IGNORECASE,
)
#: "How many people are coming?", "how many are we?".
_ASKS_COUNT = re.compile(
    r"\bhow many (?:people|persons|guests|of us|of you|adults|kids|children|friends)\b[^?]{0,12}?\b(?:are|will|is|have|do)\b(?: (?:we|there|still|now|all|be))*(?: (?:coming|going|joining|invited|attending|come|join|with us|in total|altogether|now|have|expect|we))*(?: (?:to|at|for|on) (?:the|our|my) [\w' -]{2,30})?\W*$"
    r"|\bhow many (?:are|will) (?:we|there be)(?: be)?(?: coming| going| now| in total| altogether| of us)*\W*$|\bhow many of us\b[^?]{0,30}\W*$",
    re.IGNORECASE,
)
_NAME = r"(?<!^)(?<![.!?] )\b(?!I\b|I['’]|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December)[A-Z][a-z]+"
_KIN = r"\b(?:mother|father|mum|mom|dad|sister|brother|wife|husband|aunt|uncle|cousin|grandm\w+|grandp\w+|granddad|gran|friend|colleague|boss|neighbour|neighbor|kids?|children|partner|girlfriend|boyfriend|son|daughter|parents|family|guests?|people)s?\b"
_COMES = re.compile(
    r"\b(?:of us|join\w*|invit\w+|attend\w*|com(?:e|es|ing) (?:along|too|with us|as well)|bring(?:s|ing)?|takes? part)\b"
    r"|\b(?:is|are|am|['’]s|['’]re|will(?: be)?|can|could|cannot|can['’]?t|won['’]?t|wants? to|would like to|not) (?:com(?:e|ing)|be there|make it)\b(?! back)|\bcomes\b(?! back)|\bcoming\b(?! back| week| up| month)",
    re.IGNORECASE,
)
_COUNT = re.compile(
    r"\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty) (?:of us|people|guests|persons|adults|kids|children)\b",
    re.IGNORECASE,
)
_WHO = re.compile(
    f"{_NAME}|{_KIN}|{_COUNT.pattern}|^(?!(?:We|The|It|This|That|I|He|She|They|There|You|Our|My)\\b)[A-Z][a-z]+(?= (?:and|,|joins?|is|can|comes?|won))"
)
_WHO_ZH = r"(?:[一二三四五六七八九十百两\d]+(?:个|位|名)?(?:人|客人|同事|朋友|大人|小孩|孩子|亲戚)|[爸妈爷奶姥哥姐弟妹叔伯姑舅姨嫂婆公]|老[板师公婆]|同事|朋友|同学|亲戚|邻居|孩子|小[\u4e00-\u9fff]|[\u4e00-\u9fff](?:阿姨|叔叔|老师|总|先生|女士)|(?!小时|老是|老早|大概|大约|小心)[老小阿][\u4e00-\u9fff]|表[哥姐弟妹]|家人)"
_COMES_ZH = re.compile(
    rf"{_WHO_ZH}[^，。]{{0,10}}?(?:来(?!着|自|不及)|参加|到场|出席|一起|加入|同行|负责|陪)|(?:来|邀请|请|叫上|带上?|加上)(?:了|的)?(?:一共|总共|大概)?(?:是|有)?[^，。]{{0,4}}?{_WHO_ZH}|人数[^，。]{{0,4}}?[一二三四五六七八九十百两\d]|(?:一共|总共)[^，。]{{0,4}}?[一二三四五六七八九十百两\d]+(?:个|位|名)?人"
)
_MOST = 5


def asked(question: str) -> bool:
    """Whether a question asks who comes along."""
    return _ASKS.search(question) is not None


def asks_how_many(question: str) -> bool:
    """Whether an English question asks how many people there are or come."""
    return _ASKS_COUNT.search(question) is not None


_PARTS = (r"\b(?:kids?|child(?:ren)?)\b", r"\badults?\b", r"\bfriends?\b")
_PART = tuple(re.compile(part, re.IGNORECASE) for part in _PARTS)


def of_the_part(question: str, values: Sequence[str]) -> tuple[str, ...]:
    """The values that count whom the question asks for: of "how many children" those of children alone."""
    part = next((part for part in _PART if part.search(question)), None)
    return tuple(value for value in values if part is None or part.search(value))


_ASKING_WORDS = re.compile(
    r"\b(?:who|all|else|com(?:e|es|ing)|going|join\w*|invit\w*|attend\w*|travel\w*|tak(?:e|ing)|bring\w*|part|guests?|list|now|still|how|many|people|persons?|adults|kids|children|friends|we|us|you|there|total|altogether|have|expect)\b"
    r"|哪些|哪几个|什么|谁|都有?|会|来|去|参加|到场|出席|邀请|的是|有|人|客人|现在|一起|我们|一共",
    re.IGNORECASE,
)


def topic(question: str) -> frozenset[str]:
    """The words of a question that name what they come to."""
    return frozenset(
        token for token in tokens(_ASKING_WORDS.sub(" ", question)) if not is_single_character(token)
    )


#: Words for whatever they come to.
_ANY_EVENT = frozenset(tokens("party event trip meal dinner do thing meeting celebration"))


def is_spoken_of(question: str, spoken_of: Collection[str]) -> bool:
    """Whether what they come to is no other than the matter of the talk, by the words that were said in it."""
    return topic(question) - _ANY_EVENT <= set(spoken_of)


def told(sentences: Sequence[str]) -> tuple[str, ...]:
    """The latest of the sentences that tell who comes, or does not."""
    return tuple(
        each
        for each in sentences
        if _COMES_ZH.search(each) or (_COMES.search(each) and _WHO.search(each)) or _COUNT.search(each)
    )[-_MOST:]
