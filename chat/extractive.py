"""The built-in compressor: sentences and details of older turns as they were said, within a limit of tokens. No model."""

# ruff: noqa: E501

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from chat import built_in, constraints, days_of_talk, said_days
from chat.clauses import HAN, Sentence, sentences, told
from chat.compression import Line
from chat.condensing import (
    ASSISTANT,
    CONSTRAINT,
    DECISION,
    FACT,
    NEGATION,
    QUESTION,
    SAID,
    STILL_OPEN,
    WEIGHT,
    condensed,
    deduplicated,
    details,
    phrase_of,
)
from chat.days_of_talk import Days
from chat.items import Item, items
from chat.session import Said, WindowTurn
from chat.state import en as state_en
from chat.state import zh as state_zh
from chat.state.options import BAR, options_of
from memories.kinds import DatePrecision
from memoryhub import patterns as re
from memoryhub.ai.tokens import count_tokens

#: A message gives no more lines than this; what else it holds goes into the details.
_SENTENCES, _ASSISTANT_SENTENCES = 12, 2
_READ_SENTENCES, _PHRASES = 120, 60
_LONG_TOKENS = 36

_FILLER_EN = re.compile(
    r"^(?:(?:hey|hi|hello|wow|oh|yeah|yes|yep|no|ok|okay|thanks|thank you|thanks so much|so|well|haha|lol|great|cool|nice|awesome|absolutely|definitely|sure|totally|"
    r"got it|right|alright|aw+|hmm|ah|perfect|good|fine|please|certainly|of course|you too|exactly|you['’]re (?:right|welcome)|i (?:see|understand|agree)|good (?:morning|afternoon|evening|night)|sounds (?:good|great)|that['’]s (?:great|good|nice|true|right)|see you|bye|"
    r"(?:thanks|thank you|many thanks)(?: again)?(?: so much| very much| a lot)?(?: for (?:your|the|all)[\w' ]{2,40})?)\b[\s,!.]*(?:[A-Z][a-z]+\b[\s,!.]*)?)+$",
    re.IGNORECASE,
)
_FILLER_ZH = re.compile(
    r"^(?:你好|您好|好的?|嗯|哦|行|可以|是的|对|没错|(?:非常|真的|真|十分|太)?(?:谢谢|感谢)(?:你|您)?(?:的[^，。]{0,10})?|(?:我)?(?:会|去)(?:去)?试试看?的?|(?:这)?听起来(?:很|真|也)?(?:不错|好)|你说得(?:对|很对|有道理|非常好)|(?:很)?有道理|早上好|晚上好|下午好|晚安|明天见|嗨|你好啊|多谢|不客气|明白了?|知道了?|收到|了解|好吧|哈|再见|拜拜|太好了|太棒了|真棒|加油|没问题|没关系|好呀|好啊|原来如此|辛苦了|记下了|[，,！!。\s])+$"
)
_OPENING_EN = re.compile(
    r"^(?:(?:hey|hi|hello|wow|oh|yeah|yes|ok|okay|thanks|so|well|haha|and|also|anyway|by the way|btw|actually|basically|honestly|you know|i mean|i guess|i think that|to be honest|hmm|ah|right|alright|cool|great|got it|aw+|certainly|sure|absolutely|definitely)\b"
    r"(?:\s(?=[A-Z][a-z]+[,!]))?(?:\s?[A-Z][a-z]+(?=[,!]))?[,!]\s*|(?:and|so|also|well|oh)\s+(?=i\b|we\b|my\b))+",
    re.IGNORECASE,
)
_OPENING_ZH = re.compile(
    r"^(?:(?:对了|其实|那个|嗯+|哦+|啊|唉|哎呀?|话说|说起来|顺便说一下|说实话|老实说|好的?|是的|行|另外|还有|然后|所以说?|你好|您好|谢谢你?)[，,、！!\s]+)+"
)
_DECISION_EN = re.compile(
    r"\b(?:(?:i|we)(?:['’]ve| have|['’]re| are)? (?:just |now |finally |both )?(?:decided|agreed|settled|chose|chosen|picked|booked|ordered|signed|going with|went with|opted|committed|confirmed)|let['’]?s (?:go|take|use|stick|do|make|keep|meet|book|say|move)|"
    r"(?:i|we)['’]ll (?:go|take|use|stick|have|book|choose|pick|keep|do it|buy|order)|the plan is|go with|instead of|deal\b|it['’]s decided)",
    re.IGNORECASE,
)
_DECISION_ZH = re.compile(
    r"决定|就选|就定|就要|就用|就按|那就|说好了?|定了|定下来|敲定|改成|改为|改到|换成|还是.{1,14}吧$|商量好|约好|答应了?|已经(?:订|买|签|选|约|定)|最后选|确定(?:了|是|用|要|下)"
)
#: What was turned down is as much worth as what was chosen.
_REJECTION_EN = re.compile(
    r"\b(?:reject(?:ed|ing)?|turned down|turn down|rul(?:e|ed|ing) out|decided against|off the table|crossed off|dropped|scrapped|no longer (?:an option|want)|not an option|is out\b|are out\b|out of the question|vetoed|too (?:dear|expensive|far|small|risky|loud))\b",
    re.IGNORECASE,
)
_REJECTION_ZH = re.compile(
    r"否(?:了|决|掉)|排除|淘汰|(?:不|别)(?:要|选|用|请|买|订|考虑)(?:了|$)|不考虑|放弃了?|pass|划掉|砍掉|取消|太(?:贵|远|小|吵|险|慢)了?$|不合适|没通过|被拒"
)
_SELF = re.compile(r"\b(?:i|i['’]\w+|me|my|mine|we|we['’]\w+|us|our)\b|我|咱|俺", re.IGNORECASE)
#: "…, Melanie": who is spoken to is no news.
_VOCATIVE = re.compile(r",\s(?:[A-Z][a-z]+|mate|dear|man|buddy|friend|guys)$|^[A-Z][a-z]+,\s(?=[a-z])")
_NOTED = re.compile(
    r"\b(?:noted|got it|booked|reserved|ordered|sent|saved|done|confirmed|cancell?ed|updated|changed|scheduled|i(?:['’]ve| have)|so (?:that|it)['’]s)\b|记下|已(?:经)?|订好|改好|发了|取消了|确认|安排好|按.{1,20}(?:来|安排)",
    re.IGNORECASE,
)
_YOU = re.compile(r"\b(?:you|your)\b|你|您", re.IGNORECASE)
_NOW = re.compile(r"today|tonight|tomorrow|one|two|今[天日晚]|明天|AI", re.IGNORECASE)
_BLANKS = re.compile(r"\s+")
#: Headings and bold labels.
_LABEL = re.compile(
    r"^[ \t]*#{1,6} .*$|\*\*[^*\n]+\*\*:?|^[ \t]*\d+\.[ \t]+[A-Z][^.:,\n]{1,60}:?$", re.MULTILINE
)
#: The built-in answerer's word that no model is set up: nothing of the conversation.
NO_MODEL = re.compile(r"^.*\bLLM_BASE_URL\b.*\bLLM_MODEL\b.*$", re.MULTILINE | re.ASCII)
_MARKUP = re.compile(r"\*\*|__|^#+\s*|`")


