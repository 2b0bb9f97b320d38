"""Crash dialog: shown once, with the report to read and copy and its folder, all reachable by keyboard."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from tests.support.desktop import running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.core.crash_report import CrashReport
from vaultdesk.ui.app.crash_dialog import PROBLEM_KEY, CrashDialog, show_crash_banner
from vaultdesk.ui.window.main_window import MainWindow

TEXT = "RuntimeError\n  in main\n<b>not bold</b>"


def open_dialog(window: MainWindow) -> CrashDialog:
    window.problems._banners[PROBLEM_KEY].links[0].click()
    dialog = window.findChild(CrashDialog)
    assert dialog is not None
    return dialog


@on_qt_loop
async def test_the_report_can_be_read_and_copied_and_the_banner_is_removed(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        window = desktop.window
        show_crash_banner(window, CrashReport(TEXT, tmp_path / "crash-seen.txt"))
        assert "quit unexpectedly" in window.problems.texts()[PROBLEM_KEY]

        dialog = open_dialog(window)
        assert dialog.text.toPlainText() == TEXT
        dialog.copy.click()

        assert QGuiApplication.clipboard().text() == TEXT
        assert dialog.copy.text() == "Copied"
        assert PROBLEM_KEY not in window.problems.texts()
        dialog.done_button.click()


@on_qt_loop
async def test_a_nonfatal_error_is_not_described_as_the_program_ending(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        show_crash_banner(desktop.window, CrashReport(TEXT, tmp_path / "crash-seen.txt", ended=False))
        assert "ended" not in desktop.window.problems.texts()[PROBLEM_KEY]
        dialog = open_dialog(desktop.window)
        assert "end" not in dialog.windowTitle()
        dialog.done_button.click()


@on_qt_loop
async def test_every_control_is_reachable_by_keyboard_and_has_an_accessible_name(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        show_crash_banner(desktop.window, CrashReport(TEXT, tmp_path / "logs" / "crash-seen.txt"))
        dialog = open_dialog(desktop.window)
        await until(dialog.isActiveWindow)
        reached: list[QWidget] = []
        for _ in range(6):
            widget = QApplication.focusWidget()
            assert widget is not None
            reached.append(widget)
            QTest.keyClick(widget, Qt.Key.Key_Tab)
        assert {dialog.text, dialog.copy, dialog.folder, dialog.done_button} <= set(reached)
        assert dialog.text.accessibleName() == "Report"
        assert dialog.accessibleName()
        QTest.keyClick(dialog.folder, Qt.Key.Key_Space)
        assert [url.toLocalFile() for url in opened] == [(tmp_path / "logs").as_posix()]
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        await until(lambda: not desktop.window.findChildren(CrashDialog))
