"""Picture: the program's icon, drawn, and the same in every theme."""

from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from vaultdesk.ui.parts.picture import AppPicture
from vaultdesk.ui.theme.theme import theme


def drawn(qtbot: QtBot, size: int) -> QImage:
    picture = AppPicture(size)
    qtbot.addWidget(picture)
    picture.resize(picture.sizeHint())
    return picture.grab().toImage()


def test_it_is_as_large_as_asked_for(qtbot: QtBot) -> None:
    assert drawn(qtbot, 34).width() == theme().step(34)


def test_something_is_drawn_in_its_middle(qtbot: QtBot) -> None:
    image = drawn(qtbot, 34)
    colours = {image.pixelColor(x, image.height() // 2).name() for x in range(image.width())}
    assert len(colours) > 2


def test_it_keeps_its_colours_in_every_theme(qtbot: QtBot) -> None:
    light = drawn(qtbot, 34)
    theme().set_choice("dark")
    dark = drawn(qtbot, 34)
    centre = light.rect().center()
    assert light.pixelColor(centre) == dark.pixelColor(centre)
    assert light.pixelColor(6, light.height() // 2) == dark.pixelColor(6, dark.height() // 2)
