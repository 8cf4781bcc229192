"""The design's tokens: readable in both themes, and one stylesheet that asks no other host for anything."""

import json
import re
from pathlib import Path

import pytest
from django.core.management import CommandError

from memoryhub.management.commands import vendor

STATIC = Path(__file__).resolve().parent.parent / "static"
CSS = (STATIC / "css" / "app.css").read_text()
TOKEN = re.compile(r"--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);")
TOKENS = {name: (light, dark) for name, light, dark in TOKEN.findall(CSS)}

TYPES = ["preference", "fact", "event", "relationship", "instruction", "decision", "task"]
ON_PAGES = ["text", "muted", "faint", "accent-text", "warn", "danger", *TYPES]
PAIRS = [
    *((ink, paper) for ink in ON_PAGES for paper in ("bg", "surface", "sunken")),
    ("text", "hover"),
    ("text", "accent-soft"),
    ("muted", "accent-soft"),
    ("accent-text", "accent-soft"),
    ("warn", "warn-soft"),
    ("danger", "danger-soft"),
    ("on-accent", "accent"),
    ("on-accent", "accent-strong"),
    ("on-danger", "danger"),
]


def luminance(colour: str) -> float:
    """Relative luminance by WCAG 2.2."""
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    bright, dim = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("ink", "paper"), PAIRS)
def test_text_is_readable(ink: str, paper: str, theme: int) -> None:
    assert contrast(TOKENS[ink][theme], TOKENS[paper][theme]) >= 4.5


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("edge", "paper"), [("line-strong", "surface"), ("accent", "bg"), ("accent", "surface")]
)
def test_the_edge_of_a_control_and_the_focus_ring_are_seen(edge: str, paper: str, theme: int) -> None:
    assert contrast(TOKENS[edge][theme], TOKENS[paper][theme]) >= 3


def test_each_type_of_memory_has_a_colour_of_its_own() -> None:
    for theme in (0, 1):
        assert len({TOKENS[name][theme] for name in TYPES}) == len(TYPES)
    for name in TYPES:
        assert f".tag.{name} {{ color: var(--{name}); }}" in CSS


def test_the_stylesheet_loads_nothing() -> None:
    assert "url(" not in CSS
    assert "@import" not in CSS


def test_vendored_libraries_name_no_source_map_and_bring_their_licences() -> None:
    licences = (STATIC / "vendor" / "LICENSES.txt").read_text()
    for package, (_source, file) in vendor.FILES.items():
        assert "sourceMappingURL" not in (STATIC / "vendor" / file).read_text()
        assert f"\n{package} " in f"\n{licences}"


def _packages(folder: Path, *, without_licence: str = "") -> Path:
    """A node_modules with a made-up distribution for every package that is copied."""
    for name in (*vendor.FILES, *vendor.BUNDLED):
        package = folder / name
        package.mkdir(parents=True)
        (package / "package.json").write_text(json.dumps({"version": "1.2.3", "license": "MIT"}))
        if name != without_licence:
            (package / "LICENSE").write_text(f"Licence of {name}")
    for name, (source, _target) in vendor.FILES.items():
        file = folder / name / source
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"export default '{name}'\n//# sourceMappingURL=x.js.map\n")
    return folder


def test_vendoring_copies_files_without_maps_and_every_licence(tmp_path: Path) -> None:
    target = tmp_path / "vendor"
    target.mkdir()
    vendor.Command().copy(_packages(tmp_path / "node_modules"), target)
    assert (target / "htmx.js").read_text() == "export default 'htmx.org'\n"
    assert json.loads((target / "versions.json").read_text())["dompurify"] == "1.2.3"
    licences = (target / "LICENSES.txt").read_text()
    for name in (*vendor.FILES, *vendor.BUNDLED):
        assert f"Licence of {name}\n" in licences


def test_vendoring_stops_at_a_package_without_a_licence(tmp_path: Path) -> None:
    packages = _packages(tmp_path / "node_modules", without_licence="mdurl")
    with pytest.raises(CommandError, match="mdurl brings no licence"):
        vendor.Command().copy(packages, tmp_path)


def test_what_is_vendored_is_what_is_pinned() -> None:
    root = STATIC.parent
    pinned = json.loads((root / "package-lock.json").read_text())["packages"]
    vendored = json.loads((STATIC / "vendor" / "versions.json").read_text())
    assert vendored == {name: pinned[f"node_modules/{name}"]["version"] for name in vendored}
    assert set(vendored) == {*vendor.FILES, *vendor.BUNDLED}
