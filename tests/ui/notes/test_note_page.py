"""Tests of ui/notes/note_page.py."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.note.desk import NOTES as VAULT_NOTES
from tests.ui.note.desk import Desk, desk
from vaultdesk.ui import bridge
from vaultdesk.ui.editor.note_editor import NoteEditor
from vaultdesk.ui.notes import note_page
from vaultdesk.ui.notes.note_page import (
    HeadingPositions,
    NotePage,
    WordCount,
    go_to_heading,
    heading_elements,
    word_count_of,
)
from vaultdesk.ui.notes.outline import headings_of
from vaultdesk.ui.notes.reading_view import MAX_SHOWN_LENGTH
from vaultdesk.ui.rendering.planner import plan_of
from vaultdesk.ui.rendering.render_plan import Box, Nesting
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.vault.note_path import NotePath

# Heading places: a heading is found where it is read and where it is edited, of several of one name the right one.

FILLER = "\n\n".join(["words " * 30] * 12)
TEXT = f"# Long\n\n## Costs\n\n{FILLER}\n\n## Plan\n\n{FILLER}\n\n## Costs\n\n{FILLER}\n"


def test_headings_of_one_name_are_told_apart_and_the_title_is_none() -> None:
    headings = headings_of(TEXT)
    plan = plan_of(TEXT)
    places = heading_elements(plan, headings)
    assert [plan[place].text for place in places if place is not None] == ["Long", "Costs", "Plan", "Costs"]
    assert len(set(places)) == 4
    without_title = heading_elements(plan[1:], headings)
    assert without_title[0] is None
    assert without_title[1:] == [place - 1 for place in places[1:] if place is not None]


def test_a_note_whose_first_heading_is_its_name_keeps_the_later_one_of_that_name() -> None:
    text = "# Long\n\nx\n\n## Long\n\ny\n"
    assert heading_elements(plan_of(text)[1:], headings_of(text)) == [None, 1]


@on_qt_loop
async def test_a_heading_is_gone_to_read_and_edited(tmp_path: Path) -> None:
    async with desk(tmp_path, {"Long.md": TEXT}) as at:
        at.area.resize(700, 400)
        at.area.show()
        page = await at.area.show_note("Long.md")
        headings, places = headings_of(TEXT), HeadingPositions(page)
        await until(lambda: page.reader.verticalScrollBar().maximum() > 0)
        seen = []
        for nth in (1, 2, 3):
            go_to_heading(page, headings, nth)
            seen.append(places.visible_heading(headings))
        assert seen == [1, 2, 3]
        page.toggle_edit()
        await until(lambda: page.editing)
        go_to_heading(page, headings, 3)
        assert page.editor.textCursor().block().text() == "## Costs"
        assert places.visible_heading(headings) == 3
        go_to_heading(page, headings, 99)
        assert places.visible_heading(()) == -1


def test_a_heading_of_what_is_embedded_is_none_of_the_notes() -> None:
    inside = Nesting((Box(0, "embed"),))
    other = tuple(replace(element, nesting=inside) for element in plan_of("# One"))
    assert heading_elements((*other, *plan_of("# One")), headings_of("# One")) == [1]


# Outline following: the outline of a page is that of its text, saved or not, and goes where it says.

LONG_FILLER = "\n\n".join(["words " * 30] * 12)
NOTES = {
    "Long.md": f"## First\n\n{LONG_FILLER}\n\n## Second\n\n{LONG_FILLER}\n\n## Third\n\n{LONG_FILLER}\n",
    "Plain.md": "nothing\n",
}


def titles(page: NotePage) -> list[str]:
    return [row.title for row in page.related_panel.outline.list.row_model.rows]


@on_qt_loop
async def test_the_outline_follows_the_text_the_scroll_and_the_note(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        at.area.resize(800, 700)
        at.area.show()
        page = await at.area.show_note("Long.md")
        await until(lambda: page.reader.verticalScrollBar().maximum() > 0)
        assert titles(page) == []  # nobody looks at it yet
        page.related_panel.open_outline(keyboard=False)
        await until(lambda: titles(page) == ["First", "Second", "Third"])
        page.related_panel.outline.chosen.emit(1)
        await until(lambda: (row := page.related_panel.outline.list.current()) is not None and row.title == "Second")
        page.toggle_edit()
        await until(lambda: page.editing)
        page.editor.moveCursor(page.editor.textCursor().MoveOperation.Start)
        QTest.keyClicks(page.editor, "# Typed")
        QTest.keyClick(page.editor, Qt.Key.Key_Return)
        await until(lambda: titles(page)[:1] == ["Typed"])
        await at.area.show_note("Plain.md")
        other = at.area.current_page
        assert other is not None
        await until(lambda: other.related_panel.outline_is_open and titles(other) == [])
        await at.area.save_now()


# Note page.


def test_properties_are_no_words() -> None:
    assert word_count_of("---\ntags: [house, heating]\n---\nThe boiler leaks.\n") == 3
    assert word_count_of("") == 0


def test_the_words_are_counted_once_the_typing_pauses(qtbot: QtBot) -> None:
    editor = NoteEditor()
    qtbot.addWidget(editor)
    counted: list[object] = []
    count = WordCount(editor, editor)
    count.counted.connect(counted.append)
    QTest.keyClicks(editor, "one two three")
    assert counted == []
    qtbot.waitUntil(lambda: counted == [3], timeout=5_000)


def test_a_book_is_not_counted_at_each_pause(qtbot: QtBot) -> None:
    editor = NoteEditor()
    qtbot.addWidget(editor)
    counted: list[object] = []
    WordCount(editor, editor).counted.connect(counted.append)
    editor.set_text("word " * (note_page.MAX_COUNTED_WHILE_TYPING // 4))
    QTest.keyClicks(editor, "x")
    qtbot.waitUntil(lambda: counted == [None], timeout=5_000)


@on_qt_loop
async def test_names_are_offered_in_the_editor_of_a_page(tmp_path: Path) -> None:
    async with desk(tmp_path) as bench:
        bench.area.show()
        bench.area.activateWindow()
        page = await bench.area.show_note("Budget.md")
        page.toggle_edit()
        await until(page.editor.hasFocus)
        QTest.keyClicks(page.editor, "[[Boil")
        await until(lambda: page.editor_controller.completion.shown_count)
        page.editor_controller.completion.popup.choose()
        assert (page.text or "").startswith("[[Boiler]]intro")
        await page.leave()
        bench.area.close()


@on_qt_loop
async def test_links_that_lead_nowhere_are_known_and_those_to_files_are_not_among_them(tmp_path: Path) -> None:
    async with desk(tmp_path) as bench:
        (bench.root / "plan.png").write_bytes(b"x")
        page = await bench.area.show_note("Boiler.md")
        known, emitted = page.editor_controller.links, list[int]()
        known.changed.connect(lambda: emitted.append(1))
        for name in ("Budget", "Gone", "plan.png", "gone.png"):
            known(name)
        await until(lambda: emitted)
        assert [known(name) for name in ("Budget", "Gone", "plan.png", "gone.png")] == [True, False, True, False]


@on_qt_loop
async def test_another_note_ends_what_was_looked_for(tmp_path: Path) -> None:
    async with desk(tmp_path) as bench:
        bench.area.show()
        page = await bench.area.show_note("Budget.md")
        page.editor_controller.finding.begin()
        page.editor_controller.bar.finder.edit.setText("pump")
        await until(lambda: page.editor_controller.bar.finder.count.text() == "1 of 1")
        await bench.area.show_note("Boiler.md")
        assert not page.editor_controller.bar.isVisible()
        bench.area.close()


@on_qt_loop
async def test_a_line_that_is_too_long_is_not_put_in(tmp_path: Path) -> None:
    async with desk(tmp_path) as bench:
        page = await bench.area.show_note("Budget.md")
        page.toggle_edit()
        QApplication.clipboard().setText("x" * 50_000)
        page.editor.paste()
        assert "too long" in page.banner.text()
        assert "xx" not in page.editor.text()


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
        await until(lambda: "changed by another program" in page.banner.text())
        assert page.editor.text().startswith("mine ")
        assert at.on_disk("Boiler.md") == "outside\n"
        next(button for button in page.banner.findChildren(QPushButton) if button.text() == "Reload").click()
        await until(lambda: page.editor.text() == "outside\n")


@on_qt_loop
async def test_a_deleted_note_is_kept_and_can_be_saved_again(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        page = await page_of(at)
        at.change_outside("Boiler.md", None)
        await until(lambda: "deleted by another program" in page.banner.text())
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
        await until(lambda: "deleted by another program" in page.banner.text())
        assert not await at.area.close_page(page)
        next(button for button in page.banner.findChildren(QPushButton) if button.text() == "Discard").click()
        await until(lambda: page.error_state.isVisible())
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
            assert page.error_state.isVisible()
            assert page.text is None
            assert words in " ".join(label.text() for label in page.error_state.findChildren(PlainLabel))

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
        assert page.related_panel.isVisible()


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
        assert page.related_panel.isVisible()
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
        await until(lambda: page.loading.isVisible())
        assert not page.related_panel.isVisible()
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
        assert page.text == at.on_disk("Budget.md") == VAULT_NOTES["Budget.md"]


@on_qt_loop
async def test_a_very_long_note_promises_the_editor_only_where_it_helps(tmp_path: Path) -> None:
    notes = {"Line.md": "x" * (MAX_SHOWN_LENGTH + 1), "Lines.md": "words\n" * (MAX_SHOWN_LENGTH // 5)}
    async with desk(tmp_path, notes) as at:
        page = await page_of(at, "Line.md")
        assert "another program" in page.banner.text()
        assert not [button for button in page.banner.findChildren(QPushButton) if button.text() == "Edit"]
        page = await page_of(at, "Lines.md")
        assert "Edit it to see all of it" in page.banner.text()


@on_qt_loop
async def test_after_reload_the_editor_has_the_focus(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        at.area.activateWindow()
        page = await page_of(at)
        page.toggle_edit()
        QTest.keyClicks(page.editor, "mine ")
        at.change_outside("Boiler.md", "outside\n")
        await until(lambda: "changed by another program" in page.banner.text())
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
        assert not page.loading.isVisible()
        assert any("No note is open" in label.text() for label in page.findChildren(PlainLabel) if label.isVisible())
