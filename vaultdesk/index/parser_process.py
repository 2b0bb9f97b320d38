"""ParserProcess: a process of our own that reads and understands notes, as seen by the one that started it.

It may die at any moment, or never start: then there are no more messages, and whoever asked goes on by himself.
"""

import logging
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Self

import vaultdesk
from vaultdesk.core.platform.paths import own_command
from vaultdesk.index import parser_wire
from vaultdesk.index.parser_wire import Done, Message, Texts, Wanted

if sys.platform == "linux":
    import fcntl

log = logging.getLogger(__name__)

QUEUED = 32
"""Messages waiting to be taken in at most, some 8 MB: the process goes on while a batch is written."""

PIPE_BYTES = 1 << 20
"""What the pipe holds where Linux allows it: as much as it allows anybody."""

PATIENCE = 5.0
"""Seconds a killed process may take to be gone, before it is left to the system."""


class ParserProcess:
    """`with ParserProcess() as process`: `ask` once, take its `messages`, in one thread. `kill` may come from any."""

    def __init__(self) -> None:
        self._waiting: queue.Queue[Message | None] = queue.Queue(QUEUED)
        """None where there is no more."""
        self._child: subprocess.Popen[bytes] | None = None
        self._listening: threading.Thread | None = None
        self._ended = threading.Event()

    def __enter__(self) -> Self:
        try:
            self._child = subprocess.Popen(  # noqa: S603 - our own program, no word of it from outside
                own_command(parser_wire.FLAG), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                env=_environment(), creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )  # fmt: skip
        except OSError as error:
            log.warning("notes are read without a process of their own: it cannot be started (%s)", error.strerror)
            return self
        _widen(self._child.stdout)
        return self

    def ask(self, root: Path, wanted: Wanted, heard: Callable[[Texts], object]) -> None:
        """Have it read these notes of the vault at *root*. It takes 0.15 s to be ready for that, and may do so before.

        *heard* is given the texts as they come, in a thread of their own: they wait for nobody who takes in notes.
        """
        if self._child is not None:
            job = (self._child, root, wanted, heard)
            self._listening = threading.Thread(target=self._listen, args=job, name="index-parser", daemon=True)
            self._listening.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End it, and wait until nothing more is heard of it."""
        self.kill()
        if self._child is None:
            return
        if self._listening is not None:
            self._listening.join(PATIENCE)
        try:
            self._child.wait(PATIENCE)
        except subprocess.TimeoutExpired:  # Stuck in a disk that does not answer; it goes when that one does.
            log.warning("the process that reads notes does not end")
        for pipe in (self._child.stdin, self._child.stdout):
            if pipe is not None and (self._listening is None or not self._listening.is_alive()):
                with suppress(OSError):  # What it was to be asked yet goes with it.
                    pipe.close()

    @property
    def pid(self) -> int:
        """The process's number; 0 where there is none."""
        return self._child.pid if self._child is not None else 0

    def kill(self) -> None:
        """End it now; the messages end too. Any thread may ask for it."""
        self._ended.set()
        if self._child is not None:
            self._child.kill()
        # Whoever listens may wait for room, and whoever takes what is said for the end of it.
        with suppress(queue.Empty):
            while True:
                self._waiting.get_nowait()
        with suppress(queue.Full):
            self._waiting.put_nowait(None)

    def messages(self) -> Iterator[Message]:
        """Yield what the process says but for texts, `Done` last; without it, it ended early."""
        while self._listening is not None:
            message = self._waiting.get()
            if message is None:
                if not self._ended.is_set():
                    log.warning("the process that reads notes ended early; the rest is read without it")
                return
            yield message
            if isinstance(message, Done):
                return

    def _listen(
        self,
        child: "subprocess.Popen[bytes]",
        root: Path,
        wanted: Wanted,
        heard: Callable[[Texts], object],
    ) -> None:
        """Ask, then put every message in line; in a thread of its own, so that the process need not wait."""
        assert child.stdin is not None
        assert child.stdout is not None
        try:
            for message in _said(child.stdin, child.stdout, root, wanted):
                if self._ended.is_set():
                    break
                if isinstance(message, Texts):
                    heard(message)
                else:
                    self._waiting.put(message)
        finally:  # Whoever takes what is said must not wait for ever, whatever becomes of who hears the texts.
            self._waiting.put(None)


def _said(asked: IO[bytes], said: IO[bytes], root: Path, wanted: Wanted) -> Iterator[Message]:
    """Ask, and yield each message until there are no more."""
    try:
        # The pipe stays open: its end is how the process learns of ours.
        parser_wire.write_job(asked, str(root), wanted)
    except (OSError, ValueError):  # It died, or was killed.
        return
    while True:
        try:
            frame = parser_wire.read_frame(said)
            message = parser_wire.message_in(frame) if frame else None
        except (OSError, ValueError, EOFError, TypeError):  # Likewise, in the middle of a word; or no program of ours.
            return
        if message is None:
            return
        yield message


def _widen(pipe: IO[bytes] | None) -> None:
    """Have the pipe hold whole messages, where the system can: each part of one is a wait for Python's lock."""
    if sys.platform == "linux" and pipe is not None:
        with suppress(OSError):  # No more than an administrator allows.
            fcntl.fcntl(pipe.fileno(), fcntl.F_SETPIPE_SZ, PIPE_BYTES)


def _environment() -> Mapping[str, str]:
    """The present environment, with this very program to be imported."""
    found = [str(Path(next(iter(vaultdesk.__path__))).parent), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, found))}
