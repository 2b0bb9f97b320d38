from pytestqt.qtbot import QtBot

from vaultdesk.ui.note.ground import Ground
from vaultdesk.ui.theme.theme import theme


def test_it_is_of_the_colour_of_the_surface(qtbot: QtBot) -> None:
    made = Ground()
    qtbot.addWidget(made)
    made.resize(10, 10)
    assert made.grab().toImage().pixelColor(5, 5) == theme().color("surface")