__all__ = ["condensed", "lines", "still_open"]


@dataclass(frozen=True, slots=True)
class _Piece:
    """A sentence on its way to a line."""

    text: str
    kind: str
    items: tuple[Item, ...]
    assistant: bool


def lines(
    turns: Sequence[WindowTurn], *, limit_tokens: int | None = None, before: Sequence[Line] = ()
) -> list[Line]:
    """The lines that turns leave, in order, each with the messages it comes from; a last line lists other details.

    ``before`` is what earlier turns left: the days that a talk is about decide which day a weekday is.
    """
    days = days_of_talk.of_messages(turns, before=[line.text for line in before])
    found: list[Line] = []
    rest: list[tuple[str, UUID, bool]] = []
    for turn in turns:
        personal = _personal(turn)
        recited = any(said.role == "assistant" and built_in.recites(said.text) for said in turn.messages)
        for said in turn.messages:
            if said.role == "system" or (said.role == "assistant" and built_in.is_reply(said.text)):
                continue
            kept, left = _of_message(said, personal=personal, days=days.get(said.message_id))
            # A question that memory answered brings nothing new.
            found += [line for line in kept if not (recited and line.kind in (QUESTION, SAID))]
            rest += left
    found = deduplicated(still_open(found))
    whole = [*found, *details(rest, beside=found)]
    return condensed(whole, limit_tokens=limit_tokens) if limit_tokens is not None else whole


