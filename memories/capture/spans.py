"""Tells the person's own words in a message from quotations, code, pasted and injected blocks, and secrets."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import lru_cache

from memories.capture import masking, unsaid
from memories.capture.lead_ins import lead_ins
from memories.capture.reported import speeches
from memories.capture.types import Candidate, Span, SpanKind, Text, Turn
from memoryhub import patterns as re

#: Tags of formatting, which hold the person's own words.
_FORMATTING = {"a", "b", "br", "em", "i", "kbd", "li", "ol", "p", "span", "strong", "sub", "sup", "u", "ul"}
_NO_BREAK = re.compile(r"[^\n]")
_OPENING = re.compile(r"<(?P<tag>[A-Za-z][\w:.-]*)(?:\s[^<>]*)?>")
_CLOSING = re.compile(r"</(?P<tag>[A-Za-z][\w:.-]*)\s*>")
_OPEN_TAG = re.compile(
    r"<(?:system|assistant|tool|context|memor|instruction|reminder)[\w:.-]*(?:\s[^<>]*)?>.*\Z",
    re.DOTALL | re.IGNORECASE,
)
_INJECTED_LINE = re.compile(
    r"^[ \t]*(?:\[/?(?:system|inst|context|memory|reminder)[^\]\n]*\]|#{1,4}\s*(?:system|instructions?)\b|<\|"
    r"[\w-]+\|>|"
    r"(?:system|assistant|tool|developer)\s*[:：]|(?:系统|系统提示|系统消息|助手)\s*[:：]).*$",
    re.MULTILINE | re.IGNORECASE,
)

_FENCE = re.compile(r"^[ \t]*(```|~~~).*?(?:^[ \t]*\1[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
_INLINE_FENCE = re.compile(r"```.+?```", re.DOTALL)
_BACKTICKS = re.compile(r"`([^`\n]+)`")
_NO_WORD = re.compile(r"[\s(){}\[\];=<>/\\|&$]")
_CODE_LINE = re.compile(
    r"^(?:[ \t]*(?:\$ |>>> |\.\.\. |#!|//|/\*|import \w|from [\w.]+ import |def \w+\(|class \w+[(:]|"
    r"function \w*\(|"
    r"(?:const|let|var) \w+ ?=|public |private |return\b.*;|SELECT\b.+\bFROM\b|Traceback \(most|  File \"|at "
    r"[\w.$<>]+\()"
    r".*|.*[={}()].*;[ \t]*$|.*[{}][ \t]*$|[ \t]*[}\])]+[,;]?[ \t]*$)",
    re.MULTILINE,
)

#: print(f'I live in {city}'), console.log("…"), and a name that is given a text: code, wherever it stands.
_CALL = re.compile(
    r"\b[A-Za-z_][\w.]{0,60}\([rfbuRFBU]{0,2}(?P<q>[\"'`])[^\n]{0,2000}?(?P=q)[^\n()]{0,200}\)"
    r"|^[ \t]{0,40}[A-Za-z_][\w.]{0,60} ?=[ \t]?[rfbuRFBU]{0,2}[\"'`][^\n]*$|^[ \t]{0,40}(?:echo|printf) +[\"'][^\n]*$",
    re.MULTILINE,
)

_BLOCKQUOTE = re.compile(r"^[ \t]*[>》]\s?.*$", re.MULTILINE)
_PAIRS = re.compile(
    r"“[^”\n]{0,2000}”|「[^」\n]{0,2000}」|『[^』\n]{0,2000}』|\"[^\"\n]{0,2000}\"|‘[^’\n]{0,2000}’(?!\w)|"
    r"(?<![\w'])'(?=\S)[^\n]{0,2000}?(?<=\S)'(?!\w)"
)
#: Somebody's speech: whatever stands in the quotation marks is theirs.
_SAYS_BEFORE = re.compile(
    r"(?:\b(?:says?|said|saying|asks?|asked|told|tells|wrote|writes|replied|answered|"
    r"shouted)\b[^.!?。！？\n]{0,20}|"
    r"(?:说|问|写道|回复|喊|讲道?|告诉|原话)[^。！？\n]{0,10})[,，:：]?\s*$",
    re.IGNORECASE,
)
#: A text that is shown: a sentence in the marks is not the person's, a title is.
_TEXT_BEFORE = re.compile(
    r"(?:\b(?:reads?|text|message|sentence|quote|sign|line|note|email|article|page|document|post|caption|"
    r"slogan)\b"
    r"[^.!?。！？\n]{0,30}|(?:原文|文字|句子|台词|内容|文章|邮件|短信|留言)[^。！？\n]{0,12})[,，:：]?\s*$",
    re.IGNORECASE,
)
_SAYS_AFTER = re.compile(
    r"\s*[,，]?\s*(?:(?!i\b|we\b)[a-z]+(?: [a-z]+)? )?(?:said|says|asked|replied|wrote|shouted"
    r"|whispered|answered|yelled)\b|"
    r"\s*[,，。]?\s*(?!我)[^\s，。！？我]{0,6}(?:说道?|问道?|喊道?|回答|写道)(?:[。，！\n]|$)",
    re.IGNORECASE,
)
_SENTENCE_LIKE = re.compile(
    r"\b(?:i|i'm|my|you|your|we|he|she|they|the user)\b|[我你您他她]|用户|[.!?。！？]\s*.?$", re.IGNORECASE
)
_REMEMBER_BEFORE = re.compile(
    r"(?:\b(?:remember|note|keep in mind|call me|named?|called)\b[^.!?\n]{0,20}|(?:记住|记下|记一下|记得|叫|"
    r"名叫)[^。！？\n]{0,8})[,，:：]?\s*$",
    re.IGNORECASE,
)

_MAIL_HEAD = re.compile(
    r"^(?:-{2,}\s*(?:original message|forwarded message|原始邮件|转发)|(?:from|"
    r"发件人)\s*[:：].*\n(?:.*\n){0,3}?(?:to|"
    r"subject|date|sent|收件人|主题|日期)\s*[:：])"
    r".*\Z",
    re.MULTILINE | re.DOTALL | re.IGNORECASE,
)
#: "Translate this: …", "把这封邮件改得正式一点：…": what follows is material to work on, to the end of the message.
_MATERIAL = re.compile(
    r"(?:(?:^|[.!?;,\n][^\S\n]{0,8}|\b(?:please|you|to|help me|and|just|kindly)\s+)"
    r"(?:translate|summari[sz]e|rewrite|rephrase|paraphrase|proofread|polish|shorten|edit|improve|fix|check|"
    r"analy[sz]e|explain|format|classify|convert)\b[^.!?。！？\n:：]{0,80}|"
    r"(?:翻译|改(?:一下|改)?(?:语法|病句|错别字|错字|句子)|批改|纠错|译成|改写|改得|改成|润色|校对|缩写|扩写|续写|仿写)[^。！？\n:：]{0,40}|"
    r"(?:请|帮|把|给我|麻烦|替我)[^。！？\n:：]{0,20}(?:总结|概括|修改|分析|解释|检查|看看|评价|归纳|"
    r"整理)[^。！？\n:：]{0,40}|"
    r"(?:总结|概括|修改|分析|解释|检查|看看|评价)(?:一下|下面|以下|这[段篇封句个])[^。！？\n:：]{0,30})"
    r"[:：]\s*(?P<rest>\S.*)\Z",
    re.IGNORECASE | re.DOTALL,
)
#: "How do I say in Italian: …", 用意大利语怎么说：…: words to be said some other way, to the end of the line.
_HOW_TO_SAY = re.compile(
    r"(?:\bhow (?:do|would|can|should|could) (?:i|you|we|one) (?:say|write|put|phrase|spell|pronounce)\b"
    r"[^.!?\n:：]{0,60}|"
    r"(?:怎么|如何|咋)(?:说|讲|写|表达|翻译|念|回复?)[^。！？\n:：]{0,10})[:：]\s*(?P<rest>\S[^\n]*)",
    re.IGNORECASE,
)
_MATERIAL_BLOCK = re.compile(
    r"^(?:[^\n]*(?:here(?:'s| is) (?:the|a|an|my) (?:text|article|email|e-mail|letter|log|output|transcript|"
    r"post|page|document|review)|"
    r"以下(?:是|为)?[^\n]{0,20}|下面(?:是|这[段篇封])[^\n]{0,20})[^\n]*[:：])\s*\n(?P<rest>.+)\Z",
    re.IGNORECASE | re.DOTALL | re.MULTILINE,
)
_WORK_ON = (
    r"(?:translat\w+|summari[sz]\w+|rewrit\w+|rephras\w+|paraphras\w+|proofread\w*|polish\w*|shorten\w*|"
    r"edit\w*|improv\w+|fix\w*|"
    r"check\w*|review\w*|analy[sz]\w+|explain\w*|classify\w*|read\w*|reply|respond|answer|tl;?dr|"
    r"thoughts on|think of|feedback on|"
    r"wrong with|make sense of)"
)
#: "Can you summarise this email?" and then, from the next line on, the email.
_MATERIAL_BELOW = re.compile(
    rf"\A\s*[^\n]{{0,120}}\b{_WORK_ON}\b[^\n]{{0,60}}\b(?:this|these|the following|below|"
    rf"following)\b[^\n]{{0,80}}\n\s*(?P<rest>\S.*)\Z|"
    r"\A\s*[^\n]{0,60}(?:翻译|总结|概括|改写|润色|校对|修改|分析|解释|检查|看看|看一下|评价|回复|归纳|整理|"
    r"读一下)[^\n]{0,20}"
    r"(?:这[封段篇条个首份]|下面|以下|下列)[^\n]{0,30}\n\s*(?P<rest2>\S.*)\Z|"
    r"\A\s*[^\n]{0,60}(?:把|将)?(?:这[封段篇条个首份]|下面|以下|下列)[^\n]{0,30}"
    r"(?:翻译|总结|概括|改写|润色|校对|修改|分析|解释|检查|看看|看一下|评价|回复|归纳|"
    r"整理)[^\n]{0,30}\n\s*(?P<rest3>\S.*)\Z",
    re.IGNORECASE | re.DOTALL,
)
#: A letter: its greeting on a line of its own, and its close.
_LETTER = re.compile(
    r"^[^\S\n]*(?:(?:dear|hi|hello|hey)\b[^\n]{0,40}[,:!]?|(?:尊敬的|亲爱的)[^\n]{1,20}|"
    r"[^\n，。]{1,10}(?:你好|您好)[，,：:！!]?)[^\S\n]*\n"
    r".*^[^\S\n]*(?:(?:best|kind|warm)(?: regards| wishes)?|regards|sincerely|yours(?: \w+)?|cheers|love|"
    r"thanks|many thanks|"
    r"祝好|此致|敬礼|顺祝|祝.{1,6})[,，!！。]?[^\S\n]*\n[^\n]{1,40}\s*$",
    re.IGNORECASE | re.DOTALL | re.MULTILINE,
)
#: Somebody else at the keyboard, or words in somebody else's mouth: to the end of the line.
_OTHER_SPEAKER = re.compile(
    r"(?:\b(?!I\b|we\b)(?:he|she|they|\w+) (?:is|are|was|were) (?:typing|speaking|writing|talking|here|"
    r"at the "
    r"keyboard)(?: now| here)?|"
    r"\b(?:he|she|they|my \w+(?: \w+)?|[A-Z]\w+) (?:just )?(?:says?|said|wrote|writes|told me|asked|replied)"
    r"(?: to (?:me|us|him|her|them))?|"
    r"(?<![^\s，。！？,；;：:])(?:他|她|他们|她们|我(?![是就跟对和给向告问也都又刚还先想要只不没常总直再来])[^\s，。：:]{1,6}|"
    r"(?![^：:]{0,4}[跟对和给向告问])[^\s，。：:我]{1,6})(?:在打字|来打字|打字|用我的(?:手机|"
    r"电脑)|刚才?说|说|问|写道|回复)(?:了|的是|道|我)?)"
    r"\s*[:：]\s*(?P<rest>\S[^\n]*)"
)


def _long_quote(inside: str) -> bool:
    """Whether a quotation is somebody's sentence rather than a name or a title, whose words are capitals."""
    chinese = sum("\u4e00" <= character <= "\u9fff" for character in inside)
    words = re.findall(r"[A-Za-z']+", inside[1:-1])
    long_words = [word for word in words if len(word) > 3]
    title = bool(long_words) and sum(word[0].isupper() for word in long_words) >= 0.8 * len(long_words)
    return (chinese >= 9 and bool(_SENTENCE_LIKE.search(inside))) or (len(words) >= 6 and not title)


