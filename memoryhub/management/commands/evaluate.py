"""``manage.py evaluate MEASURE …``: measures a part of the product on public data from outside of the repository."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from memoryhub.evaluation import capturing as capture_sets
from memoryhub.evaluation import conflicts, folding, gating, own, recall_sets, recalling
from memoryhub.evaluation.datasets import DataMissing
from memoryhub.evaluation.sandbox import sandbox


class Command(BaseCommand):
    help = "Measures a part of the product on public data and prints a table."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        measures = parser.add_subparsers(dest="measure", required=True, metavar="MEASURE")
        compressor = measures.add_parser(
            "folding",
            help="what the built-in compressor keeps of 100 turns in 2,000 tokens; needs no database",
        )
        compressor.add_argument("--set", required=True, choices=folding.SETS)
        _add_common(compressor)
        capturing = measures.add_parser(
            "capture", help="what of a person's turns is remembered, on a database of its own"
        )
        capturing.add_argument("--set", required=True, choices=capture_sets.SETS)
        capturing.add_argument(
            "--errors",
            type=Path,
            metavar="FILE",
            help="also write the turns that came out wrong, as JSON lines",
        )
        capturing.add_argument(
            "--processes",
            type=int,
            metavar="N",
            help="how many play a set (default: by its size and the processors)",
        )
        _add_common(capturing)
        conflict = measures.add_parser(
            "conflict", help="whether a contradiction is noticed, on a database of its own"
        )
        conflict.add_argument("--set", required=True, choices=conflicts.SETS)
        _add_common(conflict)

        recall = measures.add_parser(
            "recall", help="whether a question finds what answers it, on a database of its own"
        )
        recall.add_argument("--set", required=True, choices=(*recall_sets.SETS, own.SET))
        recall.add_argument(
            "--person",
            metavar="EMAIL",
            help="with --set own: what this person said of recalled memories, instead of what all said",
        )
        _add_vectors(recall)
        _add_common(recall, data_required=False)
        gate = measures.add_parser(
            "gate",
            help="which messages need memory, and which questions are left alone when nothing answers them",
        )
        gate.add_argument("--set", required=True, choices=gating.SETS)
        _add_vectors(gate)
        _add_common(gate)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            figures = getattr(self, f"_{options['measure']}")(options)
        except DataMissing as error:
            raise CommandError(str(error)) from error
        if options["json"]:
            options["json"].write_text(json.dumps(figures, ensure_ascii=False) + "\n", encoding="utf-8")

    def _folding(self, options: dict[str, Any]) -> dict[str, Any]:
        return self._told(
            folding.measured(
                name=options["set"], data=options["data"], split=options["split"], limit=options["limit"]
            )
        )

    def _capture(self, options: dict[str, Any]) -> dict[str, Any]:
        found = capture_sets.utterances(
            name=options["set"], data=options["data"], split=options["split"], limit=options["limit"]
        )
        with sandbox():
            outcomes = capture_sets.outcomes(found, processes=options["processes"])
            figures = capture_sets.measured(outcomes, name=options["set"], split=options["split"])
        if options["errors"]:
            wrong = [
                {
                    "text": outcome.utterance.text,
                    "positive": outcome.utterance.positive,
                    "category": outcome.utterance.category,
                    "memories": outcome.contents,
                }
                for outcome in outcomes
                if outcome.wrong
            ]
            lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in wrong)
            options["errors"].write_text(lines, encoding="utf-8")
        return self._told(figures)

    def _conflict(self, options: dict[str, Any]) -> dict[str, Any]:
        pairs = conflicts.pairs(
            name=options["set"], data=options["data"], split=options["split"], limit=options["limit"]
        )
        with sandbox():
            outcomes = list(conflicts.played(pairs))
        return self._told(conflicts.measured(outcomes, name=options["set"], split=options["split"]))

    def _recall(self, options: dict[str, Any]) -> dict[str, Any]:
        if options["set"] == own.SET:
            return self._told(own.measured(email=options["person"], limit=options["limit"]))
        if options["data"] is None:
            raise CommandError("--data is needed: the folder of the sets.")
        stores = recalling.stores(name=options["set"], data=options["data"], split=options["split"])
        vectors = recalling.Embedded(options["vectors"])
        with sandbox():
            answers = list(recalling.asked(stores, vectors=vectors, limit=options["limit"]))
        vectors.keep()
        return self._told(recalling.measured(answers, name=options["set"], split=options["split"]))

    def _gate(self, options: dict[str, Any]) -> dict[str, Any]:
        data, split, limit = options["data"], options["split"], options["limit"]
        if options["set"] == "query_gating":
            return self._told(
                gating.measured(gating.judged(data=data, split=split, limit=limit), split=split)
            )
        vectors = recalling.Embedded(options["vectors"])
        with sandbox():
            figures = gating.left_alone(
                gating.unanswerable(name=options["set"], data=data, split=split),
                vectors=vectors,
                name=options["set"],
                split=split,
                limit=limit,
            )
        vectors.keep()
        return self._told(figures)

    def _told(self, figures: dict[str, Any]) -> dict[str, Any]:
        self._print(figures)
        return figures

    def _print(self, figures: dict[str, Any]) -> None:
        for name, value in figures.items():
            if name != "categories":
                self.stdout.write(f"{name:24}{value}")
        for name, values in figures["categories"].items():
            self.stdout.write(f"  {name:22}" + "  ".join(f"{key} {value}" for key, value in values.items()))


def _add_vectors(parser: Any) -> None:
    parser.add_argument(
        "--vectors", type=Path, metavar="FILE", help="keep the embeddings there (.npz) for the next run"
    )


def _add_common(parser: Any, *, data_required: bool = True) -> None:
    parser.add_argument(
        "--data", required=data_required, type=Path, metavar="DIR", help="the folder of the sets"
    )
    parser.add_argument("--split", default="dev", help="the part of the set (default: dev)")
    parser.add_argument("--limit", type=int, metavar="N", help="only the first N")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures as one object")
