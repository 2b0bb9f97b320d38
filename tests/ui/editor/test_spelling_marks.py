"""Tests of ui/editor/spelling_marks.py."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from tests.support.qt_loop import on_qt_loop, until
from tests.support.spelling import SmallSpeller, underlined
from vaultdesk.core.platform.program_file import JsonStore
from vaultdesk.ui.editor.note_editor import NoteEditor, make_editor_menu
from vaultdesk.ui.editor.spell_checker import OwnWords, SpellChecker
from vaultdesk.ui.editor.spelling_marks import SpellingMarks, SpellingMenu, checked_words
from vaultdesk.ui.editor.syntax_highlighter import HEAD, MATH, PLAIN, line_spans
from vaultdesk.ui.theme.theme import theme

# Words: what of a line has a spelling.


def words(line: str, state: int = PLAIN) -> list[str]:
    return [word.text for word in checked_words(line, line_spans(line, state).spans)]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("We don't know, Brandt’s says.", ["We", "don't", "know", "Brandt's", "says"]),
        ("# A well-known _boiler_ **leaks**", ["well", "known", "boiler", "leaks"]),
        ("some `code` and #tag, a $x + yz$ formula", ["some", "and", "formula"]),
        ("[[Heat-loss survy|alis]] by [wrods here](Adress.md 'x')", ["by", "wrods", "here"]),
        ("https://exmple.org/x, www.exmple.org, me@exmple.org or obsidian://opne", ["or"]),
        ("/usr/locl and ~/notse but and/or", ["and", "but", "and", "or"]),
        ("<span class='reed'>red</span>&nbsp;ink <!-- hiden -->", ["red", "ink"]),
        ("v2 HTML NASA's iPhone snake_case notes.md e.g. O'Brien", ["O'Brien"]),
        ("- [x] done taks ^blok", ["done", "taks"]),
        ("> [!note] A Titel", ["Titel"]),
        ("> [!warnig]+ Look", ["Look"]),
        ("re\u0301sume\u0301 co\u00adoperate 😀 größer", ["résumé", "cooperate", "größer"]),
    ],
)
def test_prose_is_checked_and_nothing_else(line: str, found: list[str]) -> None:
    assert words(line) == found


@pytest.mark.parametrize("state", [HEAD, MATH])
def test_properties_and_formulas_have_no_spelling(state: int) -> None:
    assert words("status: opne", state) == []


def test_a_word_stands_where_it_is_in_its_line() -> None:
    line = "😀 `x` _größer_ “don’t”"
    found = list(checked_words(line, line_spans(line, PLAIN).spans))
    assert [line[word.start : word.end] for word in found] == ["größer", "don’t"]


def test_a_hostile_line_is_read_no_slower_than_its_length() -> None:
    for line in ("<a" * 5_000, "a@" * 5_000, "a." * 5_000, "a:" * 5_000, "&#" * 5_000, "x" * 50_000):
        assert len(words(line)) <= 2_000


# Spelling marks: what is underlined in a real editor, and what is left alone.


@asynccontextmanager
async def writing(text: str, ignored: Callable[[], set[str]] = set) -> AsyncIterator[tuple[NoteEditor, SpellingMarks]]:
    """Show *text* in an editor that has the keyboard, the cursor at its beginning."""
    spelling = SpellChecker(SmallSpeller, system_language="en_GB")
    await spelling.load_dictionaries()
    editor = NoteEditor()
    editor.resize(700, 500)
    editor.show()
    editor.activateWindow()
    editor.setFocus()
    await until(editor.hasFocus)
    editor.set_text(text)
    marks = SpellingMarks(editor, editor.colours, spelling, ignored)
    editor.colours.set_word_marker(marks)
    try:
        yield editor, marks
    finally:
        editor.colours.set_word_marker(None)
        marks.close()
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
    async with writing("the boilr recieve", lambda: ignored) as (editor, _):
        await until(lambda: len(underlined(editor)) == 2)
        ignored.add("boilr")
        editor.colours.refresh()
        assert underlined(editor) == ["recieve"]
    assert underlined(editor) == []


# Word menu: suggestions first, then what makes a word right, then what is offered everywhere.


@asynccontextmanager
async def marked(text: str, file: Path, ignored: set[str] | None = None) -> AsyncIterator[NoteEditor]:
    """Show *text* in an editor whose wrong words are underlined."""
    spelling = SpellChecker(SmallSpeller, system_language="en_GB")
    await spelling.load_dictionaries()
    await spelling.set_own_words(OwnWords(JsonStore(file)))
    ignored = set() if ignored is None else ignored
    editor = NoteEditor()
    editor.resize(700, 500)
    editor.show()
    editor.set_text(text)
    marks = SpellingMarks(editor, editor.colours, spelling, lambda: ignored)
    menu = SpellingMenu(editor, marks, spelling, ignored.add, lambda: make_editor_menu(editor, editor))
    editor.spelling_menu = menu
    editor.colours.set_word_marker(marks)
    try:
        await until(lambda: underlined(editor))
        yield editor
    finally:
        editor.colours.set_word_marker(None)
        marks.close()
        editor.close()


async def menu_at(editor: NoteEditor, word: str, *, keyboard: bool = False) -> QMenu:
    """Ask for the menu in the middle of *word*."""
    cursor = QTextCursor(editor.document())
    cursor.setPosition(editor.text().index(word) + len(word) // 2)
    if keyboard:
        editor.setTextCursor(cursor)
        editor.contextMenuEvent(QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(0, 0), QPoint(0, 0)))
    else:
        place = editor.cursorRect(cursor).center()
        QApplication.sendEvent(
            editor.viewport(),
            QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, editor.viewport().mapToGlobal(place)),
        )
    await until(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def entries(menu: QMenu) -> list[str]:
    return [action.text().partition("\t")[0] for action in menu.actions()]


def choose(menu: QMenu, words: str) -> None:
    action = next(one for one in menu.actions() if one.text() == words)
    menu.close()
    action.trigger()


@on_qt_loop
async def test_a_suggestion_takes_the_place_of_the_word_and_is_one_step_of_undo(tmp_path: Path) -> None:
    async with marked("😀 we recieve this", tmp_path / "words.json") as editor:
        menu = await menu_at(editor, "recieve")
        assert entries(menu)[:7] == ["receive", "relieve", "", "Add to dictionary", "Ignore in this note", "", "Undo"]
        choose(menu, "receive")
        assert editor.text() == "😀 we receive this"
        editor.undo()
        assert editor.text() == "😀 we recieve this"


@on_qt_loop
async def test_the_menu_key_offers_the_word_at_the_cursor_with_the_first_suggestion_ready(tmp_path: Path) -> None:
    async with marked("we dont’t know recieve", tmp_path / "words.json") as editor:
        menu = await menu_at(editor, "dont’t", keyboard=True)
        active = menu.activeAction()
        assert active is not None
        assert active.text() == "don’t"
        choose(menu, "don’t")
        assert editor.text() == "we don’t know recieve"


@on_qt_loop
async def test_a_word_is_made_right_for_good_and_that_is_taken_back(tmp_path: Path) -> None:
    file = tmp_path / "words.json"
    async with marked("the brandt recieve", file) as editor:
        choose(await menu_at(editor, "brandt"), "Add to dictionary")
        await until(lambda: underlined(editor) == ["recieve"])
        assert "brandt" in file.read_text()
        choose(await menu_at(editor, "brandt"), "Remove from dictionary")
        await until(lambda: underlined(editor) == ["brandt", "recieve"])


@on_qt_loop
async def test_a_word_is_ignored_in_the_note(tmp_path: Path) -> None:
    ignored: set[str] = set()
    async with marked("the brandt recieve", tmp_path / "words.json", ignored) as editor:
        menu = await menu_at(editor, "brandt")
        assert entries(menu)[0] == "No suggestions"
        choose(menu, "Ignore in this note")
        assert ignored == {"brandt"}


@on_qt_loop
async def test_a_word_that_is_right_has_the_menu_of_every_place(tmp_path: Path) -> None:
    async with marked("the old recieve", tmp_path / "words.json") as editor:
        menu = await menu_at(editor, "old")
        assert entries(menu)[0] == "Undo"
        menu.close()


@on_qt_loop
async def test_in_a_note_that_can_only_be_read_nothing_is_replaced(tmp_path: Path) -> None:
    async with marked("we recieve", tmp_path / "words.json") as editor:
        editor.setReadOnly(True)
        menu = await menu_at(editor, "recieve")
        first = menu.actions()[0]
        assert (first.text(), first.isEnabled()) == ("receive", False)
        menu.close()


@on_qt_loop
async def test_a_word_that_was_just_typed_is_asked_for_when_its_menu_is(tmp_path: Path) -> None:
    async with marked("the recieve", tmp_path / "words.json") as editor:
        editor.insert_at_cursor("boilr ")
        menu = await menu_at(editor, "boilr", keyboard=True)
        assert entries(menu)[0] == "boiler"
        menu.close()
