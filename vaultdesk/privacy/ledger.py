"""Disclosure ledger of a vault: which notes left the computer, to whom, when and by whose decision, in SQLite."""

import asyncio
import os
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple, Self, TypeVar

from vaultdesk.chat.messages import Source
from vaultdesk.core.destination import Destination
from vaultdesk.core.errors import LedgerFailed
from vaultdesk.core.feed import Feed
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.platform.backups import back_up_database, database_for_version
from vaultdesk.privacy.ledger_entry import (
    LedgerEntry,
    LedgerPiece,
    LedgerQuery,
    LedgerSummary,
    SendContext,
    month_of,
    stored_time,
    summary_of,
)

__all__ = ["Ledger", "LedgerEntry"]


VERSION = 2
"""Raised with every change below. Version 1 had the first nine columns only, and no number in its file."""

FIRST_SCHEMA = """
CREATE TABLE IF NOT EXISTS disclosed (
    id INTEGER PRIMARY KEY AUTOINCREMENT, time TEXT NOT NULL, conversation TEXT NOT NULL, provider TEXT NOT NULL,
    host TEXT NOT NULL, model TEXT NOT NULL, path TEXT NOT NULL, heading TEXT NOT NULL, characters INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS disclosed_conversation ON disclosed (conversation, host);
CREATE INDEX IF NOT EXISTS disclosed_path ON disclosed (path);
"""

SECOND_SCHEMA = (
    "ALTER TABLE disclosed ADD COLUMN first_line INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE disclosed ADD COLUMN last_line INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE disclosed ADD COLUMN whole INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE disclosed ADD COLUMN tokens INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE disclosed ADD COLUMN question TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE disclosed ADD COLUMN decision TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE disclosed ADD COLUMN kind TEXT NOT NULL DEFAULT 'sent'",
    "ALTER TABLE disclosed ADD COLUMN why TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE disclosed ADD COLUMN found TEXT NOT NULL DEFAULT ''",  # path and question, casefolded, for searches
    "UPDATE disclosed SET tokens = (characters + 3) / 4, found = lower(path)",
    "CREATE INDEX disclosed_time ON disclosed (time)",
)
"""What makes the second shape of the first; lines written before keep what they said."""

COLUMNS = (
    "id, time, conversation, provider, host, model, path, heading, characters, first_line, last_line, whole, tokens,"
    " question, decision, kind, why"
)

FIND_KNOWN_SQL = (
    "SELECT 1 FROM disclosed WHERE conversation = ? AND host = ? AND kind = ? AND path = ? AND heading = ?"
    " AND characters = ? AND first_line = ? AND last_line = ? LIMIT 1"
)

