"""Writes pieces of a render plan into a QTextDocument through a cursor, with images, table columns and formulas
fitted to the width."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from math import ceil
from typing import Protocol

from PySide6.QtCore import QCoreApplication, QPointF, QSize, Qt, QUrl
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
    QTextFrameFormat,
    QTextImageFormat,
    QTextLength,
    QTextTable,
    QTextTableCellFormat,
    QTextTableFormat,
)

from vaultdesk.ui.rendering.formula import FormulaPicture, formulas
from vaultdesk.ui.rendering.render_plan import (
    CodeBlock,
    Piece,
    Row,
    Table,
    TextBlock,
    TextRun,
    TextStyle,
    note_target,
    runs_of,
)
from vaultdesk.ui.rendering.text_formats import TextFormats
from vaultdesk.ui.theme.theme_values import pixel_size

WANTED_WIDTH = QTextFormat.Property.UserProperty.value + 2
HEIGHT_RATIO = QTextFormat.Property.UserProperty.value + 3
"""Property of an image's format: its preferred width in pixels, and its height relative to that."""


def fit_image(made: QTextImageFormat, wanted: int, ratio: float, around: QTextBlockFormat, most: float) -> None:
    """Set the width of *made* to *wanted*, or to what is left of *most* pixels between the margins of the block
    *around* it.
    """
    made.setProperty(WANTED_WIDTH, wanted)
    made.setProperty(HEIGHT_RATIO, ratio)
    width = max(1, min(wanted, round(most - around.leftMargin() - around.rightMargin())))
    made.setWidth(width)
    made.setHeight(max(1, round(width * ratio)))


def fit_pictures(block: QTextBlock, most: float) -> None:
    """Resize the images of *block* to the width available in *most* pixels."""
    changed: list[tuple[int, QTextImageFormat]] = []
    parts = block.begin()
    while not parts.atEnd():
        part = parts.fragment()
        parts += 1
        made = part.charFormat().toImageFormat()
        if made.isValid() and made.hasProperty(WANTED_WIDTH):
            before = made.width()
            fit_image(
                made, int(made.intProperty(WANTED_WIDTH)), made.doubleProperty(HEIGHT_RATIO), block.blockFormat(), most
            )
            if made.width() != before:
                # Equal adjacent images form one fragment.
                changed += [(part.position() + place, made) for place in range(part.length())]
    cursor = QTextCursor(block)
    for place, made in changed:
        cursor.setPosition(place)
        cursor.setPosition(place + 1, QTextCursor.MoveMode.KeepAnchor)
        cursor.setCharFormat(made)


# Qt would break words and numbers before it takes space from another column.

LONGEST_WORD = 200
"""Maximum width in design pixels reserved for a word; a longer one (an address, a line of Chinese) is broken by Qt."""

CELL_GAP = 12
"""Space between two columns in design pixels."""

_SPACES = re.compile(r"[ \t\n\u2028]+")


def fit_table(table: QTextTable, piece: Table, style: TextFormats, room: float) -> None:
    """Set the column widths of *table*, which shows *piece*, for a text width of *room* pixels."""
    shown = table.format()
    wanted = wanted_widths(shown, piece, style, room)
    if wanted != shown.columnWidthConstraints():
        shown.setColumnWidthConstraints(wanted)
        table.setFormat(shown)


def wanted_widths(made: QTextTableFormat, piece: Table, style: TextFormats, room: float) -> list[QTextLength]:
    """Return the width constraints for a table of the format *made*; empty if everything fits."""
    widths = column_widths(piece, style, room - made.leftMargin() - made.rightMargin())
    return [QTextLength(QTextLength.Type.FixedLength, width) for width in widths]


