"""Tests of ui/notes/heading_navigation.py."""

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import desk, until
from vaultdesk.ui.notes.heading_navigation import HeadingPositions, go_to_heading, heading_pieces
from vaultdesk.ui.notes.note_page import NotePage
from vaultdesk.ui.notes.outline import headings_of
from vaultdesk.ui.rendering.planner import plan_of
from vaultdesk.ui.rendering.render_plan import Box, Nesting

# Heading places: a heading is found where it is read and where it is edited, of several of one name the right one.

FILLER = "\n\n".join(["words " * 30] * 12)
TEXT = f"# Long\n\n## Costs\n\n{FILLER}\n\n## Plan\n\n{FILLER}\n\n## Costs\n\n{FILLER}\n"


def test_headings_of_one_name_are_told_apart_and_the_title_is_none() -> None:
    headings = headings_of(TEXT)
    plan = plan_of(TEXT)
    places = heading_pieces(plan, headings)
    assert [plan[place].text for place in places if place is not None] == ["Long", "Costs", "Plan", "Costs"]
    assert len(set(places)) == 4
    without_title = heading_pieces(plan[1:], headings)
    assert without_title[0] is None
    assert without_title[1:] == [place - 1 for place in places[1:] if place is not None]


def test_a_note_whose_first_heading_is_its_name_keeps_the_later_one_of_that_name() -> None:
    text = "# Long\n\nx\n\n## Long\n\ny\n"
    assert heading_pieces(plan_of(text)[1:], headings_of(text)) == [None, 1]


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
    other = tuple(replace(piece, place=inside) for piece in plan_of("# One"))
    assert heading_pieces((*other, *plan_of("# One")), headings_of("# One")) == [1]


# Outline following: the outline of a page is that of its text, saved or not, and goes where it says.

LONG_FILLER = "\n\n".join(["words " * 30] * 12)
NOTES = {
    "Long.md": f"## First\n\n{LONG_FILLER}\n\n## Second\n\n{LONG_FILLER}\n\n## Third\n\n{LONG_FILLER}\n",
    "Plain.md": "nothing\n",
}


def titles(page: NotePage) -> list[str]:
    return [row.title for row in page.related_panel.outline.list.shown.rows]


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
