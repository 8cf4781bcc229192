"""Loads what is slow to load before the first person needs it; after a fork, never before."""

import threading

import structlog
from django.utils import timezone

from memories.capture import by_rules
from memories.capture.types import Text
from memories.capture.value_keys_dictionary import dictionary
from memories.recall import background
from memories.recall.model_in_use import embedder
from memoryhub import patterns
from memoryhub.ai import endpoint
from memoryhub.ai.llm import language_model
from memoryhub.ai.tokens import count_tokens

log = structlog.get_logger(__name__)


def warm_up() -> None:
    """Models, tokenizer, dictionary, patterns and rules are in memory. What fails here is told when it is used."""
    try:
        if language_model() is not None:
            endpoint.load()
        count_tokens("warm")
        dictionary()
        patterns.compile_all()
        by_rules.find(Text(text="我昨天去了上海。", said_at=timezone.now()))
        model = embedder()
        background.scale(embedder=model, query=model.query("warm"))
    except Exception as error:
        log.warning("warm_up.failed", error=type(error).__name__)


def warm_up_beside() -> None:
    """The same on a thread of its own: the process serves meanwhile."""
    threading.Thread(target=warm_up, name="warm-up", daemon=True).start()
