"""Session end: a signal, the system or the end of the session never takes words along."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.desktop import small_vault

LIMIT = 40
"""Seconds for a program to start and end."""

PROGRAM = """
import asyncio, os, signal, sys
from pathlib import Path
from PySide6.QtTest import QTest
from vaultdesk.ui import application, bridge
from vaultdesk.ui.desktop import Desktop
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

ours = Desktop._live_through
async def live_through(self, *words):
    bridge.start(scene(self), owner=self)
    await ours(self, *words)
Desktop._live_through = live_through
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


@pytest.mark.parametrize("way", WAYS)
def test_whoever_ends_the_program_finds_all_saved(tmp_path: Path, way: str) -> None:
    if way.startswith("SIG") and not hasattr(signal, way):
        pytest.skip("this system has no such signal")
    vault = small_vault(tmp_path / "Lindenweg")
    began = time.monotonic()

    ended = run(WAYS[way], tmp_path / "home", vault)

    assert ended.returncode == 0, ended.stderr
    assert "mine " in (vault / "Boiler.md").read_text()
    assert time.monotonic() - began < LIMIT


def test_the_end_of_a_session_waits_until_all_is_saved(tmp_path: Path) -> None:
    vault = small_vault(tmp_path / "Lindenweg")
    note = vault / "Boiler.md"
    commit = (
        "from PySide6.QtCore import QTimer\n"
        "    from vaultdesk.ui.session_end import SessionEnd\n"
        "    end = application.QApplication.instance().findChild(SessionEnd)\n"
        "    def committed():\n"
        "        end._commit(Session())\n"
        f"        print('mine ' in Path({str(note)!r}).read_text())\n"
        "        desktop.quit()\n"
        "    QTimer.singleShot(0, committed)\n"
    )

    ended = run(commit, tmp_path / "home", vault)

    assert (ended.returncode, ended.stdout.strip()) == (0, "True"), ended.stderr
