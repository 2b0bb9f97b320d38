"""Approve is enabled after a delay without typing in an active window; keys press only buttons focused for a while."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.review.approve_delay import APPROVE_DELAY_MS, PRESS_KEYS, RING_DELAY_MS, ApproveDelay, RingDelay

LONG_DELAY = 10 * 60_000
"""Milliseconds, longer than any test takes."""


class RequestStandIn(QWidget):
    """Request with its two buttons."""

    def __init__(self, wait: int) -> None:
        super().__init__()
        self.refuse = QPushButton("Don’t Send")
        self.button = QPushButton("Send")
        self.pressed: list[str] = []
        self.refuse.clicked.connect(lambda: self.pressed.append("refuse"))
        self.button.clicked.connect(lambda: self.pressed.append("approve"))
        column = QVBoxLayout(self)
        column.addWidget(self.refuse)
        column.addWidget(self.button)
        self.refuse_delay = RingDelay(self.refuse, wait)
        self.approve_delay = ApproveDelay(self.button, self, wait)


def show_request(qtbot: QtBot, wait: int) -> RequestStandIn:
    request = RequestStandIn(wait)
    qtbot.addWidget(request)
    request.show()
    request.activateWindow()
    qtbot.waitUntil(request.isActiveWindow, timeout=30_000)
    return request


def test_u8_delays_match_the_specification() -> None:
    assert (APPROVE_DELAY_MS, RING_DELAY_MS) == (700, 600)


def test_approve_is_disabled_at_first_and_enabled_after_the_delay(qtbot: QtBot) -> None:
    delayed = show_request(qtbot, LONG_DELAY)
    assert not delayed.approve_delay.armed
    immediate = show_request(qtbot, 1)
    qtbot.waitUntil(lambda: immediate.approve_delay.armed, timeout=30_000)
    assert immediate.button.isEnabled()


def test_approve_of_a_hidden_request_is_never_enabled(qtbot: QtBot) -> None:
    hidden = RequestStandIn(1)
    qtbot.addWidget(hidden)
    visible = show_request(qtbot, 1)
    qtbot.waitUntil(lambda: visible.approve_delay.armed, timeout=30_000)
    assert not hidden.approve_delay.armed


def test_key_press_in_any_window_restarts_the_delay(qtbot: QtBot) -> None:
    request = show_request(qtbot, LONG_DELAY)
    timer = request.approve_delay._timer
    timer.start(LONG_DELAY // 2)
    QTest.keyClick(request, Qt.Key.Key_X)
    assert timer.remainingTime() <= LONG_DELAY // 2
    elsewhere = QWidget()
    qtbot.addWidget(elsewhere)
    timer.setInterval(LONG_DELAY)
    QTest.keyClick(elsewhere, Qt.Key.Key_X)
    assert timer.remainingTime() > LONG_DELAY // 2


def test_key_press_does_not_disable_an_enabled_approve(qtbot: QtBot) -> None:
    request = show_request(qtbot, 1)
    qtbot.waitUntil(lambda: request.approve_delay.armed, timeout=30_000)
    QTest.keyClick(request, Qt.Key.Key_X)
    assert request.approve_delay.armed


def test_deactivation_disables_approve_and_activation_restarts_the_delay(qtbot: QtBot) -> None:
    request = show_request(qtbot, 1)
    qtbot.waitUntil(lambda: request.approve_delay.armed, timeout=30_000)
    QApplication.sendEvent(request, QEvent(QEvent.Type.WindowDeactivate))
    assert not request.approve_delay.armed
    QApplication.sendEvent(request, QEvent(QEvent.Type.WindowActivate))
    assert not request.approve_delay.armed
    qtbot.waitUntil(lambda: request.approve_delay.armed, timeout=30_000)


@pytest.mark.parametrize("key", PRESS_KEYS)
@pytest.mark.parametrize("which", ["refuse", "button"])
def test_u8_newly_focused_button_ignores_activation_keys(qtbot: QtBot, which: str, key: Qt.Key) -> None:
    request = show_request(qtbot, LONG_DELAY)
    button: QPushButton = getattr(request, which)
    button.setEnabled(True)
    button.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(button, key)
    assert request.pressed == []


@pytest.mark.parametrize("key", PRESS_KEYS)
@pytest.mark.parametrize(("which", "expected"), [("refuse", "refuse"), ("button", "approve")])
def test_u8_activation_keys_press_a_button_focused_for_a_while(
    qtbot: QtBot, which: str, expected: str, key: Qt.Key
) -> None:
    request = show_request(qtbot, 20)
    qtbot.waitUntil(lambda: request.approve_delay.armed, timeout=30_000)
    button: QPushButton = getattr(request, which)
    ring = request.refuse_delay if which == "refuse" else request.approve_delay.ring
    button.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(lambda: ring.ready, timeout=30_000)
    QTest.keyClick(button, key)
    assert request.pressed == [expected]


@pytest.mark.parametrize("key", [Qt.Key.Key_X, Qt.Key.Key_Return, Qt.Key.Key_Space])
def test_u8_key_press_on_a_focused_button_restarts_its_delay(qtbot: QtBot, key: Qt.Key) -> None:
    request = show_request(qtbot, 1)
    request.refuse.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(lambda: request.refuse_delay.ready, timeout=30_000)
    request.refuse_delay._timer.setInterval(LONG_DELAY)
    request.refuse.clicked.disconnect()
    QTest.keyClick(request.refuse, key)
    assert not request.refuse_delay.ready


def test_u8_focus_reached_by_tab_while_typing_ignores_activation_keys(qtbot: QtBot) -> None:
    request = show_request(qtbot, 1)
    qtbot.waitUntil(lambda: request.approve_delay.armed, timeout=30_000)
    request.approve_delay._typing_pause = LONG_DELAY
    request.refuse.setFocus()
    QTest.keyClick(request.refuse, Qt.Key.Key_X)
    QTest.keyClick(request.refuse, Qt.Key.Key_Tab)
    assert request.button.hasFocus()
    qtbot.waitUntil(lambda: not request.approve_delay.ring._timer.isActive(), timeout=30_000)
    for key in PRESS_KEYS:
        QTest.keyClick(request.button, key)
    assert request.pressed == []
    # Focus moved away and back by navigation keys alone counts as deliberate.
    request.approve_delay._typing_pause = 0
    QTest.keyClick(request.button, Qt.Key.Key_Backtab)
    QTest.keyClick(request.refuse, Qt.Key.Key_Tab)
    qtbot.waitUntil(lambda: request.approve_delay.ring.ready, timeout=30_000)
    QTest.keyClick(request.button, Qt.Key.Key_Return)
    assert request.pressed == ["approve"]


def test_u8_auto_repeated_key_presses_nothing(qtbot: QtBot) -> None:
    request = show_request(qtbot, 1)
    request.refuse.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(lambda: request.refuse_delay.ready, timeout=30_000)
    none = Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(request.refuse, QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Return, none, "\r", True))
    assert request.pressed == []


def test_hidden_request_does_not_filter_application_events(qtbot: QtBot) -> None:
    request = show_request(qtbot, LONG_DELAY)
    request.hide()
    timer = request.approve_delay._timer
    QTest.keyClick(request, Qt.Key.Key_X)
    assert not timer.isActive()
    assert not request.approve_delay._watching


def test_approve_stays_disabled_until_it_is_allowed(qtbot: QtBot) -> None:
    request = show_request(qtbot, 20)
    request.approve_delay.set_allowed(False)
    qtbot.waitUntil(lambda: request.approve_delay._has_waited, timeout=30_000)
    assert not request.approve_delay.armed
    request.approve_delay.set_allowed(True)
    assert request.approve_delay.armed


def test_allowing_approve_does_not_skip_the_delay(qtbot: QtBot) -> None:
    request = show_request(qtbot, LONG_DELAY)
    request.approve_delay.set_allowed(False)
    request.approve_delay.set_allowed(True)
    assert not request.approve_delay.armed
