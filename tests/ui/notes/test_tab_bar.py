"""Tests of ui/notes/tab_bar.py."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QStyleOptionTab
from pytestqt.qtbot import QtBot

from vaultdesk.ui.notes.tab_bar import NoteTabs, TabStrip
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
    widget = TabStrip()
    qtbot.addWidget(widget)
    widget.addTab("one")
    widget.addTab("two")
    widget.resize(400, 36)
    widget.show()
    return widget


def test_a_tab_pulled_off_its_row_tells_where_it_is_let_go_of(qtbot: QtBot) -> None:
    widget = strip(qtbot)
    dragged_out: list[int] = []
    dropped: list[tuple[int, QPoint]] = []
    widget.dragged_out.connect(lambda number, _at: dragged_out.append(number))
    widget.dropped.connect(lambda number, at: dropped.append((number, at)))
    start, below = widget.tabRect(1).center(), widget.tabRect(1).center() + QPoint(0, 200)
    QTest.mousePress(widget, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(widget, start + QPoint(0, 12))
    assert dragged_out == []
    QTest.mouseMove(widget, below)
    QTest.mouseRelease(widget, Qt.MouseButton.LeftButton, pos=below)
    assert dragged_out == [1]
    assert dropped == [(1, widget.mapToGlobal(below))]


def test_the_middle_button_closes(qtbot: QtBot) -> None:
    widget = strip(qtbot)
    closed: list[int] = []
    widget.tabCloseRequested.connect(closed.append)
    QTest.mouseClick(widget, Qt.MouseButton.MiddleButton, pos=widget.tabRect(0).center())
    assert closed == [0]


def test_tabs_come_are_chosen_and_go(qtbot: QtBot) -> None:
    tabs = NoteTabs()
    qtbot.addWidget(tabs)
    tabs.resize(500, 36)
    tabs.show()
    chosen: list[int] = []
    tabs.chosen.connect(chosen.append)
    assert tabs.add("one & two") == 0
    assert tabs.add("x") == 1
    assert not chosen
    tabs.choose(1)
    tabs.rename(1, "renamed", "F/renamed.md")
    assert (tabs.current(), tabs.count(), chosen) == (1, 2, [1])
    tabs.remove(1)
    assert (tabs.current(), chosen) == (0, [1, 0])
    assert not tabs.grab().isNull()


def test_the_cross_of_a_pinned_tab_takes_the_pin_away_and_then_closes(qtbot: QtBot) -> None:
    tabs = NoteTabs()
    qtbot.addWidget(tabs)
    tabs.add("one")
    tabs.add("two")
    closed: list[int] = []
    tabs.close_requested.connect(closed.append)
    tabs.mark(1, unsaved=True, pinned=True)
    cross = tabs.bar.close_button(1)
    assert cross is not None
    cross.click()
    assert (tabs.is_pinned(1), closed) == (False, [])
    cross.click()
    assert closed == [1]


def test_the_row_that_is_not_in_use_is_muted(qtbot: QtBot) -> None:
    tabs = NoteTabs()
    qtbot.addWidget(tabs)
    tabs.add("one")
    tabs.show_in_use(True, alone=False)
    before = tabs.grab().toImage()
    tabs.show_in_use(False, alone=False)
    assert tabs.grab().toImage() != before


def test_fifty_tabs_leave_the_plus_in_sight(qtbot: QtBot) -> None:
    tabs = NoteTabs()
    qtbot.addWidget(tabs)
    tabs.resize(500, 36)
    tabs.show()
    for number in range(50):
        tabs.add(f"A note with a long name {number}")
    tabs.choose(49)
    assert tabs.bar.width() < 500
    assert tabs.bar.tabRect(49).right() <= tabs.bar.width()
