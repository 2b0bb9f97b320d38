"""Seal: what the index's file was when it was last closed well, kept beside it. Opens no database.

SQLite notices damage only where it happens to step on it. A file that is bit by bit what was closed is sound; one that
is not, without anybody having written to it as a database, is damaged; and where the seal is missing, as after a crash,
nobody knows (soundness.py finds out).
"""

import json
import os
import zlib
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

TAIL = "-seal"
"""What the seal's name has behind the file's."""

PIECE = 1 << 20
"""Bytes read at a time."""

HEAD = 100
"""Bytes of SQLite's own head, looked at before anything else."""

Finding = Literal["whole", "broken", "unsealed"]


@dataclass(frozen=True, slots=True)
class Seal:
    """A file's size and sums. A sum of 32 bits is enough against accidents, and read at 4 GB a second."""

    size: int
    head: int
    whole: int


def seal_of(descriptor: int) -> Seal:
    """Read the open file and return its seal."""
    size, head, whole, at = os.fstat(descriptor).st_size, 0, 0, 0
    os.lseek(descriptor, 0, os.SEEK_SET)
    while piece := os.read(descriptor, PIECE):
        if not at:
            head = zlib.crc32(piece[:HEAD])
        whole = zlib.crc32(piece, whole)
        at += len(piece)
    return Seal(size, head, whole)


def read_seal(file: Path) -> Seal | None:
    """The seal beside *file*; None where there is none that can be read."""
    try:
        kept = json.loads(_place(file).read_bytes())
        return Seal(int(kept["size"]), int(kept["head"]), int(kept["whole"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def put_seal(file: Path) -> None:
    """Seal *file* as it is. Only who closed the last connection to it may say so."""
    place = _place(file)
    with suppress(OSError):  # Without a seal the next start has more to do, and that is all.
        descriptor = os.open(file, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        try:
            seal = seal_of(descriptor)
        finally:
            os.close(descriptor)
        new = place.with_name(place.name + ".new")
        new.write_text(json.dumps(asdict(seal)), encoding="utf-8")
        new.replace(place)


def break_seal(file: Path) -> None:
    """Know that the file is going to change. Raises `OSError` where the seal cannot be removed."""
    place = _place(file)
    try:
        place.unlink()
    except FileNotFoundError:
        return
    except (IsADirectoryError, PermissionError):
        if not place.is_dir():
            raise


def glance(file: Path) -> Finding:
    """Hold the file beside its seal as far as that costs nothing: its head and its size."""
    seal = read_seal(file)
    if seal is None or has_log(file):
        return "unsealed"
    try:
        with file.open("rb") as opened:
            head = zlib.crc32(opened.read(HEAD))
            size = os.fstat(opened.fileno()).st_size
    except OSError:
        return "unsealed"
    # Another program of ours may have broken the seal between the two looks: then it is at work, and this says nothing.
    if (size, head) != (seal.size, seal.head) and read_seal(file) == seal:
        return "broken"
    return "whole"


def has_log(file: Path) -> bool:
    """Whether something lies beside the file that SQLite would take into it."""
    for tail in ("-wal", "-journal"):
        with suppress(OSError):
            if file.with_name(file.name + tail).stat().st_size:
                return True
    return False


def _place(file: Path) -> Path:
    return file.with_name(file.name + TAIL)
