from pathlib import Path

from PySide6.QtTest import QTest

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import desk


@on_qt_loop
async def test_a_tab_shows_whether_its_note_is_unsaved(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        page = await at.area.show_note("Boiler.md")
        cross = at.area.tabs.bar.cross(0)
        assert cross is not None
        page.toggle_edit()
        QTest.keyClicks(page.editor, "x")
        assert cross.unsaved
        assert await at.area.save_now()
        assert not cross.unsaved
