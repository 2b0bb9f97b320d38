"""LaTeX formulas: typeset in a worker thread by ziamath, limited in cost, cached as images and inserted into a
document."""

import asyncio
import re
import threading
from collections import OrderedDict
from collections.abc import Collection, Mapping, Sequence
from math import ceil
from types import ModuleType
from typing import TypeAlias, TypeVar

import shiboken6
from msgspec import Struct
from PySide6.QtCore import QByteArray, QObject, QPointF, QRectF, QSize, Qt, QUrl, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QFontMetricsF,
    QGuiApplication,
    QImage,
    QPainter,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextImageFormat,
)
from PySide6.QtSvg import QSvgRenderer

from vaultdesk.ui.bridge import start
from vaultdesk.ui.rendering.render_plan import TextRun
from vaultdesk.ui.rendering.text_formats import FREE_PROPERTY, TextFormats, fragments
from vaultdesk.ui.theme.theme_values import pixel_size

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
"""The color in which formulas are typeset, later replaced by the text's: a name unlikely to occur in a formula."""

MAX_PIXELS = 2_000_000
"""Maximum number of pixels of an image: a formula of a whole page on a high-resolution screen."""

MAX_SVG_LENGTH = 200_000
"""Maximum number of characters of the SVG; a formula of a page has some 40,000."""

_BOX = re.compile(r'viewBox="(-?[\d.]+) (-?[\d.]+) ([\d.]+) ([\d.]+)"')

_render_lock = threading.Lock()
"""The library has global state."""


class TypesetFormula(Struct, frozen=True):
    """A formula as SVG, and its metrics at `TYPESET_SIZE`."""

    svg: str
    width: float
    ascent: float
    """Height above the baseline."""
    descent: float


class FormulaPicture(Struct, frozen=True):
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
"""A formula with its font size in pixels, its color and the screen's ratio."""

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


# Formulas in a document.

SOURCE, LATEX, DISPLAY, KIND = range(FREE_PROPERTY + 2, FREE_PROPERTY + 6)
"""Properties of the format of a formula: its text as written, the formula, whether it is displayed, and the kind of
text around it.
"""

MIN_FORMULA_SCALE = 0.8
"""Minimum scale of an inline formula that is shrunk to keep the line height; a taller one gets a higher line."""

MIN_FORMULA_SCALE_IN_TABLE = 0.95
"""The same in a table, where the spacing belongs to the lines between the rows."""

DISPLAY_FORMULA_SCALE = 1.06
"""Size of a displayed formula relative to an inline one."""

FORMULA_OVERHANG = 0.14
"""Share of the line height by which a formula may extend into the spacing of the next line."""

FORMULA_X_HEIGHT = 0.48
"""Height of an x in the formulas' font relative to its size; user interface fonts have larger ones."""

MAX_FORMULA_GROWTH = 1.16
"""Maximum factor by which a formula is enlarged to match the letters around it."""

_OBJECT = "\ufffc"


def write_formula(
    cursor: QTextCursor, run: TextRun, style: TextFormats, kind: str, char_format: QTextCharFormat
) -> None:
    """Write the formula *run* at *cursor*: as an image if there is one, else its source in *char_format*."""
    char_format.setProperty(SOURCE, run.text)
    char_format.setProperty(LATEX, run.math)
    char_format.setProperty(DISPLAY, run.display)
    char_format.setProperty(KIND, kind)
    if not _insert_formula(cursor, char_format, style):
        cursor.insertText(run.text, char_format)


def source_at(cursor: QTextCursor, position: int) -> str:
    """Return the source of the formula whose image is at *position*; empty for another image."""
    cursor.setPosition(position)
    cursor.setPosition(position + 1, QTextCursor.MoveMode.KeepAnchor)
    return str(cursor.charFormat().property(SOURCE) or "")


def draw_formulas(first: QTextBlock, last: QTextBlock, style: TextFormats, ready: Collection[str]) -> int:
    """Replace the source of the formulas *ready*, in LaTeX, by their images in the blocks from *first* to *last*.

    Return the number of positions by which the text became shorter.
    """
    shrunk = 0
    cursor = QTextCursor(first)
    cursor.beginEditBlock()
    # Backwards, so that earlier positions stay valid.
    for position, length, char_format in reversed(_sources(first, last)):
        if str(char_format.property(LATEX)) in ready:
            cursor.setPosition(position)
            cursor.setPosition(position + length, QTextCursor.MoveMode.KeepAnchor)
            if _insert_formula(cursor, char_format, style):
                shrunk += length - 1
    cursor.endEditBlock()
    return shrunk


