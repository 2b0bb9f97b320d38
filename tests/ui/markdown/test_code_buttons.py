from PySide6.QtCore import QRectF
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QToolButton, QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.markdown.code_buttons import CodeButtons
from vaultdesk.ui.markdown.decorations import CodeArea


def test_a_button_copies_its_code_and_says_so(qtbot: QtBot) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    buttons = CodeButtons(host)
    rect = QRectF(0, 0, 300, 100)
    buttons.place([(CodeArea(rect, "one", "", 0), rect), (CodeArea(rect, "two", "", 1), rect)])
    found = host.findChildren(QToolButton)
    assert len(found) == 2
    found[1].click()
    assert QGuiApplication.clipboard().text() == "two"
    assert found[1].text() == "Copied"
    assert found[1].accessibleName()
    buttons.place([])
    assert all(button.isHidden() for button in found)
