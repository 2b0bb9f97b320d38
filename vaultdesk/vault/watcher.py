"""Watcher: tells when something in the vault's folder changed. Hints, not truth: for truth, compare (walk.py).

watchdog's threads only put events into a queue and wake the loop; all else happens on the loop (change_batch.py).
"""

import asyncio
import errno
import logging
import os
import sys
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor
from pathlib import Path
from types import TracebackType
from typing import Self

from watchdog.events import (
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileClosedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver

from vaultdesk.vault.change_batch import MAX_EVENTS, ChangeBatch, DiskEvent
from vaultdesk.vault.changes import VaultChanged
from vaultdesk.vault.lost_events import LostEvents, folder_at

log = logging.getLogger(__name__)

_WRITTEN = FileClosedEvent if sys.platform == "linux" else FileModifiedEvent
# Only Linux says "closed after writing"; elsewhere each write is told.

_WANTED: list[type[FileSystemEvent]] = [
    FileCreatedEvent, FileDeletedEvent, FileMovedEvent, _WRITTEN, DirCreatedEvent, DirDeletedEvent, DirMovedEvent,
]  # fmt: skip
"""With fewer kinds asked for, far fewer events are lost in a burst (PERFORMANCE 5)."""


class Watcher:
    """Follows the folder *root* while its `async with` block lasts; calls *publish* on the loop's thread.

    Where the system refuses to watch, `problem` says so in a sentence and nothing is published.
    """

    def __init__(self, root: Path, publish: Callable[[VaultChanged], None], threads: Executor) -> None:
        self.problem = ""
        self._root = root
        self._threads = threads
        self._batch = ChangeBatch(publish)
        self._observer: BaseObserver | None = None
        self._turn = threading.Lock()
        """Only one thread begins or ends to watch."""
        self._watched: tuple[int, int] | None = None
        """Which folder is watched; another one may come to lie at the same place. None after it went away."""
        self._queue: deque[DiskEvent] = deque(maxlen=MAX_EVENTS + 1)
        """What watchdog's thread has seen and the loop has not; one more than is followed, so that a loss shows."""
        self._lost = False
        self._woken = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._overflow = LostEvents(self._on_overflow)

    async def __aenter__(self) -> Self:
        self._loop = asyncio.get_running_loop()
        self._overflow.listen()
        await self._loop.run_in_executor(self._threads, self._renew)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        loop, self._loop = self._loop, None
        self._batch.close()
        self._overflow.close()
        if loop is not None:
            await loop.run_in_executor(self._threads, self._end)

    async def renew(self) -> None:
        """Watch anew where the folder went away and another lies there now, or where it could not be watched before.

        What happened meanwhile is not told: compare afterwards.
        """
        if self._loop is not None:
            await self._loop.run_in_executor(self._threads, self._renew)

    def _renew(self) -> None:
        with self._turn:
            there = folder_at(self._root)
            # Without a loop the watching has just ended.
            if self._loop is None or there is None or (there == self._watched and not self.problem):
                return
            self._stop()
            self._watched = there
            try:
                self._start()
            except OSError as error:
                self._complain(error)
            else:
                self.problem = ""

    def _end(self) -> None:
        with self._turn:
            self._stop()

    def _start(self) -> None:
        """Begin to watch; takes as long as listing every folder does."""
        self._observer = Observer()
        self._observer.schedule(_Handler(self._on_event), str(self._root), recursive=True, event_filter=_WANTED)
        self._observer.start()
        if sys.platform == "linux" and self._root.parent != self._root:
            # A folder is not told of its own move; its parent is. watchdog also is silent about folders it could not
            # watch for want of watches: then this last one fails, and says so.
            self._observer.schedule(_Handler(self._on_parent_event), str(self._root.parent),
                                    event_filter=[DirCreatedEvent, DirDeletedEvent, DirMovedEvent])  # fmt: skip

    def _stop(self) -> None:
        observer, self._observer = self._observer, None
        if observer is None:
            return
        observer.stop()  # Where it never started it still holds threads and a queue of the kernel.
        if observer.is_alive():
            observer.join()

    def _complain(self, error: OSError) -> None:
        before = self.problem
        if error.errno in (errno.ENOSPC, errno.EMFILE):
            self.problem = "Changes made by other programs may be missed: the system allows no more watched folders."
        else:
            self.problem = "Changes made by other programs may be missed: the vault's folder cannot be watched."
        if self.problem != before:
            log.warning("%s (%s)", self.problem, error)

    # The rest up to _drain runs on watchdog's threads.

    def _on_event(self, event: FileSystemEvent) -> None:
        """Queue *event* for the loop."""
        source, target = self._relative(event.src_path), self._relative(event.dest_path)
        if source == "." or (not source and event.is_directory and not target):
            self._root_went()
        elif isinstance(event, DirMovedEvent | FileMovedEvent):
            self._put(DiskEvent("moved", source, target, event.is_directory))
        elif isinstance(event, DirDeletedEvent | FileDeletedEvent):
            self._put(DiskEvent("deleted", source, "", event.is_directory))
        elif isinstance(event, DirCreatedEvent | FileCreatedEvent):
            self._put(DiskEvent("created", source, "", event.is_directory))
        else:
            self._put(DiskEvent("modified", source, "", event.is_directory))
        self._wake()

    def _on_parent_event(self, event: FileSystemEvent) -> None:
        """Notice that the vault's folder itself was moved or deleted."""
        if str(self._root) in (event.src_path, event.dest_path):
            self._root_went()
            self._wake()

    def _root_went(self) -> None:
        """Know that the vault's folder itself was moved, removed or came back: what comes is watched anew."""
        self._watched = None
        self._lost = True

    def _on_overflow(self) -> None:
        self._lost = True
        self._wake()

    def _put(self, event: DiskEvent) -> None:
        if len(self._queue) > MAX_EVENTS:
            self._lost = True
        else:
            self._queue.append(event)

    def _wake(self) -> None:
        loop = self._loop
        if not self._woken and loop is not None and not loop.is_closed():
            self._woken = True
            loop.call_soon_threadsafe(self._drain)

    def _drain(self) -> None:
        """Hand what is queued to the batch; on the loop's thread."""
        # Cleared before taking: an event put after the last look wakes the loop again.
        self._woken = False
        if self._loop is None:
            return
        events: list[DiskEvent] = []
        while self._queue:
            events.append(self._queue.popleft())
        lost, self._lost = self._lost, False
        self._batch.take(events, rescan=lost)

    def _relative(self, path: str | bytes) -> str:
        """Return *path* from the vault's root with `/`; `.` for the root itself, empty outside."""
        text = os.fsdecode(path)
        root = str(self._root)
        if text == root:
            return "."
        before = root if root.endswith(os.sep) else root + os.sep
        return text[len(before) :].replace(os.sep, "/") if text.startswith(before) else ""


class _Handler(FileSystemEventHandler):
    """Passes each event on."""

    def __init__(self, take: Callable[[FileSystemEvent], None]) -> None:
        self._take = take

    def dispatch(self, event: FileSystemEvent) -> None:
        """Pass *event* on."""
        self._take(event)
