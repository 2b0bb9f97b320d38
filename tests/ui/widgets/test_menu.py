"""Tests of ui/widgets/menu.py."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.widgets.menu import ChoiceButton, Menu, MenuButton, literal_menu_text

# Choice button: words that may be cut, a remark that may not, and a name that says both.


def test_words_and_remark_are_said_to_eye_and_voice() -> None:
    button = ChoiceButton("", "Model", icon_name="chip")
    button.set_shown_text("gemma3:4b", "text-based tools")
    assert (button.shown_text(), button.remark()) == ("gemma3:4b", "text-based tools")
    assert button.accessibleName() == "Model: gemma3:4b, text-based tools"
    button.set_shown_text("sonnet")
    assert (button.remark(), button.accessibleName()) == ("", "Model: sonnet")


def test_a_remark_needs_its_room_even_where_words_are_cut() -> None:
    button = ChoiceButton("a rather long name of a model", "Model")
    bare = button.minimumSizeHint().width()
    button.set_shown_text("a rather long name of a model", "no tools")
    assert button.minimumSizeHint().width() > bare
    assert button.minimumSizeHint().width() < button.sizeHint().width()
    button.resize(button.minimumSizeHint())
    assert not button.grab().isNull()


def test_hostile_words_stay_on_one_line_and_in_sight() -> None:
    button = ChoiceButton("a\nb\u202ec", "Model")
    assert button.shown_text() == "a bU+202Ec"


# Menu: hostile words are shown literally; what cannot be chosen says why.


@pytest.mark.parametrize(
    ("text", "shown"),
    [("R&D", "R&&D"), ("a\tCtrl+Q", "a Ctrl+Q"), ("two\nlines", "two lines"), ("x" * 200, f"{'x' * 40}…{'x' * 40}")],
)
def test_entry_cannot_pose_as_something_else(text: str, shown: str) -> None:
    assert literal_menu_text(text) == shown


def test_commands_choices_and_reasons(qtbot: QtBot) -> None:
    menu = Menu("Note")
    qtbot.addWidget(menu)
    done: list[str] = []

    menu.add_heading("This note")
    menu.add("Copy", lambda: done.append("copy"), icon_name="copy", keys="Ctrl+C").trigger()
    chosen = menu.add("Pinned", lambda: done.append("pin"), checked=True)
    off = menu.add("Ask again", lambda: done.append("never"), disabled_reason="Nothing was asked yet.")
    off.trigger()

    assert done == ["copy"]
    assert chosen.isChecked()
    assert off.toolTip() == "Nothing was asked yet."
    assert [action.text() for action in menu.actions()] == ["This note", "Copy\tCtrl+C", "Pinned", "Ask again"]


def test_button_fills_its_menu_anew_at_each_opening(qtbot: QtBot) -> None:
    filled: list[int] = []

    def fill(menu: Menu) -> None:
        filled.append(1)
        menu.add(f"Entry {len(filled)}", lambda: None)

    button = MenuButton("Lindenweg", "Vault", fill)
    qtbot.addWidget(button)
    button.show()
    first = button.open()
    assert [action.text() for action in first.actions()] == ["Entry 1"]
    first.close()
    QApplication.sendPostedEvents(None, 52)

    second = button.open()

    assert [action.text() for action in second.actions()] == ["Entry 2"]
    second.close()


def test_button_is_named_by_what_it_chooses_and_what_is_chosen(qtbot: QtBot) -> None:
    button = MenuButton("Lindenweg", "Vault", lambda _menu: None)
    qtbot.addWidget(button)

    button.set_shown_text("Reading")

    assert button.shown_text() == "Reading"
    assert button.accessibleName() == "Vault: Reading"
    assert button.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_it_opens_inside_the_window_where_there_is_room(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(600, 300)
    left, right = QPushButton("…", window), QPushButton("…", window)
    for button in (left, right):
        button.resize(30, 30)
    right.move(560, 0)
    window.show()
    places = []
    for button in (left, right):
        menu = Menu("More", window)
        menu.add("Remove the provider", lambda: None)
        menu.open_under(button)
        places.append((menu.x() - window.mapToGlobal(QPoint(0, 0)).x(), menu.width()))
        menu.close()
    assert places[0][0] == 0
    assert places[1][0] + places[1][1] == 590
