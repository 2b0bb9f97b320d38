"""Tests of index/indexing/parser_worker.py."""

import io
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.index.scene import entry
from tests.support.vaults import write_vault
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

# The message format: every message reads back unchanged.

RICH = "---\naliases: [x, é]\nstate: 1.5\n---\n# Head 😀\n#tag [[Link#a|b]] ![[E]]\n\nfield:: [[X]]\n"


def _write_and_read(*messages: ParserMessage) -> list[ParserMessage]:
    pipe = io.BytesIO()
    for message in messages:
        write_message(pipe, message)
    pipe.seek(0)
    messages_read: list[ParserMessage] = []
    while frame := read_frame(pipe):
        messages_read.append(parse_message(frame))
    return messages_read


def test_every_message_reads_back(tmp_path: Path) -> None:
    write_vault(tmp_path, {"A.md": RICH, "B.md": ""})
    entries = (entry(tmp_path, "A.md"), entry(tmp_path, "B.md"))
    messages = (
        TextBatch((("A.md", RICH), ("B.md", ""))),
        NoteBatch.of(entries, (30, -1)),
        UnchangedBatch((("C.md", 3, 5),)),
        ScannedBatch((("C.md", 3, 5), ("é.md", 4, -6))),
        ParserDone(),
    )
    read_back = _write_and_read(*messages)
    assert read_back == list(messages)
    assert isinstance(read_back[1], NoteBatch)
    assert list(read_back[1].unpacked()) == [(entries[0], 30), (entries[1], -1)]
    assert read_back[1].weight == len(RICH.encode()) + 2 * NOTE_OVERHEAD_BYTES


def test_a_job_reads_back() -> None:
    request = [FileDifference(NotePath("A.md"), 3, ""), FileDifference(NotePath("é/B.md"), 4, "digest")]
    pipe = io.BytesIO()
    write_job(pipe, "/vault", request, 70)
    pipe.seek(0)
    assert read_job(pipe) == ("/vault", request, 70)
    assert read_job(pipe) is None


def test_a_job_for_a_whole_vault_reads_back() -> None:
    pipe = io.BytesIO()
    write_job(pipe, "/vault", WholeVault(("Old/", "/^x/")), 0)
    pipe.seek(0)
    assert read_job(pipe) == ("/vault", WholeVault(("Old/", "/^x/")), 0)


def test_a_truncated_message_is_empty() -> None:
    pipe = io.BytesIO()
    write_message(pipe, TextBatch((("A.md", RICH),)))
    frame = pipe.getvalue()
    assert [read_frame(io.BytesIO(frame[:length])) for length in (0, 3, 4, len(frame) - 1)] == [b""] * 4
    assert parse_message(read_frame(io.BytesIO(frame))) == TextBatch((("A.md", RICH),))


# The parser process: it reads one job, writes the messages, and ends together with its parent.

PATIENCE = 20.0
"""Seconds that a process may take on a busy machine."""


def _start_process() -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "vaultdesk", PARSE_NOTES]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def _read_messages(child: "subprocess.Popen[bytes]") -> list[ParserMessage]:
    assert child.stdout is not None
    messages: list[ParserMessage] = []
    while frame := parser_worker.read_frame(child.stdout):
        messages.append(parser_worker.parse_message(frame))
    return messages


def test_the_flag_is_known_to_the_main_module() -> None:
    assert PARSE_NOTES == parser_worker.PARSE_NOTES_FLAG


def test_the_process_does_one_job_and_ends(tmp_path: Path) -> None:
    write_vault(tmp_path, {"A.md": "# One\n[[B]]"})
    with _start_process() as child:
        assert child.stdin is not None
        parser_worker.write_job(child.stdin, str(tmp_path), [FileDifference(NotePath("A.md"), 11, "")], 100)
        messages = _read_messages(child)
        assert child.wait(PATIENCE) == 0
    assert isinstance(messages[1], NoteBatch)
    assert list(messages[1].unpacked()) == [(entry(tmp_path, "A.md")._replace(body=""), 0)]
    assert messages[-1] == ParserDone()


def test_the_process_ends_without_a_job_when_its_input_is_closed(tmp_path: Path) -> None:
    with _start_process() as child:
        assert child.stdin is not None
        child.stdin.close()
        assert child.wait(PATIENCE) == 0


def test_the_process_ends_with_its_parent_during_a_long_job(tmp_path: Path) -> None:
    write_vault(tmp_path, {f"{number}.md": "word " * 2_000 for number in range(200)})
    request = [FileDifference(NotePath(f"{number}.md"), 10_000, "") for number in range(200)]
    with _start_process() as child:
        assert child.stdin is not None
        parser_worker.write_job(child.stdin, str(tmp_path), request, 1_000_000)
        # It blocks because the pipe is full; then the parent goes away.
        child.stdin.close()
        assert child.wait(PATIENCE) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other signals")
def test_the_process_ignores_an_interrupt_of_the_terminal(tmp_path: Path) -> None:
    write_vault(tmp_path, {f"{number}.md": "word " * 2_000 for number in range(200)})
    request = [FileDifference(NotePath(f"{number}.md"), 10_000, "") for number in range(200)]
    with _start_process() as child:
        assert child.stdin is not None
        assert child.stdout is not None
        parser_worker.write_job(child.stdin, str(tmp_path), request, 1_000_000)
        parser_worker.read_frame(child.stdout)
        os.kill(child.pid, signal.SIGINT)
        assert _read_messages(child)[-1] == ParserDone()


def test_the_process_imports_no_window_network_or_event_loop_modules() -> None:
    code = (
        "import sys, vaultdesk.index.indexing.parser_worker as m;"
        "print([n for n in ('asyncio', 'PySide6', 'sqlite3', 'httpx2', 'numpy', 'watchdog') if n in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"
