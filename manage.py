#!/usr/bin/env python
"""The door to all commands; starts or joins the embedded servers for those that need them."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

# `up` keeps the servers itself.
WITHOUT_SERVERS = {
    *(
        "up",
        "help",
        "version",
        "--help",
        "-h",
        "--version",
        "check",
        "check_messages",
        "collectstatic",
        "compilemessages",
    ),
    *("diffsettings", "findstatic", "makemessages", "makemigrations", "spectacular", "startapp", "vendor"),
}


@contextmanager
def servers(command: str) -> Iterator[None]:
    """The embedded servers answer inside the block, when the command needs them and no URL names others."""
    if command in WITHOUT_SERVERS:
        yield
        return
    from django.conf import settings

    from memoryhub import embedded

    postgres, valkey = settings.EMBEDDED_POSTGRES, settings.EMBEDDED_VALKEY
    with embedded.running(settings.DATA_DIR, postgres=postgres, valkey=valkey):
        yield


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryhub.settings")
    from django.core.management import execute_from_command_line

    from memoryhub.embedded import EmbeddedError
    from memoryhub.env import SettingError

    try:
        with servers(sys.argv[1] if len(sys.argv) > 1 else "help"):
            execute_from_command_line(sys.argv)
    except (EmbeddedError, SettingError) as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
