"""Ledger: what left this computer: which note, how much of it, to whom, when, in which conversation. Never the text."""

import asyncio
import os
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Self, TypeVar

from vaultdesk.chat.messages import Source
from vaultdesk.destination import Destination
from vaultdesk.errors import LedgerFailed
from vaultdesk.feed import Feed

T = TypeVar("T")

WAIT_FOR_OTHERS = 10.0
"""Seconds to wait while another process writes to the same ledger; a write takes milliseconds."""

SCHEMA = """
CREATE TABLE IF NOT EXISTS disclosed (
    id INTEGER PRIMARY KEY AUTOINCREMENT, time TEXT NOT NULL, conversation TEXT NOT NULL, provider TEXT NOT NULL,
    host TEXT NOT NULL, model TEXT NOT NULL, path TEXT NOT NULL, heading TEXT NOT NULL, characters INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS disclosed_conversation ON disclosed (conversation, host);
CREATE INDEX IF NOT EXISTS disclosed_path ON disclosed (path);
"""

COLUMNS = "id, time, conversation, provider, host, model, path, heading, characters"


@dataclass(frozen=True, slots=True)
class Disclosed:
    """One piece of a note that left this computer."""

    id: int
    time: datetime
    conversation_id: str
    provider: str
    """How people call it: `Anthropic`."""
    host: str
    model: str
    path: str
    heading: str
    characters: int


class Ledger:
    """The ledger of one vault: `async with Ledger(file) as ledger`. Its thread ends with the block.

    Each request sends the whole conversation again. A piece of a note is written down the first time it goes to a
    host in a conversation, and again only where more or less of it goes: the ledger tells what the other side has
    been given, not how often.
    """

    def __init__(self, file: Path) -> None:
        self.path = file
        self.feed: Feed[Disclosed] = Feed()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="ledger")
        self._database: sqlite3.Connection | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close the file and end the thread. May be called twice."""
        with suppress(RuntimeError):  # Closed before.
            await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown(wait=False)

    async def record(
        self, destination: Destination, model: str, conversation_id: str, sources: Sequence[Source]
    ) -> tuple[Disclosed, ...]:
        """Write down what of *sources* goes to *destination* for the first time, on the disk when this returns.

        Raises `LedgerFailed`: then nothing may be sent.
        """
        added = await self._off_loop(lambda: self._record(destination, model, conversation_id, sources))
        for disclosed in added:
            self.feed.publish(disclosed)
        return added

    async def for_conversation(self, conversation_id: str) -> tuple[Disclosed, ...]:
        """Return what left in a conversation, oldest first."""
        return await self._off_loop(lambda: self._read("WHERE conversation = ? ORDER BY id", (conversation_id,)))

    async def recent(self, limit: int = 100, note: str = "") -> tuple[Disclosed, ...]:
        """Return the last *limit* entries, newest first; of one note where *note* is its path."""
        where, values = ("WHERE path = ?", (note,)) if note else ("", ())
        return await self._off_loop(lambda: self._read(f"{where} ORDER BY id DESC LIMIT ?", (*values, limit)))

    def _record(
        self, destination: Destination, model: str, conversation_id: str, sources: Sequence[Source]
    ) -> tuple[Disclosed, ...]:
        database = self._open()
        now = datetime.now(UTC)
        added: list[Disclosed] = []
        database.execute("BEGIN IMMEDIATE")
        try:
            for source in dict.fromkeys(sources):
                place = (conversation_id, destination.host, source.path, source.heading, source.characters)
                known = database.execute(
                    "SELECT 1 FROM disclosed WHERE conversation = ? AND host = ? AND path = ? AND heading = ?"
                    " AND characters = ? LIMIT 1",
                    place,
                ).fetchone()
                if known and conversation_id:
                    continue
                row = (
                    now.isoformat(), conversation_id, destination.name, destination.host, model,
                    source.path, source.heading, source.characters,
                )  # fmt: skip
                done = database.execute(
                    "INSERT INTO disclosed (time, conversation, provider, host, model, path, heading, characters)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    row,
                )
                added.append(Disclosed(done.lastrowid or 0, now, *row[1:]))
            database.execute("COMMIT")
        except BaseException:
            database.execute("ROLLBACK")
            raise
        return tuple(added)

    def _read(self, clause: str, values: tuple[object, ...]) -> tuple[Disclosed, ...]:
        if self._database is None and not self.path.exists():
            return ()
        with closing(self._open().execute(f"SELECT {COLUMNS} FROM disclosed {clause}", values)) as rows:  # noqa: S608 - the clauses are ours
            return tuple(Disclosed(row[0], datetime.fromisoformat(row[1]), *row[2:]) for row in rows)

    def _open(self) -> sqlite3.Connection:
        if self._database is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if not self.path.exists():
                os.close(os.open(self.path, os.O_CREAT | os.O_WRONLY, 0o600))
            database = sqlite3.connect(self.path, timeout=WAIT_FOR_OTHERS, isolation_level=None)
            try:
                # A disclosure must be on the disk before the bytes are on the wire.
                database.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;" + SCHEMA)
            except BaseException:
                database.close()
                raise
            self._database = database
        return self._database

    def _close(self) -> None:
        if self._database is not None:
            self._database.close()
            self._database = None

    async def _off_loop(self, work: Callable[[], T]) -> T:
        try:
            # Shielded: a line that is being written is finished even where its writer is cancelled.
            return await asyncio.shield(asyncio.get_running_loop().run_in_executor(self._thread, work))
        except (sqlite3.Error, OSError) as error:
            raise LedgerFailed(
                f"What leaves this computer cannot be written down: {error}.",
                hint="Nothing was sent. Free some space or check the folder's permissions.",
                path=str(self.path),
            ) from error
