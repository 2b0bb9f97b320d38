"""Tests of ui/theme/theme_values.py."""

import os
import subprocess
import sys

import pytest
from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import QApplication

from vaultdesk.ui.theme.theme import Theme
from vaultdesk.ui.theme.theme_values import FONT_USES, FontName, ThemeValues, blend_colors, make_font, pixel_size

# Fonts: every use of text is a share of the system's font, in points as in pixels.


@pytest.mark.parametrize("name", FONT_USES)
def test_size_follows_a_font_in_pixels(name: FontName) -> None:
    system = QFont()
    system.setPixelSize(20)

    assert make_font(name, system, 1.0).pixelSize() == round(20 * FONT_USES[name].size)


@pytest.mark.parametrize("name", FONT_USES)
def test_size_follows_a_font_in_points(name: FontName) -> None:
    system = QFont()
    system.setPointSizeF(10.0)

    assert make_font(name, system, 1.0).pointSizeF() == pytest.approx(10.0 * FONT_USES[name].size, abs=0.06)


def test_only_what_is_read_grows_with_the_zoom() -> None:
    system = QFont()
    system.setPixelSize(20)

    grown = {name for name in FONT_USES if make_font(name, system, 2.0) != make_font(name, system, 1.0)}

    assert grown == {name for name, use in FONT_USES.items() if use.reading}


# Mixed: between two colours.


def test_mixed_colours_lie_between_two() -> None:
    assert blend_colors(QColor("white"), QColor("black"), 0.5).name() == "#808080"
    assert blend_colors(QColor("red"), QColor("blue"), 1.0) == QColor("red")
    assert blend_colors(QColor("red"), QColor("blue"), 0.0) == QColor("blue")


# Look: sizes come from the font, and the reader's zoom is the reader's alone.


@pytest.mark.parametrize(("pixels", "step"), [(13, 12), (26, 24)])
def test_steps_grow_with_the_font(qapp: QApplication, pixels: int, step: int) -> None:
    look = ThemeValues()
    font = QFont(qapp.font())
    font.setPixelSize(pixels)
    look.set_system_font(font)

    assert look.px(12.8) == pytest.approx(step, abs=2)
    assert look.px(0.2) == 1


def test_zoom_grows_what_is_read_and_nothing_else(dressed: Theme) -> None:
    before = {name: dressed.font(name).pointSizeF() for name in ("note", "chat", "h1", "interface", "small")}

    dressed.set_zoom(1.5)

    after = {name: dressed.font(name).pointSizeF() for name in before}
    assert after["note"] == pytest.approx(before["note"] * 1.5)
    assert after["chat"] == pytest.approx(before["chat"] * 1.5)
    assert after["interface"] == before["interface"]
    assert after["small"] == before["small"]


def test_zoom_stays_within_its_bounds(dressed: Theme) -> None:
    dressed.set_zoom(40)
    assert dressed.zoom == 2.0
    dressed.set_zoom(0)
    assert dressed.zoom == 0.7


def test_fonts_are_shares_of_the_system_font(dressed: Theme) -> None:
    base = dressed.font("interface").pointSizeF()

    assert dressed.font("small").pointSizeF() == pytest.approx(base * 0.92)
    assert dressed.font("strong").weight() == QFont.Weight.Medium
    assert dressed.font("h1").letterSpacing() == 98
    assert dressed.font("fixed").fixedPitch()


def test_lines_stand_apart_by_a_share_of_the_letters_and_never_overlap(dressed: Theme) -> None:
    small, one = dressed.line_height("small"), dressed.line_height("interface")

    assert small < one < dressed.line_height("page")
    for name in FONT_USES:
        assert dressed.line_height(name) >= dressed.metrics(name).height(), name
    assert one == max(round(1.4 * pixel_size(dressed.font("interface"))), dressed.metrics("interface").height())


MEASURE = """
from PySide6.QtGui import QFont, QFontInfo
from PySide6.QtWidgets import QApplication
application = QApplication(["x"])
from vaultdesk.ui.theme.theme_values import pixel_size
font = QFont()
font.setPointSizeF(13)
print(pixel_size(font), QFontInfo(font).pixelSize())
"""


def test_letters_are_as_large_as_the_screens_points_make_them() -> None:
    """A point is a pixel on macOS, and 96 of 72 elsewhere."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "QT_FONT_DPI": "72"}
    received = subprocess.run(
        [sys.executable, "-c", MEASURE], env=environment, capture_output=True, text=True, check=True
    )
    assert received.stdout.split() == ["13.0", "13"]
