"""Tests of ui/app/shutdown.py."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import qInstallMessageHandler, qWarning
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication

from tests.support.campaigns import sampled
from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.ui.app.shutdown import DisplayEnd
from vaultdesk.ui.app.vault_window.vault_window import VaultWindow
from vaultdesk.ui.app.window_manager import WindowManager
from vaultdesk.ui.notes.note_page import NotePage

# Shutdown: no edits are lost, whichever window is closed and however the program ends.


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return small_vault(tmp_path / "Lindenweg")


@pytest.fixture
def other(tmp_path: Path) -> Path:
    return small_vault(tmp_path / "Reading")


async def type_into_note(desktop: WindowManager) -> NotePage:
    """Type into a note of the front window, without saving."""
    views = await open_views(desktop)
    page = await views.notes.show_note("Boiler.md")
    if not page.editing:
        page.toggle_edit()
    QTest.keyClicks(page.editor, "mine ")
    return page


async def open_two_windows(desktop: WindowManager, other: Path) -> None:
    await open_views(desktop)
    desktop.path_opener.open_in_new_window(other)
    await until(lambda: len(desktop.windows) == 2 and desktop.views is not None)


def delay_close(window: VaultWindow) -> asyncio.Event:
    """Make *window* close its vault only after the returned event is set."""
    may_close, close = asyncio.Event(), window.close

    async def close_when_allowed() -> None:
        await may_close.wait()
        await close()

    window.close = close_when_allowed  # type: ignore[method-assign]
    return may_close


@on_qt_loop
async def test_closing_the_last_window_saves_and_quits(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        await type_into_note(desktop)
        desktop.window.close()
        await until(desktop.shutdown.finished.is_set)

    assert "mine " in (vault / "Boiler.md").read_text()


@on_qt_loop
async def test_quitting_saves_the_notes_of_every_window(home: Path, vault: Path, other: Path) -> None:
    async with running_desktop(vault) as desktop:
        await type_into_note(desktop)
        await open_two_windows(desktop, other)
        await type_into_note(desktop)
        desktop.window.commands["quit"].trigger()
        await until(desktop.shutdown.finished.is_set)

    assert all("mine " in (root / "Boiler.md").read_text() for root in (vault, other))


@on_qt_loop
async def test_closing_a_window_saves_its_notes(home: Path, vault: Path, other: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_two_windows(desktop, other)
        await type_into_note(desktop)
        desktop.window.close()
        await until(lambda: len(desktop.windows) == 1)

        assert "mine " in (other / "Boiler.md").read_text()


@on_qt_loop
async def test_a_window_with_an_unsaved_note_stays_open_until_the_user_decides(
    home: Path, vault: Path, other: Path
) -> None:
    async with running_desktop(vault) as desktop:
        await open_two_windows(desktop, other)
        await type_into_note(desktop)
        (other / "Boiler.md").write_text("outside\n")
        closed = desktop.front
        closed.window.close()
        await until(lambda: "unsaved" in closed.window.problems.texts())
        assert len(desktop.windows) == 2

        buttons = closed.window.problems.findChildren(QAbstractButton)
        next(button for button in buttons if button.text() == "Close without saving").click()
        await until(lambda: len(desktop.windows) == 1)
        assert (other / "Boiler.md").read_text() == "outside\n"


@on_qt_loop
async def test_closing_a_window_twice_does_not_close_another(home: Path, vault: Path, other: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_two_windows(desktop, other)
        await type_into_note(desktop)
        closed = desktop.front
        may_close = delay_close(closed)
        closed.window.close()
        closed.window.close()
        await until(lambda: len(desktop.windows) == 1)
        closed.window.close()
        may_close.set()
        await until(lambda: not shiboken6.isValid(closed.window))

        assert not desktop.shutdown.finished.is_set()
        assert desktop.views is not None


@on_qt_loop
async def test_closing_both_windows_together_saves_and_quits(home: Path, vault: Path, other: Path) -> None:
    async with running_desktop(vault) as desktop:
        await type_into_note(desktop)
        await open_two_windows(desktop, other)
        await type_into_note(desktop)
        for vault_window in desktop.windows:
            vault_window.window.close()
        await until(desktop.shutdown.finished.is_set)

    assert all("mine " in (root / "Boiler.md").read_text() for root in (vault, other))


@on_qt_loop
async def test_shutdown_waits_for_the_vault_of_a_window_that_is_closing(home: Path, vault: Path, other: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_two_windows(desktop, other)
        await open_views(desktop)
        closed = desktop.front
        may_close = delay_close(closed)
        closed.window.close()
        await until(lambda: len(desktop.windows) == 1)
        all_closed = asyncio.ensure_future(desktop.shutdown.close_vaults())
        await asyncio.sleep(0)
        await desktop.front.close()
        for _turn in range(20):
            await asyncio.sleep(0)
        assert not all_closed.done()

        may_close.set()
        await all_closed
        assert closed.views is None


@on_qt_loop
async def test_quitting_keeps_all_windows_open_when_one_cannot_be_saved(home: Path, vault: Path, other: Path) -> None:
    async with running_desktop(vault) as desktop:
        await type_into_note(desktop)
        first = desktop.front
        (vault / "Boiler.md").write_text("outside\n")
        await open_two_windows(desktop, other)
        desktop.quit()
        await until(lambda: "unsaved" in first.window.problems.texts() and desktop.front is first)

        assert not desktop.shutdown.finished.is_set()
        next(
            button
            for button in first.window.problems.findChildren(QAbstractButton)
            if button.text() == "Quit without saving"
        ).click()
        await until(desktop.shutdown.finished.is_set)


@on_qt_loop
async def test_the_result_of_saving_can_be_polled(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        await type_into_note(desktop)
        result = desktop.shutdown.begin_saving()
        assert result() is None
        await until(lambda: result() is not None)

        assert result() is True
        assert "mine " in (vault / "Boiler.md").read_text()


# DisplayEnd: a session whose display server ends first is not a crash.


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("The Wayland connection broke. Did the Wayland compositor die?", True),
        ("The X11 connection broke (error 1). Did the X11 server die?", True),
        ("QFont::setPointSizeF: Point size <= 0", False),
    ],
)
def test_the_loss_of_the_display_server_is_distinguished_from_other_messages(
    qapp: QApplication, text: str, ends: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    received: list[str] = []
    previous = qInstallMessageHandler(None)
    display_end = DisplayEnd(qapp, lambda: received.append("ended"))
    try:
        qWarning(text)
    finally:
        display_end.close()
        qInstallMessageHandler(previous)

    assert received == ["ended"] * ends
    assert display_end.has_ended is ends
    assert text in capsys.readouterr().err


# SessionEnd: a signal, the system or the end of the session loses no edits.

LIMIT = 40
"""Seconds for a program to start and end."""

PROGRAM = """
import asyncio, os, signal, sys
from pathlib import Path
from PySide6.QtTest import QTest
from vaultdesk.ui.app import application; from vaultdesk.ui import bridge
from vaultdesk.ui.app.window_manager import WindowManager as Desktop
from vaultdesk.core.platform.launch_request import LaunchRequest

