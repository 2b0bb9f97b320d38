"""LaTeX formulas typeset in a worker thread by ziamath, bounded in cost, with a cache of their pictures."""

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
# powers, brackets and matrices alike. So the tokens are weighed by their level, which bounds the time.

MOST_WEIGHT = 600
"""What all tokens may weigh together: about half a second. A continued fraction of five levels weighs 120."""

LONGEST = 2_000
"""Characters of a formula."""

_TOKEN = re.compile(r"\\begin\b|\\end\b|\\left\b|\\right\b|\\[A-Za-z]+|\\.|[{}]|[^\s\\{}]")
_OPENING = {"{", r"\begin", r"\left"}
_CLOSING = {"}", r"\end", r"\right"}

_UNWANTED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]|\\(?:rule|href|hspace|vspace|def|newcommand|renewcommand|let)\b")
"""What XML does not know, what only makes room, leads somewhere or means something else next time."""


def is_drawable(latex: str) -> bool:
    """Whether *latex* is short and shallow enough to be laid out."""
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
"""Pixels of a letter at which formulas are laid out; pictures are made from that in any size."""

INK = "darkolivegreen"
"""The colour formulas are laid out in, which is replaced by the wanted one: a name that no formula is likely to use."""

MOST_PIXELS = 2_000_000
"""Pixels of a picture: a formula of a whole page on a sharp screen."""

LONGEST_SVG = 200_000
"""Characters of a drawing: a formula of a page has some 40,000."""

_BOX = re.compile(r'viewBox="(-?[\d.]+) (-?[\d.]+) ([\d.]+) ([\d.]+)"')

_render_lock = threading.Lock()
"""The library keeps state of its own."""


@dataclass(frozen=True, slots=True)
class TypesetFormula:
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


def typeset(latex: str, display: bool) -> TypesetFormula | None:
    """Lay *latex* out; None where it is no formula this library understands, or too much of one."""
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

    # Its newer drawings hold symbols that QtSvg does not show (vaultdesk/ui/rendering/README.md, "Formulas").
    config.svg2 = False
    return ziamath


MOST_DRAWINGS, MOST_PICTURES = 500, 1_000
"""Formulas that are remembered as drawings (a few thousand letters each) and as pictures."""

MOST_BYTES = 48_000_000
"""Bytes of all pictures that are remembered: the formulas of some hundred pages."""

AT_ONCE = 12
"""Formulas laid out before those that are ready are shown."""

MOST_WAITING = 3_000
"""Formulas that wait to be laid out; the ones asked for first are forgotten, and asked for again when shown again."""

Formula: TypeAlias = tuple[str, bool]
"""What is written, and whether it stands on a line of its own."""

Look: TypeAlias = tuple[Formula, float, str, float]
"""A formula with the size of its letters in pixels, its colour and the screen's ratio."""

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class Formulas(QObject):
    """Answers from memory; what is not there is laid out, and `ready` tells of it."""

    ready = Signal(object)
    """Pictures were laid out: a set of what is written in them."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._drawings: OrderedDict[Formula, TypesetFormula | None] = OrderedDict()
        self._pictures: OrderedDict[Look, FormulaPicture | None] = OrderedDict()
        self._waiting: OrderedDict[Look, None] = OrderedDict()
        self._at_work = False

    def picture(self, latex: str, display: bool, size: float, color: str, ratio: float) -> FormulaPicture | None:
        """Return the picture of *latex*; None where it is not ready yet, or cannot be drawn."""
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
        """Tell whether any formula is still to be laid out."""
        return bool(self._waiting) or self._at_work

    def _begin(self) -> None:
        if self._at_work:
            return
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return  # nothing runs yet: the next question begins the work
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
                self._forget()  # Not before: who was told takes what it waited for.
        finally:
            self._at_work = False

    def _forget(self) -> None:
        """Forget the pictures that were asked for least lately, where they are too much together."""
        held = sum(map(_bytes_of, self._pictures.values()))
        wanted = MOST_BYTES // 2 if held > MOST_BYTES else held
        while held > wanted:
            held -= _bytes_of(self._pictures.popitem(last=False)[1])

    def _made(self, looks: tuple[Look, ...]) -> list[tuple[Look, TypesetFormula | None, FormulaPicture | None]]:
        """Lay these out, in a thread."""
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
"""The application's one store of formulas, made at the first question for it."""


def formulas() -> Formulas:
    """Return the application's one store of formulas."""
    if not _the_formulas or not shiboken6.isValid(_the_formulas[0]):
        _the_formulas[:] = [Formulas()]
    return _the_formulas[0]
