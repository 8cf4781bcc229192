"""Whether an entry of the model's is borne out by the person's own words. Pure."""

import unicodedata

from memories.capture import value_keys
from memories.capture.types import Text
from memories.recall.tokens import has_chinese, is_single_character, tokens
from memoryhub import patterns as re

_PLACEHOLDER = re.compile(
    r"\[[A-Z][A-Z _-]*\]|<[A-Za-z][\w .-]*>|\{\{?[^{}]*\}?\}|\b(?:placeholder|lorem ipsum|n/a|null|"
    r"undefined)\b|_{3,}|\.{3}\s*$|…\s*$|"
    r"\b(?:XXX+|TBD|TODO)\b|[某X]{2,}|\[[^\]]*(?:姓名|名字|职业|地点|日期)[^\]]*\]",
    re.IGNORECASE,
)
_TEMPLATE = re.compile(
    r"\b(?:json|schema|extract(?:ion|ed)?|lasting facts?|the user's words|one short sentence|output format|as "
    r"an ai|language model|"
    r"no (?:facts|memories|information)|nothing to (?:store|remember)|not (?:specified|mentioned|provided|"
    r"known)|unknown)\b|"
    r"(?:没有|暂无|无)(?:可|需要)?(?:记忆|信息|内容)|未(?:提及|提供|知)|输出格式|长期记忆",
    re.IGNORECASE,
)
#: Words that a sentence of the model's may hold without their being said.
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_NAME = re.compile(r"(?<![.!?]\s)(?<!^)\b[A-Z][A-Za-z\u00c0-\u024f'-]+")
_FREE_NAMES = {
    "You",
    "Your",
    "User",
    "The",
    "I",
    "A",
    "An",
    "It",
    "He",
    "She",
    "They",
    "In",
    "On",
    "At",
    "And",
    "But",
    "For",
}
#: Words with which a sentence about a person is made, whatever they said.
_FRAME = frozenset(
    tokens(
        "user person name call live work like love enjoy prefer want use come year old 用户姓名叫住喜欢爱工作年岁"
    )
)
#: The share of a sentence's words that must have been said: the rest is how a model puts it.
_SAID = 0.5
#: Characters on either side of the quoted words that are looked at as well.
_AROUND = 200
_SENTENCE = re.compile(r"[^.!?。！？\n]+[.!?。！？]*")


def _folded(text: str) -> tuple[str, list[int]]:
    """Letters and digits in one width and case and in simplified characters, with the place of each in the text."""
    letters: list[str] = []
    places: list[int] = []
    for index, character in enumerate(
        value_keys.simplify(text) if len(value_keys.simplify(text)) == len(text) else text
    ):
        for piece in unicodedata.normalize("NFKC", character).casefold():
            if piece.isalnum():
                letters.append(piece)
                places.append(index)
    return "".join(letters), places


def find(quote: str, text: Text) -> tuple[int, int] | None:
    """Where the quotation stands in the person's own words, or None; width, case and punctuation may differ."""
    wanted, _ = _folded(quote)
    if len(wanted) < 2:
        return None
    said, places = _folded(text.text)
    at = said.find(wanted)
    if at < 0:
        return None
    return places[at], places[at + len(wanted) - 1] + 1


def refusal(*, content: str, quote: str, text: Text) -> str:
    """Why the entry is refused, as a key; an empty string when it is grounded."""
    content = content.strip()
    if not content or not any(character.isalnum() for character in content):
        return "empty"
    if _PLACEHOLDER.search(content) or _PLACEHOLDER.search(quote):
        return "placeholder"
    place = find(quote, text)
    if place is None:
        return "not_said"
    words = text.text[slice(*place)]
    if _TEMPLATE.search(content) and not _TEMPLATE.search(words):
        return "template"
    said, _ = _folded(text.text)
    for number in _NUMBER.findall(content):
        if (
            re.sub(r"\D", "", number) not in re.sub(r"\D", " ", text.text).split()
            and _folded(number)[0] not in said
        ):
            return "number_not_said"
    for name in _NAME.findall(content):
        if name not in _FREE_NAMES and _folded(name)[0] not in said:
            return "name_not_said"
    if not _says_the_same(content, text.text[max(0, place[0] - _AROUND) : place[1] + _AROUND]):
        return "other_words"
    if _asked(place, text):
        return "question"
    return ""


def _says_the_same(content: str, said: str) -> bool:
    """Whether half of what the sentence tells was said there, by stems and by Chinese characters."""
    known = tokens(said)
    told = [
        token
        for token in tokens(content)
        if token not in _FRAME and (is_single_character(token) or not has_chinese(token))
    ]
    if not told:
        return _folded(content)[0] in _folded(said)[0]
    return sum(token in known for token in told) >= _SAID * len(told)


def _asked(place: tuple[int, int], text: Text) -> bool:
    """Whether the quoted words are nothing but a question."""
    start, end = place
    for match in _SENTENCE.finditer(text.text):
        if match.start() <= start < match.end():
            sentence = match.group().strip()
            asks = sentence.endswith(("?", "？")) or bool(
                re.search(r"(?:吗|呢|什么|谁|哪里)[。.！!]*$", sentence)
            )
            return asks and (end - start) >= 0.8 * len(sentence)
    return False


def letters(text: str) -> int:
    """How much is said in a text: its letters, of which a Chinese character counts as three."""
    return sum(3 if "\u3400" <= character <= "\u9fff" else character.isalnum() for character in text)


#: {city}, <your name>, $(food), ${food}, %s, [insert city]: a place to fill in, and no value.
_BLANK = re.compile(
    r"\{[^{}\n]{0,60}\}|<(?!3)[A-Za-z_][^<>\n]{0,40}>|\$[({]|\$[A-Z_]{2,}\b|%\(\w+\)[sd]|%[sd]\b"
    r"|\[(?:your|my|insert|the|name|city|place)\b[^\[\]\n]{0,40}\]",
    re.IGNORECASE,
)


def blank_form(value: str) -> bool:
    """Whether a value is a place to fill in, of a template or of code."""
    return _BLANK.search(value) is not None
