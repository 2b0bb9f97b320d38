"""Child process with a line-based protocol on its standard input and output: start, reading and shutdown."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, cast  # Any: the options for starting a process differ between systems

# Output is read by protocol callbacks, so that no task has to run between requests. The child ends when its
# input closes; so it cannot outlive this program.

MAX_LINE = 32_000_000
"""Maximum bytes of one line. A line may echo an image that was sent; one without an end must not fill the memory."""

EXIT_TIMEOUT = 2.0
"""Seconds to wait for the child to exit after its input is closed. It takes about 0.05."""

KILL_TIMEOUT = 1.0
"""Seconds to wait after it is asked to terminate."""

REAP_TIMEOUT = 5.0
"""Seconds to wait after it is killed: a busy system takes a while to end it."""

MAX_STDERR = 2000
"""Characters kept of the end of its standard error output."""


class LineProcess(asyncio.SubprocessProtocol):
    """A running child process that exchanges lines with this one."""

    def __init__(self, on_line: Callable[[bytes], None], on_end: Callable[[], None]) -> None:
        """*on_line* gets each line without its end; *on_end* is called once when the output is closed."""
        self._on_line = on_line
        self._on_end = on_end
        self._transport: asyncio.SubprocessTransport | None = None
        self._partial_line = bytearray()
        self._exited = asyncio.Event()
        self.ended = False
        self.stderr_tail = ""
        """The end of its standard error output: for logs and pattern matching, never shown to the user as a whole."""

    @classmethod
    async def start(
        cls,
        command: Sequence[str],
        environment: Mapping[str, str],
        folder: Path,
        on_line: Callable[[bytes], None],
        on_end: Callable[[], None],
    ) -> "LineProcess":
        """Start *command* in *folder*. Raises `OSError` if it cannot be started."""
        loop = asyncio.get_running_loop()
        _, child = await loop.subprocess_exec(
            lambda: cls(on_line, on_end), *command, env=dict(environment), cwd=str(folder), **_detached_options()
        )
        return child

    def send(self, line: bytes) -> None:
        """Write *line* and a line end. Does nothing if the child has ended."""
        pipe = self._transport.get_pipe_transport(0) if self._transport else None
        if pipe is not None and not pipe.is_closing():
            cast(asyncio.WriteTransport, pipe).write(line + b"\n")

    async def close(self) -> None:
        """End the child: close its input, then terminate it, then kill it."""
        transport = self._transport
        if transport is None:
            return
        pipe = transport.get_pipe_transport(0)
        if pipe is not None:
            pipe.close()
        for limit, send_signal in (
            (EXIT_TIMEOUT, transport.terminate),
            (KILL_TIMEOUT, self.kill),
            (REAP_TIMEOUT, self.kill),
        ):
            with suppress(TimeoutError):
                async with asyncio.timeout(limit):
                    await self._exited.wait()
                break
            with suppress(ProcessLookupError):
                send_signal()
        transport.close()
        self._report_end()  # The event loop of Windows reports the closed pipes later, if at all.

    def kill(self) -> None:
        """Kill the child, except on Windows with its whole process group."""
        if self._transport is None:
            return
        with suppress(ProcessLookupError, PermissionError):
            if sys.platform == "win32":
                self._transport.kill()
            else:
                os.killpg(self._transport.get_pid(), signal.SIGKILL)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Store the transport. Called by the event loop."""
        self._transport = cast(asyncio.SubprocessTransport, transport)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Split the output into lines. Called by the event loop."""
        if fd == 2:
            text = data.decode("utf-8", "replace").replace("\r", "")  # Windows ends lines with two characters.
            self.stderr_tail = (self.stderr_tail + text)[-MAX_STDERR:]
            return
        *lines, partial_line = data.split(b"\n")
        for line in lines:
            complete_line = bytes(self._partial_line) + line
            self._partial_line.clear()
            self._on_line(complete_line)
        self._partial_line += partial_line
        if len(self._partial_line) > MAX_LINE:
            self._partial_line.clear()
            self.kill()
            self._report_end()

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        """Report the end when the standard output is closed. Called by the event loop."""
        if fd == 1:
            self._report_end()

    def process_exited(self) -> None:
        """Record the exit. Called by the event loop."""
        self._exited.set()

    def connection_lost(self, exc: Exception | None) -> None:
        """Report the end after all output is read. Called by the event loop."""
        self._exited.set()
        self._report_end()

    def _report_end(self) -> None:
        if not self.ended:
            self.ended = True
            self._on_end()


def _detached_options() -> dict[str, Any]:  # Any: options differ between systems
    """Return the options that detach the child from the terminal: Ctrl+C stops an answer, not the child."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW}
    return {"start_new_session": True}
