"""Completion popup: position, focus of the field, and keyboard navigation."""

from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.widgets.lists.field_completion import CompletionPopup
from vaultdesk.ui.widgets.lists.list_row import ListRow

ENTRIES = [ListRow(f"key {number}", f"Name {number}", "words") for number in range(12)]


def popup_at(qtbot: QtBot, top: int, width: int = 500) -> tuple[QWidget, QLineEdit, CompletionPopup]:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(width, 400)
    field = QLineEdit(window)
    field.setGeometry(10, top, width - 20, 30)
    window.show()
    window.activateWindow()
    field.setFocus()
    return window, field, CompletionPopup(field, "Notes")


def press(popup: CompletionPopup, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> bool:
    return popup.handle_key(QKeyEvent(QEvent.Type.KeyPress, key, modifiers))


def test_popup_opens_on_the_side_with_space_inside_the_window(qtbot: QtBot) -> None:
    _window, _field, popup = popup_at(qtbot, 10)
    popup.show_entries(ENTRIES, QRect(5, 5, 1, 20), (300, 200))
    assert popup.list.mapTo(popup.window(), QPoint(0, 0)).y() > 35
    window, _field, popup = popup_at(qtbot, 360, width=240)
    popup.show_entries(ENTRIES, QRect(200, 5, 1, 20), (300, 200))
    bottom = popup.list.mapTo(window, QPoint(0, popup.list.height())).y()
    assert bottom < 365
    rect = QRect(popup.list.mapTo(window, QPoint(0, 0)), popup.list.size())
    assert window.rect().contains(rect)


def test_field_retains_the_focus_and_all_typed_keys(qtbot: QtBot) -> None:
    _window, field, popup = popup_at(qtbot, 10)
    qtbot.waitUntil(field.hasFocus, timeout=30_000)
    popup.show_entries(ENTRIES, field.rect(), (300, 200))
    assert field.hasFocus()
    QTest.keyClicks(field, "abc")
    assert field.text() == "abc"
    assert popup.count() == 12


def test_steps_wrap_at_the_ends_and_pages_advance_several_entries(qtbot: QtBot) -> None:
    _window, field, popup = popup_at(qtbot, 10)
    popup.show_entries(ENTRIES, field.rect(), (300, 200))
    chosen_keys: list[str] = []
    popup.chosen.connect(chosen_keys.append)
    assert press(popup, Qt.Key.Key_Up)
    assert press(popup, Qt.Key.Key_Tab)
    assert (chosen_keys, popup.isVisible()) == (["key 11"], False)
    popup.show_entries(ENTRIES, field.rect(), (300, 200))
    assert press(popup, Qt.Key.Key_PageDown)
    assert press(popup, Qt.Key.Key_PageDown)
    assert press(popup, Qt.Key.Key_Enter, Qt.KeyboardModifier.KeypadModifier)
    assert int(chosen_keys[1].split()[1]) > 5
    assert not press(popup, Qt.Key.Key_Return), "a hidden popup handles no keys"


def test_keys_that_are_not_for_the_entries_are_left_to_the_field(qtbot: QtBot) -> None:
    _window, field, popup = popup_at(qtbot, 10)
    popup.show_entries(ENTRIES, field.rect(), (300, 200), select_first=False)
    assert not press(popup, Qt.Key.Key_Return)
    assert not press(popup, Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier)
    assert not press(popup, Qt.Key.Key_Left)
    chosen_keys: list[str] = []
    popup.chosen.connect(chosen_keys.append)
    assert press(popup, Qt.Key.Key_Down)
    assert press(popup, Qt.Key.Key_Return)
    assert chosen_keys == ["key 0"]


def test_click_selects_a_row_and_an_empty_list_hides_the_popup(qtbot: QtBot) -> None:
    _window, field, popup = popup_at(qtbot, 10)
    popup.show_entries(ENTRIES, field.rect(), (300, 200), "Tab takes it")
    assert popup.hint.isVisible()
    chosen_keys: list[str] = []
    popup.chosen.connect(chosen_keys.append)
    position = popup.list.visualRect(popup.list.model().index(1, 0)).center()
    QTest.mouseClick(popup.list.viewport(), Qt.MouseButton.LeftButton, pos=position)
    assert chosen_keys == ["key 1"]
    popup.show_entries([ListRow("", "Group", heading=True)], field.rect(), (300, 200))
    assert (popup.count(), popup.isVisible()) == (0, False)


def test_matches_are_highlighted(qtbot: QtBot) -> None:
    _window, field, popup = popup_at(qtbot, 10)
    popup.show_entries([ListRow("a", "Boiler", right="3")], field.rect(), (300, 200))
    before = popup.grab().toImage()
    popup.show_entries([ListRow("a", "Boiler", right="3", title_marks=((0, 3),))], field.rect(), (300, 200))
    assert popup.grab().toImage() != before
