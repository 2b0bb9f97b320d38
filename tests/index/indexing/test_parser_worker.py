"""Tests of index/indexing/parser_worker.py."""

import io
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.index.scene import entry, lay
from vaultdesk.__main__ import PARSE_NOTES
from vaultdesk.index.indexing import parser_worker
from vaultdesk.index.indexing.parser_worker import (
    NOTE_OVERHEAD_BYTES,
    NoteBatch,
    ParserDone,
    ParserMessage,
    ScannedBatch,
    TextBatch,
    UnchangedBatch,
    WholeVault,
    parse_message,
    read_frame,
    read_job,
    write_job,
    write_message,
)
from vaultdesk.index.indexing.vault_scan import FileDifference
from vaultdesk.vault.note_path import NotePath

# ParserWire: what goes into the pipe comes out the same at the other end.

RICH = "---\naliases: [x, é]\nstate: 1.5\n---\n# Head 😀\n#tag [[Link#a|b]] ![[E]]\n\nfield:: [[X]]\n"


def _there_and_back(*messages: ParserMessage) -> list[ParserMessage]:
    pipe = io.BytesIO()
    for message in messages:
        write_message(pipe, message)
    pipe.seek(0)
    found: list[ParserMessage] = []
    while frame := read_frame(pipe):
        found.append(parse_message(frame))
    return found


def test_every_message_comes_out_as_it_went_in(tmp_path: Path) -> None:
    lay(tmp_path, {"A.md": RICH, "B.md": ""})
    entries = (entry(tmp_path, "A.md"), entry(tmp_path, "B.md"))
    messages = (
        TextBatch((("A.md", RICH), ("B.md", ""))),
        NoteBatch.of(entries, (30, -1)),
        UnchangedBatch((("C.md", 3, 5),)),
        ScannedBatch((("C.md", 3, 5), ("é.md", 4, -6))),
        ParserDone(),
    )
    found = _there_and_back(*messages)
    assert found == list(messages)
    assert isinstance(found[1], NoteBatch)
    assert list(found[1].unpacked()) == [(entries[0], 30), (entries[1], -1)]
    assert found[1].weight == len(RICH.encode()) + 2 * NOTE_OVERHEAD_BYTES


def test_the_job_comes_out_as_it_went_in() -> None:
    request = [FileDifference(NotePath("A.md"), 3, ""), FileDifference(NotePath("é/B.md"), 4, "digest")]
    pipe = io.BytesIO()
    write_job(pipe, "/vault", request, 70)
    pipe.seek(0)
    assert read_job(pipe) == ("/vault", request, 70)
    assert read_job(pipe) is None


def test_all_of_a_vault_can_be_asked_for() -> None:
    pipe = io.BytesIO()
    write_job(pipe, "/vault", WholeVault(("Old/", "/^x/")), 0)
    pipe.seek(0)
    assert read_job(pipe) == ("/vault", WholeVault(("Old/", "/^x/")), 0)


def test_a_message_cut_short_is_none() -> None:
    pipe = io.BytesIO()
    write_message(pipe, TextBatch((("A.md", RICH),)))
    whole = pipe.getvalue()
    assert [read_frame(io.BytesIO(whole[:length])) for length in (0, 3, 4, len(whole) - 1)] == [b""] * 4
    assert parse_message(read_frame(io.BytesIO(whole))) == TextBatch((("A.md", RICH),))


# ParserMain: the process as it really runs: one job in, its answers out, and it ends with whoever started it.

PATIENCE = 20.0
"""Seconds a process may take on a busy machine."""


def _started() -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "vaultdesk", PARSE_NOTES]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def _said(child: "subprocess.Popen[bytes]") -> list[ParserMessage]:
    assert child.stdout is not None
    found: list[ParserMessage] = []
    while frame := parser_worker.read_frame(child.stdout):
        found.append(parser_worker.parse_message(frame))
    return found


def test_the_flag_is_the_one_the_program_knows() -> None:
    assert PARSE_NOTES == parser_worker.PARSE_NOTES_FLAG


def test_one_job_is_done_and_the_process_ends_by_itself(tmp_path: Path) -> None:
    lay(tmp_path, {"A.md": "# One\n[[B]]"})
    with _started() as child:
        assert child.stdin is not None
        parser_worker.write_job(child.stdin, str(tmp_path), [FileDifference(NotePath("A.md"), 11, "")], 100)
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
    request = [FileDifference(NotePath(f"{number}.md"), 10_000, "") for number in range(200)]
    with _started() as child:
        assert child.stdin is not None
        parser_worker.write_job(child.stdin, str(tmp_path), request, 1_000_000)
        # It has more to say than the pipe holds, and waits; then whoever started it is gone.
        child.stdin.close()
        assert child.wait(PATIENCE) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="signals are others there")
def test_ctrl_c_in_the_terminal_is_the_other_sides_matter(tmp_path: Path) -> None:
    lay(tmp_path, {f"{number}.md": "word " * 2_000 for number in range(200)})
    request = [FileDifference(NotePath(f"{number}.md"), 10_000, "") for number in range(200)]
    with _started() as child:
        assert child.stdin is not None
        assert child.stdout is not None
        parser_worker.write_job(child.stdin, str(tmp_path), request, 1_000_000)
        parser_worker.read_frame(child.stdout)
        os.kill(child.pid, signal.SIGINT)
        assert _said(child)[-1] == ParserDone()


def test_it_imports_no_window_no_network_and_no_event_loop() -> None:
    code = (
        "import sys, vaultdesk.index.indexing.parser_worker as m;"
        "print([n for n in ('asyncio', 'PySide6', 'sqlite3', 'httpx2', 'numpy', 'watchdog') if n in sys.modules])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"
