from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from memories.upkeep import nightly, trial
from memoryhub.models import User

THRESHOLDS = ("archive_days", "doubtful_days", "doubtful_below", "capacity")


class Command(BaseCommand):
    help = (
        "Runs the upkeep jobs for everyone, or says with --dry-run what they would do, "
        "under other thresholds too."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="change nothing, only count")
        parser.add_argument("--archive-days", type=int, metavar="DAYS", help="instead of MEMORY_ARCHIVE_DAYS")
        parser.add_argument(
            "--doubtful-days", type=int, metavar="DAYS", help="instead of MEMORY_DOUBTFUL_DAYS"
        )
        parser.add_argument(
            "--doubtful-below", type=float, metavar="SURE", help="instead of MEMORY_DOUBTFUL_CONFIDENCE"
        )
        parser.add_argument("--capacity", type=int, metavar="ROWS", help="instead of MEMORY_CAPACITY")

    def handle(self, *args: Any, dry_run: bool = False, **options: Any) -> None:
        changed = {name: options[name] for name in THRESHOLDS if options.get(name) is not None}
        if any(value < 0 for value in changed.values()):
            raise CommandError("A threshold is no less than 0.")
        if changed and not dry_run:
            raise CommandError("Other thresholds can be tried, not applied: add --dry-run.")
        done = nightly.run(dry_run=dry_run)
        for name, figure in done.items():
            self.stdout.write(f"{name}: {figure}")
        if dry_run:
            self._tell(changed)
        if any(isinstance(figure, str) for figure in done.values()):
            raise CommandError("An upkeep job failed; its error is in the log.")

    def _tell(self, changed: dict[str, Any]) -> None:
        """What would fade and why, under the thresholds that were given."""
        people = (
            user
            for user_id in nightly.people_with_memories()
            if (user := User.objects.filter(pk=user_id).first()) is not None
        )
        found = trial.tally(users=people, now=timezone.now(), base=trial.other(**changed))
        self.stdout.write("With these thresholds:" if changed else "By reason:")
        for (action, reason), count in sorted(found.items()):
            self.stdout.write(f"  {action} ({reason}): {count}")
        if not found:
            self.stdout.write("  nothing")
