"""LaTeX formulas typeset in a worker thread by ziamath, limited in cost, with a cache of their images."""

import asyncio
import re
import threading
from collections import OrderedDict
from dataclasses import dataclass
from types import ModuleType
from typing import TypeAlias, TypeVar

import shiboken6
from PySide6.QtCore import QByteArray, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from vaultdesk.ui.bridge import start

# Every level of nesting doubles the work of ziamath, every token costs about 0.7 ms: measured on fractions, roots,
# powers, brackets and matrices. Weighting the tokens by their level therefore limits the time.

MOST_WEIGHT = 600
"""Maximum weight of all tokens: about half a second. A continued fraction of five levels weighs 120."""

LONGEST = 2_000
"""Maximum number of characters of a formula."""

_TOKEN = re.compile(r"\\begin\b|\\end\b|\\left\b|\\right\b|\\[A-Za-z]+|\\.|[{}]|[^\s\\{}]")
_OPENING = {"{", r"\begin", r"\left"}
_CLOSING = {"}", r"\end", r"\right"}

_UNWANTED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]|\\(?:rule|href|hspace|vspace|def|newcommand|renewcommand|let)\b")
"""Characters that XML does not allow, and commands that only add space, refer to addresses, or define macros."""


def is_drawable(latex: str) -> bool:
    """Whether *latex* is short and shallow enough to be typeset."""
    if not latex.strip() or len(latex) > LONGEST or _UNWANTED.search(latex):
        return False
    level = weight = 0
    for token in _TOKEN.findall(latex):
        if token in _OPENING:
            level += 1
        elif token in _CLOSING:
            level = max(0, level - 1)
        weight += 2 ** min(level, 12)
        if weight > MOST_WEIGHT:
            return False
    return True


DRAWN_SIZE = 24.0
"""Font size in pixels at which formulas are typeset; images are rendered from that in any size."""

INK = "darkolivegreen"
"""The colour in which formulas are typeset, which is then replaced: a name unlikely to occur in a formula."""

MOST_PIXELS = 2_000_000
"""Maximum number of pixels of an image: a formula of a whole page on a high-resolution screen."""

LONGEST_SVG = 200_000
"""Maximum number of characters of the SVG; a formula of a page has some 40,000."""

_BOX = re.compile(r'viewBox="(-?[\d.]+) (-?[\d.]+) ([\d.]+) ([\d.]+)"')

_render_lock = threading.Lock()
"""The library has global state."""


@dataclass(frozen=True, slots=True)
class TypesetFormula:
    """A formula as SVG, and its metrics at `DRAWN_SIZE`."""

    svg: str
    width: float
    ascent: float
    """Height above the baseline."""
    descent: float


@dataclass(frozen=True, slots=True)
class FormulaPicture:
    """A formula as displayed, in device-independent pixels."""

    image: QImage
    width: float
    ascent: float
    descent: float


def typeset(latex: str, display: bool) -> TypesetFormula | None:
    """Typeset *latex*; return None if the library does not support it or it exceeds the limits."""
    if not is_drawable(latex):
        return None
    try:
        with _render_lock:
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
    return TypesetFormula(svg, width, -top, top + height)


def formula_picture(drawing: TypesetFormula, size: float, color: str, ratio: float) -> FormulaPicture | None:
    """Return *drawing* at the font size *size* in pixels and in *color*, sharp at *ratio*; None if it would be too
    large.
    """
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
    """Return ziamath, imported for the first formula: it takes half a second."""
    import ziamath
    from ziamath.config import config

    # Its SVG 2 output uses symbols that QtSvg does not support (vaultdesk/ui/rendering/README.md, "Formulas").
    config.svg2 = False
    return ziamath


MOST_DRAWINGS, MOST_PICTURES = 500, 1_000
"""Maximum number of cached formulas, as SVG (a few thousand characters each) and as images."""

MOST_BYTES = 48_000_000
"""Maximum number of bytes of all cached images: the formulas of some hundred pages."""

