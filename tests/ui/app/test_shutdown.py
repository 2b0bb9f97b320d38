"""Tests of ui/app/shutdown.py."""

import asyncio
import os
import signal
import subprocess
import sys
import time
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

# Ending: nothing is lost, whichever window is closed and however the program ends.


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return small_vault(tmp_path / "Lindenweg")


@pytest.fixture
def other(tmp_path: Path) -> Path:
    return small_vault(tmp_path / "Reading")


async def typed(desktop: WindowManager) -> NotePage:
    """Type into a note of the window in front; nothing is saved yet."""
    views = await open_views(desktop)
    page = await views.notes.show_note("Boiler.md")
    if not page.editing:
        page.toggle_edit()
    QTest.keyClicks(page.editor, "mine ")
    return page


async def two_windows(desktop: WindowManager, other: Path) -> None:
    await open_views(desktop)
    desktop.open_in_new_window(other)
    await until(lambda: len(desktop.windows) == 2 and desktop.views is not None)


def held_open(window: VaultWindow) -> asyncio.Event:
    """Let *window* close its vault only after the event that is returned is set."""
    may_close, close = asyncio.Event(), window.close

    async def close_when_let() -> None:
        await may_close.wait()
        await close()

    window.close = close_when_let  # type: ignore[method-assign]
    return may_close


