"""The sentences of the built-in answerer, and those on replies that are not whole.

It never claims more than it knows.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from django.urls import reverse
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from chat import answer_parts, quoting, task_replies
from chat.acted_replies import done as done
from chat.acted_replies import not_done as not_done
from chat.asked.said_here import SURE, Here
from chat.context import day
from chat.services import INTERNAL, LENGTH, NOBODY_THERE, PROCESS_LOST, STOPPED
from chat.state.update import KEYS
from memories.recall import courtesies, intent
from memories.recall.instructed import instructed
from memories.recall.types import Recalled, Recollection
from memoryhub import patterns as re
from memoryhub.ai import errors

if TYPE_CHECKING:
    from memories.capture import Acted, Kind

RECALL_FAILED = "failed"

# ------------------------------------------------------------------------------------------------ broken replies

_NOTICES: dict[str, str | Promise] = {
    STOPPED: gettext_lazy("You stopped this reply. What had come of it is kept."),
    NOBODY_THERE: gettext_lazy("This reply ended early because no page was open any more."),
    PROCESS_LOST: gettext_lazy(
        "This reply broke off when the server stopped. Your message is kept; you can have it answered again."
    ),
    INTERNAL: gettext_lazy(
        "Something went wrong while answering. Your message is kept; you can have it answered again."
    ),
    LENGTH: gettext_lazy("This reply reached the longest length allowed and ends there."),
}


def _model_notices(error: type[errors.ModelError]) -> dict[str, str | Promise]:
    notices = {error.code: error.user_message}
    for narrower in error.__subclasses__():
        notices |= _model_notices(narrower)
    return notices


def notice(code: str) -> str:
    """A sentence for the error code of a reply, in the language in use; empty for none."""
    if not code:
        return ""
    known = _NOTICES | _model_notices(errors.ModelError)
    return str(known.get(code, known[INTERNAL]))


def failure(code: str) -> str:
    """What stands in the place of a reply that never came: what happened, and that the message is kept."""
    if code == INTERNAL:
        return notice(code)
    return _("%(what)s Your message is kept.") % {"what": notice(code)}


# ------------------------------------------------------------------------------------------------ language

_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
_LATIN_WORD = re.compile(r"[A-Za-zÀ-ɏ]+(?:['’][A-Za-z]+)*")


def language_of(text: str, *, person: str) -> str:
    """The language to answer in: the message's when it is clearly Chinese or English, else the person's."""
    han, words = len(_HAN.findall(text)), len(_LATIN_WORD.findall(text))
    # A Chinese word is about two characters: names and terms of the other language may be in either.
    if han and han / 2 >= words:
        return "zh-hans"
    if not han and words >= 2:
        return "en"
    return person or ("zh-hans" if han else "en")


_NAMED_LANGUAGE = {
    "zh-hans": re.compile(r"中文|汉语|漢語|普通话|普通話|国语|國語|\b(?:chinese|mandarin)\b", re.IGNORECASE),
    "en": re.compile(r"英文|英语|英語|\benglish\b", re.IGNORECASE),
}


def wished_language(recollection: Recollection) -> str:
    """The language of replies that a standing wish of the person's names, the latest first; or an empty string."""
    wishes = [row for row in recollection.instructions if row.slot == "reply_language"]
    for wish in sorted(wishes, key=lambda row: row.said_at, reverse=True):
        named = [code for code, pattern in _NAMED_LANGUAGE.items() if pattern.search(wish.content)]
        if len(named) == 1:
            return named[0]
    return ""


_QUESTION_END = re.compile(r"[?？]\s*[\"'”’)）]*\s*$|[吗呢么]\s*[。.!！]*\s*$")
_QUESTION = re.compile(
    r"^\s*(?:(?:so|and|but|please|hey|ok(?:ay)?|well)[,\s]+)*(?:"
    r"(?:who|whom|whose|what|which|when|where|why|how)(?:['’]s|['’]re)?\b"
    r"|(?:do|does|did|is|are|am|was|were|can|could|will|would|should|have|has|had|may|might)(?:n['’]t)?\s+"
    r"(?:i|you|we|they|he|she|it|my|our|your|his|her|their|the|there|this|that|these|those|any\w*|some\w*)\b"
    r"|(?:tell|remind)\s+me\s+(?:what|who|whose|when|where|which|why|how|if|whether|about|my)\b|list\s+(?:all|my|what)\b"
    r"|my\s+(?![\w\s'-]*\b(?:is|are|was|were|has|had|have|can|will|called|\w+ed|likes?|loves?|hates?|lives?|works?|plays?|wants?|"
    r"comes?|goes|went|came|got|broke)\b)[\w\s'-]{2,40}$"
    r"|show\s+me\b)"
    r"|(?:什么|谁|哪[儿里个些位天年种家]|几[个点月号岁时次天年]|啥|多少|多[大久高重远长]|怎么|怎样|为什么|为何|是否|是不是|有没有|能不能|"
    r"会不会|记不记得|还记得|知不知道|告诉我|说说我|列出|(?:跟|和|给)?我?(?:说说|讲讲|聊聊|说一下|讲一下))",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^.!?。！？\n]+[.!?。！？]*")


