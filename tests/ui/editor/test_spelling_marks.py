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

# Words of a line that are checked.


def words_in(line: str, state: int = PLAIN) -> list[str]:
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
def test_only_prose_is_checked(line: str, found: list[str]) -> None:
    assert words_in(line) == found


@pytest.mark.parametrize("state", [HEAD, MATH])
def test_properties_and_formulas_are_not_checked(state: int) -> None:
    assert words_in("status: opne", state) == []


def test_checked_words_have_their_offsets_in_the_line() -> None:
    line = "😀 `x` _größer_ “don’t”"
    found = list(checked_words(line, line_spans(line, PLAIN).spans))
    assert [line[word.start : word.end] for word in found] == ["größer", "don’t"]


def test_hostile_lines_yield_a_bounded_number_of_words() -> None:
    for line in ("<a" * 5_000, "a@" * 5_000, "a." * 5_000, "a:" * 5_000, "&#" * 5_000, "x" * 50_000):
        assert len(words_in(line)) <= 2_000


# Spelling marks: which words are underlined in a real editor.


@asynccontextmanager
async def editor_with_marks(
    text: str, ignored: Callable[[], set[str]] = set
) -> AsyncIterator[tuple[NoteEditor, SpellingMarks]]:
    """Show *text* in an editor that has the focus, with the cursor at its beginning."""
    spelling = SpellChecker(SmallSpeller, system_language="en_GB")
    await spelling.load_dictionaries()
    editor = NoteEditor()
    editor.resize(700, 500)
    editor.show()
    editor.activateWindow()
    editor.setFocus()
    await until(editor.hasFocus)
    editor.set_text(text)
    marks = SpellingMarks(editor, editor.colors, spelling, ignored)
    editor.colors.set_word_marker(marks)
    try:
        yield editor, marks
    finally:
        editor.colors.set_word_marker(None)
        marks.close()
        editor.close()


def go_to_end(editor: NoteEditor) -> None:
    editor.moveCursor(QTextCursor.MoveOperation.End)


@on_qt_loop
async def test_misspelled_words_are_underlined_in_the_danger_color() -> None:
    async with editor_with_marks("😀 the **boilr** `leeks` [[Hous]]\n\n# recieve\n") as (editor, _):
        await until(lambda: underlined(editor))
        assert underlined(editor) == ["boilr", "recieve"]
        last = editor.document().findBlockByNumber(2).layout().formats()[-1]
        assert last.format.underlineColor() == theme().color("danger")


@on_qt_loop
async def test_the_word_being_typed_is_not_underlined_until_the_cursor_leaves_it() -> None:
    async with editor_with_marks("recieve ") as (editor, _):
        await until(lambda: underlined(editor) == ["recieve"])
        go_to_end(editor)
        QTest.keyClicks(editor, "boilr")
        # Its verdict is known by then, because a word elsewhere was checked after it.
        cursor = QTextCursor(editor.document())
        cursor.insertText("Heizng ")
        await until(lambda: "Heizng" in underlined(editor))
        assert underlined(editor) == ["Heizng", "recieve"]
        QTest.keyClick(editor, Qt.Key.Key_Space)
        await until(lambda: "boilr" in underlined(editor))


@on_qt_loop
async def test_a_changed_word_is_not_underlined_until_the_editor_loses_the_focus() -> None:
    async with editor_with_marks("the recieve") as (editor, _):
        await until(lambda: underlined(editor) == ["recieve"])
        go_to_end(editor)
        assert underlined(editor) == ["recieve"]
        QTest.keyClick(editor, Qt.Key.Key_Backspace)
        assert underlined(editor) == []
        editor.clearFocus()
        await until(lambda: underlined(editor) == ["reciev"])


@on_qt_loop
async def test_moving_the_cursor_within_a_misspelled_word_keeps_its_underline() -> None:
    async with editor_with_marks("the recieve") as (editor, marks):
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
async def test_hidden_lines_are_checked_when_they_are_scrolled_to() -> None:
    async with editor_with_marks("boilr\n" + "the house\n" * 300 + "recieve\n") as (editor, _):
        await until(lambda: underlined(editor))
        assert underlined(editor) == ["boilr"]
        editor.verticalScrollBar().setValue(editor.verticalScrollBar().maximum())
        await until(lambda: "recieve" in underlined(editor))


@on_qt_loop
async def test_ignored_words_are_not_underlined_and_closing_the_marks_removes_all() -> None:
    ignored: set[str] = set()
    async with editor_with_marks("the boilr recieve", lambda: ignored) as (editor, _):
        await until(lambda: len(underlined(editor)) == 2)
        ignored.add("boilr")
        editor.colors.refresh()
        assert underlined(editor) == ["recieve"]
    assert underlined(editor) == []


# Spelling menu: suggestions, dictionary actions, then the usual entries.


