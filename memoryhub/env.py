"""Reads the environment strictly: a value that is not understood stops the start with a sentence that names it."""

import os
from pathlib import Path

_TRUE = {"1", "true", "yes", "on"}
_FALSE = {"0", "false", "no", "off", ""}


class SettingError(Exception):
    """A setting has a value that cannot be used; the text is one sentence for the operator."""


def env_str(name: str, *, default: str = "") -> str:
    """The variable's text without surrounding blanks; an empty variable counts as unset."""
    return os.environ.get(name, "").strip() or default


def env_bool(name: str, *, default: bool) -> bool:
    """True or False; raises ``SettingError`` for a word it does not know."""
    raw = os.environ.get(name)
    if raw is None:
        return default
    word = raw.strip().lower()
    if word in _TRUE:
        return True
    if word in _FALSE:
        return False
    raise SettingError(f"{name} must be true or false, not {raw!r}.")


def env_int(name: str, *, default: int, minimum: int, maximum: int = 2**31 - 1) -> int:
    """A whole number within the bounds; raises ``SettingError`` otherwise."""
    raw = env_str(name)
    if not raw:
        return default
    try:
        number = int(raw)
    except ValueError:
        raise SettingError(f"{name} must be a whole number, not {raw!r}.") from None
    if not minimum <= number <= maximum:
        raise SettingError(f"{name} must be between {minimum} and {maximum}, not {number}.")
    return number


def env_float(name: str, *, default: float, minimum: float, maximum: float) -> float:
    """A number within the bounds; raises ``SettingError`` otherwise."""
    raw = env_str(name)
    if not raw:
        return default
    try:
        number = float(raw)
    except ValueError:
        raise SettingError(f"{name} must be a number, not {raw!r}.") from None
    if not minimum <= number <= maximum:
        raise SettingError(f"{name} must be between {minimum} and {maximum}, not {raw}.")
    return number


def env_choice(name: str, *, default: str, choices: tuple[str, ...]) -> str:
    """One of the choices; raises ``SettingError`` otherwise."""
    word = env_str(name, default=default)
    if word not in choices:
        raise SettingError(f"{name} must be one of {', '.join(choices)}, not {word!r}.")
    return word


def env_list(name: str, *, default: tuple[str, ...] = ()) -> list[str]:
    """The comma-separated words, blanks stripped."""
    raw = env_str(name)
    return [word.strip() for word in raw.split(",") if word.strip()] if raw else list(default)


def env_url(name: str, *, schemes: tuple[str, ...]) -> str:
    """A URL with one of the schemes, or an empty string when unset; raises ``SettingError`` otherwise."""
    raw = env_str(name)
    if raw and raw.split(":", 1)[0] not in schemes:
        # Never the rest of it: it may hold a password.
        starts = f", not {raw.split(':', 1)[0] + ':'!r}" if ":" in raw else ""
        raise SettingError(f"{name} must start with one of {', '.join(f'{s}:' for s in schemes)}{starts}.")
    return raw


def env_path(name: str, *, default: Path) -> Path:
    """An absolute path."""
    return Path(env_str(name, default=str(default))).expanduser().resolve()


def kept_secret(path: Path) -> str:
    """The secret kept in the file, made on first use with mode 0600; two first uses at once agree on one."""
    import secrets

    try:
        return path.read_text().strip()
    except FileNotFoundError:
        pass
    except OSError as error:
        raise SettingError(
            f"The secret key in {path} cannot be read: {error.strerror}. Set SECRET_KEY."
        ) from None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(48))
        try:
            os.link(draft, path)  # link, not rename: the first one there wins
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    except OSError as error:
        raise SettingError(
            f"No secret key can be kept in {path.parent}: {error.strerror}. "
            "Set SECRET_KEY, or DATA_DIR to a folder that can be written."
        ) from None
    return path.read_text().strip()
