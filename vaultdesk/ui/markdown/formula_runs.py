"""FormulaRuns: formulas within a document: the source first, and its picture in the same place once there is one."""

from collections.abc import Collection, Iterator, Sequence
from math import ceil
from typing import Protocol

from PySide6.QtCore import QPointF, QSize, Qt, QUrl
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

from vaultdesk.ui.formula.formulas import formulas
from vaultdesk.ui.formula.typesetting import FormulaPicture
from vaultdesk.ui.markdown.plan import Piece, Run, runs_of
from vaultdesk.ui.markdown.style import Style
from vaultdesk.ui.theme.theme_values import pixel_size

SOURCE = QTextFormat.Property.UserProperty.value + 1
LATEX, DISPLAY, KIND = SOURCE + 1, SOURCE + 2, SOURCE + 3
"""What a formula's place in a document knows of it: its text as written, the formula, and how it is set."""

LEAST_SHARE = 0.8
"""How small a formula in a line may become to keep the line's height; a taller one gets a higher line."""

BEYOND = 0.14
"""Share of a line's height by which a formula may reach into the air of the next one."""

SMALL_LETTER = 0.48
"""Height of an x in the formulas' font, as a share of its size; those of windows have larger ones."""

MOST_GROWN = 1.16

_OBJECT = "\ufffc"


class Written(Protocol):
    """A document as far as its formulas are concerned."""

    pieces: list[Piece]
    starts: list[int]

    def first_block(self, piece: int) -> QTextBlock:
        """The first block of piece number *piece*."""

    def last_block(self, piece: int) -> QTextBlock:
        """The last block of piece number *piece*."""


def write_formula(cursor: QTextCursor, run: Run, style: Style, kind: str, look: QTextCharFormat) -> None:
    """Write the formula *run* at *cursor*: as a picture where there is one, else its source in *look*."""
    look.setProperty(SOURCE, run.text)
    look.setProperty(LATEX, run.math)
    look.setProperty(DISPLAY, run.display)
    look.setProperty(KIND, kind)
    if not _insert(cursor, look, style):
        cursor.insertText(run.text, look)


def source_at(cursor: QTextCursor, position: int) -> str:
    """Return the source of the formula whose picture stands at *position*; empty where another picture does."""
    cursor.setPosition(position)
    cursor.setPosition(position + 1, QTextCursor.MoveMode.KeepAnchor)
    return str(cursor.charFormat().property(SOURCE) or "")


def draw_ready(document: Written, style: Style, ready: Collection[str]) -> None:
    """Replace the source of the formulas *ready* in *document* by their pictures."""
    for number, piece in enumerate(document.pieces):
        if not any(run.math in ready for run in runs_of(piece)):
            continue
        shrunk = 0
        cursor = QTextCursor(document.first_block(number))
        cursor.beginEditBlock()
        # From the last one on: what stands before keeps its place.
        for start, length, look in reversed(_sources(document, number)):
            if str(look.property(LATEX)) not in ready:
                continue
            cursor.setPosition(start)
            cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
            if _insert(cursor, look, style):
                shrunk += length - 1
        cursor.endEditBlock()
        if shrunk:
            document.starts[number + 1 :] = [start - shrunk for start in document.starts[number + 1 :]]


