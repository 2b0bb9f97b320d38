"""Tests of ui/notes/tab_bar.py."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QStyleOptionTab
from pytestqt.qtbot import QtBot

from vaultdesk.ui.notes.tab_bar import NoteTabs, TabStrip
from vaultdesk.ui.widgets.menu import literal_menu_text


def test_ampersands_of_a_name_are_painted_once(qtbot: QtBot) -> None:
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


def test_dragging_a_tab_out_of_the_bar_emits_the_drop_position(qtbot: QtBot) -> None:
    widget = strip(qtbot)
    dragged_out: list[int] = []
    dropped: list[tuple[int, QPoint]] = []
    widget.dragged_out.connect(lambda number, _position: dragged_out.append(number))
    widget.dropped.connect(lambda number, position: dropped.append((number, position)))
    start, below = widget.tabRect(1).center(), widget.tabRect(1).center() + QPoint(0, 200)
    QTest.mousePress(widget, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(widget, start + QPoint(0, 12))
    assert dragged_out == []
    QTest.mouseMove(widget, below)
    QTest.mouseRelease(widget, Qt.MouseButton.LeftButton, pos=below)
    assert dragged_out == [1]
    assert dropped == [(1, widget.mapToGlobal(below))]


def test_a_middle_click_requests_closing_the_tab(qtbot: QtBot) -> None:
    widget = strip(qtbot)
    closed: list[int] = []
    widget.tabCloseRequested.connect(closed.append)
    QTest.mouseClick(widget, Qt.MouseButton.MiddleButton, pos=widget.tabRect(0).center())
    assert closed == [0]


def test_tabs_are_added_selected_renamed_and_removed(qtbot: QtBot) -> None:
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


def test_the_close_button_of_a_pinned_tab_unpins_it_first_and_then_closes_it(qtbot: QtBot) -> None:
    tabs = NoteTabs()
    qtbot.addWidget(tabs)
    tabs.add("one")
    tabs.add("two")
    closed: list[int] = []
    tabs.close_requested.connect(closed.append)
    tabs.mark(1, unsaved=True, pinned=True)
    close_button = tabs.bar.close_button(1)
    assert close_button is not None
    close_button.click()
    assert (tabs.is_pinned(1), closed) == (False, [])
    close_button.click()
    assert closed == [1]


def test_the_tab_bar_of_the_inactive_group_is_muted(qtbot: QtBot) -> None:
    tabs = NoteTabs()
    qtbot.addWidget(tabs)
    tabs.add("one")
    tabs.show_in_use(True, alone=False)
    before = tabs.grab().toImage()
    tabs.show_in_use(False, alone=False)
    assert tabs.grab().toImage() != before


def test_the_bar_of_fifty_tabs_fits_its_width(qtbot: QtBot) -> None:
    tabs = NoteTabs()
    qtbot.addWidget(tabs)
    tabs.resize(500, 36)
    tabs.show()
    for number in range(50):
        tabs.add(f"A note with a long name {number}")
    tabs.choose(49)
    assert tabs.bar.width() < 500
    assert tabs.bar.tabRect(49).right() <= tabs.bar.width()
