import pytest
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtWidgets import QApplication

from vaultdesk.ui.editor.item_edits import continue_item, move_lines, shift_items, toggle_tasks
from vaultdesk.ui.editor.qt_units import points, units


def cursor_in(text: str) -> QTextCursor:
    """A cursor in *text*, where `|` stands in it; a second one ends a selection."""
    document = QTextDocument(QApplication.instance())  # It has to live as long as its cursor.
    document.setPlainText(text.replace("|", ""))
    first, last = text.index("|"), text.rindex("|")
    cursor = QTextCursor(document)
    cursor.setPosition(units(text[:first]))
    if last != first:
        cursor.setPosition(units(text[: last - 1]), QTextCursor.MoveMode.KeepAnchor)
    return cursor


def shown(cursor: QTextCursor) -> str:
    text: str = cursor.document().toPlainText()
    place = points(text, cursor.position())
    return f"{text[:place]}|{text[place:]}"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("- a|", "- a\n- |"),
        ("- a| b", "- a\n- |b"),
        ("1. a|\n2. b\n3. c", "1. a\n2. |\n3. b\n4. c"),
        ("1. a|\n\t1. deep\n2. b", "1. a\n2. |\n\t1. deep\n3. b"),
        ("- [x] 😀 a|", "- [x] 😀 a\n- [ ] |"),
        ("> [!note] a|", "> [!note] a\n> |"),
        ("- a\n- |", "- a\n|"),
        ("\t- |", "- |"),
    ],
)
def test_enter_goes_on_with_an_item_or_ends_an_empty_one(before: str, after: str) -> None:
    cursor = cursor_in(before)
    assert continue_item(cursor)
    assert shown(cursor) == after
    cursor.document().undo()
    assert cursor.document().toPlainText() == before.replace("|", "")


@pytest.mark.parametrize("before", ["words|", "|- a", "-| a", "- |a|"])
def test_enter_elsewhere_is_the_fields(before: str) -> None:
    assert not continue_item(cursor_in(before))


@pytest.mark.parametrize(
    ("before", "by", "after"),
    [
        ("1. a\n2. b|\n3. c", 1, "1. a\n\t1. b\n2. c"),
        ("1. a\n\t1. b|\n2. c", -1, "1. a\n2. b\n3. c"),
        ("|- a\n- b|", 1, "\t- a\n\t- b"),
        ("|- a\n|- b", 1, "\t- a\n- b"),
        ("|one\n\ntwo|", 1, "\tone\n\n\ttwo"),
    ],
)
def test_tab_moves_items_and_counts_anew(before: str, by: int, after: str) -> None:
    cursor = cursor_in(before)
    assert shift_items(cursor, by)
    assert cursor.document().toPlainText() == after


def test_tab_in_plain_words_is_the_fields() -> None:
    assert not shift_items(cursor_in("words|"), 1)


@pytest.mark.parametrize(
    ("before", "way", "after"),
    [
        ("a\nb|b\nc", -1, "b|b\na\nc"),
        ("a\n|b", 1, "a\n|b"),
        ("|a\nb", 1, "b\n|a"),
        ("1. a\n2. |b\n3. c", -1, "1. |b\n2. a\n3. c"),
        ("😀\n|b", -1, "|b\n😀"),
    ],
)
def test_lines_move_with_the_cursor_on_them(before: str, way: int, after: str) -> None:
    assert shown(move_lines(cursor_in(before), way)) == after


def test_all_selected_lines_become_tasks_but_empty_ones() -> None:
    cursor = cursor_in("|a\n\n- b|")
    toggle_tasks(cursor)
    assert cursor.document().toPlainText() == "- [ ] a\n\n- [ ] b"
