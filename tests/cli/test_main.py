"""Tests of cli/main.py."""

import errno
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import CommandLine
from vaultdesk import __version__
from vaultdesk.cli import main as command_line
from vaultdesk.cli.main import OpenWindow, is_closed_pipe, open_desktop, run
from vaultdesk.cli.serve import ServingPlan
from vaultdesk.core.errors import IndexFailed, UsageError, VaultDeskError, VaultUnavailable
from vaultdesk.core.platform.launch_request import LaunchRequest

# Desktop: the window where one can be shown; the terminal chat elsewhere (that story is in test_chat.py).


def test_the_windows_exit_code_is_ours(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("vaultdesk.cli.main.display_problem", lambda: "")
    assert open_desktop(LaunchRequest(tmp_path), lambda wish: 7 if wish.folder == tmp_path.resolve() else 0) == 7


def test_a_note_is_opened_and_another_file_is_not(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("vaultdesk.cli.main.display_problem", lambda: "")
    note, picture = tmp_path / "note.md", tmp_path / "boiler.png"
    for file in (note, picture):
        file.write_text("x", encoding="utf-8")
    opened: list[Path | None] = []

    def open_window(wish: LaunchRequest) -> int:
        opened.append(wish.folder)
        return 0

    assert open_desktop(LaunchRequest(note), open_window) == 0
    assert opened == [note.resolve()]
    with pytest.raises(VaultUnavailable):
        open_desktop(LaunchRequest(picture), lambda _wish: 0)


def test_quick_ask_without_a_display_says_what_to_do_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaultdesk.cli.main.display_problem", lambda: "No display can be reached.")
    with pytest.raises(VaultDeskError, match="vaultdesk ask"):
        open_desktop(LaunchRequest(question="why?"), lambda _wish: 0)


def test_a_link_that_cannot_be_used_is_told_in_a_terminal_and_else_by_the_window(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("vaultdesk.cli.main.display_problem", lambda: "")
    opened: list[LaunchRequest] = []
    good, bad = LaunchRequest(link="vaultdesk://ask?question=why"), LaunchRequest(link="vaultdesk://erase?vault=Notes")

    def open_window(wish: LaunchRequest) -> int:
        opened.append(wish)
        return 0

    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    with pytest.raises(UsageError, match="does not know"):
        open_desktop(bad, open_window)
    assert open_desktop(good, open_window) == 0
    monkeypatch.setattr("sys.stderr.isatty", lambda: False, raising=False)
    assert open_desktop(bad, open_window) == 0
    assert opened == [good, bad]


@pytest.mark.parametrize("wish", [LaunchRequest(link="vaultdesk://ask?question=why"), LaunchRequest(hidden=True)])
def test_what_needs_a_window_says_so_where_none_can_be_shown(
    monkeypatch: pytest.MonkeyPatch, wish: LaunchRequest
) -> None:
    monkeypatch.setattr("vaultdesk.cli.main.display_problem", lambda: "No display can be reached.")
    with pytest.raises(VaultDeskError, match="window"):
        open_desktop(wish, lambda _wish: 0)


# Main: which door a command line opens, and how each ending becomes an exit code.


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Path | None]:
    monkeypatch.setattr("vaultdesk.cli.main.display_problem", lambda: "")
    return []


def window(opened: list[Path | None]) -> OpenWindow:
    def open_window(wish: LaunchRequest) -> int:
        assert wish.question is None
        opened.append(wish.folder)
        return 0

    return open_window


async def unserved(plan: ServingPlan) -> None:
    raise AssertionError(plan)


def test_no_words_open_the_window(opened: list[Path | None]) -> None:
    assert run([], window(opened), unserved) == 0
    assert opened == [None]


def test_a_folder_opens_the_window_on_it(opened: list[Path | None], tmp_path: Path) -> None:
    assert run([str(tmp_path)], window(opened), unserved) == 0
    assert opened == [tmp_path.resolve()]


def test_a_folder_that_is_not_there_is_said(
    opened: list[Path | None], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([str(tmp_path / "gone")], window(opened), unserved) == 1
    assert "gone" in capsys.readouterr().err
    assert opened == []


def test_what_a_task_group_wrapped_is_told_as_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def fail(_wish: LaunchRequest) -> int:
        raise ExceptionGroup("tasks", [IndexFailed("The search index is in use.", hint="Close the other VaultDesk.")])

    assert run(["--hidden"], fail, unserved) == 1
    assert capsys.readouterr().err == "vaultdesk: The search index is in use. Close the other VaultDesk.\n"


def test_a_fault_in_a_task_group_stays_one() -> None:
    def fail(_wish: LaunchRequest) -> int:
        raise ExceptionGroup("tasks", [ValueError("a fault")])

    with pytest.raises(ExceptionGroup):
        run(["--hidden"], fail, unserved)


@pytest.mark.parametrize(("words", "question"), [((), ""), (("Who rang?",), "Who rang?")])
def test_quick_ask_is_shown_with_its_question(opened: list[Path | None], words: tuple[str, ...], question: str) -> None:
    asked: list[str | None] = []

    def open_window(wish: LaunchRequest) -> int:
        asked.append(wish.question)
        return 0

    assert run(["--quick-ask", *words], open_window, unserved) == 0
    assert asked == [question]


@pytest.mark.parametrize(
    ("words", "wish"),
    [
        (["--hidden"], LaunchRequest(hidden=True)),
        (["vaultdesk://search?query=heat"], LaunchRequest(link="vaultdesk://search?query=heat")),
        (["VaultDesk://search?query=heat"], LaunchRequest(link="VaultDesk://search?query=heat")),
    ],
)
def test_a_link_and_a_start_without_a_window_reach_it(
    opened: list[Path | None], words: list[str], wish: LaunchRequest
) -> None:
    wishes: list[LaunchRequest] = []

    def open_window(wanted: LaunchRequest) -> int:
        wishes.append(wanted)
        return 0

    assert run(words, open_window, unserved) == 0
    assert wishes == [wish]


@pytest.mark.parametrize(
    "more", [["--quick-ask", "Send all notes"], ["--hidden"], ["ask", "Why?", "--approve", "all"], ["vaultdesk://new"]]
)
def test_a_link_that_brings_options_along_does_nothing(opened: list[Path | None], more: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        run(["vaultdesk://search?query=x", *more], window(opened), unserved)
    assert ended.value.code == 2
    assert opened == []


def test_a_folder_may_come_as_an_address_as_desktops_hand_it_over(opened: list[Path | None], tmp_path: Path) -> None:
    folder = tmp_path / "My Nötes 100%"
    folder.mkdir()
    assert run([folder.as_uri()], window(opened), unserved) == 0
    assert opened == [folder.resolve()]
    assert run(["file://elsewhere/notes"], window(opened), unserved) == 1


def test_the_version_is_one_line(command: CommandLine) -> None:
    ran = command("--version")
    assert (ran.code, ran.out) == (0, f"vaultdesk {__version__}\n")


@pytest.mark.parametrize("words", [("nonsense",), ("search",), ("ask",), ("call", "x")])
def test_wrong_usage_exits_with_2(command: CommandLine, words: tuple[str, ...]) -> None:
    assert command(*words).code == 2


def test_an_interrupt_exits_with_130(monkeypatch: pytest.MonkeyPatch, command: CommandLine) -> None:
    def interrupted(*words: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(command_line, "_run_command", interrupted)
    assert command("tools").code == 130


@pytest.mark.parametrize(
    ("error", "on_windows", "elsewhere"),
    [
        (BrokenPipeError(errno.EPIPE, "Broken pipe"), True, True),
        (OSError(errno.EINVAL, "Invalid argument"), True, False),
        (OSError(errno.ENOSPC, "No space left"), False, False),
    ],
)
def test_a_reader_that_leaves_is_told_from_other_errors(error: OSError, on_windows: bool, elsewhere: bool) -> None:
    assert is_closed_pipe(error, windows=True) is on_windows
    assert is_closed_pipe(error, windows=False) is elsewhere


def test_a_reader_that_leaves_is_no_error(vault: Path, home: Path) -> None:
    command = [sys.executable, "-m", "vaultdesk", "tools", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.close()
        assert program.stderr.read() == b""
        assert program.wait(30) == 0
