"""Actions: every key of the table is bound once, and what is not bound to a deed is off."""

from collections import Counter

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.actions import ACTIONS, Actions, key_sequences


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


def test_no_two_commands_have_the_same_keys() -> None:
    keys = Counter(sequence.toString() for row in ACTIONS for sequence in key_sequences(row))

    assert {key: count for key, count in keys.items() if count > 1} == {}


def test_no_two_commands_have_the_same_name() -> None:
    assert len({row.id for row in ACTIONS}) == len(ACTIONS)


def test_a_command_is_off_until_it_is_bound_and_off_again_after(window: QWidget) -> None:
    actions = Actions(window)
    done: list[str] = []
    assert not actions["new-note"].isEnabled()

    actions.bind("new-note", lambda: done.append("first"))
    actions["new-note"].trigger()
    actions.bind("new-note", lambda: done.append("second"))
    actions["new-note"].trigger()
    actions.unbind("new-note")
    actions["new-note"].trigger()

    assert done == ["first", "second"]
    assert not actions["new-note"].isEnabled()


def test_keys_do_what_the_command_does(qtbot: QtBot, window: QWidget) -> None:
    actions = Actions(window)
    done: list[str] = []
    for row in ACTIONS:
        if row.scope == "window":
            actions.bind(row.id, lambda name=row.id: done.append(name))

    qtbot.keyClick(window, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(window, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)

    assert done == ["jump", "settings"]


def test_keys_of_a_pane_count_in_that_pane_only(qtbot: QtBot, window: QWidget) -> None:
    actions = Actions(window)
    done: list[str] = []
    actions.bind("stop", lambda: done.append("stop"))
    pane, other = QWidget(window), QWidget(window)
    actions.give(pane, "chat")
    for widget in (pane, other):
        widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        widget.show()

    other.setFocus()
    qtbot.keyClick(other, Qt.Key.Key_Escape)
    pane.setFocus()
    qtbot.keyClick(pane, Qt.Key.Key_Escape)

    assert done == ["stop"]


def test_keys_are_named_as_the_system_does(window: QWidget) -> None:
    actions = Actions(window)

    assert actions.keys("jump") == QKeySequence("Ctrl+O").toString(QKeySequence.SequenceFormat.NativeText)
    assert actions.keys("theme") == ""
