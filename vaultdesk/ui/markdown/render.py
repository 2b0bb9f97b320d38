"""Render: pieces of a plan written straight into a QTextDocument through a cursor. No HTML on the way (QT 2.3.3)."""

from collections.abc import Callable

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import (
    QImage,
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

from vaultdesk.ui.markdown.formula_runs import write_formula
from vaultdesk.ui.markdown.hrefs import note_target
from vaultdesk.ui.markdown.picture_widths import sized
from vaultdesk.ui.markdown.plan import Block, Code, Look, Piece, Row, Run, Table
from vaultdesk.ui.markdown.style import Style
from vaultdesk.ui.markdown.table_widths import wanted_widths

Resolves = Callable[[str], bool]
"""Whether a link's target (`Name#Heading`) leads to a note that is there."""

Pictures = Callable[[str], QImage | None]
"""The picture of the vault a note embeds, if it could be read. Asked on the window's thread: answer from memory."""

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
        style: Style,
        *,
        resolves: Resolves | None = None,
        pictures: Pictures | None = None,
        room: float = 0,
    ) -> None:
        """*room* is how many pixels tables and pictures may take from margin to margin; 0 where that is not known."""
        self._room = room
        self._cursor = cursor
        self._style = style
        self._resolves = resolves or (lambda _target: True)
        self._pictures = pictures or (lambda _target: None)

    def write(self, piece: Piece, before: Piece | None, *, fresh: bool) -> int:
        """Write *piece* and return where it starts. `fresh`: the document is one empty block that waits for it."""
        self._cursor.movePosition(QTextCursor.MoveOperation.End)
        match piece:
            case Block():
                role = self._style.title_role(piece) if piece.kind == "title" else ""
                self._open(self._style.block(piece, before), self._style.text(piece.kind, Look.PLAIN), fresh)
                start = self._cursor.block().position()
                self.write_runs(piece.runs, piece.kind, role)
                return start
            case Code():
                return self._code(piece, before, fresh)
            case Table():
                return self._table(piece, before, fresh)

    def write_runs(self, runs: tuple[Run, ...], kind: str, role: str = "") -> None:
        """Write *runs* where the cursor stands; *role* is a colour for all of them."""
        for run in runs:
            if run.image and self._picture(run):
                continue
            known = not run.href.startswith("note:") or self._resolves(note_target(run.href))
            made = self._style.text(kind, run.look, link=known)
            if role:
                made.setForeground(self._style.color(role))
            if run.math:
                write_formula(self._cursor, run, self._style, kind, made)
                continue
            if run.href:
                made.setAnchor(True)
                made.setAnchorHref(run.href)
            self._cursor.insertText(run.text, made)

    def code_lines(self, piece: Code, first: int) -> None:
        """Write the lines of *piece* from number *first* on, each as a block below the cursor's."""
        line_format = self._style.code_block(piece, None, first=False)
        plain = self._style.text("code", Look.PLAIN)
        for line in piece.lines[first:]:
            self._cursor.insertBlock(line_format, plain)
            self.write_runs(line, "code")

    def rows(self, table: QTextTable, piece: Table, first: int) -> None:
        """Fill the rows of *table* from number *first* on; rows are added where there are too few."""
        if table.rows() < len(piece.rows):
            table.appendRows(len(piece.rows) - table.rows())
        for number in range(first, len(piece.rows)):
            self._row(table, number, piece, piece.rows[number])

    def _open(self, block: QTextBlockFormat, text: QTextCharFormat, fresh: bool) -> None:
        if fresh and block.topMargin() > 0:
            # Qt gives the first block no margin: the ground of a callout, and the head of code, would be cut off.
            self._cursor.setBlockFormat(thin_block())
            self._cursor.setBlockCharFormat(thin_text())
            fresh = False
        if fresh:
            self._cursor.setBlockFormat(block)
            self._cursor.setBlockCharFormat(text)
            self._cursor.setCharFormat(text)
        else:
            self._cursor.insertBlock(block, text)

    def _code(self, piece: Code, before: Piece | None, fresh: bool) -> int:
        first_format = self._style.code_block(piece, before, first=True)
        self._open(first_format, self._style.text("code", Look.PLAIN), fresh)
        start = self._cursor.block().position()
        self.write_runs(piece.lines[0], "code")
        self.code_lines(piece, 1)
        return start

    def _picture(self, run: Run) -> bool:
        image = self._pictures(run.image)
        if image is None or image.isNull():
            return False
        document = self._cursor.document()
        name = f"picture:{image.cacheKey()}"
        document.addResource(QTextDocument.ResourceType.ImageResource.value, QUrl(name), image)
        made = QTextImageFormat()
        made.setName(name)
        made.setToolTip("")
        ratio = image.height() / max(1, image.width())
        # In an item or a callout there is less room than in the column: wider, the whole note would scroll sideways.
        most = min(self._style.column, self._room or self._style.column)
        sized(made, run.width or image.width(), ratio, self._cursor.blockFormat(), most)
        self._cursor.insertImage(made)
        return True

    def _table(self, piece: Table, before: Piece | None, fresh: bool) -> int:
        if fresh:
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
        # Collapsed borders stand half outside: without these pixels the view gets a scroll bar for it.
        made.setRightMargin(style.right(piece.place) + 2)
        if not style.left(piece.place):
            made.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        made.setPosition(QTextFrameFormat.Position.InFlow)
        if self._room > 0:
            # Told now: told later, Qt would lay it out twice.
            made.setColumnWidthConstraints(wanted_widths(made, piece, style, self._room))
        table = self._cursor.insertTable(max(1, len(piece.rows)), max(1, len(piece.aligns)), made)
        start = table.firstPosition()
        self.rows(table, piece, 0)
        self._cursor.movePosition(QTextCursor.MoveOperation.End)
        # Qt keeps a block behind a table and gives it no top margin, so no piece uses it: it stays, one pixel high.
        self._cursor.setBlockFormat(thin_block())
        self._cursor.setBlockCharFormat(thin_text())
        return start

    def _row(self, table: QTextTable, number: int, piece: Table, row: Row) -> None:
        head = piece.headed and number == 0
        kind = "head" if head else "paragraph"
        block = QTextBlockFormat()
        block.setLineHeight(self._style.line_height(kind), QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        plain = self._style.text(kind, Look.PLAIN)
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
        # The cell's format is also the format of its first block, so it carries the letters, too.
        made = QTextTableCellFormat()
        made.setFont(plain.font())
        made.setForeground(plain.foreground())
        made.setTopPadding(style.step(2 if head else 3))
        made.setBottomPadding(style.table_foot - 1)
        made.setRightPadding(style.step(12))
        made.setBottomBorder(1)
        made.setBottomBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        made.setBottomBorderBrush(style.color("control" if head else "border"))
        made.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignTop)
        return made


def thin_block() -> QTextBlockFormat:
    """The format of a block that Qt needs and nobody should see."""
    made = QTextBlockFormat()
    made.setLineHeight(1, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
    return made


def thin_text() -> QTextCharFormat:
    """The smallest letters, for the same."""
    made = QTextCharFormat()
    made.setFontPointSize(1)
    return made
