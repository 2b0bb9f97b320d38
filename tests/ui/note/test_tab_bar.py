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


def test_a_shortened_name_shows_each_sign_once(qtbot: QtBot) -> None:
    bar = _Bar()
    qtbot.addWidget(bar)
    for name in ("a & b", "& " * 30):
        bar.addTab(literal(name))
    bar.resize(120, 36)
    bar.show()
    for number, name in enumerate(("a & b", "& " * 30)):
        option = QStyleOptionTab()
        bar.initStyleOption(option, number)
        shown = option.text.replace("&&", "")
        assert "&" not in shown
        assert option.text.replace("&&", "&").removesuffix("…").strip() in name
