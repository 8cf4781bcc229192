"""``manage.py nowhere TEXT…``: whether a text stands in any table, key of Redis or log; the exit status tells it."""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import redis
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from memoryhub import nowhere, stored

#: The exit status when not everything could be looked through.
_UNKNOWN = 2


class Command(BaseCommand):
    help = (
        "Searches every table, every key of Redis and the logs for texts, escaped and packed ones too, and prints the "
        "places and how often, never the text. Exit status: 0 nowhere, 1 found, 2 not everything could be read."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "texts",
            nargs="+",
            metavar="TEXT",
            help="what must be nowhere; with - each line of the standard input, which no list of processes shows",
        )
        parser.add_argument(
            "--log",
            action="append",
            default=[],
            type=Path,
            metavar="PATH",
            help="a file of log lines, or a folder of such, beside those in DATA_DIR",
        )
        parser.add_argument(
            "--but-messages",
            action="store_true",
            help="leave out the people's own messages and the titles of their chats, and their copies in Redis",
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object a text")

    def handle(self, *args: Any, **options: Any) -> None:
        texts = [line for text in options["texts"] for line in _lines(text) if line.strip()]
        if not texts:
            raise CommandError("There is no text to look for.", returncode=_UNKNOWN)
        missing = [str(path) for path in options["log"] if not path.exists()]
        if missing:
            raise CommandError(f"There is no log at {', '.join(missing)}.", returncode=_UNKNOWN)
        looked: Counter[str] = Counter()
        values = _counted(
            stored.everything(logs=_logs(options["log"]), own=not options["but_messages"]), looked
        )
        try:
            found = nowhere.find([nowhere.says(text) for text in texts], values)
        except (DatabaseError, redis.RedisError, OSError, EOFError) as error:
            # Without its message: that may hold a value.
            raise CommandError(
                f"Not everything could be read ({type(error).__name__}), so nothing is proved.",
                returncode=_UNKNOWN,
            ) from None
        self._tell(found, looked, as_json=options["json"])
        if any(found):
            sys.exit(1)

    def _tell(self, found: list[Counter[str]], looked: Counter[str], *, as_json: bool) -> None:
        for number, places in enumerate(found, 1):
            if as_json:
                self.stdout.write(json.dumps({"text": number, "places": dict(sorted(places.items()))}))
                continue
            self.stdout.write(f"text {number}: {'found' if places else 'nowhere'}")
            for place, count in sorted(places.items()):
                self.stdout.write(f"  {place}: {count}")
        if not as_json:
            tables = len(
                {place.partition(".")[0] for place in looked if place.partition(".")[2] and " " not in place}
            )
            self.stdout.write(
                f"Looked through {looked.total()} values in {len(looked)} places, {tables} tables."
            )


def _lines(text: str) -> list[str]:
    return sys.stdin.read().splitlines() if text == "-" else [text]


def _logs(more: list[Path]) -> list[Path]:
    return [Path(settings.DATA_DIR) / "log", *more]


def _counted(values: Iterator[stored.Value], looked: Counter[str]) -> Iterator[stored.Value]:
    for place, value in values:
        looked[place] += 1
        yield place, value
