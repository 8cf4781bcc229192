"""``manage.py benchmark``: times on a database of its own, beside the tables that the field publishes."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser


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
        recall = kinds.add_parser("recall", help="a recall beside its floor and mem0, storage of vectors")
        recall.add_argument(
            "--users", default="100,1000,10000", help="memories of each person measured, separated by commas"
        )
        recall.add_argument("--memories", type=int, default=100_000, help="of all people together")
        recall.add_argument("--queries", type=int, default=60, help="asked of each person")
        recall.add_argument(
            "--mem0", type=Path, metavar="PYTHON", help="the interpreter of an environment that has mem0ai"
        )
        for kind in (chat, recall):
            kind.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")

    def handle(self, *args: Any, **options: Any) -> None:
        numbers = [int(word) for word in options["users"].split(",") if word.strip().isdigit()]
        if len(numbers) != len(options["users"].split(",")):
            raise CommandError("--users takes whole numbers, separated by commas.")
        found = getattr(self, f"_{options['kind']}")(numbers, options)
        if options["json"]:
            options["json"].write_text(json.dumps(found, indent=1))

    def _chat(self, at_once: list[int], options: dict[str, Any]) -> dict[str, Any]:
        from memoryhub.evaluation import benchmark_chat
        from memoryhub.evaluation.sandbox import sandbox

        with sandbox() as place:
            place.empty()
            found = benchmark_chat.run(place=place, conversations=at_once, messages=options["messages"])
            found["growth"] = benchmark_chat.growth(place=place)
        self._print_chat(found)
        self._print_storage(found["storage"], benchmark_chat.PUBLISHED)
        self._print_growth(found["growth"])
        return found

    def _recall(self, sizes: list[int], options: dict[str, Any]) -> dict[str, Any]:
        from memoryhub.evaluation import benchmark_recall
        from memoryhub.evaluation.sandbox import sandbox

        if options["mem0"] and not options["mem0"].is_file():
            raise CommandError(f"--mem0 {options['mem0']}: there is no such interpreter.")
        with sandbox() as place:
            place.empty()
            found = benchmark_recall.run(
                sizes=sizes, total=options["memories"], queries=options["queries"], mem0=options["mem0"]
            )
        self._print_recall(found)
        self._print_storage(found["storage"], benchmark_recall.PUBLISHED)
        return found

    def _print_chat(self, found: dict[str, Any]) -> None:
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

    def _print_recall(self, found: dict[str, Any]) -> None:
        write = self.stdout.write
        write(f"One recall among {found['rows']:,} memories of all, by the person's own (ms)")
        write(f"{'own':>8}{'':>8}{'p50':>9}{'p95':>9}{'p99':>9}{'ours to it':>12}")
        for size, row in found["users"].items():
            for name in ("ours", "floor", "mem0"):
                if name in row:
                    took = row[name]
                    ratio = row.get(f"ours_to_{name}", "")
                    write(
                        f"{size:>8}{name:>8}{took['p50_ms']:>9}{took['p95_ms']:>9}{took['p99_ms']:>9}{ratio:>12}"
                    )
            write(f"{size:>8}  p95 is {row['p95_to_p50']} times p50")
        growth = dict(found["growth"])
        write(f"\nA person with {growth.pop('of'):,} memories, by the memories of all (ms)")
        for rows, took in growth.items():
            write(f"{rows:>10,}  p50 {took['p50_ms']:>7}  p99 {took['p99_ms']:>7}")
        at_once = found["clients"]
        write(
            f"\n{at_once['clients']} clients at once: p50 {at_once['p50_ms']} ms, p95 {at_once['p95_ms']} ms,"
            f" {at_once['per_second']} recalls a second"
        )

    def _print_storage(self, storage: dict[str, Any], published: dict[str, tuple[float, float, int]]) -> None:
        write = self.stdout.write
        write("\nStorage (ms, and a second), with the published figures in brackets")
        for name, row in storage.items():
            there = published.get(name)
            beside = f"  ({there[0]} / {there[1]} / {there[2]:,})" if there else ""
            write(
                f"{name:>16}  p50 {row['p50_ms']:>7}  p99 {row['p99_ms']:>7}  {row['per_second']:>7,}{beside}"
            )

    def _print_growth(self, growth: dict[str, Any]) -> None:
        write = self.stdout.write
        write("\nFrom the stores to the next prompt, recall included, by the length of the conversation (ms)")
        for size, row in growth.items():
            cold, warm, alone = row["without_copy"], row["with_copy"], row["without_recall"]
            write(
                f"{size:>10} messages  from PostgreSQL p50 {cold['p50_ms']}, p99 {cold['p99_ms']}; "
                f"from Redis p50 {warm['p50_ms']}, p99 {warm['p99_ms']}; "
                f"without recall p50 {alone['p50_ms']}, p99 {alone['p99_ms']}"
            )
