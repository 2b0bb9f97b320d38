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
def test_a_line_says_what_the_next_one_begins_with(line: str, following: str) -> None:
    assert item_line(line).following().prefix == following


@pytest.mark.parametrize(
    ("line", "ended"), [("\t- ", "- "), ("    - ", "- "), ("- ", ""), ("1. ", ""), ("> ", ""), ("> - ", "> ")]
)
def test_enter_on_an_empty_item_takes_one_step_back(line: str, ended: str) -> None:
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
def test_a_task_is_done_and_undone_and_any_line_may_become_one(line: str, after: str) -> None:
    assert with_task_toggled(line) == after


def test_a_list_indented_by_blanks_goes_on_with_blanks() -> None:
    assert item_line("    - a").shifted(1).indent == " " * 8
    assert item_line("\t- a").shifted(1).indent == "\t\t"
    assert item_line("- a").shifted(-1).indent == ""


def cursor_in(text: str) -> QTextCursor:
    """A cursor in *text*, where `|` stands in it; a second one ends a selection."""
    document = QTextDocument(QApplication.instance())  # It has to live as long as its cursor.
    document.setPlainText(text.replace("|", ""))
    first, last = text.index("|"), text.rindex("|")
    cursor = QTextCursor(document)
    cursor.setPosition(utf16_length(text[:first]))
    if last != first:
        cursor.setPosition(utf16_length(text[: last - 1]), QTextCursor.MoveMode.KeepAnchor)
    return cursor


def shown(cursor: QTextCursor) -> str:
    text: str = cursor.document().toPlainText()
    place = python_length(text, cursor.position())
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
