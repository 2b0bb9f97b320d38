"""Outline: the headings of a text, narrowed down by letters, gone to by Enter."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.ui.note.outline import Outline

TEXT = "# Boiler\n\n## Costs\n\n## Plan\n\n### Costs later\n"


def titles(outline: Outline) -> list[str]:
    return [f"{'  ' * row.depth}{row.title}" for row in outline.list.shown.rows]


async def shown(text: str) -> Outline:
    outline = Outline()
    outline.show()
    outline.field.show()
    outline.show_text(text)
    await until(lambda: titles(outline) or "no headings" in outline._nothing.text())
    return outline


@on_qt_loop
async def test_letters_narrow_down_and_enter_goes_there() -> None:
    outline = await shown(TEXT)
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
    outline = await shown(TEXT)
    outline.show_reached(2)
    row = outline.list.current()
    assert row is not None
    assert row.title == "Plan"
    outline.show_text(TEXT + "\n## New\n")
    await until(lambda: len(titles(outline)) == 5)
    outline.show_text("no heading")
    await until(lambda: titles(outline) == [])
    outline.show_reached(3)
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
    outline.show_text(TEXT)
    outline.show_text(None)
    await until(lambda: not outline._reading)
    outline.show_text(TEXT)
    await until(lambda: len(titles(outline)) == 4)
    outline.close()
