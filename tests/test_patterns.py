"""A pattern of the rules is compiled when it is first used, and every one of them can be."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path
from weakref import ReferenceType

import pytest
from celery.signals import worker_init

from memoryhub import patterns, worker
from tests.test_layering import MODULES

ROOT = Path(__file__).resolve().parent.parent
WITH_RULES = [name for name in MODULES if name.split(".")[0] in ("chat", "memories")]

#: Says how many patterns a process has once its apps are there, and how many it compiled for that; then tries each.
STARTED = """
import importlib
import django
django.setup()
from memoryhub import patterns
made = [one for found in list(patterns._made) if (one := found()) is not None]
print(len(made), sum(one._compiled is not None for one in made))
for name in {modules!r}:
    importlib.import_module(name)
patterns.compile_all()
"""


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was compiled, in this order."""
    done: list[str] = []
    real = re.compile

    def noted(text: str, flags: int = 0) -> re.Pattern[str]:
        done.append(text)
        return real(text, flags)

    monkeypatch.setattr(patterns.re, "compile", noted)
    return done


def test_a_pattern_is_compiled_at_its_first_use_and_once(compiled: list[str]) -> None:
    pattern = patterns.compile(r"(?P<who>ann)|bo", patterns.IGNORECASE)
    assert pattern.pattern == r"(?P<who>ann)|bo"
    assert compiled == []
    found = pattern.search("with Ann")
    assert found is not None and found["who"] == "Ann"
    assert pattern.search("with Cy") is None
    assert pattern.sub("*", "Ann and Bo") == "* and *"
    assert pattern.groups == 1 and pattern.flags & patterns.IGNORECASE
    assert compiled == [r"(?P<who>ann)|bo"]


def test_all_that_are_alive_are_compiled_at_once(compiled: list[str]) -> None:
    kept = patterns.compile("kept-alive")
    patterns.compile("gone-again")
    patterns.compile_all()
    assert "kept-alive" in compiled
    assert "gone-again" not in compiled
    compiled.clear()
    assert kept.match("kept-alive")
    assert compiled == []


def test_a_worker_compiles_them_before_it_has_children(compiled: list[str]) -> None:
    kept = patterns.compile("before-the-fork")
    listening = [found() for _key, found in worker_init.receivers if isinstance(found, ReferenceType)]
    assert worker.compile_patterns in listening
    worker.compile_patterns()
    assert "before-the-fork" in compiled
    assert kept.pattern == "before-the-fork"


def test_a_wrong_pattern_says_so_at_its_first_use() -> None:
    pattern = patterns.compile("(")
    with pytest.raises(patterns.error):
        pattern.match("x")


def test_a_pattern_for_bytes() -> None:
    assert patterns.compile(rb"\d+").findall(b"1 and 22") == [b"1", b"22"]


def test_a_process_is_ready_without_the_rules_patterns_and_each_of_them_is_right() -> None:
    made = subprocess.run(
        [sys.executable, "-c", STARTED.format(modules=WITH_RULES)],
        cwd=ROOT,
        env=os.environ,
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr
    there, compiled_already = map(int, made.stdout.split())
    assert there > 1000
    assert compiled_already < 10, "the tokens of a few words, and nothing else"


def compiles_at_import(source: str) -> bool:
    tree = ast.parse(source)
    imported = (alias for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names)
    calls = (ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call))
    return any(alias.name == "re" and alias.asname is None for alias in imported) and "re.compile" in calls


def test_no_module_of_the_rules_compiles_while_it_is_imported() -> None:
    assert [name for name in WITH_RULES if compiles_at_import(MODULES[name].read_text())] == []
    assert compiles_at_import("import re\nONE = re.compile('x')")
