"""Crash notice: said once, with the report to be read and copied."""

from pathlib import Path

from PySide6.QtGui import QGuiApplication

from tests.support.desktop import running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop
from vaultdesk.crash_report import CrashReport
from vaultdesk.ui.crash_notice import ABOUT, CrashDialog, tell_of_crash


@on_qt_loop
async def test_the_report_can_be_read_and_copied_and_the_notice_goes(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        window = desktop.window
        tell_of_crash(window, CrashReport("RuntimeError\n  in main", tmp_path / "crash-seen.txt"))
        assert ABOUT in window.problems.texts()

        window.problems._banners[ABOUT].links[0].click()
        dialog = window.findChild(CrashDialog)
        assert dialog is not None
        dialog.copy.click()

        assert QGuiApplication.clipboard().text() == "RuntimeError\n  in main"
        assert ABOUT not in window.problems.texts()
        dialog.done_button.click()
