from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from memories.upkeep import nightly


class Command(BaseCommand):
    help = "Runs the upkeep jobs for everyone, or says with --dry-run what they would do."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="change nothing, only count")

    def handle(self, *args: Any, dry_run: bool = False, **options: Any) -> None:
        done = nightly.run(dry_run=dry_run)
        for name, figure in done.items():
            self.stdout.write(f"{name}: {figure}")
        if any(isinstance(figure, str) for figure in done.values()):
            raise CommandError("An upkeep job failed; its error is in the log.")
