"""`manage.py check_messages`: every text has its translation, and the compiled catalogue is that of the source."""

import gettext
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Fails when a catalogue has untranslated or doubtful texts, or its .mo is not that of its .po."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        if shutil.which("msgfmt") is None:
            sys.exit("msgfmt is missing. Install gettext (Debian, Ubuntu: apt-get install gettext).")
        faults = [fault for folder in settings.LOCALE_PATHS for fault in catalogue_faults(Path(folder))]
        if faults:
            sys.exit("\n".join(faults))


def catalogue_faults(folder: Path) -> list[str]:
    """One sentence for each thing that is wrong with the catalogues of a locale folder."""
    faults: list[str] = []
    sources = sorted(folder.glob("*/LC_MESSAGES/*.po"))
    if not sources:
        faults.append(f"There is no catalogue in {folder}: run make messages.")
    for source in sources:
        with tempfile.NamedTemporaryFile(suffix=".mo") as fresh:
            made = subprocess.run(
                ["msgfmt", "--check", "--statistics", "-o", fresh.name, str(source)],
                capture_output=True,
                text=True,
                check=False,
                env={"LC_ALL": "C", "PATH": os.environ["PATH"]},
            )
            if made.returncode != 0:
                faults.append(f"{source} does not compile: {made.stderr.strip()}")
                continue
            if "untranslated" in made.stderr or "fuzzy" in made.stderr:
                faults.append(f"{source} is not complete: {made.stderr.strip()}")
            compiled = source.with_suffix(".mo")
            if not compiled.is_file() or _texts(compiled) != _texts(Path(fresh.name)):
                faults.append(f"{compiled} is not that of its source: run make messages.")
    return faults


def _texts(compiled: Path) -> dict[Any, str]:
    with compiled.open("rb") as file:
        texts: dict[Any, str] = dict(gettext.GNUTranslations(file)._catalog)  # type: ignore[attr-defined]
    return texts
