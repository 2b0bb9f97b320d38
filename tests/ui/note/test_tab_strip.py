from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QStyleOptionTab
from pytestqt.qtbot import QtBot

from vaultdesk.ui.note.tab_strip import TabStrip
from vaultdesk.ui.widgets.menu import literal_menu_text


def test_a_name_is_drawn_with_each_sign_once(qtbot: QtBot) -> None:
    bar = TabStrip()
    qtbot.addWidget(bar)
    bar.addTab(literal_menu_text("R&D"))
    bar.addTab(literal_menu_text("R&D & more " * 6))
    bar.resize(400, 36)
    bar.show()
    option = QStyleOptionTab()
    bar.initStyleOption(option, 0)
    assert "&&" not in option.text
    bar.initStyleOption(option, 1)
    assert "&&" not in option.text


def strip(qtbot: QtBot) -> TabStrip:
    made = TabStrip()
    qtbot.addWidget(made)
    made.addTab("one")
    made.addTab("two")
    made.resize(400, 36)
    made.show()
    return made


def test_a_tab_pulled_off_its_row_tells_where_it_is_let_go_of(qtbot: QtBot) -> None:
    made = strip(qtbot)
    pulled: list[int] = []
    let_go: list[tuple[int, QPoint]] = []
    made.pulled.connect(lambda number, _at: pulled.append(number))
    made.let_go.connect(lambda number, at: let_go.append((number, at)))
    start, below = made.tabRect(1).center(), made.tabRect(1).center() + QPoint(0, 200)
    QTest.mousePress(made, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(made, start + QPoint(0, 12))
    assert pulled == []
    QTest.mouseMove(made, below)
    QTest.mouseRelease(made, Qt.MouseButton.LeftButton, pos=below)
    assert pulled == [1]
    assert let_go == [(1, made.mapToGlobal(below))]


def test_the_middle_button_closes(qtbot: QtBot) -> None:
    made = strip(qtbot)
    closed: list[int] = []
    made.tabCloseRequested.connect(closed.append)
    QTest.mouseClick(made, Qt.MouseButton.MiddleButton, pos=made.tabRect(0).center())
    assert closed == [0]
