"""Audit file: lines that can only be added, each carrying the hash of the line before. Knows no tool; see audit.py."""

import hashlib
import json
import os
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pydantic import JsonValue

from vaultdesk.core.errors import AuditFailed

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

FIRST = "0" * 64
"""What stands for the hash of a line before the first."""

LOCK_PLACE = 0x7FFF_FFFF
"""The byte that is locked on Windows, where a lock also bars readers: far behind any text."""

TAIL = 65_536
"""Bytes read from the end to find the last line; our lines are far shorter."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line as it stands in the file."""

    number: int
    """From 1."""
    value: dict[str, JsonValue] | None
    """None where the line is torn or damaged."""
    hash: str


@dataclass(frozen=True, slots=True)
class Check:
    """What `verify` found."""

    lines: int
    torn: tuple[int, ...]
    """Numbers of lines a crash left half-written; they are kept."""
    breaks: tuple[str, ...]
    """Where the chain does not hold: a line was changed, removed or put in."""

    @property
    def whole(self) -> bool:
        """Whether nothing was changed afterwards."""
        return not self.breaks


class AuditFile:
    """An append-only file of JSON lines. Several threads and several processes may append to one file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()

    def append(self, facts: Mapping[str, JsonValue], *, durably: bool = True) -> None:
        """Add one line; *durably* waits until it and all before it are on the disk. Raises `AuditFailed`."""
        with self._lock, self._told("written"):
            new = not self.path.exists()
            self.path.parent.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o600)
            try:
                with _locked(descriptor):
                    self._append(descriptor, facts)
                if durably:
                    os.fsync(descriptor)
            finally:
                os.close(descriptor)
            if new:
                _sync_folder(self.path.parent)

    def lines(self) -> Iterator[Line]:
        """Give every line, oldest first. Raises `AuditFailed`."""
        with self._told("read"):
            if not self.path.exists():
                return
            with self.path.open("rb") as file:
                for number, raw in enumerate(file, start=1):
                    yield Line(number, _parsed(raw), _hash(raw.rstrip(b"\n")))

    def verify(self) -> Check:
        """Follow the chain from the first line to the last."""
        before, sequence, count = FIRST, 0, 0
        torn: list[int] = []
        breaks: list[str] = []
        for line in self.lines():
            count += 1
            if line.value is None:
                torn.append(line.number)
            else:
                if line.value.get("previous") != before:
                    breaks.append(f"line {line.number} does not follow the line before it")
                if line.value.get("seq") != sequence + 1:
                    breaks.append(f"line {line.number} has number {line.value.get('seq')}, not {sequence + 1}")
                found = line.value.get("seq")
                sequence = found if isinstance(found, int) else sequence + 1
            before = line.hash
        # A torn line is honest only where a crash can tear: the next line's hash covers it either way.
        return Check(count, tuple(torn), tuple(breaks))

    def _append(self, descriptor: int, facts: Mapping[str, JsonValue]) -> None:
        previous, sequence, whole = _last(descriptor)
        value: dict[str, JsonValue] = {"seq": sequence + 1, **facts, "previous": previous}
        line = json.dumps(value, ensure_ascii=True, separators=(",", ":")).encode("ascii") + b"\n"
        data = line if whole else b"\n" + line
        while data:
            data = data[os.write(descriptor, data) :]

    @contextmanager
    def _told(self, doing: str) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise AuditFailed(
                f"The record of tool calls cannot be {doing}: {error.strerror or error}.",
                hint="Free some space or check the folder's permissions; no tool runs without its record.",
                path=str(self.path),
            ) from error


def _last(descriptor: int) -> tuple[str, int, bool]:
    """Return the hash of the last line, the last number used, and whether the file ends with a whole line."""
    size = os.fstat(descriptor).st_size
    if size == 0:
        return FIRST, 0, True
    reach = TAIL
    while True:
        start = max(0, size - reach)
        os.lseek(descriptor, start, os.SEEK_SET)
        tail = _read(descriptor, size - start)
        lines = tail.removesuffix(b"\n").split(b"\n")
        if start:
            lines = lines[1:]  # It may begin in the middle.
        for raw in reversed(lines):
            value = _parsed(raw)
            number = value.get("seq") if value is not None else None
            if isinstance(number, int):
                return _hash(lines[-1]), number, tail.endswith(b"\n")
        if not start:
            return _hash(lines[-1]), 0, tail.endswith(b"\n")
        reach *= 8


def _read(descriptor: int, length: int) -> bytes:
    pieces: list[bytes] = []
    while length > 0 and (piece := os.read(descriptor, length)):
        pieces.append(piece)
        length -= len(piece)
    return b"".join(pieces)


def _parsed(raw: bytes) -> dict[str, JsonValue] | None:
    try:
        value = json.loads(raw)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _hash(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()


def _sync_folder(folder: Path) -> None:
    if sys.platform == "win32":
        return  # There a folder cannot be opened for syncing; the file's own sync covers its entry.
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def _locked(descriptor: int) -> Iterator[None]:
    if sys.platform == "win32":
        os.lseek(descriptor, LOCK_PLACE, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_LOCK, 1)
    else:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
    try:
        yield
    finally:
        if sys.platform == "win32":
            os.lseek(descriptor, LOCK_PLACE, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_UN)
