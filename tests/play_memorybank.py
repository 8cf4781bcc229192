"""Plays the people of a MemoryBank folder through the web socket of a running installation, and looks again later.

    python tests/play_memorybank.py play  --data DIR --url http://127.0.0.1:8000 --state FILE [--language zh|en]
    python tests/play_memorybank.py check --data DIR --url http://127.0.0.1:8000 --state FILE [--questions N]

``play`` signs every person up, opens a conversation a day, sends each exchange and waits for its reply; it prints the
errors, the messages, the largest prompt, and the time a turn. With ``play --joined`` one person says all of it in one
conversation. ``check``, after a restart say, signs each person in again, compares the
stored messages with those sent, counts the memories by type, and shows the answers to some of the person's questions.
DIR holds ``dialogues.LANGUAGE.jsonl.gz`` and ``probing_questions.LANGUAGE.jsonl.gz``.
"""

import argparse
import collections
import gzip
import json
import re
import statistics
import sys
import time
import uuid
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import requests
from websockets.sync.client import connect

PASSWORD = "correct-horse-battery-staple"
PATIENCE_SECONDS = 180


def rows(path: Path) -> list[dict[str, Any]]:
    """The objects of a gzipped JSON-lines file."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


class Person:
    """A signed-in browser of one person."""

    def __init__(self, url: str, email: str) -> None:
        self.url, self.email = url, email
        self.http = requests.Session()

    def _post_form(self, path: str, fields: dict[str, str]) -> requests.Response:
        for _ in range(20):
            page = self.http.get(self.url + path, timeout=30)
            token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.text)
            if token is None:
                return page  # already signed in: the form is not shown
            answer = self.http.post(
                self.url + path,
                data=fields | {"csrfmiddlewaretoken": token[1]},
                headers={"Referer": self.url + path},
                timeout=60,
            )
            if answer.status_code != 429:
                return answer
            time.sleep(5)  # sign-ups are limited by address
        raise SystemExit(f"{path}: still limited after 20 tries")

    def sign_up(self, *, language: str) -> None:
        self.http.headers["Accept-Language"] = {"zh": "zh-Hans", "en": "en"}[language]
        zone = {"zh": "Asia/Shanghai", "en": "Europe/London"}[language]
        self._post_form(
            "/accounts/signup/",
            {"email": self.email, "password1": PASSWORD, "password2": PASSWORD, "time_zone": zone},
        )
        self._require_session()

    def sign_in(self) -> None:
        self._post_form("/accounts/login/", {"login": self.email, "password": PASSWORD})
        self._require_session()

    def _require_session(self) -> None:
        if "sessionid" not in self.http.cookies:
            raise SystemExit(f"{self.email} is not signed in")

    def call(self, method: str, path: str, **options: Any) -> Any:
        answer = self.http.request(
            method,
            f"{self.url}/api/v1/{path}",
            headers={"X-CSRFToken": self.http.cookies.get("csrftoken", ""), "Referer": self.url},
            timeout=120,
            **options,
        )
        answer.raise_for_status()
        return answer.json() if answer.content else None

    def pages(self, path: str) -> list[dict[str, Any]]:
        """All rows of a paged list."""
        found: list[dict[str, Any]] = []
        while path:
            page = self.call("GET", path)
            found += page["results"]
            path = page["next"].partition("/api/v1/")[2] if page.get("next") else ""
        return found

    def socket(self, conversation: str) -> Any:
        address = urlsplit(self.url)
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies)
        return connect(
            f"ws://{address.netloc}/ws/chat/{conversation}/",
            additional_headers={"Cookie": cookies},
            origin=self.url,
            max_size=None,
        )


def exchange(socket: Any, text: str) -> tuple[dict[str, Any], dict[str, float]]:
    """Sends a message and waits for its reply; the reply's last frame, and the seconds until each kind of frame."""
    client_id, started, at = uuid.uuid4().hex, time.perf_counter(), {}
    socket.send(json.dumps({"type": "message.send", "text": text, "client_id": client_id}))
    mine = ""
    while True:
        frame = json.loads(socket.recv(timeout=PATIENCE_SECONDS))
        kind = frame["type"]
        if kind == "error":
            return frame, at
        if kind == "message.saved" and frame["client_id"] == client_id:
            mine = frame["message"]
        if mine and frame.get("reply_to", mine) == mine:
            at.setdefault(kind, time.perf_counter() - started)
        if kind == "reply.done" and frame["reply_to"] == mine:
            return frame, at


