"""Tests of ui/app/quick_ask/found_notes.py."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.chat.chat_env import open_chat
from vaultdesk.index.index_results import Hit
from vaultdesk.ui.app.quick_ask.found_notes import ROW_HEIGHT, FoundNotesList, QuickSearch
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.lists.list_row import MAX_TEXT_CHARACTERS

# QuickSearch, over a real index.


@on_qt_loop
async def test_search_returns_notes_with_all_words_or_else_those_relevant_to_the_question(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as env:
        owner = QObject()
        quick_search = QuickSearch(env.workspace, owner)
        found: list[tuple[str, list[str]]] = []
        quick_search.found.connect(lambda text, hits: found.append((text, [hit.path for hit in hits])))
        quick_search.search("heat pump costs")
        await until(lambda: found)
        assert found[-1] == ("heat pump costs", ["Projects/House/Budget.md"])
        found.clear()
        quick_search.search("How much does that new pump cost us?")
        await until(lambda: found)
        assert "Projects/House/Budget.md" in found[-1][1]
        quick_search.search("zyxwv unheard")
        await until(lambda: found[-1] == ("zyxwv unheard", []))


@on_qt_loop
async def test_only_the_newest_query_is_answered_and_an_empty_query_finds_nothing(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as env:
        owner = QObject()
        quick_search = QuickSearch(env.workspace, owner)
        found: list[str] = []
        quick_search.found.connect(lambda text, _hits: found.append(text))
        for text in ("b", "bo", "boi", "boiler"):
            quick_search.search(text)
        await until(lambda: "boiler" in found)
        assert set(found) == {"boiler"}
        quick_search.search("")
        assert found[-1] == ""


# Note model.

WHEN = datetime(2026, 11, 20, 9, tzinfo=UTC)


def hit(path: str, snippet: str = "the old boiler") -> Hit:
    return Hit(path, path.removesuffix(".md"), "", snippet, ((8, 14),), 1.0, WHEN)


def test_private_notes_have_a_badge_and_an_unchanged_result_emits_no_change(qtbot: QtBot) -> None:
    notes = FoundNotesList()
    qtbot.addWidget(notes)
    hits = [hit("Boiler.md"), hit("Secret.md")]
    notes.show_hits(hits, lambda path: path == "Secret.md")
    model = notes.rows.row_model
    with qtbot.assertNotEmitted(model.modelReset), qtbot.assertNotEmitted(model.dataChanged):
        notes.show_hits(list(hits), lambda path: path == "Secret.md")
    rows = [model.index(row, 0) for row in range(model.rowCount())]
    assert [row.badge for row in notes.rows.rows()] == ["", "lock"]
    accessible_texts = [row.data(Qt.ItemDataRole.AccessibleTextRole) for row in rows]
    assert accessible_texts == ["Boiler, Boiler.md: the old boiler", "Private: Secret, Secret.md: the old boiler"]
    with qtbot.waitSignal(model.dataChanged, timeout=30_000):
        notes.show_hits(hits, lambda _path: False)


def test_a_hostile_note_name_is_shown_as_one_line_of_plain_text(qapp: object) -> None:
    notes = FoundNotesList()
    notes.show_hits([hit("<b>a</b>\u202e\n" + "x" * 900 + ".md")], lambda _path: False)
    index = notes.rows.row_model.index(0, 0)
    assert "\n" not in index.data()
    assert len(index.data()) < MAX_TEXT_CHARACTERS + 20
    assert "<b>" not in index.data(Qt.ItemDataRole.ToolTipRole)


# Note rows, checked by the colors of the painted image.


def colors(image: QImage) -> set[str]:
    return {QColor(image.pixel(x, y)).name() for x in range(image.width()) for y in range(image.height())}


def paint_rows(notes: FoundNotesList) -> QImage:
    return notes.rows.grab().toImage()


def test_matches_are_highlighted_and_the_focused_row_is_tinted(qapp: object) -> None:
    notes = FoundNotesList()
    notes.resize(600, 200)
    notes.show_hits([hit("Boiler.md")], lambda _path: False)
    mark, tint = theme().color("mark").name(), theme().color("accent_tint").name()
    assert mark in colors(paint_rows(notes))
    assert tint not in colors(paint_rows(notes))
    notes.enter()
    assert tint in colors(paint_rows(notes))


def test_all_rows_have_the_same_height_whatever_their_content(qapp: object) -> None:
    notes = FoundNotesList()
    notes.resize(600, 400)
    notes.show_hits([hit("a/" * 60 + "Boiler.md"), hit("B.md", ""), hit("C.md", "word " * 400)], lambda _path: True)
    assert notes.rows.height() == 3 * theme().px(ROW_HEIGHT)
    assert {notes.rows.sizeHintForRow(row) for row in range(3)} == {theme().px(ROW_HEIGHT)}
    assert not paint_rows(notes).isNull()


# Note list: keyboard.


@pytest.fixture
def notes(qapp: object) -> FoundNotesList:
    created = FoundNotesList()
    created.resize(600, 300)
    created.show_hits([hit("Boiler.md"), hit("Budget.md"), hit("Survey.md")], lambda _path: False)
    created.enter()
    return created


def test_arrow_keys_move_through_the_rows_and_enter_chooses_one(notes: FoundNotesList) -> None:
    chosen: list[str] = []
    notes.chosen.connect(lambda note: chosen.append(note.path))
    QTest.keyClick(notes.rows, Qt.Key.Key_Down)
    QTest.keyClick(notes.rows, Qt.Key.Key_Return)
    assert chosen == ["Budget.md"]


def test_up_on_the_first_row_esc_and_letters_emit_their_signals(notes: FoundNotesList) -> None:
    received: list[str] = []
    notes.left.connect(lambda: received.append("left"))
    notes.escaped.connect(lambda: received.append("escaped"))
    notes.typed.connect(received.append)
    QTest.keyClick(notes.rows, Qt.Key.Key_Escape)
    QTest.keyClick(notes.rows, Qt.Key.Key_Q)
    QTest.keyClick(notes.rows, Qt.Key.Key_Up)
    assert received == ["escaped", "left", "q", "left"]
    assert not notes.rows.currentIndex().isValid()


def test_the_list_is_as_high_as_its_rows_and_collapses_when_empty(notes: FoundNotesList) -> None:
    height = notes.rows.height()
    notes.show_hits([hit("Boiler.md")], lambda _path: False)
    assert (notes.count, notes.rows.height()) == (1, height // 3)
    notes.show_hits([], lambda _path: False)
    assert (notes.count, notes.rows.height()) == (0, 0)
