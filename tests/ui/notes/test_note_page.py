"""Tests of ui/notes/note_page.py."""

import asyncio
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.note.note_area_env import NOTES as VAULT_NOTES
from tests.ui.note.note_area_env import NoteAreaEnv, open_note_area
from vaultdesk.core.values import replace
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

# Heading positions: each heading is found in the reading view and in the editor, also among equal headings.

FILLER = "\n\n".join(["words " * 30] * 12)
TEXT = f"# Long\n\n## Costs\n\n{FILLER}\n\n## Plan\n\n{FILLER}\n\n## Costs\n\n{FILLER}\n"


def test_equal_headings_have_separate_elements_and_an_omitted_title_has_none() -> None:
    headings = headings_of(TEXT)
    plan = plan_of(TEXT)
    numbers = heading_elements(plan, headings)
    assert [plan[number].text for number in numbers if number is not None] == ["Long", "Costs", "Plan", "Costs"]
    assert len(set(numbers)) == 4
    without_title = heading_elements(plan[1:], headings)
    assert without_title[0] is None
    assert without_title[1:] == [number - 1 for number in numbers[1:] if number is not None]


def test_only_the_first_heading_equal_to_the_note_name_is_omitted() -> None:
    text = "# Long\n\nx\n\n## Long\n\ny\n"
    assert heading_elements(plan_of(text)[1:], headings_of(text)) == [None, 1]


@on_qt_loop
async def test_go_to_heading_scrolls_the_reading_view_and_moves_the_cursor_of_the_editor(tmp_path: Path) -> None:
    async with open_note_area(tmp_path, {"Long.md": TEXT}) as env:
        env.area.resize(700, 400)
        env.area.show()
        page = await env.area.show_note("Long.md")
        headings, positions = headings_of(TEXT), HeadingPositions(page)
        await until(lambda: page.reader.verticalScrollBar().maximum() > 0)
        seen = []
        for nth in (1, 2, 3):
            go_to_heading(page, headings, nth)
            seen.append(positions.visible_heading(headings))
        assert seen == [1, 2, 3]
        page.toggle_edit()
        await until(lambda: page.editing)
        go_to_heading(page, headings, 3)
        assert page.editor.textCursor().block().text() == "## Costs"
        assert positions.visible_heading(headings) == 3
        go_to_heading(page, headings, 99)
        assert positions.visible_heading(()) == -1


def test_headings_of_an_embedded_note_are_not_headings_of_the_note() -> None:
    inside = Nesting((Box(0, "embed"),))
    embedded = tuple(replace(element, nesting=inside) for element in plan_of("# One"))
    assert heading_elements((*embedded, *plan_of("# One")), headings_of("# One")) == [1]


# Outline of a page: it follows the text, saved or not, and its entries scroll to their headings.

LONG_FILLER = "\n\n".join(["words " * 30] * 12)
NOTES = {
    "Long.md": f"## First\n\n{LONG_FILLER}\n\n## Second\n\n{LONG_FILLER}\n\n## Third\n\n{LONG_FILLER}\n",
    "Plain.md": "nothing\n",
}


def titles(page: NotePage) -> list[str]:
    return [row.title for row in page.related_panel.outline.list.row_model.rows]


@on_qt_loop
async def test_the_outline_follows_the_text_the_scroll_position_and_the_open_note(tmp_path: Path) -> None:
    async with open_note_area(tmp_path, NOTES) as env:
        env.area.resize(800, 700)
        env.area.show()
        page = await env.area.show_note("Long.md")
        await until(lambda: page.reader.verticalScrollBar().maximum() > 0)
        assert titles(page) == []  # not computed before it is opened
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
        await env.area.show_note("Plain.md")
        other = env.area.current_page
        assert other is not None
        await until(lambda: other.related_panel.outline_is_open and titles(other) == [])
        await env.area.save_now()


# Note page.


def test_properties_are_not_counted_as_words() -> None:
    assert word_count_of("---\ntags: [house, heating]\n---\nThe boiler leaks.\n") == 3
    assert word_count_of("") == 0


