"""Imports go one way, doors only call services, selectors and pipelines, and no module grows past its size."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("memoryhub", "chat", "memories")
LARGEST_MODULE = 400
#: One list each, read as a whole: the settings, the schema of an app, what Django writes, tables of data.
LISTS = ("memoryhub.settings", "memories.models", "chat.models")

#: Module prefixes that a layer must not import: evaluation → chat → memories → memoryhub.ai, memoryhub.models.
FORBIDDEN = {
    "memories": ("chat", "memoryhub.evaluation"),
    "chat": ("memoryhub.evaluation",),
    "memoryhub.ai": ("chat", "memories", "memoryhub.evaluation", "memoryhub.models"),
    "memoryhub.models": ("chat", "memories", "memoryhub.ai", "memoryhub.evaluation"),
    "memoryhub.embedded": ("django", "chat", "memories"),
    "memoryhub.embedded_servers": ("django", "chat", "memories"),
    "memoryhub.processes": ("django", "chat", "memories"),
}
#: What models may import of ours: nothing that acts.
MODELS_MAY_IMPORT = (
    "memoryhub.models",
    "memories.models",
    "chat.models",
    "memories.kinds",
    "memories.querysets",
)
#: The doors of an app, and the inner modules of an app that no door may reach past its services.
DOORS = ("consumers", "views", "tasks", "admin", "api", "management")
INNER = {
    "memories": ("erasure", "capture.rules_en", "capture.rules_zh", "capture.commit", "recall.channels"),
    "chat": ("compression", "answer"),
}
#: Django's own way of writing, which a door leaves to services.
WRITES = {"save", "create", "bulk_create", "bulk_update", "get_or_create", "update_or_create"}


def modules() -> Iterator[tuple[str, Path]]:
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


MODULES = dict(modules())


def imports(name: str, source: str) -> set[str]:
    """Everything that a module imports at its top, in its functions or lazily, as absolute names."""
    package = name if MODULES.get(name, Path("x.py")).name == "__init__.py" else name.rpartition(".")[0]
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                up = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*up, *([base] if base else [])])
            found |= {base} | {f"{base}.{alias.name}" for alias in node.names}
    return found


def within(name: str, prefix: str) -> bool:
    return name == prefix or name.startswith(f"{prefix}.")


def is_door(name: str) -> bool:
    return any(part in DOORS for part in name.split(".")[1:])


def crossings(name: str, source: str) -> list[str]:
    """What a module imports against the direction."""
    faults = []
    for imported in sorted(imports(name, source)):
        for layer, forbidden in FORBIDDEN.items():
            if within(name, layer) and any(within(imported, one) for one in forbidden):
                faults.append(f"{name} imports {imported}")
        if is_door(name):
            for app, inner in INNER.items():
                if any(within(imported, f"{app}.{one}") for one in inner):
                    faults.append(f"{name} reaches past the services to {imported}")
    return faults


@pytest.mark.parametrize("name", MODULES)
def test_imports_go_one_way(name: str) -> None:
    assert crossings(name, MODULES[name].read_text()) == []


@pytest.mark.parametrize("name", [name for name in MODULES if name.endswith(".models")])
def test_models_import_nothing_that_acts(name: str) -> None:
    ours = {found for found in imports(name, MODULES[name].read_text()) if found.split(".")[0] in PACKAGES}
    assert {found for found in ours if not any(within(found, one) for one in MODELS_MAY_IMPORT)} <= set(
        PACKAGES
    )


@pytest.mark.parametrize(
    "name", [name for name in MODULES if is_door(name) and name.split(".")[0] != "memoryhub"]
)
def test_doors_write_nothing_themselves(name: str) -> None:
    calls = [node for node in ast.walk(ast.parse(MODULES[name].read_text())) if isinstance(node, ast.Call)]
    writes = [
        f"{name}:{call.lineno} calls objects.{call.func.attr}"
        for call in calls
        if isinstance(call.func, ast.Attribute)
        and call.func.attr in WRITES | {"update", "delete"}
        and "objects" in ast.unparse(call.func.value)
    ]
    assert writes == []


def is_list(name: str) -> bool:
    return name in LISTS or ".migrations." in name or name.endswith("_table")


@pytest.mark.parametrize("name", [name for name in MODULES if not is_list(name)])
def test_no_module_grows_past_its_size(name: str) -> None:
    assert not name.endswith(".utils"), "a name says what a module is for"
    assert len(MODULES[name].read_text().splitlines()) <= LARGEST_MODULE


def test_the_walk_would_see_a_crossing() -> None:
    for line in ("import chat.models", "from chat import models", "def f():\n    from chat.turn import run"):
        assert crossings("memories.capture.runs", line), line
    assert crossings("memories.recall.index", "from ...chat import models"), "relative imports are followed"
    assert crossings("chat.turn", "from memoryhub.evaluation import replay")
    assert crossings("memories.views", "from memories.erasure import erase")
    assert crossings("memoryhub.ai.llm", "from memories import services")
    assert not crossings("chat.turn", "from memories import services, recall")
