"""Account of what left this computer: totals of a chat, of today and of this month, summed from the ledgers.

All displayed figures come from this module.
"""

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Literal, NamedTuple, Self

from msgspec import Struct, field

from vaultdesk.core.feed import Feed
from vaultdesk.core.local_time import local_now
from vaultdesk.core.transmission import CONNECTION_PURPOSES, Purpose
from vaultdesk.privacy.ledger import Ledger, LedgerFiles, open_for_reading
from vaultdesk.privacy.ledger_entry import NO_TEXT, TextAmount, stored_time


class Receiver(NamedTuple):
    """A destination that something was sent to."""

    name: str
    host: str


class NoteTotal(Struct, frozen=True):
    """Total amount sent of one note, and its number of passages."""

    path: str
    tokens: int
    passages: int
    """The largest number of passages in one transmission: text that is sent again is not another passage."""


class NoteParts(NamedTuple):
    """The parts of a note that were sent."""

    names: tuple[str, ...] = ()
    """Headings of its passages, or their lines."""
    is_whole: bool = False
    """Whether the whole note was sent."""


class LastTransmission(Struct, frozen=True):
    """The most recent transmission."""

    time: datetime
    purpose: Purpose
    receiver: Receiver
    program: str = ""
    conversation_id: str = ""
    note_count: int = 0
    path: str = ""
    """Path of the note, if it contained one."""


class LocalReading(Struct, frozen=True):
    """The notes read by a model on this computer."""

    model: str
    notes: int


class Totals(Struct, frozen=True):
    """What left this computer in a span of time or a conversation. Repeated transmissions are counted each time."""

    transmissions: int = 0
    connections: int = 0
    """Requests that contained nothing written by the user."""
    questions: int = 0
    notes: Mapping[str, NoteTotal] = field(default_factory=dict)
    """By path."""
    note_text: TextAmount = NO_TEXT
    words: TextAmount = NO_TEXT
    instructions: TextAmount = NO_TEXT
    earlier: TextAmount = NO_TEXT
    wire_bytes: int = 0
    receivers: tuple[Receiver, ...] = ()
    """Destinations of content, or of connections if nothing else was sent; in order of time."""
    since: datetime | None = None
    """Time of the first transmission."""
    last: LastTransmission | None = None
    local: LocalReading | None = None

    @property
    def is_empty(self) -> bool:
        """Whether no byte was sent."""
        return not self.transmissions

    @property
    def passages(self) -> int:
        """Number of passages of notes sent."""
        return sum(note.passages for note in self.notes.values())

    @property
    def tokens(self) -> int:
        """Estimated number of tokens sent."""
        return self.note_text.tokens + self.words.tokens + self.instructions.tokens + self.earlier.tokens


ZERO_TOTALS = Totals()


def sum_totals(totals: Iterable[Totals]) -> Totals:
    """Return the sum of several ledgers; notes of different vaults with the same path are counted separately."""
    parts = [part for part in totals if part != ZERO_TOTALS]
    if len(parts) < 2:
        return parts[0] if parts else ZERO_TOTALS
    notes: dict[str, NoteTotal] = {}
    for number, part in enumerate(parts):
        # The first part is the open vault: its paths are not changed.
        notes.update({path if not number else f"{number}:{path}": note for path, note in part.notes.items()})
    starts = [part.since for part in parts if part.since is not None]
    last_ones = [part.last for part in parts if part.last is not None]
    return Totals(
        sum(part.transmissions for part in parts),
        sum(part.connections for part in parts),
        sum(part.questions for part in parts),
        notes,
        sum((part.note_text for part in parts), NO_TEXT),
        sum((part.words for part in parts), NO_TEXT),
        sum((part.instructions for part in parts), NO_TEXT),
        sum((part.earlier for part in parts), NO_TEXT),
        sum(part.wire_bytes for part in parts),
        tuple(dict.fromkeys(receiver for part in parts for receiver in part.receivers)),
        min(starts, default=None),
        max(last_ones, key=lambda transmission: transmission.time, default=None),
        parts[0].local,
    )


