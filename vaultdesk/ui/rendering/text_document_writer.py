"""Writer of a render plan: its elements in a QTextDocument, with images and table columns fitted to the width."""

import re
from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication, Qt, QUrl
from PySide6.QtGui import (
    QFontMetricsF,
    QImage,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFrameFormat,
    QTextImageFormat,
    QTextLength,
    QTextTable,
    QTextTableCellFormat,
    QTextTableFormat,
)

from vaultdesk.ui.rendering.formula import write_formula
from vaultdesk.ui.rendering.render_plan import (
    CodeBlock,
    RenderElement,
    Table,
    TextBlock,
    TextRun,
    TextStyle,
    note_target,
)
from vaultdesk.ui.rendering.text_formats import FREE_PROPERTY, TextFormats, fragments

PREFERRED_WIDTH, HEIGHT_RATIO = FREE_PROPERTY, FREE_PROPERTY + 1
"""Properties of the format of an image: its preferred width in pixels, and its height relative to that."""

TargetExists = Callable[[str], bool]
"""Predicate on a link's target (`Name#Heading`)."""

PictureLookup = Callable[[str], QImage | str | None]
"""Returns an embedded image of the vault, a sentence why it cannot be shown, or None if it was not loaded. Called on
the GUI thread: must not block.
"""

_ALIGNMENTS = {
    "left": Qt.AlignmentFlag.AlignLeft,
    "center": Qt.AlignmentFlag.AlignHCenter,
    "right": Qt.AlignmentFlag.AlignRight,
}


