"""Edits requested of the vault, the exact steps they become, and the outcome of each."""

from dataclasses import dataclass, field
from typing import Literal

from vaultdesk.core.errors import ConflictCopyFound, NameTaken, VaultError
from vaultdesk.core.phrases import NO_PHRASE, Phrase
from vaultdesk.vault.disk.atomic_write import FileAttributes
from vaultdesk.vault.note_path import NotePath

EditResult = Literal["done", "unconfirmed", "conflict", "failed", "skipped"]
"""What came of an edit. `unconfirmed`: in place, but the disk did not say that it will survive a power cut
(vaultdesk/vault/README.md, "Written, not confirmed"). `conflict`: the file is not what was promised, nothing was
written. `skipped`: another edit of its unit was not done."""


@dataclass(frozen=True, slots=True)
class Create:
    """A note that is not there yet; its folders are made."""

    path: NotePath
    text: str
    unit: str = ""
    """Edits of one unit are done all or none: a rename and the links it repairs
    (vaultdesk/vault/README.md, "Units of edits")."""


@dataclass(frozen=True, slots=True)
class Rewrite:
    r"""New text for a note or a canvas; `\n` line ends, the file keeps its own."""

    path: NotePath
    text: str
    expected_digest: str
    """SHA-256 of the bytes it was made from; another one is a conflict."""
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Move:
    """Another place or name for a note; its bytes stay."""

    path: NotePath
    new_path: NotePath
    expected_digest: str
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Delete:
    """A note goes to the trash that the vault's settings name."""

    path: NotePath
    expected_digest: str
    unit: str = ""


FileEdit = Create | Rewrite | Move | Delete


@dataclass(frozen=True, slots=True)
class Origin:
    """Who changes something, and why: stands in the journal beside each change."""

    group: str
    """Changes of one group are undone together: a run's id, or one of the person's own acts."""
    title: str = ""
    """What people know it by: the question that was asked, `Edited by you`, `Undo of …`."""
    agent: str = ""
    """Name of the agent; empty for the person."""
    conversation_id: str = ""
    tool: str = ""


@dataclass(frozen=True, slots=True)
class EditOutcome:
    """What came of one edit."""

    edit: FileEdit
    result: EditResult
    digest: str = ""
    """SHA-256 of the file's bytes after it; empty where it is gone or was not written."""
    change_id: int = 0
    """Its entry in the journal; 0 where none was made."""
    problem: Phrase = NO_PHRASE
    """Why it was not done, or not confirmed, in a sentence."""
    error: VaultError | None = field(default=None, compare=False)
    """The same as it was raised."""

    @property
    def is_outdated(self) -> bool:
        """Whether the file is not as it was when the edit was made: reading it again helps."""
        permanent = isinstance(self.error, NameTaken | ConflictCopyFound)
        return self.result == "conflict" and not permanent


# Edits say what people and models want (property_kinds.py); steps say what lies on the disk afterwards, so that an undo
# can put back bytes, mode and attributes that no edit could name.


@dataclass(frozen=True, slots=True)
class PutFile:
    """These bytes at this place."""

    path: NotePath
    data: bytes = field(repr=False)
    expected_digest: str | None
    """SHA-256 of the bytes it replaces; None where nothing may be there: its folders are made."""
    attributes: FileAttributes | None = None
    """Mode, owner and extended attributes it gets; None keeps those of the file that is there."""
    unit: str = ""
    undoes: int = 0
    """The journal's change that this puts back."""


@dataclass(frozen=True, slots=True)
class MoveFile:
    """The file at another place or under another name; nothing is ever overwritten."""

    path: NotePath
    new_path: NotePath
    expected_digest: str
    unit: str = ""
    undoes: int = 0
    folders: tuple[str, ...] = ()
    """Folders to remove afterwards if they are empty, outermost first: those the change it undoes had made."""


@dataclass(frozen=True, slots=True)
class RemoveFile:
    """The file gone: into the trash, or at once where it was made by the change that is undone."""

    path: NotePath
    expected_digest: str
    to_trash: bool = True
    unit: str = ""
    undoes: int = 0
    folders: tuple[str, ...] = ()
    """Folders to remove afterwards if they are empty, outermost first: those the change it undoes had made."""


FileStep = PutFile | MoveFile | RemoveFile


@dataclass(frozen=True, slots=True)
class StepOutcome:
    """What came of one step."""

    step: FileStep
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
