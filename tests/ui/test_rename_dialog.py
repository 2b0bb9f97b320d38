"""Rename dialog: only another name that nothing is wrong with can be given."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.rename_dialog import RenameDialog


def test_only_another_good_name_is_taken(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    dialog = RenameDialog("Rename", "a", "a", window, lambda name: "No blanks." if " " in name else "")
    dialog.open()
    assert not dialog.done_button.isEnabled()
    dialog.name.set_text("b c")
    assert dialog.name.problem() == "No blanks."
    QTest.keyClick(dialog.name.edit, Qt.Key.Key_Return)
    assert not dialog.result()
    dialog.name.set_text("b")
    with qtbot.waitSignal(dialog.accepted):
        QTest.keyClick(dialog.name.edit, Qt.Key.Key_Return)
