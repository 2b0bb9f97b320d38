"""Account of what left this computer: totals of a chat, today and this month. The only source of these figures."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal, Self

from vaultdesk.core.feed import Feed
from vaultdesk.privacy.account_totals import (
    NOTHING,
    NoteParts,
    SpanReader,
    Totals,
    joined,
    read_conversation,
    read_kept_back,
    read_note_parts,
)
from vaultdesk.privacy.ledger import Ledger, open_for_reading
from vaultdesk.privacy.ledger_entry import stored_time
from vaultdesk.privacy.ledger_files import LedgerFiles

SpanName = Literal["chat", "today", "month"]

MAX_NOTES = 3
"""Maximum number of notes that a summary names; the others are counted."""


log = logging.getLogger(__name__)

NO_PATHS: tuple[str, ...] = ()

MIN_WAIT = 0.05
"""Seconds until the date is checked again if the timer fired before midnight."""


def local_now() -> datetime:
    return datetime.now().astimezone()


def start_of_day(moment: datetime) -> datetime:
    """Return the last midnight before *moment*, with the time zone offset valid then."""
    return datetime(moment.year, moment.month, moment.day).astimezone()


@dataclass(frozen=True, slots=True)
class Today:
    """Totals of today for the status line, overall and for one chat."""

    here: Totals
    """Totals of the open vault."""
    all: Totals
    """Totals of all vaults and programs on this computer."""
    chat: Totals
    """Totals of the chat since midnight."""


@dataclass(frozen=True, slots=True)
class NoteShare:
    """A note named in a summary."""

    path: str
    tokens: int
    parts: NoteParts


@dataclass(frozen=True, slots=True)
class SpanSummary:
    """Totals of one span with the notes that a summary names."""

    span: SpanName
    totals: Totals
    """Of all vaults and programs on this computer; for a chat its own."""
    here: Totals
    """Of the open vault."""
    notes: tuple[NoteShare, ...] = ()
    kept_back: tuple[str, ...] = ()
    """Notes that were requested and withheld."""
    elsewhere: Totals = NOTHING
    """The share of other vaults and programs."""


@dataclass(slots=True)
class _OtherLedger:
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
        here = await self._span(self._today, since)
        chat = await self.ledger.read(lambda database: read_conversation(database, conversation_id, since), NOTHING)
        return Today(here, joined((here, await self._elsewhere(since))), chat)

    async def summary(self, span: SpanName, conversation_id: str = "") -> SpanSummary:
        """Return one span with the notes most of which was sent. Raises `LedgerFailed`."""
        if span == "chat":
            totals = await self.ledger.read(lambda database: read_conversation(database, conversation_id), NOTHING)
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
            return NOTHING
        return await asyncio.to_thread(self._read_others, since)

    async def _summary(
        self, span: SpanName, totals: Totals, conversation_id: str, since: str, elsewhere: Totals = NOTHING
    ) -> SpanSummary:
        most = sorted(totals.notes.values(), key=lambda note: (-note.tokens, note.path))[:MAX_NOTES]
        paths = [note.path for note in most]
        parts = await self.ledger.read(
            lambda database: read_note_parts(database, paths, conversation_id, since), dict[str, NoteParts]()
        )
        kept = await self.ledger.read(lambda database: read_kept_back(database, conversation_id, since), NO_PATHS)
        notes = tuple(NoteShare(note.path, note.tokens, parts.get(note.path, NoteParts())) for note in most)
        return SpanSummary(span, joined((totals, elsewhere)), totals, notes, kept, elsewhere)

    def _read_others(self, since: str) -> Totals:
        assert self._files is not None
        own = self.ledger.path
        found = [self._read_other(file, since) for file in self._files.all() if file != own]
        return joined((NOTHING, *found))

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
    """Return values that change whenever *file*, a database with a log beside it, is written."""
    found: list[object] = []
    for one in (file, file.with_name(f"{file.name}-wal")):
        try:
            status = one.stat()
        except OSError:
            found.append(None)
        else:
            found.append((status.st_mtime_ns, status.st_size))
    return tuple(found)
