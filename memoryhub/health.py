"""Whether the process, the database, Redis and a worker are there: for load balancers and for people."""

import redis
import structlog
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db import Error as DatabaseError
from django.db import OperationalError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis.backoff import NoBackoff
from redis.retry import Retry

#: A worker says that it is there every ten seconds (beat's schedule); three are let pass.
WORKER_SECONDS = 35
#: What a store that cannot be reached raises: it comes back by itself, and a page says so.
AWAY = (OperationalError, redis.ConnectionError, redis.TimeoutError)

log = structlog.get_logger(__name__)


def _key() -> str:
    return f"{settings.REDIS_PREFIX}:worker"


def _client() -> redis.Redis:
    # No retries: a probe that waits is an answer that comes too late.
    retry = Retry(NoBackoff(), 0)
    return redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=1, socket_timeout=1, retry=retry)


def beat() -> None:
    """A worker is there; forgotten after `WORKER_SECONDS`."""
    with _client() as client:
        client.set(_key(), "1", ex=WORKER_SECONDS)


def leave() -> None:
    """The worker says goodbye; another one's next beat says that there is still one."""
    with _client() as client:
        client.delete(_key())


def database_state() -> str:
    """ "ok" when the database answers, else "away"."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        log.warning("readyz.database_away", error=type(error).__name__)
        return "away"
    return "ok"


def redis_and_worker_state() -> tuple[str, str]:
    """The state of Redis, and of the worker as far as Redis knows it."""
    try:
        with _client() as client:
            worker = client.get(_key())
    except redis.RedisError as error:
        log.warning("readyz.redis_away", error=type(error).__name__)
        return "away", "unknown"
    return "ok", "ok" if worker else "away"


@login_not_required
@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """The process answers."""
    return JsonResponse({"status": "ok"})


@login_not_required
@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """503 when the database or Redis is away; a worker that is away is told and does not fail it."""
    database = database_state()
    broker, worker = redis_and_worker_state()
    ready = database == broker == "ok"
    return JsonResponse(
        {"status": "ok" if ready else "away", "database": database, "redis": broker, "worker": worker},
        status=200 if ready else 503,
    )