SUMS_SQL = """
SELECT kind, purpose, provider, host, model, count(*), sum(note_count), sum(note_tokens), sum(note_bytes),
    sum(word_tokens), sum(word_bytes), sum(instruction_tokens), sum(instruction_bytes), sum(earlier_tokens),
    sum(earlier_bytes), min(time), max(id)
FROM transmissions WHERE {where} GROUP BY kind, purpose, provider, host, model
"""

NOTES_SQL = """
SELECT path, sum(tokens), max(passages) FROM transmitted_notes
WHERE transmission IN (SELECT id FROM transmissions WHERE {where} AND kind = ? AND note_count > 0) GROUP BY path
"""

QUESTIONS_SQL = """
SELECT DISTINCT conversation, question, program FROM transmissions
WHERE {where} AND kind = 'sent' AND purpose IN ('question', 'program', 'rewrite', 'definition')
"""

LAST_SQL = """
SELECT id, time, purpose, provider, host, program, conversation, note_count FROM transmissions
WHERE {where} AND kind = 'sent' ORDER BY id DESC LIMIT 1
"""

WIRE_SQL = """
SELECT coalesce(sum(bytes), 0) FROM network_requests
WHERE transmission IN (SELECT id FROM transmissions WHERE {where} AND kind = 'sent')
"""


class _Sums(Struct):
    """Sums that grow as transmissions are added."""

    transmissions: int = 0
    connections: int = 0
    questions: set[int] = field(default_factory=set)
    """Hashes of chat, question and program; tens of thousands of tuples would slow down each garbage collection."""
    notes: dict[str, NoteTotal] = field(default_factory=dict)
    local_notes: set[str] = field(default_factory=set)
    local_model: str = ""
    shares: list[TextAmount] = field(default_factory=lambda: [NO_TEXT] * 4)
    wire_bytes: int = 0
    receivers: dict[Receiver, bool] = field(default_factory=dict)
    """By destination, whether more than connections went to it."""
    since: str = ""
    last: LastTransmission | None = None
    last_id: int = 0
    last_request: int = 0

    def add_requests(self, database: sqlite3.Connection, last: int, since: str) -> None:
        """Add the network requests up to the id *last*."""
        select = "SELECT coalesce(sum(bytes), 0) FROM network_requests WHERE id > ? AND id <= ? AND +time >= ?"
        (wire,) = database.execute(select, (self.last_request, last, since)).fetchone()
        self.wire_bytes += wire
        self.last_request = last

    def add(self, database: sqlite3.Connection, condition: str, values: tuple[object, ...]) -> None:
        """Add the transmissions that match *condition*."""
        if database.execute(f"SELECT 1 FROM transmissions WHERE {condition} LIMIT 1", values).fetchone() is None:  # noqa: S608 - bound values
            return
        for row in database.execute(SUMS_SQL.format(where=condition), values):
            self._add_sums(row)
        notes_sql = NOTES_SQL.format(where=condition)
        for path, tokens, passages in database.execute(notes_sql, (*values, "sent")):
            known = self.notes.get(path)
            self.notes[path] = NoteTotal(
                path, tokens + (known.tokens if known else 0), max(passages, known.passages if known else 0)
            )
        self.local_notes.update(path for path, _, _ in database.execute(notes_sql, (*values, "stayed")))
        self.questions.update(map(hash, database.execute(QUESTIONS_SQL.format(where=condition), values)))
        self.last = _last(database, condition, values) or self.last

    def totals(self, wire_bytes: int) -> Totals:
        """Return the current sums."""
        receivers = [receiver for receiver, more in self.receivers.items() if more] or list(self.receivers)
        return Totals(
            self.transmissions,
            self.connections,
            len(self.questions),
            dict(self.notes),
            note_text=self.shares[0],
            words=self.shares[1],
            instructions=self.shares[2],
            earlier=self.shares[3],
            wire_bytes=wire_bytes,
            receivers=tuple(receivers),
            since=datetime.fromisoformat(self.since) if self.since else None,
            last=self.last,
            local=LocalReading(self.local_model, len(self.local_notes)) if self.local_notes else None,
        )

    def _add_sums(self, row: tuple[Any, ...]) -> None:  # Any: SQL values
        kind, purpose, provider, host, model, count, note_count = row[:7]
        self.last_id = max(self.last_id, row[16])
        if kind != "sent":
            if note_count:
                self.local_model = model
            return
        self.transmissions += count
        is_connection = purpose in CONNECTION_PURPOSES and not note_count
        self.connections += count if is_connection else 0
        for share in range(4):
            self.shares[share] += TextAmount(row[7 + 2 * share], row[8 + 2 * share])
        receiver = Receiver(provider, host)
        self.receivers[receiver] = self.receivers.get(receiver, False) or not is_connection
        self.since = min(self.since, row[15]) if self.since else row[15]


