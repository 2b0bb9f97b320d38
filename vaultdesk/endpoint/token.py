"""Token: the word that lets a program in, and the one no program is told. Each in a file only its owner can read."""

import os
import re
import secrets
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from vaultdesk.core.errors import SettingsError
from vaultdesk.core.logs import register_secret
from vaultdesk.core.platform.atomic_file import replace_file_bytes

TOKEN_BYTES = 32
"""Random bytes in a token: nobody guesses 256 bits."""

_WELL_FORMED = re.compile(r"vd-[A-Za-z0-9_-]{43,100}")


def token_in(folder: Path) -> str:
    """Return the token kept in *folder*, made at the first call. It is kept out of the log. Raises `SettingsError`."""
    return _word_in(folder / "token")


def secret_in(folder: Path) -> str:
    """Return the secret kept in *folder* beside the token, which seals what callers only carry. Raises as above."""
    return _word_in(folder / "secret")


def _word_in(file: Path) -> str:
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        token = _kept(file)
        if token is None:
            token = _made(file)
        elif not token:
            token = _new()
            replace_file_bytes(file, f"{token}\n".encode("ascii"))  # damaged: no program holds what it says
    except OSError as error:
        raise SettingsError(
            f"The endpoint's {file.name} cannot be kept: {error.strerror or error}",
            hint=f"Check {file}.",
            path=str(file),
        ) from error
    register_secret(token)
    return token


def _new() -> str:
    return f"vd-{secrets.token_urlsafe(TOKEN_BYTES)}"


def _kept(file: Path) -> str | None:
    """Return the token in *file*; empty where something else is in it, None where there is no file."""
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        return None
    if os.name == "posix" and stat.S_IMODE(file.stat().st_mode) & 0o077:
        file.chmod(0o600)
    token = data[:200].decode("utf-8", "replace").strip()
    return token if _WELL_FORMED.fullmatch(token) else ""


def _made(file: Path) -> str:
    token = _new()
    descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=".token-")  # private from the start
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as out:
            out.write(f"{token}\n".encode("ascii"))
        try:
            os.link(temporary, file)
        except FileExistsError:
            return _kept(file) or token  # a second endpoint started at the same moment: both use its token
        except OSError:
            temporary.replace(file)  # a disk without links
    finally:
        with suppress(OSError):
            temporary.unlink()
    return token
