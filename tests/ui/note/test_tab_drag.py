from pathlib import Path

from PySide6.QtCore import QPoint

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import desk
from vaultdesk.ui.note.tab_drag import DropGround


@on_qt_loop
async def test_a_tab_let_go_of_at_the_edge_makes_a_side_and_over_the_other_one_goes_there(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        await at.area.show_note("Boiler.md")
        page = await at.area.show_note("Budget.md", new_tab=True)
        bar, area = at.area.tabs.bar, at.area
        middle = area.mapToGlobal(QPoint(300, 200))
        right = area.mapToGlobal(QPoint(area.width() - 20, 300))
        bar.pulled.emit(1, middle)
        assert area.findChildren(DropGround) == []
        bar.pulled.emit(1, right)
        (ground,) = area.findChildren(DropGround)
        assert ground.isVisible()
        bar.let_go.emit(1, right)
        assert [len(group.widgets) for group in area.sides.groups] == [1, 1]
        assert area.current_page is page
        area.sides.group.tabs.bar.let_go.emit(0, area.mapToGlobal(QPoint(50, 300)))
        assert [len(group.widgets) for group in area.sides.groups] == [2]


@on_qt_loop
async def test_the_only_tab_goes_nowhere(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        page = await at.area.show_note("Boiler.md")
        at.area.tabs.bar.let_go.emit(0, at.area.mapToGlobal(QPoint(at.area.width() - 20, 300)))
        assert len(at.area.sides.groups) == 1
        assert at.area.drag.target(page, QPoint(-500, -500)) is None