def is_question(text: str) -> bool:
    """Whether the message asks for something to be said, as far as its form tells."""
    return any(_asks(sentence) for sentence in _SENTENCE.findall(text))


_WISH = re.compile(
    r"^\W*(?:please |can you |could you |would you |help me |i want you to |let's )*"
    r"(?:book|order|reserve|recommend|suggest|plan|pick|choose|find|buy|get)\b"
    r"|帮我|给我|替我|推荐|建议|预订|安排|^(?:订|买|点|选|找)",
    re.IGNORECASE,
)


def _asks(sentence: str) -> bool:
    return bool(_QUESTION_END.search(sentence) or _QUESTION.search(sentence))


def _asks_besides(text: str) -> bool:
    """Whether a question follows what was asked to be done."""
    sentences = _SENTENCE.findall(text)
    return len(sentences) > 1 and _asks(sentences[-1])


# ------------------------------------------------------------------------------------------------ the answer


@dataclass(frozen=True, slots=True)
class Facts:
    """What the built-in answerer may speak of.

    ``now`` is in the person's zone; ``first`` tells that there is no reply in this conversation yet. In a ``temporary``
    chat nothing is done to the memory; ``asked`` is what was asked of it there.
    """

    text: str
    now: datetime
    locale: str
    recollection: Recollection
    acted: "Acted | None"
    first: bool
    use_memory: bool = True
    temporary: bool = False
    asked: "Kind | None" = None
    here: Here = field(default_factory=Here)


def compose(facts: Facts) -> str:
    """The built-in reply, in the language of ``facts.locale``."""
    with translation.override(facts.locale):
        paragraphs = not_done(facts.asked) if facts.temporary else done(facts.acted)
        asks = _asks_besides(facts.text) if paragraphs else _to_be_told(facts)
        if facts.here.still_open is not None:
            paragraphs.append(_still_open(facts.here.still_open))
        elif asks:
            known = "" if facts.here.alone else _known(facts)
            quoted = "" if facts.here.alone else quoting.from_documents(facts.recollection, asked=facts.text)
            none = _("There are no conditions for this chat.") if facts.here.no_conditions else ""
            paragraphs += filter(None, [_told_here(facts, beside=bool(known or quoted)), known, quoted, none])
        if not asks and facts.here.lifted:
            paragraphs.append(_lifted(facts.here.lifted, temporary=facts.temporary))
        answered = bool(paragraphs)
        if not answered:
            paragraphs.append((_unknown_here(facts) if facts.temporary else "") or _unknown(facts))
        if facts.first:
            paragraphs.append(_no_model_here() if facts.temporary else _no_model())
        elif not answered and facts.recollection.gate != "small_talk":
            paragraphs.append(_("(No language model is set up here.)"))
        return "\n\n".join(paragraphs)


def told(facts: Facts) -> list[UUID]:
    """The memories that the built-in reply tells or goes by; what else was at hand it leaves unsaid."""
    rows = [row for row in facts.recollection.instructions if row.slot == "reply_language"]
    acted = bool(not_done(facts.asked) if facts.temporary else done(facts.acted))
    if facts.here.still_open is not None or facts.here.alone:
        pass  # told from this conversation alone
    elif _asks_besides(facts.text) if acted else _to_be_told(facts):
        rows += [*_asked_for(facts), *answer_parts.standing(facts.recollection.memories, facts.here)]
    return list(dict.fromkeys(row.memory_id for row in rows))


def _to_be_told(facts: Facts) -> bool:
    """Whether what is known is to be told: to a question, and to a wish that memory has something to say to."""
    wished = _WISH.search(facts.text) is not None or intent.is_question(facts.text)
    return is_question(facts.text) or (wished and bool(_asked_for(facts) or facts.recollection.memories))


def _asked_for(facts: Facts) -> list[Recalled]:
    """The standing instructions that the message asks for."""
    return instructed(query=facts.text, instructions=facts.recollection.instructions)


def _known(facts: Facts) -> str:
    """What was told about the matter, with its dates; empty when nothing was."""
    found = facts.recollection
    answers, warnings = answer_parts.apart(answer_parts.standing(found.memories, facts.here))
    rows = [*_asked_for(facts), *answers]
    told = [
        _("You told me on %(date)s: “%(memory)s”")
        % {"date": day(row.said_at, now=facts.now), "memory": row.address or row.content}
        for row in rows
    ]
    told += _in_their_words(found, now=facts.now, alone=not told)
    if len(told) < 2:
        known = "".join(told)
    else:
        known = "\n".join([_("This is what I remember about it:"), *(f"- {line}" for line in told)])
    words = answer_parts.words_of(found, facts.here)
    missing = answer_parts.unanswered(facts.text, rows=[*rows, *warnings], words=words) if known else []
    lines = [
        known,
        *(_("I have nothing in my memory about this part: “%(part)s”") % {"part": part} for part in missing),
        *(_("Please mind: “%(memory)s”") % {"memory": row.address or row.content} for row in warnings),
        _more(found.more) if found.more else "",
    ]
    return "\n\n".join(filter(None, lines))