STEP = 2_000
"""Number of transmissions added in one step: about 10 milliseconds of the thread that also records transmissions."""


REQUEST_STEP = 20_000
"""Number of network requests added in one step."""


class SpanReader:
    """Totals since a moment, read in steps; later reads add only new rows."""

    def __init__(self) -> None:
        self._since = ""
        self._sums = _Sums()

    def advance(self, database: sqlite3.Connection, since: str) -> bool:
        """Read the next step of the transmissions since the time *since*; return whether all are read."""
        newest = _newest(database, "transmissions")
        if since != self._since or newest < self._sums.last_id:
            self._since, self._sums = since, _Sums()
        sums = self._sums
        if not sums.last_id:
            sums.last_id = _first(database, "transmissions", since, newest) - 1
            sums.last_request = _first(database, "network_requests", since, _newest(database, "network_requests")) - 1
        if newest > sums.last_id:
            last = min(newest, sums.last_id + STEP)
            sums.add(database, "id > ? AND id <= ? AND +time >= ?", (sums.last_id, last, since))
            sums.last_id = last
            return False
        newest_request = _newest(database, "network_requests")
        if newest_request > sums.last_request:
            last = min(newest_request, sums.last_request + REQUEST_STEP)
            sums.add_requests(database, last, since)
            return bool(last >= newest_request)
        return True

    def totals(self) -> Totals:
        return self._sums.totals(self._sums.wire_bytes)

    def read(self, database: sqlite3.Connection, since: str) -> Totals:
        """Return the totals since the time *since*, in the ledger's time format, in as many steps as needed."""
        while not self.advance(database, since):
            pass
        return self.totals()


def _newest(database: sqlite3.Connection, table: str) -> int:
    (found,) = database.execute(f"SELECT coalesce(max(id), 0) FROM {table}").fetchone()  # noqa: S608 - a constant table name
    return int(found)


def _first(database: sqlite3.Connection, table: str, since: str, newest: int) -> int:
    """Return the first id of *table* since a time, or the one after *newest*.

    Uses the index on times; ids are in the order of times except after changes of the clock.
    """
    select = f"SELECT min(id) FROM {table} INDEXED BY {table}_time WHERE time >= ?"  # noqa: S608 - a constant table name
    (found,) = database.execute(select, (since,)).fetchone()
    return newest + 1 if found is None else int(found)


def read_conversation(database: sqlite3.Connection, conversation_id: str, since: str = "") -> Totals:
    """Return the totals of a conversation since the time *since*."""
    if not conversation_id:
        return ZERO_TOTALS
    condition, values = "conversation = ? AND time >= ?", (conversation_id, since)
    sums = _Sums()
    sums.add(database, condition, values)
    (wire,) = database.execute(WIRE_SQL.format(where=condition), values).fetchone()
    return sums.totals(wire)


def read_withheld_notes(database: sqlite3.Connection, conversation_id: str, since: str) -> tuple[str, ...]:
    """Return the notes withheld in the conversation *conversation_id*, or if it is empty, since the time *since*."""
    if conversation_id:
        select = "SELECT DISTINCT path FROM disclosed WHERE conversation = ? AND kind = 'kept'"
        return tuple(path for (path,) in database.execute(select, (conversation_id,)))
    select = "SELECT DISTINCT path FROM disclosed INDEXED BY disclosed_kept WHERE kind = 'kept' AND time >= ?"
    return tuple(path for (path,) in database.execute(select, (since,)))


