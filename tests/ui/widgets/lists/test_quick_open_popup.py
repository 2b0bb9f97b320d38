"""Quick open popup: only rows for the current query are shown and activated; it stays inside its window."""

from collections.abc import Iterator

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.widgets.glyphs import KeyCap
from vaultdesk.ui.widgets.lists.list_row import ListRow
from vaultdesk.ui.widgets.lists.quick_open_popup import QuickOpenHint, QuickOpenPopup, QuickOpenTexts

HINTS = (QuickOpenHint("↑↓", "choose", essential=False), QuickOpenHint("Enter", "open"), QuickOpenHint("Esc", "close"))
ROWS = [ListRow("one", "One"), ListRow("two", "Two"), ListRow("three", "Three", "of all")]


class Popup(QuickOpenPopup):
    def __init__(self, window: QWidget) -> None:
        super().__init__(window, 50, QuickOpenTexts("Go", "Find", "Find…", "Found", "No matches.", HINTS))
        self.activations: list[tuple[str, Qt.KeyboardModifier]] = []

    def activate(self, row: ListRow | None, modifiers: Qt.KeyboardModifier) -> None:
        self.activations.append((row.key if row is not None else "", modifiers))


@pytest.fixture
def popup(qtbot: QtBot) -> Iterator[Popup]:
    window = QWidget()
    window.resize(900, 600)
    qtbot.addWidget(window)
    window.show()
    quick_open = Popup(window)
    quick_open.open()
    yield quick_open
    window.close()


def test_outdated_results_are_not_shown_and_enter_waits_for_current_ones(popup: Popup) -> None:
    popup.show_rows("", ROWS, "")
    QTest.keyClicks(popup.field, "tw")
    popup.show_rows("t", ROWS[:1], "")
    QTest.keyClick(popup.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert popup.activations == []
    popup.show_rows("tw", ROWS[1:2], "1 of 3")
    assert popup.activations == [("two", Qt.KeyboardModifier.ControlModifier)]
    assert popup.status.text() == "1 of 3"


def test_arrow_keys_wrap_and_the_current_row_is_announced(popup: Popup) -> None:
    popup.show_rows("", ROWS, "")
    QTest.keyClick(popup.field, Qt.Key.Key_Up)
    assert popup.field.accessibleDescription() == "Three, of all"
    QTest.keyClick(popup.field, Qt.Key.Key_Down)
    assert popup.field.accessibleDescription() == "One"
    popup.show_rows("", [], "")
    assert popup.field.accessibleDescription() == "No matches."


def test_click_and_ctrl_click_activate_with_the_same_modifiers_as_enter(popup: Popup) -> None:
    popup.show_rows("", ROWS, "")
    position = popup.list.visualRect(popup.list.row_model.index(1)).center()
    for modifier in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier):
        QTest.mouseClick(popup.list.viewport(), Qt.MouseButton.LeftButton, modifier, position)
    assert popup.activations == [("two", Qt.KeyboardModifier.NoModifier), ("two", Qt.KeyboardModifier.ControlModifier)]


def test_shortcut_that_opened_the_popup_closes_it_and_types_nothing(popup: Popup, qtbot: QtBot) -> None:
    popup.close_with([QKeySequence("Ctrl+P"), QKeySequence("Ctrl+K")])
    QTest.keyClicks(popup.field, "pump")
    assert popup.field.text() == "pump"
    QTest.keyClick(popup.field, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: not shiboken6.isValid(popup), timeout=30_000)


def test_popup_stays_inside_a_narrow_window_and_omits_optional_hints(popup: Popup) -> None:
    window = popup.parentWidget()
    assert window is not None
    assert [cap.text() for cap in popup.findChildren(KeyCap) if cap.isVisible()] == ["↑↓", "Enter", "Esc"]
    window.resize(240, 300)
    popup.show_rows("", [ListRow(f"{n}", f"{n}") for n in range(50)], "50+ of 900")
    assert popup.width() <= 240
    assert popup.geometry().bottom() <= window.geometry().bottom()
    assert [cap.text() for cap in popup.findChildren(KeyCap) if cap.isVisible()] == ["Enter", "Esc"]