def _sources(document: Written, number: int) -> Sequence[tuple[int, int, QTextCharFormat]]:
    """Return where formulas of piece *number* stand as source: place, length, look."""
    found: list[tuple[int, int, QTextCharFormat]] = []
    block, last = document.first_block(number), document.last_block(number)
    while block.isValid() and block.position() <= last.position():
        for text, start, look in _fragments(block):
            if text != _OBJECT and text == look.property(SOURCE):
                found.append((start, len(text.encode("utf-16-le")) // 2, look))
        block = block.next()
    return found


def _fragments(block: QTextBlock) -> Iterator[tuple[str, int, QTextCharFormat]]:
    place = block.begin()
    while not place.atEnd():
        fragment = place.fragment()
        yield fragment.text(), fragment.position(), fragment.charFormat()
        place += 1


def _insert(cursor: QTextCursor, look: QTextCharFormat, style: Style) -> bool:
    """Put the picture of the formula of *look* in place of what *cursor* selects, if there is one."""
    kind = str(look.property(KIND))
    document = cursor.document()
    font = style.font("paragraph" if kind == "math" else kind)
    size = round(letter_size(font) * (1.06 if kind == "math" else 1.0), 1)
    shown = _picture(look, size)
    if shown is None:
        return False
    tall = False
    room = min(style.column, document.textWidth() if document.textWidth() > style.step(120) else style.column)
    if shown.width > 2 * room:
        return False  # As source it is broken into lines.
    if shown.width > room:
        narrower = _picture(look, round(size * room / shown.width, 1))
        if narrower is None:
            return False  # It is asked for now, and told as well.
        shown = narrower
    elif kind != "math":
        line = style.line_height(kind)
        share = min(1.0, (0.8 + BEYOND) * line / max(shown.ascent, 1), (0.2 + BEYOND) * line / max(shown.descent, 1))
        # In a table the air belongs to the lines between the rows.
        if share < (LEAST_SHARE if cursor.currentTable() is None else 0.95):
            tall = True
        elif share < 0.98:
            smaller = _picture(look, round(size * share, 1))
            if smaller is None:
                return False
            shown = smaller
    cursor.insertImage(_image_format(document, look, shown, font, aligned=kind != "math"))
    if tall:
        higher = QTextBlockFormat(cursor.blockFormat())
        # As far apart as before, but for the line of the formula.
        between = max(1, style.line_height(kind) - QFontMetrics(font).height())
        higher.setLineHeight(between, QTextBlockFormat.LineHeightTypes.LineDistanceHeight.value)
        cursor.setBlockFormat(higher)
    return True


def letter_size(font: QFont) -> float:
    """Return the size at which a formula's letters look as large as those of *font* around it."""
    pixels = pixel_size(font)
    return pixels * min(MOST_GROWN, max(1.0, QFontMetricsF(font).xHeight() / (SMALL_LETTER * pixels)))


def _picture(look: QTextCharFormat, size: float) -> FormulaPicture | None:
    color = look.foreground().color().name()
    screen = QGuiApplication.primaryScreen()
    ratio = screen.devicePixelRatio() if screen is not None else 1.0
    return formulas().picture(str(look.property(LATEX)), bool(look.property(DISPLAY)), size, color, ratio)


def _image_format(
    document: QTextDocument, look: QTextCharFormat, shown: FormulaPicture, font: QFont, *, aligned: bool
) -> QTextImageFormat:
    image, width = shown.image, shown.width
    high = shown.ascent + shown.descent
    made = QTextImageFormat()
    if aligned:
        # Qt puts the middle of a picture half an x over the line; with air above or below, the letters stand on it.
        middle = QFontMetrics(font).xHeight() / 2
        high = max(2 * shown.ascent - middle, 2 * shown.descent + middle)
        image = _padded(shown, high, (high + middle) / 2 - shown.ascent)
        made.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignMiddle)
    name = f"formula:{shown.image.cacheKey()}:{aligned}"
    document.addResource(QTextDocument.ResourceType.ImageResource.value, QUrl(name), image)
    made.setFont(font)
    made.setName(name)
    made.setWidth(width)
    made.setHeight(high)
    made.setProperty(QTextFormat.Property.ImageAltText.value, str(look.property(SOURCE)))
    for known in (SOURCE, LATEX, DISPLAY, KIND):
        made.setProperty(known, look.property(known))
    return made


def _padded(shown: FormulaPicture, height: float, top: float) -> QImage:
    """Return the picture with air around it: so high, its own top at *top*."""
    ratio = shown.image.devicePixelRatio()
    image = QImage(QSize(shown.image.width(), ceil(height * ratio)), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.drawImage(QPointF(0, top), shown.image)
    painter.end()
    return image
