"""The plan of a chat import, its progress and its outcome, as values."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal

from vaultdesk.chat.importers.chat_files import FormatName, WantedFormat
from vaultdesk.core.phrases import Phrase


@dataclass(frozen=True, slots=True)
class PlannedChat:
    """One note that would be created."""

    number: int
    """Its index in the source, by which it is found again."""
    format: FormatName
    origin: str
    """Its permanent id, as `Conversation.origin`."""
    source: str
    """The source file."""
    title: str
    created: datetime
    messages: int
    """Number of questions and answers."""
    path: str
    """The path of the new note."""
    existing_path: str = ""
    """The existing note, if it was imported before; empty for a new one."""
    duplicate: bool = False
    """Whether the same chat is earlier in the plan."""
    branch_of: str = ""
    """The origin of the chat it was branched from."""
    remarks: tuple[Phrase, ...] = ()
    """Remarks for the user."""

    @property
    def is_new(self) -> bool:
        """Whether it is imported by default."""
        return not (self.existing_path or self.duplicate)


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """All chats found at one path. Nothing is written yet."""

    path: Path
    requested_format: WantedFormat
    folder: str
    """The folder of the vault for the new notes."""
    chats: tuple[PlannedChat, ...]
    problems: tuple[Phrase, ...] = ()
    """What could not be read, each in a sentence."""
    others: int = 0
    """Number of notes that are not chats."""

    @property
    def new_numbers(self) -> frozenset[int]:
        """The numbers of chats that were not imported yet."""
        return frozenset(chat.number for chat in self.chats if chat.is_new)


@dataclass(frozen=True, slots=True)
class ImportProgress:
    """Progress of an import."""

    phase: Literal["reading", "writing"]
    done: int
    total: int = 0
    """0 while unknown."""


@dataclass(frozen=True, slots=True)
class ImportOutcome:
    """Result of an import."""

    written: tuple[PlannedChat, ...]
    """The written notes, with their actual paths."""
    group: str
    """The journal's group, for undo of the whole import."""
    problems: tuple[Phrase, ...] = ()
    stopped: bool = False
    """Whether the user stopped it before the end."""
