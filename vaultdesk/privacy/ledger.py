"""Disclosure ledgers of a user: what left the computer, to whom, when, for what and by which decision, in SQLite,
one file for each vault."""

import asyncio
import os
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple, Self, TypeVar

from msgspec import Struct

from vaultdesk.core.errors import LedgerFailed
from vaultdesk.core.feed import Feed
from vaultdesk.core.phrases import Phrase, PhraseCodes, recognize_phrase
from vaultdesk.core.platform.backups import back_up_database, database_for_version, use_write_ahead_log
from vaultdesk.core.text_tokens import size_tokens
from vaultdesk.core.transmission import CONNECTION_PURPOSES, NO_ORIGIN, Destination, Purpose, RequestOrigin
from vaultdesk.privacy.ledger_entry import (
    NO_TEXT,
    Decision,
    LedgerEntry,
    LedgerPassage,
    LedgerQuery,
    SendContext,
    TextAmount,
    Transmission,
    TransmissionContent,
    TransmittedNote,
    stored_time,
)
from vaultdesk.privacy.rule_matcher import RULE_TEXTS
from vaultdesk.tools.runtime.policy import ALLOWANCES

__all__ = ["LEDGER_REASONS", "VERSION", "Ledger", "LedgerEntry", "RecordedTransmission"]


VERSION = 3
"""Raised with every change below. Version 1 had only the first nine columns of `disclosed`, and no version number."""

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
"""Migration from version 1 to 2; existing entries are not changed."""

THIRD_SCHEMA = (
    """CREATE TABLE transmissions (
        id INTEGER PRIMARY KEY AUTOINCREMENT, time TEXT NOT NULL, conversation TEXT NOT NULL, provider TEXT NOT NULL,
        host TEXT NOT NULL, model TEXT NOT NULL, purpose TEXT NOT NULL, question TEXT NOT NULL, kind TEXT NOT NULL,
        decision TEXT NOT NULL, program TEXT NOT NULL, note_count INTEGER NOT NULL, passages INTEGER NOT NULL,
        note_tokens INTEGER NOT NULL, note_bytes INTEGER NOT NULL, word_tokens INTEGER NOT NULL,
        word_bytes INTEGER NOT NULL, instruction_tokens INTEGER NOT NULL, instruction_bytes INTEGER NOT NULL,
        earlier_tokens INTEGER NOT NULL, earlier_bytes INTEGER NOT NULL, found TEXT NOT NULL)""",
    # The notes of each request, including those sent before in its conversation.
    """CREATE TABLE transmitted_notes (
        transmission INTEGER NOT NULL, path TEXT NOT NULL, tokens INTEGER NOT NULL, bytes INTEGER NOT NULL,
        passages INTEGER NOT NULL, PRIMARY KEY (transmission, path)) WITHOUT ROWID""",
    # The network requests of each transmission, including retries.
    """CREATE TABLE network_requests (
        id INTEGER PRIMARY KEY AUTOINCREMENT, transmission INTEGER NOT NULL, time TEXT NOT NULL,
        bytes INTEGER NOT NULL)""",
    "ALTER TABLE disclosed ADD COLUMN transmission INTEGER NOT NULL DEFAULT 0",
    """INSERT INTO transmissions (time, conversation, provider, host, model, purpose, question, kind, decision, program,
        note_count, passages, note_tokens, note_bytes, word_tokens, word_bytes, instruction_tokens, instruction_bytes,
        earlier_tokens, earlier_bytes, found)
    SELECT time, conversation, provider, host, model,
        CASE WHEN conversation LIKE 'rewrite\\_%' ESCAPE '\\' THEN 'rewrite'
             WHEN conversation = '' AND question = 'Search by meaning' THEN 'embedding' ELSE 'question' END,
        question, kind,
        CASE WHEN min(decision) = max(decision) THEN min(decision) ELSE '' END,
        '', count(DISTINCT path), count(*), sum(tokens), sum(characters),
        0, 0, 0, 0, 0, 0, max(found)
    FROM disclosed WHERE kind IN ('sent', 'stayed') GROUP BY time, conversation, host, kind ORDER BY min(id)""",
    "CREATE INDEX transmissions_time ON transmissions (time)",
    "CREATE INDEX transmissions_conversation ON transmissions (conversation)",
    """UPDATE disclosed SET transmission = coalesce((SELECT t.id FROM transmissions AS t WHERE t.time = disclosed.time
        AND t.conversation = disclosed.conversation AND t.host = disclosed.host AND t.kind = disclosed.kind), 0)
    WHERE kind IN ('sent', 'stayed')""",
    """INSERT INTO transmitted_notes SELECT transmission, path, sum(tokens), sum(characters), count(*)
    FROM disclosed WHERE transmission > 0 GROUP BY transmission, path""",
    "CREATE INDEX disclosed_transmission ON disclosed (transmission)",
    "CREATE INDEX disclosed_kept ON disclosed (time, path) WHERE kind = 'kept'",
    "CREATE INDEX network_requests_transmission ON network_requests (transmission, bytes)",
    "CREATE INDEX network_requests_time ON network_requests (time, bytes)",
)
"""Migration from version 2 to 3: entries written together become one transmission, whose other content is not known."""


