"""Text area: plain text of several lines; Tab leaves it and the frame shows the keyboard."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.agents.text_area import TextArea


def test_it_takes_lines_and_tab_leaves_it(qtbot: QtBot) -> None:
    window = QWidget()
    column = QVBoxLayout(window)
    area, other = TextArea("Instructions", "One."), QLineEdit()
    column.addWidget(area)
    column.addWidget(other)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=5000)
    area.setFocus()
    area.edit.moveCursor(area.edit.textCursor().MoveOperation.End)
    QTest.keyClick(area.edit, Qt.Key.Key_Return)
    QTest.keyClicks(area.edit, "<b>Two</b>")
    assert area.text() == "One.\n<b>Two</b>"
    QTest.keyClick(area.edit, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is other


def test_the_frame_is_another_while_it_has_the_keyboard(qtbot: QtBot) -> None:
    window = QWidget()
    column = QVBoxLayout(window)
    area, other = TextArea("Instructions"), QLineEdit()
    column.addWidget(area)
    column.addWidget(other)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=5000)
    area.setFocus()
    focused = area.grab().toImage().pixelColor(0, area.height() // 2)
    other.setFocus()
    assert area.grab().toImage().pixelColor(0, area.height() // 2) != focused
