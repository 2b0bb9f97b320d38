"""Main: which door a command line opens, and how each ending becomes an exit code."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import CommandLine
from vaultdesk import __version__
from vaultdesk.cli import main as command_line
from vaultdesk.cli.desktop import OpenWindow
from vaultdesk.cli.main import run
from vaultdesk.cli.serve import ServingPlan
from vaultdesk.core.errors import IndexFailed
from vaultdesk.core.platform.launch_request import LaunchRequest


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Path | None]:
    monkeypatch.setattr("vaultdesk.cli.desktop.display_problem", lambda: "")
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


def test_a_reader_that_leaves_is_no_error(vault: Path, home: Path) -> None:
    script = f"{sys.executable} -m vaultdesk tools --json | head -c 1"
    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, timeout=30, check=False)
    assert done.stderr == ""
