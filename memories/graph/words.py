"""How relations and those they connect are called, in the person's language."""

from django.utils.functional import Promise
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from memories.capture.acquaintances import chinese_word
from memories.graph import types
from memories.recall.relation_words import RELATION_WORDS_ZH

#: A line of the picture; and the sentence of the list, of the person and of somebody else.
_VERBS: dict[str, tuple[str | Promise, str | Promise, str | Promise]] = {
    types.WORKS_AT: (
        pgettext_lazy("relation", "works at"),
        lazy("You work at %(object)s"),
        lazy("%(subject)s works at %(object)s"),
    ),
    types.WORKS_IN: (
        pgettext_lazy("relation", "works in"),
        lazy("You work in %(object)s"),
        lazy("%(subject)s works in %(object)s"),
    ),
    types.STUDIES_AT: (
        pgettext_lazy("relation", "studies at"),
        lazy("You study at %(object)s"),
        lazy("%(subject)s studies at %(object)s"),
    ),
    types.LIVES_IN: (
        pgettext_lazy("relation", "lives in"),
        lazy("You live in %(object)s"),
        lazy("%(subject)s lives in %(object)s"),
    ),
    types.COMES_FROM: (
        pgettext_lazy("relation", "comes from"),
        lazy("You come from %(object)s"),
        lazy("%(subject)s comes from %(object)s"),
    ),
    types.LOCATED_IN: (
        pgettext_lazy("relation", "is in"),
        lazy("You are in %(object)s"),
        lazy("%(subject)s is in %(object)s"),
    ),
    types.PART_OF: (
        pgettext_lazy("relation", "part of"),
        lazy("You are part of %(object)s"),
        lazy("%(subject)s is part of %(object)s"),
    ),
    types.LED_BY: (
        pgettext_lazy("relation", "led by"),
        lazy("You are led by %(object)s"),
        lazy("%(subject)s is led by %(object)s"),
    ),
    types.SPOUSE: (
        pgettext_lazy("relation", "married to"),
        lazy("You are married to %(object)s"),
        lazy("%(subject)s is married to %(object)s"),
    ),
}


def relative(key: str) -> str:
    """What a relative, friend or animal is called: "younger sister", 妹妹."""
    if (get_language() or "").startswith("zh"):
        called = (word for word, known in RELATION_WORDS_ZH.items() if known == key and len(word) > 1)
        return next(called, "") or chinese_word(key) or key
    return key.replace("_", " ")


def on_the_line(predicate: str) -> str:
    """The word that stands on a line of the picture."""
    return str(_VERBS[predicate][0]) if predicate in _VERBS else relative(predicate)


def sentence(*, predicate: str, subject: str, object: str, of_self: bool) -> str:
    """The relation as the list tells it; ``subject`` and ``object`` as they are called, a nameless relative empty."""
    words = {"subject": subject, "object": object, "relative": relative(predicate)}
    if predicate in _VERBS:
        return str(_VERBS[predicate][1 if of_self else 2]) % words
    if not object:
        words["relative"] = _with_article(relative(predicate))
        return (_("You have %(relative)s") if of_self else _("%(subject)s has %(relative)s")) % words
    if of_self:
        return _("%(object)s is your %(relative)s") % words
    return _("%(object)s is the %(relative)s of %(subject)s") % words


def some(word: str) -> str:
    """One of a kind, whose own name is not known: "a bakery", 一家银行."""
    if (get_language() or "").startswith("zh"):
        return _("a %(word)s") % {"word": word}
    return _with_article(word)


def _with_article(word: str) -> str:
    if (get_language() or "").startswith("zh"):
        return word
    return f"{'an' if word[:1].lower() in 'aeiou' else 'a'} {word}"


def your(word: str) -> str:
    """What is the person's, by what it is."""
    return _("your %(word)s") % {"word": word}


def of(owner: str, word: str) -> str:
    """Somebody or something without a name, by whose it is: "Ana's bakery"."""
    return _("%(owner)s's %(word)s") % {"owner": owner, "word": word}


def oneself() -> str:
    """The person."""
    return _("You")
