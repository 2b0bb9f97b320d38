"""Fonts: every text size of the window, as a share of the system's own font. Holds no colours."""

from typing import Literal, NamedTuple

from PySide6.QtGui import QFont, QFontDatabase

FontName = Literal[
    "interface", "strong", "heading", "small", "small_strong", "caption", "number", "chat", "chat_strong", "note",
    "h1", "h2", "h3", "headline", "lead", "page", "title", "fixed", "note_fixed",
]  # fmt: skip
"""The uses of text in the window (LOOK, Type)."""


class FontUse(NamedTuple):
    """One row of LOOK's table: size and weight relative to the system's font."""

    size: float
    weight: QFont.Weight = QFont.Weight.Normal
    fixed: bool = False
    reading: bool = False
    """Grows with the zoom of notes and answers."""
    spacing: float = 100.0
    """Percent of the letters' own spacing."""
    line: float = 1.4
    """From line to line, as a share of the letters' size."""


FONT_USES: dict[FontName, FontUse] = {
    "interface": FontUse(1.0),
    "strong": FontUse(1.0, QFont.Weight.Medium),
    "heading": FontUse(1.0, QFont.Weight.DemiBold),
    "small": FontUse(0.92, line=1.35),
    "small_strong": FontUse(0.92, QFont.Weight.Medium, line=1.35),
    "caption": FontUse(0.88, QFont.Weight.Medium, line=1.35),
    "number": FontUse(0.85, QFont.Weight.DemiBold, line=1.35),
    "chat": FontUse(1.04, reading=True, line=1.55),
    "chat_strong": FontUse(1.04, QFont.Weight.DemiBold, reading=True, line=1.5),
    "note": FontUse(1.15, reading=True, line=1.6),
    "h1": FontUse(2.1, QFont.Weight.DemiBold, reading=True, spacing=98.0, line=1.25),
    "h2": FontUse(1.4, QFont.Weight.DemiBold, reading=True, spacing=98.0),
    "h3": FontUse(1.2, QFont.Weight.DemiBold, reading=True),
    "headline": FontUse(1.3, QFont.Weight.DemiBold),
    "lead": FontUse(1.3, QFont.Weight.Medium),
    "page": FontUse(1.55, QFont.Weight.DemiBold),
    "title": FontUse(1.15, QFont.Weight.DemiBold),
    "fixed": FontUse(0.92, fixed=True, line=1.5),
    "note_fixed": FontUse(0.92, fixed=True, reading=True, line=1.5),
}
"""LOOK's table of type. `note_fixed` is code inside notes and answers: the fixed font, grown with them."""


def make_font(name: FontName, system: QFont, zoom: float) -> QFont:
    """Return the font for *name*, made from the system's font and the reader's zoom."""
    use = FONT_USES[name]
    font = QFont(system)
    if use.fixed:
        font.setFamilies(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).families())
        font.setFixedPitch(True)
    size = use.size * (zoom if use.reading else 1.0)
    if system.pixelSize() > 0:
        font.setPixelSize(max(1, round(system.pixelSize() * size)))
    else:
        font.setPointSizeF(max(1.0, system.pointSizeF() * size))
    font.setWeight(use.weight)
    if use.spacing != 100.0:
        font.setLetterSpacing(QFont.SpacingType.PercentageSpacing, use.spacing)
    return font


def pixel_size(font: QFont) -> float:
    """Return how large the letters of *font* are in pixels."""
    if font.pixelSize() > 0:
        return font.pixelSize()
    return font.pointSizeF() * 96 / 72
