"""What a sentence dreams, believed once, or gives as somebody else's wish or talk: nothing of it is told. Pure."""

# ruff: noqa: E501

from memories.capture import rules_zh_words as words
from memoryhub import patterns as re

_EN_DREAMT = (
    r"\bin (?:my|a|the|one|this|last night's) (?:[\w']+ )?(?:dreams?|nightmares?)\b"
    r"|\b(?:dreamt|dreamed|dream) (?:that\b|(?:i|i'm|i'd|i've|we|my)\b)"
    r"|\b(?:had|having) (?:a|an|this|the|another) (?:[\w-]+ ){0,2}?(?:dream|nightmare)(?: last night)?"
    r" (?:that|where|in which|about (?:me|being|having)|(?:i|i'm|we|my)\b)"
)
_ZH_DREAMT = r"梦见|梦到|梦里|梦中|梦境|做(?:了(?:一?个)?|过一?个|一?个)[^,，。]{0,4}梦\s*[,，:：]"
_DREAMT = re.compile(f"{_EN_DREAMT}|{_ZH_DREAMT}", re.IGNORECASE)

_OFTEN = r"(?:(?:always|often|still|also|just|really|secretly|never|only|both|all|once|long|first|mistakenly|wrongly|firmly) )*"
_EN_ONCE_BELIEVED = (
    rf"\b(?:i|we)(?:'d| had)? ?{_OFTEN}(?:used to (?:think|believe|assume|be (?:sure|convinced))|thought|believed|assumed|"
    rf"imagined|(?:was|were) {_OFTEN}(?:convinced|certain|sure|under the impression))\b(?: that)? (?:i|i'm|i'd|i've|we|my|our)\b"
)
#: Whoever is no "I": "My brother wishes he had a dog", "my wife would love a garden".
_EN_THEY = r"\b(?:my|our|some|the|an?) (?:(?!i\b|we\b|and i\b)[\w'-]+ ){1,4}?"
_EN_THEIR_WISH = (
    rf"{_EN_THEY}{_OFTEN}(?:wish(?:es)?|hopes?|hoped|wants?|wanted|would (?:like|love|prefer|rather)|dreams? (?:of|about)|"
    r"longs?|yearns?|(?:is|are) (?:hoping|dreaming|longing|urging|begging|pushing|pressuring|nagging)|urges?|begs?|nags?|"
    r"pressures?|expects? me|keeps? (?:telling|nagging|asking|urging|begging|pushing) me)\b"
)
_EN_HEARSAY = (
    r"\baccording to (?!(?:my|our|the|an?) (?:doctor|gp|allergist|dentist|therapist|test|scan)\b)\w"
    rf"|\b(?:people|everyone|everybody|they|others|folks|friends|some) {_OFTEN}(?:says?|thinks?|claims?|reckons?|believes?)\b"
)

_ZH_ONCE_BELIEVED = r"我们?[^,，。我]{0,8}(?:误)?以为"
_ZH_SOFTLY = r"(?:一直|总是?|老是?|都|很|特别|最近|也|就|多么?|还|天天|整天|好|非常|经常|常|又)*"
_ZH_THEIR_WISH = (
    rf"我们?(?:的|家)?(?:{words.REL})[^,，。我想要]{{0,4}}?{_ZH_SOFTLY}(?:希望|想(?![起到象念通])|盼|巴不得|恨不得|渴望|梦想|期待|指望|"
    r"(?:要|让|逼|催|劝|求|要求|建议|鼓励|叫)我(?!.{0,3}(?:小名|老\S|小\S)$))"
)
_ZH_HEARSAY = (
    r"(?:人家|别人|大家|旁人|外人|有人|(?:身边|周围|很多|好多|所有|认识我)的?人|人人|他们|她们|朋友们|同事们|同学们|亲戚们?)"
    r"[^,，。我]{0,6}(?:说|觉得|认为|以为|讲|夸|笑话?)我?"
)
#: 等我有钱了我要买艘游艇: a wish for a day that nobody knows.
_ZH_SOME_DAY = r"等(?:到)?我[^,，。]{1,14}?[,，]?我?(?:(?:就|再|也|才|一定|肯定)*(?:要|想|会(?!议))|[就再才](?:去|买|搬|开|养|学))"
_THEIRS = re.compile(
    "|".join(
        (
            _EN_ONCE_BELIEVED, _EN_THEIR_WISH, _EN_HEARSAY,
            _ZH_ONCE_BELIEVED, rf"^{_ZH_THEIR_WISH}", rf"^{_ZH_HEARSAY}", rf"^{_ZH_SOME_DAY}",
        )
    ),
    re.IGNORECASE,
)  # fmt: skip
#: From here on a sentence speaks of what is so: "I used to think I was shy, but I like people".
_BUT_SO = re.compile(
    r"\b(?:but|yet|now|actually|in fact|although|though|and (?:i|my|we)\b|so (?:i|my|we)\b|because)|[,;，；]?(?:但是?|不过|其实|可是|然而|现在|所以|而我|醒来)",
    re.IGNORECASE,
)
_ENDS = ".!?\n。！？"


def dreamt(text: str, start: int) -> bool:
    """Whether what begins at ``start`` stands in a sentence after words that tell a dream."""
    return _DREAMT.search(_before(text, start, start + 12)) is not None


def not_told(text: str, *, start: int, end: int) -> bool:
    """Whether the statement ``text[start:end]`` is dreamt, was believed once, or is another's wish or talk."""
    said = _before(text, start, end)
    return _DREAMT.search(said) is not None or _THEIRS.search(said) is not None


def _before(text: str, start: int, end: int) -> str:
    """The words of the sentence up to ``end``, from where it last turns to what is so."""
    begin = max(text.rfind(mark, 0, start) for mark in _ENDS) + 1
    stop = min((at for mark in _ENDS if (at := text.find(mark, start, end)) >= 0), default=end)
    turns = [match.end() for match in _BUT_SO.finditer(text, begin, start)]
    return text[max([begin, *turns]) : stop].strip(" ,，").replace("’", "'")
