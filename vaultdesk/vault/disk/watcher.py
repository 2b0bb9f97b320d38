"""Watches the vault's folder and publishes changes in batches after a short silence."""

import asyncio
import errno
import logging
import os
import sys
import threading
import unicodedata
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, Self

from msgspec import Struct
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

from vaultdesk.core.errors import OutsideVault
from vaultdesk.core.phrases import NO_PHRASE, Phrase
from vaultdesk.vault.disk.folder import extended_path
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault_changes import FileChange, VaultChanged, fold_changes

if TYPE_CHECKING:
    from ctypes import c_ulong

WATCHDOG_LOGGERS = ("watchdog.observers.inotify_c", "watchdog.observers.inotify")
"""watchdog 7.1 reports lost events in its log only."""


class LostEventsHandler(logging.Handler):
    """Listens to watchdog's log; calls *on_lost* in the thread that logs."""

    def __init__(self, on_lost: Callable[[], None]) -> None:
        super().__init__(logging.WARNING)
        self._on_lost = on_lost

    def listen(self) -> None:
        """Start listening; `close` ends it."""
        for name in WATCHDOG_LOGGERS:
            logging.getLogger(name).addHandler(self)

    def close(self) -> None:
        """Stop listening."""
        for name in WATCHDOG_LOGGERS:
            logging.getLogger(name).removeHandler(self)
        super().close()

    def emit(self, record: logging.LogRecord) -> None:
        """Report that events were lost."""
        if "overflow" in str(record.msg):
            self._on_lost()


FSEVENTS_LOST = 0x1 | 0x2 | 0x4
"""`kFSEventStreamEventFlagMustScanSubDirs`, `UserDropped` and `KernelDropped`: macOS dropped events, or merged those of
a whole folder. watchdog 7.1 ignores these flags."""


def lossless_emitter(emitter: type[Any], on_lost: Callable[[], None]) -> type[Any]:  # Any: exists on macOS only
    """Return a subclass of watchdog's FSEvents *emitter* that calls *on_lost* when macOS reports lost events."""

    class LosslessEmitter(emitter):  # type: ignore[misc] # the base is a value
        """Reads the flags that watchdog ignores."""

        def events_callback(self, paths: object, inodes: object, flags: Sequence[int], ids: object) -> None:
            if any(flag & FSEVENTS_LOST for flag in flags):
                on_lost()
            super().events_callback(paths, inodes, flags, ids)

    return LosslessEmitter


def overflow_emitter(emitter: type[Any], reader: type[Any], on_lost: Callable[[], None]) -> type[Any]:  # Any: as above
    """Return a subclass of watchdog's *emitter* for Windows that calls *on_lost* when the buffer overflowed.

    ReadDirectoryChangesW then succeeds with 0 bytes, which the *reader* of watchdog 7.1 passes over.
    """

    class OverflowReader(reader):  # type: ignore[misc] # the base is a value
        """Reports a full buffer."""

        def _run_inner(self, handle: object, event_buffer: object, nbytes: "c_ulong") -> None:
            super()._run_inner(handle, event_buffer, nbytes)
            if nbytes.value == 0 and not self._should_stop:
                on_lost()

    class OverflowEmitter(emitter):  # type: ignore[misc] # the base is a value
        """Reads with `OverflowReader`."""

        def on_thread_start(self) -> None:
            with self._lock:
                self._reader = opened = OverflowReader(self.watch.path, recursive=self.watch.is_recursive)
            opened.start()

    return OverflowEmitter


def folder_identity(folder: Path) -> tuple[int, int] | None:
    """Return the identity of the folder at *folder*; None if there is none."""
    try:
        status = folder.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


BATCH_SILENCE = 0.05
"""Seconds without events before a batch is published: a save is three events within 2 ms (vaultdesk/vault/README.md,
"Watching"). Events of an editor after 50 to 100 ms form a second batch; reading a note twice costs a millisecond.
"""

MAX_BATCH_DELAY = 1.0
"""Maximum delay of a change in seconds, so that a program that writes continuously cannot postpone it."""

MAX_EVENTS = 200
"""Maximum number of events processed individually; above it, comparing the whole vault (54 ms for 14,000 notes) is
cheaper and complete.
"""


class DiskEvent(Struct, frozen=True):
    """One event of a watcher; unchecked paths from the vault's root with `/`."""

    kind: Literal["created", "modified", "deleted", "moved"]
    path: str
    new_path: str = ""
    folder: bool = False


