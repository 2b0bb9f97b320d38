"""Jump popup: only the rows for what is typed are shown and taken; it keeps inside its window."""

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
        self.taken: list[tuple[str, Qt.KeyboardModifier]] = []

    def activate(self, row: ListRow | None, held: Qt.KeyboardModifier) -> None:
        self.taken.append((row.key if row is not None else "", held))


@pytest.fixture
def popup(qtbot: QtBot) -> Iterator[Popup]:
    window = QWidget()
    window.resize(900, 600)
    qtbot.addWidget(window)
    window.show()
    made = Popup(window)
    made.open()
    yield made
    window.close()


def test_an_old_answer_is_not_shown_and_enter_waits_for_the_new_one(popup: Popup) -> None:
    popup.show_rows("", ROWS, "")
    QTest.keyClicks(popup.field, "tw")
    popup.show_rows("t", ROWS[:1], "")
    QTest.keyClick(popup.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert popup.taken == []
    popup.show_rows("tw", ROWS[1:2], "1 of 3")
    assert popup.taken == [("two", Qt.KeyboardModifier.ControlModifier)]
    assert popup.status.text() == "1 of 3"


def test_the_arrows_go_round_and_a_voice_hears_where(popup: Popup) -> None:
    popup.show_rows("", ROWS, "")
    QTest.keyClick(popup.field, Qt.Key.Key_Up)
    assert popup.field.accessibleDescription() == "Three, of all"
    QTest.keyClick(popup.field, Qt.Key.Key_Down)
    assert popup.field.accessibleDescription() == "One"
    popup.show_rows("", [], "")
    assert popup.field.accessibleDescription() == "No matches."


def test_a_click_is_enter_and_a_click_with_ctrl_is_enter_with_ctrl(popup: Popup) -> None:
    popup.show_rows("", ROWS, "")
    place = popup.list.visualRect(popup.list.row_model.index(1)).center()
    for held in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier):
        QTest.mouseClick(popup.list.viewport(), Qt.MouseButton.LeftButton, held, place)
    assert popup.taken == [("two", Qt.KeyboardModifier.NoModifier), ("two", Qt.KeyboardModifier.ControlModifier)]


def test_the_keys_that_opened_it_close_it_and_type_nothing(popup: Popup, qtbot: QtBot) -> None:
    popup.close_with([QKeySequence("Ctrl+P"), QKeySequence("Ctrl+K")])
    QTest.keyClicks(popup.field, "pump")
    assert popup.field.text() == "pump"
    QTest.keyClick(popup.field, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: not shiboken6.isValid(popup))


def test_it_stands_inside_its_window_and_leaves_out_the_keys_least_known(popup: Popup) -> None:
    window = popup.parentWidget()
    assert window is not None
    assert [cap.text() for cap in popup.findChildren(KeyCap) if cap.isVisible()] == ["↑↓", "Enter", "Esc"]
    window.resize(240, 300)
    popup.show_rows("", [ListRow(f"{n}", f"{n}") for n in range(50)], "50+ of 900")
    assert popup.width() <= 240
    assert popup.geometry().bottom() <= window.geometry().bottom()
    assert [cap.text() for cap in popup.findChildren(KeyCap) if cap.isVisible()] == ["Enter", "Esc"]
