"""``manage.py replay PATH… [--json] [--only IDS]``: plays scenario cases; the exit status tells how it went."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from memoryhub.evaluation import scenario


class Command(BaseCommand):
    help = (
        "Plays scenario cases on a database of its own. Exit status: 0 passed, 1 failed, 2 unreadable file."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "paths", nargs="+", type=Path, metavar="PATH", help="a file, or a folder of .yaml files"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object a case")
        parser.add_argument("--only", default="", metavar="IDS", help="case ids, separated by commas")

    def handle(self, *args: Any, **options: Any) -> None:
        paths = [
            file
            for path in options["paths"]
            for file in (sorted(path.glob("*.yaml")) if path.is_dir() else [path])
        ]
        wanted = [word.strip() for word in options["only"].split(",") if word.strip()]
        try:
            cases = list(scenario.read(paths))
            unknown = sorted(set(wanted) - {case.id for case in cases})
            if unknown:
                raise scenario.ScenarioError(f"--only: no case {', '.join(unknown)} in these files")
        except scenario.ScenarioError as error:
            self.stderr.write(str(error))
            sys.exit(2)
        if wanted:
            cases = [case for case in cases if case.id in wanted]

        from memoryhub.evaluation.replay import replay
        from memoryhub.evaluation.sandbox import sandbox

        passed = 0
        with sandbox() as place:
            for result in replay(cases, place=place):
                passed += result.passed
                if options["json"]:
                    row = {"id": result.case.id, "passed": result.passed, "failures": result.failures}
                    self.stdout.write(json.dumps(row, ensure_ascii=False))
                else:
                    self.stdout.write(
                        f"{'pass' if result.passed else 'FAIL'}  {result.case.id}  {result.case.title}"
                    )
                    for failure in result.failures:
                        self.stdout.write(f"      {failure}")
        if not options["json"]:
            self.stdout.write(f"{passed} of {len(cases)} passed")
        if passed < len(cases):
            sys.exit(1)