class MarkdownWriter:
    """Writes elements at the end of the cursor's document."""

    def __init__(
        self,
        cursor: QTextCursor,
        style: TextFormats,
        *,
        resolves: TargetExists | None = None,
        pictures: PictureLookup | None = None,
        available_width: float = 0,
    ) -> None:
        """Without *resolves* every link has a target; without *pictures* images are shown as links.

        *available_width* is the width in pixels between the margins for tables and images; 0 if unknown.
        """
        self._available_width = available_width
        self._cursor = cursor
        self._style = style
        self._resolves = resolves or (lambda _target: True)
        self._pictures = pictures or (lambda _target: None)

    def write(self, element: RenderElement, before: RenderElement | None, *, is_empty: bool) -> int:
        """Write *element* below the element *before*, and return its start position.

        With *is_empty* the document is one empty block to be used.
        """
        self._cursor.movePosition(QTextCursor.MoveOperation.End)
        match element:
            case TextBlock():
                role = self._style.title_role(element) if element.kind == "title" else ""
                self._begin_block(
                    self._style.block(element, before), self._style.text(element.kind, TextStyle.PLAIN), is_empty
                )
                start = self._cursor.block().position()
                self.write_runs(element.runs, element.kind, role)
                return start
            case CodeBlock():
                return self._write_code(element, before, is_empty)
            case Table():
                return self._write_table(element, before, is_empty)

    def write_runs(self, runs: tuple[TextRun, ...], kind: str, role: str = "") -> None:
        """Write *runs* at the cursor; *role* is a color for all of them."""
        for run in runs:
            picture = self._pictures(run.image) if run.image else None
            if isinstance(picture, QImage) and not picture.isNull():
                self._insert_picture(run, picture)
                continue
            exists = not run.href.startswith("note:") or self._resolves(note_target(run.href))
            char_format = self._style.text(kind, run.style, link=exists)
            if role:
                char_format.setForeground(self._style.color(role))
            if run.math:
                write_formula(self._cursor, run, self._style, kind, char_format)
                continue
            if run.href:
                char_format.setAnchor(True)
                char_format.setAnchorHref(run.href)
            self._cursor.insertText(run.text, char_format)
            if isinstance(picture, str):
                self._write_problem(picture, kind, char_format)

    def write_code_lines(self, element: CodeBlock, first: int) -> None:
        """Write the lines of *element* from number *first* on, each as a block below the cursor's."""
        line_format = self._style.code_block(element, None, first=False)
        plain = self._style.text("code", TextStyle.PLAIN)
        for line in element.lines[first:]:
            self._cursor.insertBlock(line_format, plain)
            self.write_runs(line, "code")

    def write_rows(self, table: QTextTable, element: Table, first: int) -> None:
        """Fill the rows of *table* from number *first* on, adding rows if necessary."""
        if table.rows() < len(element.rows):
            table.appendRows(len(element.rows) - table.rows())
        for number in range(first, len(element.rows)):
            self._write_row(table, element, number)

    def _begin_block(self, block: QTextBlockFormat, text: QTextCharFormat, is_empty: bool) -> None:
        if is_empty and block.topMargin() > 0:
            # Qt ignores the margin of the first block: the background of a callout, or the head of code, would be cut
            # off.
            make_block_thin(self._cursor)
            is_empty = False
        if is_empty:
            self._cursor.setBlockFormat(block)
            self._cursor.setBlockCharFormat(text)
            self._cursor.setCharFormat(text)
        else:
            self._cursor.insertBlock(block, text)

    def _write_code(self, element: CodeBlock, before: RenderElement | None, is_empty: bool) -> int:
        first_format = self._style.code_block(element, before, first=True)
        self._begin_block(first_format, self._style.text("code", TextStyle.PLAIN), is_empty)
        start = self._cursor.block().position()
        self.write_runs(element.lines[0], "code")
        self.write_code_lines(element, 1)
        return start

    def _insert_picture(self, run: TextRun, image: QImage) -> None:
        document = self._cursor.document()
        name = f"picture:{image.cacheKey()}"
        document.addResource(QTextDocument.ResourceType.ImageResource.value, QUrl(name), image)
        image_format = QTextImageFormat()
        image_format.setName(name)
        image_format.setToolTip("")
        ratio = image.height() / max(1, image.width())
        width = round(image.deviceIndependentSize().width())
        # An item or a callout is narrower than the column: a wider image would make the whole note scroll horizontally.
        max_width = min(self._style.column, self._available_width or self._style.column)
        fit_image(image_format, run.width or width, ratio, self._cursor.blockFormat(), max_width)
        self._cursor.insertImage(image_format)

    def _write_problem(self, problem: str, kind: str, link: QTextCharFormat) -> None:
        """Write after the link to an image why it is not shown, and how to open it."""
        muted = self._style.text(kind, TextStyle.MUTED)
        self._cursor.insertText(f" · {problem} ", muted)
        self._cursor.insertText(QCoreApplication.translate("MarkdownWriter", "Open"), link)

    def _write_table(self, element: Table, before: RenderElement | None, is_empty: bool) -> int:
        if is_empty:
            make_block_thin(self._cursor)
        table_format = self._table_format(element, before)
        table = self._cursor.insertTable(max(1, len(element.rows)), max(1, len(element.aligns)), table_format)
        start = table.firstPosition()
        self.write_rows(table, element, 0)
        self._cursor.movePosition(QTextCursor.MoveOperation.End)
        # Qt keeps a block after a table and ignores its top margin, so no element uses it: it stays, one pixel high.
        make_block_thin(self._cursor)
        return start

    def _table_format(self, element: Table, before: RenderElement | None) -> QTextTableFormat:
        style = self._style
        table_format = QTextTableFormat()
        table_format.setBorder(0)
        table_format.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_None)
        table_format.setBorderCollapse(True)
        table_format.setCellPadding(0)
        table_format.setCellSpacing(0)
        table_format.setTopMargin(style.gap(before, element))
        table_format.setLeftMargin(style.left(element.nesting))
        # Collapsed borders are half outside: without these pixels the view would get a scroll bar.
        table_format.setRightMargin(style.right(element.nesting) + 2)
        if not style.left(element.nesting):
            table_format.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        table_format.setPosition(QTextFrameFormat.Position.InFlow)
        if self._available_width > 0:
            # Set now: if set later, Qt would lay it out twice.
            constraints = column_constraints(table_format, element, style, self._available_width)
            table_format.setColumnWidthConstraints(constraints)
        return table_format

    def _write_row(self, table: QTextTable, element: Table, number: int) -> None:
        row = element.rows[number]
        kind = row_kind(element, number)
        block = QTextBlockFormat()
        block.setLineHeight(self._style.line_height(kind), QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        plain = self._style.text(kind, TextStyle.PLAIN)
        cell_format = self._cell_format(kind, plain)
        last_format = QTextTableCellFormat(cell_format)
        last_format.setRightPadding(0)
        for column in range(min(len(row), table.columns())):
            cell = table.cellAt(number, column)
            cell.setFormat(last_format if column == table.columns() - 1 else cell_format)
            self._cursor = cell.firstCursorPosition()
            if self._cursor.position() != cell.lastPosition():
                self._cursor.setPosition(cell.lastPosition(), QTextCursor.MoveMode.KeepAnchor)
                self._cursor.removeSelectedText()
            block.setAlignment(_ALIGNMENTS[element.aligns[column]])
            self._cursor.setBlockFormat(block)
            self._cursor.setCharFormat(plain)
            self.write_runs(row[column], kind)

    def _cell_format(self, kind: str, plain: QTextCharFormat) -> QTextTableCellFormat:
        style, head = self._style, kind == "head"
        # The cell's format is also the format of its first block, so it includes the font.
        cell_format = QTextTableCellFormat()
        cell_format.setFont(plain.font())
        cell_format.setForeground(plain.foreground())
        cell_format.setTopPadding(style.px(2 if head else 3))
        cell_format.setBottomPadding(style.table_bottom - 1)
        cell_format.setRightPadding(style.px(12))
        cell_format.setBottomBorder(1)
        cell_format.setBottomBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        cell_format.setBottomBorderBrush(style.color("control" if head else "border"))
        cell_format.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignTop)
        return cell_format


