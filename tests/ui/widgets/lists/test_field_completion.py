"""Pick list popup: where it stands, that the field keeps the keyboard, and how it is stepped through."""

from PySide6.QtCore import QPoint, QRect, Qt
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


def test_it_opens_where_the_window_has_room_and_stays_inside(qtbot: QtBot) -> None:
    _window, _field, popup = popup_at(qtbot, 10)
    popup.show_entries(ENTRIES, QRect(5, 5, 1, 20), (300, 200))
    assert popup.list.mapTo(popup.window(), QPoint(0, 0)).y() > 35
    window, _field, popup = popup_at(qtbot, 360, width=240)
    popup.show_entries(ENTRIES, QRect(200, 5, 1, 20), (300, 200))
    bottom = popup.list.mapTo(window, QPoint(0, popup.list.height())).y()
    assert bottom < 365
    place = QRect(popup.list.mapTo(window, QPoint(0, 0)), popup.list.size())
    assert window.rect().contains(place)


def test_the_field_keeps_the_keyboard_and_no_key_is_lost(qtbot: QtBot) -> None:
    _window, field, popup = popup_at(qtbot, 10)
    qtbot.waitUntil(field.hasFocus)
    popup.show_entries(ENTRIES, field.rect(), (300, 200))
    assert field.hasFocus()
    QTest.keyClicks(field, "abc")
    assert field.text() == "abc"
    assert popup.count() == 12


def test_it_is_stepped_through_round_the_ends_by_entries_and_by_pages(qtbot: QtBot) -> None:
    _window, field, popup = popup_at(qtbot, 10)
    popup.show_entries(ENTRIES, field.rect(), (300, 200))
    told: list[str] = []
    popup.chosen.connect(told.append)
    popup.step(-1)
    popup.choose()
    assert (told, popup.isVisible()) == (["key 11"], False)
    popup.show_entries(ENTRIES, field.rect(), (300, 200))
    popup.page(1)
    popup.page(1)
    popup.choose()
    assert int(told[1].split()[1]) > 5


def test_a_click_takes_the_row_and_nothing_to_offer_hides_it(qtbot: QtBot) -> None:
    _window, field, popup = popup_at(qtbot, 10)
    popup.show_entries(ENTRIES, field.rect(), (300, 200), "Tab takes it")
    assert popup.hint.isVisible()
    told: list[str] = []
    popup.chosen.connect(told.append)
    place = popup.list.visualRect(popup.list.model().index(1, 0)).center()
    QTest.mouseClick(popup.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert told == ["key 1"]
    popup.show_entries([ListRow("", "Group", heading=True)], field.rect(), (300, 200))
    assert (popup.count(), popup.isVisible()) == (0, False)


def test_it_is_drawn_with_what_was_looked_for_marked(qtbot: QtBot) -> None:
    _window, field, popup = popup_at(qtbot, 10)
    popup.show_entries([ListRow("a", "Boiler", right="3")], field.rect(), (300, 200))
    before = popup.grab().toImage()
    popup.show_entries([ListRow("a", "Boiler", right="3", title_marks=((0, 3),))], field.rect(), (300, 200))
    assert popup.grab().toImage() != before
