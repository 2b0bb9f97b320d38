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

# Fields: error texts, and Escape and arrow keys of the search field.


def test_problem_is_shown_below_the_field_and_as_accessible_description(qtbot: QtBot) -> None:
    field = TextField("Key", "sk-ant-123")
    qtbot.addWidget(field)

    field.set_problem("This key is unknown.")
    assert field.problem() == "This key is unknown."
    assert field.edit.accessibleDescription() == "This key is unknown."
    assert len(field.edit.actions()) == 1

    field.set_problem("")
    assert field.problem() == ""
    assert field.edit.actions() == []


def test_secret_is_masked(qtbot: QtBot) -> None:
    field = TextField("Key", secret=True)
    qtbot.addWidget(field)
    changes: list[str] = []
    field.changed.connect(changes.append)

    field.set_text("sk-123")

    assert field.edit.echoMode() == QLineEdit.EchoMode.Password
    assert field.text() == "sk-123"
    assert changes == ["sk-123"]


def test_pasted_text_has_a_length_limit(qtbot: QtBot) -> None:
    field = TextField("Name")
    qtbot.addWidget(field)

    field.edit.insert("x" * 100_000)

    assert len(field.text()) == MAX_FIELD_CHARACTERS


def test_escape_clears_the_search_first_and_leaves_it_then(qtbot: QtBot) -> None:
    field = SearchField("Search notes")
    qtbot.addWidget(field)
    escapes: list[int] = []
    field.escaped.connect(lambda: escapes.append(1))
    field.setText("boiler")

    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert (field.text(), escapes) == ("", [])

    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert escapes == [1]


def test_arrow_keys_emit_steps(qtbot: QtBot) -> None:
    field = SearchField("Search notes")
    qtbot.addWidget(field)
    steps: list[int] = []
    field.stepped.connect(steps.append)

    qtbot.keyClick(field, Qt.Key.Key_Down)
    qtbot.keyClick(field, Qt.Key.Key_Up)

    assert steps == [1, -1]


# Find bar: shortcuts and the match counter.


def show_bar(qtbot: QtBot) -> tuple[FindBar, list[str]]:
    bar = FindBar("Find in the chat")
    qtbot.addWidget(bar)
    events: list[str] = []
    bar.changed.connect(lambda text: events.append(f"words {text}"))
    bar.next_requested.connect(lambda: events.append("next"))
    bar.previous_requested.connect(lambda: events.append("previous"))
    bar.closed.connect(lambda: events.append("closed"))
    bar.open_with()
    return bar, events


def test_enter_finds_next_shift_enter_previous_and_escape_closes(qtbot: QtBot) -> None:
    bar, events = show_bar(qtbot)
    QTest.keyClicks(bar.edit, "a")
    QTest.keyClick(bar.edit, Qt.Key.Key_Return)
    QTest.keyClick(bar.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(bar.edit, Qt.Key.Key_Escape)
    assert events == ["words a", "next", "previous", "closed"]


def test_match_counter_shows_position_total_or_not_found(qtbot: QtBot) -> None:
    bar, _ = show_bar(qtbot)
    assert bar.count.text() == ""
    bar.edit.setText("boiler")
    bar.show_count(2, 12)
    assert (bar.count.text(), bar.next.isEnabled()) == ("2 of 12", True)
    bar.show_count(0, 0)
    assert (bar.count.text(), bar.next.isEnabled()) == ("Not found", False)
    assert bar.edit.accessibleDescription() == "Not found"


def test_bottom_line_can_be_omitted(qtbot: QtBot) -> None:
    corners = []
    for underlined in (True, False):
        bar = FindBar("Find", underlined=underlined)
        qtbot.addWidget(bar)
        bar.resize(300, 40)
        image = bar.grab().toImage()
        corners.append((image.pixelColor(1, image.height() - 1), image.pixelColor(1, 1)))
    (line, above), (no_line, same_above) = corners
    assert line != above
    assert no_line == same_above


def test_initial_text_is_selected(qtbot: QtBot) -> None:
    bar, events = show_bar(qtbot)
    bar.open_with("heat pump")
    assert (bar.edit.selectedText(), events) == ("heat pump", ["words heat pump"])


@pytest.mark.parametrize(("text", "count"), [("", 0), ("plain", 5), ("é", 1), ("😀", 2), ("a😀b", 4)])
def test_emoji_count_as_two_utf_16_units(text: str, count: int) -> None:
    assert utf16_length(text) == count
    assert python_length(text, count) == len(text)


def test_position_between_emoji_is_converted() -> None:
    assert python_length("😀😀x", 4) == 2