def make_block_thin(cursor: QTextCursor) -> None:
    """Give the block of *cursor*, which Qt requires and which should be invisible, a height of one pixel."""
    block_format = QTextBlockFormat()
    block_format.setLineHeight(1, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
    char_format = QTextCharFormat()
    char_format.setFontPointSize(1)
    cursor.setBlockFormat(block_format)
    cursor.setBlockCharFormat(char_format)


def fit_image(
    image_format: QTextImageFormat, preferred_width: int, ratio: float, block_format: QTextBlockFormat, max_width: float
) -> None:
    """Set the width of *image_format* to *preferred_width*, capped at *max_width* minus the margins of its block."""
    image_format.setProperty(PREFERRED_WIDTH, preferred_width)
    image_format.setProperty(HEIGHT_RATIO, ratio)
    width = max(1, min(preferred_width, round(max_width - block_format.leftMargin() - block_format.rightMargin())))
    image_format.setWidth(width)
    image_format.setHeight(max(1, round(width * ratio)))


def fit_pictures(block: QTextBlock, max_width: float) -> None:
    """Resize the images of *block*, capped at *max_width* minus its margins."""
    changed: list[tuple[int, QTextImageFormat]] = []
    for text, start, char_format in fragments(block):
        image_format = char_format.toImageFormat()
        if image_format.isValid() and image_format.hasProperty(PREFERRED_WIDTH):
            before = image_format.width()
            fit_image(
                image_format,
                int(image_format.intProperty(PREFERRED_WIDTH)),
                image_format.doubleProperty(HEIGHT_RATIO),
                block.blockFormat(),
                max_width,
            )
            if image_format.width() != before:
                # Equal adjacent images form one fragment.
                changed += [(start + offset, image_format) for offset in range(len(text))]
    cursor = QTextCursor(block)
    for position, image_format in changed:
        cursor.setPosition(position)
        cursor.setPosition(position + 1, QTextCursor.MoveMode.KeepAnchor)
        cursor.setCharFormat(image_format)


MAX_WORD_WIDTH = 200
"""Maximum width in design pixels reserved for a word; a longer one (an address, a line of Chinese) is broken by Qt."""

CELL_GAP = 12
"""Space between two columns in design pixels."""

_SPACES = re.compile(r"[ \t\n\u2028]+")
_LINE_ENDS = re.compile(r"[\n\u2028]")


def fit_table(table: QTextTable, element: Table, style: TextFormats, available_width: float) -> None:
    """Set the column widths of *table*, which shows *element*, for a text width of *available_width* pixels.

    Qt alone would break words and numbers before it takes space from another column.
    """
    table_format = table.format()
    constraints = column_constraints(table_format, element, style, available_width)
    if constraints != table_format.columnWidthConstraints():
        table_format.setColumnWidthConstraints(constraints)
        table.setFormat(table_format)


def column_constraints(
    table_format: QTextTableFormat, element: Table, style: TextFormats, available_width: float
) -> list[QTextLength]:
    """Return the width constraints for a table of the format *table_format*; empty if everything fits."""
    widths = column_widths(element, style, available_width - table_format.leftMargin() - table_format.rightMargin())
    return [QTextLength(QTextLength.Type.FixedLength, width) for width in widths]


def column_widths(element: Table, style: TextFormats, available_width: float) -> list[int]:
    """Return the width of each column of *element* in *available_width* pixels; empty if everything fits or if it
    contains an image.

    No column becomes narrower than its longest word, so that their sum may exceed *available_width*.
    """
    if any(run.image or run.math for row in element.rows for cell in row for run in cell):
        return []
    gap = style.px(CELL_GAP)
    columns = range(max(1, len(element.aligns)))
    gaps = [gap if column < len(columns) - 1 else 0 for column in columns]
    line_widths = _max_widths(element, style, whole_lines=True)
    if sum(line_widths) + sum(gaps) <= available_width:
        return []
    max_word_width = style.px(MAX_WORD_WIDTH)
    word_widths = [min(word, max_word_width) for word in _max_widths(element, style, whole_lines=False)]
    extra = _distribute(
        available_width - sum(gaps) - sum(word_widths),
        [line - word for line, word in zip(line_widths, word_widths, strict=True)],
    )
    return [int(word_widths[n] + extra[n] + gaps[n]) for n in columns]


def row_kind(element: Table, number: int) -> str:
    """Return the kind of text in row *number* of *element*."""
    return "head" if element.has_header and number == 0 else "paragraph"


def _distribute(spare: float, requested: list[float]) -> list[float]:
    """Return the shares of *spare* pixels: small requests are satisfied completely, so that few columns wrap; the
    others get equal shares.
    """
    shares = [0.0] * len(requested)
    order = sorted(range(len(requested)), key=lambda index: requested[index])
    for number, index in enumerate(order):
        shares[index] = max(0.0, min(requested[index], spare / (len(order) - number)))
        spare -= shares[index]
    return shares


def _max_widths(element: Table, style: TextFormats, *, whole_lines: bool) -> list[float]:
    """Return the width in pixels of the longest line, or else the longest word, of each column."""
    metrics: dict[tuple[str, TextStyle], QFontMetricsF] = {}

    def width(runs: list[tuple[str, TextStyle]], kind: str) -> float:
        total = 0.0
        for text, text_style in runs:
            found = metrics.get((kind, text_style))
            if found is None:
                found = metrics[kind, text_style] = QFontMetricsF(style.text(kind, text_style).font())
            total += found.horizontalAdvance(text)
        return total

    widths = [0.0] * max(1, len(element.aligns))
    for number, row in enumerate(element.rows):
        kind = row_kind(element, number)
        for column, cell in enumerate(row[: len(widths)]):
            parts = _parts(cell, _LINE_ENDS if whole_lines else _SPACES)
            widths[column] = max(widths[column], *(width(runs, kind) for runs in parts))
    # A glyph may extend beyond its advance width by a fraction of a pixel.
    return [pixels + 1 for pixels in widths]


def _parts(cell: Sequence[TextRun], separator: re.Pattern[str]) -> list[list[tuple[str, TextStyle]]]:
    """Return the parts of *cell* between separators, each as its runs of text."""
    parts: list[list[tuple[str, TextStyle]]] = [[]]
    for run in cell:
        first, *others = separator.split(run.text)
        parts[-1].append((first, run.style))
        parts += [[(text, run.style)] for text in others]
    return parts
