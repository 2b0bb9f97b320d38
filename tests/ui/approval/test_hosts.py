"""Hosts: no key, no closing and no haste approves anything (THREATS 2.3, S12)."""

import random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from tests.support.requests import read_request, search_request
from vaultdesk.tools.approvals import ApprovalDecision
from vaultdesk.ui.approval.arming import ARMING
from vaultdesk.ui.approval.hosts import ApprovalCard, ApprovalDialog

REFUSED = ApprovalDecision(approved=False)
Key = Qt.Key


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    shown = QWidget()
    shown.resize(1280, 800)
    qtbot.addWidget(shown)
    shown.show()
    qtbot.waitExposed(shown)
    shown.activateWindow()
    return shown


def open_dialog(qtbot: QtBot, window: QWidget, *, files: bool = True) -> ApprovalDialog:
    dialog = ApprovalDialog(read_request() if files else search_request(), window)
    qtbot.addWidget(dialog)
    dialog.open()
    qtbot.waitExposed(dialog)
    qtbot.waitUntil(lambda: dialog.view.foot.cancel_button.hasFocus(), timeout=5000)
    return dialog


def wait_until_armed(qtbot: QtBot, dialog: ApprovalDialog) -> None:
    qtbot.waitUntil(lambda: dialog.view.foot.arming.armed, timeout=5000)


@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_Enter, Key.Key_Space, Key.Key_Escape])
@pytest.mark.parametrize("armed", [False, True])
@pytest.mark.parametrize("files", [False, True])
def test_the_obvious_keys_all_mean_cancel(qtbot: QtBot, window: QWidget, key: Qt.Key, armed: bool, files: bool) -> None:
    dialog = open_dialog(qtbot, window, files=files)
    if armed:
        wait_until_armed(qtbot, dialog)
    QTest.keyClick(QApplication.focusWidget() or dialog, key)
    qtbot.waitUntil(lambda: not dialog.isVisible(), timeout=5000)
    assert dialog.decision == REFUSED


def test_closing_means_cancel(qtbot: QtBot, window: QWidget) -> None:
    dialog = open_dialog(qtbot, window)
    wait_until_armed(qtbot, dialog)
    dialog.close()
    assert dialog.decision == REFUSED


@pytest.mark.parametrize("seed", range(12))
def test_fifty_keys_typed_as_it_appears_approve_nothing(qtbot: QtBot, window: QWidget, seed: int) -> None:
    keys = [*map(Qt.Key, range(Key.Key_A, Key.Key_Z)), Key.Key_Tab, Key.Key_Tab, Key.Key_Backtab, Key.Key_Down]
    keys += [Key.Key_Right, Key.Key_Left, Key.Key_Up, Key.Key_Home, Key.Key_End]
    pressing = [Key.Key_Space, Key.Key_Return]
    chance = random.Random(seed)
    dialog = ApprovalDialog(read_request() if seed % 2 else search_request(), window)
    qtbot.addWidget(dialog)
    dialog.open()
    for number in range(50):
        if not dialog.isVisible():
            break
        # Enter and Space cancel at once; let most rounds live long enough to walk about.
        choice = chance.choice(keys if number < 25 else [*keys, *pressing])
        QTest.keyClick(QApplication.focusWidget() or dialog, choice)
    assert not dialog.decision.approved


def test_typing_on_keeps_approve_dead(qtbot: QtBot, window: QWidget) -> None:
    dialog = open_dialog(qtbot, window)
    for _ in range(6):
        QTest.keyClick(dialog.view, Key.Key_X)
        qtbot.wait(ARMING // 3)
        assert not dialog.view.foot.arming.armed
    wait_until_armed(qtbot, dialog)


def test_approve_reached_by_tab_is_deaf_for_a_moment(qtbot: QtBot, window: QWidget) -> None:
    dialog = open_dialog(qtbot, window)
    wait_until_armed(qtbot, dialog)
    approve = dialog.view.foot.approve_button
    approve.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(approve, Key.Key_Space)
    assert dialog.isVisible()
    qtbot.wait(ARMING + 100)
    QTest.keyClick(approve, Key.Key_Space)
    assert dialog.decision.approved


def test_losing_the_front_disarms(qtbot: QtBot, window: QWidget) -> None:
    dialog = open_dialog(qtbot, window)
    wait_until_armed(qtbot, dialog)
    other = QWidget()
    qtbot.addWidget(other)
    other.show()
    other.activateWindow()
    qtbot.waitUntil(lambda: not dialog.view.foot.arming.armed, timeout=5000)
    dialog.activateWindow()
    assert not dialog.view.foot.arming.armed
    wait_until_armed(qtbot, dialog)


def test_a_click_on_the_armed_button_approves_the_ticked_files(qtbot: QtBot, window: QWidget) -> None:
    dialog = open_dialog(qtbot, window)
    checklist = dialog.view.checklist
    assert checklist is not None
    QTest.keyClick(checklist.view(), Key.Key_Space)  # the first file is under the cursor: left out
    wait_until_armed(qtbot, dialog)
    QTest.mouseClick(dialog.view.foot.approve_button, Qt.MouseButton.LeftButton)
    assert dialog.decision == ApprovalDecision(
        approved=True, files=("Projects/House/Budget.md", "Daily/2026-11-12.md"), scope="once"
    )


def test_cancel_is_the_default_and_approve_has_no_mnemonic(qtbot: QtBot, window: QWidget) -> None:
    dialog = open_dialog(qtbot, window)
    foot = dialog.view.foot
    assert foot.cancel_button.isDefault()
    assert not foot.approve_button.isDefault()
    assert not foot.approve_button.autoDefault()
    assert "&" not in foot.approve_button.text()
    for button in dialog.findChildren(QPushButton):
        assert button.shortcut().isEmpty()


def test_every_focusable_widget_has_a_name(qtbot: QtBot, window: QWidget) -> None:
    for files in (True, False):
        dialog = open_dialog(qtbot, window, files=files)
        nameless = [
            child
            for child in dialog.findChildren(QWidget)
            if child.isVisible()
            and child.focusPolicy() != Qt.FocusPolicy.NoFocus
            and not (child.accessibleName() or getattr(child, "text", str)())
        ]
        assert nameless == []


def test_the_card_obeys_the_same_rules(qtbot: QtBot, window: QWidget) -> None:
    card = ApprovalCard(read_request(), window)
    answers: list[ApprovalDecision] = []
    card.view.answered.connect(answers.append)
    card.show()
    qtbot.waitUntil(lambda: card.view.foot.cancel_button.hasFocus(), timeout=5000)
    QTest.mouseClick(card.view.foot.approve_button, Qt.MouseButton.LeftButton)
    assert answers == []
    QTest.keyClick(card.view.foot.cancel_button, Key.Key_Escape)
    assert answers == [REFUSED]
