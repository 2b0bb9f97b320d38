"""Tests of latest_button.py."""

from PySide6.QtWidgets import QWidget

from vaultdesk.ui.chat.latest_button import LatestButton


def test_it_has_a_name_and_room_for_its_word() -> None:
    host = QWidget()
    button = LatestButton(host)
    assert button.accessibleName() == "Go to the latest message"
    assert button.sizeHint().width() > button.fontMetrics().horizontalAdvance("Latest")
    assert button.isHidden()
    button.resize(button.sizeHint())
    assert not button.grab().isNull()
