"""Entries of the journal: a change, and the intent recorded before it was made."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from vaultdesk.vault.diff.change_set import NoteChangeKind
from vaultdesk.vault.disk.atomic_write import FileAttributes

JournalState = Literal["intended", "done", "unconfirmed", "failed", "conflict"]
"""What became of a change. `intended`: begun, and nobody has said how it ended. `unconfirmed`: in place, but the disk
did not confirm it. `failed`: nothing is changed, or it was put back. `conflict`: after a crash the file was neither the
old nor the new one: somebody else wrote it; all three versions are kept."""

OPEN_STATES: tuple[JournalState, ...] = ("intended", "unconfirmed")
"""States that recovery looks into at the next start; such changes are never forgotten."""

DEFAULT_DAYS = 90
"""Days a change can be undone: a quarter of a year (the settings' default)."""

DEFAULT_MEGABYTES = 500
"""Megabytes of earlier versions kept: some 100,000 notes of 5 kB."""


@dataclass(frozen=True, slots=True)
class Retention:
    """How long earlier versions are kept: so many days, and never more than so many megabytes."""

    days: float = DEFAULT_DAYS
    megabytes: float = DEFAULT_MEGABYTES


@dataclass(frozen=True, slots=True)
class Intent:
    """A change that is about to be made, with all that is needed to tell after a crash whether it was."""

    kind: NoteChangeKind
    path: str
    new_path: str = ""
    """Where a moved file will be; for a deleted one its place in the vault's own trash, if it goes there."""
    old_digest: str = ""
    """SHA-256 of what is at `path` now; empty where nothing is."""
    new_digest: str = ""
    """SHA-256 of what will be at `path`, or at `new_path` for a move; empty where nothing will be."""
    data: bytes | None = field(default=None, repr=False)
    """The new bytes. They stand in the journal until the change is done: if somebody else writes the note while we
    crash, this is the only copy."""
    temporary: str = ""
    """Name of the hidden neighbour the new bytes are written to."""
    folders: tuple[str, ...] = ()
    """Folders that will be made for it, outermost first."""
    attributes: FileAttributes | None = None
    """Of what is at `path` now."""
    added: int = 0
    removed: int = 0
    """Lines."""
    kept_bytes: int = 0
    """Bytes of the snapshot of the old state; 0 where none is needed, as for a move."""
    unit: str = ""
    undoes: int = 0
    folds_into: int = 0
    """The earlier change of the same edit session that this one becomes a part of, once it is done."""


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One change."""

    id: int
    group: str
    time: datetime
    title: str
    agent: str
    conversation_id: str
    tool: str
    kind: NoteChangeKind
    path: str
    new_path: str
    """Where a moved file went; for a deleted one its place in the vault's own trash, if it went there."""
    old_digest: str
    """SHA-256 of the bytes before, to be asked of `Journal.snapshot` (a move keeps none); empty for a creation."""
    new_digest: str
    """SHA-256 of the bytes after; empty for a deletion."""
    added: int
    removed: int
    state: JournalState
    undoes: int
    """The change that this one put back; 0 for none."""
    undone_by: int
    """The change that put this one back; 0 while it stands, also after the undo itself was undone."""
    unit: str
    folders: tuple[str, ...] = ()
    """Folders that were made for it, outermost first."""
    attributes: FileAttributes | None = None
    """Mode, owner and extended attributes of the file before."""


@dataclass(frozen=True, slots=True)
class OpenChange:
    """A change nobody has said the end of, and its intent."""

    id: int
    group: str
    state: JournalState
    intent: Intent
