"""Fonts: every use of text is a share of the system's font, in points as in pixels."""

import pytest
from PySide6.QtGui import QFont

from vaultdesk.ui.theme.fonts import FONT_USES, FontName, make_font


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
