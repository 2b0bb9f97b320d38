"""Block marking: a link to a block without an id gives it one, in this note and in another."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import Desk, desk, until
from vaultdesk.ui.note.note_page import NotePage

NOTES = {
    "Boiler.md": "# Boiler\n\nIt leaks.\n\nIt is old. ^old\n",
    "Plan.md": "First line.\n\nSee ",
}


async def writing(at: Desk, typed: str) -> NotePage:
    page = await at.area.show_note("Plan.md")
    at.area.activateWindow()
    page.toggle_edit()
    await until(page.editor.hasFocus)
    cursor = page.editor.textCursor()
    cursor.movePosition(cursor.MoveOperation.End)
    page.editor.setTextCursor(cursor)
    QTest.keyClicks(page.editor, typed)
    await until(lambda: page.writing.offers.offered > 0)
    return page


@on_qt_loop
async def test_a_block_of_another_note_gets_an_id_that_can_be_undone(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        page = await writing(at, "[[Boiler#^leak")
        QTest.keyClick(page.editor, Qt.Key.Key_Return)
        await until(lambda: "It leaks. ^" in at.on_disk("Boiler.md"))
        new = at.on_disk("Boiler.md").partition("leaks. ^")[2].partition("\n")[0]
        assert page.editor.text().endswith(f"See [[Boiler#^{new}]]")
        kept = await at.vault.on_writer(lambda writer: writer.journal.changes())
        assert [(one.path, one.title) for one in kept] == [("Boiler.md", "Edited by you")]


@on_qt_loop
async def test_a_block_of_this_note_gets_an_id_in_the_field(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        page = await writing(at, "[[#^firs")
        QTest.keyClick(page.editor, Qt.Key.Key_Return)
        first, _, last = page.editor.text().split("\n")
        new = last.removeprefix("See [[#^").removesuffix("]]")
        assert first == f"First line. ^{new}"
        page.editor.undo()
        assert page.editor.text().startswith("First line.\n")


@on_qt_loop
async def test_a_block_that_is_gone_is_told(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        page = await writing(at, "[[Boiler#^leak")
        at.change_outside("Boiler.md", "All is new.\n")
        QTest.keyClick(page.editor, Qt.Key.Key_Return)
        await until(lambda: "could not be given its id" in page.banner.text())
        assert at.on_disk("Boiler.md") == "All is new.\n"
