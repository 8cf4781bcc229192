"""``manage.py evaluate MEASURE …``: measures a part of the product on public data from outside of the repository."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser


class Command(BaseCommand):
    help = "Measures a part of the product on public data and prints a table."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        measures = parser.add_subparsers(dest="measure", required=True, metavar="MEASURE")
        folding = measures.add_parser(
            "folding",
            help="what the built-in compressor keeps of 100 turns in 2,000 tokens; needs no database",
        )
        folding.add_argument("--set", required=True, choices=("beam100k", "locomo", "memorybank"))
        _add_common(folding)

    def handle(self, *args: Any, **options: Any) -> None:
        figures = getattr(self, f"_{options['measure']}")(options)
        if options["json"]:
            options["json"].write_text(json.dumps(figures, ensure_ascii=False) + "\n", encoding="utf-8")

    def _folding(self, options: dict[str, Any]) -> dict[str, Any]:
        from memoryhub.evaluation import folding

        try:
            figures = folding.measured(
                name=options["set"], data=options["data"], split=options["split"], limit=options["limit"]
            )
        except folding.DataMissing as error:
            raise CommandError(str(error)) from error
        self._print(figures)
        return figures

    def _print(self, figures: dict[str, Any]) -> None:
        for name, value in figures.items():
            if name != "categories":
                self.stdout.write(f"{name:24}{value}")
        for name, values in figures["categories"].items():
            self.stdout.write(f"  {name:22}" + "  ".join(f"{key} {value}" for key, value in values.items()))


def _add_common(parser: Any) -> None:
    parser.add_argument("--data", required=True, type=Path, metavar="DIR", help="the folder of the sets")
    parser.add_argument("--split", default="dev", help="the part of the set (default: dev)")
    parser.add_argument("--limit", type=int, metavar="N", help="only the first N")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures as one object")