def migrate_ledger(database: sqlite3.Connection, file: Path) -> None:
    """Migrate the tables in *file*, open as *database*, to the current version in one transaction, after a copy."""
    if database.execute("PRAGMA user_version").fetchone()[0] >= VERSION:
        return
    database.execute("BEGIN IMMEDIATE")
    try:
        (current,) = database.execute("PRAGMA user_version").fetchone()  # Another process may have migrated first.
        is_new = not database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if current < VERSION and not is_new:
            back_up_database(file, max(current, 1))
        if current < 1 or is_new:
            current = 1
            for statement in FIRST_SCHEMA.split(";")[:-1]:
                database.execute(statement)
        steps = {1: SECOND_SCHEMA, 2: THIRD_SCHEMA}
        for step in range(current, VERSION):
            for statement in steps[step]:
                database.execute(statement)
        database.execute(f"PRAGMA user_version = {VERSION}")
        database.execute("COMMIT")
    except BaseException:
        database.execute("ROLLBACK")
        raise


COLUMNS = (
    "id, time, conversation, provider, host, model, path, heading, characters, first_line, last_line, whole, tokens,"
    " question, decision, kind, why, transmission"
)

FIND_KNOWN_SQL = (
    "SELECT 1 FROM disclosed WHERE conversation = ? AND host = ? AND kind = ? AND path = ? AND heading = ?"
    " AND characters = ? AND first_line = ? AND last_line = ? LIMIT 1"
)

INSERT_SQL = (
    f"INSERT INTO disclosed ({COLUMNS.removeprefix('id, ')}, found)"  # noqa: S608 - constant columns
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)

TRANSMISSION_COLUMNS = (
    "id, time, conversation, provider, host, model, purpose, question, kind, decision, program, note_count, passages,"
    " note_tokens, note_bytes, word_tokens, word_bytes, instruction_tokens, instruction_bytes, earlier_tokens,"
    " earlier_bytes"
)

INSERT_TRANSMISSION_SQL = (
    f"INSERT INTO transmissions ({TRANSMISSION_COLUMNS.removeprefix('id, ')}, found)"  # noqa: S608 - constant columns
    f" VALUES ({', '.join('?' * 21)})"
)

REQUESTS_SQL = (
    "(SELECT count(*) FROM network_requests WHERE transmission = transmissions.id),"
    " (SELECT coalesce(sum(bytes), 0) FROM network_requests WHERE transmission = transmissions.id)"
)
"""Number and size of the network requests of a transmission."""


LEDGER_REASONS = PhraseCodes(
    {
        **ALLOWANCES.phrases,
        **RULE_TEXTS.phrases,
        # Such a model was chosen in the settings.
        "embedding": Phrase("a model outside this computer indexes notes for search by meaning"),
    }
)
"""Values of the column `why`."""

_ENGLISH_REASONS = (*LEDGER_REASONS.phrases.values(), Phrase("a model elsewhere reads notes for their meaning"))
"""Texts that earlier versions stored instead of codes."""