def _in_their_words(found: Recollection, *, now: datetime, alone: bool) -> list[str]:
    """What answers of words not captured yet, of earlier messages and, where nothing else does, of earlier talks."""
    wrote = [(words.said_at, words.answer) for words in found.pending]
    wrote += [(words.said_at, words.answer) for words in found.passages]
    lines = [
        _("You wrote on %(date)s: “%(words)s”") % {"date": day(at, now=now), "words": _short(answer)}
        for at, answer in wrote
        if answer
    ]
    if lines or not alone:
        return lines
    return [
        _("You told me on %(date)s: “%(memory)s”")
        % {"date": day(words.said_at, now=now), "memory": _short(words.text)}
        for words in found.episodes
        if words.answers
    ]


def _more(count: int) -> str:
    """That this is not all that is known, and where the rest is."""
    said = ngettext(
        "There is %(count)d more: %(link)s shows it all.",
        "There are %(count)d more: %(link)s shows them all.",
        count,
    )
    return said % {"count": count, "link": f"[{_('My memories')}]({reverse('memories:list')})"}


def _told_here(facts: Facts, *, beside: bool) -> str:
    """What was said about it in this conversation; ``beside`` what memory brings only where it surely is about it."""
    here = facts.here
    if not (here.words or here.noted or here.conditions or here.of_task) or (beside and here.fit < SURE):
        return ""
    between = pgettext("between two things of a list", ", ")
    lines = task_replies.lines(here.of_task)
    lines += [_("Your condition for this chat: “%(words)s”") % {"words": words} for words in here.conditions]
    lines += [_("Earlier in this chat: “%(words)s”") % {"words": words} for words in here.words]
    lines += [
        _("Noted for this chat: %(what)s: %(value)s") % {"what": KEYS[key], "value": between.join(values)}
        for key, values in here.noted
    ]
    return lines[0] if len(lines) == 1 else "\n".join(f"- {line}" for line in lines)


def _still_open(words: Sequence[str]) -> str:
    """What is open in this conversation, or that nothing is."""
    if not words:
        return _("As far as I can tell, nothing is open in this chat.")
    lines = [_("Still open in this chat: “%(words)s”") % {"words": each} for each in words]
    return lines[0] if len(lines) == 1 else "\n".join(f"- {line}" for line in lines)


def _lifted(conditions: Sequence[str], *, temporary: bool) -> str:
    """That a condition which the person seems to lift holds until they remove it, or their temporary chat ends."""
    if temporary:
        said = ngettext(
            "This condition holds until this temporary chat ends: %(words)s",
            "These conditions hold until this temporary chat ends: %(words)s",
            len(conditions),
        )
    else:
        said = ngettext(
            "This condition still stands beside the chat, and only you can remove it there: %(words)s",
            "These conditions still stand beside the chat, and only you can remove them there: %(words)s",
            len(conditions),
        )
    between = pgettext("between two things of a list", ", ")
    return said % {"words": between.join(_("“%(words)s”") % {"words": words} for words in conditions)}


def _short(text: str, *, limit: int = 200) -> str:
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: limit - 1] + "…"


def _unknown(facts: Facts) -> str:
    gate = facts.recollection.gate
    if gate == "small_talk":
        if kind := _kindly(facts.text):
            return kind
        return _("I am here. Tell me something worth remembering, or ask me what I remember about you.")
    if gate == RECALL_FAILED:
        return _(
            "I could not look into my memory just now. Your message is kept; please ask again in a moment."
        )
    if not is_question(facts.text):
        return _("I have read your message. When something in it is saved, a note appears beneath it.")
    if gate == "switched_off":
        return _("Using memories is switched off, so I cannot look up what you told me.")
    return _("I have nothing about this in my memory.")


def _kindly(text: str) -> str:
    """The answer to thanks and to praise; empty for other small talk."""
    if courtesies.thanks(text):
        return _("You are welcome. I am here when you need me.")
    return _("I am glad to hear that. I am here when you need me.") if courtesies.praises(text) else ""


def _unknown_here(facts: Facts) -> str:
    """What is said otherwise in a temporary chat; empty where it is the same."""
    if facts.recollection.gate == "small_talk":
        if kind := _kindly(facts.text):
            return kind
        return _("I am here. Nothing that you say in this chat is remembered.")
    if facts.recollection.gate == RECALL_FAILED:
        return _("I could not look into my memory just now; please ask again in a moment.")
    if not is_question(facts.text):
        return _("I have read your message. Nothing from this chat is remembered.")
    if not facts.use_memory:
        return _("Your memories are not used in this chat, so I cannot look up what you told me.")
    return ""


def _no_model_here() -> str:
    return _(
        "No language model is set up here, so I can only answer from memory. "
        "Whoever runs this site can connect one by setting LLM_BASE_URL and LLM_MODEL and starting it again."
    )


def _no_model() -> str:
    return _(
        "No language model is set up here, so I can only remember, forget and answer from memory. "
        "Whoever runs this site can connect one by setting LLM_BASE_URL and LLM_MODEL and starting it again."
    )
