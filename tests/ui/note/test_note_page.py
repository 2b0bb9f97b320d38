import asyncio
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import NOTES, Desk, desk, until
from vaultdesk.ui import bridge
from vaultdesk.ui.note.note_page import NotePage
from vaultdesk.ui.note.reading import SHOWN_LIMIT
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.vault.note_path import NotePath


async def page_of(at: Desk, path: str = "Boiler.md") -> NotePage:
    return await at.area.show_note(path)


@on_qt_loop
async def test_reading_editing_and_reading_again_saves_what_was_typed(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        page = await page_of(at)
        assert "The boiler leaks" in page.reader.toPlainText()
        page.toggle_edit()
        assert page.editing
        QTest.keyClicks(page.editor, "new ")
        page.toggle_edit()
        await until(lambda: not page.editing)
        assert await page.leave()
        assert at.on_disk("Boiler.md").startswith("new ---")


@on_qt_loop
async def test_a_note_that_is_renamed_is_shown_under_its_new_name(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        page = await page_of(at)
        titles = page.reader.head.findChildren(PlainLabel)
        assert "Boiler" in [one.text() for one in titles]
        (at.root / "Boiler.md").rename(at.root / "Old boiler.md")
        await until(lambda: "Old boiler" in [one.text() for one in page.reader.head.findChildren(PlainLabel)])
        assert page.path == "Old boiler.md"


@on_qt_loop
async def test_a_change_outside_is_shown_in_place(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        page = await page_of(at)
        at.change_outside("Boiler.md", "Now it is mended.\n")
        await until(lambda: "mended" in page.reader.toPlainText())
        page.toggle_edit()
        at.change_outside("Boiler.md", "Again changed.\n")
        await until(lambda: page.editor.text() == "Again changed.\n")
        assert page.banner.text() == ""


@on_qt_loop
async def test_with_unsaved_words_a_change_outside_is_asked_about(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        page = await page_of(at)
        page.toggle_edit()
        QTest.keyClicks(page.editor, "mine ")
        at.change_outside("Boiler.md", "outside\n")
        await until(lambda: "changed outside" in page.banner.text())
        assert page.editor.text().startswith("mine ")
        assert at.on_disk("Boiler.md") == "outside\n"
        next(button for button in page.banner.findChildren(QPushButton) if button.text() == "Reload").click()
        await until(lambda: page.editor.text() == "outside\n")


@on_qt_loop
async def test_a_deleted_note_is_kept_and_can_be_saved_again(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        page = await page_of(at)
        at.change_outside("Boiler.md", None)
        await until(lambda: "deleted outside" in page.banner.text())
        assert await page.leave()
        next(button for button in page.banner.findChildren(QPushButton) if button.text() == "Save again").click()
        await until(lambda: page.banner.text() == "")
        assert "The boiler leaks" in at.on_disk("Boiler.md")


@on_qt_loop
async def test_typed_words_of_a_deleted_note_stay_until_they_are_let_go(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        page = await page_of(at)
        page.toggle_edit()
        QTest.keyClicks(page.editor, "mine ")
        at.change_outside("Boiler.md", None)
        await until(lambda: "deleted outside" in page.banner.text())
        assert not await at.area.close_page(page)
        next(button for button in page.banner.findChildren(QPushButton) if button.text() == "Let it go").click()
        await until(lambda: page.trouble.isVisible())
        assert await at.area.close_page(page)


@pytest.mark.parametrize(
    ("content", "words"), [(b"\xff\xfea\x00", "UTF-16"), (b"\x89PNG\x00\x01", "not a text file"), (None, "")]
)
def test_what_cannot_be_shown_says_why(tmp_path: Path, content: bytes | None, words: str) -> None:
    @on_qt_loop
    async def check() -> None:
        async with desk(tmp_path) as at:
            if content is not None:
                (at.root / "Bad.md").write_bytes(content)
            page = await page_of(at, "Bad.md")
            assert page.trouble.isVisible()
            assert page.text is None
            assert words in " ".join(label.text() for label in page.trouble.findChildren(PlainLabel))

    check()


@on_qt_loop
async def test_a_link_to_nothing_offers_to_create_it(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        page = await page_of(at)
        page.reader.note_requested.emit("Gone", False)
        await until(lambda: "Gone" in page.banner.text())
        next(button for button in page.banner.findChildren(QPushButton) if button.text() == "Create it").click()
        await until(lambda: at.area.current_path == "Gone.md" and page.editing)
        assert (at.root / "Gone.md").exists()


@on_qt_loop
async def test_a_line_too_long_to_edit_is_said_and_shown(tmp_path: Path) -> None:
    async with desk(tmp_path, {"Long.md": "x" * 100_000}) as at:
        page = await page_of(at, "Long.md")
        page.toggle_edit()
        assert not page.editing
        assert "too long" in page.banner.text()


@on_qt_loop
async def test_notes_that_link_here_are_told(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        page = await page_of(at)
        assert page.foot.isVisible()


def hold_rendering(page: NotePage) -> asyncio.Event:
    """Let the page's reader render only when the event is set, as with a note of hundreds of pages."""
    go, show = asyncio.Event(), page.reader.show_note

    async def held(path: NotePath, text: str) -> None:
        await go.wait()
        await show(path, text)

    page.reader.show_note = held  # type: ignore[method-assign]  # the real reader, later
    return go


@on_qt_loop
async def test_the_editor_asked_for_while_a_note_opens_stays_with_all_keys(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        page = await page_of(at)
        go = hold_rendering(page)
        opening = bridge.start(at.area.show_note("Budget.md"), at.area)
        await until(lambda: page.path == "Budget.md")
        page.toggle_edit()
        QTest.keyClicks(page.editor, "new ")
        go.set()
        await opening
        assert page.editing
        assert page.editor.text().startswith("new intro")
        assert page.foot.isVisible()
        page.toggle_edit()
        await until(lambda: not page.editing)
        assert "new intro" in page.reader.toPlainText()


@on_qt_loop
async def test_keys_typed_while_the_same_note_is_shown_again_keep_the_editor(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        page = await page_of(at)
        page.toggle_edit()
        go = hold_rendering(page)
        opening = bridge.start(page.open("Boiler.md", passage="leaks"), at.area)
        page.toggle_edit()
        for _ in range(2):  # the page's own work is a task of the page
            await asyncio.sleep(0)
        QTest.keyClicks(page.editor, "new ")
        go.set()
        await opening
        assert page.editing
        assert page.text is not None
        assert page.text.startswith("new ")


@on_qt_loop
async def test_a_late_note_stands_under_no_other_text(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        page = await page_of(at)
        go = hold_rendering(page)
        opening = bridge.start(at.area.show_note("Budget.md"), at.area)
        await until(lambda: page.opening.isVisible())
        assert not page.foot.isVisible()
        go.set()
        await opening
        assert page.reader.isVisible()
        assert "pump" in page.reader.toPlainText()


@on_qt_loop
async def test_keys_typed_while_another_note_opens_never_reach_it(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        page = await page_of(at)
        page.toggle_edit()
        go = hold_rendering(page)
        opening = bridge.start(at.area.show_note("Budget.md"), at.area)
        await asyncio.sleep(0)
        QTest.keyClicks(page.editor, "last ")
        await until(lambda: page.path == "Budget.md")
        assert not page.editor.isVisible()
        go.set()
        await opening
        assert at.on_disk("Boiler.md").startswith("last ---")
        assert page.text == at.on_disk("Budget.md") == NOTES["Budget.md"]


@on_qt_loop
async def test_a_very_long_note_promises_the_editor_only_where_it_helps(tmp_path: Path) -> None:
    notes = {"Line.md": "x" * (SHOWN_LIMIT + 1), "Lines.md": "words\n" * (SHOWN_LIMIT // 5)}
    async with desk(tmp_path, notes) as at:
        page = await page_of(at, "Line.md")
        assert "another program" in page.banner.text()
        assert not [button for button in page.banner.findChildren(QPushButton) if button.text() == "Edit"]
        page = await page_of(at, "Lines.md")
        assert "The editor has all of it" in page.banner.text()


@on_qt_loop
async def test_after_reload_the_editor_has_the_focus(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        at.area.activateWindow()
        page = await page_of(at)
        page.toggle_edit()
        QTest.keyClicks(page.editor, "mine ")
        at.change_outside("Boiler.md", "outside\n")
        await until(lambda: "changed outside" in page.banner.text())
        reload = next(button for button in page.banner.findChildren(QPushButton) if button.text() == "Reload")
        reload.setFocus()
        reload.click()
        await until(lambda: page.editor.text() == "outside\n")
        assert page.editor.hasFocus()


@on_qt_loop
async def test_a_page_without_a_note_says_so(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        page = at.area.add_page()
        at.area.choose(page)
        assert not page.opening.isVisible()
        assert any("No note is open" in label.text() for label in page.findChildren(PlainLabel) if label.isVisible())