@on_qt_loop
async def test_closing_the_last_window_ends_the_program_with_all_saved(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        await typed(desktop)
        desktop.window.close()
        await until(desktop.shutdown.finished.is_set)

    assert "mine " in (vault / "Boiler.md").read_text()


@on_qt_loop
async def test_quitting_saves_in_every_window(home: Path, vault: Path, other: Path) -> None:
    async with running_desktop(vault) as desktop:
        await typed(desktop)
        await two_windows(desktop, other)
        await typed(desktop)
        desktop.window.commands["quit"].trigger()
        await until(desktop.shutdown.finished.is_set)

    assert all("mine " in (root / "Boiler.md").read_text() for root in (vault, other))


@on_qt_loop
async def test_a_closed_window_saves_its_notes(home: Path, vault: Path, other: Path) -> None:
    async with running_desktop(vault) as desktop:
        await two_windows(desktop, other)
        await typed(desktop)
        desktop.window.close()
        await until(lambda: len(desktop.windows) == 1)

        assert "mine " in (other / "Boiler.md").read_text()


@on_qt_loop
async def test_a_note_that_cannot_be_saved_keeps_its_window_until_the_person_decides(
    home: Path, vault: Path, other: Path
) -> None:
    async with running_desktop(vault) as desktop:
        await two_windows(desktop, other)
        await typed(desktop)
        (other / "Boiler.md").write_text("outside\n")
        closed = desktop.front
        closed.window.close()
        await until(lambda: "unsaved" in closed.window.problems.texts())
        assert len(desktop.windows) == 2

        buttons = closed.window.problems.findChildren(QAbstractButton)
        next(one for one in buttons if one.text() == "Close without saving").click()
        await until(lambda: len(desktop.windows) == 1)
        assert (other / "Boiler.md").read_text() == "outside\n"


@on_qt_loop
async def test_a_window_asked_twice_to_close_closes_alone(home: Path, vault: Path, other: Path) -> None:
    async with running_desktop(vault) as desktop:
        await two_windows(desktop, other)
        await typed(desktop)
        closed = desktop.front
        may_close = held_open(closed)
        closed.window.close()
        closed.window.close()
        await until(lambda: len(desktop.windows) == 1)
        closed.window.close()
        may_close.set()
        await until(lambda: not shiboken6.isValid(closed.window))

        assert not desktop.shutdown.finished.is_set()
        assert desktop.views is not None


@on_qt_loop
async def test_two_windows_closed_at_once_end_the_program(home: Path, vault: Path, other: Path) -> None:
    async with running_desktop(vault) as desktop:
        await typed(desktop)
        await two_windows(desktop, other)
        await typed(desktop)
        for one in desktop.windows:
            one.window.close()
        await until(desktop.shutdown.finished.is_set)

    assert all("mine " in (root / "Boiler.md").read_text() for root in (vault, other))


@on_qt_loop
async def test_the_end_waits_for_the_vault_of_a_window_closed_just_before(home: Path, vault: Path, other: Path) -> None:
    async with running_desktop(vault) as desktop:
        await two_windows(desktop, other)
        await open_views(desktop)
        closed = desktop.front
        may_close = held_open(closed)
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
async def test_one_window_that_cannot_be_saved_keeps_all_of_them(home: Path, vault: Path, other: Path) -> None:
    async with running_desktop(vault) as desktop:
        await typed(desktop)
        first = desktop.front
        (vault / "Boiler.md").write_text("outside\n")
        await two_windows(desktop, other)
        desktop.quit()
        await until(lambda: "unsaved" in first.window.problems.texts() and desktop.front is first)

        assert not desktop.shutdown.finished.is_set()
        next(
            one for one in first.window.problems.findChildren(QAbstractButton) if one.text() == "Quit without saving"
        ).click()
        await until(desktop.shutdown.finished.is_set)


@on_qt_loop
async def test_what_saving_came_to_can_be_asked_meanwhile(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        await typed(desktop)
        went = desktop.shutdown.begin_saving()
        assert went() is None
        await until(lambda: went() is not None)

        assert went() is True
        assert "mine " in (vault / "Boiler.md").read_text()


# Display end: a session whose display server goes first is no crash.


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("The Wayland connection broke. Did the Wayland compositor die?", True),
        ("The X11 connection broke (error 1). Did the X11 server die?", True),
        ("QFont::setPointSizeF: Point size <= 0", False),
    ],
)
def test_the_end_of_the_display_server_is_told_from_other_messages(
    qapp: QApplication, text: str, ends: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    received: list[str] = []
    previous = qInstallMessageHandler(None)
    watch = DisplayEnd(qapp, lambda: received.append("ended"))
    try:
        qWarning(text)
    finally:
        watch.close()
        qInstallMessageHandler(previous)

    assert received == ["ended"] * ends
    assert watch.has_ended is ends
    assert text in capsys.readouterr().err


# Session end: a signal, the system or the end of the session never takes words along.

LIMIT = 40
"""Seconds for a program to start and end."""

PROGRAM = """
import asyncio, os, signal, sys
from pathlib import Path
from PySide6.QtTest import QTest
from vaultdesk.ui.app import application; from vaultdesk.ui import bridge
from vaultdesk.ui.app.window_manager import WindowManager as Desktop
from vaultdesk.core.platform.launch_request import LaunchRequest as Wish

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
    HOW

ours = Desktop._run_until_shutdown
async def live_through(self, *words):
    bridge.start(scene(self), owner=self)
    await ours(self, *words)
Desktop._run_until_shutdown = live_through
sys.exit(application.main(Wish(Path(sys.argv[1]))))
"""

WAYS = {
    "SIGTERM": "os.kill(os.getpid(), signal.SIGTERM)",
    "SIGHUP": "os.kill(os.getpid(), signal.SIGHUP)",
    "SIGINT": "os.kill(os.getpid(), signal.SIGINT)",
    "the system": "application.QApplication.quit()",
}


def run(how: str, home: Path, vault: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "VAULTDESK_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
    return subprocess.run(
        [sys.executable, "-c", PROGRAM.replace("HOW", how), str(vault)],
        env=environment, capture_output=True, text=True, timeout=LIMIT, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("way", sampled(WAYS, 1))
def test_whoever_ends_the_program_finds_all_saved(tmp_path: Path, way: str) -> None:
    if way.startswith("SIG") and not hasattr(signal, way):
        pytest.skip("this system has no such signal")
    vault = small_vault(tmp_path / "Lindenweg")
    began = time.monotonic()

    ended = run(WAYS[way], tmp_path / "home", vault)

    assert ended.returncode == 0, ended.stderr
    assert "mine " in (vault / "Boiler.md").read_text()
    assert time.monotonic() - began < LIMIT


def test_a_quit_of_macos_ends_the_process_once_all_is_saved_and_before_it_is_answered(tmp_path: Path) -> None:
    vault = small_vault(tmp_path / "Lindenweg")
    quit_by_system = (
        "from PySide6.QtCore import QEvent, QTimer\n"
        "    from vaultdesk.ui.app.shutdown import SessionEnd\n"
        "    program = application.QApplication.instance()\n"
        "    program.findChild(SessionEnd)._end_process = lambda: os._exit(7)\n"
        "    def asked():\n"
        "        program.sendEvent(program, QEvent(QEvent.Type.Quit))\n"
        "        print('answered', flush=True)\n"
        "    QTimer.singleShot(0, asked)\n"
    )

    ended = run(quit_by_system, tmp_path / "home", vault)

    assert (ended.returncode, ended.stdout) == (7, ""), ended.stderr
    assert "mine " in (vault / "Boiler.md").read_text()


def test_the_end_of_a_session_waits_until_all_is_saved(tmp_path: Path) -> None:
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

    ended = run(commit, tmp_path / "home", vault)

    assert (ended.returncode, ended.stdout.strip()) == (0, "True"), ended.stderr