def read_note_parts(
    database: sqlite3.Connection, paths: Iterable[str], conversation_id: str, since: str
) -> dict[str, NoteParts]:
    """Return for each of *paths* which parts were sent, by headings or lines, and whether the whole note was."""
    condition = "conversation = ?" if conversation_id else "time >= ?"
    select = (
        "SELECT heading, first_line, last_line, whole FROM disclosed"  # noqa: S608 - bound values
        f" WHERE path = ? AND kind = 'sent' AND {condition} ORDER BY id DESC LIMIT ?"
    )
    found: dict[str, NoteParts] = {}
    for path in paths:
        parts: list[str] = []
        is_whole = False
        for heading, first, last, whole in database.execute(select, (path, conversation_id or since, MAX_PARTS)):
            is_whole = is_whole or bool(whole)
            lines = (f"{first}\u2013{last}" if last > first else f"{first}") if first else ""
            parts.append(heading or lines)
        found[path] = NoteParts(tuple(dict.fromkeys(part for part in reversed(parts) if part)), is_whole)
    return found


MAX_PARTS = 20
"""Maximum number of passages of a note used to name its parts."""


def _last(database: sqlite3.Connection, condition: str, values: tuple[object, ...]) -> LastTransmission | None:
    row = database.execute(LAST_SQL.format(where=condition), values).fetchone()
    if row is None:
        return None
    number, time, purpose, provider, host, program, conversation, note_count = row
    path = ""
    if note_count == 1:
        (path,) = database.execute("SELECT path FROM transmitted_notes WHERE transmission = ?", (number,)).fetchone()
    return LastTransmission(
        datetime.fromisoformat(time), purpose, Receiver(provider, host), program, conversation, note_count, path
    )


SpanName = Literal["chat", "today", "month"]

MAX_NOTES = 3
"""Maximum number of notes that a summary names; the others are counted."""


log = logging.getLogger(__name__)

NO_PATHS: tuple[str, ...] = ()

MIN_WAIT = 0.05
"""Seconds until the date is checked again if the timer fired before midnight."""


def start_of_day(moment: datetime) -> datetime:
    """Return the last midnight before *moment*, with the time zone offset valid then."""
    return datetime(moment.year, moment.month, moment.day).astimezone()


class Today(Struct, frozen=True):
    """Totals of today for the status bar, overall and for one chat."""

    vault: Totals
    """Totals of the open vault."""
    all: Totals
    """Totals of all vaults and programs on this computer."""
    chat: Totals
    """Totals of the chat since midnight."""


class NoteShare(Struct, frozen=True):
    """A note named in a summary."""

    path: str
    tokens: int
    parts: NoteParts


class SpanSummary(Struct, frozen=True):
    """Totals of one span with the notes that a summary names."""

    span: SpanName
    totals: Totals
    """Totals of all vaults and programs on this computer; for the span `chat` those of the chat."""
    vault: Totals
    """Totals of the open vault."""
    notes: tuple[NoteShare, ...] = ()
    withheld_notes: tuple[str, ...] = ()
    """Notes that were requested and withheld."""
    elsewhere: Totals = ZERO_TOTALS
    """The share of other vaults and programs."""


class _OtherLedger(Struct):
    """Totals read from the ledger of another vault or program."""

    signature: tuple[object, ...] = ()
    totals: dict[str, Totals] = field(default_factory=dict)
    """By the start of the span."""


