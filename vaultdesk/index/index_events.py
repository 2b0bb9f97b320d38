"""Events the index publishes while it works: its phase and progress, and which notes were indexed."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from vaultdesk.core.phrases import NO_PHRASE, Phrase

IndexPhase = Literal["scanning", "ready", "failed"]
"""`scanning`: comparing the vault or reading differences. `ready`: following changes. `failed`: see the problem."""


@dataclass(frozen=True)
class NotesIndexed:
    """One commit: these notes are now found as they are on disk, and these are gone.

    After the walk of a scan it names the new notes whose text is still to be read; each comes again once it was.
    """

    paths: tuple[str, ...]
    removed: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to tell."""
        return not (self.paths or self.removed)


@dataclass(frozen=True)
class IndexState:
    """Where the index stands. `done` of `total` count the notes that this scan has to read."""

    phase: IndexPhase = "scanning"
    done: int = 0
    total: int = 0
    notes: int = 0
    problems: int = 0
    """How many notes could not be read; the browser's rows name each."""
    last_indexed: datetime | None = None
    error: Phrase = NO_PHRASE
    """In the phase `failed`: what happened and what to do, as one or two sentences."""
