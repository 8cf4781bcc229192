"""``manage.py train_judge``: trains the judge of capture on its examples and stores the head beside its code."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from memories.capture import judge_training


class Command(BaseCommand):
    help = "Trains the judge of what is worth remembering on its examples and prints its figures."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="print the figures, store nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        head = judge_training.train()
        if not options["dry_run"]:
            judge_training.write(head)
        self.stdout.write(json.dumps(head["cross_validated"]))
