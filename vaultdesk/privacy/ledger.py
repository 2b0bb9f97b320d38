"""Ledger: what left this computer, and what was kept from it: which note, to whom, when, by whose word. No text."""

import asyncio
import os
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Self, TypeVar

from vaultdesk.chat.messages import Source
from vaultdesk.core.destination import Destination
from vaultdesk.core.errors import LedgerFailed
from vaultdesk.core.feed import Feed
from vaultdesk.core.platform.backups import back_up_database, database_for_version
from vaultdesk.privacy import ledger_rows as rows
from vaultdesk.privacy.ledger_entry import Disclosed, LedgerQuery, LedgerSummary, Piece, Sending, month_of, summary_of

__all__ = ["Disclosed", "Ledger"]

T = TypeVar("T")

TRIES = 20
"""How often the file is opened while others open it at the same moment; one is the usual number."""

WAIT_FOR_OTHERS = 10.0
"""Seconds to wait while another process writes to the same ledger; a write takes milliseconds."""

MOST_LINES = 100_000
"""Lines one question to the ledger brings: years of use. The rest stays in the file."""

EVERYTHING = LedgerQuery()


class Ledger:
    """The ledger of one vault: `async with Ledger(file) as ledger`. Its thread ends with the block.

    Each request sends the whole conversation again. A piece of a note is written down the first time it goes to a
    host in a conversation, and again only where more, less or another part of it goes: the ledger tells what the other
    side has been given, not how often. What was kept back is written down once in the same way.
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
        """Write down that *sources* go to *destination*, in answer to no question that is known. See `write`."""
        sending = Sending(destination, model, conversation_id)
        return await self.write(sending, [Piece(source, decision=source.allowed) for source in sources])

    async def write(self, sending: Sending, pieces: Sequence[Piece]) -> tuple[Disclosed, ...]:
        """Write down those of *pieces* that are new to the other side, on the disk when this returns.

        Raises `LedgerFailed`: then nothing may be sent.
        """
        added = await self._off_loop(lambda: self._write(sending, pieces)) if pieces else ()
        for disclosed in added:
            self.feed.publish(disclosed)
        return added

    async def for_conversation(self, conversation_id: str) -> tuple[Disclosed, ...]:
        """Return what left in a conversation, oldest first."""
        query = LedgerQuery(conversation_id=conversation_id, kinds=("sent",))
        return tuple(reversed(await self.find(query, MOST_LINES)))

    async def recent(self, limit: int = 100, note: str = "") -> tuple[Disclosed, ...]:
        """Return the last *limit* pieces that left, newest first; of one note where *note* is its path."""
        return await self.find(LedgerQuery(note=note, kinds=("sent",)), limit)

    async def find(self, query: LedgerQuery = EVERYTHING, limit: int = MOST_LINES) -> tuple[Disclosed, ...]:
        """Return the last *limit* lines that fit *query*, newest first. Raises `LedgerFailed`."""
        return await self._off_loop(lambda: self._read(query, limit))

    async def month(self, day: datetime) -> LedgerSummary:
        """Return the month of *day* in numbers. Raises `LedgerFailed`."""
        since, until = month_of(day)
        return summary_of(await self.find(LedgerQuery(since=since, until=until)))

    async def providers(self) -> tuple[tuple[str, str], ...]:
        """Return to whom anything went, as (name, host), for choosing from. Raises `LedgerFailed`."""
        return await self._off_loop(self._providers)

    def _write(self, sending: Sending, pieces: Sequence[Piece]) -> tuple[Disclosed, ...]:
        database = self._open()
        now = datetime.now(UTC)
        added: list[Disclosed] = []
        database.execute("BEGIN IMMEDIATE")
        try:
            for piece in dict.fromkeys(pieces):
                known = database.execute(rows.KNOWN, rows.key_of(sending, piece)).fetchone()
                if known and sending.conversation_id:
                    continue
                done = database.execute(rows.INSERT, rows.row_of(now, sending, piece))
                added.append(rows.entry_of(done.lastrowid or 0, now, sending, piece))
            database.execute("COMMIT")
        except BaseException:
            database.execute("ROLLBACK")
            raise
        return tuple(added)

    def _read(self, query: LedgerQuery, limit: int) -> tuple[Disclosed, ...]:
        if self._database is None and not self.path.exists():
            return ()
        conditions, values = rows.clauses(query)
        where = f"WHERE {conditions}" if conditions else ""
        select = f"SELECT {rows.COLUMNS} FROM disclosed {where} ORDER BY id DESC LIMIT ?"  # noqa: S608 - the words are ours, the values are bound
        with closing(self._open().execute(select, (*values, limit))) as found:
            return tuple(rows.read_row(row) for row in found)

    def _providers(self) -> tuple[tuple[str, str], ...]:
        if self._database is None and not self.path.exists():
            return ()
        with closing(self._open().execute("SELECT DISTINCT provider, host FROM disclosed ORDER BY 1, 2")) as found:
            return tuple((provider, host) for provider, host in found)

    def _open(self) -> sqlite3.Connection:
        if self._database is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if not self.path.exists():
                os.close(os.open(self.path, os.O_CREAT | os.O_WRONLY, 0o600))
            file = database_for_version(self.path, rows.VERSION)
            database = sqlite3.connect(file, timeout=WAIT_FOR_OTHERS, isolation_level=None)
            try:
                # A disclosure must be on the disk before the bytes are on the wire.
                _write_ahead(database)
                database.execute("PRAGMA synchronous = FULL")
                _grow(database, file)
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


def _write_ahead(database: sqlite3.Connection) -> None:
    """Have writers and readers not wait for one another. The change itself waits for nobody: after another's turn."""
    for last in (False,) * TRIES + (True,):
        try:
            database.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError:
            if last:
                raise
            # Beginning does wait: when it has its turn, the other one has opened the file.
            database.execute("BEGIN IMMEDIATE")
            database.execute("ROLLBACK")
        else:
            return


def _grow(database: sqlite3.Connection, file: Path) -> None:
    """Bring the table in *file* to its present shape; what an earlier version wrote stays, as a copy too.

    All or nothing.
    """
    if database.execute("PRAGMA user_version").fetchone()[0] >= rows.VERSION:
        return
    database.execute("BEGIN IMMEDIATE")
    try:
        if database.execute("PRAGMA user_version").fetchone()[0] < rows.VERSION:
            if database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                back_up_database(file, 1)
            for statement in (*rows.FIRST_SHAPE.split(";")[:-1], *rows.SECOND_SHAPE):
                database.execute(statement)
            database.execute(f"PRAGMA user_version = {rows.VERSION}")
        database.execute("COMMIT")
    except BaseException:
        database.execute("ROLLBACK")
        raise