def _quotes(text: str) -> Iterator[Span]:
    for match in _PAIRS.finditer(text):
        before = text[max(0, match.start() - 60) : match.start()]
        if _REMEMBER_BEFORE.search(before) and not _SAYS_BEFORE.search(before):
            continue
        shown = _TEXT_BEFORE.search(before) and _SENTENCE_LIKE.search(match.group())
        if (
            _SAYS_BEFORE.search(before)
            or _SAYS_AFTER.match(text, match.end())
            or shown
            or _long_quote(match.group())
        ):
            yield Span(match.start(), match.end(), SpanKind.QUOTE)
    for match in _BLOCKQUOTE.finditer(text):
        yield Span(match.start(), match.end(), SpanKind.QUOTE)
    for match in _OTHER_SPEAKER.finditer(text):
        yield Span(match.start("rest"), match.end("rest"), SpanKind.QUOTE)
    for start, end in speeches(text):
        yield Span(start, end, SpanKind.QUOTE)


def _code(text: str) -> Iterator[Span]:
    for pattern in (_FENCE, _INLINE_FENCE):
        for match in pattern.finditer(text):
            yield Span(match.start(), match.end(), SpanKind.CODE)
    for match in _BACKTICKS.finditer(text):  # a single word in backticks is a name, and the person's own
        if _NO_WORD.search(match.group(1).strip()):
            yield Span(match.start(), match.end(), SpanKind.CODE)
    for match in _CALL.finditer(text):
        yield Span(match.start(), match.end(), SpanKind.CODE)
    for match in _CODE_LINE.finditer(text):
        if match.group().strip():
            yield Span(match.start(), match.end(), SpanKind.CODE)