class DiskEventBatch:
    """Collects events on the loop's thread and publishes them after a silence."""

    def __init__(self, publish: Callable[[VaultChanged], None]) -> None:
        self._publish = publish
        self._changes: list[FileChange] = []
        self._rescan = self._other_files = False
        self._timer: asyncio.TimerHandle | None = None
        self._deadline = 0.0

    def add(self, events: Iterable[DiskEvent], *, rescan: bool = False) -> None:
        """Add *events*; *rescan* if some were lost."""
        before, others = len(self._changes), self._other_files
        for event in events:
            if event.folder:
                rescan = rescan or _visible_folder(event)
            elif len(self._changes) <= MAX_EVENTS:
                self._changes.extend(changes_of(event))
                self._other_files = self._other_files or _is_other_file(event)
        if rescan or len(self._changes) > MAX_EVENTS:
            self._rescan = True
        if self._rescan or len(self._changes) > before or self._other_files != others:
            self._restart_timer()

    def close(self) -> None:
        """Discard pending events."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _restart_timer(self) -> None:
        loop = asyncio.get_running_loop()
        now = loop.time()
        if self._timer is None:
            self._deadline = now + MAX_BATCH_DELAY
        else:
            self._timer.cancel()
        self._timer = loop.call_at(min(now + BATCH_SILENCE, self._deadline), self._publish_batch)

    def _publish_batch(self) -> None:
        self._timer = None
        changes = fold_changes(self._changes[:MAX_EVENTS])
        rescan, other_files = self._rescan, self._other_files
        self._rescan = self._other_files = False
        self._changes.clear()
        if changes or rescan or other_files:
            self._publish(VaultChanged(changes, rescan, other_files))


def changes_of(event: DiskEvent) -> Iterator[FileChange]:
    """Yield the effects of *event* on notes; nothing for hidden paths, paths outside the vault and other files."""
    path, new_path = _note(event.path), _note(event.new_path)
    if event.kind != "moved":
        if path is not None:
            yield FileChange(event.kind, path)
    elif path is not None and new_path is not None:
        yield FileChange("moved", new_path, path)
    elif path is not None:
        yield FileChange("deleted", path)
    elif new_path is not None:
        # A hidden temporary file renamed over the note: an atomic save.
        yield FileChange("modified", new_path)


def _is_other_file(event: DiskEvent) -> bool:
    """Whether a visible file that is not indexed was created or removed."""
    if event.folder or event.kind == "modified":
        return False
    paths = (_path(text) for text in (event.path, event.new_path) if text)
    return any(path is not None and not path.is_indexed for path in paths)


def _visible_folder(event: DiskEvent) -> bool:
    return any(_path(text) is not None for text in (event.path, event.new_path))


def _note(text: str) -> NotePath | None:
    path = _path(text)
    return path if path is not None and path.is_indexed else None


def _path(text: str) -> NotePath | None:
    try:
        return NotePath(text)
    except OutsideVault:
        return None


# watchdog's threads only queue events and wake the loop; everything else happens on the loop (`DiskEventBatch`).

log = logging.getLogger(__name__)

_WRITE_EVENT = FileClosedEvent if sys.platform == "linux" else FileModifiedEvent
# Only Linux reports "closed after writing"; elsewhere each write is reported.

_WATCHED_EVENTS: list[type[FileSystemEvent]] = [
    FileCreatedEvent, FileDeletedEvent, FileMovedEvent, _WRITE_EVENT, DirCreatedEvent, DirDeletedEvent, DirMovedEvent,
]  # fmt: skip
"""Fewer requested kinds of events mean far fewer lost events in a burst (vaultdesk/vault/README.md, "Watching")."""


REMOVALS_HIDE_FOLDERS = sys.platform == "win32"
"""Whether a removed folder is reported as a removed file. Windows does not report the type, and watchdog assumes files.
A folder moved to the Recycle Bin is one such event, without events for the notes in it."""


class Watcher:
    """Watches the folder *root* while its `async with` block lasts; calls *publish* on the loop's thread.

    If the system refuses to watch, `problem` gives the reason and nothing is published.
    """

    def __init__(self, root: Path, publish: Callable[[VaultChanged], None], threads: Executor) -> None:
        self.problem = NO_PHRASE
        self._root = root
        self._threads = threads
        self._batch = DiskEventBatch(publish)
        self._observer: BaseObserver | None = None
        self._lock = threading.Lock()
        """Serializes starting and stopping."""
        self._watched: tuple[int, int] | None = None
        """Identity of the watched folder, because another one may replace it at the same path. None after it was
        removed.
        """
        self._queue: deque[DiskEvent] = deque(maxlen=MAX_EVENTS + 1)
        """Events queued by watchdog's thread for the loop; one more than are processed individually, so that a loss is
        visible.
        """
        self._events_lost = False
        self._is_woken = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._overflow_handler = LostEventsHandler(self._on_overflow)

    async def __aenter__(self) -> Self:
        self._loop = asyncio.get_running_loop()
        self._overflow_handler.listen()
        await self._loop.run_in_executor(self._threads, self._renew)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        loop, self._loop = self._loop, None
        self._batch.close()
        self._overflow_handler.close()
        if loop is not None:
            await loop.run_in_executor(self._threads, self._end)

    async def renew(self) -> None:
        """Start watching again if the folder was replaced, or if it could not be watched before.

        Changes in between are not reported: compare afterwards.
        """
        if self._loop is not None:
            await self._loop.run_in_executor(self._threads, self._renew)

    def _renew(self) -> None:
        with self._lock:
            current = folder_identity(self._root)
            # Without a loop, watching has just ended.
            if self._loop is None or current is None or (current == self._watched and not self.problem):
                return
            self._stop()
            self._watched = current
            try:
                self._start()
            except OSError as error:
                self._report_problem(error)
            else:
                self.problem = NO_PHRASE

    def _end(self) -> None:
        with self._lock:
            self._stop()

    def _start(self) -> None:
        """Start watching; takes as long as listing every folder."""
        path = str(extended_path(self._root))
        if sys.platform == "darwin":
            from watchdog.observers.fsevents import FSEventsEmitter

            self._observer = BaseObserver(lossless_emitter(FSEventsEmitter, self._on_overflow))
            path = unicodedata.normalize("NFC", path)  # FSEvents does not take decomposed names (watchdog#26).
        elif sys.platform == "win32":
            from watchdog.observers.read_directory_changes import WindowsApiEmitter
            from watchdog.observers.winapi import DirectoryChangeReader

            self._observer = BaseObserver(overflow_emitter(WindowsApiEmitter, DirectoryChangeReader, self._on_overflow))
        else:
            self._observer = Observer()
        self._observer.schedule(_Handler(self._on_event), path, recursive=True, event_filter=_WATCHED_EVENTS)
        self._observer.start()
        if sys.platform == "linux" and self._root.parent != self._root:
            # Only its parent receives events about a move of a folder. watchdog does not report folders that exceed the
            # limit of watches: then this last call fails, which is reported.
            self._observer.schedule(_Handler(self._on_parent_event), str(self._root.parent),
                                    event_filter=[DirCreatedEvent, DirDeletedEvent, DirMovedEvent])  # fmt: skip

    def _stop(self) -> None:
        observer, self._observer = self._observer, None
        if observer is None:
            return
        observer.stop()  # A thread that never started still holds resources and a kernel queue.
        if observer.is_alive():
            observer.join()

    def _report_problem(self, error: OSError) -> None:
        previous = self.problem
        if error.errno in (errno.ENOSPC, errno.EMFILE):
            self.problem = Phrase(
                "Changes made by other programs may be missed: the system allows no more watched folders."
            )
        else:
            self.problem = Phrase("Changes made by other programs may be missed: the vault's folder cannot be watched.")
        if self.problem != previous:
            log.warning("%s (%s)", self.problem, error)

    # Everything up to _drain runs on watchdog's threads.

    def _on_event(self, event: FileSystemEvent) -> None:
        source, target = self._relative(event.src_path), self._relative(event.dest_path)
        if source == "." or (not source and event.is_directory and not target):
            self._root_changed()
        elif isinstance(event, DirMovedEvent | FileMovedEvent):
            self._enqueue(DiskEvent("moved", source, target, event.is_directory))
        elif isinstance(event, DirDeletedEvent | FileDeletedEvent):
            folder = event.is_directory or (REMOVALS_HIDE_FOLDERS and _note(source) is None)
            self._enqueue(DiskEvent("deleted", source, "", folder))
        elif isinstance(event, DirCreatedEvent | FileCreatedEvent):
            self._enqueue(DiskEvent("created", source, "", event.is_directory))
        else:
            self._enqueue(DiskEvent("modified", source, "", event.is_directory))
        self._wake()

    def _on_parent_event(self, event: FileSystemEvent) -> None:
        """Detect that the vault's folder itself was moved or deleted."""
        if str(self._root) in (event.src_path, event.dest_path):
            self._root_changed()
            self._wake()

    def _root_changed(self) -> None:
        """Handle a move, removal or return of the vault's folder: it must be watched again."""
        self._watched = None
        self._events_lost = True

    def _on_overflow(self) -> None:
        self._events_lost = True
        self._wake()

    def _enqueue(self, event: DiskEvent) -> None:
        if len(self._queue) > MAX_EVENTS:
            self._events_lost = True
        else:
            self._queue.append(event)

    def _wake(self) -> None:
        loop = self._loop
        if not self._is_woken and loop is not None and not loop.is_closed():
            self._is_woken = True
            loop.call_soon_threadsafe(self._drain)

    def _drain(self) -> None:
        """Pass queued events to the batch; on the loop's thread."""
        # Cleared before reading: an event queued after the last check wakes the loop again.
        self._is_woken = False
        if self._loop is None:
            return
        events: list[DiskEvent] = []
        while self._queue:
            events.append(self._queue.popleft())
        events_lost, self._events_lost = self._events_lost, False
        self._batch.add(events, rescan=events_lost)

    def _relative(self, path: str | bytes) -> str:
        """Return *path* relative to the vault's root with `/`; `.` for the root itself, empty outside."""
        text = os.fsdecode(path)
        root = str(extended_path(self._root))
        if text == root:
            return "."
        prefix = root if root.endswith(os.sep) else root + os.sep
        return text[len(prefix) :].replace(os.sep, "/") if text.startswith(prefix) else ""


class _Handler(FileSystemEventHandler):
    """Passes each event on."""

    def __init__(self, on_event: Callable[[FileSystemEvent], None]) -> None:
        self._on_event = on_event

    def dispatch(self, event: FileSystemEvent) -> None:
        self._on_event(event)
