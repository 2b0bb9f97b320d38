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
    """Its place in what was read; it is found again by it."""
    format: FormatName
    origin: str
    """What it is known by for good, as `Conversation.origin`."""
    source: str
    """The file it stands in."""
    title: str
    created: datetime
    messages: int
    """Questions and answers."""
    path: str
    """The note it would become."""
    existing_path: str = ""
    """The note it already is, where it was brought in before; empty for a new one."""
    duplicate: bool = False
    """Whether the same chat stands further up in the plan."""
    branch_of: str = ""
    """The origin of the chat it branched off."""
    remarks: tuple[Phrase, ...] = ()
    """What the person should know of it."""

    @property
    def is_new(self) -> bool:
        """Whether it is imported by default."""
        return not (self.existing_path or self.duplicate)


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """All that was found below one path. Nothing of it is written yet."""

    path: Path
    requested_format: WantedFormat
    folder: str
    """Where in the vault the notes would be created."""
    chats: tuple[PlannedChat, ...]
    problems: tuple[Phrase, ...] = ()
    """What could not be read, each in a sentence."""
    others: int = 0
    """Notes that are no chats."""

    @property
    def new_numbers(self) -> frozenset[int]:
        """The numbers of those that are not there yet."""
        return frozenset(chat.number for chat in self.chats if chat.is_new)


@dataclass(frozen=True, slots=True)
class ImportProgress:
    """How far an import is."""

    phase: Literal["reading", "writing"]
    done: int
    total: int = 0
    """0 while unknown."""


@dataclass(frozen=True, slots=True)
class ImportOutcome:
    """What came of carrying out a plan."""

    written: tuple[PlannedChat, ...]
    """Those that are notes now, with the paths they have."""
    group: str
    """What takes all of it back in one go."""
    problems: tuple[Phrase, ...] = ()
    stopped: bool = False
    """Whether the person stopped it before the end."""
