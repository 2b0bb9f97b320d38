"""Events published by the index: its phase and progress, and which notes were indexed."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from vaultdesk.core.phrases import NO_PHRASE, Phrase

IndexPhase = Literal["scanning", "ready", "failed"]
"""`scanning`: comparing the vault or reading differences. `ready`: following changes. `failed`: see `error`."""


@dataclass(frozen=True)
class NotesIndexed:
    """One commit: these notes can now be found as they are on disk, and these were removed.

    After the walk of a scan it names the new notes whose text is not read yet; each is named again once it was read.
    """

    paths: tuple[str, ...]
    removed: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether the event names no notes."""
        return not (self.paths or self.removed)


@dataclass(frozen=True)
class IndexState:
    """State of the index. `done` of `total` count the notes that this scan has to read."""

    phase: IndexPhase = "scanning"
    done: int = 0
    total: int = 0
    notes: int = 0
    problems: int = 0
    """Number of notes that could not be read; the browser's rows name each."""
    last_indexed: datetime | None = None
    error: Phrase = NO_PHRASE
    """In the phase `failed`: what happened and what to do, as one or two sentences."""
