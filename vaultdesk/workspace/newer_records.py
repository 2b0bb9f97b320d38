"""Newer records: whether a newer program made what is kept beside a vault, so that this one keeps its own beside it."""

from pathlib import Path

from vaultdesk.core.platform.backups import database_version
from vaultdesk.privacy import ledger


def made_by_newer(place: Path) -> bool:
    """Tell whether the journal or the ledger in *place* is of a version this program does not know. Reads the disk."""
    from vaultdesk.vault.transactions import journal  # SQLite: who only reads a vault needs none before

    known = {"journal.sqlite": journal.VERSION, "ledger.sqlite": ledger.VERSION}
    return any(database_version(place / name) > version for name, version in known.items())
