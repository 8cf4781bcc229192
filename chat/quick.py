"""The way to Redis for chat's quick copies. Every call has an answer for when Redis is away."""

import time
from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

import redis
import structlog
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

log = structlog.get_logger(__name__)

#: After a failure Redis is left alone for so long, so that a turn does not wait for it again and again.
AWAY_SECONDS = 2.0

T = TypeVar("T")
_away_until = 0.0


def key(*parts: object) -> str:
    """A key of this installation's."""
    return ":".join([settings.REDIS_PREFIX, "chat", *map(str, parts)])


@lru_cache(maxsize=4)
def _client(url: str) -> "redis.Redis":
    # One retry: a connection of the pool may be one that a restarted server has closed.
    retry = Retry(NoBackoff(), 1)
    return redis.Redis.from_url(
        url, socket_connect_timeout=1, socket_timeout=1, retry=retry, decode_responses=True
    )


def attempt(operation: "Callable[[redis.Redis], T]", *, default: T) -> T:
    """What the operation returns, or ``default`` when Redis is away."""
    global _away_until
    if time.monotonic() < _away_until:
        return default
    try:
        return operation(_client(settings.REDIS_URL))
    except redis.RedisError as error:
        _away_until = time.monotonic() + AWAY_SECONDS
        log.warning("chat.redis_away", error=type(error).__name__)
        return default


def forget_failure() -> None:
    """Redis is asked again at once."""
    global _away_until
    _away_until = 0.0
