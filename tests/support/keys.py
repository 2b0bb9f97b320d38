"""Keys: the state of the keyboard between tests."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QWindow
from PySide6.QtTest import QTest


def release_modifiers() -> None:
    """Release the modifier keys that Qt takes for pressed: those of the last key or mouse event."""
    if QGuiApplication.keyboardModifiers() != Qt.KeyboardModifier.NoModifier:
        QTest.keyRelease(QWindow(), Qt.Key.Key_Control)
