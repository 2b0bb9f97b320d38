"""Card: a surface with a border, plain or dashed."""

import pytest
from pytestqt.qtbot import QtBot

from tests.support.drawing import drawn, has
from vaultdesk.ui.parts.card import Card, Rule
from vaultdesk.ui.parts.labels import PlainLabel
from vaultdesk.ui.theme.theme import Theme


@pytest.mark.parametrize("dashed", [False, True])
def test_card_is_a_surface_around_its_content(qtbot: QtBot, dressed: Theme, dashed: bool) -> None:
    card = Card(dashed=dashed)
    card.content.addWidget(PlainLabel("inside"))
    qtbot.addWidget(card)
    image = drawn(card)

    assert has(image, dressed.color("surface"))
    assert card.height() >= 2 * dressed.step(16)


def test_border_can_change(qtbot: QtBot, dressed: Theme) -> None:
    card = Card()
    card.content.addWidget(PlainLabel("inside"))
    qtbot.addWidget(card)

    card.set_line("danger")

    assert has(drawn(card), dressed.color("danger"))


def test_rule_is_one_pixel_of_border(qtbot: QtBot, dressed: Theme) -> None:
    rule = Rule()
    qtbot.addWidget(rule)

    assert rule.height() == 1
    assert rule.grab().toImage().pixelColor(5, 0) == dressed.color("border")
