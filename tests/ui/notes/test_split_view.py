"""Tests of ui/notes/split_view.py."""

from pathlib import Path

from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import desk
from vaultdesk.ui.notes.split_view import LazyTab, SplitView, TabDropOverlay, TabGroup
from vaultdesk.ui.window.window_state import SavedTab


def test_it_knows_where_its_note_is(qtbot: QtBot) -> None:
    tab = LazyTab(SavedTab("A/B.md", 12))
    qtbot.addWidget(tab)
    assert (tab.path, tab.saved.scroll) == ("A/B.md", 12)


def test_widgets_stand_behind_their_tabs_wherever_those_are_moved(qtbot: QtBot) -> None:
    group = TabGroup(QWidget())
    qtbot.addWidget(group)
    one, two, three = QWidget(), QWidget(), QWidget()
    for page, name in ((one, "one"), (two, "two")):
        group.add(page, name)
    group.add(three, "three", at=1)
    assert group.widgets == [one, three, two]
    group.tabs.bar.moveTab(0, 2)
    assert group.widgets == [three, two, one]
    group.choose(one)
    group.step(1)
    assert group.shown is three
    group.take(three)
    assert (group.shown, group.number_of(three)) == (two, -1)


def test_a_page_that_waits_is_asked_for_when_its_tab_is_shown(qtbot: QtBot) -> None:
    group = TabGroup(QWidget())
    qtbot.addWidget(group)
    load_requested: list[object] = []
    group.load_requested.connect(load_requested.append)
    waiting = LazyTab(SavedTab("A.md"))
    group.add(QWidget(), "one")
    group.add(waiting, "A")
    assert group.with_path("A.md") is waiting
    assert load_requested == []
    group.tabs.choose(1)
    assert load_requested == [waiting]
    page = QWidget()
    group.replace_lazy_tab(waiting, page)
    assert group.shown is page


def made(qtbot: QtBot, width: int = 1000) -> SplitView:
    sides = SplitView(lambda: TabGroup(QWidget()))
    qtbot.addWidget(sides)
    sides.resize(width, 700)
    sides.show()
    sides.group.add(QWidget(), "one")
    return sides


def test_a_second_side_is_made_once_and_goes_with_its_last_tab(qtbot: QtBot) -> None:
    sides = made(qtbot)
    first = sides.group
    second = sides.split(down=False)
    page = QWidget()
    second.add(page, "two")
    assert sides.split(down=True) is second
    assert sides.down
    sides.use(second)
    assert sides.other is first
    second.take(page)
    sides.tidy()
    assert (sides.groups, sides.group) == ([first], first)


def test_where_there_is_no_room_the_side_in_use_is_shown_alone(qtbot: QtBot) -> None:
    sides = made(qtbot, 500)
    first = sides.group
    second = sides.split(down=False)
    second.add(QWidget(), "two")
    assert sides.folded
    assert (first.isVisible(), second.isVisible()) == (True, False)
    sides.focus_other_side()
    assert (first.isVisible(), second.isVisible()) == (False, True)
    sides.resize(1000, 700)
    assert (first.isVisible(), second.isVisible()) == (True, True)


def test_the_share_of_the_room_is_known(qtbot: QtBot) -> None:
    sides = made(qtbot)
    sides.split(down=False).add(QWidget(), "two")
    sides.set_share(0.6)
    assert abs(sides.share() - 0.6) < 0.02


@on_qt_loop
async def test_a_tab_let_go_of_at_the_edge_makes_a_side_and_over_the_other_one_goes_there(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        await at.area.show_note("Boiler.md")
        page = await at.area.show_note("Budget.md", new_tab=True)
        bar, area = at.area.tabs.bar, at.area
        middle = area.mapToGlobal(QPoint(300, 200))
        right = area.mapToGlobal(QPoint(area.width() - 20, 300))
        bar.dragged_out.emit(1, middle)
        assert area.findChildren(TabDropOverlay) == []
        bar.dragged_out.emit(1, right)
        (background,) = area.findChildren(TabDropOverlay)
        assert background.isVisible()
        bar.dropped.emit(1, right)
        assert [len(group.widgets) for group in area.split_view.groups] == [1, 1]
        assert area.current_page is page
        area.split_view.group.tabs.bar.dropped.emit(0, area.mapToGlobal(QPoint(50, 300)))
        assert [len(group.widgets) for group in area.split_view.groups] == [2]


@on_qt_loop
async def test_the_only_tab_goes_nowhere(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        page = await at.area.show_note("Boiler.md")
        at.area.tabs.bar.dropped.emit(0, at.area.mapToGlobal(QPoint(at.area.width() - 20, 300)))
        assert len(at.area.split_view.groups) == 1
        assert at.area.tab_drag.target(page, QPoint(-500, -500)) is None


@on_qt_loop
async def test_a_tab_shows_whether_its_note_is_unsaved(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        page = await at.area.show_note("Boiler.md")
        cross = at.area.tabs.bar.close_button(0)
        assert cross is not None
        page.toggle_edit()
        QTest.keyClicks(page.editor, "x")
        assert cross.unsaved
        assert await at.area.save_now()
        assert not cross.unsaved