def _sources(block: QTextBlock, last: QTextBlock) -> Sequence[tuple[int, int, QTextCharFormat]]:
    """Return position, length and format of each formula from *block* to *last* that is shown as source."""
    found: list[tuple[int, int, QTextCharFormat]] = []
    while block.isValid() and block.position() <= last.position():
        for text, position, char_format in fragments(block):
            if text != _OBJECT and text == char_format.property(SOURCE):
                found.append((position, len(text.encode("utf-16-le")) // 2, char_format))
        block = block.next()
    return found


def _insert_formula(cursor: QTextCursor, char_format: QTextCharFormat, style: TextFormats) -> bool:
    """Replace the selection of *cursor* by the image of the formula of *char_format*; return False without an image.

    An image that is not cached is requested, and reported by the signal `ready` of the formulas.
    """
    kind = str(char_format.property(KIND))
    is_inline = kind != "math"
    font = style.font(kind if is_inline else "paragraph")
    size = round(letter_size(font) * (1.0 if is_inline else DISPLAY_FORMULA_SCALE), 1)
    picture = _picture(char_format, size)
    available_width = _formula_space(cursor.document(), style)
    if picture is None or picture.width > 2 * available_width:
        return False  # A wider formula is shown as source, which can be broken into lines.
    scale, has_high_line = 1.0, False
    if picture.width > available_width:
        scale = available_width / picture.width
    elif is_inline:
        scale = _scale_in_line(picture, style.line_height(kind))
        has_high_line = scale < (MIN_FORMULA_SCALE if cursor.currentTable() is None else MIN_FORMULA_SCALE_IN_TABLE)
    if scale < 1.0 and not has_high_line:
        picture = _picture(char_format, round(size * scale, 1))
        if picture is None:
            return False
    cursor.insertImage(_image_format(cursor.document(), char_format, picture, font, aligned=is_inline))
    if has_high_line:
        _raise_line(cursor, style.line_height(kind), font)
    return True


def _raise_line(cursor: QTextCursor, line_height: float, font: QFont) -> None:
    """Let the line of a tall formula become higher, with the same spacing as before for the others."""
    block_format = QTextBlockFormat(cursor.blockFormat())
    spacing = max(1, line_height - QFontMetrics(font).height())
    block_format.setLineHeight(spacing, QTextBlockFormat.LineHeightTypes.LineDistanceHeight.value)
    cursor.setBlockFormat(block_format)


def _formula_space(document: QTextDocument, style: TextFormats) -> float:
    """Return the width in pixels available to a formula; a document without a layout has no useful width yet."""
    width = document.textWidth()
    return min(style.column, width) if width > style.px(120) else style.column


def _scale_in_line(picture: FormulaPicture, line_height: float) -> float:
    """Return the scale at which an inline formula keeps the height of its line; 1 if the difference is not visible."""
    scale = min(
        (0.8 + FORMULA_OVERHANG) * line_height / max(picture.ascent, 1),
        (0.2 + FORMULA_OVERHANG) * line_height / max(picture.descent, 1),
    )
    return scale if scale < 0.98 else 1.0


def letter_size(font: QFont) -> float:
    """Return the size at which a formula appears as large as *font* around it."""
    pixels = pixel_size(font)
    return pixels * min(MAX_FORMULA_GROWTH, max(1.0, QFontMetricsF(font).xHeight() / (FORMULA_X_HEIGHT * pixels)))


def _picture(char_format: QTextCharFormat, size: float) -> FormulaPicture | None:
    color = char_format.foreground().color().name()
    screen = QGuiApplication.primaryScreen()
    ratio = screen.devicePixelRatio() if screen is not None else 1.0
    return formulas().picture(str(char_format.property(LATEX)), bool(char_format.property(DISPLAY)), size, color, ratio)


def _image_format(
    document: QTextDocument, char_format: QTextCharFormat, picture: FormulaPicture, font: QFont, *, aligned: bool
) -> QTextImageFormat:
    image, width = picture.image, picture.width
    height = picture.ascent + picture.descent
    image_format = QTextImageFormat()
    if aligned:
        # Qt puts the middle of an image half an x above the baseline; padding aligns the formula's baseline with it.
        middle = QFontMetrics(font).xHeight() / 2
        height = max(2 * picture.ascent - middle, 2 * picture.descent + middle)
        image = _padded(picture, height, (height + middle) / 2 - picture.ascent)
        image_format.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignMiddle)
    name = f"formula:{picture.image.cacheKey()}:{aligned}"
    document.addResource(QTextDocument.ResourceType.ImageResource.value, QUrl(name), image)
    image_format.setFont(font)
    image_format.setName(name)
    image_format.setWidth(width)
    image_format.setHeight(height)
    image_format.setProperty(QTextFormat.Property.ImageAltText.value, str(char_format.property(SOURCE)))
    for key in (SOURCE, LATEX, DISPLAY, KIND):
        image_format.setProperty(key, char_format.property(key))
    return image_format


def _padded(picture: FormulaPicture, height: float, top: float) -> QImage:
    """Return the image padded to *height*, with its own top at *top*."""
    ratio = picture.image.devicePixelRatio()
    image = QImage(QSize(picture.image.width(), ceil(height * ratio)), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.drawImage(QPointF(0, top), picture.image)
    painter.end()
    return image
