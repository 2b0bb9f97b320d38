"""LaTeX formulas typeset in a worker thread by ziamath, limited in cost, with a cache of their images."""

import asyncio
import re
import threading
from collections import OrderedDict
from collections.abc import Mapping
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

MAX_WEIGHT = 600
"""Maximum weight of all tokens: about half a second. A continued fraction of five levels weighs 120."""

MAX_LENGTH = 2_000
"""Maximum number of characters of a formula."""

_TOKEN = re.compile(r"\\begin\b|\\end\b|\\left\b|\\right\b|\\[A-Za-z]+|\\.|[{}]|[^\s\\{}]")
_OPENING = {"{", r"\begin", r"\left"}
_CLOSING = {"}", r"\end", r"\right"}

_UNSUPPORTED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]|\\(?:rule|href|hspace|vspace|def|newcommand|renewcommand|let)\b")
"""Characters that XML does not allow, and commands that only add space, refer to addresses, or define macros."""


def is_drawable(latex: str) -> bool:
    """Whether *latex* is short and shallow enough to be typeset."""
    if not latex.strip() or len(latex) > MAX_LENGTH or _UNSUPPORTED.search(latex):
        return False
    level = weight = 0
    for token in _TOKEN.findall(latex):
        if token in _OPENING:
            level += 1
        elif token in _CLOSING:
            level = max(0, level - 1)
        weight += 2 ** min(level, 12)
        if weight > MAX_WEIGHT:
            return False
    return True


TYPESET_SIZE = 24.0
"""Font size in pixels at which formulas are typeset; images are rendered from that in any size."""

PLACEHOLDER_COLOR = "darkolivegreen"
"""The colour in which formulas are typeset, later replaced by the text's: a name unlikely to occur in a formula."""

MAX_PIXELS = 2_000_000
"""Maximum number of pixels of an image: a formula of a whole page on a high-resolution screen."""

MAX_SVG_LENGTH = 200_000
"""Maximum number of characters of the SVG; a formula of a page has some 40,000."""

_BOX = re.compile(r'viewBox="(-?[\d.]+) (-?[\d.]+) ([\d.]+) ([\d.]+)"')

_render_lock = threading.Lock()
"""The library has global state."""


@dataclass(frozen=True, slots=True)
class TypesetFormula:
    """A formula as SVG, and its metrics at `TYPESET_SIZE`."""

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
            formula = _library().Math.fromlatex(latex, size=TYPESET_SIZE, color=PLACEHOLDER_COLOR, inline=not display)
            svg = str(formula.svg())
    except Exception:  # noqa: BLE001 - hostile LaTeX can raise anything in the library; its source is shown instead
        return None
    found = _BOX.search(svg)
    if found is None or len(svg) > MAX_SVG_LENGTH:
        return None
    _, top, width, height = (float(part) for part in found.groups())
    if not (0 < width < 20_000 and 0 < height < 20_000 and top <= height):
        return None
    return TypesetFormula(svg, width, -top, top + height)


def formula_picture(drawing: TypesetFormula, size: float, color: str, ratio: float) -> FormulaPicture | None:
    """Return *drawing* at the font size *size* in pixels and in *color*, sharp at *ratio*; None if it would be too
    large.
    """
    scale = size / TYPESET_SIZE
    width, height = drawing.width * scale, (drawing.ascent + drawing.descent) * scale
    pixels = QSize(max(1, round(width * ratio)), max(1, round(height * ratio)))
    if pixels.width() * pixels.height() > MAX_PIXELS:
        return None
    renderer = QSvgRenderer(QByteArray(drawing.svg.replace(PLACEHOLDER_COLOR, color).encode()))
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


MAX_DRAWINGS, MAX_PICTURES = 500, 1_000
"""Maximum number of cached formulas, as SVG (a few thousand characters each) and as images."""

MAX_CACHE_BYTES = 48_000_000
"""Maximum number of bytes of all cached images: the formulas of some hundred pages."""

FORMULAS_PER_BATCH = 12
"""Number of formulas typeset before they are shown."""

