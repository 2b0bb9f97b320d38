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
    ("text", "expected"),
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
def test_link_at_returns_the_link_under_the_cursor(text: str, expected: LinkAtCursor | None) -> None:
    assert link_at(LINE, LINE.index(text) + 1) == expected


def test_a_link_within_the_same_note_is_recognized() -> None:
    assert link_at("[[#Result]]", 4) == LinkAtCursor("#Result", web=False)


def test_the_line_of_a_heading_or_a_block_is_found() -> None:
    text = "# One\n## Result\n# Two\n## Result\nwords ^id\n```\n# Code\n```\n"
    targets = ("Result", "Two#Result", "^id", "Code", "Gone")
    assert [line_of_target(text, target) for target in targets] == [1, 3, 4, None, None]


@on_qt_loop
async def test_a_link_counts_as_resolved_until_it_is_known_to_be_unresolved() -> None:
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
async def test_links_are_resolved_for_the_current_note_and_an_index_error_changes_nothing() -> None:
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


def press(menu: Menu, text: str) -> None:
    next(action for action in menu.actions() if action.text().partition("\t")[0] == text).trigger()


def enabled(menu: Menu) -> set[str]:
    return {action.text().partition("\t")[0] for action in menu.actions() if action.isEnabled() and action.text()}


def test_menu_actions_change_the_text(qtbot: QtBot) -> None:
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


def test_unavailable_menu_actions_are_disabled_with_a_reason(qtbot: QtBot) -> None:
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
def test_lossless_text_restores_the_original(text: str) -> None:
    lossless = LosslessText(text)
    assert not set("\r\u2029\ufdd0\ufdd1\x00") & set(lossless.shown)
    assert lossless.original(lossless.shown.replace("\n", "\u2029")) == text


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
def test_no_character_is_lost_in_the_editor(editor: NoteEditor, text: str) -> None:
    editor.set_text(text)
    assert editor.text() == text


def test_typing_emits_edited_and_setting_the_text_does_not(editor: NoteEditor, qtbot: QtBot) -> None:
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


def test_ctrl_click_follows_a_link(editor: NoteEditor, qtbot: QtBot) -> None:
    requested: list[str] = []
    editor.note_requested.connect(lambda target, _new: requested.append(target))
    editor.set_text("[[Target#Head|words]] text")
    cursor = editor.textCursor()
    cursor.setPosition(5)
    point = editor.cursorRect(cursor).center()
    qtbot.mouseClick(editor.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, point)
    assert requested == ["Target#Head"]


def test_the_text_fits_its_column(editor: NoteEditor) -> None:
    editor.set_text("word " * 200)
    editor.grab()
    assert editor.horizontalScrollBar().maximum() == 0
    assert editor.viewport().width() < 700


def test_very_long_lines_cannot_be_edited() -> None:
    assert can_be_edited("a\n" * 100_000)
    assert not can_be_edited("x" * 100_000)


def test_a_dragged_folder_is_left_to_the_window(editor: NoteEditor, tmp_path: Path) -> None:
    folder, text = QMimeData(), QMimeData()
    folder.setUrls([QUrl.fromLocalFile(str(tmp_path))])
    text.setText("words")
    assert (editor.canInsertFromMimeData(folder), editor.canInsertFromMimeData(text)) == (False, True)


def test_the_link_at_the_cursor_is_followed_into_the_vault_or_the_web(editor: NoteEditor) -> None:
    emitted: list[str] = []
    editor.note_requested.connect(lambda target, _new: emitted.append(target))
    editor.address_requested.connect(emitted.append)
    editor.set_text("[[Note#Head|words]] [web](https://a.b)")
    for position in (3, 25):
        cursor = editor.textCursor()
        cursor.setPosition(position)
        editor.setTextCursor(cursor)
        assert editor.follow_link()
    editor.set_text("no link")
    assert not editor.follow_link()
    assert emitted == ["Note#Head", "https://a.b"]


def test_a_subpath_moves_the_cursor_to_its_line(editor: NoteEditor) -> None:
    editor.set_text("one\n\n## Result\n\ntwo ^id\n")
    editor.show_subpath("Result")
    assert editor.textCursor().blockNumber() == 2
    editor.show_subpath("^id")
    assert editor.textCursor().blockNumber() == 4


def test_the_line_height_exceeds_the_font_height(editor: NoteEditor) -> None:
    editor.set_text("one\ntwo\nthree")
    pitch = editor.blockBoundingRect(editor.document().firstBlock()).height()
    assert pitch > 1.2 * editor.fontMetrics().height()


def test_show_line_reaches_a_line_that_is_not_loaded_yet(editor: NoteEditor) -> None:
    editor.set_text("words of a line\n" * 50_000)
    editor.show_line(40_000)
    assert editor.loading
    editor.finish_loading()
    assert editor.textCursor().blockNumber() == 40_000


def test_the_text_is_complete_while_a_very_long_note_is_loading(editor: NoteEditor) -> None:
    emitted: list[int] = []
    editor.edited.connect(lambda: emitted.append(1))
    text = "words of a\rline\n" * 50_000
    editor.set_text(text)
    assert editor.loading
    assert editor.text() == text
    assert not emitted


def test_text_inserted_while_a_very_long_note_is_loading_is_an_edit(editor: NoteEditor) -> None:
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
def test_updating_the_editor_sets_the_new_text(qtbot: QtBot, before: str, after: str) -> None:
    editor = NoteEditor()
    qtbot.addWidget(editor)
    editor.set_text(before)
    update_editor_text(editor, after)
    assert editor.text() == after


