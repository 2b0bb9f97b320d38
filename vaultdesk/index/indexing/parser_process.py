"""Starts a parser process and writes its batches of parsed notes to the index."""

import logging
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Self, assert_never

import vaultdesk
from vaultdesk.core.platform.paths import own_command
from vaultdesk.index.index_state import NotesIndexed
from vaultdesk.index.indexing import parser_worker
from vaultdesk.index.indexing.parser_worker import (
    NoteBatch,
    ParserDone,
    ParseRequest,
    ParserMessage,
    ScannedBatch,
    TextBatch,
    UnchangedBatch,
    WholeVault,
)
from vaultdesk.index.indexing.vault_scan import FileDifference
from vaultdesk.index.store import index_tables
from vaultdesk.index.store.index_entry import IndexEntry, ScannedFile
from vaultdesk.index.store.index_file import Index

# The process may end at any moment or never start; then there are no more messages, and the caller reads the rest
# itself.

if sys.platform == "linux":
    import fcntl

log = logging.getLogger(__name__)

MAX_QUEUED_MESSAGES = 32
"""Maximum number of queued messages, some 8 MB, so that the process continues while a batch is written."""

PIPE_BYTES = 1 << 20
"""Pipe buffer requested on Linux: the maximum for unprivileged users."""

KILL_TIMEOUT = 5.0
"""Seconds to wait for a killed process before it is left to the system."""


