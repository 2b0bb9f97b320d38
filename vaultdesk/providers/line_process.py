"""Child process that is spoken to in lines over its standard input and output: start, reading and shutdown."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, cast  # Any: the options of a start differ between the systems

# It is read by callbacks instead of a task, so that nothing has to be owned while nobody asks. The child ends by itself
# when its input closes; so it cannot outlive this program.

MAX_LINE = 32_000_000
"""Bytes of one line: a picture of ours comes back in one; without an end it must not fill memory."""

EXIT_TIMEOUT = 2.0
"""Seconds the child has to end by itself after its input closed; it takes about 0.05."""

KILL_TIMEOUT = 1.0
"""Seconds it has after each harder word."""

MAX_STDERR = 2000
"""Characters kept of what it last wrote to its error output."""


class LineProcess(asyncio.SubprocessProtocol):
    """One running program that is spoken to in lines."""

    def __init__(self, heard: Callable[[bytes], None], ended: Callable[[], None]) -> None:
        self._on_line = heard
        self._on_end = ended
        self._transport: asyncio.SubprocessTransport | None = None
        self._partial_line = bytearray()
        self._exited = asyncio.Event()
        self.ended = False
        self.stderr_tail = ""
        """The last of its error output: for our own eyes, never quoted unread."""

    @classmethod
    async def start(
        cls,
        command: Sequence[str],
        environment: Mapping[str, str],
        folder: Path,
        heard: Callable[[bytes], None],
        ended: Callable[[], None],
    ) -> "LineProcess":
        """Start *command* in *folder*. Raises `OSError` where it cannot be."""
        loop = asyncio.get_running_loop()
        _, child = await loop.subprocess_exec(
            lambda: cls(heard, ended), *command, env=dict(environment), cwd=str(folder), **_detached_options()
        )
        return child

    def send(self, line: bytes) -> None:
        """Write *line*; to a child that has ended nothing is written."""
        pipe = self._transport.get_pipe_transport(0) if self._transport else None
        if pipe is not None and not pipe.is_closing():
            cast(asyncio.WriteTransport, pipe).write(line + b"\n")

    async def close(self) -> None:
        """End the child: first kindly, within seconds by force."""
        transport = self._transport
        if transport is None:
            return
        pipe = transport.get_pipe_transport(0)
        if pipe is not None:
            pipe.close()
        for limit, harder in (
            (EXIT_TIMEOUT, transport.terminate),
            (KILL_TIMEOUT, self.kill),
            (KILL_TIMEOUT, self.kill),
        ):
            with suppress(TimeoutError):
                async with asyncio.timeout(limit):
                    await self._exited.wait()
                break
            with suppress(ProcessLookupError):
                harder()
        transport.close()

    def kill(self) -> None:
        """End the child at once, and what it started with it where the system can."""
        if self._transport is None:
            return
        with suppress(ProcessLookupError, PermissionError):
            if sys.platform == "win32":
                self._transport.kill()
            else:
                os.killpg(self._transport.get_pid(), signal.SIGKILL)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the way to the child; the loop calls this."""
        self._transport = cast(asyncio.SubprocessTransport, transport)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Cut what it writes into lines; the loop calls this."""
        if fd == 2:
            self.stderr_tail = (self.stderr_tail + data.decode("utf-8", "replace"))[-MAX_STDERR:]
            return
        *lines, rest = data.split(b"\n")
        for line in lines:
            whole = bytes(self._partial_line) + line
            self._partial_line.clear()
            self._on_line(whole)
        self._partial_line += rest
        if len(self._partial_line) > MAX_LINE:
            self._partial_line.clear()
            self.kill()
            self._report_end()

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        """Its output is closed: it says nothing more; the loop calls this."""
        if fd == 1:
            self._report_end()

    def process_exited(self) -> None:
        """It is gone; the loop calls this."""
        self._exited.set()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone and all it wrote was read; the loop calls this."""
        self._exited.set()
        self._report_end()

    def _report_end(self) -> None:
        if not self.ended:
            self.ended = True
            self._on_end()


def _detached_options() -> dict[str, Any]:  # Any: each system's own options
    """Return how the child is kept apart: Ctrl+C in the terminal stops an answer of ours, not the child."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW}
    return {"start_new_session": True}
