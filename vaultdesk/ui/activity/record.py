"""ActivityRecord: journal, audit and ledger of one vault, read off the loop, and the word that something is new."""

import asyncio
from datetime import datetime

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from vaultdesk.privacy.ledger import Ledger
from vaultdesk.privacy.ledger_entry import AskedQuestion, LedgerQuery, by_question
from vaultdesk.tools.runtime.audit_log import AuditLog, ChainCheck
from vaultdesk.ui.activity.tool_calls import ToolCall, tool_calls
from vaultdesk.ui.bridge import follow
from vaultdesk.vault.transactions.journal import Journal
from vaultdesk.vault.transactions.journal_entry import JournalEntry
from vaultdesk.vault.vault import Vault

SILENCE = 150
"""Milliseconds after something happened before it is told: one answer changes a note, writes three lines and sends."""

PAGE = 500
"""Changes asked of the journal at a time: it is read until the period's beginning."""

MOST_CHANGES = 20_000
"""Changes that are listed; older ones stay in the journal."""

MOST_LINES = 60_000
"""Lines of the audit that are listed: some ten thousand calls."""

MOST_SENT = 20_000
"""Lines of the ledger that are listed."""


class ActivityRecord(QObject):
    """What happened in one vault. Needs a running loop; follows the vault until it is destroyed."""

    changed = Signal()
    """There may be something new."""

    def __init__(self, vault: Vault, audit: AuditLog, ledger: Ledger, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._vault = vault
        self._audit = audit
        self._ledger = ledger
        self._silence = QTimer(self, singleShot=True, interval=SILENCE)
        self._silence.timeout.connect(self.changed)
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(self._stir)
        self._watcher.directoryChanged.connect(self._stir)
        self._watch()
        follow(vault.changes, lambda _change: self._stir(), self)
        follow(ledger.feed, lambda _disclosed: self._stir(), self)

    @property
    def recovered(self) -> dict[int, str]:
        """What recovery at the start had to tell of changes, by their ids."""
        return {one.change_id: one.sentence for one in self._vault.recovered if one.sentence}

    async def changes(self, since: datetime | None) -> tuple[JournalEntry, ...]:
        """Return the changes from *since* on, newest first. Raises `JournalFailed`."""
        journal = self._vault.journal
        return await asyncio.to_thread(_changes, journal, since)

    async def calls(self, since: datetime | None) -> tuple[ToolCall, ...]:
        """Return the tool calls from *since* on, newest first. Raises `AuditFailed`."""

        def read() -> tuple[ToolCall, ...]:
            entries = self._audit.read(MOST_LINES)
            agents = {entry.group: entry.agent for entry in _changes(self._vault.journal, since) if entry.agent}
            calls = tool_calls(entries, agents)
            return tuple(call for call in calls if since is None or call.time >= since)

        return await asyncio.to_thread(read)

    async def questions(self, since: datetime | None) -> tuple[AskedQuestion, ...]:
        """Return what was sent or kept back from *since* on, by question, newest first. Raises `LedgerFailed`."""
        return by_question(await self._ledger.find(LedgerQuery(since=since), MOST_SENT))

    async def check(self) -> ChainCheck:
        """Follow the chain of the tool calls' record. Raises `AuditFailed`."""
        return await asyncio.to_thread(self._audit.verify)

    def _stir(self) -> None:
        self._watch()
        if not self._silence.isActive():
            self._silence.start()

    def _watch(self) -> None:
        # The audit tells nobody of its lines: it is written by threads, and by other programs too.
        file = self._audit.path
        known = {*self._watcher.files(), *self._watcher.directories()}
        wanted = [str(place) for place in (file, file.parent) if place.exists() and str(place) not in known]
        if wanted:
            self._watcher.addPaths(wanted)


def _changes(journal: Journal, since: datetime | None) -> tuple[JournalEntry, ...]:
    found: list[JournalEntry] = []
    before: int | None = None
    while len(found) < MOST_CHANGES and (page := journal.changes(PAGE, before=before)):
        found += [entry for entry in page if since is None or entry.time >= since]
        before = page[-1].id
        if since is not None and page[-1].time < since:
            break
    return tuple(found)
