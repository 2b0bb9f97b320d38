"""Isolation: no state of the keyboard is left for the next test."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.support.keys import release_modifiers


def test_a_modifier_of_the_last_event_is_released(qtbot: QtBot) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.show()
    QTest.keyClick(widget, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.keyboardModifiers() == Qt.KeyboardModifier.ControlModifier

    release_modifiers()

    assert QGuiApplication.keyboardModifiers() == Qt.KeyboardModifier.NoModifier
