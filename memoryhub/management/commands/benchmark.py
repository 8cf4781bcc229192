"""``manage.py benchmark chat``: times on a database of its own, beside the table that the field publishes."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser


class Command(BaseCommand):
    help = "Measures times on a database of its own, which is dropped afterwards. Nothing is asserted."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        kinds = parser.add_subparsers(dest="kind", required=True, metavar="KIND")
        chat = kinds.add_parser(
            "chat", help="replies over web sockets, stages of a turn, storage of messages"
        )
        chat.add_argument("--users", default="1,10,50", help="conversations at once, separated by commas")
        chat.add_argument("--messages", type=int, default=8, help="in each conversation")
        chat.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")

    def handle(self, *args: Any, **options: Any) -> None:
        from memoryhub.evaluation import benchmark_chat
        from memoryhub.evaluation.sandbox import sandbox

        at_once = [int(word) for word in options["users"].split(",")]
        with sandbox() as place:
            place.empty()
            found = benchmark_chat.run(place=place, conversations=at_once, messages=options["messages"])
            found["growth"] = benchmark_chat.growth(place=place)
        self._print(found, benchmark_chat.PUBLISHED)
        if options["json"]:
            options["json"].write_text(json.dumps(found, indent=1))

    def _print(self, found: dict[str, Any], published: dict[str, tuple[float, float, int]]) -> None:
        write = self.stdout.write
        write("From message to first byte of the reply, built-in answerer, through the web socket (ms)")
        write(f"{'at once':>10}{'replies':>9}{'saved p50':>11}{'p50':>9}{'p99':>9}{'a second':>10}")
        for row in found["replies"]:
            first, saved = row["first_byte"], row["saved"]
            write(
                f"{row['conversations']:>10}{row['n']:>9}{saved['p50_ms']:>11}{first['p50_ms']:>9}"
                f"{first['p99_ms']:>9}{row['per_second']:>10}"
            )
        write("\nOne turn by its stages (ms)")
        for stage, row in found["stages"].items():
            write(f"{stage:>12}  p50 {row['p50_ms']:>7}  p99 {row['p99_ms']:>7}  {row['share']:>6.1%}")
        write("\nStorage (ms, and a second), with the published figures in brackets")
        for name, row in found["storage"].items():
            there = published.get(name)
            beside = f"  ({there[0]} / {there[1]} / {there[2]:,})" if there else ""
            write(
                f"{name:>14}  p50 {row['p50_ms']:>7}  p99 {row['p99_ms']:>7}  {row['per_second']:>7,}{beside}"
            )
        write("\nFrom the stores to the next prompt, recall included, by the length of the conversation (ms)")
        for size, row in found["growth"].items():
            cold, warm, alone = row["without_copy"], row["with_copy"], row["without_recall"]
            write(
                f"{size:>10} messages  from PostgreSQL p50 {cold['p50_ms']}, p99 {cold['p99_ms']}; "
                f"from Redis p50 {warm['p50_ms']}, p99 {warm['p99_ms']}; "
                f"without recall p50 {alone['p50_ms']}, p99 {alone['p99_ms']}"
            )
