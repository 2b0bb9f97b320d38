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


NONE = Qt.KeyboardModifier.NoModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
CONTROL = Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier
KEYPAD = Qt.KeyboardModifier.KeypadModifier


def test_only_the_named_modifiers_are_taken_away() -> None:
    assert without_modifiers(CONTROL | SHIFT, SHIFT) == CONTROL
    assert without_modifiers(CONTROL | ALT | SHIFT | KEYPAD, SHIFT, KEYPAD) == CONTROL | ALT
    assert without_modifiers(SHIFT, SHIFT) == NONE
    assert without_keypad(CONTROL | KEYPAD) == CONTROL


def test_nothing_takes_the_complement_of_a_modifier() -> None:
    """On Windows it loses other modifiers."""
    complement = re.compile(r"~\(?\s*(?:Qt\.KeyboardModifier|Keys?\.\w+Modifier|SHIFT|CONTROL|ALT|META)\b")
    found = [
        file.relative_to(ROOT).as_posix()
        for file in (ROOT / "vaultdesk").rglob("*.py")
        if file.name != "accessibility.py" and complement.search(file.read_text(encoding="utf-8"))
    ]
    assert found == []
