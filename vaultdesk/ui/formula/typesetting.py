"""Typesetting: one formula into a drawing by ziamath, and that into a picture. For a thread; keeps nothing."""

import re
import threading
from dataclasses import dataclass
from types import ModuleType

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from vaultdesk.ui.formula.bounds import is_drawable

DRAWN_SIZE = 24.0
"""Pixels of a letter at which formulas are laid out; pictures are made from that in any size."""

INK = "darkolivegreen"
"""The colour formulas are laid out in, which is replaced by the wanted one: a name that no formula is likely to use."""

MOST_PIXELS = 2_000_000
"""Pixels of a picture: a formula of a whole page on a sharp screen."""

LONGEST_SVG = 200_000
"""Characters of a drawing: a formula of a page has some 40,000."""

_BOX = re.compile(r'viewBox="(-?[\d.]+) (-?[\d.]+) ([\d.]+) ([\d.]+)"')

_turn = threading.Lock()
"""The library keeps state of its own."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A formula as SVG, and its measures at `DRAWN_SIZE`."""

    svg: str
    width: float
    ascent: float
    """Above the line the letters stand on."""
    descent: float


@dataclass(frozen=True, slots=True)
class FormulaPicture:
    """A formula as it is shown, in device-independent pixels."""

    image: QImage
    width: float
    ascent: float
    descent: float


def typeset(latex: str, display: bool) -> Drawing | None:
    """Lay *latex* out; None where it is no formula this library understands, or too much of one."""
    if not is_drawable(latex):
        return None
    try:
        with _turn:
            formula = _library().Math.fromlatex(latex, size=DRAWN_SIZE, color=INK, inline=not display)
            svg = str(formula.svg())
    except Exception:  # noqa: BLE001 - whatever hostile LaTeX makes of the library: its source is shown
        return None
    found = _BOX.search(svg)
    if found is None or len(svg) > LONGEST_SVG:
        return None
    _, top, width, height = (float(part) for part in found.groups())
    if not (0 < width < 20_000 and 0 < height < 20_000 and top <= height):
        return None
    return Drawing(svg, width, -top, top + height)


def picture(drawing: Drawing, size: float, color: str, ratio: float) -> FormulaPicture | None:
    """Return *drawing* with letters of *size* pixels in *color*, sharp at *ratio*; None where it would be too large."""
    scale = size / DRAWN_SIZE
    width, height = drawing.width * scale, (drawing.ascent + drawing.descent) * scale
    pixels = QSize(max(1, round(width * ratio)), max(1, round(height * ratio)))
    if pixels.width() * pixels.height() > MOST_PIXELS:
        return None
    renderer = QSvgRenderer(QByteArray(drawing.svg.replace(INK, color).encode()))
    image = QImage(pixels, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    renderer.render(painter, QRectF(0, 0, pixels.width(), pixels.height()))
    painter.end()
    image.setDevicePixelRatio(ratio)
    return FormulaPicture(image, width, drawing.ascent * scale, drawing.descent * scale)


def _library() -> ModuleType:
    """Return ziamath, imported when the first formula comes: it takes half a second."""
    import ziamath
    from ziamath.config import config

    # Its newer drawings hold symbols that QtSvg does not show (QT 2.4).
    config.svg2 = False
    return ziamath
