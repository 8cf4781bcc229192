"""Copies the browser libraries that package-lock.json pins into static/vendor/, with their licences."""

import json
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

#: Package → (file of its distribution, name under static/vendor/).
FILES = {
    "htmx.org": ("dist/htmx.min.js", "htmx.js"),
    "markdown-it": ("dist/browser/markdown-it.esm.min.mjs", "markdown-it.js"),
    "dompurify": ("dist/purify.es.mjs", "dompurify.js"),
    # Plain scripts that share the global d3, loaded in this order.
    "d3-dispatch": ("dist/d3-dispatch.min.js", "d3-dispatch.js"),
    "d3-quadtree": ("dist/d3-quadtree.min.js", "d3-quadtree.js"),
    "d3-timer": ("dist/d3-timer.min.js", "d3-timer.js"),
    "d3-force": ("dist/d3-force.min.js", "d3-force.js"),
}
#: Packages that a distribution above contains: their licences travel with it.
BUNDLED = ("entities", "linkify-it", "mdurl", "punycode.js", "uc.micro")
# The maps are not copied, and a hashed static storage fails on a reference to a file that is not there.
SOURCE_MAP = re.compile(r"^//# sourceMappingURL=.*$\n?", re.MULTILINE)


class Command(BaseCommand):
    help = "Install the pinned browser libraries with npm and copy them to static/vendor/."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        npm = shutil.which("npm")
        if npm is None:
            raise CommandError("npm is not installed; static/vendor/ is left as it is.")
        target = settings.BASE_DIR / "static" / "vendor"
        target.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory() as folder:
            for name in ("package.json", "package-lock.json"):
                shutil.copy(settings.BASE_DIR / name, folder)
            done = subprocess.run(
                [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=folder, check=False
            )
            if done.returncode:
                raise CommandError("npm could not install the packages of package-lock.json.")
            self.copy(Path(folder) / "node_modules", target)

    def copy(self, packages: Path, target: Path) -> None:
        """Write the distributions without their source maps, one file of licences and one of versions."""
        versions: dict[str, str] = {}
        licences: list[str] = []
        for package in (*FILES, *BUNDLED):
            described = json.loads((packages / package / "package.json").read_text())
            versions[package] = described["version"]
            texts = sorted(
                path for path in (packages / package).iterdir() if path.name.upper().startswith("LICENSE")
            )
            if not texts:
                raise CommandError(f"{package} brings no licence.")
            heading = f"{package} {described['version']} ({described.get('license', 'see below')})"
            licences += [
                heading,
                "=" * len(heading),
                "",
                *(path.read_text().strip() + "\n" for path in texts),
                "",
            ]
        for package, (source, name) in FILES.items():
            text = (packages / package / source).read_text()
            (target / name).write_text(SOURCE_MAP.sub("", text).rstrip() + "\n")
            self.stdout.write(f"{package} {versions[package]} → static/vendor/{name}")
        (target / "LICENSES.txt").write_text("\n".join(licences).rstrip() + "\n")
        (target / "versions.json").write_text(json.dumps(versions, indent=2) + "\n")
