"""``manage.py reembed``: brings everything that is found by meaning to the embedding model of the settings."""

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from memories.models import Job
from memories.upkeep import reembedding
from memoryhub.ai.errors import ModelError

_SLICE_SECONDS, _WAIT_SECONDS = 2.0, 1.0


class Command(BaseCommand):
    help = (
        "Gives everything vectors of the embedding model that the settings name, beside the old ones; then "
        "recall is switched to it. It can be interrupted and run again at any time."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--status", action="store_true", help="say how it stands, and change nothing")
        parser.add_argument("--background", action="store_true", help="leave the work to the worker")

    def handle(self, *args: Any, status: bool = False, background: bool = False, **options: Any) -> None:
        if status:
            self._tell()
            return
        try:
            job = reembedding.begin(by_hand=True)
        except ModelError as error:
            raise CommandError(str(error.user_message)) from None
        if job is None:
            self.stdout.write(f"Everything is by {reembedding.standing().in_use} already.")
            return
        if background:
            from memories.tasks import reembed

            reembed.delay()
            self.stdout.write(f"The worker does it: {job.total} to do. See `manage.py reembed --status`.")
            return
        self._work(job)

    def _work(self, job: Job) -> None:
        said = ""
        while job.state != Job.State.DONE:
            more = reembedding.take(seconds=_SLICE_SECONDS)
            job.refresh_from_db()
            if job.error and job.state != Job.State.DONE:
                raise CommandError(
                    f"It stopped ({job.error}) and is tried again later; recall goes on as before."
                )
            if (now := f"{job.done} of {job.total}") != said:
                said = now
                self.stdout.write(now)
            if not more and job.state != Job.State.DONE:
                time.sleep(_WAIT_SECONDS)  # a worker has it in hand
        if job.error:
            raise CommandError("The settings were changed meanwhile: run it again.")
        self._tell()

    def _tell(self) -> None:
        now = reembedding.standing()
        self.stdout.write(f"In use: {now.in_use}")
        if now.job is not None:
            self.stdout.write(f"To be in use: {now.job.detail}, {now.job.done} of {now.job.total}")
            if now.job.error:
                self.stdout.write(f"It waits: {now.job.error}")
        elif now.wanted != now.in_use:
            self.stdout.write(f"Named in the settings: {now.wanted}; not begun yet.")
