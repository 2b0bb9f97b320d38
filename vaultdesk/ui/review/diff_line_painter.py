"""Painting the numbered lines of a diff, with its columns and colours."""

from bisect import bisect_right
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QCoreApplication, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter

from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.review.diff_items import (
    MAX_SHOWN_LINE,
    DiffLines,
    EscapedLine,
    OpenedFolds,
    escaped_diff_line,
    is_plain_line,
    wrapped_line,
)
from vaultdesk.ui.review.diff_layout import DiffMeasures, PlacedItem
from vaultdesk.ui.theme.painting import box
from vaultdesk.ui.theme.theme import theme
from vaultdesk.vault.change_set import DiffRow, InlineMark

DiffRowKind = Literal["same", "removed", "added"]

LINE_COLOR_ROLES: dict[DiffRowKind, tuple[str, str]] = {
    "added": ("success", "success_tint"),
    "removed": ("danger", "danger_tint"),
    "same": ("muted", "raised"),
}
"""Colour of the sign and of the background for each kind of line."""

LINE_SIGNS: dict[DiffRowKind, str] = {"added": "+", "removed": "\u2212", "same": ""}
"""Signs that distinguish the kinds without colour."""

MARK_COLOR_SHARE = 0.3
"""Share of the sign's colour in the background of changed words: noticeable, with sufficient text contrast."""


def sign_color(kind: DiffRowKind) -> QColor:
    """Return the colour of a line's sign."""
    return theme().color(LINE_COLOR_ROLES[kind][0])


def row_background(kind: DiffRowKind) -> QColor | None:
    """Return the background of a line; None if it has none, as in high contrast."""
    if kind == "same" or theme().tokens.high_contrast:
        return None
    return theme().color(LINE_COLOR_ROLES[kind][1])


def mark_background(kind: DiffRowKind) -> QColor:
    """Return the background of changed words within a line."""
    strong, tint = (theme().color(role) for role in LINE_COLOR_ROLES[kind])
    if theme().tokens.high_contrast:
        return theme().color("selection")
    return blended_color(tint, strong, MARK_COLOR_SHARE)


def blended_color(ground: QColor, over: QColor, share: float) -> QColor:
    """Return *ground* blended with *share* of *over*."""
    return QColor.fromRgbF(
        ground.redF() + (over.redF() - ground.redF()) * share,
        ground.greenF() + (over.greenF() - ground.greenF()) * share,
        ground.blueF() + (over.blueF() - ground.blueF()) * share,
    )


LINE_HEIGHT, HUNK_HEAD_HEIGHT, NOTE_HEAD_HEIGHT, FOLD_HEIGHT, DIFF_PADDING = 18.5, 30, 36, 24, 6
"""Height of each item in design pixels."""

HUNK_TICK_SIZE, PENCIL_SIZE = 16, 14
"""Sides in pixels of a tick and of the edit icon."""


@dataclass(frozen=True, slots=True)
class DiffColumns:
    """Positions of the numbers, the sign and the text of a line, in pixels from the left."""

    edge: int
    old_right: int
    """Right edge of the old line's number; the same as the new one's if there is only one column of numbers."""
    new_right: int
    sign: int
    text: int
    character: float
    """Width of one character of the fixed-width font."""

    def line_capacity(self, width: int) -> int:
        """Return the number of characters per line in a view of *width*."""
        return max(8, int((width - self.text - self.edge) / self.character))


def columns_for(last_line: int, edge: int, *, both: bool) -> DiffColumns:
    """Return the columns of a diff up to line number *last_line*; *both* shows old and new numbers."""
    px = theme().px
    metrics = QFontMetrics(theme().font("fixed"))
    number = metrics.horizontalAdvance("9") * max(2, len(str(last_line)))
    old = edge + number
    new = old + number + px(10) if both else old
    # Measured over many characters: the advance of a single one is rounded.
    character = metrics.horizontalAdvance("m" * 100) / 100
    return DiffColumns(edge, old, new, new + px(8), new + px(8) + round(character) + px(6), character)


def measures_for(columns: int, editor: int) -> DiffMeasures:
    """Return the heights of a diff's items at the current font size."""
    px = theme().px
    line = max(px(LINE_HEIGHT), QFontMetrics(theme().font("fixed")).height())
    return DiffMeasures(
        columns, line, px(HUNK_HEAD_HEIGHT), px(NOTE_HEAD_HEIGHT), px(FOLD_HEIGHT), px(DIFF_PADDING), editor
    )


