"""Look: sizes come from the font, and the reader's zoom is the reader's alone."""

import pytest
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication

from vaultdesk.ui.theme.fonts import FONT_USES, pixel_size
from vaultdesk.ui.theme.look import Look
from vaultdesk.ui.theme.theme import Theme


@pytest.mark.parametrize(("pixels", "step"), [(13, 12), (26, 24)])
def test_steps_grow_with_the_font(qapp: QApplication, pixels: int, step: int) -> None:
    look = Look()
    font = QFont(qapp.font())
    font.setPixelSize(pixels)
    look.set_system_font(font)

    assert look.step(12.8) == pytest.approx(step, abs=2)
    assert look.step(0.2) == 1


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
