"""``manage.py train_binding``: trains the reader of conditions on its examples and stores the head beside its code."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from chat import binding_training


class Command(BaseCommand):
    help = "Trains the reader of conditions that a person sets on its examples and prints its figures."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="print the figures, store nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        heads = binding_training.train()
        if not options["dry_run"]:
            binding_training.write(heads)
        self.stdout.write(
            json.dumps({each: heads[each]["cross_validated"] for each in binding_training.LANGUAGES})
        )
