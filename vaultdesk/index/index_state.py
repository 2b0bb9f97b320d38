"""State of the index: its phase, its progress and the notes indexed as events, and whether it contains all notes
yet."""

import asyncio
import threading
from contextlib import suppress
from datetime import datetime
from typing import Literal

from msgspec import Struct

from vaultdesk.core.phrases import NO_PHRASE, Phrase

IndexPhase = Literal["scanning", "ready", "failed"]
"""`scanning`: comparing the vault or reading differences. `ready`: following changes. `failed`: see `error`."""


class NotesIndexed(Struct, frozen=True):
    """One commit: these notes can now be found as they are on disk, and these were removed.

    After the walk of a scan it names the new notes whose text is not read yet; each is named again once it was read.
    """

    paths: tuple[str, ...]
    removed: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether the event names no notes."""
        return not (self.paths or self.removed)


class IndexState(Struct, frozen=True):
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


CompletionPhase = Literal["unknown", "filling", "complete"]
"""`unknown`: written by an earlier run and not yet compared with the vault. `filling`: newly created, being filled."""


class IndexCompletion:
    """Set by the indexer and the index from any thread; awaited on event loops."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._phase: CompletionPhase = "unknown"
        self._is_underway = True
        self._waiters: list[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = []

    @property
    def phase(self) -> CompletionPhase:
        """How much of the vault the index contains."""
        return self._phase

    @property
    def is_underway(self) -> bool:
        """Whether the notes are being read, or are about to be."""
        return self._is_underway

    def begin(self) -> None:
        """Record that the file was recreated, or is damaged and will be: its content is incomplete."""
        with self._lock:
            self._phase, self._is_underway = "filling", True

    def finish(self) -> None:
        """Record that the index contains all notes."""
        with self._lock:
            self._phase, self._is_underway = "complete", False
        self._wake()

    def give_up(self) -> None:
        """Record that the index will not be completed for now: waiting is useless."""
        with self._lock:
            self._is_underway = False
        self._wake()

    async def wait(self, seconds: float | None) -> CompletionPhase:
        """Wait until the index is complete, its writer gives up or *seconds* have passed; return the phase then."""
        event = asyncio.Event()
        waiter = (asyncio.get_running_loop(), event)
        with self._lock:
            if not self._is_underway:
                return self._phase
            self._waiters.append(waiter)
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await event.wait()
        finally:
            with self._lock, suppress(ValueError):
                self._waiters.remove(waiter)
        return self._phase

    def _wake(self) -> None:
        with self._lock:
            waiters, self._waiters = self._waiters, []
        for loop, event in waiters:
            with suppress(RuntimeError):  # Its loop was closed in the meantime.
                loop.call_soon_threadsafe(event.set)
