"""Activity of a vault as read from its journal, audit log and disclosure ledger, for a period."""

import asyncio
from datetime import datetime, timedelta
from typing import Literal

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from vaultdesk.core.this_computer import user_name
from vaultdesk.privacy.ledger import Ledger
from vaultdesk.privacy.ledger_entry import AskedQuestion, LedgerQuery, by_question
from vaultdesk.tools.runtime.audit_log import AuditLog, ChainCheck
from vaultdesk.ui.activity.audit_list import ToolCall, tool_calls
from vaultdesk.ui.bridge import follow
from vaultdesk.ui.translation import translate
from vaultdesk.vault.transactions.journal import Journal, JournalEntry
from vaultdesk.vault.vault import Vault

HistoryPeriod = Literal["today", "week", "month", "all"]

PERIOD_DAYS: dict[HistoryPeriod, int] = {"today": 0, "week": 6, "month": 29}
"""Days before today that are included in a period."""


def period_start(period: HistoryPeriod, now: datetime) -> datetime | None:
    """Return the start of *period*, at the beginning of a day in the time zone of *now*; None for everything."""
    if period == "all":
        return None
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    return midnight - timedelta(days=PERIOD_DAYS[period])


RECORD_READ_DELAY = 150
"""Milliseconds after an event before it is reported: one answer changes a note, writes three log lines and sends
data.
"""

JOURNAL_PAGE_SIZE = 500
"""Number of changes read from the journal at a time, until the start of the period."""

MAX_LISTED_CHANGES = 20_000
"""Maximum number of changes listed; older ones stay in the journal."""

MAX_AUDIT_LINES = 60_000
"""Maximum number of audit log lines listed, about ten thousand calls."""

MAX_DISCLOSURE_LINES = 20_000
"""Maximum number of disclosure ledger lines listed."""


class ActivityRecord(QObject):
    """Activity of one vault. Needs a running event loop; follows the vault until destroyed."""

    changed = Signal()
    """There may be new entries."""

    def __init__(self, vault: Vault, audit: AuditLog, ledger: Ledger, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._vault = vault
        self._audit = audit
        self._ledger = ledger
        self._change_timer = QTimer(self, singleShot=True, interval=RECORD_READ_DELAY)
        self._change_timer.timeout.connect(self.changed)
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(self._schedule_reload)
        self._watcher.directoryChanged.connect(self._schedule_reload)
        self._watch()
        follow(vault.changes, lambda _change: self._schedule_reload(), self)
        follow(ledger.transmitted, lambda _sent: self._schedule_reload(), self)

    @property
    def recovered(self) -> dict[int, str]:
        """Results of the recovery at the start, by change id."""
        return {result.change_id: translate(result.sentence) for result in self._vault.recovered if result.sentence}

    async def changes(self, since: datetime | None) -> tuple[JournalEntry, ...]:
        """Return the changes since *since*, newest first. Raises `JournalFailed`."""
        return await asyncio.to_thread(_changes, self._vault.journal, since)

    async def calls(self, since: datetime | None) -> tuple[ToolCall, ...]:
        """Return the tool calls since *since*, newest first. Raises `AuditFailed`."""
        return await asyncio.to_thread(_calls, self._audit, self._vault.journal, since)

    async def questions(self, since: datetime | None) -> tuple[AskedQuestion, ...]:
        """Return the disclosed and withheld data since *since*, by question, newest first. Raises `LedgerFailed`."""
        query = LedgerQuery(since=since)
        entries = await self._ledger.find(query, MAX_DISCLOSURE_LINES)
        return by_question(entries, await self._ledger.transmissions(query, MAX_DISCLOSURE_LINES))

    async def check(self) -> ChainCheck:
        """Verify the hash chain of the audit log. Raises `AuditFailed`."""
        return await asyncio.to_thread(self._audit.verify)

    async def clear(self) -> int:
        """Clear the audit log except for one line about the clearing; return the number of lines removed.

        Raises `AuditFailed`.
        """
        return await asyncio.to_thread(self._audit.clear, user_name())

    def _schedule_reload(self) -> None:
        self._watch()
        if not self._change_timer.isActive():
            self._change_timer.start()

    def _watch(self) -> None:
        # The audit log emits no signal: it is written by threads, and by other programs too.
        file = self._audit.path
        watched = {*self._watcher.files(), *self._watcher.directories()}
        missing = [str(path) for path in (file, file.parent) if path.exists() and str(path) not in watched]
        if missing:
            self._watcher.addPaths(missing)


def _changes(journal: Journal, since: datetime | None) -> tuple[JournalEntry, ...]:
    entries: list[JournalEntry] = []
    before: int | None = None
    while len(entries) < MAX_LISTED_CHANGES and (page := journal.changes(JOURNAL_PAGE_SIZE, before=before)):
        entries += [entry for entry in page if since is None or entry.time >= since]
        before = page[-1].id
        if since is not None and page[-1].time < since:
            break
    return tuple(entries)


def _calls(audit: AuditLog, journal: Journal, since: datetime | None) -> tuple[ToolCall, ...]:
    entries = audit.read(MAX_AUDIT_LINES)
    agents = {entry.group: entry.agent for entry in _changes(journal, since) if entry.agent}
    calls = tool_calls(entries, agents)
    return tuple(call for call in calls if since is None or call.time >= since)
