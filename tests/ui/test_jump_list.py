"""Jump list: hostile names are drawn literally; no hits, no list."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListView, QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.jump_list import JumpHit, JumpList


def test_rows_are_shown_under_the_field(qtbot: QtBot) -> None:
    window = QWidget()
    window.resize(900, 600)
    field = QWidget(window)
    field.setGeometry(200, 10, 400, 28)
    qtbot.addWidget(window)
    window.show()
    rows = JumpList(field)
    hostile = JumpHit("x.md", "<b>safe\u202egpj</b>", "a" * 300)

    rows.show_rows("x", [hostile])

    assert rows.isVisible()
    assert rows.geometry().top() > field.geometry().bottom()
    assert rows.count() == 2
    view = rows.findChild(QListView)
    assert view is not None
    assert view.model().index(0, 0).data() == "<b>safeU+202Egpj</b>"
    assert not rows.grab().isNull()


def test_click_chooses_and_nothing_found_shows_nothing(qtbot: QtBot) -> None:
    window = QWidget()
    window.resize(900, 600)
    field = QWidget(window)
    qtbot.addWidget(window)
    window.show()
    rows = JumpList(field)
    chosen: list[str] = []
    rows.chosen.connect(chosen.append)
    rows.show_rows("", [JumpHit("a.md", "A"), JumpHit("b.md", "B")])
    view = rows.findChild(QListView)
    assert view is not None

    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(view.model().index(1, 0)).center())
    rows.show_rows("", [])

    assert chosen == ["b.md"]
    assert rows.isHidden()
