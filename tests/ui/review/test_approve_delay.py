"""Arming: Approve comes alive only after a quiet while in front, and takes no key right after it got the focus."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.review.approve_delay import APPROVE_DELAY_MS, PRESS_KEYS, ApproveDelay

NEVER = 10 * 60_000
"""Milliseconds no test waits for."""


class Question(QWidget):
    """A question with its button."""

    def __init__(self, wait: int) -> None:
        super().__init__()
        self.button = QPushButton("Send")
        self.pressed: list[bool] = []
        self.button.clicked.connect(lambda: self.pressed.append(True))
        QVBoxLayout(self).addWidget(self.button)
        self.arming = ApproveDelay(self.button, self, wait)


def question(qtbot: QtBot, wait: int) -> Question:
    made = Question(wait)
    qtbot.addWidget(made)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow, timeout=5000)
    return made


def test_the_wait_is_that_of_the_specification() -> None:
    assert APPROVE_DELAY_MS == 700


def test_a_question_that_appears_is_dead_and_comes_alive_by_itself(qtbot: QtBot) -> None:
    late = question(qtbot, NEVER)
    assert not late.arming.armed
    soon = question(qtbot, 1)
    qtbot.waitUntil(lambda: soon.arming.armed, timeout=5000)
    assert soon.button.isEnabled()


def test_a_question_nobody_has_seen_yet_stays_dead(qtbot: QtBot) -> None:
    hidden = Question(1)
    qtbot.addWidget(hidden)
    seen = question(qtbot, 1)
    qtbot.waitUntil(lambda: seen.arming.armed, timeout=5000)
    assert not hidden.arming.armed


def test_a_key_anywhere_begins_the_wait_anew(qtbot: QtBot) -> None:
    asked = question(qtbot, NEVER)
    timer = asked.arming._timer
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
    qtbot.waitUntil(lambda: asked.arming.armed, timeout=5000)
    QTest.keyClick(asked, Qt.Key.Key_X)
    assert asked.arming.armed


def test_losing_the_front_kills_it_and_coming_back_begins_anew(qtbot: QtBot) -> None:
    asked = question(qtbot, 1)
    qtbot.waitUntil(lambda: asked.arming.armed, timeout=5000)
    QApplication.sendEvent(asked, QEvent(QEvent.Type.WindowDeactivate))
    assert not asked.arming.armed
    QApplication.sendEvent(asked, QEvent(QEvent.Type.WindowActivate))
    assert not asked.arming.armed
    qtbot.waitUntil(lambda: asked.arming.armed, timeout=5000)


@pytest.mark.parametrize("key", PRESS_KEYS)
def test_a_button_reached_by_the_keyboard_is_deaf_to_every_key_that_presses(qtbot: QtBot, key: Qt.Key) -> None:
    asked = question(qtbot, NEVER)
    asked.button.setEnabled(True)
    asked.button.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(asked.button, key)
    assert asked.pressed == []


def test_after_a_while_space_presses_it(qtbot: QtBot) -> None:
    asked = question(qtbot, 1)
    qtbot.waitUntil(lambda: asked.arming.armed, timeout=5000)
    asked.button.setFocus(Qt.FocusReason.TabFocusReason)

    def pressed() -> bool:
        QTest.keyClick(asked.button, Qt.Key.Key_Space)
        return bool(asked.pressed)

    qtbot.waitUntil(pressed, timeout=5000)


def test_while_nothing_waits_the_application_is_not_watched(qtbot: QtBot) -> None:
    asked = question(qtbot, 1)
    qtbot.waitUntil(lambda: asked.arming.armed, timeout=5000)
    timer = asked.arming._timer
    QTest.keyClick(asked, Qt.Key.Key_X)
    assert not timer.isActive()


def test_what_must_be_done_first_keeps_it_dead_however_long_it_is_shown(qtbot: QtBot) -> None:
    made = question(qtbot, 20)
    made.arming.set_allowed(False)
    qtbot.wait(120)
    assert not made.arming.armed
    made.arming.set_allowed(True)
    assert made.arming.armed


def test_permission_alone_does_not_bring_it_alive(qtbot: QtBot) -> None:
    made = question(qtbot, NEVER)
    made.arming.set_allowed(False)
    made.arming.set_allowed(True)
    assert not made.arming.armed
