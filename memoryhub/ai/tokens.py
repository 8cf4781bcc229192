"""Counting and cutting text by tokens (o200k). The factor to another model's own count is the caller's."""

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

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