def column_widths(piece: Table, style: TextFormats, room: float) -> list[int]:
    """Return the width of each column of *piece* in *room* pixels; empty if everything fits or it contains an image.

    No column becomes narrower than its longest word, so that their sum may exceed *room*.
    """
    if any(run.image or run.math for row in piece.rows for cell in row for run in cell):
        return []
    gap = style.px(CELL_GAP)
    columns = range(max(1, len(piece.aligns)))
    gaps = [gap if column < len(columns) - 1 else 0 for column in columns]
    full = _widest(piece, style, whole=True)
    if sum(full) + sum(gaps) <= room:
        return []
    most = style.px(LONGEST_WORD)
    least = [min(word, most) for word in _widest(piece, style, whole=False)]
    given = _shared(room - sum(gaps) - sum(least), [line - word for line, word in zip(full, least, strict=True)])
    return [int(least[n] + given[n] + gaps[n]) for n in columns]


def _shared(spare: float, wanted: list[float]) -> list[float]:
    """Distribute *spare* pixels: small requests are satisfied completely, so that few columns wrap; the others get
    equal shares.
    """
    given = [0.0] * len(wanted)
    waiting = sorted(range(len(wanted)), key=lambda one: wanted[one])
    for done, one in enumerate(waiting):
        given[one] = max(0.0, min(wanted[one], spare / (len(waiting) - done)))
        spare -= given[one]
    return given


def _widest(piece: Table, style: TextFormats, *, whole: bool) -> list[float]:
    """Return the longest line of each column, or its longest word, in pixels."""
    metrics: dict[tuple[str, TextStyle], QFontMetricsF] = {}

    def width(text: str, kind: str, look: TextStyle) -> float:
        found = metrics.get((kind, look))
        if found is None:
            found = metrics[kind, look] = QFontMetricsF(style.text(kind, look).font())
        return found.horizontalAdvance(text)

    widest = [0.0] * max(1, len(piece.aligns))
    for number, row in enumerate(piece.rows):
        kind = "head" if piece.headed and number == 0 else "paragraph"
        for column, parts in enumerate(_cells(row, whole=whole)):
            if column < len(widest):
                sums = [sum(width(text, kind, look) for text, look in part) for part in parts]
                widest[column] = max([widest[column], *sums])
    # A glyph may extend beyond its advance width by a fraction of a pixel.
    return [pixels + 1 for pixels in widest]


def _cells(row: Row, *, whole: bool) -> Iterator[list[list[tuple[str, TextStyle]]]]:
    """Yield the words of each cell, or its lines, each as its runs of text."""
    for cell in row:
        parts: list[list[tuple[str, TextStyle]]] = [[]]
        for run in cell:
            for place, text in enumerate(re.split("[\n\u2028]", run.text) if whole else _SPACES.split(run.text)):
                if place:
                    parts.append([])
                parts[-1].append((text, run.style))
        yield parts


SOURCE = QTextFormat.Property.UserProperty.value + 1
LATEX, DISPLAY, KIND = SOURCE + 1, SOURCE + 2, SOURCE + 3
"""Properties of a formula in a document: its text as written, the formula, and how it is set."""

LEAST_SHARE = 0.8
"""Minimum scale of an inline formula that is shrunk to keep the line height; a taller one gets a higher line."""

FORMULA_OVERHANG = 0.14
"""Share of the line height by which a formula may extend into the spacing of the next line."""

SMALL_LETTER = 0.48
"""Height of an x in the formulas' font relative to its size; user interface fonts have larger ones."""

MOST_GROWN = 1.16

_OBJECT = "\ufffc"


class FormulaDocument(Protocol):
    """The part of a document needed for its formulas."""

    pieces: list[Piece]
    starts: list[int]

    def first_block(self, piece: int) -> QTextBlock:
        """Return the first block of piece number *piece*."""

    def last_block(self, piece: int) -> QTextBlock:
        """Return the last block of piece number *piece*."""


def write_formula(cursor: QTextCursor, run: TextRun, style: TextFormats, kind: str, look: QTextCharFormat) -> None:
    """Write the formula *run* at *cursor*: as an image if there is one, else its source in *look*."""
    look.setProperty(SOURCE, run.text)
    look.setProperty(LATEX, run.math)
    look.setProperty(DISPLAY, run.display)
    look.setProperty(KIND, kind)
    if not _insert(cursor, look, style):
        cursor.insertText(run.text, look)


