"""Approve comes alive only after a quiet while in front; keys press only what had the focus ring for a while."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.review.approve_delay import APPROVE_DELAY_MS, PRESS_KEYS, RING_DELAY_MS, ApproveDelay, RingDelay

NEVER = 10 * 60_000
"""Milliseconds no test waits for."""


class Question(QWidget):
    """A question with its two buttons."""

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


def question(qtbot: QtBot, wait: int) -> Question:
    made = Question(wait)
    qtbot.addWidget(made)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow, timeout=5000)
    return made


def test_u8_the_waits_are_those_of_the_specification() -> None:
    assert (APPROVE_DELAY_MS, RING_DELAY_MS) == (700, 600)


def test_a_question_that_appears_is_dead_and_comes_alive_by_itself(qtbot: QtBot) -> None:
    late = question(qtbot, NEVER)
    assert not late.approve_delay.armed
    soon = question(qtbot, 1)
    qtbot.waitUntil(lambda: soon.approve_delay.armed, timeout=5000)
    assert soon.button.isEnabled()


def test_a_question_nobody_has_seen_yet_stays_dead(qtbot: QtBot) -> None:
    hidden = Question(1)
    qtbot.addWidget(hidden)
    seen = question(qtbot, 1)
    qtbot.waitUntil(lambda: seen.approve_delay.armed, timeout=5000)
    assert not hidden.approve_delay.armed


def test_a_key_anywhere_begins_the_wait_anew(qtbot: QtBot) -> None:
    asked = question(qtbot, NEVER)
    timer = asked.approve_delay._timer
    timer.start(NEVER // 2)
    QTest.keyClick(asked, Qt.Key.Key_X)
    assert timer.remainingTime() <= NEVER // 2
    elsewhere = QWidget()
    qtbot.addWidget(elsewhere)
    timer.setInterval(NEVER)
    QTest.keyClick(elsewhere, Qt.Key.Key_X)
    assert timer.remainingTime() > NEVER // 2


def test_once_alive_a_key_does_not_kill_it(qtbot: QtBot) -> None:
    asked = question(qtbot, 1)
    qtbot.waitUntil(lambda: asked.approve_delay.armed, timeout=5000)
    QTest.keyClick(asked, Qt.Key.Key_X)
    assert asked.approve_delay.armed


def test_losing_the_front_kills_it_and_coming_back_begins_anew(qtbot: QtBot) -> None:
    asked = question(qtbot, 1)
    qtbot.waitUntil(lambda: asked.approve_delay.armed, timeout=5000)
    QApplication.sendEvent(asked, QEvent(QEvent.Type.WindowDeactivate))
    assert not asked.approve_delay.armed
    QApplication.sendEvent(asked, QEvent(QEvent.Type.WindowActivate))
    assert not asked.approve_delay.armed
    qtbot.waitUntil(lambda: asked.approve_delay.armed, timeout=5000)


@pytest.mark.parametrize("key", PRESS_KEYS)
@pytest.mark.parametrize("which", ["refuse", "button"])
def test_u8_a_button_that_just_got_the_ring_is_deaf_to_every_key_that_presses(
    qtbot: QtBot, which: str, key: Qt.Key
) -> None:
    asked = question(qtbot, NEVER)
    button: QPushButton = getattr(asked, which)
    button.setEnabled(True)
    button.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(button, key)
    assert asked.pressed == []


@pytest.mark.parametrize("key", PRESS_KEYS)
@pytest.mark.parametrize(("which", "told"), [("refuse", "refuse"), ("button", "approve")])
def test_u8_after_a_while_with_the_ring_enter_and_space_press(qtbot: QtBot, which: str, told: str, key: Qt.Key) -> None:
    asked = question(qtbot, 20)
    qtbot.waitUntil(lambda: asked.approve_delay.armed, timeout=5000)
    button: QPushButton = getattr(asked, which)
    ring = asked.refuse_delay if which == "refuse" else asked.approve_delay.ring
    button.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(lambda: ring.ready, timeout=5000)
    QTest.keyClick(button, key)
    assert asked.pressed == [told]


@pytest.mark.parametrize("key", [Qt.Key.Key_X, Qt.Key.Key_Return, Qt.Key.Key_Space])
def test_u8_a_key_pressed_while_it_has_the_ring_begins_the_wait_anew(qtbot: QtBot, key: Qt.Key) -> None:
    asked = question(qtbot, 1)
    asked.refuse.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(lambda: asked.refuse_delay.ready, timeout=5000)
    asked.refuse_delay._timer.setInterval(NEVER)
    asked.refuse.clicked.disconnect()
    QTest.keyClick(asked.refuse, key)
    assert not asked.refuse_delay.ready


def test_u8_a_ring_that_came_by_a_key_typed_on_the_way_lets_no_key_press(qtbot: QtBot) -> None:
    asked = question(qtbot, 1)
    qtbot.waitUntil(lambda: asked.approve_delay.armed, timeout=5000)
    asked.approve_delay._typing_pause = NEVER
    asked.refuse.setFocus()
    QTest.keyClick(asked.refuse, Qt.Key.Key_X)
    QTest.keyClick(asked.refuse, Qt.Key.Key_Tab)
    assert asked.button.hasFocus()
    qtbot.waitUntil(lambda: not asked.approve_delay.ring._timer.isActive(), timeout=5000)
    for key in PRESS_KEYS:
        QTest.keyClick(asked.button, key)
    assert asked.pressed == []
    # Away and back by keys that move the focus alone: now it was on purpose.
    asked.approve_delay._typing_pause = 0
    QTest.keyClick(asked.button, Qt.Key.Key_Backtab)
    QTest.keyClick(asked.refuse, Qt.Key.Key_Tab)
    qtbot.waitUntil(lambda: asked.approve_delay.ring.ready, timeout=5000)
    QTest.keyClick(asked.button, Qt.Key.Key_Return)
    assert asked.pressed == ["approve"]


def test_u8_a_key_that_is_held_down_presses_nothing(qtbot: QtBot) -> None:
    asked = question(qtbot, 1)
    asked.refuse.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(lambda: asked.refuse_delay.ready, timeout=5000)
    none = Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(asked.refuse, QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Return, none, "\r", True))
    assert asked.pressed == []


def test_while_it_is_not_shown_the_application_is_not_watched(qtbot: QtBot) -> None:
    asked = question(qtbot, NEVER)
    asked.hide()
    timer = asked.approve_delay._timer
    QTest.keyClick(asked, Qt.Key.Key_X)
    assert not timer.isActive()
    assert not asked.approve_delay._watching


def test_what_must_be_done_first_keeps_it_dead_however_long_it_is_shown(qtbot: QtBot) -> None:
    made = question(qtbot, 20)
    made.approve_delay.set_allowed(False)
    qtbot.waitUntil(lambda: made.approve_delay._has_waited, timeout=5000)
    assert not made.approve_delay.armed
    made.approve_delay.set_allowed(True)
    assert made.approve_delay.armed


def test_permission_alone_does_not_bring_it_alive(qtbot: QtBot) -> None:
    made = question(qtbot, NEVER)
    made.approve_delay.set_allowed(False)
    made.approve_delay.set_allowed(True)
    assert not made.approve_delay.armed
