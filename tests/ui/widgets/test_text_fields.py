"""Tests of ui/widgets/text_fields.py."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from vaultdesk.ui.widgets.text_fields import (
    MAX_FIELD_CHARACTERS,
    FindBar,
    SearchField,
    TextField,
    python_length,
    utf16_length,
)

# Fields: they say what is wrong, and the search field knows Esc and the arrows.


def test_problem_is_said_under_the_field_and_to_screen_readers(qtbot: QtBot) -> None:
    field = TextField("Key", "sk-ant-123")
    qtbot.addWidget(field)

    field.set_problem("This key is unknown.")
    assert field.problem() == "This key is unknown."
    assert field.edit.accessibleDescription() == "This key is unknown."
    assert len(field.edit.actions()) == 1

    field.set_problem("")
    assert field.problem() == ""
    assert field.edit.actions() == []


def test_secret_is_not_shown(qtbot: QtBot) -> None:
    field = TextField("Key", secret=True)
    qtbot.addWidget(field)
    told: list[str] = []
    field.changed.connect(told.append)

    field.set_text("sk-123")

    assert field.edit.echoMode() == QLineEdit.EchoMode.Password
    assert field.text() == "sk-123"
    assert told == ["sk-123"]


def test_a_pasted_book_is_cut(qtbot: QtBot) -> None:
    field = TextField("Name")
    qtbot.addWidget(field)

    field.edit.insert("x" * 100_000)

    assert len(field.text()) == MAX_FIELD_CHARACTERS


def test_escape_empties_the_search_first_and_leaves_it_then(qtbot: QtBot) -> None:
    field = SearchField("Search notes")
    qtbot.addWidget(field)
    left: list[int] = []
    field.escaped.connect(lambda: left.append(1))
    field.setText("boiler")

    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert (field.text(), left) == ("", [])

    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert left == [1]


def test_arrows_step_through_what_was_found(qtbot: QtBot) -> None:
    field = SearchField("Search notes")
    qtbot.addWidget(field)
    steps: list[int] = []
    field.stepped.connect(steps.append)

    qtbot.keyClick(field, Qt.Key.Key_Down)
    qtbot.keyClick(field, Qt.Key.Key_Up)

    assert steps == [1, -1]


# Find bar: its keys, and what it says of the places.


def shown_bar(qtbot: QtBot) -> tuple[FindBar, list[str]]:
    bar = FindBar("Find in the chat")
    qtbot.addWidget(bar)
    told: list[str] = []
    bar.changed.connect(lambda words: told.append(f"words {words}"))
    bar.next_requested.connect(lambda: told.append("next"))
    bar.previous_requested.connect(lambda: told.append("previous"))
    bar.closed.connect(lambda: told.append("closed"))
    bar.open_with()
    return bar, told


def test_enter_goes_on_shift_enter_back_and_esc_closes(qtbot: QtBot) -> None:
    bar, told = shown_bar(qtbot)
    QTest.keyClicks(bar.edit, "a")
    QTest.keyClick(bar.edit, Qt.Key.Key_Return)
    QTest.keyClick(bar.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(bar.edit, Qt.Key.Key_Escape)
    assert told == ["words a", "next", "previous", "closed"]


def test_it_says_which_of_how_many_and_when_there_is_none(qtbot: QtBot) -> None:
    bar, _ = shown_bar(qtbot)
    assert bar.count.text() == ""
    bar.edit.setText("boiler")
    bar.show_count(2, 12)
    assert (bar.count.text(), bar.next.isEnabled()) == ("2 of 12", True)
    bar.show_count(0, 0)
    assert (bar.count.text(), bar.next.isEnabled()) == ("Not found", False)
    assert bar.edit.accessibleDescription() == "Not found"


def test_the_line_below_is_left_out_where_it_is_drawn_by_what_is_around(qtbot: QtBot) -> None:
    corners = []
    for underlined in (True, False):
        bar = FindBar("Find", underlined=underlined)
        qtbot.addWidget(bar)
        bar.resize(300, 40)
        picture = bar.grab().toImage()
        corners.append((picture.pixelColor(1, picture.height() - 1), picture.pixelColor(1, 1)))
    (line, above), (no_line, same_above) = corners
    assert line != above
    assert no_line == same_above


def test_words_it_begins_with_can_be_typed_over(qtbot: QtBot) -> None:
    bar, told = shown_bar(qtbot)
    bar.open_with("heat pump")
    assert (bar.edit.selectedText(), told) == ("heat pump", ["words heat pump"])


@pytest.mark.parametrize(("text", "count"), [("", 0), ("plain", 5), ("é", 1), ("😀", 2), ("a😀b", 4)])
def test_an_emoji_has_two_of_qts_characters(text: str, count: int) -> None:
    assert utf16_length(text) == count
    assert python_length(text, count) == len(text)


def test_a_place_between_emojis_is_found() -> None:
    assert python_length("😀😀x", 4) == 2
