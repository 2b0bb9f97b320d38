"""Spelling marks: what is underlined in a real editor, and what is left alone."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest

from tests.support.desktop import until
from tests.support.qt_loop import on_qt_loop
from tests.support.spelling import SmallSpeller, underlined
from vaultdesk.ui.note.editor import NoteEditor
from vaultdesk.ui.spelling.spelling import Spelling
from vaultdesk.ui.spelling.spelling_marks import SpellingMarks
from vaultdesk.ui.theme.theme import theme


@asynccontextmanager
async def writing(text: str, ignored: Callable[[], set[str]] = set) -> AsyncIterator[tuple[NoteEditor, SpellingMarks]]:
    """Show *text* in an editor that has the keyboard, the cursor at its beginning."""
    spelling = Spelling(SmallSpeller, own="en_GB")
    await spelling.look()
    editor = NoteEditor()
    editor.resize(700, 500)
    editor.show()
    editor.activateWindow()
    editor.setFocus()
    await until(editor.hasFocus)
    editor.set_text(text)
    marks = SpellingMarks(editor, editor.colours, spelling, ignored)
    editor.colours.set_words(marks)
    try:
        yield editor, marks
    finally:
        editor.close()


def go_to_end(editor: NoteEditor) -> None:
    editor.moveCursor(QTextCursor.MoveOperation.End)


@on_qt_loop
async def test_words_that_are_wrong_are_underlined_in_the_colour_of_danger() -> None:
    async with writing("😀 the **boilr** `leeks` [[Hous]]\n\n# recieve\n") as (editor, _):
        await until(lambda: underlined(editor))
        assert underlined(editor) == ["boilr", "recieve"]
        last = editor.document().findBlockByNumber(2).layout().formats()[-1]
        assert last.format.underlineColor() == theme().color("danger")


@on_qt_loop
async def test_the_word_that_is_typed_is_left_alone_until_the_cursor_leaves_it() -> None:
    async with writing("recieve ") as (editor, _):
        await until(lambda: underlined(editor) == ["recieve"])
        go_to_end(editor)
        QTest.keyClicks(editor, "boilr")
        # It is known by now that this is wrong: a word elsewhere was asked for after it.
        cursor = QTextCursor(editor.document())
        cursor.insertText("Heizng ")
        await until(lambda: "Heizng" in underlined(editor))
        assert underlined(editor) == ["Heizng", "recieve"]
        QTest.keyClick(editor, Qt.Key.Key_Space)
        await until(lambda: "boilr" in underlined(editor))


@on_qt_loop
async def test_a_word_that_is_changed_loses_its_mark_and_leaving_the_editor_ends_typing() -> None:
    async with writing("the recieve") as (editor, _):
        await until(lambda: underlined(editor) == ["recieve"])
        go_to_end(editor)
        assert underlined(editor) == ["recieve"]
        QTest.keyClick(editor, Qt.Key.Key_Backspace)
        assert underlined(editor) == []
        editor.clearFocus()
        await until(lambda: underlined(editor) == ["reciev"])


@on_qt_loop
async def test_arrows_within_a_marked_word_leave_its_mark() -> None:
    async with writing("the recieve") as (editor, marks):
        await until(lambda: underlined(editor) == ["recieve"])
        go_to_end(editor)
        QTest.keyClick(editor, Qt.Key.Key_Left)
        assert underlined(editor) == ["recieve"]
        found = marks.word_at(editor.textCursor())
        assert found is not None
        assert (found.text, found.cursor.selectedText()) == ("recieve", "recieve")
        editor.moveCursor(QTextCursor.MoveOperation.Start)
        first = marks.word_at(editor.textCursor())
        assert first is not None
        assert first.text == "the"


@on_qt_loop
async def test_lines_out_of_sight_are_asked_for_when_they_are_scrolled_to() -> None:
    async with writing("boilr\n" + "the house\n" * 300 + "recieve\n") as (editor, _):
        await until(lambda: underlined(editor))
        assert underlined(editor) == ["boilr"]
        editor.verticalScrollBar().setValue(editor.verticalScrollBar().maximum())
        await until(lambda: "recieve" in underlined(editor))


@on_qt_loop
async def test_what_is_ignored_has_no_mark_and_without_marks_nothing_is_left() -> None:
    ignored: set[str] = set()
    async with writing("the boilr recieve", lambda: ignored) as (editor, marks):
        await until(lambda: len(underlined(editor)) == 2)
        ignored.add("boilr")
        editor.colours.refresh()
        assert underlined(editor) == ["recieve"]
        editor.colours.set_words(None)
        marks.close()
        assert underlined(editor) == []