def still_open(found: Sequence[Line]) -> list[Line]:
    """The lines without the questions whose alternatives a later line takes up."""
    kept: list[Line] = []
    for at, line in enumerate(found):
        if line.text[-1:] in "?？" and (asked := sentences(line.text)) and (given := options_of(asked[-1])):
            later = [each for each in found[at + 1 :] if each.text[-1:] not in "?？"]
            if any(_takes(each.text, given) for each in later):
                continue
        kept.append(line)
    return kept


def _takes(text: str, given: str) -> bool:
    plain = text.lower()
    return any(option in plain for option in given.split(BAR) if len(option) > 1)


# ------------------------------------------------------------------------------------------------ one message


def _personal(turn: WindowTurn) -> bool:
    """Whether a turn is about the person's matter; a general question has a general answer."""
    own = [said for said in turn.messages if said.role == "user"]
    if any(said.role == "tool" for said in turn.messages):
        return True
    found = [sentence for said in own for sentence in sentences(told(said.text))[:_READ_SENTENCES]]
    return any(not _general(sentence) and not _filler(sentence.text) for sentence in found)


def _general(sentence: Sentence) -> bool:
    language = state_zh if sentence.chinese else state_en
    if language.PERSONAL.search(sentence.text) or language.ERRAND.search(sentence.text):
        return False
    return language.GENERAL.search(sentence.text) is not None


def _filler(text: str) -> bool:
    return bool((_FILLER_ZH if HAN.search(text) else _FILLER_EN).match(text.strip()))


def _of_message(
    said: Said, *, personal: bool, days: Days | None
) -> tuple[list[Line], list[tuple[str, UUID, bool]]]:
    """The lines of a message, and its other details as key words."""
    assistant = said.role != "user"
    text = told(said.text)
    if said.role == "assistant":
        text = NO_MODEL.sub("", text)
        text = _LABEL.sub(lambda match: _label(match.group()), text)
    bound = [] if assistant else constraints.found(said.text)
    pieces = [_Piece(one.text, CONSTRAINT, (), False) for one in bound]
    left: list[tuple[str, UUID, bool]] = []
    for sentence in sentences(text)[:_READ_SENTENCES]:
        rest = _without(sentence, bound)
        if rest and (piece := _piece(rest, sentence, said, personal=personal, days=days)):
            pieces.append(piece)
    kept, other = _chosen(pieces, assistant=assistant)
    for piece in other:
        left += [(phrase_of(piece.text, item), said.message_id, assistant) for item in piece.items]
        if len(left) >= _PHRASES:
            break
    prefix = f"{said.name}: " if said.role == "tool" and said.name else ASSISTANT if assistant else ""
    return [Line(prefix + piece.text, (said.message_id,), piece.kind) for piece in kept], left


def _label(words: str) -> str:
    """A heading of the assistant's without its capitals, which are no names; with figures it stays."""
    return words if any(character.isdigit() for character in words) else " " * len(words)


def _without(sentence: Sentence, bound: Sequence[constraints.Constraint]) -> str:
    """The sentence without its restrictions, which have lines of their own."""
    text = sentence.text
    for one in bound:
        if one.start < sentence.end and sentence.start < one.end:
            start, end = max(one.start - sentence.start, 0), one.end - sentence.start
            text = text[:start] + text[end:]
    return text.strip(" ,，;；—–-") if any(character.isalnum() for character in text) else ""


def _piece(text: str, sentence: Sentence, said: Said, *, personal: bool, days: Days | None) -> _Piece | None:
    assistant = said.role != "user"
    text = _MARKUP.sub("", _BLANKS.sub(" ", text)).strip(" |>-")
    if _filler(text):
        return None
    opened = _OPENING_ZH.sub("", text) if HAN.search(text) else _OPENING_EN.sub("", text)
    text = _VOCATIVE.sub("", opened if len(opened) > 2 else text)
    if assistant and not personal:
        return None
    if not assistant and _general(sentence) and not personal:
        return _Piece(_cut(text + _mark(sentence)), SAID, (), False)
    found = tuple(items(text))
    asks = sentence.asks
    if assistant:
        telling = [item for item in found if not _NOW.fullmatch(item.text)]
        if asks and not any(item.kind != "date" for item in telling):
            return None
        kind = FACT if telling and (said.role == "tool" or _YOU.search(text) or _NOTED.search(text)) else SAID
    elif (_REJECTION_ZH if HAN.search(text) else _REJECTION_EN).search(text) and not asks:
        kind = DECISION
    elif asks:
        kind = QUESTION if found or STILL_OPEN.search(text) or _SELF.search(text) else SAID
    elif (_DECISION_ZH if HAN.search(text) else _DECISION_EN).search(text):
        kind = DECISION
    else:
        kind = FACT if found or _SELF.search(text) else SAID
    if not found and len(text) < (4 if HAN.search(text) else 8):
        return None
    text, found = _shortened(text, found)
    text = _resolved(text, found, said, days) + (_mark(sentence) if asks else "")
    return _Piece(text, kind, tuple(items(text)), assistant)