def known_key(context: SendContext, passage: LedgerPassage) -> tuple[object, ...]:
    """Return the values of `FIND_KNOWN_SQL` for *passage*."""
    source = passage.source
    location = (source.path, source.heading, source.characters, source.first_line, source.last_line)
    return (context.conversation_id, context.destination.host, passage.kind, *location)


def passage_as_row(
    time: datetime, context: SendContext, passage: LedgerPassage, transmission: int = 0
) -> tuple[object, ...]:
    """Return the values of `INSERT_SQL` for *passage*."""
    source = passage.source
    return (
        stored_time(time), context.conversation_id, context.destination.name, context.destination.host, context.model,
        source.path, source.heading, source.characters, source.first_line, source.last_line, int(passage.is_whole_note),
        passage.tokens, context.question, passage.decision, passage.kind, LEDGER_REASONS.encode(passage.why),
        transmission, f"{source.path}\n{context.question}".casefold(),
    )  # fmt: skip


def passage_as_entry(
    number: int, time: datetime, context: SendContext, passage: LedgerPassage, transmission: int = 0
) -> LedgerEntry:
    """Return the entry that was written for *passage*."""
    source, destination = passage.source, context.destination
    return LedgerEntry(
        number, time, context.conversation_id, destination.name, destination.host, context.model, source.path,
        source.heading, source.characters, source.first_line, source.last_line, passage.is_whole_note, passage.tokens,
        context.question, passage.decision, passage.kind, passage.why, transmission,
    )  # fmt: skip


class Conditions(NamedTuple):
    """The conditions of a `WHERE` and their values; an empty text if there are no conditions."""

    text: str
    values: list[object]


def where_clause(query: LedgerQuery) -> Conditions:
    """Return *query* as conditions on `disclosed`."""
    texts, values = _common_conditions(query)
    if query.note:
        texts.append("path = ?")
        values.append(query.note)
    for column, allowed in (("decision", query.decisions), ("kind", query.kinds)):
        if allowed:
            texts.append(f"{column} IN ({_placeholders(allowed)})")
            values += allowed
    if query.purposes:
        texts.append(
            f"transmission IN (SELECT id FROM transmissions WHERE purpose IN ({_placeholders(query.purposes)}))"  # noqa: S608 - bound values
        )
        values += query.purposes
    return Conditions(" AND ".join(texts), values)


def transmission_where_clause(query: LedgerQuery) -> Conditions:
    """Return *query* as conditions on `transmissions`."""
    texts, values = _common_conditions(query)
    if query.note:
        texts.append("id IN (SELECT transmission FROM transmitted_notes WHERE path = ?)")
        values.append(query.note)
    kinds = [kind for kind in query.kinds if kind != "kept"]
    if query.kinds:
        texts.append(f"kind IN ({_placeholders(kinds)})")
        values += kinds
    for column, allowed in (("decision", query.decisions), ("purpose", query.purposes)):
        if allowed:
            texts.append(f"{column} IN ({_placeholders(allowed)})")
            values += allowed
    return Conditions(" AND ".join(texts), values)


def _common_conditions(query: LedgerQuery) -> tuple[list[str], list[object]]:
    texts: list[str] = []
    values: list[object] = []
    if query.text.strip():
        texts.append("instr(found, ?) > 0")
        values.append(query.text.strip().casefold())
    for column, value in (
        ("host", query.host), ("provider", query.provider), ("conversation", query.conversation_id),
    ):  # fmt: skip
        if value:
            texts.append(f"{column} = ?")
            values.append(value)
    if query.since is not None:
        texts.append("time >= ?")
        values.append(stored_time(query.since))
    if query.until is not None:
        texts.append("time < ?")
        values.append(stored_time(query.until))
    return texts, values


def _placeholders(values: Sequence[str]) -> str:
    return ", ".join("?" for _ in values)


