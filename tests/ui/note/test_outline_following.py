"""Outline following: the outline of a page is that of its text, saved or not, and goes where it says."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import desk, until
from vaultdesk.ui.note.note_page import NotePage

FILLER = "\n\n".join(["words " * 30] * 12)
NOTES = {
    "Long.md": f"## First\n\n{FILLER}\n\n## Second\n\n{FILLER}\n\n## Third\n\n{FILLER}\n",
    "Plain.md": "nothing\n",
}


def titles(page: NotePage) -> list[str]:
    return [row.title for row in page.foot.outline.list.shown.rows]


@on_qt_loop
async def test_the_outline_follows_the_text_the_scroll_and_the_note(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        at.area.resize(800, 700)
        at.area.show()
        page = await at.area.show_note("Long.md")
        await until(lambda: page.reader.verticalScrollBar().maximum() > 0)
        assert titles(page) == []  # nobody looks at it yet
        page.foot.open_outline(keyboard=False)
        await until(lambda: titles(page) == ["First", "Second", "Third"])
        page.foot.outline.chosen.emit(1)
        await until(lambda: (row := page.foot.outline.list.current()) is not None and row.title == "Second")
        page.toggle_edit()
        await until(lambda: page.editing)
        page.editor.moveCursor(page.editor.textCursor().MoveOperation.Start)
        QTest.keyClicks(page.editor, "# Typed")
        QTest.keyClick(page.editor, Qt.Key.Key_Return)
        await until(lambda: titles(page)[:1] == ["Typed"])
        await at.area.show_note("Plain.md")
        other = at.area.current_page
        assert other is not None
        await until(lambda: other.foot.outline_is_open and titles(other) == [])
        await at.area.save_now()
