"""Runs this program as a child process for data of unknown origin, with limits on time, memory and output."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import Executor
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Literal

import vaultdesk

CPU_EXCEEDED = -int(getattr(signal, "SIGXCPU", 0)) or None
"""Return code of a child that used up its processor time; None if the system has no such limit."""

FailureReason = Literal["start", "time", "output"]


class ProcessFailed(Exception):
    """The child did not finish: it could not be started, took too long or wrote too much."""

    def __init__(self, reason: FailureReason, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason, self.detail = reason, detail


class LimitedProcess:
    """One run of a child process: data is written to its standard input, its output is returned."""

    def __init__(self, command: Sequence[str], time_limit: float, max_output: int) -> None:
        """*time_limit* is in seconds, *max_output* in bytes; the child is killed when it passes either."""
        self._command, self._time_limit, self._max_output = command, time_limit, max_output
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._is_stopped = False

    def run(self, data: bytes) -> bytes:
        """Return the output of the child for *data*. Waits for it. Raises `ProcessFailed`."""
        process = self._start()
        if process is None:
            return b""
        assert process.stdin is not None
        assert process.stdout is not None
        output = bytearray()
        # Both pipes are served concurrently: a child that writes while it still reads would otherwise deadlock.
        feeder = threading.Thread(target=_feed, args=(process.stdin, data), name="vaultdesk-child-input", daemon=True)
        reader = threading.Thread(
            target=_collect, args=(process.stdout, output, self._max_output + 1), name="vaultdesk-child-output",
            daemon=True,
        )  # fmt: skip
        feeder.start()
        reader.start()
        reader.join(self._time_limit)
        is_late = reader.is_alive()
        # Killed in every case: it may have closed its output and still be computing.
        process.kill()
        feeder.join()
        reader.join()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):  # Closing flushes the input that was not read.
                pipe.close()
        if is_late or process.returncode == CPU_EXCEEDED:
            raise ProcessFailed("time", f"{self._time_limit:g} s")
        if len(output) > self._max_output:
            raise ProcessFailed("output", f"{self._max_output} bytes")
        return bytes(output)

    def stop(self) -> None:
        """End the child; `run` then returns its output so far. Thread-safe."""
        with self._lock:
            self._is_stopped = True
            if self._process is not None:
                self._process.kill()

    def _start(self) -> "subprocess.Popen[bytes] | None":
        with self._lock:
            if self._is_stopped:
                return None
            try:
                self._process = subprocess.Popen(  # noqa: S603 - this program; what is untrusted goes in as data
                    self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                    env=child_environment(), creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
                )  # fmt: skip
            except OSError as error:
                raise ProcessFailed("start", error.strerror or str(error)) from error
            return self._process


async def run_limited(
    command: Sequence[str], data: bytes, *, time_limit: float, max_output: int, executor: Executor | None = None
) -> bytes:
    """Return the output of the child *command* for *data*; cancelling ends the child. Raises `ProcessFailed`."""
    process = LimitedProcess(command, time_limit, max_output)
    try:
        return await asyncio.get_running_loop().run_in_executor(executor, process.run, data)
    except asyncio.CancelledError:
        process.stop()
        raise


def child_environment() -> dict[str, str]:
    """Return the environment of a child that handles data of unknown origin: without keys and tokens."""
    paths = [str(Path(next(iter(vaultdesk.__path__))).parent), os.environ.get("PYTHONPATH", "")]
    variables = {name: value for name, value in os.environ.items() if not name.upper().endswith(("_KEY", "_TOKEN"))}
    return {**variables, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


def limit_this_process(memory: int, cpu_seconds: int | None = None) -> None:
    """Limit the address space of this process to *memory* bytes, and its processor time to *cpu_seconds* if given.

    Has no effect on Windows, or where the system refuses the limit.
    """
    if sys.platform == "win32":
        return  # Windows has no such limits; the parent's time limit holds.
    import resource

    # No core dump: when SIGXCPU ends the child, the system would write one, with the data that was processed.
    limits = [(resource.RLIMIT_AS, memory, memory), (resource.RLIMIT_CORE, 0, 0)]
    if cpu_seconds is not None:
        # The soft limit sends SIGXCPU, which identifies the cause; the hard limit sends SIGKILL.
        limits.append((resource.RLIMIT_CPU, cpu_seconds, cpu_seconds + 1))
    for limit, soft, hard in limits:
        with suppress(ValueError, OSError):
            resource.setrlimit(limit, (soft, hard))


def _feed(pipe: BinaryIO, data: bytes) -> None:
    with suppress(OSError):  # The child ended, or was killed, before it read everything.
        pipe.write(data)
        pipe.close()


def _collect(pipe: BinaryIO, output: bytearray, limit: int) -> None:
    while len(output) < limit and (block := pipe.read1(min(1 << 20, limit - len(output)))):  # type: ignore[attr-defined]  # a buffered reader
        output += block
