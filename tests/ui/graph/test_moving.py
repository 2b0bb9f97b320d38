"""Moving: nodes slide where things may move, and are at once where they belong elsewhere."""

from PySide6.QtWidgets import QWidget

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.graph.scenes import PLACES, house
from vaultdesk.ui.graph.moving import Moving
from vaultdesk.ui.theme.theme import theme


@on_qt_loop
async def test_nodes_come_from_where_they_were() -> None:
    theme().set_motion("full")
    try:
        widget = QWidget()
        moving, before, after = Moving(widget), house(), house()
        after.move([(x + 100, y) for x, y in PLACES])
        moving.begin(before, after)
        assert after.places[0] == (0.0, 0.0)
        assert moving.goal[0] == (100.0, 0.0)
        await until(lambda: after.places[0] == (100.0, 0.0) and not moving.goal)
    finally:
        theme().set_motion("system")


def test_without_motion_they_are_there() -> None:
    theme().set_motion("none")
    try:
        widget = QWidget()
        moving, after = Moving(widget), house()
        after.move([(x + 100, y) for x, y in PLACES])
        moving.begin(house(), after)
        assert after.places[0] == (100.0, 0.0)
        assert moving.goal == []
    finally:
        theme().set_motion("system")