def row_as_entry(row: tuple[object, ...]) -> LedgerEntry:
    """Return the entry of a row of `COLUMNS`."""
    values = list(row)
    values[1] = datetime.fromisoformat(str(values[1]))
    values[11] = bool(values[11])
    reason = LEDGER_REASONS.decode(str(values[16]))
    values[16] = recognize_phrase(reason, _ENGLISH_REASONS) if reason and reason.template == "{0}" else reason
    return LedgerEntry(*values)  # type: ignore[arg-type]  # the columns are in the order of its fields


def row_as_transmission(row: Sequence[Any], notes: tuple[TransmittedNote, ...] = ()) -> Transmission:  # Any: SQL values
    """Return the transmission of a row of `TRANSMISSION_COLUMNS`, optionally followed by `REQUESTS_SQL`."""
    shares = [TextAmount(row[column], row[column + 1]) for column in (13, 15, 17, 19)]
    requests = row[21:23] or (0, 0)
    facts: list[Any] = [row[0], datetime.fromisoformat(row[1]), *row[2:13], *shares, *requests, notes]  # Any: as above
    return Transmission(*facts)


T = TypeVar("T")

WAIT_FOR_OTHERS = 10.0
"""Seconds to wait while another process writes to the same ledger; a write takes milliseconds."""

MAX_ENTRIES = 100_000
"""Maximum number of entries returned by a query: years of use. Older ones are not deleted."""

ALL_ENTRIES = LedgerQuery()


class LedgerProvider(NamedTuple):
    """A destination of disclosed text."""

    name: str
    host: str