AT_ONCE = 12
"""Number of formulas typeset before they are shown."""

MOST_WAITING = 3_000
"""Maximum number of queued formulas; the oldest are dropped, and requested again when they are shown again."""

Formula: TypeAlias = tuple[str, bool]
"""The source, and whether it is on a separate line."""

Look: TypeAlias = tuple[Formula, float, str, float]
"""A formula with its font size in pixels, its colour and the screen's ratio."""

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class Formulas(QObject):
    """Answers from the cache; other formulas are typeset, and `ready` is emitted."""

    ready = Signal(object)
    """Images are available: a set of their sources."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._drawings: OrderedDict[Formula, TypesetFormula | None] = OrderedDict()
        self._pictures: OrderedDict[Look, FormulaPicture | None] = OrderedDict()
        self._waiting: OrderedDict[Look, None] = OrderedDict()
        self._at_work = False

    def picture(self, latex: str, display: bool, size: float, color: str, ratio: float) -> FormulaPicture | None:
        """Return the image of *latex*; None if it is not ready yet, or cannot be rendered."""
        look = ((latex, display), size, color, ratio)
        if look in self._pictures:
            self._pictures.move_to_end(look)
            return self._pictures[look]
        if self._drawings.get(look[0], ...) is not None:
            self._waiting[look] = None
            if len(self._waiting) > MOST_WAITING:
                self._waiting.popitem(last=False)
            self._begin()
        return None

    def is_waiting(self) -> bool:
        """Return whether any formula is still queued."""
        return bool(self._waiting) or self._at_work

    def _begin(self) -> None:
        if self._at_work:
            return
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return  # nothing is running yet: the next request starts the work
        self._at_work = True
        start(self._work(), self)

    async def _work(self) -> None:
        try:
            while self._waiting:
                made = await asyncio.to_thread(self._made, tuple(self._waiting)[:AT_ONCE])
                for look, drawing, shown in made:
                    self._waiting.pop(look, None)
                    _keep(self._drawings, look[0], drawing, MOST_DRAWINGS)
                    _keep(self._pictures, look, shown, MOST_PICTURES)
                told = {look[0][0] for look, _, shown in made if shown is not None}
                if told:
                    self.ready.emit(told)
                self._forget()  # Not before, because receivers of the signal use the new images.
        finally:
            self._at_work = False

    def _forget(self) -> None:
        """Remove the least recently used images if they exceed the limits."""
        held = sum(map(_bytes_of, self._pictures.values()))
        wanted = MOST_BYTES // 2 if held > MOST_BYTES else held
        while held > wanted:
            held -= _bytes_of(self._pictures.popitem(last=False)[1])

    def _made(self, looks: tuple[Look, ...]) -> list[tuple[Look, TypesetFormula | None, FormulaPicture | None]]:
        """Typeset these, in a thread."""
        made: list[tuple[Look, TypesetFormula | None, FormulaPicture | None]] = []
        for look in looks:
            (latex, display), size, color, ratio = look
            drawing = self._drawings[look[0]] if look[0] in self._drawings else typeset(latex, display)
            made.append((look, drawing, formula_picture(drawing, size, color, ratio) if drawing is not None else None))
        return made


def _bytes_of(shown: FormulaPicture | None) -> int:
    return shown.image.sizeInBytes() if shown is not None else 0


def _keep(kept: OrderedDict[_Key, _Value], key: _Key, value: _Value, most: int) -> None:
    kept[key] = value
    kept.move_to_end(key)
    if len(kept) > most:
        kept.popitem(last=False)


_the_formulas: list[Formulas] = []
"""The application's single store of formulas, created on first use."""


def formulas() -> Formulas:
    """Return the application's single store of formulas."""
    if not _the_formulas or not shiboken6.isValid(_the_formulas[0]):
        _the_formulas[:] = [Formulas()]
    return _the_formulas[0]
