"""Entries of the journal: a change, and the intent recorded before it was made."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from vaultdesk.vault.diff.change_set import NoteChangeKind
from vaultdesk.vault.disk.atomic_write import FileAttributes

JournalState = Literal["intended", "done", "unconfirmed", "failed", "conflict"]
"""The state of a change. `intended`: begun, and its end is not recorded. `unconfirmed`: in place, but the disk did not
confirm it. `failed`: nothing is changed, or it was reverted. `conflict`: after a crash the file was neither the old nor
the new one, because another program wrote it; all three versions are stored.
"""

OPEN_STATES: tuple[JournalState, ...] = ("intended", "unconfirmed")
"""States that recovery examines at the next start; such changes are never deleted."""

DEFAULT_DAYS = 90
"""Days for which a change can be undone (the settings' default)."""

DEFAULT_MEGABYTES = 500
"""Megabytes of earlier versions stored: some 100,000 notes of 5 kB."""


@dataclass(frozen=True, slots=True)
class Retention:
    """The retention of earlier versions, limited in days and in megabytes."""

    days: float = DEFAULT_DAYS
    megabytes: float = DEFAULT_MEGABYTES


@dataclass(frozen=True, slots=True)
class Intent:
    """A change about to be made, with everything needed to determine after a crash whether it was."""

    kind: NoteChangeKind
    path: str
    new_path: str = ""
    """Path of a moved file afterwards; for a deleted one its path in the vault's own trash, if it goes there."""
    old_digest: str = ""
    """SHA-256 of the file at `path` before; empty if there is none."""
    new_digest: str = ""
    """SHA-256 of the file at `path` afterwards, or at `new_path` for a move; empty if there is none."""
    data: bytes | None = field(default=None, repr=False)
    """The new bytes. They stay in the journal until the change is done: if another program writes the note during a
    crash, this is the only copy.
    """
    temporary: str = ""
    """Name of the hidden temporary file for the new bytes."""
    folders: tuple[str, ...] = ()
    """Folders that will be created for it, outermost first."""
    attributes: FileAttributes | None = None
    """Attributes of the file at `path` before."""
    added: int = 0
    removed: int = 0
    """Number of removed lines."""
    kept_bytes: int = 0
    """Bytes of the snapshot of the old state; 0 if none is needed, as for a move."""
    unit: str = ""
    undoes: int = 0
    folds_into: int = 0
    """The earlier change of the same edit session into which this one is merged once it is done."""


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
    """Path of a moved file afterwards; for a deleted one its path in the vault's own trash, if it went there."""
    old_digest: str
    """SHA-256 of the bytes before, for `Journal.snapshot` (a move stores none); empty for a creation."""
    new_digest: str
    """SHA-256 of the bytes after; empty for a deletion."""
    added: int
    removed: int
    state: JournalState
    undoes: int
    """The change that this one reverted; 0 for none."""
    undone_by: int
    """The change that reverted this one; 0 while it is in effect, also after the undo itself was undone."""
    unit: str
    folders: tuple[str, ...] = ()
    """Folders that were created for it, outermost first."""
    attributes: FileAttributes | None = None
    """Mode, owner and extended attributes of the file before."""


@dataclass(frozen=True, slots=True)
class OpenChange:
    """An unfinished change and its intent."""

    id: int
    group: str
    state: JournalState
    intent: Intent
