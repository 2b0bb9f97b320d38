"""Edits requested of the vault, the exact steps that implement them, and the outcome of each."""

from dataclasses import dataclass, field
from typing import Literal

from msgspec import Struct

from vaultdesk.core.errors import ConflictCopyFound, NameTaken, VaultError
from vaultdesk.core.phrases import NO_PHRASE, Phrase, PhraseCodes
from vaultdesk.vault.disk.atomic_write import FileAttributes
from vaultdesk.vault.note_path import NotePath

EditResult = Literal["done", "unconfirmed", "conflict", "failed", "skipped"]
"""The result of an edit. `unconfirmed`: in place, but the disk did not confirm that it survives a power failure
(vaultdesk/vault/README.md, "Written, not confirmed"). `conflict`: the file is not the expected one, nothing was
written. `skipped`: another edit of its unit failed.
"""


class Create(Struct, frozen=True):
    """A new note; missing folders are created."""

    path: NotePath
    text: str
    unit: str = ""
    """Edits of one unit are applied all or none: a rename and the links it repairs (vaultdesk/vault/README.md, "Units
    of edits").
    """


class Rewrite(Struct, frozen=True):
    r"""New text for a note or a canvas with `\n` line ends; the file keeps its own."""

    path: NotePath
    text: str
    expected_digest: str
    """SHA-256 of the bytes the edit is based on; a different one is a conflict."""
    unit: str = ""


class Move(Struct, frozen=True):
    """A new path for a note; its bytes stay."""

    path: NotePath
    new_path: NotePath
    expected_digest: str
    unit: str = ""


class Delete(Struct, frozen=True):
    """Deletes a note, to the trash that the vault's settings name if there is one."""

    path: NotePath
    expected_digest: str
    unit: str = ""


FileEdit = Create | Rewrite | Move | Delete


CHANGE_TITLES = PhraseCodes(
    {
        "edited": Phrase("Edited by you"),
        "attachment-added": Phrase("Attachment added by you"),
        "private-chat": Phrase("Requested in a private chat"),
        "pomodoro-logged": Phrase("Pomodoro logged"),
        "word-added": Phrase("Added “{0}” to the vocabulary"),
        "word-meaning": Phrase("Changed the meaning of “{0}”"),
        "word-reviewed": Phrase("Reviewed “{0}”"),
        "word-deleted": Phrase("Deleted the word “{0}”"),
        "chat-saved": Phrase("Saved the chat “{0}”"),
        "chat-renamed": Phrase("Renamed the chat to “{0}”"),
        "chat-deleted": Phrase("Deleted the chat “{0}”"),
        "chats-imported": Phrase("Imported chats from {0}"),
        "undo": Phrase("Undo of “{0}”"),
        "redo": Phrase("Redo of “{0}”"),
        "undo-untitled": Phrase("Undo"),
    }
)
"""Titles of changes that answer no question, as stored in the journal."""


class Origin(Struct, frozen=True):
    """The author and reason of a change, recorded in the journal."""

    group: str
    """Changes of one group are undone together: the id of a run, or of one action of the user."""
    title: str = ""
    """The title shown to the user: the question that was asked, or a phrase of `CHANGE_TITLES`."""
    agent: str = ""
    """Name of the agent; empty for the user."""
    conversation_id: str = ""
    tool: str = ""


@dataclass(frozen=True, slots=True)
class EditOutcome:
    """The outcome of one edit."""

    edit: FileEdit
    result: EditResult
    digest: str = ""
    """SHA-256 of the file's bytes afterwards; empty if it is gone or was not written."""
    change_id: int = 0
    """Its entry in the journal; 0 if there is none."""
    problem: Phrase = NO_PHRASE
    """The reason why it was not applied or not confirmed, as a sentence."""
    error: VaultError | None = field(default=None, compare=False)
    """The exception with that reason."""

    @property
    def is_outdated(self) -> bool:
        """Whether the file has changed since the edit was made, so that reading it again helps."""
        permanent = isinstance(self.error, NameTaken | ConflictCopyFound)
        return self.result == "conflict" and not permanent


# Edits express requests of users and models (the classes above); steps express the resulting files on the disk, so that
# an undo can restore bytes, mode and attributes that no edit could name.


@dataclass(frozen=True, slots=True)
class PutFile:
    """Writes these bytes to this path."""

    path: NotePath
    data: bytes = field(repr=False)
    expected_digest: str | None
    """SHA-256 of the bytes it replaces; None if the file must not exist, in which case its folders are created."""
    attributes: FileAttributes | None = None
    """Mode, owner and extended attributes to set; None keeps those of the existing file."""
    unit: str = ""
    undoes: int = 0
    """The journal's change that this reverts."""


class MoveFile(Struct, frozen=True):
    """Moves or renames a file; nothing is ever overwritten."""

    path: NotePath
    new_path: NotePath
    expected_digest: str
    unit: str = ""
    undoes: int = 0
    folders: tuple[str, ...] = ()
    """Folders to remove afterwards if they are empty, outermost first: those created by the change that is undone."""


class RemoveFile(Struct, frozen=True):
    """Removes a file: as the vault's settings say, or directly if the change that is undone created it."""

    path: NotePath
    expected_digest: str
    to_trash: bool = True
    unit: str = ""
    undoes: int = 0
    folders: tuple[str, ...] = ()
    """Folders to remove afterwards if they are empty, outermost first: those created by the change that is undone."""


FileStep = PutFile | MoveFile | RemoveFile


class StepOutcome(Struct, frozen=True):
    """The outcome of one step."""

    step: FileStep
    result: EditResult
    digest: str = ""
    """SHA-256 of the file's bytes afterwards; empty if it is gone or was not written."""
    change_id: int = 0
    """Its entry in the journal; 0 if there is none."""
    error: VaultError | None = None
    """The reason why it was not done or not confirmed."""
    modified_ns: int = 0

    @property
    def in_place(self) -> bool:
        """Whether the disk was changed."""
        return self.result in ("done", "unconfirmed")
