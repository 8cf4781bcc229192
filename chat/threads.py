"""Where a turn's work on the database is done: on threads, so that the event loop never waits for it."""

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import structlog
from channels.db import database_sync_to_async
from django.db import InterfaceError, OperationalError

log = structlog.get_logger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

#: Waits between the tries while the database is away.
_AGAIN_SECONDS = (0.2, 0.5, 1, 2, 4, 8, 8)

DATABASE_AWAY = (OperationalError, InterfaceError)


class Threads:
    """Runs work with a connection that is given back at its end; when sensitive, on the caller's own thread."""

    def __init__(self, *, sensitive: bool) -> None:
        self._sensitive = sensitive

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the work returns or raises."""
        result: T = await database_sync_to_async(work, thread_sensitive=self._sensitive)(*args, **kwargs)
        return result

    async def surely(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The same for work that can be done twice: tried again while the database restarts."""
        for pause in _AGAIN_SECONDS:
            try:
                return await self.run(work, *args, **kwargs)
            except DATABASE_AWAY as error:
                log.warning("chat.database_away", error=type(error).__name__)
                await asyncio.sleep(pause)
        return await self.run(work, *args, **kwargs)