class ParserProcess:
    """Runs a parser process: `with ParserProcess() as process`, `start_job` once, then read `messages`, in one thread.
    `kill` is thread-safe.
    """

    def __init__(self) -> None:
        self._waiting: queue.Queue[ParserMessage | None] = queue.Queue(MAX_QUEUED_MESSAGES)
        """None marks the end."""
        self._child: subprocess.Popen[bytes] | None = None
        self._listener: threading.Thread | None = None
        self._ended = threading.Event()

    def __enter__(self) -> Self:
        try:
            self._child = subprocess.Popen(  # noqa: S603 - this program, no external input
                own_command(parser_worker.PARSE_NOTES_FLAG),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=_environment(),
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except OSError as error:
            log.warning("notes are parsed in this process: the parser process cannot be started (%s)", error.strerror)
            return self
        _enlarge_buffer(self._child.stdout)
        return self

    def start_job(
        self,
        root: Path,
        request: ParseRequest,
        on_texts: Callable[[TextBatch], object],
        early_bytes: int = parser_worker.MAX_EARLY_BYTES,
    ) -> None:
        """Request these notes of the vault at *root*. The process needs 0.15 s to start, and may be started before.

        *on_texts* is called with the early texts as they arrive, in a separate thread, without waiting for the
        consumer of notes.
        """
        if self._child is not None:
            job = (self._child, root, request, early_bytes, on_texts)
            self._listener = threading.Thread(target=self._listen, args=job, name="index-parser", daemon=True)
            self._listener.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the process, and wait until its last message was handled."""
        self.kill()
        if self._child is None:
            return
        if self._listener is not None:
            self._listener.join(KILL_TIMEOUT)
        try:
            self._child.wait(KILL_TIMEOUT)
        except subprocess.TimeoutExpired:  # Blocked on a disk that does not respond; it ends when the disk does.
            log.warning("the parser process does not end")
        for pipe in (self._child.stdin, self._child.stdout):
            if pipe is not None and (self._listener is None or not self._listener.is_alive()):
                with suppress(OSError):  # An unsent request is dropped.
                    pipe.close()

    def kill(self) -> None:
        """Kill the process; the messages end too. Thread-safe."""
        self._ended.set()
        if self._child is not None:
            self._child.kill()
        # The listener may wait for space in the queue, and the consumer for the end mark.
        with suppress(queue.Empty):
            while True:
                self._waiting.get_nowait()
        with suppress(queue.Full):
            self._waiting.put_nowait(None)

    def messages(self) -> Iterator[ParserMessage]:
        """Yield the messages of the process except texts, `ParserDone` last; without it, the process ended early."""
        while self._listener is not None:
            message = self._waiting.get()
            if message is None:
                if not self._ended.is_set():
                    log.warning("the parser process ended early; the remaining notes are parsed in this process")
                return
            yield message
            if isinstance(message, ParserDone):
                return

    def _listen(
        self,
        child: "subprocess.Popen[bytes]",
        root: Path,
        request: ParseRequest,
        early_bytes: int,
        on_texts: Callable[[TextBatch], object],
    ) -> None:
        """Send the request, then queue every message; in a separate thread, so that the process need not wait."""
        assert child.stdin is not None
        assert child.stdout is not None
        try:
            for message in _write_job(child.stdin, child.stdout, root, request, early_bytes):
                if self._ended.is_set():
                    break
                if isinstance(message, TextBatch):
                    on_texts(message)
                else:
                    self._waiting.put(message)
        finally:  # The consumer must not wait for ever if *on_texts* fails.
            self._waiting.put(None)


def _write_job(
    input_pipe: IO[bytes], output: IO[bytes], root: Path, request: ParseRequest, early_bytes: int
) -> Iterator[ParserMessage]:
    """Send the request, and yield each message until there are no more."""
    try:
        # The pipe stays open: its end tells the process that the program has ended.
        parser_worker.write_job(input_pipe, str(root), request, early_bytes)
    except (OSError, ValueError):  # The process died or was killed.
        return
    while True:
        try:
            frame = parser_worker.read_frame(output)
            message = parser_worker.parse_message(frame) if frame else None
        except (OSError, ValueError, EOFError, TypeError):  # Likewise, within a message; or another program.
            return
        if message is None:
            return
        yield message


def _enlarge_buffer(pipe: IO[bytes] | None) -> None:
    """Enlarge the pipe's buffer to hold whole messages, if possible: each part of one costs a wait for the interpreter
    lock.
    """
    if sys.platform == "linux" and pipe is not None:
        with suppress(OSError):  # The limit set by an administrator.
            fcntl.fcntl(pipe.fileno(), fcntl.F_SETPIPE_SZ, PIPE_BYTES)


def _environment() -> Mapping[str, str]:
    """Return the current environment, with this program's code importable."""
    paths = [str(Path(next(iter(vaultdesk.__path__))).parent), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


# Every step is a commit; notes not committed after a stop or kill are read again by the next scan.

MIN_BULK_NOTES, MIN_BULK_BYTES = 400, 4_000_000
"""Amount of work from which a separate process, which takes 0.15 s to start, is worthwhile."""

FIRST_BATCH, LARGEST_BATCH = 250_000, 6_000_000
"""Bytes committed together: few at first, so that something is found soon, then doubled each time. FTS5 writes each
batch as one sorted segment: larger ones need fewer merges and more memory; the largest takes 0.2 s.
"""


def is_bulk(request: Sequence[FileDifference]) -> bool:
    """Whether a separate process reads *request* sooner."""
    return len(request) >= MIN_BULK_NOTES or sum(difference.size for difference in request) >= MIN_BULK_BYTES


class BulkIndexer:
    """Indexes *request* with a parser process: `with BulkIndexer(...) as bulk`. `remaining` has the unindexed notes.

    The process starts immediately, and substring search covers the notes it has read, independent of the `steps`. If
    the whole vault is requested, the process lists it, and `remaining` is empty. Without *prefetch_texts* each note is
    read once, and found once it is in the index.
    """

    def __init__(
        self,
        index: Index,
        root: Path,
        request: ParseRequest,
        stopping: threading.Event,
        *,
        prefetch_texts: bool = True,
    ) -> None:
        self._index = index
        self._root = root
        self._stopping = stopping
        self._request = request
        self._early_bytes = parser_worker.MAX_EARLY_BYTES if prefetch_texts else 0
        self._remaining = (
            {} if isinstance(request, WholeVault) else {difference.path.text: difference for difference in request}
        )
        self._process = ParserProcess()
        self._texts: dict[str, bytes] = {}
        """Texts received of notes not parsed yet; substring search uses the same texts."""
        self._notes: list[NoteBatch] = []
        self._touched: list[ScannedFile] = []
        self._collected_weight = 0
        self._batch_size = FIRST_BATCH

    def __enter__(self) -> Self:
        self._process.__enter__()
        self._process.start_job(self._root, self._request, self._add_texts, self._early_bytes)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.close()
        self._index.pending_texts.clear()

    @property
    def remaining(self) -> tuple[FileDifference, ...]:
        """The notes of *request* not in the index yet; empty once all are."""
        return tuple(self._remaining.values())

    def stop(self) -> None:
        """Stop the running step. Thread-safe."""
        self._process.kill()

    def steps(self) -> Iterator[NotesIndexed]:
        """Do the work; yield after each commit."""
        for message in self._process.messages():
            self._collect(message)
            if self._collected_weight >= self._batch_size and not self._stopping.is_set():
                yield self._commit()
        if self._notes or self._touched:
            yield self._commit()

    def _add_texts(self, texts: TextBatch) -> None:
        """Add these texts to substring search; in the process's own thread, before their notes are written."""
        received = dict(texts.texts)
        self._texts.update(received)
        self._index.pending_texts.put(received)

    def _collect(self, message: ParserMessage) -> None:
        match message:
            case NoteBatch():
                self._notes.append(message)
                self._collected_weight += message.weight
            case UnchangedBatch(files):
                self._touched += [ScannedFile(*file) for file in files]
            case ScannedBatch(files):
                with self._index.writing() as connection:
                    index_tables.update_states(connection, [ScannedFile(*file) for file in files])
            case TextBatch() | ParserDone():
                pass
            case _:
                assert_never(message)

    def _commit(self) -> NotesIndexed:
        paths = [file.path for file in self._touched]
        with self._index.writing() as connection:
            index_tables.update_times(connection, self._touched)
            numbers = [
                number
                for group in self._entry_groups(paths)
                for number in index_tables.write_entry_rows(connection, *group)
            ]
            index_tables.update_full_text(connection, numbers)
        self._index.pending_texts.drop(paths)
        for path in paths:
            self._remaining.pop(path, None)
        self._notes, self._touched, self._collected_weight = [], [], 0
        self._batch_size = min(self._batch_size * 2, LARGEST_BATCH)
        return NotesIndexed(tuple(paths))

    def _entry_groups(self, paths: list[str]) -> Iterator[tuple[list[IndexEntry], index_tables.WrittenTexts]]:
        """Yield the collected notes in small groups, with the texts received before them, and add their *paths*.

        Unpacking all of them at once would create so many objects that Python's garbage collection stops the window.
        """
        for notes in self._notes:
            entries: list[IndexEntry] = []
            written: dict[str, tuple[bytes, bytes]] = {}
            for entry, head in notes.unpacked():
                entries.append(entry)
                text = self._texts.pop(entry.path, b"")
                if head >= 0:
                    written[entry.path] = (text[:head], text[head:])
            paths += [entry.path for entry in entries]
            yield entries, written
