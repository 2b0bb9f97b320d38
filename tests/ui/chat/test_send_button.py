"""Tests of send_button.py."""

from vaultdesk.ui.chat.send_button import SendButton


def test_it_says_what_it_does_and_why_it_cannot() -> None:
    button = SendButton()
    button.set_sendable(False)
    assert (button.isEnabled(), button.toolTip()) == (False, "Type a question to send it")
    button.set_sendable(True)
    assert (button.isEnabled(), button.accessibleName()) == (True, "Send")
    button.set_stops(True)
    button.set_sendable(False)
    assert (button.isEnabled(), button.accessibleName()) == (True, "Stop the answer")
    button.resize(button.sizeHint())
    assert not button.grab().isNull()
