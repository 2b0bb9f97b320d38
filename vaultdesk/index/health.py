"""Health: how the index's file is, looked at from beside it: for the examination of a computer. Changes nothing.

The program may have the file open meanwhile, in this process or in another.
"""

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from vaultdesk.index import database, schema, seal

Condition = Literal["none", "sound", "damaged", "other", "held"]
"""`none`: there is no file. `other`: of another version or program, so that it is made anew. `held`: it cannot be read
for now."""

STEPS = 20_000
"""Instructions of SQLite between two looks at the clock: a few milliseconds."""

WAIT = 2.0
"""Seconds for another program's lock."""


@dataclass(frozen=True, slots=True)
class IndexHealth:
    """What was found."""

    condition: Condition
    why: str = ""
    """What SQLite says of damage, or of what holds the file."""
    notes: int = 0
    unread: int = 0
    """Notes that are known and were not read yet."""
    problems: int = 0
    """Notes that could not be read."""
    last: datetime | None = None
    """When a note was written into it last."""
    size: int = 0
    """Bytes."""
    sealed: bool = False
    """Whether it is what was closed well the last time, as far as a glance tells; False while it is open."""
    whole: bool = False
    """Whether the check of its trees came to its end in time."""


def health_of(
    file: Path, seconds: float, *, held: bool = False, clock: Callable[[], float] = time.monotonic
) -> IndexHealth:
    """Look at the index in *file* for at most *seconds* or so. *held*: this very process has it open."""
    if not file.is_file():
        return IndexHealth("none")
    size = file.stat().st_size
    # A raw look at a file that this process has open would take all of its locks away (soundness.py).
    glance = "unsealed" if held else seal.glance(file)
    if glance == "broken":
        return IndexHealth("damaged", "it is not the file that was closed", size=size)
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=WAIT)) as connection:
            if not schema.is_current(connection):
                return IndexHealth("other", size=size)
            whole, flaw = _checked(connection, clock() + seconds, clock)
            if flaw:
                return IndexHealth("damaged", flaw, size=size, whole=whole)
            return _counted(connection, size, sealed=glance == "whole", whole=whole)
    except UnicodeDecodeError as error:  # Python's own, over what SQLite says of a damaged layout.
        return IndexHealth("damaged", str(error), size=size)
    except sqlite3.Error as error:
        problem = database.translate(error, file)
        return IndexHealth("damaged" if database.is_damage(problem) else "held", str(error), size=size)


def _checked(connection: sqlite3.Connection, until: float, clock: Callable[[], float]) -> tuple[bool, str]:
    """Have SQLite look at the file's trees; return whether that came to its end, and the first flaw."""
    connection.set_progress_handler(lambda: int(clock() > until), STEPS)
    try:
        found = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
    except sqlite3.OperationalError as stopped:
        if getattr(stopped, "sqlite_errorcode", 0) != sqlite3.SQLITE_INTERRUPT:
            raise
        return False, ""
    finally:
        connection.set_progress_handler(None, 0)
    return True, "" if found == "ok" else found


def _counted(connection: sqlite3.Connection, size: int, *, sealed: bool, whole: bool) -> IndexHealth:
    of_notes = "SELECT count(*), sum(digest = ''), sum(problem != ''), max(indexed_at) FROM note WHERE kind = 'note'"
    notes, unread, problems, last = connection.execute(of_notes).fetchone()
    when = datetime.fromtimestamp(last, tz=UTC).astimezone() if last else None
    return IndexHealth("sound", "", notes, unread or 0, problems or 0, when, size, sealed, whole)