@asynccontextmanager
async def editor_with_menu(text: str, file: Path, ignored: set[str] | None = None) -> AsyncIterator[NoteEditor]:
    """Show *text* in an editor whose misspelled words are underlined and have a menu."""
    spelling = SpellChecker(SmallSpeller, system_language="en_GB")
    await spelling.load_dictionaries()
    await spelling.set_own_words(OwnWords(JsonStore(file)))
    ignored = set() if ignored is None else ignored
    editor = NoteEditor()
    editor.resize(700, 500)
    editor.show()
    editor.set_text(text)
    marks = SpellingMarks(editor, editor.colors, spelling, lambda: ignored)
    menu = SpellingMenu(editor, marks, spelling, ignored.add, lambda: make_editor_menu(editor, editor))
    editor.spelling_menu = menu
    editor.colors.set_word_marker(marks)
    try:
        await until(lambda: underlined(editor))
        yield editor
    finally:
        editor.colors.set_word_marker(None)
        marks.close()
        editor.close()


async def menu_at(editor: NoteEditor, word: str, *, keyboard: bool = False) -> QMenu:
    """Open the context menu in the middle of *word*."""
    cursor = QTextCursor(editor.document())
    cursor.setPosition(editor.text().index(word) + len(word) // 2)
    if keyboard:
        editor.setTextCursor(cursor)
        editor.contextMenuEvent(QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(0, 0), QPoint(0, 0)))
    else:
        point = editor.cursorRect(cursor).center()
        QApplication.sendEvent(
            editor.viewport(),
            QContextMenuEvent(QContextMenuEvent.Reason.Mouse, point, editor.viewport().mapToGlobal(point)),
        )
    await until(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def entries(menu: QMenu) -> list[str]:
    return [action.text().partition("\t")[0] for action in menu.actions()]


def choose(menu: QMenu, text: str) -> None:
    action = next(candidate for candidate in menu.actions() if candidate.text() == text)
    menu.close()
    action.trigger()


@on_qt_loop
async def test_a_suggestion_replaces_the_word_in_one_undo_step(tmp_path: Path) -> None:
    async with editor_with_menu("😀 we recieve this", tmp_path / "words.json") as editor:
        menu = await menu_at(editor, "recieve")
        assert entries(menu)[:7] == ["receive", "relieve", "", "Add to dictionary", "Ignore in this note", "", "Undo"]
        choose(menu, "receive")
        assert editor.text() == "😀 we receive this"
        editor.undo()
        assert editor.text() == "😀 we recieve this"


@on_qt_loop
async def test_the_menu_key_opens_the_menu_of_the_word_at_the_cursor_with_its_first_suggestion_active(
    tmp_path: Path,
) -> None:
    async with editor_with_menu("we dont’t know recieve", tmp_path / "words.json") as editor:
        menu = await menu_at(editor, "dont’t", keyboard=True)
        active = menu.activeAction()
        assert active is not None
        assert active.text() == "don’t"
        choose(menu, "don’t")
        assert editor.text() == "we don’t know recieve"


@on_qt_loop
async def test_adding_a_word_to_the_dictionary_can_be_reverted(tmp_path: Path) -> None:
    file = tmp_path / "words.json"
    async with editor_with_menu("the brandt recieve", file) as editor:
        choose(await menu_at(editor, "brandt"), "Add to dictionary")
        await until(lambda: underlined(editor) == ["recieve"])
        assert "brandt" in file.read_text()
        choose(await menu_at(editor, "brandt"), "Remove from dictionary")
        await until(lambda: underlined(editor) == ["brandt", "recieve"])


@on_qt_loop
async def test_a_word_is_ignored_in_the_note(tmp_path: Path) -> None:
    ignored: set[str] = set()
    async with editor_with_menu("the brandt recieve", tmp_path / "words.json", ignored) as editor:
        menu = await menu_at(editor, "brandt")
        assert entries(menu)[0] == "No suggestions"
        choose(menu, "Ignore in this note")
        assert ignored == {"brandt"}


@on_qt_loop
async def test_a_correct_word_has_the_usual_menu(tmp_path: Path) -> None:
    async with editor_with_menu("the old recieve", tmp_path / "words.json") as editor:
        menu = await menu_at(editor, "old")
        assert entries(menu)[0] == "Undo"
        menu.close()


@on_qt_loop
async def test_suggestions_are_disabled_in_a_read_only_note(tmp_path: Path) -> None:
    async with editor_with_menu("we recieve", tmp_path / "words.json") as editor:
        editor.setReadOnly(True)
        menu = await menu_at(editor, "recieve")
        first = menu.actions()[0]
        assert (first.text(), first.isEnabled()) == ("receive", False)
        menu.close()


@on_qt_loop
async def test_a_word_just_typed_is_checked_when_its_menu_is_opened(tmp_path: Path) -> None:
    async with editor_with_menu("the recieve", tmp_path / "words.json") as editor:
        editor.insert_at_cursor("boilr ")
        menu = await menu_at(editor, "boilr", keyboard=True)
        assert entries(menu)[0] == "boiler"
        menu.close()
