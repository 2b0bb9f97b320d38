"""Tests of providers/line_process.py."""

import asyncio
import os
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from vaultdesk.providers import line_process
from vaultdesk.providers.line_process import LineProcess

ECHO = "import sys\nfor line in sys.stdin: print('got ' + line.strip(), flush=True)"
TIMEOUT = 30
"""Maximum number of seconds to wait for an event."""


class LineCollector:
    """Collects the lines of a child, and records its end."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self.received = asyncio.Event()
        self.ended = asyncio.Event()

    def line(self, line: bytes) -> None:
        self.lines.append(line)
        self.received.set()


async def start_child(
    source: str, folder: Path, environment: Mapping[str, str] = os.environ
) -> tuple[LineProcess, LineCollector]:
    output = LineCollector()
    command = (sys.executable, "-c", source)
    return await LineProcess.start(command, environment, folder, output.line, output.ended.set), output


async def test_lines_are_exchanged_and_the_child_ends_when_its_input_closes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_process, "EXIT_TIMEOUT", 300.0)
    child, output = await start_child(ECHO, tmp_path)
    child.send(b"one")
    async with asyncio.timeout(TIMEOUT):
        await output.received.wait()
        await child.close()

    assert [line.rstrip() for line in output.lines] == [b"got one"]
    assert output.ended.is_set()


async def test_lines_are_joined_from_chunks_and_stderr_is_collected_separately(tmp_path: Path) -> None:
    source = (
        "import sys, os\nfor piece in (b'a', b'b\\n', b'c\\nd', b'\\n'): os.write(1, piece)\n"
        "sys.stderr.write('x' * 5000 + 'the end')"
    )
    child, output = await start_child(source, tmp_path)
    async with asyncio.timeout(TIMEOUT):
        await output.ended.wait()
    await child.close()

    assert output.lines == [b"ab", b"c", b"d"]
    assert child.stderr_tail.endswith("the end")
    assert len(child.stderr_tail) == line_process.MAX_STDERR


async def test_a_child_that_ignores_the_end_of_its_input_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_process, "EXIT_TIMEOUT", 0.1)
    monkeypatch.setattr(line_process, "KILL_TIMEOUT", 0.1)
    monkeypatch.setattr(line_process, "REAP_TIMEOUT", 60.0)
    source = "import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nprint(1, flush=True)\ntime.sleep(60)"
    child, output = await start_child(source, tmp_path)
    async with asyncio.timeout(TIMEOUT):
        await output.received.wait()
        await child.close()
        await output.ended.wait()

    assert child.ended


async def test_a_line_beyond_the_size_limit_ends_the_child(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_process, "MAX_LINE", 100_000)
    child, output = await start_child("import os\nwhile True: os.write(1, b'x' * 4096)", tmp_path)
    async with asyncio.timeout(TIMEOUT):
        await output.ended.wait()
    await child.close()

    assert output.lines == []


async def test_sending_to_an_ended_child_is_ignored(tmp_path: Path) -> None:
    child, output = await start_child("pass", tmp_path)
    async with asyncio.timeout(TIMEOUT):
        await output.ended.wait()
    child.send(b"anybody?")
    await child.close()
    await child.close()

    assert child.ended


async def test_close_reports_the_end_before_the_event_loop_does() -> None:
    class Transport(asyncio.SubprocessTransport):
        def get_pipe_transport(self, fd: int) -> None:
            return None

        def close(self) -> None:
            pass

    ends: list[str] = []
    child = LineProcess(lambda _line: None, lambda: ends.append("end"))
    child.connection_made(Transport())
    child.process_exited()
    await child.close()
    assert ends == ["end"]
    child.connection_lost(None)
    assert ends == ["end"]


async def test_the_child_gets_only_the_given_environment_and_folder(tmp_path: Path) -> None:
    inherited = {name: value for name, value in os.environ.items() if name.upper() in ("PATH", "SYSTEMROOT")}
    source = "import os\nprint(os.getcwd(), os.environ.get('GIVEN'), os.environ.get('HOME'))"
    child, output = await start_child(source, tmp_path, {**inherited, "GIVEN": "yes"})
    async with asyncio.timeout(TIMEOUT):
        await output.ended.wait()
    await child.close()

    assert output.lines[0].decode().rstrip().endswith(f"{tmp_path.name} yes None")
