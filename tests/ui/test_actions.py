"""Actions: every key of the table is bound once, and what is not bound to a deed is off."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.action_table import ACTIONS
from vaultdesk.ui.actions import Actions
from vaultdesk.ui.theme.theme import theme


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


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


def test_chosen_keys_take_the_place_of_those_of_the_table_until_they_are_given_up(window: QWidget) -> None:
    actions = Actions(window)
    told: list[bool] = []
    actions.keys_changed.connect(lambda: told.append(True))

    actions.set_keys({"jump": ("Ctrl+J", "F4"), "settings": (), "of-a-later-version": ("F9",)})
    chosen = [actions[name].shortcuts() for name in ("jump", "settings", "new-note")]
    actions.set_keys({})

    assert chosen == [[QKeySequence("Ctrl+J"), QKeySequence("F4")], [], [QKeySequence("Ctrl+N")]]
    assert actions["jump"].shortcuts() == [QKeySequence("Ctrl+O")]
    assert told == [True, True]


def test_a_command_knows_its_row_of_the_table(window: QWidget) -> None:
    assert Actions(window).row("jump").group == "find"


def test_an_icon_is_drawn_for_a_menu_and_drawn_anew_in_another_look(window: QWidget) -> None:
    actions = Actions(window)
    actions.bind("jump", lambda: None)
    assert actions["jump"].icon().isNull()

    assert actions.entries(["jump", "new-note"]) == [actions["jump"], actions["new-note"]]
    before = actions["jump"].icon().cacheKey()
    assert not actions["jump"].icon().isNull()
    actions.entries(["jump"])
    assert actions["jump"].icon().cacheKey() == before
    theme().changed.emit()
    assert actions["jump"].icon().cacheKey() != before
    assert actions["settings"].icon().isNull()
