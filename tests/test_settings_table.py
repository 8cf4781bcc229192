"""The settings and the README's table name the same environment variables."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
READERS = {"env_str", "env_bool", "env_int", "env_float", "env_choice", "env_list", "env_url", "env_path"}


def variables_read(path: Path) -> set[str]:
    """The names that a module hands to the readers of `memoryhub.env`, or asks the environment for itself."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = ast.unparse(node.func)
            if called in READERS or called.removeprefix("os.") in {"environ.get", "getenv"}:
                found.add(str(node.args[0].value))
        environment = isinstance(node, ast.Subscript) and ast.unparse(node.value) == "os.environ"
        if environment and isinstance(node.slice, ast.Constant):
            found.add(str(node.slice.value))
    return found


def variables_in_the_table(readme: str) -> list[str]:
    return re.findall(r"^\| `([A-Z][A-Z0-9_]+)` \|", readme, flags=re.MULTILINE)


def test_every_variable_is_in_the_table_and_the_other_way_round() -> None:
    read = variables_read(ROOT / "memoryhub" / "settings.py") | variables_read(ROOT / "memoryhub" / "env.py")
    table = variables_in_the_table((ROOT / "README.md").read_text())
    assert len(read) > 20, "the reader of settings.py finds them"
    assert sorted(table) == sorted(read)


def test_no_module_reads_the_environment_behind_the_settings() -> None:
    allowed = {"memoryhub/env.py", "memoryhub/settings.py", "memoryhub/asgi.py", "memoryhub/celery.py"}
    found = {
        str(path.relative_to(ROOT)): names
        for package in ("memoryhub", "chat", "memories")
        for path in (ROOT / package).rglob("*.py")
        if (names := variables_read(path) - {"PATH", "DJANGO_SETTINGS_MODULE"})
        and str(path.relative_to(ROOT)) not in allowed
    }
    assert found == {}
