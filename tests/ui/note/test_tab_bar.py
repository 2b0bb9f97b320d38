from pytestqt.qtbot import QtBot

from vaultdesk.ui.note.tab_bar import NoteTabs


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
    cross = tabs.bar.cross(1)
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
