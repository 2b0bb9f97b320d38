"""Tests of ui/widgets/accessibility.py."""

import pytest
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QComboBox, QPushButton, QSpinBox, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.widgets import accessibility
from vaultdesk.ui.widgets.accessibility import focus_later, set_tab_order

# Tab order: Tab goes in the order that is named, whatever was made first.


def test_tab_goes_as_it_was_named(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    column = QVBoxLayout(page)
    last, number, box, first = QPushButton("last"), QSpinBox(), QComboBox(), QPushButton("first")
    for widget in (last, number, box, first):
        column.addWidget(widget)
    set_tab_order((first, box, number, last))
    page.show()
    page.activateWindow()
    first.setFocus()
    went = []
    for _ in range(4):
        went.append(page.focusWidget())
        page.focusNextChild()
    assert went == [first, box, number, last]
    assert page.focusWidget() is first


def test_one_stop_or_none_is_no_order(qtbot: QtBot) -> None:
    button = QPushButton("alone")
    qtbot.addWidget(button)
    set_tab_order((button,))
    set_tab_order(())


def test_what_is_just_put_on_a_page_takes_the_keyboard_soon(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    column = QVBoxLayout(page)
    column.addWidget(QPushButton("first"))
    page.show()
    late = QPushButton("late")
    column.addWidget(late)
    focus_later(late)
    qtbot.waitUntil(lambda: page.focusWidget() is late, timeout=5000)


# Spoken.


def test_a_sentence_is_announced_only_where_somebody_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[QAccessibleAnnouncementEvent] = []
    monkeypatch.setattr(QAccessible, "updateAccessibility", told.append)
    for active in (False, True):
        monkeypatch.setattr(QAccessible, "isActive", lambda active=active: active)
        accessibility.announce(QWidget(), "Done.")
    assert [event.message() for event in told] == ["Done."]