def play(options: argparse.Namespace) -> int:
    """Everyone says everything; the state file keeps who said what."""
    dialogues = rows(options.data / f"dialogues.{options.language}.jsonl.gz")[: options.limit]
    by_person: dict[str, list[dict[str, Any]]] = collections.defaultdict(list)
    for row in dialogues:
        by_person["all" if options.joined else row["conv_id"]].append(row)
    state: dict[str, Any] = {"language": options.language, "people": {}}
    times: dict[str, list[float]] = collections.defaultdict(list)
    errors: list[str] = []
    prompts: list[int] = []
    for number, (name, said) in enumerate(by_person.items()):
        person = Person(options.url, f"{options.language}{number}.{uuid.uuid4().hex[:8]}@example.org")
        person.sign_up(language=options.language)
        conversations: dict[str, list[str]] = {}
        days: dict[str, list[str]] = collections.defaultdict(list)
        for row in said:
            days["one" if options.joined else row["time"]].append(row["query"])
        for texts in days.values():
            conversation = person.call("POST", "conversations/", json={})["id"]
            conversations[conversation] = texts
            with person.socket(conversation) as socket:
                for text in texts:
                    done, at = exchange(socket, text)
                    for kind, seconds in at.items():
                        times[kind].append(seconds)
                    prompts.append((done.get("usage") or {}).get("prompt_tokens") or 0)
                    if options.joined and len(prompts) % 25 == 0:
                        print(
                            f"{len(prompts)} messages, prompts of {max(prompts)} tokens at most", flush=True
                        )
                    if done["type"] == "error" or done.get("status") != "done":
                        errors.append(
                            f"{name}: {done.get('code') or done.get('error')}: {done.get('message')}"
                        )
        state["people"][name] = {"email": person.email, "conversations": conversations}
        print(f"{name}: {len(said)} messages, {len(days)} conversations", flush=True)
    options.state.write_text(json.dumps(state, ensure_ascii=False), encoding="utf-8")
    print(f"people {len(by_person)}, messages {len(dialogues)}, errors {len(errors)}")
    print(f"prompts of {max(prompts, default=0)} tokens at most, as the model counts where it does")
    for line in errors[:20]:
        print("  " + line)
    for kind in ("message.saved", "recall.done", "reply.delta", "reply.done"):
        if seconds := sorted(times[kind]):
            p50, p95 = statistics.median(seconds), seconds[int(0.95 * (len(seconds) - 1))]
            print(f"{kind}: p50 {p50 * 1000:.0f} ms, p95 {p95 * 1000:.0f} ms")
    return 1 if errors else 0


def check(options: argparse.Namespace) -> int:
    """Nothing that was said is lost; what is remembered, and how the agent answers."""
    state = json.loads(options.state.read_text(encoding="utf-8"))
    questions: dict[str, list[str]] = collections.defaultdict(list)
    for row in rows(options.data / f"probing_questions.{state['language']}.jsonl.gz"):
        questions[row["conv_id"]].append(row["query"])
    types: collections.Counter[str] = collections.Counter()
    statuses: collections.Counter[str] = collections.Counter()
    lost = sent = 0
    for name, known in state["people"].items():
        person = Person(options.url, known["email"])
        person.sign_in()
        for conversation, texts in known["conversations"].items():
            stored = person.pages(f"conversations/{conversation}/messages/")
            here = collections.Counter(row["text"] for row in stored if row["role"] == "user")
            sent += len(texts)
            lost += sum((collections.Counter(texts) - here).values())
        memories = person.pages("memories/")
        types.update(row["type"] for row in memories)
        statuses.update(row["status"] for row in memories)
        print(f"\n{name}: {len(memories)} memories")
        for row in memories[: options.show]:
            print(f"  {row['status']:<10} {row['type']:<12} {row['content']}")
        conversation = person.call("POST", "conversations/", json={})["id"]
        with person.socket(conversation) as socket:
            for question in questions[name][: options.questions]:
                done, _ = exchange(socket, question)
                print(f"  ? {question}\n  = {' '.join(str(done.get('text')).split())[:300]}")
    print(f"\nmessages sent {sent}, lost {lost}; memories by type {dict(types)}, by status {dict(statuses)}")
    return 1 if lost else 0


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("play", "check"))
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    parser.add_argument("--state", type=Path, required=True)
    parser.add_argument("--language", choices=("en", "zh"), default="zh")
    parser.add_argument("--limit", type=int, default=None)
    parser.add_argument("--joined", action="store_true")
    parser.add_argument("--questions", type=int, default=3)
    parser.add_argument("--show", type=int, default=5)
    options = parser.parse_args()
    return play(options) if options.what == "play" else check(options)


if __name__ == "__main__":
    sys.exit(main())
