"""Tests of ui/editor/list_items.py."""

import pytest
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtWidgets import QApplication

from vaultdesk.ui.editor.list_items import (
    continue_item,
    item_line,
    move_lines,
    shift_items,
    toggle_tasks,
    with_task_toggled,
)
from vaultdesk.ui.widgets.text_fields import python_length, utf16_length


@pytest.mark.parametrize(
    ("line", "following"),
    [
        ("- a", "- "),
        ("  * a", "  * "),
        ("9. a", "10. "),
        ("3) a", "4) "),
        ("- [x] a", "- [ ] "),
        ("> a", "> "),
        ("> - [ ] a", "> - [ ] "),
        ("> > 1. a", "> > 2. "),
        ("words", ""),
    ],
)
def test_the_prefix_of_the_next_line_follows_from_the_line(line: str, following: str) -> None:
    assert item_line(line).following().prefix == following


@pytest.mark.parametrize(
    ("line", "ended"), [("\t- ", "- "), ("    - ", "- "), ("- ", ""), ("1. ", ""), ("> ", ""), ("> - ", "> ")]
)
def test_ending_an_empty_item_removes_one_level(line: str, ended: str) -> None:
    assert item_line(line).ended().prefix == ended


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("- [ ] a", "- [x] a"),
        ("- [x] a", "- [ ] a"),
        ("- [/] a", "- [ ] a"),
        ("1. a", "1. [ ] a"),
        ("\ta", "\t- [ ] a"),
        ("> a", "> - [ ] a"),
    ],
)
def test_toggling_a_task_checks_unchecks_or_creates_it(line: str, after: str) -> None:
    assert with_task_toggled(line) == after


def test_a_list_indented_by_spaces_is_shifted_by_spaces() -> None:
    assert item_line("    - a").shifted(1).indent == " " * 8
    assert item_line("\t- a").shifted(1).indent == "\t\t"
    assert item_line("- a").shifted(-1).indent == ""


def cursor_in(text: str) -> QTextCursor:
    """Return a cursor at the `|` in *text*; a second `|` is the other end of a selection."""
    document = QTextDocument(QApplication.instance())  # It has to exist as long as its cursor.
    document.setPlainText(text.replace("|", ""))
    first, last = text.index("|"), text.rindex("|")
    cursor = QTextCursor(document)
    cursor.setPosition(utf16_length(text[:first]))
    if last != first:
        cursor.setPosition(utf16_length(text[: last - 1]), QTextCursor.MoveMode.KeepAnchor)
    return cursor


def text_with_cursor(cursor: QTextCursor) -> str:
    text: str = cursor.document().toPlainText()
    position = python_length(text, cursor.position())
    return f"{text[:position]}|{text[position:]}"


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
def test_enter_continues_an_item_or_ends_an_empty_one(before: str, after: str) -> None:
    cursor = cursor_in(before)
    assert continue_item(cursor)
    assert text_with_cursor(cursor) == after
    cursor.document().undo()
    assert cursor.document().toPlainText() == before.replace("|", "")


@pytest.mark.parametrize("before", ["words|", "|- a", "-| a", "- |a|"])
def test_enter_outside_an_item_is_not_handled(before: str) -> None:
    assert not continue_item(cursor_in(before))


@pytest.mark.parametrize(
    ("before", "levels", "after"),
    [
        ("1. a\n2. b|\n3. c", 1, "1. a\n\t1. b\n2. c"),
        ("1. a\n\t1. b|\n2. c", -1, "1. a\n2. b\n3. c"),
        ("|- a\n- b|", 1, "\t- a\n\t- b"),
        ("|- a\n|- b", 1, "\t- a\n- b"),
        ("|one\n\ntwo|", 1, "\tone\n\n\ttwo"),
    ],
)
def test_shifting_items_renumbers_the_list(before: str, levels: int, after: str) -> None:
    cursor = cursor_in(before)
    assert shift_items(cursor, levels)
    assert cursor.document().toPlainText() == after


def test_tab_in_plain_text_is_not_handled() -> None:
    assert not shift_items(cursor_in("words|"), 1)


@pytest.mark.parametrize(
    ("before", "direction", "after"),
    [
        ("a\nb|b\nc", -1, "b|b\na\nc"),
        ("a\n|b", 1, "a\n|b"),
        ("|a\nb", 1, "b\n|a"),
        ("1. a\n2. |b\n3. c", -1, "1. |b\n2. a\n3. c"),
        ("😀\n|b", -1, "|b\n😀"),
    ],
)
def test_lines_are_moved_together_with_the_cursor(before: str, direction: int, after: str) -> None:
    assert text_with_cursor(move_lines(cursor_in(before), direction)) == after


def test_selected_lines_become_tasks_except_empty_ones() -> None:
    cursor = cursor_in("|a\n\n- b|")
    toggle_tasks(cursor)
    assert cursor.document().toPlainText() == "- [ ] a\n\n- [ ] b"
