"""Counting and cutting text by tokens (o200k), and the factor to another model's own count, learnt from its usage."""

import hashlib
import json
import time
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

import structlog
from django.core.cache import cache

log = structlog.get_logger(__name__)

# What the chat format itself costs: OpenAI's published figures for a message and for the start of the reply.
_TOKENS_PER_MESSAGE = 3
_TOKENS_FOR_REPLY = 3


@lru_cache(maxsize=1)
def _tokenizer() -> Any:
    # Importing the package reads three vocabularies in Python (0.6 s): not at the start of every command.
    # Its public Encoding would build two more dictionaries of 200,000 entries.
    from bpe_openai import _bindings

    return _bindings.tokenizer_for_encoding("o200k_base")


def _encodable(text: str) -> str:
    """Return `text` with lone surrogates, which have no UTF-8 form, replaced one for one."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def count_tokens(text: str) -> int:
    """Return the number of tokens of `text`; special-token names in it count as plain text."""
    return _tokenizer().count(_encodable(text))


def count_messages(messages: Iterable[Mapping[str, Any]]) -> int:
    """Return the tokens of chat messages as a prompt, the format's own tokens included."""
    total = _TOKENS_FOR_REPLY
    for message in messages:
        total += _TOKENS_PER_MESSAGE
        for value in message.values():
            if value:
                total += count_tokens(
                    value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
                )
    return total


def truncate_tokens(text: str, *, limit: int) -> str:
    """Return the longest beginning of `text` that has at most `limit` tokens, in whole code points."""
    if limit <= 0:
        return ""
    clean = _encodable(text)
    if _tokenizer().count_till_limit(clean, limit) is not None:
        return text
    tokens = _tokenizer().encode(clean)[:limit]
    while tokens:
        try:
            start = _tokenizer().decode(tokens)
        except ValueError:  # a token may end inside a character
            start = None
        # A beginning cut out of a longer text may be split otherwise, into one token more.
        if start is not None and _tokenizer().count(start) <= limit:
            return text[: len(start)]
        tokens.pop()
    return ""


# ------------------------------------------------------------------------------------------------ another model's count

#: What a factor may be. A report beyond the widest is no count of this prompt (some leave cached tokens out).
_LEAST, _MOST = 0.5, 4.0
_CREDIBLE = (0.35, 6.0)
#: Below so many tokens the format of the model's own template weighs too much.
_WORTH_LEARNING = 40
#: Share of a new report in the factor: a prompt that is too long fails, one that is too short only holds less.
_UP, _DOWN = 0.5, 0.1
_KEPT_SECONDS = 30 * 24 * 3600
#: After a failure the cache is left alone for so long.
_AWAY_SECONDS = 2.0
_away_until = 0.0


def factor(model: str) -> float:
    """Return how many of the model's own tokens one of ours is, as learnt so far; 1.0 before that."""
    return _known(model) or 1.0


def learn(model: str, counted: int, reported: int) -> None:
    """Take the model's own count of a prompt into its factor."""
    if counted < _WORTH_LEARNING or not _CREDIBLE[0] <= reported / counted <= _CREDIBLE[1]:
        return
    seen = min(max(reported / counted, _LEAST), _MOST)
    if known := _known(model):
        seen = known + (seen - known) * (_UP if seen > known else _DOWN)
    _attempt(lambda: cache.set(_factor_key(model), seen, timeout=_KEPT_SECONDS))


def _known(model: str) -> float | None:
    known = _attempt(lambda: cache.get(_factor_key(model)))
    return known if isinstance(known, float) else None


def _attempt(operation: Callable[[], Any]) -> Any:
    """What the cache returns, or None while it is away: a count by our own tokenizer is better than no reply."""
    global _away_until
    if time.monotonic() < _away_until:
        return None
    try:
        return operation()
    except Exception as error:  # whatever the cache raises when its server is away
        _away_until = time.monotonic() + _AWAY_SECONDS
        log.warning("tokens.cache_away", error=type(error).__name__)
        return None


def _factor_key(model: str) -> str:
    return f"tokens:factor:{hashlib.sha256(model.encode()).hexdigest()[:32]}"
