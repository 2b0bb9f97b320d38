"""Soundness: what is known of the index's open file: is it what we wrote, and does nobody else write to it? No rows.

The file is *proven* when it was made just now, when it is bit by bit what was sealed, or when proof.py found every row
as the notes say. Only a proven file is sealed when it is closed.
"""

import logging
import os
import sqlite3
import threading
from pathlib import Path

from vaultdesk.core.errors import IndexFailed
from vaultdesk.index import database, seal

log = logging.getLogger(__name__)


class Soundness:
    """Belongs to an `Index`, which calls it with its writer's turn in hand, but for `in_place` and `check_seal`."""

    def __init__(self, file: Path) -> None:
        self.proven = False
        self._file = file
        self._own: database.Look | None = None
        """How the file stood when we last looked or wrote."""
        self._version = -1
        """SQLite's count of what other connections committed, at that time."""
        self._seal: seal.Seal | None = None
        """What the file was when it was closed."""
        self._sealed = False
        """Whether the seal is still beside it: until the first commit."""
        self._pin: sqlite3.Connection | None = None
        """A reader that keeps everybody from writing into the file (not into its log) until it was held to its seal."""
        self._pin_turn = threading.Lock()
        self._raw = -1
        """The file for reading its bytes. Closing it would take all of this process's locks off the file (POSIX)."""

    def opened(self, writer: sqlite3.Connection, *, is_new: bool) -> None:
        """Take the file as it is now that it is open."""
        self.proven = is_new
        self._seal = None if is_new or seal.glance(self._file) != "whole" else seal.read_seal(self._file)
        if self._seal is not None:
            self._pin = database.connect(self._file, writable=False)
            self._pin.execute("BEGIN")
            self._pin.execute("SELECT count(*) FROM sqlite_master").fetchone()
            if seal.has_log(self._file):  # Somebody else has begun to write: the file is not what was sealed.
                self._seal = None
                self._unpin()
        self._sealed = self._seal is not None
        if not self._sealed:
            self._break()
        self._remember(writer)

    def in_place(self) -> None:
        """Raise `IndexFailed` where the file was removed, replaced or cut short. Any thread may ask."""
        own, now = self._own, database.look(self._file)
        if now is None or own is None or (now.device, now.number) != (own.device, own.number):
            raise database.damaged(self._file, "removed or replaced while open")
        if now.size < own.size:  # Nothing of ours ever makes it shorter.
            raise database.damaged(self._file, "cut short while open")

    def before_writing(self, writer: sqlite3.Connection) -> None:
        """See to it that the file passes for sealed no longer."""
        self.look(writer)
        if self._sealed:
            self._break()

    def after_commit(self, writer: sqlite3.Connection) -> None:
        """Know the file as the commit left it; SQLite may have poured its log into it."""
        self._remember(writer)

    def look(self, writer: sqlite3.Connection) -> None:
        """Notice what was written to the file past SQLite: from then on it is not proven."""
        own, version = self._own, self._version
        self._remember(writer)
        if self._own != own and self._version == version:
            log.info("something wrote to the index's file past SQLite")
            self.proven = False

    def check_seal(self) -> seal.Finding:
        """Read the whole file (0.1 s for 14,000 notes) and hold it beside its seal, once. Any thread may do it."""
        with self._pin_turn:
            if self._pin is None:
                return "unsealed"
            self._raw = os.open(self._file, os.O_RDONLY | getattr(os, "O_BINARY", 0))
            same = seal.seal_of(self._raw) == self._seal
            self._pin.close()
            self._pin = None
            self.proven = same
            return "whole" if same else "broken"

    def closing(self, writer: sqlite3.Connection) -> bool:
        """Whether the file is to be sealed once its connections are closed; its log is then empty."""
        if not self._sealed:
            self.check_seal()  # Where nobody has come to it yet: else what was sound passes for doubtful next time.
        self._unpin()
        self.look(writer)
        if not self.proven or self._sealed:
            return False
        return bool(writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0)

    def closed(self, *, sealing: bool) -> None:
        """Seal the file, if so: this was the last connection of all."""
        with self._pin_turn:  # Whoever still reads the file's bytes ends first.
            if self._raw >= 0:
                os.close(self._raw)
                self._raw = -1
        # With a log there, another program has the file open, and may be writing to it.
        if sealing and not self._file.with_name(self._file.name + "-wal").exists():
            seal.put_seal(self._file)

    def _break(self) -> None:
        try:
            seal.break_seal(self._file)
            self._sealed = False
        except OSError as error:
            raise IndexFailed("The search index may not be written.", hint="Check the rights of its folder.",
                              file=self._file, why=str(error), damaged=False) from error  # fmt: skip

    def _remember(self, writer: sqlite3.Connection) -> None:
        self._version = writer.execute("PRAGMA data_version").fetchone()[0]
        self._own = database.look(self._file)

    def _unpin(self) -> None:
        with self._pin_turn:
            pin, self._pin = self._pin, None
            if pin is not None:
                pin.close()
