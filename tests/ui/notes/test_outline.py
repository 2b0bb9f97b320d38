"""Tests of ui/notes/outline.py."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.ui.notes.note_page import heading_elements
from vaultdesk.ui.notes.outline import Outline, heading_at_line, heading_depths, headings_of
from vaultdesk.ui.rendering.planner import plan_of

# Headings: those of the text as it is, and how deep each stands.

TEXT = "---\nx: 1\n---\n# Boiler **now**\n\n```\n# no heading\n```\n\n### [[Costs|the costs]]\n\n## End\n# Other\n"


def test_headings_have_their_line_and_no_signs() -> None:
    found = headings_of(TEXT)
    assert [(one.level, one.text, one.line) for one in found] == [
        (1, "Boiler now", 4), (3, "the costs", 10), (2, "End", 12), (1, "Other", 13),
    ]  # fmt: skip


def test_a_number_at_the_beginning_of_a_heading_belongs_to_it() -> None:
    text = "# 1. First\n\n## 2) Second\n\n## - dash\n"
    assert [one.text for one in headings_of(text)] == ["1. First", "2) Second", "- dash"]
    assert None not in heading_elements(plan_of(text), headings_of(text))


def test_a_level_that_is_left_out_is_no_step() -> None:
    assert heading_depths(headings_of(TEXT)) == [0, 1, 1, 0]


def test_a_line_stands_under_the_heading_above_it() -> None:
    found = headings_of(TEXT)
    assert [heading_at_line(found, line) for line in (1, 4, 9, 10, 99)] == [-1, 0, 0, 1, 3]
    assert heading_at_line((), 3) == -1


# Outline: the headings of a text, narrowed down by letters, gone to by Enter.

NOTE_TEXT = "# Boiler\n\n## Costs\n\n## Plan\n\n### Costs later\n"


def titles(outline: Outline) -> list[str]:
    return [f"{'  ' * row.depth}{row.title}" for row in outline.list.row_model.rows]


async def shown(text: str) -> Outline:
    outline = Outline()
    outline.show()
    outline.field.show()
    outline.show_text(text)
    await until(lambda: titles(outline) or "no headings" in outline._empty_label.text())
    return outline


@on_qt_loop
async def test_letters_narrow_down_and_enter_goes_there() -> None:
    outline = await shown(NOTE_TEXT)
    assert titles(outline) == ["Boiler", "  Costs", "  Plan", "    Costs later"]
    gone: list[int] = []
    outline.chosen.connect(gone.append)
    outline.enter()
    QTest.keyClicks(outline.field, "cost")
    assert titles(outline) == ["  Costs", "    Costs later"]
    QTest.keyClick(outline.field, Qt.Key.Key_Down)
    QTest.keyClick(outline.field, Qt.Key.Key_Return)
    assert gone == [3]
    QTest.keyClicks(outline.field, "zinc")
    assert titles(outline) == []
    QTest.keyClick(outline.field, Qt.Key.Key_Return)
    assert gone == [3]
    outline.field.close()
    outline.close()


@on_qt_loop
async def test_it_follows_what_is_typed_and_keeps_what_is_marked() -> None:
    outline = await shown(NOTE_TEXT)
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
    outline = await shown("\n".join(f"## {'very long ' * 50}{n} עברית" for n in range(3_000)))
    assert len(titles(outline)) == 3_000
    assert not outline.grab().isNull()
    outline.field.close()
    outline.close()


@on_qt_loop
async def test_a_note_that_goes_and_comes_while_it_is_read_is_listed() -> None:
    outline = Outline()
    outline.show()
    outline.show_text(NOTE_TEXT)
    outline.show_text(None)
    await until(lambda: not outline._reading)
    outline.show_text(NOTE_TEXT)
    await until(lambda: len(titles(outline)) == 4)
    outline.close()
