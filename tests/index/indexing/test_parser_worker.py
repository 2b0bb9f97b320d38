"""ParserMain: the process as it really runs: one job in, its answers out, and it ends with whoever started it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.index.scene import entry, lay
from vaultdesk.__main__ import PARSE_NOTES
from vaultdesk.index.indexing import parser_protocol
from vaultdesk.index.indexing.parser_protocol import NoteBatch, ParserDone, ParserMessage
from vaultdesk.index.indexing.vault_scan import FileDifference
from vaultdesk.vault.note_path import NotePath

PATIENCE = 20.0
"""Seconds a process may take on a busy machine."""


def _started() -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "vaultdesk", PARSE_NOTES]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def _said(child: "subprocess.Popen[bytes]") -> list[ParserMessage]:
    assert child.stdout is not None
    found: list[ParserMessage] = []
    while frame := parser_protocol.read_frame(child.stdout):
        found.append(parser_protocol.parse_message(frame))
    return found


def test_the_flag_is_the_one_the_program_knows() -> None:
    assert PARSE_NOTES == parser_protocol.PARSE_NOTES_FLAG


def test_one_job_is_done_and_the_process_ends_by_itself(tmp_path: Path) -> None:
    lay(tmp_path, {"A.md": "# One\n[[B]]"})
    with _started() as child:
        assert child.stdin is not None
        parser_protocol.write_job(child.stdin, str(tmp_path), [FileDifference(NotePath("A.md"), 11, "")])
        said = _said(child)
        assert child.wait(PATIENCE) == 0
    assert isinstance(said[1], NoteBatch)
    assert list(said[1].unpacked()) == [(entry(tmp_path, "A.md")._replace(body=""), 0)]
    assert said[-1] == ParserDone()


def test_it_ends_when_nobody_asks(tmp_path: Path) -> None:
    with _started() as child:
        assert child.stdin is not None
        child.stdin.close()
        assert child.wait(PATIENCE) == 0


def test_it_ends_with_the_other_side_though_it_has_much_to_do(tmp_path: Path) -> None:
    lay(tmp_path, {f"{number}.md": "word " * 2_000 for number in range(200)})
    wanted = [FileDifference(NotePath(f"{number}.md"), 10_000, "") for number in range(200)]
    with _started() as child:
        assert child.stdin is not None
        parser_protocol.write_job(child.stdin, str(tmp_path), wanted)
        # It has more to say than the pipe holds, and waits; then whoever started it is gone.
        child.stdin.close()
        assert child.wait(PATIENCE) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="signals are others there")
def test_ctrl_c_in_the_terminal_is_the_other_sides_matter(tmp_path: Path) -> None:
    lay(tmp_path, {f"{number}.md": "word " * 2_000 for number in range(200)})
    wanted = [FileDifference(NotePath(f"{number}.md"), 10_000, "") for number in range(200)]
    with _started() as child:
        assert child.stdin is not None
        assert child.stdout is not None
        parser_protocol.write_job(child.stdin, str(tmp_path), wanted)
        parser_protocol.read_frame(child.stdout)
        os.kill(child.pid, signal.SIGINT)
        assert _said(child)[-1] == ParserDone()


def test_it_imports_no_window_no_network_and_no_event_loop() -> None:
    code = (
        "import sys, vaultdesk.index.indexing.parser_worker as m;"
        "print([n for n in ('asyncio', 'PySide6', 'sqlite3', 'httpx2', 'numpy', 'watchdog') if n in sys.modules])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"