class Account:
    """Follows one ledger, and the others of this computer: `async with Account(ledger, files)`.

    A day begins at local midnight, whichever chat is open. `changes` is published at midnight, when the clock or the
    time zone changes, and when any process sends something; the displayed figures must then be read again.
    """

    def __init__(
        self, ledger: Ledger, files: LedgerFiles | None = None, now: Callable[[], datetime] = local_now
    ) -> None:
        self.changes: Feed[None] = ledger.changes
        self.ledger = ledger
        self._files = files
        self._now = now
        self._day = start_of_day(now())
        self._today = SpanReader()
        self._month = SpanReader()
        self._others: dict[Path, _OtherLedger] = {}
        self._timer: asyncio.TimerHandle | None = None

    async def __aenter__(self) -> Self:
        self._arm()
        return self

    async def __aexit__(self, *exc: object) -> None:
        if self._timer is not None:
            self._timer.cancel()

    async def make_stamp(self) -> Path | None:
        """Return the file whose time changes whenever any process writes a ledger; None if there is none."""
        if self._files is None:
            return None
        try:
            await asyncio.to_thread(self._files.stamp.touch, 0o600)
        except OSError as problem:
            log.info("What other processes send is not noticed at once: %s", problem)
            return None
        return self._files.stamp

    def check_clock(self) -> None:
        """Check whether another day has begun: after sleep or a change of the clock the timer is late."""
        day = start_of_day(self._now())
        if day != self._day:
            self._day = day
            self._arm()
            self.changes.publish(None)

    def ledgers_changed(self) -> None:
        """Handle a write to a ledger by another process."""
        self.changes.publish(None)

    async def today(self, conversation_id: str = "") -> Today:
        """Return the totals of today and of the conversation. Raises `LedgerFailed`."""
        since = stored_time(start_of_day(self._now()))
        vault = await self._span(self._today, since)
        chat = await self.ledger.read(lambda database: read_conversation(database, conversation_id, since), ZERO_TOTALS)
        return Today(vault, sum_totals((vault, await self._elsewhere(since))), chat)

    async def summary(self, span: SpanName, conversation_id: str = "") -> SpanSummary:
        """Return one span with the notes most of which was sent. Raises `LedgerFailed`."""
        if span == "chat":
            totals = await self.ledger.read(lambda database: read_conversation(database, conversation_id), ZERO_TOTALS)
            return await self._summary(span, totals, conversation_id, "")
        moment = self._now()
        since = stored_time(start_of_day(moment) if span == "today" else start_of_day(moment.replace(day=1)))
        totals = await self._span(self._today if span == "today" else self._month, since)
        return await self._summary(span, totals, "", since, await self._elsewhere(since))

    async def _span(self, reader: SpanReader, since: str) -> Totals:
        # In steps, so that other requests can be recorded in between.
        while not await self.ledger.read(lambda database: reader.advance(database, since), True):
            pass
        return reader.totals()

    async def _elsewhere(self, since: str) -> Totals:
        if self._files is None:
            return ZERO_TOTALS
        return await asyncio.to_thread(self._read_others, since)

    async def _summary(
        self, span: SpanName, totals: Totals, conversation_id: str, since: str, elsewhere: Totals = ZERO_TOTALS
    ) -> SpanSummary:
        largest = sorted(totals.notes.values(), key=lambda note: (-note.tokens, note.path))[:MAX_NOTES]
        paths = [note.path for note in largest]
        parts = await self.ledger.read(
            lambda database: read_note_parts(database, paths, conversation_id, since), dict[str, NoteParts]()
        )
        withheld = await self.ledger.read(
            lambda database: read_withheld_notes(database, conversation_id, since), NO_PATHS
        )
        notes = tuple(NoteShare(note.path, note.tokens, parts.get(note.path, NoteParts())) for note in largest)
        return SpanSummary(span, sum_totals((totals, elsewhere)), totals, notes, withheld, elsewhere)

    def _read_others(self, since: str) -> Totals:
        assert self._files is not None
        own_file = self.ledger.path
        totals = [self._read_other(file, since) for file in self._files.all() if file != own_file]
        return sum_totals((ZERO_TOTALS, *totals))

    def _read_other(self, file: Path, since: str) -> Totals:
        known = self._others.setdefault(file, _OtherLedger())
        signature = _signature(file)
        if known.signature != signature:
            known.signature, known.totals = signature, {}
        if since not in known.totals:
            with closing(open_for_reading(file)) as database:
                # Few start times are used: midnight and the start of the month.
                known.totals = dict(list(known.totals.items())[-1:]) | {since: SpanReader().read(database, since)}
        return known.totals[since]

    def _arm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        now = self._now()
        noon_after = (start_of_day(now) + timedelta(hours=36)).astimezone()
        wait = (start_of_day(noon_after) - now).total_seconds()
        self._timer = asyncio.get_running_loop().call_later(max(MIN_WAIT, wait), self._check_midnight)

    def _check_midnight(self) -> None:
        self._arm()
        self.check_clock()


def _signature(file: Path) -> tuple[object, ...]:
    """Return values that change whenever *file*, a database with a write-ahead log, is written."""
    values: list[object] = []
    for path in (file, file.with_name(f"{file.name}-wal")):
        try:
            status = path.stat()
        except OSError:
            values.append(None)
        else:
            values.append((status.st_mtime_ns, status.st_size))
    return tuple(values)
