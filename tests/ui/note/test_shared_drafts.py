from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import Desk, desk, until
from vaultdesk.ui.note.note_page import NotePage


async def twice(at: Desk, path: str = "Boiler.md") -> tuple[NotePage, NotePage]:
    """Open a note on both sides."""
    first = await at.area.show_note(path)
    await at.area.commands.split(down=False)
    second = at.area.current_page
    assert second is not None
    assert second is not first
    return first, second


@on_qt_loop
async def test_what_is_typed_on_one_side_shows_on_the_other_and_is_saved_once(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        first, second = await twice(at)
        first.toggle_edit()
        second.toggle_edit()
        assert first.saving.draft is second.saving.draft
        QTest.keyClicks(first.editor, "mine ")
        await until(lambda: second.editor.text().startswith("mine "))
        QTest.keyClicks(second.editor, "yours ")
        await until(lambda: "yours" in first.editor.text())
        assert await at.area.save_now()
        assert "mine" in at.on_disk("Boiler.md")
        assert "yours" in at.on_disk("Boiler.md")
        assert (first.banner.text(), second.banner.text()) == ("", "")


@on_qt_loop
async def test_the_reading_view_of_the_other_side_follows(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        first, second = await twice(at)
        first.toggle_edit()
        first.editor.insert_at_cursor("---\nnew: 1\n---\nmine ")
        await until(lambda: "mine" in second.reader.document_shown.toPlainText())


@on_qt_loop
async def test_a_change_outside_reaches_both_sides(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        first, second = await twice(at)
        at.change_outside("Boiler.md", "from outside\n")
        for page in (first, second):
            await until(lambda page=page: "from outside" in page.reader.document_shown.toPlainText())  # type: ignore[misc]  # mypy cannot name a lambda's default


@on_qt_loop
async def test_a_note_that_is_renamed_while_open_twice_is_saved_at_its_new_place(tmp_path: Path) -> None:
    from vaultdesk.vault.note_path import NotePath
    from vaultdesk.vault.vault_changes import FileChange, VaultChanged

    async with desk(tmp_path) as at:
        first, second = await twice(at)
        (at.root / "Boiler.md").rename(at.root / "Heater.md")
        at.vault.changes.publish(VaultChanged((FileChange("moved", NotePath("Heater.md"), NotePath("Boiler.md")),)))
        await until(lambda: first.path == second.path == "Heater.md")
        second.toggle_edit()
        QTest.keyClicks(second.editor, "x")
        assert await at.area.save_now()
        assert at.on_disk("Heater.md").startswith("x---")
        assert not (at.root / "Boiler.md").exists()


@on_qt_loop
async def test_a_note_that_was_deleted_outside_is_let_go_of_on_both_sides(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        first, second = await twice(at)
        at.change_outside("Boiler.md", None)
        await until(lambda: "deleted outside" in first.banner.text() and "deleted outside" in second.banner.text())
        assert first.saving.draft is not None
        first.saving.drop(first.saving.draft)
        await until(lambda: second.text is None and first.text is None)
        assert not (at.root / "Boiler.md").exists()


@on_qt_loop
async def test_what_was_typed_on_both_sides_is_undone_step_by_step_from_either(tmp_path: Path) -> None:
    async with desk(tmp_path, {"Boiler.md": "first\n\nlast\n"}) as at:
        left, right = await twice(at)
        left.toggle_edit()
        right.toggle_edit()

        async def both(text: str) -> None:
            await until(lambda: left.editor.text() == right.editor.text() == left.text == text)

        QTest.keyClicks(left.editor, "one ")
        await both("one first\n\nlast\n")
        right.editor.moveCursor(QTextCursor.MoveOperation.End)
        QTest.keyClicks(right.editor, "two")
        await both("one first\n\nlast\ntwo")
        left.editor.undo()
        await both("one first\n\nlast\n")
        right.editor.undo()
        await both("first\n\nlast\n")
        left.editor.redo()
        await both("one first\n\nlast\n")
        right.editor.redo()
        await both("one first\n\nlast\ntwo")
        QTest.keyClicks(left.editor, "x")
        await until(lambda: "x" in right.editor.text())
        assert await at.area.save_now()
        assert at.on_disk("Boiler.md") == left.editor.text() == right.editor.text()


@on_qt_loop
async def test_what_was_typed_a_moment_ago_on_one_side_is_kept_when_the_other_is_typed_on(tmp_path: Path) -> None:
    async with desk(tmp_path, {"Boiler.md": "first\n\nlast\n"}) as at:
        at.area.resize(900, 500)
        at.area.show()
        left, right = await twice(at)
        left.toggle_edit()
        right.toggle_edit()
        left.editor.setFocus()
        QTest.keyClicks(left.editor, "one ")
        # No turn of the loop between them, as where the window stood still for a moment.
        QTest.mouseClick(right.editor.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
        assert right.editor.hasFocus()
        right.editor.moveCursor(QTextCursor.MoveOperation.End)
        QTest.keyClicks(right.editor, "two")
        await until(lambda: left.editor.text() == right.editor.text() == "one first\n\nlast\ntwo")
        assert await at.area.save_now()
        assert at.on_disk("Boiler.md") == "one first\n\nlast\ntwo"