def _injected(text: str) -> Iterator[Span]:
    blocks = [(start, end) for start, end, tag in _tagged(text) if tag.lower() not in _FORMATTING]
    rest = _blanked(text, blocks)
    for start, end in blocks:
        yield Span(start, end, SpanKind.INJECTED)
    for pattern in (_OPEN_TAG, _INJECTED_LINE):  # a tag that is never closed reaches to the end
        for match in pattern.finditer(rest):
            yield Span(match.start(), match.end(), SpanKind.INJECTED)


def _tagged(text: str) -> Iterator[tuple[int, int, str]]:
    """Each tag with what it holds, up to the first tag that closes it; in one pass, for a text can be all tags."""
    closings: dict[str, list[int]] = {}
    for match in _CLOSING.finditer(text):
        closings.setdefault(match["tag"], []).append(match.start())
    at = 0
    while opening := _OPENING.search(text, at):
        places = closings.get(opening["tag"], [])
        index = bisect_left(places, opening.end())
        at = opening.end()
        if index < len(places):
            closing = _CLOSING.match(text, places[index])
            assert closing is not None
            at = closing.end()
            yield opening.start(), at, opening["tag"]


def _pasted(text: str) -> Iterator[Span]:
    for match in _MAIL_HEAD.finditer(text):
        yield Span(match.start(), match.end(), SpanKind.PASTED)
    for pattern in (_MATERIAL, _HOW_TO_SAY, _MATERIAL_BLOCK):
        if material := pattern.search(text):
            yield Span(material.start("rest"), material.end("rest"), SpanKind.PASTED)
    if material := _MATERIAL_BELOW.match(text):
        group = next(name for name in ("rest", "rest2", "rest3") if material[name])
        yield Span(material.start(group), material.end(group), SpanKind.PASTED)
    if letter := _LETTER.search(text):
        yield Span(letter.start(), letter.end(), SpanKind.PASTED)


