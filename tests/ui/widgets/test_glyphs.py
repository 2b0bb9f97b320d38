"""Tests of ui/widgets/glyphs.py."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QKeySequence
from pytestqt.qtbot import QtBot

from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.glyphs import AppLogo, Glyph, KeyCap, native_keys

# Glyph: an icon in a color of the theme, transparent for mouse events.


def make_glyph(qtbot: QtBot, name: str = "stop", role: str = "text2", size: int = 16) -> Glyph:
    widget = Glyph(name, role, size)
    qtbot.addWidget(widget)
    widget.resize(widget.sizeHint())
    return widget


def glyph_image(widget: Glyph) -> QImage:
    return widget.grab().toImage()


def glyph_colors(widget: Glyph) -> set[str]:
    image = glyph_image(widget)
    return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}


def test_glyph_size_scales_with_the_font(qtbot: QtBot) -> None:
    assert make_glyph(qtbot, size=20).sizeHint().width() == theme().px(20)
    assert make_glyph(qtbot).sizeHint().height() == theme().px(16)


def test_glyph_color_follows_its_role_and_the_theme(qtbot: QtBot) -> None:
    widget = make_glyph(qtbot, "minus", "danger")
    light = glyph_image(widget)
    theme().set_choice("dark")
    assert glyph_image(widget) != light


def test_icon_and_color_changes_are_shown_immediately(qtbot: QtBot) -> None:
    widget = make_glyph(qtbot, "folder", "text2")
    before = glyph_image(widget)
    widget.show_icon("file", "text2")
    other = glyph_image(widget)
    assert other != before
    widget.show_icon("file", "danger")
    assert glyph_image(widget) != other
    assert len(glyph_colors(widget)) > 1


def test_glyph_accepts_no_clicks_and_no_focus(qtbot: QtBot) -> None:
    widget = make_glyph(qtbot)
    assert widget.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    assert widget.focusPolicy() == Qt.FocusPolicy.NoFocus


# Key cap: shortcuts in native notation.


def test_shortcut_is_shown_in_native_notation(qtbot: QtBot) -> None:
    cap = KeyCap("Ctrl+Shift+F")
    qtbot.addWidget(cap)

    assert cap.text() == QKeySequence("Ctrl+Shift+F").toString(QKeySequence.SequenceFormat.NativeText)
    assert cap.accessibleName() == cap.text()
    assert cap.sizeHint().width() > 20
    assert native_keys("") == ""


def test_typed_characters_are_shown_literally(qtbot: QtBot) -> None:
    cap = KeyCap("@", typed=True)
    qtbot.addWidget(cap)

    assert (cap.text(), cap.accessibleName()) == ("@", "@")


# Application logo: identical in every theme.


def logo_image(qtbot: QtBot, size: int) -> QImage:
    logo = AppLogo(size)
    qtbot.addWidget(logo)
    logo.resize(logo.sizeHint())
    return logo.grab().toImage()


def test_logo_has_the_requested_size(qtbot: QtBot) -> None:
    assert logo_image(qtbot, 34).width() == theme().px(34)


def test_logo_is_painted_in_the_middle(qtbot: QtBot) -> None:
    image = logo_image(qtbot, 34)
    colors = {image.pixelColor(x, image.height() // 2).name() for x in range(image.width())}
    assert len(colors) > 2


def test_logo_has_the_same_colors_in_every_theme(qtbot: QtBot) -> None:
    light = logo_image(qtbot, 34)
    theme().set_choice("dark")
    dark = logo_image(qtbot, 34)
    center = light.rect().center()
    assert light.pixelColor(center) == dark.pixelColor(center)
    assert light.pixelColor(6, light.height() // 2) == dark.pixelColor(6, dark.height() // 2)
