"""Tests of ui/theme/theme_values.py."""

import os
import subprocess
import sys

import pytest
from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import QApplication

from vaultdesk.ui.theme.theme import Theme
from vaultdesk.ui.theme.theme_values import FONT_USES, FontName, ThemeValues, blend_colors, make_font, pixel_size

# Fonts: every font size is a fraction of the system font, in points or in pixels.


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


def test_only_reading_fonts_scale_with_the_zoom() -> None:
    system = QFont()
    system.setPixelSize(20)

    scaled = {name for name in FONT_USES if make_font(name, system, 2.0) != make_font(name, system, 1.0)}

    assert scaled == {name for name, use in FONT_USES.items() if use.reading}


# Blended colors.


def test_blended_colors_are_between_the_two() -> None:
    assert blend_colors(QColor("white"), QColor("black"), 0.5).name() == "#808080"
    assert blend_colors(QColor("red"), QColor("blue"), 1.0) == QColor("red")
    assert blend_colors(QColor("red"), QColor("blue"), 0.0) == QColor("blue")


# ThemeValues: sizes follow the system font; the zoom affects only reading fonts.


@pytest.mark.parametrize(("pixels", "step"), [(13, 12), (26, 24)])
def test_pixel_sizes_scale_with_the_font(qapp: QApplication, pixels: int, step: int) -> None:
    values = ThemeValues()
    font = QFont(qapp.font())
    font.setPixelSize(pixels)
    values.set_system_font(font)

    assert values.px(12.8) == pytest.approx(step, abs=2)
    assert values.px(0.2) == 1


def test_the_zoom_scales_only_reading_fonts(app_theme: Theme) -> None:
    before = {name: app_theme.font(name).pointSizeF() for name in ("note", "chat", "h1", "interface", "small")}

    app_theme.set_zoom(1.5)

    after = {name: app_theme.font(name).pointSizeF() for name in before}
    assert after["note"] == pytest.approx(before["note"] * 1.5)
    assert after["chat"] == pytest.approx(before["chat"] * 1.5)
    assert after["interface"] == before["interface"]
    assert after["small"] == before["small"]


def test_the_zoom_stays_within_its_bounds(app_theme: Theme) -> None:
    app_theme.set_zoom(40)
    assert app_theme.zoom == 2.0
    app_theme.set_zoom(0)
    assert app_theme.zoom == 0.7


def test_font_sizes_are_fractions_of_the_system_font(app_theme: Theme) -> None:
    base = app_theme.font("interface").pointSizeF()

    assert app_theme.font("small").pointSizeF() == pytest.approx(base * 0.92)
    assert app_theme.font("strong").weight() == QFont.Weight.Medium
    assert app_theme.font("h1").letterSpacing() == 98
    assert app_theme.font("fixed").fixedPitch()


def test_line_heights_follow_the_font_size_and_lines_never_overlap(app_theme: Theme) -> None:
    small, interface = app_theme.line_height("small"), app_theme.line_height("interface")

    assert small < interface < app_theme.line_height("page")
    for name in FONT_USES:
        assert app_theme.line_height(name) >= app_theme.metrics(name).height(), name
    assert interface == max(
        round(1.4 * pixel_size(app_theme.font("interface"))), app_theme.metrics("interface").height()
    )


MEASURE = """
from PySide6.QtGui import QFont, QFontInfo
from PySide6.QtWidgets import QApplication
application = QApplication(["x"])
from vaultdesk.ui.theme.theme_values import pixel_size
font = QFont()
font.setPointSizeF(13)
print(pixel_size(font), QFontInfo(font).pixelSize())
"""


def test_the_pixel_size_depends_on_the_resolution_of_the_screen() -> None:
    """A point is one pixel on macOS, and 96/72 pixels on other systems."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "QT_FONT_DPI": "72"}
    result = subprocess.run(
        [sys.executable, "-c", MEASURE], env=environment, capture_output=True, text=True, check=True
    )
    assert result.stdout.split() == ["13.0", "13"]