def _blanked(text: str, stretches: Iterable[tuple[int, int]]) -> str:
    """The text with these stretches blanked. Line breaks stay, so that patterns by line see the same lines."""
    pieces, at = list[str](), 0
    for start, end in sorted(stretches):
        if end > at:
            pieces += [text[at:start], _NO_BREAK.sub(" ", text[max(start, at) : end])]
            at = end
    return "".join([*pieces, text[at:]])


@lru_cache(maxsize=64)
def split(text: str) -> tuple[Span, ...]:
    """The stretches of a message that are not the person's own words, in order; secrets come first and win.

    Kept for the latest few: state, conditions, recall and capture each ask for the same message.
    """
    secrets = masking.secrets(text)
    found: list[Span] = [Span(start, end, SpanKind.SECRET) for start, end in secrets]
    rest = _blanked(text, secrets)
    for finder in (_injected, _code, _pasted, _quotes):
        if finder is _quotes:  # 一口气跟你说： is no other's speech
            rest = _blanked(rest, lead_ins(rest))
        spans = list(finder(rest))
        rest = _blanked(rest, ((span.start, span.end) for span in spans))
        found.extend(spans)
    unwanted = unsaid.unsaid(rest).spans
    found.extend(Span(start, end, SpanKind.UNSAID) for start, end in unwanted)
    return tuple(sorted(found, key=lambda span: (span.start, span.end)))


def own_words(turn: Turn) -> Text:
    """The person's own words of a turn, everything else blanked, so that offsets are those of the message."""
    text = _blanked(turn.text, ((span.start, span.end) for span in split(turn.text)))
    text = _blanked(text, lead_ins(text))
    return Text(text=text, said_at=turn.said_at, previous_assistant=turn.previous_assistant)


def leads_to_secret(candidate: Candidate, message: str) -> bool:
    """Whether the candidate's words hold a secret or run straight into one: "the router's password is ••••"."""
    return any(
        (start < candidate.end + 1 and candidate.start < end)
        or (candidate.end <= start and not message[candidate.end : start].strip(" :：=\"'“‘"))
        for start, end in masking.secrets(message)
    )
