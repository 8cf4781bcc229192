"""Is there anything to look at in a turn? Pure and cheap: it saves work and calls, it decides nothing."""

from dataclasses import dataclass

from memories.capture.types import Text
from memoryhub import patterns as re

_LETTERS = re.compile(r"[A-Za-z\u00c0-\u024f\u3400-\u9fff]")
_WORD = re.compile(r"[A-Za-z\u00c0-\u024f']+|[\u3400-\u9fff]")
#: What can be repeated has no "+" of its own: reading "哈哈哈…" would take for ever.
_SMALL_TALK = re.compile(
    r"(?:hi|hey|hello|yo|good (?:morning|afternoon|evening|night)|morning|evening|thanks?(?: you)?(?: so much| "
    r"a lot)?|thx|ty|"
    r"ok(?:ay)?|k|yes|yeah|yep|no|nope|sure|cool|great|nice|wow|haha+|hehe+|lol|bye|goodbye|see you|please|got "
    r"it|fine|"
    r"hmm+|ah+|oh+|how are you(?: doing)?|what's up|right|perfect|"
    r"你好呀?|您好|嗨|哈喽|在吗|在么|早|早上好|上午好|下午好|晚上好|晚安|早安|谢谢你?|多谢|谢啦|谢了|感谢|好的?|好吧|好滴|行|可以|嗯|哦|噢|啊|"
    r"哈|嘿|呵|厉害|不错|拜拜|再见|回见|没事|没问题|是的?|对的?|收到|明白了?|知道了?|懂了|辛苦了?|哇|好嘞|了解)+",
    re.IGNORECASE,
)
_FIRST_PERSON = re.compile(
    r"\b(?:i|i'm|i've|i'd|i'll|im|ive|me|my|mine|myself|we|we're|we've|our|ours|us)\b|[我咱俺]|本人|人家",
    re.IGNORECASE,
)
_ASKS_TO_KEEP = re.compile(
    r"\b(?:remember|keep in mind|note that|make a note|don't forget|from now on|always|never|in future|call me|"
    r"correction|actually)\b|"
    r"记住|记得|记下|记一下|记着|别忘|以后|今后|从现在起|每次|叫我|称呼|更正|打错|说错|记错|不对",
    re.IGNORECASE,
)
_QUESTION_END = re.compile(r"[?？]\s*$|[吗呢么]\s*[。.!！~]*\s*$")
_SENTENCE = re.compile(r"[^.!?。！？\n]+[.!?。！？]*")


@dataclass(frozen=True, slots=True)
class Look:
    """What is worth asking: the rules, and the model."""

    rules: bool
    model: bool


def look(text: Text) -> Look:
    """Whether the rules, and whether the model, have anything to look at."""
    words = text.text.strip()
    if not _LETTERS.search(words):
        return Look(rules=False, model=False)
    bare = re.sub(r"[^\w\s']+", " ", words).strip()
    if all(_SMALL_TALK.fullmatch(part) for part in (bare, *())) or all(
        _SMALL_TALK.fullmatch(piece) for piece in bare.split()
    ):
        return Look(rules=False, model=False)
    statements = [
        sentence
        for sentence in _SENTENCE.findall(words)
        if not _QUESTION_END.search(sentence) and _LETTERS.search(sentence)
    ]
    speaks_of_self = bool(_FIRST_PERSON.search(words))
    asks = bool(_ASKS_TO_KEEP.search(words))
    model = asks or (speaks_of_self and (bool(statements) or "," in words or "，" in words))
    return Look(rules=True, model=model and len(_WORD.findall(words)) >= 3)
