"""Tests of ui/editor/editor_keys.py."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QInputMethodEvent, QTextCursor, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.editor.editor_keys import is_address, selected_line, toggle_wrapping, wrap_link, wrap_selection
from vaultdesk.ui.editor.note_editor import NoteEditor


def selecting(document: QTextDocument, text: str, words: str) -> QTextCursor:
    document.setPlainText(text)
    cursor = QTextCursor(document)
    cursor.setPosition(text.index(words))
    cursor.setPosition(text.index(words) + len(words), QTextCursor.MoveMode.KeepAnchor)
    return cursor


def test_wrapping_is_added_and_removed_around_the_selection() -> None:
    document = QTextDocument()
    cursor = toggle_wrapping(selecting(document, "one two three", "two"), "**")
    assert (document.toPlainText(), cursor.selectedText()) == ("one **two** three", "two")
    cursor = toggle_wrapping(cursor, "**")
    assert (document.toPlainText(), cursor.selectedText()) == ("one two three", "two")


def test_without_a_selection_the_word_at_the_cursor_is_wrapped() -> None:
    document = QTextDocument("one two")
    toggle_wrapping(QTextCursor(document), "*")
    assert document.toPlainText() == "*one* two"


def test_wrapping_is_one_undo_step() -> None:
    document = QTextDocument()
    wrap_selection(selecting(document, "words", "words"), "(", ")")
    assert document.toPlainText() == "(words)"
    document.undo()
    assert document.toPlainText() == "words"


def test_a_link_is_made_from_words_or_from_an_address() -> None:
    document = QTextDocument()
    cursor = wrap_link(selecting(document, "see this", "this"))
    assert (document.toPlainText(), cursor.position()) == ("see [this]()", 11)
    cursor = wrap_link(selecting(document, "see https://a.b", "https://a.b"))
    assert (document.toPlainText(), cursor.position()) == ("see [](https://a.b)", 5)
    wrap_link(selecting(document, "see this", "this"), "https://a.b")
    assert document.toPlainText() == "see [this](https://a.b)"


def test_text_is_an_address_only_as_a_whole() -> None:
    assert is_address(" https://a.b/c?d=e ")
    assert not is_address("see https://a.b")
    assert not is_address("javascript:alert(1)")


def test_a_selection_over_several_lines_is_not_a_line() -> None:
    assert selected_line(selecting(QTextDocument(), "a\nb", "a\nb")) == ""


Key = Qt.Key
CTRL, ALT, SHIFT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ShiftModifier,
)


@pytest.fixture
def editor(qtbot: QtBot) -> NoteEditor:
    widget = NoteEditor()
    qtbot.addWidget(widget)
    return widget


def put(editor: NoteEditor, text: str) -> None:
    """Set *text* with the cursor at its end."""
    editor.set_text(text)
    editor.moveCursor(editor.textCursor().MoveOperation.End)


def test_enter_and_tab_edit_lists(editor: NoteEditor) -> None:
    put(editor, "- a")
    QTest.keyClick(editor, Key.Key_Return)
    QTest.keyClick(editor, Key.Key_Tab)
    QTest.keyClicks(editor, "b")
    QTest.keyClick(editor, Key.Key_Return)
    QTest.keyClick(editor, Key.Key_Backtab, SHIFT)
    QTest.keyClicks(editor, "c")
    assert editor.text() == "- a\n\t- b\n- c"


def test_keys_of_an_input_method_composition_are_not_handled(editor: NoteEditor) -> None:
    put(editor, "- a")
    QApplication.sendEvent(editor, QInputMethodEvent("か", []))
    QTest.keyClick(editor, Key.Key_Return)
    assert "- a\n- " not in editor.text()


def test_brackets_wrap_a_selection_and_are_typed_literally_otherwise(editor: NoteEditor) -> None:
    put(editor, "word")
    QTest.keyClicks(editor, "(")
    assert editor.text() == "word("
    put(editor, "word")
    editor.selectAll()
    QTest.keyClicks(editor, "[[")
    assert editor.text() == "[[word]]"


def test_shortcuts_format_text_toggle_tasks_and_move_lines(editor: NoteEditor) -> None:
    put(editor, "a\nword")
    QTest.keyClick(editor, Key.Key_B, CTRL)
    QTest.keyClick(editor, Key.Key_Up, ALT)
    assert editor.text() == "**word**\na"
    QTest.keyClick(editor, Key.Key_Return, CTRL)
    assert editor.text() == "- [ ] **word**\na"
    put(editor, "word")
    editor.selectAll()
    QTest.keyClick(editor, Key.Key_K, CTRL | SHIFT)
    assert editor.text() == "[word]()"


def test_escape_followed_by_tab_leaves_the_editor(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    column, editor, after = QVBoxLayout(window), NoteEditor(), QLineEdit()
    column.addWidget(editor)
    column.addWidget(after)
    window.show()
    window.activateWindow()
    editor.setFocus()
    put(editor, "a")
    QTest.keyClick(editor, Key.Key_Tab)
    assert editor.text() == "a\t"
    QTest.keyClick(editor, Key.Key_Escape)
    QTest.keyClick(editor, Key.Key_Tab)
    assert editor.text() == "a\t"
    assert window.focusWidget() is after
    window.close()


def test_ctrl_shift_v_pastes_plain_text(editor: NoteEditor) -> None:
    put(editor, "")
    QGuiApplication.clipboard().setText("<b>x</b>")
    QTest.keyClick(editor, Key.Key_V, CTRL | SHIFT)
    assert editor.text() == "<b>x</b>"


def test_keys_change_nothing_in_a_read_only_editor(editor: NoteEditor) -> None:
    put(editor, "- a")
    editor.setReadOnly(True)
    for key, modifier in ((Key.Key_Return, Qt.KeyboardModifier.NoModifier), (Key.Key_B, CTRL), (Key.Key_Up, ALT)):
        QTest.keyClick(editor, key, modifier)
    assert editor.text() == "- a"


def test_u9_bold_at_the_end_of_a_word_leaves_the_cursor_after_it_and_replaces_nothing(editor: NoteEditor) -> None:
    put(editor, "say hello")
    QTest.keyClick(editor, Key.Key_B, CTRL)
    assert editor.text() == "say **hello**"
    QTest.keyClicks(editor, " X")
    assert editor.text() == "say **hello** X"

    put(editor, "hello")
    QTest.keyClick(editor, Key.Key_B, CTRL)
    QTest.keyClick(editor, Key.Key_B, CTRL)
    QTest.keyClicks(editor, "X")
    assert editor.text() == "helloX"


def test_u9_bold_inside_a_word_and_between_words_keeps_the_cursor_position(editor: NoteEditor) -> None:
    put(editor, "hello")
    for _ in range(2):
        QTest.keyClick(editor, Key.Key_Left)
    QTest.keyClick(editor, Key.Key_I, CTRL)
    QTest.keyClicks(editor, "X")
    assert editor.text() == "*helXlo*"

    put(editor, "hello ")
    QTest.keyClick(editor, Key.Key_B, CTRL)
    QTest.keyClicks(editor, "X")
    assert editor.text() == "hello **X**"


@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_Enter])
def test_shift_enter_inserts_a_line_break_and_does_not_continue_a_list(editor: NoteEditor, key: Qt.Key) -> None:
    put(editor, "- ab")
    QTest.keyClick(editor, key, SHIFT)
    QTest.keyClicks(editor, "cd")
    assert editor.text() == "- ab\ncd"
    editor.undo()
    assert "\u2028" not in editor.text()
