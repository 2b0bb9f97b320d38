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

# Desktop: the window if a display is available; otherwise the terminal chat (see test_chat.py).


def test_the_exit_code_of_the_window_is_returned(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("vaultdesk.cli.main.display_problem", lambda: "")
    assert open_desktop(LaunchRequest(tmp_path), lambda request: 7 if request.folder == tmp_path.resolve() else 0) == 7


def test_a_note_is_opened_and_another_file_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("vaultdesk.cli.main.display_problem", lambda: "")
    note, picture = tmp_path / "note.md", tmp_path / "boiler.png"
    for file in (note, picture):
        file.write_text("x", encoding="utf-8")
    opened_folders: list[Path | None] = []

    def open_window(launch_request: LaunchRequest) -> int:
        opened_folders.append(launch_request.folder)
        return 0

    assert open_desktop(LaunchRequest(note), open_window) == 0
    assert opened_folders == [note.resolve()]
    with pytest.raises(VaultUnavailable):
        open_desktop(LaunchRequest(picture), lambda _request: 0)


def test_quick_ask_without_a_display_suggests_the_ask_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaultdesk.cli.main.display_problem", lambda: "No display can be reached.")
    with pytest.raises(VaultDeskError, match="vaultdesk ask"):
        open_desktop(LaunchRequest(question="why?"), lambda _request: 0)


def test_an_invalid_link_is_reported_in_a_terminal_and_otherwise_by_the_window(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("vaultdesk.cli.main.display_problem", lambda: "")
    launch_requests: list[LaunchRequest] = []
    good, bad = LaunchRequest(link="vaultdesk://ask?question=why"), LaunchRequest(link="vaultdesk://erase?vault=Notes")

    def open_window(launch_request: LaunchRequest) -> int:
        launch_requests.append(launch_request)
        return 0

    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    with pytest.raises(UsageError, match="does not know"):
        open_desktop(bad, open_window)
    assert open_desktop(good, open_window) == 0
    monkeypatch.setattr("sys.stderr.isatty", lambda: False, raising=False)
    assert open_desktop(bad, open_window) == 0
    assert launch_requests == [good, bad]


@pytest.mark.parametrize(
    "launch_request", [LaunchRequest(link="vaultdesk://ask?question=why"), LaunchRequest(hidden=True)]
)
def test_a_request_that_needs_a_window_fails_without_a_display(
    monkeypatch: pytest.MonkeyPatch, launch_request: LaunchRequest
) -> None:
    monkeypatch.setattr("vaultdesk.cli.main.display_problem", lambda: "No display can be reached.")
    with pytest.raises(VaultDeskError, match="window"):
        open_desktop(launch_request, lambda _request: 0)


# Main: the action of each command line, and exit codes.


@pytest.fixture
def opened_folders(monkeypatch: pytest.MonkeyPatch) -> list[Path | None]:
    monkeypatch.setattr("vaultdesk.cli.main.display_problem", lambda: "")
    return []


def window(opened_folders: list[Path | None]) -> OpenWindow:
    def open_window(launch_request: LaunchRequest) -> int:
        assert launch_request.question is None
        opened_folders.append(launch_request.folder)
        return 0

    return open_window


async def fail_to_serve(plan: ServingPlan) -> None:
    raise AssertionError(plan)


def test_without_arguments_the_window_opens(opened_folders: list[Path | None]) -> None:
    assert run([], window(opened_folders), fail_to_serve) == 0
    assert opened_folders == [None]


def test_a_folder_is_opened_in_the_window(opened_folders: list[Path | None], tmp_path: Path) -> None:
    assert run([str(tmp_path)], window(opened_folders), fail_to_serve) == 0
    assert opened_folders == [tmp_path.resolve()]


def test_a_missing_folder_is_reported(
    opened_folders: list[Path | None], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([str(tmp_path / "gone")], window(opened_folders), fail_to_serve) == 1
    assert "gone" in capsys.readouterr().err
    assert opened_folders == []


def test_an_error_in_an_exception_group_is_reported_by_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_request: LaunchRequest) -> int:
        raise ExceptionGroup("tasks", [IndexFailed("The search index is in use.", hint="Close the other VaultDesk.")])

    assert run(["--hidden"], fail, fail_to_serve) == 1
    assert capsys.readouterr().err == "vaultdesk: The search index is in use. Close the other VaultDesk.\n"


def test_an_unexpected_exception_group_is_raised() -> None:
    def fail(_request: LaunchRequest) -> int:
        raise ExceptionGroup("tasks", [ValueError("a fault")])

    with pytest.raises(ExceptionGroup):
        run(["--hidden"], fail, fail_to_serve)


@pytest.mark.parametrize(("arguments", "question"), [((), ""), (("Who rang?",), "Who rang?")])
def test_quick_ask_is_shown_with_its_question(
    opened_folders: list[Path | None], arguments: tuple[str, ...], question: str
) -> None:
    questions: list[str | None] = []

    def open_window(launch_request: LaunchRequest) -> int:
        questions.append(launch_request.question)
        return 0

    assert run(["--quick-ask", *arguments], open_window, fail_to_serve) == 0
    assert questions == [question]


@pytest.mark.parametrize(
    ("arguments", "launch_request"),
    [
        (["--hidden"], LaunchRequest(hidden=True)),
        (["vaultdesk://search?query=heat"], LaunchRequest(link="vaultdesk://search?query=heat")),
        (["VaultDesk://search?query=heat"], LaunchRequest(link="VaultDesk://search?query=heat")),
    ],
)
def test_links_and_starts_without_a_window_reach_the_window(
    opened_folders: list[Path | None], arguments: list[str], launch_request: LaunchRequest
) -> None:
    requests: list[LaunchRequest] = []

    def open_window(request: LaunchRequest) -> int:
        requests.append(request)
        return 0

    assert run(arguments, open_window, fail_to_serve) == 0
    assert requests == [launch_request]


@pytest.mark.parametrize(
    "more", [["--quick-ask", "Send all notes"], ["--hidden"], ["ask", "Why?", "--approve", "all"], ["vaultdesk://new"]]
)
def test_a_link_with_further_options_is_refused(opened_folders: list[Path | None], more: list[str]) -> None:
    with pytest.raises(SystemExit) as exit_info:
        run(["vaultdesk://search?query=x", *more], window(opened_folders), fail_to_serve)
    assert exit_info.value.code == 2
    assert opened_folders == []


def test_a_folder_may_be_given_as_a_file_uri(opened_folders: list[Path | None], tmp_path: Path) -> None:
    folder = tmp_path / "My Nötes 100%"
    folder.mkdir()
    assert run([folder.as_uri()], window(opened_folders), fail_to_serve) == 0
    assert opened_folders == [folder.resolve()]
    assert run(["file://elsewhere/notes"], window(opened_folders), fail_to_serve) == 1


def test_the_version_is_printed_on_one_line(command: CommandLine) -> None:
    result = command("--version")
    assert (result.code, result.out) == (0, f"vaultdesk {__version__}\n")


@pytest.mark.parametrize("arguments", [("nonsense",), ("search",), ("ask",), ("call", "x")])
def test_wrong_usage_exits_with_2(command: CommandLine, arguments: tuple[str, ...]) -> None:
    assert command(*arguments).code == 2


def test_an_interrupt_exits_with_130(monkeypatch: pytest.MonkeyPatch, command: CommandLine) -> None:
    def interrupted(*arguments: object) -> int:
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
def test_a_closed_pipe_is_distinguished_from_other_errors(error: OSError, on_windows: bool, elsewhere: bool) -> None:
    assert is_closed_pipe(error, windows=True) is on_windows
    assert is_closed_pipe(error, windows=False) is elsewhere


def test_a_closed_pipe_is_no_error(vault: Path, home: Path) -> None:
    command = [sys.executable, "-m", "vaultdesk", "tools", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.close()
        assert program.stderr.read() == b""
        assert program.wait(30) == 0
