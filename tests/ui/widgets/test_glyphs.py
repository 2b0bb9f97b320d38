"""Tests of ui/widgets/glyphs.py."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QKeySequence
from pytestqt.qtbot import QtBot

from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.glyphs import AppLogo, Glyph, KeyCap, native_keys

# Glyph: one icon in one colour of the theme; the mouse goes through it.


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
    assert glyph(qtbot, size=20).sizeHint().width() == theme().px(20)
    assert glyph(qtbot).sizeHint().height() == theme().px(16)


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


# Key cap: keys as this system writes them.


def test_keys_are_written_natively(qtbot: QtBot) -> None:
    cap = KeyCap("Ctrl+Shift+F")
    qtbot.addWidget(cap)

    assert cap.text() == QKeySequence("Ctrl+Shift+F").toString(QKeySequence.SequenceFormat.NativeText)
    assert cap.accessibleName() == cap.text()
    assert cap.sizeHint().width() > 20
    assert native_keys("") == ""


def test_characters_to_type_are_shown_as_they_are(qtbot: QtBot) -> None:
    cap = KeyCap("@", typed=True)
    qtbot.addWidget(cap)

    assert (cap.text(), cap.accessibleName()) == ("@", "@")


# Picture: the program's icon, drawn, and the same in every theme.


def drawn(qtbot: QtBot, size: int) -> QImage:
    picture = AppLogo(size)
    qtbot.addWidget(picture)
    picture.resize(picture.sizeHint())
    return picture.grab().toImage()


def test_it_is_as_large_as_asked_for(qtbot: QtBot) -> None:
    assert drawn(qtbot, 34).width() == theme().px(34)


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
