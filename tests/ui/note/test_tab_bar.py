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
