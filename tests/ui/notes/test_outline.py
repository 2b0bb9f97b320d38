"""Tests of ui/notes/outline.py."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.ui.notes.note_page import heading_elements
from vaultdesk.ui.notes.outline import Outline, heading_at_line, heading_depths, headings_of
from vaultdesk.ui.rendering.planner import plan_of

# Headings of a text and their depths.

TEXT = "---\nx: 1\n---\n# Boiler **now**\n\n```\n# no heading\n```\n\n### [[Costs|the costs]]\n\n## End\n# Other\n"


def test_headings_have_their_line_and_no_markup() -> None:
    found = headings_of(TEXT)
    assert [(heading.level, heading.text, heading.line) for heading in found] == [
        (1, "Boiler now", 4), (3, "the costs", 10), (2, "End", 12), (1, "Other", 13),
    ]  # fmt: skip


def test_a_leading_number_is_part_of_the_heading() -> None:
    text = "# 1. First\n\n## 2) Second\n\n## - dash\n"
    assert [heading.text for heading in headings_of(text)] == ["1. First", "2) Second", "- dash"]
    assert None not in heading_elements(plan_of(text), headings_of(text))


def test_a_skipped_level_does_not_add_depth() -> None:
    assert heading_depths(headings_of(TEXT)) == [0, 1, 1, 0]


def test_a_line_belongs_to_the_nearest_heading_above_it() -> None:
    found = headings_of(TEXT)
    assert [heading_at_line(found, line) for line in (1, 4, 9, 10, 99)] == [-1, 0, 0, 1, 3]
    assert heading_at_line((), 3) == -1


# Outline: the list of headings, its filter and its keys.

NOTE_TEXT = "# Boiler\n\n## Costs\n\n## Plan\n\n### Costs later\n"


def titles(outline: Outline) -> list[str]:
    return [f"{'  ' * row.depth}{row.title}" for row in outline.list.row_model.rows]


async def shown_outline(text: str) -> Outline:
    outline = Outline()
    outline.show()
    outline.field.show()
    outline.show_text(text)
    await until(lambda: titles(outline) or "no headings" in outline._empty_label.text())
    return outline


@on_qt_loop
async def test_typing_filters_the_outline_and_enter_goes_to_the_heading() -> None:
    outline = await shown_outline(NOTE_TEXT)
    assert titles(outline) == ["Boiler", "  Costs", "  Plan", "    Costs later"]
    chosen: list[int] = []
    outline.chosen.connect(chosen.append)
    outline.enter()
    QTest.keyClicks(outline.field, "cost")
    assert titles(outline) == ["  Costs", "    Costs later"]
    QTest.keyClick(outline.field, Qt.Key.Key_Down)
    QTest.keyClick(outline.field, Qt.Key.Key_Return)
    assert chosen == [3]
    QTest.keyClicks(outline.field, "zinc")
    assert titles(outline) == []
    QTest.keyClick(outline.field, Qt.Key.Key_Return)
    assert chosen == [3]
    outline.field.close()
    outline.close()


@on_qt_loop
async def test_the_outline_follows_the_text_and_the_current_heading() -> None:
    outline = await shown_outline(NOTE_TEXT)
    outline.show_current(2)
    row = outline.list.current()
    assert row is not None
    assert row.title == "Plan"
    outline.show_text(NOTE_TEXT + "\n## New\n")
    await until(lambda: len(titles(outline)) == 5)
    outline.show_text("no heading")
    await until(lambda: titles(outline) == [])
    outline.show_current(3)
    outline.show_text(None)
    assert titles(outline) == []
    outline.field.close()
    outline.close()


@on_qt_loop
async def test_thousands_of_headings_and_very_long_ones_are_listed() -> None:
    outline = await shown_outline("\n".join(f"## {'very long ' * 50}{n} עברית" for n in range(3_000)))
    assert len(titles(outline)) == 3_000
    assert not outline.grab().isNull()
    outline.field.close()
    outline.close()


@on_qt_loop
async def test_a_text_cleared_and_shown_again_while_it_is_parsed_is_listed() -> None:
    outline = Outline()
    outline.show()
    outline.show_text(NOTE_TEXT)
    outline.show_text(None)
    await until(lambda: not outline._reading)
    outline.show_text(NOTE_TEXT)
    await until(lambda: len(titles(outline)) == 4)
    outline.close()
