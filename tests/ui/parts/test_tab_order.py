"""Tab order: Tab goes in the order that is named, whatever was made first."""

from PySide6.QtWidgets import QComboBox, QPushButton, QSpinBox, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.parts.tab_order import focus_soon, follow_reading


def test_tab_goes_as_it_was_named(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    column = QVBoxLayout(page)
    last, number, box, first = QPushButton("last"), QSpinBox(), QComboBox(), QPushButton("first")
    for widget in (last, number, box, first):
        column.addWidget(widget)
    follow_reading((first, box, number, last))
    page.show()
    page.activateWindow()
    first.setFocus()
    went = []
    for _ in range(4):
        went.append(page.focusWidget())
        page.focusNextChild()
    assert went == [first, box, number, last]
    assert page.focusWidget() is first


def test_one_stop_or_none_is_no_order(qtbot: QtBot) -> None:
    button = QPushButton("alone")
    qtbot.addWidget(button)
    follow_reading((button,))
    follow_reading(())


def test_what_is_just_put_on_a_page_takes_the_keyboard_soon(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    column = QVBoxLayout(page)
    column.addWidget(QPushButton("first"))
    page.show()
    late = QPushButton("late")
    column.addWidget(late)
    focus_soon(late)
    qtbot.waitUntil(lambda: page.focusWidget() is late, timeout=5000)
