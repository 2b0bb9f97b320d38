"""Fields: they say what is wrong, and the search field knows Esc and the arrows."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from vaultdesk.ui.parts.fields import LONGEST_LINE, SearchField, TextField


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

    assert len(field.text()) == LONGEST_LINE


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
