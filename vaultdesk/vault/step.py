"""Step: what is to be done to one file, in exact bytes, and what came of it. Values; unit_work.py does it.

Edits say what people and models want (edits.py); steps say what lies on the disk afterwards, so that an undo can put
back bytes, mode and attributes that no edit could name.
"""

from dataclasses import dataclass, field

from vaultdesk.core.errors import VaultError
from vaultdesk.vault.attributes import Attributes
from vaultdesk.vault.edits import EditResult
from vaultdesk.vault.note_path import NotePath


@dataclass(frozen=True, slots=True)
class Put:
    """These bytes at this place."""

    path: NotePath
    data: bytes = field(repr=False)
    expected_digest: str | None
    """SHA-256 of the bytes it replaces; None where nothing may be there: its folders are made."""
    attributes: Attributes | None = None
    """Mode, owner and extended attributes it gets; None keeps those of the file that is there."""
    unit: str = ""
    undoes: int = 0
    """The journal's change that this puts back."""


@dataclass(frozen=True, slots=True)
class Shift:
    """The file at another place or under another name; nothing is ever overwritten."""

    path: NotePath
    new_path: NotePath
    expected_digest: str
    unit: str = ""
    undoes: int = 0
    folders: tuple[str, ...] = ()
    """Folders to remove afterwards if they are empty, outermost first: those the change it undoes had made."""


@dataclass(frozen=True, slots=True)
class Remove:
    """The file gone: into the trash, or at once where it was made by the change that is undone."""

    path: NotePath
    expected_digest: str
    to_trash: bool = True
    unit: str = ""
    undoes: int = 0
    folders: tuple[str, ...] = ()
    """Folders to remove afterwards if they are empty, outermost first: those the change it undoes had made."""


Step = Put | Shift | Remove


@dataclass(frozen=True, slots=True)
class StepOutcome:
    """What came of one step."""

    step: Step
    result: EditResult
    digest: str = ""
    """SHA-256 of the file's bytes after it; empty where it is gone or was not written."""
    change_id: int = 0
    """Its entry in the journal; 0 where none was made."""
    error: VaultError | None = None
    """Why it was not done, or not confirmed."""
    modified_ns: int = 0

    @property
    def in_place(self) -> bool:
        """Whether the disk was changed."""
        return self.result in ("done", "unconfirmed")
