"""What the built-in answerer says from documents: the words themselves, with a link to where they stand."""

from django.urls import reverse
from django.utils.translation import gettext as _

from chat.blocks import cited
from memories.recall.keywords import query_weights
from memories.recall.said_before import excerpt
from memories.recall.types import KnowledgeWords, Recollection

#: Passages that are quoted at most, and how much less likely than the first another may be.
_QUOTED, _NEAR = 2, 0.75
_MARKED = str.maketrans({mark: f"\\{mark}" for mark in "\\[]*_`<>"})


def from_documents(recollection: Recollection, *, asked: str) -> str:
    """The passages that answer, quoted; empty where there are none. In the language in use."""
    found = recollection.knowledge
    if not found:
        return ""
    weights = query_weights(asked)
    return "\n\n".join(
        _("From %(source)s: “%(words)s”")
        % {"source": _link(one), "words": excerpt(_line(one), asked=weights).translate(_MARKED)}
        for one in found[:_QUOTED]
        if one.score >= _NEAR * found[0].score
    )


def _line(words: KnowledgeWords) -> str:
    """The passage without its own heading, which the link names."""
    text = words.text
    for part in words.heading.split(" › "):
        text = text.removeprefix(part).lstrip() or text
    return " ".join(text.split())


def _link(words: KnowledgeWords) -> str:
    address = reverse("memories:document", args=[words.document_id])
    place = f"{address}?passage={words.position}#passage-{words.position}"
    return f"[{cited(words).translate(_MARKED)}]({place})"
