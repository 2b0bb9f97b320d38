"""Tests of ui/editor/note_editor.py."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QObject, Qt, QUrl
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.core.errors import IndexFailed
from vaultdesk.ui.editor import note_editor as module
from vaultdesk.ui.editor.note_editor import (
    FIRST_CHUNK,
    KnownLinks,
    LinkAtCursor,
    LosslessText,
    NoteEditor,
    can_be_edited,
    line_of_target,
    link_at,
    make_editor_menu,
    update_editor_text,
)
from vaultdesk.ui.widgets.menu import Menu

# Note links.

LINE = "a [[Boiler#Result|it]] b [words](Heat%20loss.md#x) c [web](https://a.b) d https://e.f g"


@pytest.mark.parametrize(
    ("at", "wanted"),
    [
        ("[[Boiler", LinkAtCursor("Boiler#Result", web=False)),
        ("|it", LinkAtCursor("Boiler#Result", web=False)),
        ("words", LinkAtCursor("Heat loss.md#x", web=False)),
        ("Heat", LinkAtCursor("Heat loss.md#x", web=False)),
        ("web", LinkAtCursor("https://a.b", web=True)),
        ("https://e.f", LinkAtCursor("https://e.f", web=True)),
        (" b ", None),
    ],
)
def test_the_link_under_the_cursor_is_told(at: str, wanted: LinkAtCursor | None) -> None:
    assert link_at(LINE, LINE.index(at) + 1) == wanted


def test_a_place_in_the_same_note_is_a_link() -> None:
    assert link_at("[[#Result]]", 4) == LinkAtCursor("#Result", web=False)


def test_the_line_of_a_heading_or_a_block_is_found() -> None:
    text = "# One\n## Result\n# Two\n## Result\nwords ^id\n```\n# Code\n```\n"
    places = ("Result", "Two#Result", "^id", "Code", "Gone")
    assert [line_of_target(text, place) for place in places] == [1, 3, 4, None, None]


@on_qt_loop
async def test_a_name_is_good_until_it_is_known_to_lead_nowhere() -> None:
    requested: list[tuple[str, str]] = []
    notes = {"Boiler": "Boiler.md"}

    async def resolve(name: str, source: str) -> str | None:
        requested.append((name, source))
        return notes.get(name)

    owner, emitted = QObject(), list[int]()
    known = KnownLinks(resolve, owner)
    known.changed.connect(lambda: emitted.append(1))
    known.set_source("a.md")
    assert [known(name) for name in ("Boiler", "Gone", "Gone")] == [True, True, True]
    await until(lambda: emitted)
    assert [known(name) for name in ("Boiler", "Gone")] == [True, False]
    assert sorted(requested) == [("Boiler", "a.md"), ("Gone", "a.md")]
    notes["Gone"] = "Gone.md"
    known.forget()
    assert not known("Gone")
    await until(lambda: len(emitted) == 2)
    assert known("Gone")


@on_qt_loop
async def test_another_note_asks_for_itself_and_a_broken_index_says_nothing() -> None:
    requested: list[str] = []

    async def resolve(name: str, source: str) -> str | None:
        requested.append(source)
        raise IndexFailed("The index is broken.", hint="")

    owner = QObject()
    known = KnownLinks(resolve, owner)
    known.set_source("a.md")
    known("X")
    known.set_source("b.md")
    assert known("X")
    await until(lambda: requested)
    assert known("X")
    assert requested[0] == "b.md"


def press(menu: Menu, words: str) -> None:
    next(action for action in menu.actions() if action.text().partition("\t")[0] == words).trigger()


def enabled(menu: Menu) -> set[str]:
    return {action.text().partition("\t")[0] for action in menu.actions() if action.isEnabled() and action.text()}


def test_words_are_changed_from_the_menu(qtbot: QtBot) -> None:
    editor = NoteEditor()
    qtbot.addWidget(editor)
    editor.set_text("word")
    editor.selectAll()
    press(make_editor_menu(editor, editor), "Bold")
    assert editor.text() == "**word**"
    press(make_editor_menu(editor, editor), "Toggle task")
    assert editor.text() == "- [ ] **word**"
    press(make_editor_menu(editor, editor), "Undo")
    assert editor.text() == "**word**"


def test_what_cannot_be_done_is_grey_and_says_why(qtbot: QtBot) -> None:
    editor = NoteEditor()
    qtbot.addWidget(editor)
    QGuiApplication.clipboard().setText("x")
    editor.set_text("word")
    editor.setReadOnly(True)
    menu = make_editor_menu(editor, editor)
    assert enabled(menu) == {"Select all", "Follow the link"}
    assert all(action.toolTip() for action in menu.actions() if not action.isEnabled() and action.text())


# Note editor.


@pytest.mark.parametrize("text", ["", "a\nb", "a\rb\u2029c\ufdd0d\ufdd1e\x00f", "\uf700\u2029", "\u2028 \xa0\t"])
def test_what_goes_in_comes_out(text: str) -> None:
    kept = LosslessText(text)
    assert not set("\r\u2029\ufdd0\ufdd1\x00") & set(kept.shown)
    assert kept.original(kept.shown.replace("\n", "\u2029")) == text


@pytest.fixture
def editor(qtbot: QtBot) -> NoteEditor:
    widget = NoteEditor()
    qtbot.addWidget(widget)
    widget.resize(800, 400)
    widget.show()
    return widget


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "a\n\n",
        "nbsp\xa0here",
        "a\u2028b\u2029c",
        "tab\tform\x0c",
        "😀 e\u0301 \u202e",
        "a\rb",
        "\ufdd0\ufeff",
    ],
)
def test_no_character_is_lost_on_the_way_through_the_field(editor: NoteEditor, text: str) -> None:
    editor.set_text(text)
    assert editor.text() == text


def test_typing_tells_and_setting_does_not(editor: NoteEditor, qtbot: QtBot) -> None:
    emitted: list[int] = []
    editor.edited.connect(lambda: emitted.append(1))
    editor.set_text("one")
    assert not emitted
    qtbot.keyClicks(editor, "x")
    assert emitted
    assert editor.text() == "xone"


def test_a_reload_keeps_the_cursor(editor: NoteEditor) -> None:
    editor.set_text("one two three")
    cursor = editor.textCursor()
    cursor.setPosition(7)
    editor.setTextCursor(cursor)
    editor.set_text("one two four five")
    assert editor.textCursor().position() == 7
    editor.insert_at_cursor("!")
    assert editor.text() == "one two! four five"


def test_ctrl_and_a_click_follow_a_link(editor: NoteEditor, qtbot: QtBot) -> None:
    requested: list[str] = []
    editor.note_requested.connect(lambda target, _new: requested.append(target))
    editor.set_text("[[Target#Head|words]] text")
    cursor = editor.textCursor()
    cursor.setPosition(5)
    place = editor.cursorRect(cursor).center()
    qtbot.mouseClick(editor.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, place)
    assert requested == ["Target#Head"]


def test_the_text_fits_its_column(editor: NoteEditor) -> None:
    editor.set_text("word " * 200)
    editor.grab()
    assert editor.horizontalScrollBar().maximum() == 0
    assert editor.viewport().width() < 700


def test_endless_lines_are_not_for_a_text_field() -> None:
    assert can_be_edited("a\n" * 100_000)
    assert not can_be_edited("x" * 100_000)


def test_a_dragged_folder_is_left_to_the_window(editor: NoteEditor, tmp_path: Path) -> None:
    folder, words = QMimeData(), QMimeData()
    folder.setUrls([QUrl.fromLocalFile(str(tmp_path))])
    words.setText("words")
    assert (editor.canInsertFromMimeData(folder), editor.canInsertFromMimeData(words)) == (False, True)


def test_the_link_at_the_cursor_is_followed_into_the_vault_or_the_web(editor: NoteEditor) -> None:
    emitted: list[str] = []
    editor.note_requested.connect(lambda target, _new: emitted.append(target))
    editor.address_requested.connect(emitted.append)
    editor.set_text("[[Note#Head|words]] [web](https://a.b)")
    for place in (3, 25):
        cursor = editor.textCursor()
        cursor.setPosition(place)
        editor.setTextCursor(cursor)
        assert editor.follow_link()
    editor.set_text("no link")
    assert not editor.follow_link()
    assert emitted == ["Note#Head", "https://a.b"]


def test_a_place_in_the_note_is_gone_to(editor: NoteEditor) -> None:
    editor.set_text("one\n\n## Result\n\ntwo ^id\n")
    editor.show_subpath("Result")
    assert editor.textCursor().blockNumber() == 2
    editor.show_subpath("^id")
    assert editor.textCursor().blockNumber() == 4


def test_lines_stand_apart_as_in_the_reading_view(editor: NoteEditor) -> None:
    editor.set_text("one\ntwo\nthree")
    pitch = editor.blockBoundingRect(editor.document().firstBlock()).height()
    assert pitch > 1.2 * editor.fontMetrics().height()


def test_a_book_is_gone_to_a_line_that_is_not_there_yet(editor: NoteEditor) -> None:
    editor.set_text("words of a line\n" * 50_000)
    editor.show_line(40_000)
    assert editor.loading
    editor.finish_loading()
    assert editor.textCursor().blockNumber() == 40_000


def test_the_text_of_a_book_that_is_coming_is_all_of_it(editor: NoteEditor) -> None:
    emitted: list[int] = []
    editor.edited.connect(lambda: emitted.append(1))
    text = "words of a\rline\n" * 50_000
    editor.set_text(text)
    assert editor.loading
    assert editor.text() == text
    assert not emitted


def test_what_is_put_at_the_cursor_of_a_book_that_is_coming_is_typing(editor: NoteEditor) -> None:
    emitted: list[int] = []
    editor.set_text("words of a line\n" * 50_000)
    editor.edited.connect(lambda: emitted.append(1))
    editor.insert_at_cursor("!")
    assert emitted
    assert editor.text() == "!" + "words of a line\n" * 50_000


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
    update_editor_text(editor, after)
    assert editor.text() == after


def test_the_cursor_stays_in_the_words_it_was_in(qtbot: QtBot) -> None:
    editor = NoteEditor()
    qtbot.addWidget(editor)
    editor.set_text("first line\nsecond line")
    cursor = editor.textCursor()
    cursor.movePosition(QTextCursor.MoveOperation.End)
    editor.setTextCursor(cursor)
    update_editor_text(editor, "the very first line\nsecond line")
    assert editor.textCursor().atEnd()


def test_steps_undone_elsewhere_are_undone_and_redone_here(qtbot: QtBot) -> None:
    editor = NoteEditor()
    qtbot.addWidget(editor)
    editor.set_text("one")
    for text in ("one two", "zero one two"):
        update_editor_text(editor, text)
    for text in ("one two", "one", "zero one two", "one"):
        update_editor_text(editor, text, may_be_undo=True)
        assert editor.text() == text
    assert not editor.document().isUndoAvailable()


def test_where_no_steps_lead_to_the_text_it_is_put_in_and_none_is_lost(qtbot: QtBot) -> None:
    editor = NoteEditor()
    qtbot.addWidget(editor)
    editor.set_text("one")
    update_editor_text(editor, "one two")
    update_editor_text(editor, "zero one two")
    editor.document().undo()
    update_editor_text(editor, "one two three", may_be_undo=True)
    assert editor.text() == "one two three"
    for text in ("one two", "one"):
        editor.document().undo()
        assert editor.text() == text


LINES = 60_000
BOOK = "".join(f"line {number} of a long book\n" for number in range(LINES)) + "the end"


def test_a_short_text_is_there_at_once(editor: NoteEditor) -> None:
    editor.load("one\ntwo")
    assert not editor.loading
    assert editor.toPlainText() == "one\ntwo"


def test_a_book_is_seen_at_once_and_all_there_by_and_by(editor: NoteEditor, qtbot: QtBot) -> None:
    editor.load(BOOK)
    assert editor.loading
    assert 0 < editor.document().characterCount() <= FIRST_CHUNK + 1
    qtbot.waitUntil(lambda: not editor.loading)
    assert editor.toPlainText() == BOOK


def test_a_line_longer_than_a_chunk_is_not_split(editor: NoteEditor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FIRST_CHUNK", 100)
    monkeypatch.setattr(module, "NEXT_CHUNK", 30)
    text = "x" * 145 + "\n\n\nend " + "y" * 70
    editor.load(text)
    assert editor.loading
    editor.finish_loading()
    assert editor.toPlainText() == text


def test_finish_puts_the_rest_in_now(editor: NoteEditor) -> None:
    editor.load(BOOK)
    editor.finish_loading()
    assert not editor.loading
    assert editor.toPlainText() == BOOK


def test_another_text_takes_the_place_of_one_that_is_coming(editor: NoteEditor, qtbot: QtBot) -> None:
    editor.load(BOOK)
    editor.load("short")
    qtbot.wait(20)
    assert editor.toPlainText() == "short"
    assert not editor.isReadOnly()


def test_what_is_typed_meanwhile_is_put_in_when_all_is_there(editor: NoteEditor, qtbot: QtBot) -> None:
    editor.load(BOOK)
    QTest.keyClicks(editor, "ab")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert editor.loading
    qtbot.waitUntil(lambda: not editor.loading)
    assert editor.toPlainText() == f"ab\n{BOOK}"


def test_nothing_is_typed_into_a_field_that_may_not_be_written(editor: NoteEditor) -> None:
    editor.setReadOnly(True)
    editor.load(BOOK)
    QTest.keyClicks(editor, "ab")
    editor.finish_loading()
    assert editor.isReadOnly()
    assert editor.toPlainText() == BOOK


def test_nothing_that_was_put_in_can_be_undone_and_typing_can(editor: NoteEditor) -> None:
    editor.load(BOOK)
    editor.finish_loading()
    assert not editor.document().isUndoAvailable()
    QTest.keyClicks(editor, "x")
    editor.undo()
    assert editor.toPlainText() == BOOK


def test_it_tells_of_its_text_at_the_beginning_and_at_the_end_only(editor: NoteEditor) -> None:
    emitted: list[bool] = []
    editor.textChanged.connect(lambda: emitted.append(editor.setting_text))
    editor.load(BOOK)
    editor.finish_loading()
    assert emitted == [True, True]


def test_who_waits_for_a_place_is_called_once_it_is_there(editor: NoteEditor) -> None:
    called: list[int] = []
    editor.load(BOOK)
    editor.when_loaded(lambda: editor.blockCount() > LINES // 2, lambda: called.append(editor.blockCount()))
    assert not called
    editor.finish_loading()
    assert len(called) == 1
    assert LINES // 2 < called[0] < LINES


def test_who_waits_for_a_place_that_never_comes_is_called_at_the_end(editor: NoteEditor) -> None:
    called: list[int] = []
    editor.load(BOOK)
    editor.when_loaded(lambda: False, lambda: called.append(editor.blockCount()))
    editor.finish_loading()
    assert called == [LINES + 1]


def test_each_later_chunk_is_appended_in_the_context_for_appended_text(
    editor: NoteEditor, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []

    @contextmanager
    def around() -> Iterator[None]:
        before = editor.blockCount()
        yield
        sizes.append(editor.blockCount() - before)

    monkeypatch.setattr(editor.colours, "appending_text", around)
    editor.load(BOOK)
    begun = editor.blockCount()
    editor.finish_loading()
    assert len(sizes) > 3
    assert begun + sum(sizes) == LINES + 1