def test_words_are_counted_when_typing_pauses(qtbot: QtBot) -> None:
    editor = NoteEditor()
    qtbot.addWidget(editor)
    counted: list[object] = []
    count = WordCount(editor, editor)
    count.counted.connect(counted.append)
    QTest.keyClicks(editor, "one two three")
    assert counted == []
    qtbot.waitUntil(lambda: counted == [3], timeout=30_000)


def test_words_of_a_very_long_note_are_not_counted_while_typing(qtbot: QtBot) -> None:
    editor = NoteEditor()
    qtbot.addWidget(editor)
    counted: list[object] = []
    WordCount(editor, editor).counted.connect(counted.append)
    editor.set_text("word " * (note_page.MAX_COUNTED_WHILE_TYPING // 4))
    QTest.keyClicks(editor, "x")
    qtbot.waitUntil(lambda: counted == [None], timeout=30_000)


@on_qt_loop
async def test_note_names_are_suggested_in_the_editor_of_a_page(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        env.area.show()
        env.area.activateWindow()
        page = await env.area.show_note("Budget.md")
        page.toggle_edit()
        await until(page.editor.hasFocus)
        QTest.keyClicks(page.editor, "[[Boil")
        await until(lambda: page.editor_controller.completion.shown_count)
        page.editor_controller.completion.popup.choose()
        assert (page.text or "").startswith("[[Boiler]]intro")
        await page.leave()
        env.area.close()


@on_qt_loop
async def test_links_to_missing_notes_and_files_are_unresolved(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        (env.root / "plan.png").write_bytes(b"x")
        page = await env.area.show_note("Boiler.md")
        known, emitted = page.editor_controller.links, list[int]()
        known.changed.connect(lambda: emitted.append(1))
        for name in ("Budget", "Gone", "plan.png", "gone.png"):
            known(name)
        await until(lambda: emitted)
        assert [known(name) for name in ("Budget", "Gone", "plan.png", "gone.png")] == [True, False, True, False]


@on_qt_loop
async def test_opening_another_note_closes_the_find_bar(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        env.area.show()
        page = await env.area.show_note("Budget.md")
        page.editor_controller.finding.begin()
        page.editor_controller.bar.finder.edit.setText("pump")
        await until(lambda: page.editor_controller.bar.finder.count.text() == "1 of 1")
        await env.area.show_note("Boiler.md")
        assert not page.editor_controller.bar.isVisible()
        env.area.close()


@on_qt_loop
async def test_pasting_a_line_that_is_too_long_is_refused(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        page = await env.area.show_note("Budget.md")
        page.toggle_edit()
        QApplication.clipboard().setText("x" * 50_000)
        page.editor.paste()
        assert "too long" in page.banner.text()
        assert "xx" not in page.editor.text()


async def page_of(env: NoteAreaEnv, path: str = "Boiler.md") -> NotePage:
    return await env.area.show_note(path)


@on_qt_loop
async def test_returning_from_editing_to_reading_saves_the_typed_text(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        page = await page_of(env)
        assert "The boiler leaks" in page.reader.toPlainText()
        page.toggle_edit()
        assert page.editing
        QTest.keyClicks(page.editor, "new ")
        page.toggle_edit()
        await until(lambda: not page.editing)
        assert await page.leave()
        assert env.on_disk("Boiler.md").startswith("new ---")


@on_qt_loop
async def test_a_renamed_note_is_shown_under_its_new_name(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        page = await page_of(env)
        titles = page.reader.head.findChildren(PlainLabel)
        assert "Boiler" in [label.text() for label in titles]
        (env.root / "Boiler.md").rename(env.root / "Old boiler.md")
        await until(lambda: "Old boiler" in [label.text() for label in page.reader.head.findChildren(PlainLabel)])
        assert page.path == "Old boiler.md"


@on_qt_loop
async def test_an_external_change_is_shown_in_place(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        page = await page_of(env)
        env.change_outside("Boiler.md", "Now it is mended.\n")
        await until(lambda: "mended" in page.reader.toPlainText())
        page.toggle_edit()
        env.change_outside("Boiler.md", "Again changed.\n")
        await until(lambda: page.editor.text() == "Again changed.\n")
        assert page.banner.text() == ""


@on_qt_loop
async def test_an_external_change_asks_for_a_decision_when_there_are_unsaved_edits(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        page = await page_of(env)
        page.toggle_edit()
        QTest.keyClicks(page.editor, "mine ")
        env.change_outside("Boiler.md", "outside\n")
        await until(lambda: "changed by another program" in page.banner.text())
        assert page.editor.text().startswith("mine ")
        assert env.on_disk("Boiler.md") == "outside\n"
        next(button for button in page.banner.findChildren(QPushButton) if button.text() == "Reload").click()
        await until(lambda: page.editor.text() == "outside\n")


@on_qt_loop
async def test_the_text_of_a_deleted_note_is_retained_and_can_be_saved_again(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        page = await page_of(env)
        env.change_outside("Boiler.md", None)
        await until(lambda: "deleted by another program" in page.banner.text())
        assert await page.leave()
        next(button for button in page.banner.findChildren(QPushButton) if button.text() == "Save again").click()
        await until(lambda: page.banner.text() == "")
        assert "The boiler leaks" in env.on_disk("Boiler.md")


@on_qt_loop
async def test_unsaved_edits_of_a_deleted_note_remain_until_they_are_discarded(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        page = await page_of(env)
        page.toggle_edit()
        QTest.keyClicks(page.editor, "mine ")
        env.change_outside("Boiler.md", None)
        await until(lambda: "deleted by another program" in page.banner.text())
        assert not await env.area.close_page(page)
        next(button for button in page.banner.findChildren(QPushButton) if button.text() == "Discard").click()
        await until(lambda: page.error_state.isVisible())
        assert await env.area.close_page(page)


@pytest.mark.parametrize(
    ("content", "words"), [(b"\xff\xfea\x00", "UTF-16"), (b"\x89PNG\x00\x01", "not a text file"), (None, "")]
)
def test_a_file_that_cannot_be_shown_has_an_error_with_the_reason(
    tmp_path: Path, content: bytes | None, words: str
) -> None:
    @on_qt_loop
    async def check() -> None:
        async with open_note_area(tmp_path) as env:
            if content is not None:
                (env.root / "Bad.md").write_bytes(content)
            page = await page_of(env, "Bad.md")
            assert page.error_state.isVisible()
            assert page.text is None
            shown = " ".join(label.text() for label in page.error_state.findChildren(PlainLabel))
            assert words in shown
            assert ("The file is unchanged." in shown) is (content is not None)
            buttons = [button.text() for button in page.error_state.findChildren(QPushButton) if button.isVisible()]
            assert buttons == ["Try again", "Open in another program"][: 1 if content is None else 2]

    check()


@on_qt_loop
async def test_a_link_to_a_missing_note_offers_to_create_it(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        page = await page_of(env)
        page.reader.note_requested.emit("Gone", False)
        await until(lambda: "Gone" in page.banner.text())
        next(button for button in page.banner.findChildren(QPushButton) if button.text() == "Create it").click()
        await until(lambda: env.area.current_path == "Gone.md" and page.editing)
        assert (env.root / "Gone.md").exists()


@on_qt_loop
async def test_a_note_with_a_line_too_long_to_edit_stays_in_the_reading_view(tmp_path: Path) -> None:
    async with open_note_area(tmp_path, {"Long.md": "x" * 100_000}) as env:
        page = await page_of(env, "Long.md")
        page.toggle_edit()
        assert not page.editing
        assert "too long" in page.banner.text()


@on_qt_loop
async def test_the_related_panel_is_visible_for_a_note_with_backlinks(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        page = await page_of(env)
        assert page.related_panel.isVisible()


def delay_rendering(page: NotePage) -> asyncio.Event:
    """Delay rendering by the page's reader until the returned event is set, as for a note of hundreds of pages."""
    released, show = asyncio.Event(), page.reader.show_note

    async def show_later(path: NotePath, text: str) -> None:
        await released.wait()
        await show(path, text)

    page.reader.show_note = show_later  # type: ignore[method-assign]  # the real method, delayed
    return released


@on_qt_loop
async def test_an_editor_opened_while_the_note_renders_stays_open_and_receives_all_keys(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        page = await page_of(env)
        released = delay_rendering(page)
        opening = bridge.start(env.area.show_note("Budget.md"), env.area)
        await until(lambda: page.path == "Budget.md")
        page.toggle_edit()
        QTest.keyClicks(page.editor, "new ")
        released.set()
        await opening
        assert page.editing
        assert page.editor.text().startswith("new intro")
        assert page.related_panel.isVisible()
        page.toggle_edit()
        await until(lambda: not page.editing)
        assert "new intro" in page.reader.toPlainText()


@on_qt_loop
async def test_typing_while_the_same_note_is_shown_again_leaves_the_editor_open(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        page = await page_of(env)
        page.toggle_edit()
        released = delay_rendering(page)
        opening = bridge.start(page.open("Boiler.md", passage="leaks"), env.area)
        page.toggle_edit()
        for _ in range(2):  # toggle_edit works in a task of the page
            await asyncio.sleep(0)
        QTest.keyClicks(page.editor, "new ")
        released.set()
        await opening
        assert page.editing
        assert page.text is not None
        assert page.text.startswith("new ")


@on_qt_loop
async def test_the_related_panel_is_hidden_while_a_note_loads(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        page = await page_of(env)
        released = delay_rendering(page)
        opening = bridge.start(env.area.show_note("Budget.md"), env.area)
        await until(lambda: page.loading.isVisible())
        assert not page.related_panel.isVisible()
        released.set()
        await opening
        assert page.reader.isVisible()
        assert "pump" in page.reader.toPlainText()


@on_qt_loop
async def test_keys_typed_while_another_note_opens_go_to_the_previous_note(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        page = await page_of(env)
        page.toggle_edit()
        released = delay_rendering(page)
        opening = bridge.start(env.area.show_note("Budget.md"), env.area)
        await asyncio.sleep(0)
        QTest.keyClicks(page.editor, "last ")
        await until(lambda: page.path == "Budget.md")
        assert not page.editor.isVisible()
        released.set()
        await opening
        assert env.on_disk("Boiler.md").startswith("last ---")
        assert page.text == env.on_disk("Budget.md") == VAULT_NOTES["Budget.md"]


@on_qt_loop
async def test_a_truncated_note_offers_the_editor_only_if_the_editor_can_show_it(tmp_path: Path) -> None:
    notes = {"Line.md": "x" * (MAX_SHOWN_LENGTH + 1), "Lines.md": "words\n" * (MAX_SHOWN_LENGTH // 5)}
    async with open_note_area(tmp_path, notes) as env:
        page = await page_of(env, "Line.md")
        assert "another program" in page.banner.text()
        assert not [button for button in page.banner.findChildren(QPushButton) if button.text() == "Edit"]
        page = await page_of(env, "Lines.md")
        assert "Edit it to see all of it" in page.banner.text()


@on_qt_loop
async def test_after_reload_the_editor_has_the_focus(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        env.area.activateWindow()
        page = await page_of(env)
        page.toggle_edit()
        QTest.keyClicks(page.editor, "mine ")
        env.change_outside("Boiler.md", "outside\n")
        await until(lambda: "changed by another program" in page.banner.text())
        reload = next(button for button in page.banner.findChildren(QPushButton) if button.text() == "Reload")
        reload.setFocus()
        reload.click()
        await until(lambda: page.editor.text() == "outside\n")
        assert page.editor.hasFocus()


@on_qt_loop
async def test_a_page_without_a_note_shows_that_no_note_is_open(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        page = env.area.add_page()
        env.area.choose(page)
        assert not page.loading.isVisible()
        assert any("No note is open" in label.text() for label in page.findChildren(PlainLabel) if label.isVisible())