def source_at(cursor: QTextCursor, position: int) -> str:
    """Return the source of the formula whose image is at *position*; empty for another image."""
    cursor.setPosition(position)
    cursor.setPosition(position + 1, QTextCursor.MoveMode.KeepAnchor)
    return str(cursor.charFormat().property(SOURCE) or "")


def draw_ready(document: FormulaDocument, style: TextFormats, ready: Collection[str]) -> None:
    """Replace the source of the formulas *ready* in *document* by their images."""
    for number, piece in enumerate(document.pieces):
        if not any(run.math in ready for run in runs_of(piece)):
            continue
        shrunk = 0
        cursor = QTextCursor(document.first_block(number))
        cursor.beginEditBlock()
        # Backwards, so that earlier positions stay valid.
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


def _sources(document: FormulaDocument, number: int) -> Sequence[tuple[int, int, QTextCharFormat]]:
    """Return the formulas of piece *number* shown as source: position, length, look."""
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


def _insert(cursor: QTextCursor, look: QTextCharFormat, style: TextFormats) -> bool:
    """Replace the selection of *cursor* by the image of the formula of *look*, if there is one."""
    kind = str(look.property(KIND))
    document = cursor.document()
    font = style.font("paragraph" if kind == "math" else kind)
    size = round(letter_size(font) * (1.06 if kind == "math" else 1.0), 1)
    shown = _picture(look, size)
    if shown is None:
        return False
    tall = False
    room = min(style.column, document.textWidth() if document.textWidth() > style.px(120) else style.column)
    if shown.width > 2 * room:
        return False  # As source it can be broken into lines.
    if shown.width > room:
        narrower = _picture(look, round(size * room / shown.width, 1))
        if narrower is None:
            return False  # It is requested now, and will be reported.
        shown = narrower
    elif kind != "math":
        line = style.line_height(kind)
        share = min(
            1.0,
            (0.8 + FORMULA_OVERHANG) * line / max(shown.ascent, 1),
            (0.2 + FORMULA_OVERHANG) * line / max(shown.descent, 1),
        )
        # In a table the spacing belongs to the lines between the rows.
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
        # The same spacing as before, except for the line of the formula.
        between = max(1, style.line_height(kind) - QFontMetrics(font).height())
        higher.setLineHeight(between, QTextBlockFormat.LineHeightTypes.LineDistanceHeight.value)
        cursor.setBlockFormat(higher)
    return True