def tick_rect(head: QRect, edge: int) -> QRect:
    """Return the rectangle of a head's tick."""
    side = theme().px(HUNK_TICK_SIZE)
    return QRect(head.left() + edge, head.top() + (head.height() - side) // 2, side, side)


def pencil_rect(head: QRect, edge: int) -> QRect:
    """Return the rectangle of a head's edit icon."""
    side = theme().px(PENCIL_SIZE)
    return QRect(head.right() - edge - side + 1, head.top() + (head.height() - side) // 2, side, side)


LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

LEFT_TO_RIGHT = int(Qt.TextFlag.TextForceLeftToRight.value)
"""Lines are drawn left to right, whatever script they begin with."""


class LinePainter:
    """Draws lines with *painter*; text outside the view is skipped."""

    def __init__(self, painter: QPainter, columns: DiffColumns, width: int, line: int) -> None:
        self._painter = painter
        self._columns = columns
        self._width = width
        self._line = line
        self._line_capacity = columns.line_capacity(width)
        painter.setFont(theme().font("fixed"))

    def draw(self, placed: PlacedItem, top: int, clip: QRect, opened: OpenedFolds, *, taken: bool) -> None:
        """Draw the part of *placed*, with its top at *top*, that is within *clip*."""
        lines = placed.item
        assert isinstance(lines, DiffLines)
        if not lines.rows:
            return
        first = placed.line_at(max(0, (clip.top() - top) // self._line))
        for place in range(first, len(lines.rows)):
            row_top = top + placed.top_of(place) * self._line
            if row_top > clip.bottom():
                break
            row = lines.rows[place]
            long = len(row.text) > MAX_SHOWN_LINE
            longest = opened.get(lines.key(place), MAX_SHOWN_LINE) if long else MAX_SHOWN_LINE
            self._draw_row(row, row_top, clip, longest, taken=taken)

    def _draw_row(self, row: DiffRow, top: int, clip: QRect, longest: int, *, taken: bool) -> None:
        line = escaped_diff_line(row.text, row.marks, longest)
        short = len(line.text) <= self._line_capacity and is_plain_line(line.text)
        pieces = ((0, len(line.text)),) if short else wrapped_line(line.text, self._line_capacity)
        drawn = len(pieces) + bool(line.rest)
        ground = row_background(row.kind) if taken else None
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
            painter.drawText(QRect(columns.sign, top, columns.text, self._line), LEFT, LINE_SIGNS[row.kind])

    def _number(self, number: int | None, right: int, top: int) -> None:
        if number is not None:
            self._painter.drawText(QRect(0, top, right, self._line), RIGHT, str(number))

    def _draw_piece(self, row: DiffRow, line: EscapedLine, piece: InlineMark, top: int, *, taken: bool) -> None:
        painter, left = self._painter, self._columns.text
        text = line.text[piece[0] : piece[1]]
        room = self._width - left
        wide = self._advance(text)
        painter.save()
        painter.translate(left, top)
        if wide > room:
            # Text in a fallback font is wider than counted: it is drawn narrower rather than cut off.
            painter.scale(room / wide, 1.0)
        if taken:
            self._draw_marks(row, line, piece)
        painter.setPen(theme().color("text" if taken else "muted"))
        painter.drawText(QRectF(0, 0, max(wide, room) + 4, self._line), LEFT | LEFT_TO_RIGHT, text)
        painter.restore()

    def _draw_marks(self, row: DiffRow, line: EscapedLine, piece: InlineMark) -> None:
        start, end = piece
        for first, last in line.marks:
            first, last = max(first, start), min(last, end)
            if first >= last:
                continue
            left, right = (self._advance(line.text[start:place]) for place in (first, last))
            area = QRectF(left, 1, right - left, self._line - 2)
            edge: QColor | None = sign_color(row.kind) if theme().tokens.high_contrast else None
            box(self._painter, area, 2, mark_background(row.kind), edge)

    def _draw_rest(self, rest: int, top: int) -> None:
        words = QCoreApplication.translate("LinePainter", "… {0} more characters in this line: show")
        self._painter.setPen(theme().color("accent"))
        area = QRect(self._columns.text, top, self._width - self._columns.text, self._line)
        self._painter.drawText(area, LEFT, words.format(format_number(rest)))

    def _advance(self, text: str) -> float:
        if text.isascii():
            return len(text) * self._columns.character
        return float(self._painter.fontMetrics().horizontalAdvance(text))


def row_at(placed: PlacedItem, drawn: int) -> tuple[int, bool]:
    """Return the line of *placed* for the displayed line *drawn*, and whether it is the last of that line."""
    place = placed.line_at(drawn)
    return place, bool(placed.ends) and bisect_right(placed.ends, drawn) == place and drawn == placed.ends[place] - 1
