"""Tests of ui/widgets/accessibility.py."""

import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QComboBox, QPushButton, QSpinBox, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.architecture.source import ROOT
from vaultdesk.ui.widgets import accessibility
from vaultdesk.ui.widgets.accessibility import focus_later, set_tab_order, without_keypad, without_modifiers

# Tab order follows the given order, not the order of creation.


def test_tab_follows_the_given_order(qtbot: QtBot) -> None:
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
    visited = []
    for _ in range(4):
        visited.append(page.focusWidget())
        page.focusNextChild()
    assert visited == [first, box, number, last]
    assert page.focusWidget() is first


def test_tab_order_of_one_or_no_widget_has_no_effect(qtbot: QtBot) -> None:
    button = QPushButton("alone")
    qtbot.addWidget(button)
    set_tab_order((button,))
    set_tab_order(())


def test_focus_later_focuses_a_newly_added_widget(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    column = QVBoxLayout(page)
    column.addWidget(QPushButton("first"))
    page.show()
    added = QPushButton("late")
    column.addWidget(added)
    focus_later(added)
    qtbot.waitUntil(lambda: page.focusWidget() is added, timeout=30_000)


# Announcements.


def test_announcement_is_sent_only_when_accessibility_is_active(monkeypatch: pytest.MonkeyPatch) -> None:
    events: list[QAccessibleAnnouncementEvent] = []
    monkeypatch.setattr(QAccessible, "updateAccessibility", events.append)
    for active in (False, True):
        monkeypatch.setattr(QAccessible, "isActive", lambda active=active: active)
        accessibility.announce(QWidget(), "Done.")
    assert [event.message() for event in events] == ["Done."]


NONE = Qt.KeyboardModifier.NoModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
CONTROL = Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier
KEYPAD = Qt.KeyboardModifier.KeypadModifier


def test_only_the_given_modifiers_are_removed() -> None:
    assert without_modifiers(CONTROL | SHIFT, SHIFT) == CONTROL
    assert without_modifiers(CONTROL | ALT | SHIFT | KEYPAD, SHIFT, KEYPAD) == CONTROL | ALT
    assert without_modifiers(SHIFT, SHIFT) == NONE
    assert without_keypad(CONTROL | KEYPAD) == CONTROL


def test_no_code_uses_the_complement_of_a_modifier() -> None:
    """On Windows the complement loses other modifiers."""
    complement = re.compile(r"~\(?\s*(?:Qt\.KeyboardModifier|Keys?\.\w+Modifier|SHIFT|CONTROL|ALT|META)\b")
    found = [
        file.relative_to(ROOT).as_posix()
        for file in (ROOT / "vaultdesk").rglob("*.py")
        if file.name != "accessibility.py" and complement.search(file.read_text(encoding="utf-8"))
    ]
    assert found == []