class Session:
    def allowsInteraction(self):
        return False

async def scene(desktop):
    await desktop.started.wait()
    while desktop.views is None:
        await asyncio.sleep(0.01)
    page = await desktop.views.notes.show_note("Boiler.md")
    if not page.editing:
        page.toggle_edit()
    QTest.keyClicks(page.editor, "mine ")
    ACTION

run_until_shutdown = Desktop._run_until_shutdown
async def run_scene(self, *arguments):
    bridge.start(scene(self), owner=self)
    await run_until_shutdown(self, *arguments)
Desktop._run_until_shutdown = run_scene
sys.exit(application.main(LaunchRequest(Path(sys.argv[1]))))
"""

TERMINATIONS = {
    "SIGTERM": "os.kill(os.getpid(), signal.SIGTERM)",
    "SIGHUP": "os.kill(os.getpid(), signal.SIGHUP)",
    "SIGINT": "os.kill(os.getpid(), signal.SIGINT)",
    "the system": "application.QApplication.quit()",
}


def run(action: str, home: Path, vault: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "VAULTDESK_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
    return subprocess.run(
        [sys.executable, "-c", PROGRAM.replace("ACTION", action), str(vault)],
        env=environment, capture_output=True, text=True, timeout=LIMIT, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("termination", sampled(TERMINATIONS, 1))
def test_notes_are_saved_when_the_process_is_terminated(tmp_path: Path, termination: str) -> None:
    if termination.startswith("SIG") and not hasattr(signal, termination):
        pytest.skip("this system has no such signal")
    vault = small_vault(tmp_path / "Lindenweg")

    result = run(TERMINATIONS[termination], tmp_path / "home", vault)

    assert result.returncode == 0, result.stderr
    assert "mine " in (vault / "Boiler.md").read_text()


def test_a_macos_quit_event_ends_the_process_after_saving_and_before_it_returns(tmp_path: Path) -> None:
    vault = small_vault(tmp_path / "Lindenweg")
    quit_by_system = (
        "from PySide6.QtCore import QEvent, QTimer\n"
        "    from vaultdesk.ui.app.shutdown import SessionEnd\n"
        "    program = application.QApplication.instance()\n"
        "    program.findChild(SessionEnd)._end_process = lambda: os._exit(7)\n"
        "    def send_quit():\n"
        "        program.sendEvent(program, QEvent(QEvent.Type.Quit))\n"
        "        print('answered', flush=True)\n"
        "    QTimer.singleShot(0, send_quit)\n"
    )

    result = run(quit_by_system, tmp_path / "home", vault)

    assert (result.returncode, result.stdout) == (7, ""), result.stderr
    assert "mine " in (vault / "Boiler.md").read_text()


def test_the_end_of_a_session_waits_until_notes_are_saved(tmp_path: Path) -> None:
    vault = small_vault(tmp_path / "Lindenweg")
    note = vault / "Boiler.md"
    commit = (
        "from PySide6.QtCore import QTimer\n"
        "    from vaultdesk.ui.app.shutdown import SessionEnd\n"
        "    end = application.QApplication.instance().findChild(SessionEnd)\n"
        "    def committed():\n"
        "        end._commit(Session())\n"
        f"        print('mine ' in Path({str(note)!r}).read_text())\n"
        "        desktop.quit()\n"
        "    QTimer.singleShot(0, committed)\n"
    )

    result = run(commit, tmp_path / "home", vault)

    assert (result.returncode, result.stdout.strip()) == (0, "True"), result.stderr
