"""Look: sizes come from the font, and the reader's zoom is the reader's alone."""

import pytest
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication

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
