"""The last touch on a memory's sentence: no joining word at its head, no quotation left open. Both languages. Pure."""

from dataclasses import replace

from memories.capture.types import Candidate
from memoryhub import patterns as re

#: Words that join a sentence to the one before it; alone they hang in the air.
_JOINER_EN = re.compile(
    r"^(?:(?:and|but|so|or|plus|because|since|although|though|however|still|then|yet|also|well|anyway|besides|"
    r"whereas|while|as|for example|on the other hand|in fact|actually|honestly)\b[\s,]*)+"
    r"(?=(?:you|your|you're|you've|you'd|you'll)\b)",
    re.IGNORECASE,
)
_JOINER_ZH = re.compile(
    r"(?:(?:不过(?!敏|期|分|瘾|关)|但是?|可是|然而|而且|并且|所以|因为|因此|由于|虽然|尽管|另外|此外|还有|"
    r"然后|于是|总之|反正|"
    r"只是|其实|当然|而(?=你)|可(?=你)|那(?=你))[\s,，、]*)+(?=你)"
)
_ALSO_ZH = re.compile(r"^你也(?!许|门)")
_PAIRS = {'"': '"”', "“": "”", "「": "」", "『": "』", "《": "》", "(": ")", "（": "）"}
_MOST_OF_A_TITLE = 60


def tidied(candidate: Candidate, words: str) -> Candidate:
    """The candidate with its sentence in order; ``words`` is the text that its offsets count in."""
    content = (
        _JOINER_EN.sub("", candidate.content, count=1) if candidate.language == "en" else candidate.content
    )
    if candidate.language == "zh" and (match := _JOINER_ZH.match(content)):
        content = content[match.end() :]
    content = _ALSO_ZH.sub("你", content, count=1)
    content, end = _closed(content, words, candidate.end)
    if content == candidate.content:
        return candidate
    content = content[:1].upper() + content[1:]
    return replace(candidate, content=content, end=end, quote=words[candidate.start : end])


def _closed(content: str, words: str, end: int) -> tuple[str, int]:
    """The sentence with the end of a title that it opens, or without the mark if the message does not close it."""
    for opening, closings in _PAIRS.items():
        opened = content.count(opening)
        if opening == '"':
            odd = opened % 2 == 1
        else:
            odd = opened > sum(content.count(closing) for closing in closings)
        if not odd:
            continue
        rest = re.match(
            rf"(?P<more>[^\n{re.escape(closings)}]{{0,{_MOST_OF_A_TITLE}}})[{re.escape(closings)}]",
            words[end:],
        )
        if rest is None:
            at = content.rfind(opening)
            content = (content[:at].rstrip() + " " + content[at + 1 :].lstrip()).strip()
            continue
        content = content + rest["more"].rstrip(" .,!?;:。，！？；：") + rest[0][-1]
        end += rest.end()
    return content, end
