"""Tests of ui/chat/composer/composer.py."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from vaultdesk.ui.chat.composer.composer import Composer, SendButton

# Send button.


def test_send_button_states_its_action_and_why_it_is_disabled() -> None:
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


def shown_composer() -> Composer:
    composer = Composer()
    composer.resize(400, 100)
    composer.show()
    return composer


def test_send_is_disabled_while_there_is_nothing_to_send() -> None:
    composer, sent = shown_composer(), []
    composer.submitted.connect(lambda question: sent.append(question.text))
    assert not composer.send.isEnabled()
    QTest.keyClicks(composer.field, "   ")
    QTest.keyClick(composer.field, Qt.Key.Key_Return)
    assert not composer.send.isEnabled()
    QTest.keyClicks(composer.field, "why")
    assert composer.send.isEnabled()
    QTest.mouseClick(composer.send, Qt.MouseButton.LeftButton)
    assert sent == ["why"]


def test_stop_replaces_send_and_enter_still_submits() -> None:
    composer, emitted = shown_composer(), []
    composer.submitted.connect(lambda question: emitted.append(question.text))
    composer.stop_requested.connect(lambda: emitted.append("stop"))
    geometry = composer.send.geometry()
    composer.set_running(True)
    assert (composer.send.geometry(), composer.send.accessibleName()) == (geometry, "Stop the answer")
    QTest.mouseClick(composer.send, Qt.MouseButton.LeftButton)
    QTest.keyClicks(composer.field, "next")
    QTest.keyClick(composer.field, Qt.Key.Key_Return)
    assert emitted == ["stop", "next"]


def test_esc_stops_while_running_and_leaves_otherwise() -> None:
    composer, emitted = shown_composer(), []
    composer.stop_requested.connect(lambda: emitted.append("stop"))
    composer.escaped.connect(lambda: emitted.append("left"))
    composer.set_running(True)
    QTest.keyClick(composer.field, Qt.Key.Key_Escape)
    composer.set_running(False)
    QTest.keyClick(composer.field, Qt.Key.Key_Escape)
    assert emitted == ["stop", "left"]


def test_disclosure_button_is_offered_for_a_remote_model() -> None:
    composer, emitted = shown_composer(), []
    composer.disclosure_requested.connect(lambda: emitted.append(1))
    assert not composer.disclosure_button.isVisible()
    composer.set_remote(True, "Ctrl+Shift+Return")
    QTest.mouseClick(composer.disclosure_button, Qt.MouseButton.LeftButton)

    assert emitted == [1]
    assert composer.disclosure_button.toolTip() == "What would leave this computer (Ctrl+Shift+Return)"
    composer.set_remote(False)
    assert not composer.disclosure_button.isVisible()
