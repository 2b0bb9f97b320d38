"""Tests of ui/widgets/step_line.py."""

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QLabel, QToolButton
from pytestqt.qtbot import QtBot

from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.labels import ElidedLabel
from vaultdesk.ui.widgets.step_line import STATE_ICONS, StepBody, StepDetailLine, StepLine, StepState

# Step body: what was done with one thing, on one line.


def test_sub_line_says_the_name_and_what_became_of_it(qtbot: QtBot) -> None:
    line = StepDetailLine("minus", "Budget", "stayed here")
    qtbot.addWidget(line)

    assert [label.text() for label in line.findChildren(ElidedLabel)] == ["Budget", "stayed here"]
    assert not line.grab().isNull()


def test_body_draws_a_rule(qtbot: QtBot) -> None:
    body = StepBody()
    qtbot.addWidget(body)
    body.resize(40, 40)

    image = body.grab().toImage()
    assert len({image.pixelColor(x, 20).name() for x in range(40)}) == 2


# Step line: one line that says where a step is, opened to what is behind it.


def head(line: StepLine) -> QToolButton:
    found = line.findChild(QToolButton)
    assert found is not None
    return found


def test_every_state_is_drawn_and_said(qtbot: QtBot) -> None:
    line = StepLine("search", "Searched notes", "“quote”")
    qtbot.addWidget(line)
    states: list[StepState] = list(STATE_ICONS)
    for state in states:
        line.set_state(state, f"it is {state}")
        assert line.state() == state
        assert head(line).accessibleName() == f"Searched notes “quote” it is {state}"
        assert not line.grab().isNull()


def test_line_opens_by_mouse_and_by_key(qtbot: QtBot) -> None:
    line = StepLine("file", "Read notes")
    body = QLabel("behind")
    line.add_body(body)
    line.add_sub_line("check", "Boiler", "sent", "success")
    qtbot.addWidget(line)
    line.show()
    told: list[bool] = []
    line.toggled.connect(told.append)

    qtbot.mouseClick(head(line), Qt.MouseButton.LeftButton)
    assert body.isVisible()
    qtbot.keyClick(head(line), Qt.Key.Key_Space)
    assert not body.isVisible()

    assert told == [True, False]


def test_arc_turns_only_while_it_runs_and_is_seen(qtbot: QtBot) -> None:
    line = StepLine("search", "Searching")
    qtbot.addWidget(line)
    clock = line.findChild(QTimer)
    assert clock is not None
    theme().set_motion("full")
    line.set_state("running")
    assert not clock.isActive()

    line.show()
    assert clock.isActive()
    theme().set_motion("system")
    line.hide()
    assert not clock.isActive()
    line.show()
    line.set_state("done", "6 found")
    assert not clock.isActive()


def test_arc_stands_still_where_nothing_is_to_move(qtbot: QtBot) -> None:
    line = StepLine("search", "Searching")
    qtbot.addWidget(line)
    clock = line.findChild(QTimer)
    assert clock is not None
    line.show()
    theme().set_motion("none")
    try:
        line.set_state("running")
        assert not clock.isActive()
    finally:
        theme().set_motion("system")
