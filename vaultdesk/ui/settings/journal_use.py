"""Journal use: how much the record of changes takes up, and how far back it goes. Read in a thread; changes nothing."""

from dataclasses import dataclass
from datetime import datetime

from vaultdesk.core.errors import VaultError
from vaultdesk.vault.transactions.journal import Journal

MEGABYTE = 1_000_000
"""Bytes, as the setting counts them."""

MOST_LOOKED_AT = 100_000
"""Changes that are counted; more are told as at least so many."""


@dataclass(frozen=True, slots=True)
class JournalUse:
    """What is kept now."""

    megabytes: float = 0.0
    """Of earlier versions."""
    changes: int = 0
    oldest: datetime | None = None
    problem: str = ""
    """Why it could not be read, in a sentence."""


def journal_use(journal: Journal) -> JournalUse:
    """Return what *journal* keeps. Waits for the disk."""
    try:
        entries = journal.changes(MOST_LOOKED_AT)
        folder = journal.snapshots.folder
        size = sum(file.stat().st_size for file in folder.iterdir()) if folder.is_dir() else 0
    except (VaultError, OSError) as problem:
        return JournalUse(problem=str(problem))
    return JournalUse(size / MEGABYTE, len(entries), entries[-1].time if entries else None)
