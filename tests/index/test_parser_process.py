"""ParserProcess: what it says comes through, and its death at any moment is no more than the end of its messages."""

import sys
import threading
import time
from pathlib import Path

import pytest

from tests.index.scene import entry, lay
from vaultdesk.index import parser_process
from vaultdesk.index.parser_process import ParserProcess
from vaultdesk.index.parser_wire import Done, Notes, Texts
from vaultdesk.index.scan import Difference
from vaultdesk.vault.note_path import NotePath


def _vault(root: Path, notes: int, size: int = 2_000) -> list[Difference]:
    lay(root, {f"{number:04}.md": f"# {number}\n" + "word " * (size // 5) for number in range(notes)})
    return [Difference(NotePath(f"{number:04}.md"), size, "") for number in range(notes)]


def _ignored(_texts: Texts) -> None:
    """Hear texts that nobody asks for."""


def test_what_the_process_says_comes_through(tmp_path: Path) -> None:
    wanted = _vault(tmp_path, 300)
    heard: list[Texts] = []
    with ParserProcess() as process:
        process.ask(tmp_path, wanted, heard.append)
        said = list(process.messages())
    assert sorted(path for one in heard for path, _ in one.texts) == [one.path.text for one in wanted]
    found = [made for one in said if isinstance(one, Notes) for made, _ in one.unpacked()]
    assert [made.path for made in found] == [one.path.text for one in wanted]
    assert found[0] == entry(tmp_path, "0000.md")._replace(body="")
    assert said[-1] == Done()
    assert process.pid


def test_a_process_that_is_killed_says_no_more_and_that_is_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with ParserProcess() as process:
        process.ask(tmp_path, _vault(tmp_path, 1_500, 8_000), _ignored)
        messages = process.messages()
        assert isinstance(next(messages), Notes)
        assert process._child is not None
        process._child.kill()
        rest = list(messages)
    assert not any(isinstance(one, Done) for one in rest)
    assert "ended early" in caplog.text
    caplog.clear()


def test_it_can_be_stopped_from_another_thread_while_somebody_waits(tmp_path: Path) -> None:
    with ParserProcess() as process:
        process.ask(tmp_path, _vault(tmp_path, 1_500, 8_000), _ignored)
        messages = process.messages()
        next(messages)
        stopper = threading.Timer(0.01, process.kill)
        stopper.start()
        rest = list(messages)
        stopper.join()
    assert not any(isinstance(one, Done) for one in rest)


def test_who_leaves_early_leaves_no_process_and_no_thread(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    with ParserProcess() as process:
        process.ask(tmp_path, _vault(tmp_path, 1_500, 8_000), _ignored)
        next(process.messages())
    assert process._child is not None
    assert process._child.returncode is not None
    assert set(threading.enumerate()) <= before  # not counted: one of another test may end meanwhile


def test_the_process_waits_where_nobody_takes_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parser_process, "QUEUED", 2)
    with ParserProcess() as process:
        process.ask(tmp_path, _vault(tmp_path, 1_500, 8_000), _ignored)
        messages = process.messages()
        next(messages)
        deadline = time.monotonic() + 10
        while process._waiting.qsize() < 2 and time.monotonic() < deadline:
            threading.Event().wait(0.01)
        assert process._waiting.qsize() == 2
        assert sum(isinstance(one, Notes) for one in messages) > 2


def test_texts_are_heard_while_nobody_takes_what_else_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parser_process, "QUEUED", 1)
    wanted = _vault(tmp_path, 1_500, 2_000)
    paths: list[str] = []
    all_heard = threading.Event()

    def hear(texts: Texts) -> None:
        paths.extend(path for path, _ in texts.texts)
        if len(paths) == len(wanted):
            all_heard.set()

    with ParserProcess() as process:
        process.ask(tmp_path, wanted, hear)
        assert all_heard.wait(30)
    assert sorted(paths) == [one.path.text for one in wanted]


def test_one_that_is_never_asked_ends(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    with ParserProcess() as process:
        assert list(process.messages()) == []
    assert process._child is not None
    assert process._child.returncode is not None
    assert set(threading.enumerate()) <= before  # not counted: one of another test may end meanwhile


def test_once_closed_nothing_more_is_heard(tmp_path: Path) -> None:
    heard: list[Texts] = []
    begun = threading.Event()

    def hear(texts: Texts) -> None:
        heard.append(texts)
        begun.set()

    process = ParserProcess().__enter__()
    process.ask(tmp_path, _vault(tmp_path, 1_500, 8_000), hear)
    assert begun.wait(30)
    process.close()
    many = len(heard)
    process.close()
    assert len(heard) == many
    assert list(process.messages()) == []


def test_one_that_cannot_be_started_says_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "none"))
    with ParserProcess() as process:
        process.ask(tmp_path, _vault(tmp_path, 3), _ignored)
        assert list(process.messages()) == []
    assert process.pid == 0
    assert "cannot be started" in caplog.text
    caplog.clear()


def test_one_that_is_no_program_of_ours_ends_early(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(parser_process, "own_command", lambda _flag: [sys.executable, "-c", "print('hello')"])
    with ParserProcess() as process:
        process.ask(tmp_path, _vault(tmp_path, 3), _ignored)
        assert list(process.messages()) == []
    assert "ended early" in caplog.text
    caplog.clear()


def test_nothing_is_imported_from_the_folder_it_is_started_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trap = "raise SystemExit('imported from the vault')"
    wanted = _vault(tmp_path, 3)
    lay(tmp_path, {"yaml.py": trap, "vaultdesk/__init__.py": trap, "json.py": trap})
    monkeypatch.chdir(tmp_path)
    with ParserProcess() as process:
        process.ask(tmp_path, wanted, _ignored)
        assert list(process.messages())[-1] == Done()


def test_one_that_died_before_it_was_asked_can_be_closed(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with ParserProcess() as process:
        assert process._child is not None
        process._child.kill()
        process._child.wait()
        process.ask(tmp_path, [Difference(NotePath("A.md"), 1, "")], _ignored)
        assert list(process.messages()) == []
    caplog.clear()
