"""Tests of ui/notes/split_view.py."""

from pathlib import Path

from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.note_area_env import open_note_area
from vaultdesk.ui.notes.split_view import LazyTab, SplitView, TabDropOverlay, TabGroup
from vaultdesk.ui.window.window_state import SavedTab


def test_a_lazy_tab_has_the_path_and_scroll_position_of_its_note(qtbot: QtBot) -> None:
    tab = LazyTab(SavedTab("A/B.md", 12))
    qtbot.addWidget(tab)
    assert (tab.path, tab.saved.scroll) == ("A/B.md", 12)


def test_the_order_of_widgets_follows_the_order_of_tabs(qtbot: QtBot) -> None:
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


def test_a_lazy_tab_requests_its_page_when_it_is_shown(qtbot: QtBot) -> None:
    group = TabGroup(QWidget())
    qtbot.addWidget(group)
    load_requested: list[object] = []
    group.load_requested.connect(load_requested.append)
    lazy_tab = LazyTab(SavedTab("A.md"))
    group.add(QWidget(), "one")
    group.add(lazy_tab, "A")
    assert group.with_path("A.md") is lazy_tab
    assert load_requested == []
    group.tabs.choose(1)
    assert load_requested == [lazy_tab]
    page = QWidget()
    group.replace_lazy_tab(lazy_tab, page)
    assert group.shown is page


def split_view(qtbot: QtBot, width: int = 1000) -> SplitView:
    view = SplitView(lambda: TabGroup(QWidget()))
    qtbot.addWidget(view)
    view.resize(width, 700)
    view.show()
    view.group.add(QWidget(), "one")
    return view


def test_a_second_group_is_created_once_and_removed_with_its_last_tab(qtbot: QtBot) -> None:
    view = split_view(qtbot)
    first = view.group
    second = view.split(down=False)
    page = QWidget()
    second.add(page, "two")
    assert view.split(down=True) is second
    assert view.down
    view.use(second)
    assert view.other is first
    second.take(page)
    view.tidy()
    assert (view.groups, view.group) == ([first], first)


def test_a_narrow_view_shows_only_the_active_group(qtbot: QtBot) -> None:
    view = split_view(qtbot, 500)
    first = view.group
    second = view.split(down=False)
    second.add(QWidget(), "two")
    assert view.folded
    assert (first.isVisible(), second.isVisible()) == (True, False)
    view.focus_other_side()
    assert (first.isVisible(), second.isVisible()) == (False, True)
    view.resize(1000, 700)
    assert (first.isVisible(), second.isVisible()) == (True, True)


def test_the_share_of_the_first_group_can_be_set(qtbot: QtBot) -> None:
    view = split_view(qtbot)
    view.split(down=False).add(QWidget(), "two")
    view.set_share(0.6)
    assert abs(view.share() - 0.6) < 0.02


@on_qt_loop
async def test_dropping_a_tab_at_the_edge_splits_the_view_and_dropping_it_on_the_other_group_moves_it(
    tmp_path: Path,
) -> None:
    async with open_note_area(tmp_path) as env:
        await env.area.show_note("Boiler.md")
        page = await env.area.show_note("Budget.md", new_tab=True)
        bar, area = env.area.tabs.bar, env.area
        middle = area.mapToGlobal(QPoint(300, 200))
        right = area.mapToGlobal(QPoint(area.width() - 20, 300))
        bar.dragged_out.emit(1, middle)
        assert area.findChildren(TabDropOverlay) == []
        bar.dragged_out.emit(1, right)
        (overlay,) = area.findChildren(TabDropOverlay)
        assert overlay.isVisible()
        bar.dropped.emit(1, right)
        assert [len(group.widgets) for group in area.split_view.groups] == [1, 1]
        assert area.current_page is page
        area.split_view.group.tabs.bar.dropped.emit(0, area.mapToGlobal(QPoint(50, 300)))
        assert [len(group.widgets) for group in area.split_view.groups] == [2]


@on_qt_loop
async def test_the_only_tab_cannot_be_dragged_to_a_new_group(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        page = await env.area.show_note("Boiler.md")
        env.area.tabs.bar.dropped.emit(0, env.area.mapToGlobal(QPoint(env.area.width() - 20, 300)))
        assert len(env.area.split_view.groups) == 1
        assert env.area.tab_drag.target(page, QPoint(-500, -500)) is None


@on_qt_loop
async def test_a_tab_shows_whether_its_note_is_unsaved(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        page = await env.area.show_note("Boiler.md")
        close_button = env.area.tabs.bar.close_button(0)
        assert close_button is not None
        page.toggle_edit()
        QTest.keyClicks(page.editor, "x")
        assert close_button.unsaved
        assert await env.area.save_now()
        assert not close_button.unsaved
