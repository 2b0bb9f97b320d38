import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.note.editor import NoteEditor

Key = Qt.Key
CTRL, ALT, SHIFT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ShiftModifier,
)


@pytest.fixture
def editor(qtbot: QtBot) -> NoteEditor:
    made = NoteEditor()
    qtbot.addWidget(made)
    return made


def put(editor: NoteEditor, text: str) -> None:
    """Set *text* with the cursor at its end."""
    editor.set_text(text)
    editor.moveCursor(editor.textCursor().MoveOperation.End)


def test_enter_and_tab_write_lists(editor: NoteEditor) -> None:
    put(editor, "- a")
    QTest.keyClick(editor, Key.Key_Return)
    QTest.keyClick(editor, Key.Key_Tab)
    QTest.keyClicks(editor, "b")
    QTest.keyClick(editor, Key.Key_Return)
    QTest.keyClick(editor, Key.Key_Backtab, SHIFT)
    QTest.keyClicks(editor, "c")
    assert editor.text() == "- a\n\t- b\n- c"


def test_what_is_composed_keeps_its_keys(editor: NoteEditor) -> None:
    put(editor, "- a")
    QApplication.sendEvent(editor, QInputMethodEvent("か", []))
    QTest.keyClick(editor, Key.Key_Return)
    assert "- a\n- " not in editor.text()


def test_signs_close_around_a_selection_and_are_letters_elsewhere(editor: NoteEditor) -> None:
    put(editor, "word")
    QTest.keyClicks(editor, "(")
    assert editor.text() == "word("
    put(editor, "word")
    editor.selectAll()
    QTest.keyClicks(editor, "[[")
    assert editor.text() == "[[word]]"


def test_keys_make_bold_links_tasks_and_move_lines(editor: NoteEditor) -> None:
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


def test_esc_and_then_tab_leaves_the_editor(qtbot: QtBot) -> None:
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


def test_words_alone_are_pasted_with_shift(editor: NoteEditor) -> None:
    put(editor, "")
    QGuiApplication.clipboard().setText("<b>x</b>")
    QTest.keyClick(editor, Key.Key_V, CTRL | SHIFT)
    assert editor.text() == "<b>x</b>"


def test_where_nothing_can_be_written_keys_change_nothing(editor: NoteEditor) -> None:
    put(editor, "- a")
    editor.setReadOnly(True)
    for key, modifier in ((Key.Key_Return, Qt.KeyboardModifier.NoModifier), (Key.Key_B, CTRL), (Key.Key_Up, ALT)):
        QTest.keyClick(editor, key, modifier)
    assert editor.text() == "- a"
