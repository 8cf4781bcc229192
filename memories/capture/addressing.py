"""Turns a sentence about the person into the first or the second person, in both languages. Pure."""

from memoryhub import patterns as re

_EN_VERBS = {
    "is": "am", "are": "am", "has": "have", "does": "do", "was": "was", "were": "was", "doesn't": "don't",
    "isn't": "am not", "aren't": "am not", "hasn't": "haven't",
}  # fmt: skip
_SECOND = {"am": "are", "was": "were", "am not": "are not"}
#: Words before or in the place of a verb that end in no third-person "s".
_NOT_INFLECTED = frozenset(
    {
        "can", "could", "will", "would", "should", "may", "might", "must", "cannot", "can't", "won't", "never",
        "always", "also", "usually", "often", "really", "just", "still", "now", "no", "not", "perhaps", "sometimes",
        "mostly", "this", "his", "its", "as",
    }
)  # fmt: skip
_ADVERBS = frozenset({"always", "never", "also", "usually", "often", "really", "just", "still", "now"})
_PAST_OR_OTHER = re.compile(r"(?:ed|ing|ly)$")

_EN_SUBJECT = re.compile(
    r"^(?:the )?(?P<who>user|you|i)\b(?P<own>['’]s)?(?P<short>['’](?:re|ve|m|d|ll))?(?P<rest>.*)$",
    re.IGNORECASE | re.DOTALL,
)
_EN_YOUR = re.compile(r"^your\b", re.IGNORECASE)
_ZH_SUBJECT = re.compile(r"^(?:该?用户|本?人|您|你|我)(?P<rest>.*)$", re.DOTALL)


def _base_form(verb: str) -> str:
    """A third-person verb as "I" takes it: plays → play, studies → study."""
    low = verb.lower()
    if low in _EN_VERBS:
        return _EN_VERBS[low]
    if low in _NOT_INFLECTED or not low.endswith("s") or low.endswith("ss") or _PAST_OR_OTHER.search(low):
        return verb
    if low.endswith("ies") and len(low) > 4:
        return verb[:-3] + "y"
    if low.endswith(("ches", "shes", "xes", "sses", "zes", "oes")):
        return verb[:-2]
    return verb[:-1]


def _turned(rest: str, *, third: bool) -> str:
    """The words after the subject with their verb in the first person; adverbs before it are stepped over."""
    words = rest.split(" ")
    for index, word in enumerate(words):
        if not word or word.lower() in _ADVERBS:
            continue
        if third or word.lower() in {"are", "aren't", "were"}:
            words[index] = _base_form(word)
        break
    return " ".join(words)


def first_person(text: str) -> str:
    """ "User lives in Trieste", "You live in Trieste" → "I live in Trieste"; "用户的花名…" → "我的花名…"."""
    text = text.strip()
    if match := _ZH_SUBJECT.match(text):
        return "我" + match.group("rest")
    if _EN_YOUR.match(text):
        return "My" + text[4:]
    if (match := _EN_SUBJECT.match(text)) is None:
        return text
    if match.group("own"):
        return "My" + match.group("rest")
    if match.group("short"):
        short = match.group("short").replace("’", "'")
        return "I" + ("'m" if short == "'re" else short) + match.group("rest")
    return "I" + _turned(match.group("rest"), third=match.group("who").lower() == "user")


def second_person(text: str) -> str:
    """ "User plays the oboe" → "You play the oboe"; "用户…", "我…" → "你…"; what has no such subject stays as it is."""
    mine = first_person(text)
    if mine.startswith("我"):
        return re.sub("我", "你", mine)
    if re.match(r"My\b", mine):
        mine = "Your" + mine[2:]
    elif match := re.match(r"I('m|'ve|'d|'ll)?\b(?P<rest>.*)$", mine, re.DOTALL):
        rest = match.group("rest")
        if short := match.group(1):
            mine = "You" + ("'re" if short == "'m" else short) + rest
        else:
            rest = re.sub(
                r"^( (?:always|never|also|still|now|really|just)?\s?)?(am|was)\b",
                lambda m: (m.group(1) or "") + _SECOND[m.group(2)],
                rest,
            )
            mine = "You" + rest
    else:
        return text.strip()
    mine = re.sub(r"\bmy\b", "your", mine)
    mine = re.sub(r"\bmyself\b", "yourself", mine)
    return re.sub(r"\bme\b", "you", mine)


_EN_WHOLE = (
    (r"\bI['’]m\b", "you're"), (r"\bI['’]ve\b", "you've"), (r"\bI['’]d\b", "you'd"), (r"\bI['’]ll\b", "you'll"),
    (r"\bim\b", "you're"), (r"\bive\b", "you've"),
    (r"\bI((?: \w+)??) am\b", r"you\1 are"), (r"\bI((?: \w+)??) was\b", r"you\1 were"),
    (r"\bI wasn['’]t\b", "you weren't"),
    (r"\bam I\b", "are you"), (r"\bwas I\b", "were you"),
    (r"\bwe['’]re\b", "you're"), (r"\bwe['’]ve\b", "you've"), (r"\bwe['’]ll\b", "you'll"), (r"\bwe['’]d\b", "you'd"),
    (r"\bmyself\b", "yourself"), (r"\bourselves\b", "yourselves"), (r"\b(?:mine|ours)\b", "yours"),
    (r"\b(?:my|our)\b", "your"), (r"\b(?:I|me|we|us)\b(?!['’])", "you"),
)  # fmt: skip
_EN_WHOLE_PATTERNS = tuple((re.compile(pattern, re.IGNORECASE), said) for pattern, said in _EN_WHOLE)
_ZH_OURS = re.compile(r"(?:我|咱|俺)们|咱(?!们)")


def to_the_person(sentence: str) -> str:
    """A statement of the person's in the second person throughout, wherever its "I", "my" or 我 stands."""
    sentence = sentence.strip()
    if re.search(r"[\u3400-\u9fff]", sentence):
        return re.sub(r"[我俺]|本人", "你", _ZH_OURS.sub("你们", sentence))
    for pattern, said in _EN_WHOLE_PATTERNS:
        sentence = pattern.sub(said, sentence)
    return sentence[:1].upper() + sentence[1:]
