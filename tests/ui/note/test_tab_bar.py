from PySide6.QtWidgets import QStyleOptionTab
from pytestqt.qtbot import QtBot

from vaultdesk.ui.note.tab_bar import NoteTabs, _Bar
from vaultdesk.ui.parts.menu import literal


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


def test_a_name_is_drawn_with_each_sign_once(qtbot: QtBot) -> None:
    bar = _Bar()
    qtbot.addWidget(bar)
    bar.addTab(literal("R&D"))
    bar.addTab(literal("R&D & more " * 6))
    bar.resize(400, 36)
    bar.show()
    option = QStyleOptionTab()
    bar.initStyleOption(option, 0)
    assert "&&" not in option.text
    bar.initStyleOption(option, 1)
    assert "&&" not in option.text
