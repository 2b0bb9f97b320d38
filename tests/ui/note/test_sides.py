from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.note.sides import Sides
from vaultdesk.ui.note.tab_group import TabGroup


def made(qtbot: QtBot, width: int = 1000) -> Sides:
    sides = Sides(lambda: TabGroup(QWidget()))
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
    sides.go_over()
    assert (first.isVisible(), second.isVisible()) == (False, True)
    sides.resize(1000, 700)
    assert (first.isVisible(), second.isVisible()) == (True, True)


def test_the_share_of_the_room_is_known(qtbot: QtBot) -> None:
    sides = made(qtbot)
    sides.split(down=False).add(QWidget(), "two")
    sides.set_share(0.6)
    assert abs(sides.share() - 0.6) < 0.02
