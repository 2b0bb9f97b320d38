"""Edits: what is to be done to files of the vault, as values, and what came of it. Writes nothing; see writer.py."""

from dataclasses import dataclass
from typing import Literal

from vaultdesk.vault.note_path import NotePath

EditResult = Literal["done", "unconfirmed", "conflict", "failed", "skipped"]
"""What came of an edit. `unconfirmed`: in place, but the disk did not say that it will survive a power cut
(THREATS 0.12). `conflict`: the file is not what was promised, nothing was written. `skipped`: another edit of its unit
was not done."""


@dataclass(frozen=True, slots=True)
class Create:
    """A note that is not there yet; its folders are made."""

    path: NotePath
    text: str
    unit: str = ""
    """Edits of one unit are done all or none: a rename and the links it repairs (CONTRACTS, Approval)."""


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
    problem: str = ""
    """Why it was not done, or not confirmed, in a sentence."""
