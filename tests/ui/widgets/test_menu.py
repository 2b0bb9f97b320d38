"""Tests of ui/widgets/menu.py."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.widgets.menu import ChoiceButton, Menu, MenuButton, literal_menu_text

# Choice button: an elidable text, a remark that is never cut, and an accessible name with both.


def test_text_and_remark_are_shown_and_in_the_accessible_name() -> None:
    button = ChoiceButton("", "Model", icon_name="chip")
    button.set_shown_text("gemma3:4b", "text-based tools")
    assert (button.shown_text(), button.remark()) == ("gemma3:4b", "text-based tools")
    assert button.accessibleName() == "Model: gemma3:4b, text-based tools"
    button.set_shown_text("sonnet")
    assert (button.remark(), button.accessibleName()) == ("", "Model: sonnet")


def test_remark_is_not_cut_when_the_text_is_elided() -> None:
    button = ChoiceButton("a rather long name of a model", "Model")
    width_without_remark = button.minimumSizeHint().width()
    button.set_shown_text("a rather long name of a model", "no tools")
    assert button.minimumSizeHint().width() > width_without_remark
    assert button.minimumSizeHint().width() < button.sizeHint().width()
    button.resize(button.minimumSizeHint())
    assert not button.grab().isNull()


def test_hostile_text_is_escaped_on_one_line() -> None:
    button = ChoiceButton("a\nb\u202ec", "Model")
    assert button.shown_text() == "a bU+202Ec"


# Menu: hostile text is shown literally; disabled entries have a reason.


@pytest.mark.parametrize(
    ("text", "expected"),
    [("R&D", "R&&D"), ("a\tCtrl+Q", "a Ctrl+Q"), ("two\nlines", "two lines"), ("x" * 200, f"{'x' * 40}…{'x' * 40}")],
)
def test_entry_text_is_shown_literally(text: str, expected: str) -> None:
    assert literal_menu_text(text) == expected


def test_menu_has_commands_checkable_entries_and_disabled_entries_with_a_reason(qtbot: QtBot) -> None:
    menu = Menu("Note")
    qtbot.addWidget(menu)
    calls: list[str] = []

    menu.add_heading("This note")
    menu.add("Copy", lambda: calls.append("copy"), icon_name="copy", keys="Ctrl+C").trigger()
    checked = menu.add("Pinned", lambda: calls.append("pin"), checked=True)
    disabled = menu.add("Ask again", lambda: calls.append("never"), disabled_reason="Nothing was asked yet.")
    disabled.trigger()

    assert calls == ["copy"]
    assert checked.isChecked()
    assert disabled.toolTip() == "Nothing was asked yet."
    assert [action.text() for action in menu.actions()] == ["This note", "Copy\tCtrl+C", "Pinned", "Ask again"]


def test_button_fills_its_menu_at_each_opening(qtbot: QtBot) -> None:
    fills: list[int] = []

    def fill(menu: Menu) -> None:
        fills.append(1)
        menu.add(f"Entry {len(fills)}", lambda: None)

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


def test_button_name_has_its_purpose_and_its_value(qtbot: QtBot) -> None:
    button = MenuButton("Lindenweg", "Vault", lambda _menu: None)
    qtbot.addWidget(button)

    button.set_shown_text("Reading")

    assert button.shown_text() == "Reading"
    assert button.accessibleName() == "Vault: Reading"
    assert button.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_menu_opens_inside_the_window(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(600, 300)
    left, right = QPushButton("…", window), QPushButton("…", window)
    for button in (left, right):
        button.resize(30, 30)
    right.move(560, 0)
    window.show()
    positions = []
    for button in (left, right):
        menu = Menu("More", window)
        menu.add("Remove the provider", lambda: None)
        menu.open_under(button)
        positions.append((menu.x() - window.mapToGlobal(QPoint(0, 0)).x(), menu.width()))
        menu.close()
    assert positions[0][0] == 0
    assert positions[1][0] + positions[1][1] == 590


# Place: below the button, or above it where the screen ends.


def test_a_menu_that_does_not_fit_below_its_button_opens_above_it(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    button = QPushButton("Add", window)
    screen = window.screen().availableGeometry()
    window.setGeometry(screen)
    window.show()
    button.move(20, window.height() - button.height() - 20)
    menu = Menu("Kinds", button)
    for number in range(6):
        menu.add(f"Kind {number}", lambda: None)
    menu.open_under(button)
    assert menu.geometry().bottom() < button.mapToGlobal(QPoint(0, 0)).y()
    menu.close()
    button.move(20, 20)
    menu.open_under(button)
    assert menu.geometry().top() > button.mapToGlobal(QPoint(0, button.height())).y()
    menu.close()


def test_a_menu_without_icons_reserves_no_space_for_them(qtbot: QtBot) -> None:
    plain, with_icon = Menu("Text"), Menu("Text")
    for menu in (plain, with_icon):
        qtbot.addWidget(menu)
        menu.add("A long enough entry that exceeds the minimum width", lambda: None)
    with_icon.add("Copy", lambda: None, icon_name="copy")
    assert plain.sizeHint().width() < with_icon.sizeHint().width()
