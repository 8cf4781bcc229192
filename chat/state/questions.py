"""Which questions stay open in session state: none that was answered, or asks only for what is known. Both languages; pure."""

# ruff: noqa: E501

from collections.abc import Sequence

from chat.clauses import HAN, Sentence
from chat.state.entries import State
from chat.state.found import Found
from memoryhub import patterns as re

#: What a question asks for, by the key of its answer.
_ASKS_FOR = {
    "when": r"\bwhen\b|\bwhat (?:time|day|date)\b|\bwhich (?:day|date|weekend|week|month)\b|什么时[候间]|哪[一]?[天日]|几[号点月]|周几|星期几|何时|多会儿",
    "deadline": r"\bdeadlines?\b|\bby when\b|\bdue\b|截止|期限|最晚|最迟|什么时候(?:要|得)?(?:交|付|寄)",
    "place": r"\bwhere\b|\bwhich (?:city|town|place|country)\b|哪里|哪儿|什么地方|哪个(?:城市|地方)|地点|去哪",
    "budget": r"\bbudget\b|\bhow much (?:can|may|do|should) (?:i|we) spend\b|预算",
    "price": r"\bhow much\b|\bprice\b|\bcosts?\b|多少钱|什么价|报价|价格",
    "deposit": r"\bdeposit\b|[押定订]金",
    "people": r"\bhow many (?:people|guests|of us|are we|are coming|will)\b|多少(?:个)?人|几个人|几位|几口人|人数",
    "reference": r"\b(?:reference|number|code)\b|[单编车]号|号码|车次|航班号",
    "chosen": r"\b(?:did|have|had) (?:we|i) (?:\w+ )?(?:choos|chos|decid|pick|book|settl|go|agree)\w*|选了|决定了|定了|订了|选的是|买了",
}
_PATTERNS = {key: re.compile(pattern, re.I) for key, pattern in _ASKS_FOR.items()}
#: Something is weighed, or advice is wanted: this stays open until it is settled.
_WEIGHS = re.compile(
    r"\b(?:should|shall|would|could|better|best|recommend|suggest|advise|prefer|think|maybe|or|do you|can you|need to|have to|ought)\b|该|应该|要不要|是不是|好呢|合适|推荐|建议|怎么办|还是|最好|比较|呢$|觉得|需要|能不能|可不可以|打算|想",
    re.I,
)
#: What was told or settled is asked for again.
_OF_WHAT_WAS_TOLD = re.compile(
    r"\b(?:did|have) (?:we|i) (?:\w+ )?(?:say|said|tell|told|decide|decided|choose|chosen|agree|agreed|settle|settled|pick|picked|mention|mentioned)\b|\bwhat (?:must|may|can|should)(?:n't| not)? you (?:not )?(?:do|never)\b|\bremind me (?:what|when|where|which|who|how)\b"
    r"|(?:是什么|叫什么|是谁|怎么说的?|是多少|是哪[天个家里位]|是几|决定了什么|选了(?:什么|哪|谁)|说(?:了|过)什么|不能做什么|定的是|来着)(?:呢|啊|呀|来着)?$",
    re.I,
)


def asks_what_is_known(sentence: Sentence, state: State) -> bool:
    """Whether a question asks for what the state holds, or for what was told: "When do we fly?", 预算是多少？"""
    text = sentence.text.replace("’", "'")
    if _OF_WHAT_WAS_TOLD.search(text):
        return True
    if _WEIGHS.search(text):
        return False
    there = {entry.key for entry in state.entries}
    return any(key in there and pattern.search(text) for key, pattern in _PATTERNS.items())


_MONTH_ONLY = re.compile(r"\(\d{4}(?:-\d\d)?\)$")


def asks_for_day_of(value: Found, sentence: Sentence) -> bool:
    """Whether a question asks for the day within the month or year of a value, which it does not tell: 8月哪天看演出？"""
    if value.key not in ("when", "deadline") or _MONTH_ONLY.search(value.value) is None:
        return False
    return _PATTERNS["when"].search(sentence.text.replace("’", "'")) is not None


def closed(state: State, values: Sequence[Found], *, before: State) -> State:
    """The state without an open question of before that the person's own values answer."""
    keys = {value.key for value in values}
    settled = [value.value for value in values if value.key in ("chosen", "rejected")]
    asked = {entry.value for entry in before.entries if entry.key == "open_question"}

    def answered(question: str) -> bool:
        if any(settles(value, question) for value in settled):
            return True
        if HAN.search(question) is None and re.match(
            r"\W*(?:is|are|can|could|will|would|do|does)\b", question, re.I
        ):
            return False  # "Is it cheaper on Friday?"
        return any(key in keys and pattern.search(question) for key, pattern in _PATTERNS.items())

    return State(
        tuple(
            entry
            for entry in state.entries
            if entry.key != "open_question"
            or entry.by_hand
            or entry.value not in asked
            or not answered(entry.value)
        )
    )


def settles(value: str, question: str) -> bool:
    """Whether a choice names what a question asks of; a single character does beside the other alternative only."""
    words = _plain(value)
    beside = len(words) == 1 and (f"{words}还是" in question or f"还是{words}" in question)
    return beside or (len(words) > 1 and words in _plain(question))


def _plain(words: str) -> str:
    return re.sub(r"^(?:the|an?)\s|[\s\W]+", "", words.lower())