INSERT_SQL = (
    f"INSERT INTO disclosed ({COLUMNS.removeprefix('id, ')}, found)"  # noqa: S608 - the columns are ours
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


def known_key(context: SendContext, piece: LedgerPiece) -> tuple[object, ...]:
    """Return the values of `FIND_KNOWN_SQL` for *piece*."""
    source = piece.source
    place = (source.path, source.heading, source.characters, source.first_line, source.last_line)
    return (context.conversation_id, context.destination.host, piece.kind, *place)


def piece_as_row(time: datetime, context: SendContext, piece: LedgerPiece) -> tuple[object, ...]:
    """Return the values of `INSERT_SQL` for *piece*."""
    source = piece.source
    return (
        stored_time(time), context.conversation_id, context.destination.name, context.destination.host, context.model,
        source.path, source.heading, source.characters, source.first_line, source.last_line, int(piece.is_whole_note),
        piece.tokens, context.question, piece.decision, piece.kind, piece.why,
        f"{source.path}\n{context.question}".casefold(),
    )  # fmt: skip


def piece_as_entry(number: int, time: datetime, context: SendContext, piece: LedgerPiece) -> LedgerEntry:
    """Return the line that was written for *piece*."""
    source, to = piece.source, context.destination
    return LedgerEntry(
        number, time, context.conversation_id, to.name, to.host, context.model, source.path, source.heading,
        source.characters, source.first_line, source.last_line, piece.is_whole_note, piece.tokens, context.question,
        piece.decision, piece.kind, piece.why,
    )  # fmt: skip


def where_clause(query: LedgerQuery) -> tuple[str, list[object]]:
    """Return *query* as the conditions of a `WHERE`, and their values; an empty text where everything is wanted."""
    texts: list[str] = []
    values: list[object] = []

    def add(text: str, *given: object) -> None:
        texts.append(text)
        values.extend(given)

    if query.text.strip():
        add("instr(found, ?) > 0", query.text.strip().casefold())
    for column, value in (
        ("path", query.note), ("host", query.host), ("provider", query.provider),
        ("conversation", query.conversation_id),
    ):  # fmt: skip
        if value:
            add(f"{column} = ?", value)
    for column, wanted in (("decision", query.decisions), ("kind", query.kinds)):
        if wanted:
            add(f"{column} IN ({_placeholders(wanted)})", *wanted)
    if query.since is not None:
        add("time >= ?", stored_time(query.since))
    if query.until is not None:
        add("time < ?", stored_time(query.until))
    return " AND ".join(texts), values


def _placeholders(values: Sequence[str]) -> str:
    return ", ".join("?" for _ in values)


def row_as_entry(row: tuple[object, ...]) -> LedgerEntry:
    """Return one row of `COLUMNS` as the line it is."""
    values = list(row)
    values[1] = datetime.fromisoformat(str(values[1]))
    values[11] = bool(values[11])
    return LedgerEntry(*values)  # type: ignore[arg-type]  # the columns stand in the order of its fields


T = TypeVar("T")

MAX_OPEN_ATTEMPTS = 20
"""How often the file is opened while others open it at the same moment; one is the usual number."""

WAIT_FOR_OTHERS = 10.0
"""Seconds to wait while another process writes to the same ledger; a write takes milliseconds."""

MAX_ENTRIES = 100_000
"""Lines one question to the ledger brings: years of use. The rest stays in the file."""

ALL_ENTRIES = LedgerQuery()


class LedgerProvider(NamedTuple):
    """A receiver of disclosed text."""

    name: str
    host: str


class Ledger:
    """The ledger of one vault: `async with Ledger(file) as ledger`. Its thread ends with the block.

    Each request sends the whole conversation again. A piece of a note is written down the first time it goes to a
    host in a conversation, and again only where more, less or another part of it goes: the ledger tells what the other
    side has been given, not how often. What was kept back is written down once in the same way.
    """

    def __init__(self, file: Path) -> None:
        self.path = file
        self.feed: Feed[LedgerEntry] = Feed()
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
    ) -> tuple[LedgerEntry, ...]:
        """Write down that *sources* go to *destination*, in answer to no question that is known. See `write`."""
        context = SendContext(destination, model, conversation_id)
        return await self.write(context, [LedgerPiece(source, decision=source.allowed) for source in sources])

    async def write(self, context: SendContext, pieces: Sequence[LedgerPiece]) -> tuple[LedgerEntry, ...]:
        """Write down those of *pieces* that are new to the other side, on the disk when this returns.

        Raises `LedgerFailed`: then nothing may be sent.
        """
        added = await self._off_loop(lambda: self._write(context, pieces)) if pieces else ()
        for disclosed in added:
            self.feed.publish(disclosed)
        return added

    async def for_conversation(self, conversation_id: str) -> tuple[LedgerEntry, ...]:
        """Return what left in a conversation, oldest first."""
        query = LedgerQuery(conversation_id=conversation_id, kinds=("sent",))
        return tuple(reversed(await self.find(query, MAX_ENTRIES)))

    async def recent(self, limit: int = 100, note: str = "") -> tuple[LedgerEntry, ...]:
        """Return the last *limit* pieces that left, newest first; of one note where *note* is its path."""
        return await self.find(LedgerQuery(note=note, kinds=("sent",)), limit)

    async def find(self, query: LedgerQuery = ALL_ENTRIES, limit: int = MAX_ENTRIES) -> tuple[LedgerEntry, ...]:
        """Return the last *limit* lines that fit *query*, newest first. Raises `LedgerFailed`."""
        return await self._off_loop(lambda: self._read(query, limit))

    async def month(self, day: datetime) -> LedgerSummary:
        """Return the month of *day* in numbers. Raises `LedgerFailed`."""
        since, until = month_of(day)
        return summary_of(await self.find(LedgerQuery(since=since, until=until)))

    async def providers(self) -> tuple[LedgerProvider, ...]:
        """Return to whom anything went, for choosing from. Raises `LedgerFailed`."""
        return await self._off_loop(self._providers)

    def _write(self, context: SendContext, pieces: Sequence[LedgerPiece]) -> tuple[LedgerEntry, ...]:
        database = self._open()
        now = datetime.now(UTC)
        added: list[LedgerEntry] = []
        database.execute("BEGIN IMMEDIATE")
        try:
            for piece in dict.fromkeys(pieces):
                known = database.execute(FIND_KNOWN_SQL, known_key(context, piece)).fetchone()
                if known and context.conversation_id:
                    continue
                done = database.execute(INSERT_SQL, piece_as_row(now, context, piece))
                added.append(piece_as_entry(done.lastrowid or 0, now, context, piece))
            database.execute("COMMIT")
        except BaseException:
            database.execute("ROLLBACK")
            raise
        return tuple(added)

    def _read(self, query: LedgerQuery, limit: int) -> tuple[LedgerEntry, ...]:
        if self._database is None and not self.path.exists():
            return ()
        conditions, values = where_clause(query)
        where = f"WHERE {conditions}" if conditions else ""
        select = f"SELECT {COLUMNS} FROM disclosed {where} ORDER BY id DESC LIMIT ?"  # noqa: S608 - the words are ours, the values are bound
        with closing(self._open().execute(select, (*values, limit))) as found:
            return tuple(row_as_entry(row) for row in found)

    def _providers(self) -> tuple[LedgerProvider, ...]:
        if self._database is None and not self.path.exists():
            return ()
        with closing(self._open().execute("SELECT DISTINCT provider, host FROM disclosed ORDER BY 1, 2")) as found:
            return tuple(LedgerProvider(provider, host) for provider, host in found)

    def _open(self) -> sqlite3.Connection:
        if self._database is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if not self.path.exists():
                os.close(os.open(self.path, os.O_CREAT | os.O_WRONLY, 0o600))
            file = database_for_version(self.path, VERSION)
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
                Phrase("What leaves this computer cannot be written down: {0}.", error),
                hint=Phrase("Nothing was sent. Free some space or check the folder's permissions."),
                path=str(self.path),
            ) from error


def _write_ahead(database: sqlite3.Connection) -> None:
    """Have writers and readers not wait for one another. The change itself waits for nobody: after another's turn."""
    for last in (False,) * MAX_OPEN_ATTEMPTS + (True,):
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
    if database.execute("PRAGMA user_version").fetchone()[0] >= VERSION:
        return
    database.execute("BEGIN IMMEDIATE")
    try:
        if database.execute("PRAGMA user_version").fetchone()[0] < VERSION:
            if database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                back_up_database(file, 1)
            for statement in (*FIRST_SCHEMA.split(";")[:-1], *SECOND_SCHEMA):
                database.execute(statement)
            database.execute(f"PRAGMA user_version = {VERSION}")
        database.execute("COMMIT")
    except BaseException:
        database.execute("ROLLBACK")
        raise
