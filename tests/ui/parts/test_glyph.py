"""Glyph: one icon in one colour of the theme; the mouse goes through it."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from vaultdesk.ui.parts.glyph import Glyph
from vaultdesk.ui.theme.theme import theme


def glyph(qtbot: QtBot, name: str = "stop", role: str = "text2", size: int = 16) -> Glyph:
    made = Glyph(name, role, size)
    qtbot.addWidget(made)
    made.resize(made.sizeHint())
    return made


def picture(made: Glyph) -> QImage:
    return made.grab().toImage()


def colours(made: Glyph) -> set[str]:
    image = picture(made)
    return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}


def test_it_is_as_large_as_drawn_at_the_present_font(qtbot: QtBot) -> None:
    assert glyph(qtbot, size=20).sizeHint().width() == theme().step(20)
    assert glyph(qtbot).sizeHint().height() == theme().step(16)


def test_it_has_the_colour_of_its_role_in_every_theme(qtbot: QtBot) -> None:
    made = glyph(qtbot, "minus", "danger")
    light = picture(made)
    theme().set_choice("dark")
    assert picture(made) != light


def test_another_icon_or_colour_is_shown_at_once(qtbot: QtBot) -> None:
    made = glyph(qtbot, "folder", "text2")
    before = picture(made)
    made.show_icon("file", "text2")
    other = picture(made)
    assert other != before
    made.show_icon("file", "danger")
    assert picture(made) != other
    assert len(colours(made)) > 1


def test_it_never_takes_a_click_or_the_keyboard(qtbot: QtBot) -> None:
    made = glyph(qtbot)
    assert made.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    assert made.focusPolicy() == Qt.FocusPolicy.NoFocus