def letter_size(font: QFont) -> float:
    """Return the size at which a formula appears as large as *font* around it."""
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
        # Qt puts the middle of an image half an x above the baseline; padding aligns the formula's baseline with it.
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
    """Return the image with padding: *height* high, with its own top at *top*."""
    ratio = shown.image.devicePixelRatio()
    image = QImage(QSize(shown.image.width(), ceil(height * ratio)), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.drawImage(QPointF(0, top), shown.image)
    painter.end()
    return image


Resolves = Callable[[str], bool]
"""Returns whether a link's target (`Name#Heading`) exists."""

Pictures = Callable[[str], QImage | str | None]
"""Returns an embedded image of the vault, a sentence why it cannot be shown, or None if it was not loaded. Called on
the window's thread: answer from memory.
"""

_ALIGNMENTS = {
    "left": Qt.AlignmentFlag.AlignLeft,
    "center": Qt.AlignmentFlag.AlignHCenter,
    "right": Qt.AlignmentFlag.AlignRight,
}


class MarkdownWriter:
    """Writes pieces at the end of the cursor's document; `before` is the piece already there."""

    def __init__(
        self,
        cursor: QTextCursor,
        style: TextFormats,
        *,
        resolves: Resolves | None = None,
        pictures: Pictures | None = None,
        room: float = 0,
    ) -> None:
        """*room* is the number of pixels for tables and images between the margins; 0 if unknown."""
        self._room = room
        self._cursor = cursor
        self._style = style
        self._resolves = resolves or (lambda _target: True)
        self._pictures = pictures or (lambda _target: None)

    def write(self, piece: Piece, before: Piece | None, *, is_empty: bool) -> int:
        """Write *piece* and return where it starts. `fresh`: the document is one empty block to be used."""
        self._cursor.movePosition(QTextCursor.MoveOperation.End)
        match piece:
            case TextBlock():
                role = self._style.title_role(piece) if piece.kind == "title" else ""
                self._open(self._style.block(piece, before), self._style.text(piece.kind, TextStyle.PLAIN), is_empty)
                start = self._cursor.block().position()
                self.write_runs(piece.runs, piece.kind, role)
                return start
            case CodeBlock():
                return self._code(piece, before, is_empty)
            case Table():
                return self._table(piece, before, is_empty)

    def write_runs(self, runs: tuple[TextRun, ...], kind: str, role: str = "") -> None:
        """Write *runs* at the cursor; *role* is a colour for all of them."""
        for run in runs:
            drawn = self._pictures(run.image) if run.image else None
            if isinstance(drawn, QImage) and not drawn.isNull():
                self._insert_picture(run, drawn)
                continue
            known = not run.href.startswith("note:") or self._resolves(note_target(run.href))
            made = self._style.text(kind, run.style, link=known)
            if role:
                made.setForeground(self._style.color(role))
            if run.math:
                write_formula(self._cursor, run, self._style, kind, made)
                continue
            if run.href:
                made.setAnchor(True)
                made.setAnchorHref(run.href)
            self._cursor.insertText(run.text, made)
            if isinstance(drawn, str):
                self._write_problem(drawn, kind, made)

    def code_lines(self, piece: CodeBlock, first: int) -> None:
        """Write the lines of *piece* from number *first* on, each as a block below the cursor's."""
        line_format = self._style.code_block(piece, None, first=False)
        plain = self._style.text("code", TextStyle.PLAIN)
        for line in piece.lines[first:]:
            self._cursor.insertBlock(line_format, plain)
            self.write_runs(line, "code")

    def rows(self, table: QTextTable, piece: Table, first: int) -> None:
        """Fill the rows of *table* from number *first* on, adding rows if necessary."""
        if table.rows() < len(piece.rows):
            table.appendRows(len(piece.rows) - table.rows())
        for number in range(first, len(piece.rows)):
            self._row(table, number, piece, piece.rows[number])

    def _open(self, block: QTextBlockFormat, text: QTextCharFormat, is_empty: bool) -> None:
        if is_empty and block.topMargin() > 0:
            # Qt ignores the margin of the first block: the background of a callout, or the head of code, would be cut
            # off.
            self._cursor.setBlockFormat(thin_block())
            self._cursor.setBlockCharFormat(thin_text())
            is_empty = False
        if is_empty:
            self._cursor.setBlockFormat(block)
            self._cursor.setBlockCharFormat(text)
            self._cursor.setCharFormat(text)
        else:
            self._cursor.insertBlock(block, text)

    def _code(self, piece: CodeBlock, before: Piece | None, is_empty: bool) -> int:
        first_format = self._style.code_block(piece, before, first=True)
        self._open(first_format, self._style.text("code", TextStyle.PLAIN), is_empty)
        start = self._cursor.block().position()
        self.write_runs(piece.lines[0], "code")
        self.code_lines(piece, 1)
        return start

    def _insert_picture(self, run: TextRun, image: QImage) -> None:
        document = self._cursor.document()
        name = f"picture:{image.cacheKey()}"
        document.addResource(QTextDocument.ResourceType.ImageResource.value, QUrl(name), image)
        made = QTextImageFormat()
        made.setName(name)
        made.setToolTip("")
        ratio = image.height() / max(1, image.width())
        width = round(image.deviceIndependentSize().width())
        # An item or a callout has less space than the column: a wider image would make the whole note scroll
        # horizontally.
        most = min(self._style.column, self._room or self._style.column)
        fit_image(made, run.width or width, ratio, self._cursor.blockFormat(), most)
        self._cursor.insertImage(made)

    def _write_problem(self, problem: str, kind: str, link: QTextCharFormat) -> None:
        """Write after the link to an image why it is not shown, and how to open it."""
        muted = self._style.text(kind, TextStyle.MUTED)
        self._cursor.insertText(f" · {problem} ", muted)
        self._cursor.insertText(QCoreApplication.translate("MarkdownWriter", "Open"), link)

    def _table(self, piece: Table, before: Piece | None, is_empty: bool) -> int:
        if is_empty:
            self._cursor.setBlockFormat(thin_block())
            self._cursor.setBlockCharFormat(thin_text())
        style = self._style
        made = QTextTableFormat()
        made.setBorder(0)
        made.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_None)
        made.setBorderCollapse(True)
        made.setCellPadding(0)
        made.setCellSpacing(0)
        made.setTopMargin(style.gap(before, piece))
        made.setLeftMargin(style.left(piece.place))
        # Collapsed borders are half outside: without these pixels the view would get a scroll bar.
        made.setRightMargin(style.right(piece.place) + 2)
        if not style.left(piece.place):
            made.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        made.setPosition(QTextFrameFormat.Position.InFlow)
        if self._room > 0:
            # Set now: if set later, Qt would lay it out twice.
            made.setColumnWidthConstraints(wanted_widths(made, piece, style, self._room))
        table = self._cursor.insertTable(max(1, len(piece.rows)), max(1, len(piece.aligns)), made)
        start = table.firstPosition()
        self.rows(table, piece, 0)
        self._cursor.movePosition(QTextCursor.MoveOperation.End)
        # Qt keeps a block after a table and ignores its top margin, so no piece uses it: it stays, one pixel high.
        self._cursor.setBlockFormat(thin_block())
        self._cursor.setBlockCharFormat(thin_text())
        return start

    def _row(self, table: QTextTable, number: int, piece: Table, row: Row) -> None:
        head = piece.headed and number == 0
        kind = "head" if head else "paragraph"
        block = QTextBlockFormat()
        block.setLineHeight(self._style.line_height(kind), QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        plain = self._style.text(kind, TextStyle.PLAIN)
        cell_format = self._cell_format(head, plain)
        last_format = QTextTableCellFormat(cell_format)
        last_format.setRightPadding(0)
        for column in range(min(len(row), table.columns())):
            cell = table.cellAt(number, column)
            cell.setFormat(last_format if column == table.columns() - 1 else cell_format)
            self._cursor = cell.firstCursorPosition()
            if self._cursor.position() != cell.lastPosition():
                self._cursor.setPosition(cell.lastPosition(), QTextCursor.MoveMode.KeepAnchor)
                self._cursor.removeSelectedText()
            block.setAlignment(_ALIGNMENTS[piece.aligns[column]])
            self._cursor.setBlockFormat(block)
            self._cursor.setCharFormat(plain)
            self.write_runs(row[column], kind)

    def _cell_format(self, head: bool, plain: QTextCharFormat) -> QTextTableCellFormat:
        style = self._style
        # The cell's format is also the format of its first block, so it includes the font.
        made = QTextTableCellFormat()
        made.setFont(plain.font())
        made.setForeground(plain.foreground())
        made.setTopPadding(style.px(2 if head else 3))
        made.setBottomPadding(style.table_foot - 1)
        made.setRightPadding(style.px(12))
        made.setBottomBorder(1)
        made.setBottomBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        made.setBottomBorderBrush(style.color("control" if head else "border"))
        made.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignTop)
        return made


def thin_block() -> QTextBlockFormat:
    """Return the format of a block that Qt requires and that should be invisible."""
    made = QTextBlockFormat()
    made.setLineHeight(1, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
    return made


def thin_text() -> QTextCharFormat:
    """Return the smallest character format, for the same purpose."""
    made = QTextCharFormat()
    made.setFontPointSize(1)
    return made
