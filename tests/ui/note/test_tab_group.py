from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.kept_tabs import KeptTab
from vaultdesk.ui.note.tab_group import TabGroup
from vaultdesk.ui.note.waiting_tab import WaitingTab


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
    wanted: list[object] = []
    group.wanted.connect(wanted.append)
    waiting = WaitingTab(KeptTab("A.md"))
    group.add(QWidget(), "one")
    group.add(waiting, "A")
    assert group.with_path("A.md") is waiting
    assert wanted == []
    group.tabs.choose(1)
    assert wanted == [waiting]
    page = QWidget()
    group.put_in_place(waiting, page)
    assert group.shown is page
