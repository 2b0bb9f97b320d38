"""Snapshots: earlier bytes of notes, each once, by their hash, outside the vault. Knows no change; see journal.py."""

import os
import secrets
import sys
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from vaultdesk.core.errors import JournalFailed
from vaultdesk.vault.note_text import digest_of

if sys.platform == "darwin":
    import fcntl

_UNFINISHED = ".tmp"
_NOTHING = digest_of(b"")
_DAY = 86_400.0


class Snapshots:
    """The folder of snapshots. For any thread; one process writes (lease.py)."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def keep(self, data: bytes) -> str:
        """Keep *data* and return its digest, on disk when this returns; what is kept already is not written twice."""
        digest = digest_of(data)
        place = self.folder / digest
        with _told("kept"):
            if place.exists() and place.stat().st_size == len(data):
                return digest
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            temporary = self.folder / f"{secrets.token_hex(8)}{_UNFINISHED}"
            try:
                _write(temporary, data)
                temporary.replace(place)
            except BaseException:
                with suppress(OSError):  # The first error is the one to tell; `tidy` finds the rest.
                    temporary.unlink()
                raise
            self.sync()
        return digest

    def read(self, digest: str) -> bytes:
        """Return what was kept under *digest*. Raises `JournalFailed` where it is gone or damaged."""
        if digest == _NOTHING:
            return b""
        with _told("read"):
            data = (self.folder / digest).read_bytes()
        if digest_of(data) != digest:
            raise JournalFailed(
                "An earlier version of the note is damaged.",
                hint="The note itself is untouched. Check the disk.",
                digest=digest,
            )
        return data

    def has(self, digest: str) -> bool:
        """Whether something is kept under *digest*."""
        return digest == _NOTHING or (bool(digest) and (self.folder / digest).exists())

    def forget(self, digest: str) -> None:
        """Let go of what is kept under *digest*."""
        with _told("removed"):
            (self.folder / digest).unlink(missing_ok=True)

    def tidy(self, wanted: Collection[str], older_than_days: float) -> int:
        """Remove unfinished files, and those nothing refers to that are older; return how many. One process only."""
        removed = 0
        before = time.time() - older_than_days * _DAY
        with _told("removed"):
            if not self.folder.is_dir():
                return 0
            for file in self.folder.iterdir():
                stray = file.name not in wanted and file.stat().st_mtime < before
                if stray or file.name.endswith(_UNFINISHED):
                    file.unlink(missing_ok=True)
                    removed += 1
        return removed

    def sync(self) -> None:
        """Wait until the disk holds the names."""
        if os.name != "posix" or not self.folder.is_dir():
            return
        descriptor = os.open(self.folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _write(file: Path, data: bytes) -> None:
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    try:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(descriptor, rest) :]
        if sys.platform == "darwin":
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)  # fsync alone leaves the bytes in the drive's cache there.
        else:
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def _told(doing: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise JournalFailed(
            f"An earlier version of the note cannot be {doing}: {error.strerror or error}.",
            hint="The note itself is untouched. Check the disk where VaultDesk keeps its data.",
            reason=str(error),
        ) from error
