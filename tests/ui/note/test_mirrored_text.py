import pytest
from PySide6.QtGui import QTextCursor
from pytestqt.qtbot import QtBot

from vaultdesk.ui.note.editor import NoteEditor
from vaultdesk.ui.note.mirrored_text import bring


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("one two three", "one 2 three"),
        ("a\nb\nc", "a\nb\nnew\nc"),
        ("\U0001f600 smile \U0001f600", "\U0001f600 smiles \U0001f600\U0001f600"),
        ("", "all\nnew\n"),
        ("all\nold", ""),
        ("aaaa", "aaa"),
        ("odd\u2029sign", "odd\u2029signs"),
    ],
)
def test_the_editor_then_says_the_text(qtbot: QtBot, before: str, after: str) -> None:
    editor = NoteEditor()
    qtbot.addWidget(editor)
    editor.set_text(before)
    bring(editor, after)
    assert editor.text() == after


def test_the_cursor_stays_in_the_words_it_was_in(qtbot: QtBot) -> None:
    editor = NoteEditor()
    qtbot.addWidget(editor)
    editor.set_text("first line\nsecond line")
    cursor = editor.textCursor()
    cursor.movePosition(QTextCursor.MoveOperation.End)
    editor.setTextCursor(cursor)
    bring(editor, "the very first line\nsecond line")
    assert editor.textCursor().atEnd()


def test_steps_undone_elsewhere_are_undone_and_redone_here(qtbot: QtBot) -> None:
    editor = NoteEditor()
    qtbot.addWidget(editor)
    editor.set_text("one")
    for text in ("one two", "zero one two"):
        bring(editor, text)
    for text in ("one two", "one", "zero one two", "one"):
        bring(editor, text, stepped=True)
        assert editor.text() == text
    assert not editor.document().isUndoAvailable()


def test_where_no_steps_lead_to_the_text_it_is_put_in_and_none_is_lost(qtbot: QtBot) -> None:
    editor = NoteEditor()
    qtbot.addWidget(editor)
    editor.set_text("one")
    bring(editor, "one two")
    bring(editor, "zero one two")
    editor.document().undo()
    bring(editor, "one two three", stepped=True)
    assert editor.text() == "one two three"
    for text in ("one two", "one"):
        editor.document().undo()
        assert editor.text() == text