def _mark(sentence: Sentence) -> str:
    return "？" if "？" in sentence.end_mark else "?" if "?" in sentence.end_mark else ""


def _cut(text: str) -> str:
    """A general question is told by its beginning."""
    return text if len(text) <= 80 else text[:79] + "…"


def _shortened(text: str, found: tuple[Item, ...]) -> tuple[str, tuple[Item, ...]]:
    """A long sentence keeps the clauses that say something: with items, a negation or a condition, and its first."""
    if count_tokens(text) <= _LONG_TOKENS:
        return text, found
    parts = sentences(text)
    clauses = [clause for part in parts for clause in part.clauses]
    if len(clauses) < 2:
        return text, found
    pieces: list[str] = []
    dropped = False
    for index, clause in enumerate(clauses):
        has = any(clause.start <= item.start < clause.end for item in found)
        if index == 0 or has or NEGATION.search(clause.text):
            separator = (
                text[clauses[index - 1].end : clause.start]
                if index and not dropped
                else " … "
                if dropped
                else ""
            )
            pieces.append(separator + clause.text)
            dropped = False
        else:
            dropped = True
    shorter = "".join(pieces) + (" …" if dropped else "")
    return shorter, tuple(items(shorter))


_RELATIVE = re.compile(
    r"yesterday|tomorrow|today|tonight|last|next|this|ago|^on |day\b|[昨今明后前][天晚早日]|周|星期|礼拜|下个?月|上个?月|[天月年周](?:之|以)?[前后]$",
    re.IGNORECASE,
)

#: "On Friday …": at the beginning of a sentence it looks like a name.
_ON_A_DAY = re.compile(r"(?:on|last|next|this)\s+\w+day\b", re.IGNORECASE)
_NAMED_MONTH = re.compile(
    r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|\d月|[一二十]月", re.IGNORECASE
)


def _resolved(text: str, found: tuple[Item, ...], said: Said, days: Days | None) -> str:
    """Relative days get their date, for a summary is read on another day."""
    if said.said_at is None or not (any(item.kind == "date" for item in found) or _ON_A_DAY.match(text)):
        return text
    for start, end, date in reversed(said_days.find(text, said_at=said.said_at)):
        words = text[start:end]
        if (
            _NAMED_MONTH.search(words)
            or date.precision != DatePrecision.DAY
            or not _RELATIVE.search(words)
            or re.search(r"\d{4}", words)
            or words == "周末"  # any weekend
        ):
            continue
        if text[end : end + 2].strip().startswith("("):
            continue
        on = days.of_words(words, date.on, said_at=said.said_at) if days else date.on
        if on is not None:
            text = f"{text[:end]} ({on:%Y-%m-%d}){text[end:]}"
    return text


def _chosen(pieces: list[_Piece], *, assistant: bool) -> tuple[list[_Piece], list[_Piece]]:
    """The pieces that become lines, and those of which only details stay."""
    most = _ASSISTANT_SENTENCES if assistant else _SENTENCES
    if assistant:
        order = sorted(
            range(len(pieces)),
            key=lambda at: (pieces[at].kind != FACT, -len(pieces[at].items), at),
        )
        chosen = {at for at in order[:most] if pieces[at].kind == FACT}
    else:
        order = sorted(
            range(len(pieces)), key=lambda at: (-WEIGHT[pieces[at].kind] - 6 * len(pieces[at].items), at)
        )
        chosen = set(order[:most])
    return [pieces[at] for at in sorted(chosen)], [
        piece for at, piece in enumerate(pieces) if at not in chosen
    ]
