"""Tests of providers/codex/codex_process.py."""

import asyncio
import os
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from vaultdesk.core.errors import ProviderRefused
from vaultdesk.providers.codex import codex_process
from vaultdesk.providers.codex.codex_process import CodexChildProcess, find_codex, minimal_environment, server_arguments
from vaultdesk.providers.error_context import ErrorContext

# Command: where codex is found, what it is told at its start, and what it gets of the environment.

CONTEXT = ErrorContext("Codex", "chatgpt.com", "Codex")


def test_it_is_found_on_path(tmp_path: Path) -> None:
    program = tmp_path / ("codex.cmd" if os.name == "nt" else "codex")
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)

    found = find_codex({"PATH": str(tmp_path)}, CONTEXT)

    assert Path(found[0]).name.lower() == program.name
    assert found[1:] == ()


def test_missing_it_is_told_how_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(ProviderRefused, match="not installed") as caught:
        find_codex({"PATH": str(tmp_path)}, CONTEXT)

    assert "npm install -g @openai/codex" in caught.value.hint


def test_an_empty_path_finds_nothing_of_the_systems_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)

    with pytest.raises(ProviderRefused):
        find_codex({}, CONTEXT)


def test_its_own_tools_extensions_and_records_are_off() -> None:
    arguments = server_arguments()

    assert arguments[0] == "app-server"
    assert {
        "features.shell_tool=false", "features.unified_exec=false", "features.plugins=false", "features.hooks=false",
        "agents.enabled=false", "web_search=disabled", "notify=[]", "history.persistence=none",
        "analytics.enabled=false",
    } <= set(arguments)  # fmt: skip


def test_no_argument_holds_what_a_batch_file_would_read() -> None:
    assert not [argument for argument in server_arguments() if set(argument) & set(' "%^&|<>!\n')]


def test_keys_and_the_rest_of_the_environment_stay_here() -> None:
    given = {
        "PATH": "/bin", "Home": "/h", "CODEX_HOME": "/c", "https_proxy": "http://p", "LANG": "C", "SystemRoot": "C:\\W",
        "OPENAI_API_KEY": "sk-x", "ANTHROPIC_API_KEY": "sk-y", "PYTHONPATH": "/p", "SECRET": "s", "CODEX_API_KEY": "k",
    }  # fmt: skip

    assert minimal_environment(given).keys() == {"PATH", "Home", "CODEX_HOME", "https_proxy", "LANG", "SystemRoot"}


# Process: a child's lines and its end, whatever kind of child it is.

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


async def started(
    source: str, folder: Path, environment: Mapping[str, str] = os.environ
) -> tuple[CodexChildProcess, Heard]:
    heard = Heard()
    command = (sys.executable, "-c", source)
    return await CodexChildProcess.start(command, environment, folder, heard.line, heard.over.set), heard


async def test_lines_go_there_and_back_and_it_ends_with_its_input(tmp_path: Path) -> None:
    child, heard = await started(ECHO, tmp_path)
    child.send(b"one")
    async with asyncio.timeout(LIMIT):
        await heard.news.wait()
    began = time.monotonic()
    await child.close()

    assert [line.rstrip() for line in heard.lines] == [b"got one"]
    assert time.monotonic() - began < codex_process.EXIT_TIMEOUT
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
    assert len(child.stderr_tail) == codex_process.MAX_STDERR


async def test_one_that_does_not_listen_is_ended_by_force(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codex_process, "EXIT_TIMEOUT", 0.1)
    monkeypatch.setattr(codex_process, "KILL_TIMEOUT", 0.1)
    deaf = "import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nprint(1, flush=True)\ntime.sleep(60)"
    child, heard = await started(deaf, tmp_path)
    async with asyncio.timeout(LIMIT):
        await heard.news.wait()
        await child.close()
        await heard.over.wait()

    assert child.ended


async def test_a_line_without_end_ends_the_child(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codex_process, "MAX_LINE", 100_000)
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


async def test_it_gets_only_the_environment_and_the_folder_it_is_given(tmp_path: Path) -> None:
    kept = {name: value for name, value in os.environ.items() if name.upper() in ("PATH", "SYSTEMROOT")}
    source = "import os\nprint(os.getcwd(), os.environ.get('GIVEN'), os.environ.get('HOME'))"
    child, heard = await started(source, tmp_path, {**kept, "GIVEN": "yes"})
    async with asyncio.timeout(LIMIT):
        await heard.over.wait()
    await child.close()

    assert heard.lines[0].decode().rstrip().endswith(f"{tmp_path.name} yes None")
