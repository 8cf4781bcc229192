"""Lets a model extract from the turns of a MemoryBank file, and checks by itself that each memory stored was said.

    LLM_BASE_URL=http://127.0.0.1:8080/v1 LLM_MODEL=smollm2 python tests/play_extractor.py --data DIR [--turns 500]

DIR holds ``dialogues.LANGUAGE.jsonl.gz``. Each turn is saved and captured on a database of its own, dropped afterwards.
The rules are left out, so that every memory is the model's; ``--with-rules`` keeps them. A memory is grounded when
its supporting words stand in the person's message, its figures and names too, and its words are not all others. It
prints the messages, the model's calls, the entries it returned, what was stored, and what was refused and why;
it ends with 1 if one memory was not grounded.
"""

import argparse
import collections
import gzip
import json
import os
import re
import sys
import time
import unicodedata
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
HAN = r"[\u3400-\u9fff]"


def rows(path: Path) -> list[dict[str, Any]]:
    """The objects of a gzipped JSON-lines file."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


# ------------------------------------------------------------------------------------------------ grounding, anew


def plain(text: str) -> str:
    """Letters and digits alone, in one width and case."""
    return "".join(one for one in unicodedata.normalize("NFKC", text).casefold() if one.isalnum())


def ungrounded(*, content: str, quote: str, said: str) -> str:
    """Why a memory is not borne out by the message, or an empty string. Uses nothing of the product's own check."""
    if len(plain(quote)) < 2 or plain(quote) not in plain(said):
        return "its words were not said"
    if missing := [figure for figure in re.findall(r"\d+", content) if figure not in plain(said)]:
        return f"a figure was not said: {missing[0]}"
    names = re.findall(r"(?<=[a-z,;] )[A-Z][a-z]+", content)
    if missing := [name for name in names if plain(name) not in plain(said)]:
        return f"a name was not said: {missing[0]}"
    if re.search(r"\[[A-Z ]+\]|<[a-z ]+>|\{\{|…|\.\.\.|\bJSON\b|\bschema\b", content):
        return "it is a template"
    # Its words by their first letters, and two Chinese characters at a time: one of them at least must be there.
    words = [word[:4].lower() for word in re.findall(r"[A-Za-z]{4,}", content)]
    pairs = [
        content[at : at + 2] for at in range(len(content)) if re.fullmatch(HAN * 2, content[at : at + 2])
    ]
    if not any(one in said.lower() for one in words + pairs) and plain(content) not in plain(said):
        return "none of its words was said"
    return ""


# ------------------------------------------------------------------------------------------------ playing


class Counted:
    """The configured model, with its calls and the entries of its answers counted."""

    def __init__(self, model: Any, read: Any) -> None:
        self._model, self._read = model, read
        self.name, self.context_tokens = model.name, model.context_tokens
        self.calls = self.failed = self.unreadable = self.entries = 0

    def complete(self, **asked: Any) -> Any:
        self.calls += 1
        try:
            answer = self._model.complete(**asked)
        except Exception:
            self.failed += 1
            raise
        found = self._read(answer.text)
        self.unreadable += found is None
        self.entries += len(found or ())
        return answer


def play(options: argparse.Namespace) -> int:
    """Plays the turns inside a sandbox and prints what became of them."""
    from chat import services as conversations
    from chat.models import Message
    from memories import capture
    from memories.capture import by_rules, model, runs
    from memories.models import CaptureRun, Memory, MemorySource
    from memoryhub.ai.llm import language_model, use_language_model
    from memoryhub.models import User

    configured = language_model()
    assert configured is not None, "set LLM_BASE_URL and LLM_MODEL"
    counted = Counted(configured, model.read)
    if not options.with_rules:
        by_rules.EXTRACTORS = {}
    runs.ATTEMPTS = 1  # what fails is counted, not waited for
    places: dict[str, Any] = {}
    turns = rows(options.data / f"dialogues.{options.language}.jsonl.gz")[: options.turns]
    began = time.monotonic()
    with use_language_model(counted):  # type: ignore[arg-type]
        for number, row in enumerate(turns, 1):
            place = places.get(row["conv_id"])
            if place is None:
                user = User.objects.create_user(f"{len(places)}@play.invalid", time_zone="UTC")
                place = places[row["conv_id"]] = conversations.conversation_create(user=user)
            message, _ = conversations.message_save(
                conversation=place, text=row["query"], client_id=row["doc_id"]
            )
            reply = conversations.reply_begin(message=message, trace_id=None)
            conversations.reply_finish(reply=reply, text=row["response"], status=Message.Status.DONE)
            capture.run_user(user_id=place.user_id)
            if number % 25 == 0:
                print(
                    f"{number} messages, {counted.calls} calls, {counted.entries} entries, "
                    f"{Memory.objects.count()} memories, {time.monotonic() - began:.0f} s",
                    flush=True,
                )
    refused: collections.Counter[str] = collections.Counter()
    for outcome in CaptureRun.objects.values_list("outcome", flat=True):
        refused.update(one["outcome"] for one in outcome if str(one["outcome"]).startswith("declined:"))
    wrong = []
    supported = set()
    for source in MemorySource.objects.select_related("memory", "message"):
        supported.add(source.memory_id)
        said = source.message.text if source.message else ""
        quote = said[source.start or 0 : source.end or 0]
        if reason := ungrounded(content=source.memory.content, quote=quote, said=said):
            wrong.append((reason, source.memory.content, said))
    for memory in Memory.objects.exclude(pk__in=supported):
        wrong.append(("it has no source", memory.content, ""))
    states = collections.Counter(CaptureRun.objects.values_list("status", "error"))
    print(f"messages {len(turns)}, captures {dict(states)}")
    print(
        f"model calls {counted.calls}, failed {counted.failed}, unreadable {counted.unreadable}; "
        f"entries returned {counted.entries}"
    )
    by_status = collections.Counter(Memory.objects.values_list("status", flat=True))
    print(f"memories stored {Memory.objects.count()} {dict(by_status)}")
    for reason, count in refused.most_common():
        print(f"  {reason.removeprefix('declined:'):<28} {count}")
    if options.show:
        for memory in Memory.objects.order_by("?")[: options.show]:
            print(f"  stored: {memory.status:<8} {memory.confidence:.2f} {memory.content}")
    print(f"not grounded {len(wrong)}")
    for reason, content, said in wrong[:20]:
        print(f"  {reason}: {content!r} from {said[:160]!r}")
    return 1 if wrong else 0


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--language", choices=("en", "zh"), default="en")
    parser.add_argument("--turns", type=int, default=500)
    parser.add_argument("--with-rules", action="store_true")
    parser.add_argument("--show", type=int, default=10, help="print so many of the memories stored")
    options = parser.parse_args()

    sys.path.insert(0, str(ROOT))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryhub.settings")
    import django

    django.setup()
    from django.conf import settings

    from memoryhub import embedded
    from memoryhub.evaluation.sandbox import sandbox

    postgres, valkey = settings.EMBEDDED_POSTGRES, settings.EMBEDDED_VALKEY
    with embedded.running(settings.DATA_DIR, postgres=postgres, valkey=valkey), sandbox():
        return play(options)


if __name__ == "__main__":
    sys.exit(main())
