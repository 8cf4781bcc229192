"""The clients of ``benchmark chat`` in a process of their own: a plan on stdin, milliseconds on stdout, both JSON."""

import asyncio
import json
import sys
import time
import uuid
from typing import Any

from websockets.asyncio.client import connect


async def _talk(row: dict[str, Any], took: dict[str, list[float]]) -> None:
    async with connect(
        row["url"], origin=row["origin"], additional_headers={"Cookie": row["cookie"]}, max_size=None
    ) as wire:
        for text in row["messages"]:
            client_id = uuid.uuid4().hex
            start = time.perf_counter()
            await wire.send(json.dumps({"type": "message.send", "text": text, "client_id": client_id}))
            first = False
            while True:
                frame = json.loads(await wire.recv())
                passed = (time.perf_counter() - start) * 1_000
                if frame["type"] == "message.saved":
                    took["saved"].append(passed)
                elif frame["type"] == "reply.delta" and not first:
                    first = True
                    took["first"].append(passed)
                elif frame["type"] == "reply.done":
                    break
                elif frame["type"] == "error":
                    raise SystemExit(f"{frame['code']}: {frame['message']}")


async def _all(plan: list[dict[str, Any]]) -> dict[str, Any]:
    took: dict[str, list[float]] = {"saved": [], "first": []}
    start = time.perf_counter()
    await asyncio.gather(*(_talk(row, took) for row in plan))
    return {**took, "seconds": time.perf_counter() - start}


if __name__ == "__main__":
    json.dump(asyncio.run(_all(json.load(sys.stdin))), sys.stdout)
