"""Word menu: suggestions first, then what makes a word right, then what is offered everywhere."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from PySide6.QtCore import QPoint
from PySide6.QtGui import QContextMenuEvent, QTextCursor
from PySide6.QtWidgets import QApplication, QMenu

from tests.support.desktop import until
from tests.support.qt_loop import on_qt_loop
from tests.support.spelling import SmallSpeller, underlined
from vaultdesk.core.json_store import JsonStore
from vaultdesk.ui.editor.writing_menu import writing_menu
from vaultdesk.ui.note.editor import NoteEditor
from vaultdesk.ui.spelling.own_words import OwnWords
from vaultdesk.ui.spelling.spelling import Spelling
from vaultdesk.ui.spelling.spelling_marks import SpellingMarks
from vaultdesk.ui.spelling.word_menu import WordMenu


@asynccontextmanager
async def marked(text: str, file: Path, ignored: set[str] | None = None) -> AsyncIterator[NoteEditor]:
    """Show *text* in an editor whose wrong words are underlined."""
    spelling = Spelling(SmallSpeller, own="en_GB")
    await spelling.look()
    await spelling.keep(OwnWords(JsonStore(file)))
    ignored = set() if ignored is None else ignored
    editor = NoteEditor()
    editor.resize(700, 500)
    editor.show()
    editor.set_text(text)
    marks = SpellingMarks(editor, editor.colours, spelling, lambda: ignored)
    menu = WordMenu(editor, marks, spelling, ignored.add, lambda: writing_menu(editor, editor))
    editor.word_menu = menu
    editor.colours.set_words(marks)
    try:
        await until(lambda: underlined(editor))
        yield editor
    finally:
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
        assert entries(menu)[:7] == ["receive", "relieve", "", "Add to my words", "Ignore in this note", "", "Undo"]
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
        choose(await menu_at(editor, "brandt"), "Add to my words")
        await until(lambda: underlined(editor) == ["recieve"])
        assert "brandt" in file.read_text()
        choose(await menu_at(editor, "brandt"), "Remove from my words")
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