MAX_WAITING = 3_000
"""Maximum number of queued formulas; the oldest are dropped, and requested again when they are shown again."""

Formula: TypeAlias = tuple[str, bool]
"""The source, and whether it is on a separate line."""

PictureKey: TypeAlias = tuple[Formula, float, str, float]
"""A formula with its font size in pixels, its colour and the screen's ratio."""

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class Formulas(QObject):
    """Cache of formula images. Missing ones are typeset in a thread, then `ready` is emitted."""

    ready = Signal(object)
    """Images are available: a set of their sources."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._drawings: OrderedDict[Formula, TypesetFormula | None] = OrderedDict()
        self._pictures: OrderedDict[PictureKey, FormulaPicture | None] = OrderedDict()
        self._waiting: OrderedDict[PictureKey, None] = OrderedDict()
        self._working = False

    def picture(self, latex: str, display: bool, size: float, color: str, ratio: float) -> FormulaPicture | None:
        """Return the image of *latex*; None if it is not ready yet, or cannot be rendered."""
        key = ((latex, display), size, color, ratio)
        if key in self._pictures:
            self._pictures.move_to_end(key)
            return self._pictures[key]
        if self._drawings.get(key[0], ...) is not None:
            self._waiting[key] = None
            if len(self._waiting) > MAX_WAITING:
                self._waiting.popitem(last=False)
            self._begin()
        return None

    def is_waiting(self) -> bool:
        """Return whether any formula is still queued."""
        return bool(self._waiting) or self._working

    def _begin(self) -> None:
        if self._working:
            return
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return  # nothing is running yet: the next request starts the work
        self._working = True
        start(self._work(), self)

    async def _work(self) -> None:
        try:
            while self._waiting:
                results = await asyncio.to_thread(
                    _typeset_all, dict(self._drawings), tuple(self._waiting)[:FORMULAS_PER_BATCH]
                )
                for key, drawing, picture in results:
                    self._waiting.pop(key, None)
                    _put(self._drawings, key[0], drawing, MAX_DRAWINGS)
                    _put(self._pictures, key, picture, MAX_PICTURES)
                ready_sources = {key[0][0] for key, _, picture in results if picture is not None}
                if ready_sources:
                    self.ready.emit(ready_sources)
                self._evict()  # Not before, because receivers of the signal use the new images.
        finally:
            self._working = False

    def _evict(self) -> None:
        """Remove the least recently used images if they exceed the limits."""
        cached_bytes = sum(map(_bytes_of, self._pictures.values()))
        limit = MAX_CACHE_BYTES // 2 if cached_bytes > MAX_CACHE_BYTES else cached_bytes
        while cached_bytes > limit:
            cached_bytes -= _bytes_of(self._pictures.popitem(last=False)[1])


def _typeset_all(
    drawings: Mapping[Formula, TypesetFormula | None], keys: tuple[PictureKey, ...]
) -> list[tuple[PictureKey, TypesetFormula | None, FormulaPicture | None]]:
    """Typeset and draw *keys* unless they are among *drawings*; runs in a thread."""
    results: list[tuple[PictureKey, TypesetFormula | None, FormulaPicture | None]] = []
    for key in keys:
        formula, size, color, ratio = key
        drawing = drawings[formula] if formula in drawings else typeset(*formula)
        results.append((key, drawing, formula_picture(drawing, size, color, ratio) if drawing is not None else None))
    return results


def _bytes_of(picture: FormulaPicture | None) -> int:
    return picture.image.sizeInBytes() if picture is not None else 0


def _put(cache: OrderedDict[_Key, _Value], key: _Key, value: _Value, limit: int) -> None:
    cache[key] = value
    cache.move_to_end(key)
    if len(cache) > limit:
        cache.popitem(last=False)


_the_formulas: list[Formulas] = []
"""The application's single store of formulas, created on first use."""


def formulas() -> Formulas:
    """Return the application's single store of formulas."""
    if not _the_formulas or not shiboken6.isValid(_the_formulas[0]):
        _the_formulas[:] = [Formulas()]
    return _the_formulas[0]