class Ledger:
    """The ledger of one vault: `async with Ledger(file) as ledger`. Its thread ends with the block.

    Every request is a transmission, recorded before its first byte, with the amount of its content. Each request
    contains the whole conversation, so a passage of a note has a separate entry only when it first goes to a host in a
    conversation, and again if more, less or another part of it goes. These entries state what a host was given and by
    which decision. Withheld passages are recorded once in the same way.
    """

    def __init__(self, file: Path, stamp: Path | None = None) -> None:
        """*stamp* is the file whose time changes whenever any ledger of this user is written; see `LedgerFiles`."""
        self.path = file
        self.feed: Feed[LedgerEntry] = Feed()
        """Entries of notes written by this process."""
        self.transmitted: Feed[Transmission] = Feed()
        """Transmissions written by this process."""
        self.changes: Feed[None] = Feed()
        """Published after each transmission, and when other processes or the start of a day changed totals."""
        self._stamp = stamp
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="ledger")
        self._database: sqlite3.Connection | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close the file and end the thread. May be called twice."""
        with suppress(RuntimeError):  # Already closed.
            await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown(wait=False)

    async def write(self, context: SendContext, passages: Sequence[LedgerPassage]) -> tuple[LedgerEntry, ...]:
        """Record *passages* and, if any of them is sent, the transmission; return the new entries.

        Raises `LedgerFailed`: then nothing may be sent.
        """
        kind = "stayed" if context.destination.local else "sent"
        notes = [passage for passage in passages if passage.kind == kind]
        if notes:
            return (await self.transmit(context, passages, TransmissionContent(notes=_notes_of(notes)))).entries
        return await self._publish(
            await self._run_in_thread(lambda: self._write(context, passages, None)) if passages else None
        )

    async def transmit(
        self, context: SendContext, passages: Sequence[LedgerPassage], content: TransmissionContent
    ) -> "RecordedTransmission":
        """Record one request with *content*, and those of *passages* that are new to the destination.

        It is on disk when this returns. Raises `LedgerFailed`: then nothing may be sent.
        """
        result = await self._run_in_thread(lambda: self._write(context, passages, content))
        await self._publish(result)
        assert result.transmission is not None
        return RecordedTransmission(self, context.destination, result.transmission, result.entries)

    async def record_connection(
        self, destination: Destination, purpose: Purpose, size: int, origin: RequestOrigin = NO_ORIGIN
    ) -> None:
        """Record one network request that belongs to no transmission. Raises `LedgerFailed`."""
        context = SendContext(destination, "", origin.conversation_id, origin.question, purpose)
        words = NO_TEXT if purpose in CONNECTION_PURPOSES else TextAmount(size_tokens(size), size)
        transmission = await self.transmit(context, (), TransmissionContent(words=words))
        await transmission.add_request(size)

    async def add_request(self, transmission: int, size: int) -> None:
        """Record a network request of *size* bytes for *transmission*. Raises `LedgerFailed`."""
        await self._run_in_thread(lambda: self._add_request(transmission, size))

    async def find(self, query: LedgerQuery = ALL_ENTRIES, limit: int = MAX_ENTRIES) -> tuple[LedgerEntry, ...]:
        """Return the last *limit* entries that match *query*, newest first. Raises `LedgerFailed`."""
        return await self._run_in_thread(lambda: self._read(query, limit))

    async def transmissions(
        self, query: LedgerQuery = ALL_ENTRIES, limit: int = MAX_ENTRIES
    ) -> tuple[Transmission, ...]:
        """Return the last *limit* transmissions that match *query* with their notes, newest first.

        Raises `LedgerFailed`.
        """
        return await self.read(lambda database: _read_transmissions(database, query, limit), ())

    async def providers(self) -> tuple[LedgerProvider, ...]:
        """Return all destinations, for a filter. Raises `LedgerFailed`."""
        return await self.read(_read_providers, ())

    async def read(self, work: Callable[[sqlite3.Connection], T], default: T) -> T:
        """Return what *work* reads from the file, in the ledger's thread; *default* if there is no file yet.

        Raises `LedgerFailed`.
        """
        return await self._run_in_thread(lambda: default if self._is_missing() else work(self._open()))

    async def _publish(self, result: "_WriteResult | None") -> tuple[LedgerEntry, ...]:
        if result is None:
            return ()
        for disclosed in result.entries:
            self.feed.publish(disclosed)
        if result.transmission is not None:
            self.transmitted.publish(result.transmission)
            self.changes.publish(None)
        return result.entries

    def _write(
        self, context: SendContext, passages: Sequence[LedgerPassage], content: TransmissionContent | None
    ) -> "_WriteResult":
        database = self._open()
        now = datetime.now(UTC)
        added: list[LedgerEntry] = []
        transmission: Transmission | None = None
        database.execute("BEGIN IMMEDIATE")
        try:
            if content is not None:
                transmission = _insert_transmission(database, now, context, passages, content)
            for passage in dict.fromkeys(passages):
                known = database.execute(FIND_KNOWN_SQL, known_key(context, passage)).fetchone()
                if known and context.conversation_id:
                    continue
                number = transmission.id if transmission is not None and passage.kind != "kept" else 0
                cursor = database.execute(INSERT_SQL, passage_as_row(now, context, passage, number))
                added.append(passage_as_entry(cursor.lastrowid or 0, now, context, passage, number))
            database.execute("COMMIT")
        except BaseException:
            database.execute("ROLLBACK")
            raise
        self._touch_stamp()
        return _WriteResult(transmission, tuple(added))

    def _add_request(self, transmission: int, size: int) -> None:
        self._open().execute(
            "INSERT INTO network_requests (transmission, time, bytes) VALUES (?, ?, ?)",
            (transmission, stored_time(datetime.now(UTC)), size),
        )

    def _touch_stamp(self) -> None:
        if self._stamp is not None:
            # Without the stamp other windows only update later; the entry itself is on disk.
            with suppress(OSError):
                self._stamp.touch(mode=0o600)

    def _read(self, query: LedgerQuery, limit: int) -> tuple[LedgerEntry, ...]:
        if self._is_missing():
            return ()
        conditions, values = where_clause(query)
        where = f"WHERE {conditions}" if conditions else ""
        select = f"SELECT {COLUMNS} FROM disclosed {where} ORDER BY id DESC LIMIT ?"  # noqa: S608 - constant conditions, bound values
        with closing(self._open().execute(select, (*values, limit))) as rows:
            return tuple(row_as_entry(row) for row in rows)

    def _is_missing(self) -> bool:
        return self._database is None and not self.path.exists()

    def _open(self) -> sqlite3.Connection:
        if self._database is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if not self.path.exists():
                os.close(os.open(self.path, os.O_CREAT | os.O_WRONLY, 0o600))
            file = database_for_version(self.path, VERSION)
            database = sqlite3.connect(file, timeout=WAIT_FOR_OTHERS, isolation_level=None)
            try:
                # A disclosure must be on disk before it is sent.
                use_write_ahead_log(database)
                database.execute("PRAGMA synchronous = FULL")
                migrate_ledger(database, file)
            except BaseException:
                database.close()
                raise
            self._database = database
        return self._database

    def _close(self) -> None:
        if self._database is not None:
            self._database.close()
            self._database = None

    async def _run_in_thread(self, work: Callable[[], T]) -> T:
        try:
            # Shielded: a write is completed even if its caller is cancelled.
            return await asyncio.shield(asyncio.get_running_loop().run_in_executor(self._thread, work))
        except (sqlite3.Error, OSError) as error:
            raise LedgerFailed(
                Phrase("The record of sent data cannot be written: {0}.", error),
                hint=Phrase("Nothing was sent. Free some space or check the folder's permissions."),
                path=str(self.path),
            ) from error


@dataclass(frozen=True, slots=True)
class RecordedTransmission:
    """A transmission that is on disk, so it may be sent. Its network requests are added to it."""

    ledger: Ledger = field(repr=False)
    destination: Destination
    transmission: Transmission
    entries: tuple[LedgerEntry, ...] = ()
    """The new entries of notes."""

    async def add_request(self, size: int) -> None:
        """Record a network request of *size* bytes that belongs to it. Raises `LedgerFailed`."""
        await self.ledger.add_request(self.transmission.id, size)


class _WriteResult(Struct, frozen=True):
    transmission: Transmission | None
    entries: tuple[LedgerEntry, ...]


def _notes_of(passages: Sequence[LedgerPassage]) -> tuple[TransmittedNote, ...]:
    """Return the notes of *passages*, for a request whose content is not known otherwise."""
    notes: dict[str, TransmittedNote] = {}
    for passage in dict.fromkeys(passages):
        path = passage.source.path
        known = notes.get(path, TransmittedNote(path, NO_TEXT, 0))
        amount = TextAmount(passage.tokens, passage.source.characters)
        notes[path] = TransmittedNote(path, known.amount + amount, known.passages + 1)
    return tuple(notes.values())


DECISION_ORDER: Sequence[Decision] = ("", "default", "grant", "rule", "person", "review")
"""Decisions in the order of how much they involved the user; of those in a request the first one is recorded."""


def _insert_transmission(
    database: sqlite3.Connection,
    now: datetime,
    context: SendContext,
    passages: Sequence[LedgerPassage],
    content: TransmissionContent,
) -> Transmission:
    destination, kind = context.destination, "stayed" if context.destination.local else "sent"
    decisions = {passage.decision for passage in passages if passage.kind != "kept"}
    decision = next((candidate for candidate in DECISION_ORDER if candidate in decisions), "")
    passage_count = sum(note.passages for note in content.notes)
    amounts = [content.note_text, content.words, content.instructions, content.earlier]
    row = (
        stored_time(now), context.conversation_id, destination.name, destination.host, context.model, context.purpose,
        context.question, kind, decision, context.program, len(content.notes), passage_count,
        *(number for amount in amounts for number in (amount.tokens, amount.bytes)),
    )  # fmt: skip
    paths = "\n".join(note.path for note in content.notes)
    cursor = database.execute(
        INSERT_TRANSMISSION_SQL,
        (*row, f"{paths}\n{context.question}\n{context.program}\n{destination.host}".casefold()),
    )
    number = cursor.lastrowid or 0
    database.executemany(
        "INSERT INTO transmitted_notes (transmission, path, tokens, bytes, passages) VALUES (?, ?, ?, ?, ?)",
        [(number, note.path, note.amount.tokens, note.amount.bytes, note.passages) for note in content.notes],
    )
    return row_as_transmission((number, *row), content.notes)


def _read_transmissions(database: sqlite3.Connection, query: LedgerQuery, limit: int) -> tuple[Transmission, ...]:
    conditions, values = transmission_where_clause(query)
    where = f"WHERE {conditions}" if conditions else ""
    matching = f"FROM transmissions {where} ORDER BY id DESC LIMIT ?"
    notes: dict[int, list[TransmittedNote]] = {}
    select_notes = (
        "SELECT transmission, path, tokens, bytes, passages, NOT EXISTS (SELECT 1 FROM disclosed WHERE"  # noqa: S608 - as in `_read`
        " disclosed.transmission = transmitted_notes.transmission AND disclosed.path = transmitted_notes.path)"
        " FROM transmitted_notes"
        f" WHERE transmission IN (SELECT id {matching})"
    )
    for number, path, tokens, size, passages, repeated in database.execute(select_notes, (*values, limit)):
        note = TransmittedNote(path, TextAmount(tokens, size), passages, bool(repeated))
        notes.setdefault(number, []).append(note)
    select = f"SELECT {TRANSMISSION_COLUMNS}, {REQUESTS_SQL} {matching}"
    return tuple(
        row_as_transmission(row, tuple(notes.get(row[0], ()))) for row in database.execute(select, (*values, limit))
    )


def _read_providers(database: sqlite3.Connection) -> tuple[LedgerProvider, ...]:
    select = (
        "SELECT DISTINCT provider, host FROM disclosed UNION SELECT DISTINCT provider, host FROM transmissions"
        " ORDER BY 1, 2"
    )
    return tuple(LedgerProvider(provider, host) for provider, host in database.execute(select))


def open_for_reading(file: Path) -> sqlite3.Connection:
    """Open the ledger in *file*, of this or an earlier version, to read it once. Raises `LedgerFailed`.

    An earlier version is migrated first, as when its vault is opened.
    """
    try:
        version_file = database_for_version(file, VERSION)
        database = sqlite3.connect(version_file, timeout=WAIT_FOR_OTHERS, isolation_level=None)
        try:
            migrate_ledger(database, version_file)
            database.execute("PRAGMA query_only = ON")
        except BaseException:
            database.close()
            raise
    except (sqlite3.Error, OSError) as error:
        raise LedgerFailed(
            Phrase("The record of sent data cannot be read: {0}.", error),
            hint=Phrase("Check the permissions of the folder of VaultDesk's data."),
            path=str(file),
        ) from error
    return database


LEDGER_NAME: Final = "ledger.sqlite"

STAMP_NAME: Final = "ledgers.stamp"
"""An empty file whose time changes whenever any process writes a ledger; windows watch it."""


class LedgerFiles(Struct, frozen=True):
    """Locations of the ledgers. Reads the disk each time."""

    data: Path
    """The folder of the user's data."""

    @property
    def stamp(self) -> Path:
        """The file that is touched with every entry."""
        return self.data / STAMP_NAME

    @property
    def without_vault(self) -> Path:
        """The ledger of model lists, key tests, probes and update checks made without a vault."""
        return self.data / LEDGER_NAME

    @property
    def endpoint(self) -> Path:
        """The ledger of requests by other programs through the endpoint."""
        return self.data / "endpoint" / LEDGER_NAME

    def all(self) -> tuple[Path, ...]:
        """Return every ledger that exists."""
        known = (self.without_vault, self.endpoint, *sorted(self.data.glob(f"vaults/*/{LEDGER_NAME}")))
        return tuple(file for file in known if file.is_file())

    def open(self, file: Path) -> Ledger:
        """Return the ledger in *file*, which updates the stamp. Opens nothing yet."""
        return Ledger(file, self.stamp)

    @property
    def connection_log(self) -> "ConnectionLog":
        """The log of requests that need no vault: of commands, diagnosis, and updates."""
        return ConnectionLog(self)


class ConnectionLog(Struct, frozen=True):
    """Records requests in the ledger without a vault. It is opened for each request, because there are few."""

    files: LedgerFiles

    async def record_connection(
        self, destination: Destination, purpose: Purpose, size: int, origin: RequestOrigin
    ) -> None:
        """Record a request of *size* bytes before it is sent. Raises `LedgerFailed`: then it must not be sent."""
        async with self.files.open(self.files.without_vault) as ledger:
            await ledger.record_connection(destination, purpose, size, origin)
