"""Key cap: keys as this system writes them."""

from PySide6.QtGui import QKeySequence
from pytestqt.qtbot import QtBot

from vaultdesk.ui.parts.keycap import KeyCap, native_keys


def test_keys_are_written_natively(qtbot: QtBot) -> None:
    cap = KeyCap("Ctrl+Shift+F")
    qtbot.addWidget(cap)

    assert cap.text() == QKeySequence("Ctrl+Shift+F").toString(QKeySequence.SequenceFormat.NativeText)
    assert cap.accessibleName() == cap.text()
    assert cap.sizeHint().width() > 20
    assert native_keys("") == ""
