"""Tells the built-in answerer's replies from others by their first words: what it says from memory is no new fact."""

from functools import cache

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from memoryhub import patterns as re


def _nothing() -> list[str]:
    """What it says when it answers nothing."""
    return [
        _("I am here. Tell me something worth remembering, or ask me what I remember about you."),
        _("You are welcome. I am here when you need me."),
        _("I am glad to hear that. I am here when you need me."),
        _("I am here. Nothing that you say in this chat is remembered."),
        _("I could not look into my memory just now. Your message is kept; please ask again in a moment."),
        _("I could not look into my memory just now; please ask again in a moment."),
        _("I have read your message. When something in it is saved, a note appears beneath it."),
        _("I have read your message. Nothing from this chat is remembered."),
        _("Using memories is switched off, so I cannot look up what you told me."),
        _("Your memories are not used in this chat, so I cannot look up what you told me."),
        _("I have nothing about this in my memory."),
        _("As far as I can tell, nothing is open in this chat."),
        _("There are no conditions for this chat."),
    ]


def _told() -> list[str]:
    """How it begins when it tells what memory or this conversation holds, or what it has done with it."""
    return [
        _("You told me on %(date)s: “%(memory)s”"),
        _("You wrote on %(date)s: “%(words)s”"),
        _("This is what I remember about it:"),
        _("I have nothing in my memory about this part: “%(part)s”"),
        _("Please mind: “%(memory)s”"),
        _("Earlier in this chat: “%(words)s”"),
        _("Noted for this chat: %(what)s: %(value)s"),
        _("Your condition for this chat: “%(words)s”"),
        _("Still open in this chat: “%(words)s”"),
        _("Goal of the task: “%(words)s”"),
        _("Next step of the task: “%(words)s”"),
        _("Still to do in the task: “%(words)s”"),
        _("Done in the task: “%(words)s”"),
        _("Steps of the task that are done: %(done)s of %(of)s"),
        _("All steps of the task are done; the task itself is still open."),
        _("I will remember this:"),
        _("I have corrected this:"),
        _("This waits under My memories for you to confirm it:"),
        _("I know this already:"),
    ]


_VALUE = re.compile(r"%\(\w+\)s")


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    nothing, told = set[str](), set[str]()
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            nothing |= {re.escape(text) for text in _nothing()}
            told |= {".{1,400}?".join(map(re.escape, _VALUE.split(text))) for text in _told()}
    mark = r"\s*(?:»\s*)?(?:[-*]\s)?(?:%s)"
    return (
        re.compile(mark % "|".join(sorted(nothing, key=len, reverse=True)), re.DOTALL),
        re.compile(mark % "|".join(sorted(told, key=len, reverse=True)), re.DOTALL),
    )


def is_reply(text: str) -> bool:
    """Whether a reply, or a line that was made of one, is the built-in answerer's."""
    return says_nothing(text) or recites(text)


def says_nothing(text: str) -> bool:
    """Whether it is a reply of the built-in answerer's that answers nothing."""
    return _patterns()[0].match(text) is not None


def recites(text: str) -> bool:
    """Whether it is a reply, or a line, of the built-in answerer's that tells what was told before."""
    return _patterns()[1].match(text) is not None
