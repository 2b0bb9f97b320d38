"""Step body: what was done with one thing, on one line."""

from pytestqt.qtbot import QtBot

from vaultdesk.ui.parts.labels import ElidedLabel
from vaultdesk.ui.parts.step_body import StepBody, SubLine


def test_sub_line_says_the_name_and_what_became_of_it(qtbot: QtBot) -> None:
    line = SubLine("minus", "Budget", "stayed here")
    qtbot.addWidget(line)

    assert [label.text() for label in line.findChildren(ElidedLabel)] == ["Budget", "stayed here"]
    assert not line.grab().isNull()


def test_body_draws_a_rule(qtbot: QtBot) -> None:
    body = StepBody()
    qtbot.addWidget(body)
    body.resize(40, 40)

    image = body.grab().toImage()
    assert len({image.pixelColor(x, 20).name() for x in range(40)}) == 2
