"""Tests of providers/line_process.py."""

import asyncio
import os
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from vaultdesk.providers import line_process
from vaultdesk.providers.line_process import LineProcess

ECHO = "import sys\nfor line in sys.stdin: print('got ' + line.strip(), flush=True)"
LIMIT = 10


class Heard:
    """What a child said, and when it ended."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self.news = asyncio.Event()
        self.over = asyncio.Event()

    def line(self, line: bytes) -> None:
        self.lines.append(line)
        self.news.set()


async def started(source: str, folder: Path, environment: Mapping[str, str] = os.environ) -> tuple[LineProcess, Heard]:
    heard = Heard()
    command = (sys.executable, "-c", source)
    return await LineProcess.start(command, environment, folder, heard.line, heard.over.set), heard


async def test_lines_go_there_and_back_and_it_ends_with_its_input(tmp_path: Path) -> None:
    child, heard = await started(ECHO, tmp_path)
    child.send(b"one")
    async with asyncio.timeout(LIMIT):
        await heard.news.wait()
    began = time.monotonic()
    await child.close()

    assert [line.rstrip() for line in heard.lines] == [b"got one"]
    assert time.monotonic() - began < line_process.EXIT_TIMEOUT
    assert heard.over.is_set()


async def test_a_line_in_pieces_is_one_and_what_it_complains_of_is_kept_apart(tmp_path: Path) -> None:
    source = (
        "import sys, os\nfor piece in (b'a', b'b\\n', b'c\\nd', b'\\n'): os.write(1, piece)\n"
        "sys.stderr.write('x' * 5000 + 'the end')"
    )
    child, heard = await started(source, tmp_path)
    async with asyncio.timeout(LIMIT):
        await heard.over.wait()
    await child.close()

    assert heard.lines == [b"ab", b"c", b"d"]
    assert child.stderr_tail.endswith("the end")
    assert len(child.stderr_tail) == line_process.MAX_STDERR


async def test_one_that_does_not_listen_is_ended_by_force(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_process, "EXIT_TIMEOUT", 0.1)
    monkeypatch.setattr(line_process, "KILL_TIMEOUT", 0.1)
    deaf = "import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nprint(1, flush=True)\ntime.sleep(60)"
    child, heard = await started(deaf, tmp_path)
    async with asyncio.timeout(LIMIT):
        await heard.news.wait()
        await child.close()
        await heard.over.wait()

    assert child.ended


async def test_a_line_without_end_ends_the_child(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_process, "MAX_LINE", 100_000)
    child, heard = await started("import os\nwhile True: os.write(1, b'x' * 4096)", tmp_path)
    async with asyncio.timeout(LIMIT):
        await heard.over.wait()
    await child.close()

    assert heard.lines == []


async def test_to_one_that_has_ended_nothing_is_written(tmp_path: Path) -> None:
    child, heard = await started("pass", tmp_path)
    async with asyncio.timeout(LIMIT):
        await heard.over.wait()
    child.send(b"anybody?")
    await child.close()
    await child.close()

    assert child.ended


async def test_close_reports_the_end_where_the_event_loop_has_not_done_it_yet() -> None:
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


async def test_it_gets_only_the_environment_and_the_folder_it_is_given(tmp_path: Path) -> None:
    kept = {name: value for name, value in os.environ.items() if name.upper() in ("PATH", "SYSTEMROOT")}
    source = "import os\nprint(os.getcwd(), os.environ.get('GIVEN'), os.environ.get('HOME'))"
    child, heard = await started(source, tmp_path, {**kept, "GIVEN": "yes"})
    async with asyncio.timeout(LIMIT):
        await heard.over.wait()
    await child.close()

    assert heard.lines[0].decode().rstrip().endswith(f"{tmp_path.name} yes None")
