"""Diff lines: draws the numbered lines of a diff. Where they stand is diff_layout.py, their heads diff_heads.py."""

from bisect import bisect_right

from PySide6.QtCore import QCoreApplication, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from vaultdesk.ui.changes.diff_colors import SIGNS, mark_ground, row_ground, sign_color
from vaultdesk.ui.changes.diff_geometry import Columns
from vaultdesk.ui.changes.diff_items import Lines, Opened
from vaultdesk.ui.changes.diff_layout import Placed
from vaultdesk.ui.changes.line_text import LONGEST_LINE, Spelled, is_plain, spelled, wrapped
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.theme.primitives import box
from vaultdesk.ui.theme.theme import theme
from vaultdesk.vault.diff.inline_diff import DiffRow, InlineMark

LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

LEFT_TO_RIGHT = int(Qt.TextFlag.TextForceLeftToRight.value)
"""Lines run from left to right, whatever letters they begin with."""


class LinePainter:
    """Draws lines with *painter*; text beyond the view is not even looked at."""

    def __init__(self, painter: QPainter, columns: Columns, width: int, line: int) -> None:
        self._painter = painter
        self._columns = columns
        self._width = width
        self._line = line
        self._fitting = columns.fitting(width)
        painter.setFont(theme().font("fixed"))

    def draw(self, placed: Placed, top: int, clip: QRect, opened: Opened, *, taken: bool) -> None:
        """Draw what of *placed*, which begins at *top*, lies in *clip*."""
        lines = placed.item
        assert isinstance(lines, Lines)
        if not lines.rows:
            return
        first = placed.line_at(max(0, (clip.top() - top) // self._line))
        for place in range(first, len(lines.rows)):
            row_top = top + placed.top_of(place) * self._line
            if row_top > clip.bottom():
                break
            row = lines.rows[place]
            long = len(row.text) > LONGEST_LINE
            longest = opened.get(lines.key(place), LONGEST_LINE) if long else LONGEST_LINE
            self._draw_row(row, row_top, clip, longest, taken=taken)

    def _draw_row(self, row: DiffRow, top: int, clip: QRect, longest: int, *, taken: bool) -> None:
        line = spelled(row.text, row.marks, longest)
        short = len(line.text) <= self._fitting and is_plain(line.text)
        pieces = ((0, len(line.text)),) if short else wrapped(line.text, self._fitting)
        drawn = len(pieces) + bool(line.rest)
        ground = row_ground(row.kind) if taken else None
        if ground is not None:
            self._painter.fillRect(0, top, self._width, drawn * self._line, ground)
        self._draw_numbers(row, top, taken=taken)
        skipped = max(0, (clip.top() - top) // self._line)
        for nth in range(skipped, len(pieces)):
            at = top + nth * self._line
            if at > clip.bottom():
                return
            self._draw_piece(row, line, pieces[nth], at, taken=taken)
        if line.rest:
            self._draw_rest(line.rest, top + len(pieces) * self._line)

    def _draw_numbers(self, row: DiffRow, top: int, *, taken: bool) -> None:
        columns, painter = self._columns, self._painter
        painter.setPen(theme().color("muted"))
        if columns.old_right == columns.new_right:
            self._number(row.old_line if row.kind != "added" else row.new_line, columns.new_right, top)
        else:
            self._number(row.old_line, columns.old_right, top)
            self._number(row.new_line, columns.new_right, top)
        if row.kind != "same":
            painter.setPen(sign_color(row.kind) if taken else theme().color("muted"))
            painter.drawText(QRect(columns.sign, top, columns.text, self._line), LEFT, SIGNS[row.kind])

    def _number(self, number: int | None, right: int, top: int) -> None:
        if number is not None:
            self._painter.drawText(QRect(0, top, right, self._line), RIGHT, str(number))

    def _draw_piece(self, row: DiffRow, line: Spelled, piece: InlineMark, top: int, *, taken: bool) -> None:
        painter, left = self._painter, self._columns.text
        text = line.text[piece[0] : piece[1]]
        room = self._width - left
        wide = self._advance(text)
        painter.save()
        painter.translate(left, top)
        if wide > room:
            # Letters of another font than the one we count in: drawn narrower rather than cut off.
            painter.scale(room / wide, 1.0)
        if taken:
            self._draw_marks(row, line, piece)
        painter.setPen(theme().color("text" if taken else "muted"))
        painter.drawText(QRectF(0, 0, max(wide, room) + 4, self._line), LEFT | LEFT_TO_RIGHT, text)
        painter.restore()

    def _draw_marks(self, row: DiffRow, line: Spelled, piece: InlineMark) -> None:
        start, end = piece
        for first, last in line.marks:
            first, last = max(first, start), min(last, end)
            if first >= last:
                continue
            left, right = (self._advance(line.text[start:place]) for place in (first, last))
            area = QRectF(left, 1, right - left, self._line - 2)
            edge: QColor | None = sign_color(row.kind) if theme().tokens.high_contrast else None
            box(self._painter, area, 2, mark_ground(row.kind), edge)

    def _draw_rest(self, rest: int, top: int) -> None:
        words = QCoreApplication.translate("LinePainter", "… {0} more characters in this line: show")
        self._painter.setPen(theme().color("accent"))
        area = QRect(self._columns.text, top, self._width - self._columns.text, self._line)
        self._painter.drawText(area, LEFT, words.format(format_number(rest)))

    def _advance(self, text: str) -> float:
        if text.isascii():
            return len(text) * self._columns.character
        return float(self._painter.fontMetrics().horizontalAdvance(text))


def row_at(placed: Placed, drawn: int) -> tuple[int, bool]:
    """Return which line of *placed* the drawn line *drawn* is of, and whether it is that line's last."""
    place = placed.line_at(drawn)
    return place, bool(placed.ends) and bisect_right(placed.ends, drawn) == place and drawn == placed.ends[place] - 1