def test_updating_the_editor_keeps_the_cursor_at_its_text(qtbot: QtBot) -> None:
    editor = NoteEditor()
    qtbot.addWidget(editor)
    editor.set_text("first line\nsecond line")
    cursor = editor.textCursor()
    cursor.movePosition(QTextCursor.MoveOperation.End)
    editor.setTextCursor(cursor)
    update_editor_text(editor, "the very first line\nsecond line")
    assert editor.textCursor().atEnd()


def test_undo_in_another_editor_is_applied_as_undo_and_redo(qtbot: QtBot) -> None:
    editor = NoteEditor()
    qtbot.addWidget(editor)
    editor.set_text("one")
    for text in ("one two", "zero one two"):
        update_editor_text(editor, text)
    for text in ("one two", "one", "zero one two", "one"):
        update_editor_text(editor, text, may_be_undo=True)
        assert editor.text() == text
    assert not editor.document().isUndoAvailable()


def test_a_text_that_undo_cannot_reach_is_inserted_and_undo_steps_are_retained(qtbot: QtBot) -> None:
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
LONG_TEXT = "".join(f"line {number} of a long book\n" for number in range(LINES)) + "the end"


def test_a_short_text_is_loaded_immediately(editor: NoteEditor) -> None:
    editor.load("one\ntwo")
    assert not editor.loading
    assert editor.toPlainText() == "one\ntwo"


def test_a_very_long_text_is_shown_immediately_and_loaded_incrementally(editor: NoteEditor, qtbot: QtBot) -> None:
    editor.load(LONG_TEXT)
    assert editor.loading
    assert 0 < editor.document().characterCount() <= FIRST_CHUNK + 1
    qtbot.waitUntil(lambda: not editor.loading, timeout=30_000)
    assert editor.toPlainText() == LONG_TEXT


def test_a_line_longer_than_a_chunk_is_not_split(editor: NoteEditor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FIRST_CHUNK", 100)
    monkeypatch.setattr(module, "NEXT_CHUNK", 30)
    text = "x" * 145 + "\n\n\nend " + "y" * 70
    editor.load(text)
    assert editor.loading
    editor.finish_loading()
    assert editor.toPlainText() == text


def test_finish_loading_inserts_the_rest(editor: NoteEditor) -> None:
    editor.load(LONG_TEXT)
    editor.finish_loading()
    assert not editor.loading
    assert editor.toPlainText() == LONG_TEXT


def test_loading_another_text_replaces_one_that_is_loading(editor: NoteEditor, qtbot: QtBot) -> None:
    editor.load(LONG_TEXT)
    editor.load("short")
    qtbot.wait(20)
    assert editor.toPlainText() == "short"
    assert not editor.isReadOnly()


def test_text_typed_while_loading_is_inserted_afterwards(editor: NoteEditor, qtbot: QtBot) -> None:
    editor.load(LONG_TEXT)
    QTest.keyClicks(editor, "ab")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert editor.loading
    qtbot.waitUntil(lambda: not editor.loading, timeout=30_000)
    assert editor.toPlainText() == f"ab\n{LONG_TEXT}"


def test_text_typed_into_a_read_only_editor_while_loading_is_discarded(editor: NoteEditor) -> None:
    editor.setReadOnly(True)
    editor.load(LONG_TEXT)
    QTest.keyClicks(editor, "ab")
    editor.finish_loading()
    assert editor.isReadOnly()
    assert editor.toPlainText() == LONG_TEXT


def test_loading_cannot_be_undone_and_typing_can(editor: NoteEditor) -> None:
    editor.load(LONG_TEXT)
    editor.finish_loading()
    assert not editor.document().isUndoAvailable()
    QTest.keyClicks(editor, "x")
    editor.undo()
    assert editor.toPlainText() == LONG_TEXT


def test_text_changed_is_emitted_only_at_the_start_and_the_end_of_loading(editor: NoteEditor) -> None:
    emitted: list[bool] = []
    editor.textChanged.connect(lambda: emitted.append(editor.setting_text))
    editor.load(LONG_TEXT)
    editor.finish_loading()
    assert emitted == [True, True]


def test_a_when_loaded_callback_is_called_as_soon_as_its_condition_holds(editor: NoteEditor) -> None:
    called: list[int] = []
    editor.load(LONG_TEXT)
    editor.when_loaded(lambda: editor.blockCount() > LINES // 2, lambda: called.append(editor.blockCount()))
    assert not called
    editor.finish_loading()
    assert len(called) == 1
    assert LINES // 2 < called[0] < LINES


def test_a_when_loaded_callback_whose_condition_never_holds_is_called_at_the_end(editor: NoteEditor) -> None:
    called: list[int] = []
    editor.load(LONG_TEXT)
    editor.when_loaded(lambda: False, lambda: called.append(editor.blockCount()))
    editor.finish_loading()
    assert called == [LINES + 1]


def test_each_later_chunk_is_appended_in_the_context_for_appended_text(
    editor: NoteEditor, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []

    @contextmanager
    def count_blocks() -> Iterator[None]:
        before = editor.blockCount()
        yield
        sizes.append(editor.blockCount() - before)

    monkeypatch.setattr(editor.colors, "appending_text", count_blocks)
    editor.load(LONG_TEXT)
    first_count = editor.blockCount()
    editor.finish_loading()
    assert len(sizes) > 3
    assert first_count + sum(sizes) == LINES + 1
