"""Whom to call in an emergency, with the number: one memory that keeps both, in both languages. Pure."""

from dataclasses import replace

from memories.capture.addressing import to_the_person
from memories.capture.types import Candidate, Language, Text
from memories.kinds import MemoryType
from memoryhub import patterns as re

SLOT = "attribute.emergency-contact"
_NUMBER_EN = r"(?:[,(]?\s*(?:at|on|phone|tel\.?|number|mobile|cell)?[:\s]*\+?\d[\d\s().-]{4,20}\d\)?)"
_EN = re.compile(
    rf"\b(?:my|our) emergency contact(?: person)?(?:'s|’s| is(?: now)?| will be| should be|:)\s+"
    rf"(?P<who>[^.,;:!?\n]{{2,60}}?(?:, (?:my|our) [\w' -]{{2,30}}?)?{_NUMBER_EN}?)"
    r"(?=\s*(?:$|[.,;!?\n])|\s+(?:and|but|so)\b)",
    re.IGNORECASE,
)
_ZH = re.compile(
    r"(?:我|我们|咱们?)的?(?:紧急|緊急)(?:联系|联络|聯繫|聯絡)人(?:现在)?(?:就)?(?:改)?(?:是|叫|为|為|[:：])\s*"
    r"(?P<who>[^。；;！？!?\n,，]{1,40}(?:[,，]\s*(?:他|她)?的?(?:电话|電話|手机|手機|号码|號碼)(?:号码?)?(?:是|[:：])?\s*\+?\d[\d\s-]{5,18}\d)?)"
)
_PATTERNS: tuple[tuple[re.Pattern[str], Language], ...] = ((_EN, "en"), (_ZH, "zh"))
_NOT_TOLD = re.compile(
    r"\b(?:if|suppose|imagine|say|whether|who|ask)\b|如果|假如|要是|是不是|是否|谁|誰|什么|吗$|呢$", re.I
)
_ASKED_TO_KEEP = re.compile(
    r"\b(?:remember|note|save|store|keep in mind)\b|记[住下得一着]|記[住下得一著]|备注", re.I
)
_SENTENCE_BEFORE = re.compile(r"[^.。!！?？\n]*$")


def taken(text: Text) -> tuple[list[Candidate], Text]:
    """The person's emergency contacts, and the text without them, so that no other rule reads their parts as facts."""
    found: list[Candidate] = []
    rest = text.text
    for pattern, language in _PATTERNS:
        for match in pattern.finditer(text.text):
            before = _SENTENCE_BEFORE.search(text.text, 0, match.start())
            lead = before[0] if before else ""
            asks = text.text[match.end() :].lstrip()[:1] in ("?", "？")
            if asks or _NOT_TOLD.search(lead) or _NOT_TOLD.search(match["who"]):
                continue
            found.append(_contact(text.text, match, language, explicit=bool(_ASKED_TO_KEEP.search(lead))))
            rest = rest[: match.start()] + " " * len(match[0]) + rest[match.end() :]
    return found, replace(text, text=rest)


def _contact(source: str, match: re.Match[str], language: Language, *, explicit: bool) -> Candidate:
    start, end = match.start(), match.end()
    return Candidate(
        type=MemoryType.FACT,
        content=to_the_person(source[start:end].strip()),
        quote=source[start:end],
        start=start,
        end=end,
        language=language,
        slot=SLOT,
        value=match["who"].strip(),
        explicit=explicit,
        origin="rules_en" if language == "en" else "rules_zh",
    )
