"""Plain text broken into lines with the line spacing of the design, measured and drawn.

The first line is at the position of a single-line label; additional spacing is between the lines only.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QTextCharFormat, QTextLayout, QTextOption

from vaultdesk.ui.theme.painting import is_mirrored, is_right_to_left, set_upright
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.theme_values import FontName

IDEAL = 80
"""Preferred number of characters of a line without a given width; between half and one and a half of it if there are
few lines.
"""

LINE_END = "\u2028"
"""The line separator of a layout, which has no other."""

ENDLESS = 16_777_215.0
"""Width in pixels that no line reaches."""


@dataclass(frozen=True, slots=True)
class TextExtent:
    """The size of a text at some width."""

    width: int
    height: int
    lines: int
    narrowest: int
    """Width in pixels of the widest word."""


class WrappedText:
    """One text in one font. Untrusted text is prepared for a label before (labels.py)."""

    def __init__(self, text: str, font: QFont, pitch: float, strong: Sequence[tuple[int, int]] = ()) -> None:
        """*pitch* is the line spacing in pixels; a taller line takes what it needs.

        *strong* are the emphasised ranges (start, end) in Qt's units.
        """
        self._text = text
        self._pitch = pitch
        metrics = QFontMetrics(font)
        self._letter = metrics.averageCharWidth()
        self._tab = metrics.horizontalAdvance("x") * 8
        self._layout = QTextLayout(text.replace("\n", LINE_END), font)
        # A layout is measured at many widths; the shaping of the text is cached.
        self._layout.setCacheEnabled(True)
        if strong:
            self._layout.setFormats([_strong_range(start, end) for start, end in strong])
        self._broken = (-1.0, False)
        self._extents: dict[float, TextExtent] = {}

    def extent(self, width: float) -> TextExtent:
        """Return the size at a maximum line width of *width* pixels."""
        found = self._extents.get(width)
        if found is None:
            found = self._extents[width] = self._break(width, leftwards=self._broken[1])
        return found

    def preferred_width(self, widest: int) -> QSize:
        """Return a size that is easy to read and at most *widest* pixels wide."""
        width = min(self._letter * IDEAL, widest)
        found = self.extent(width)
        for lines, part in ((4, 2), (2, 4)):
            if found.lines < lines and found.width > width // 2:
                found = self.extent(width // part)
        return QSize(found.width, found.height)

    def minimum_width(self) -> QSize:
        """Return the width of the widest word, and the height if no word has to be broken."""
        found = self.extent(ENDLESS)
        return QSize(found.narrowest, found.height)

    def draw(
        self,
        painter: QPainter,
        room: QRectF,
        align: Qt.AlignmentFlag,
        *,
        from_right: bool,
        chosen: tuple[int, int] = (0, 0),
    ) -> None:
        """Draw the lines in *room*, in the colour of the painter's pen.

        A text has the direction of its first letter; *from_right* is the direction of one without letters. *align*
        applies to left-to-right text and is mirrored otherwise. *chosen* is the start and length of the selection.
        """
        place = self._place(room, align, from_right=from_right)
        marks = []
        if chosen[1]:
            mark = QTextLayout.FormatRange()
            mark.start, mark.length = chosen
            mark.format = _chosen_format()
            marks.append(mark)
        self._layout.draw(painter, place, marks)

    def letter_at(self, point: QPointF, room: QRectF, align: Qt.AlignmentFlag, *, from_right: bool) -> int:
        """Return the character position at *point* in Qt's units; the other parameters are as for `draw`."""
        within = point - self._place(room, align, from_right=from_right)
        last = self._layout.lineCount() - 1
        for number in range(last + 1):
            line = self._layout.lineAt(number)
            if number == last or within.y() < line.y() + line.height():
                return line.xToCursor(within.x())
        return 0

    def word_at(self, letter: int) -> tuple[int, int]:
        """Return the start and the length of the word around *letter*."""
        way = QTextLayout.CursorMode.SkipWords
        end = self._layout.nextCursorPosition(letter, way)
        start = self._layout.previousCursorPosition(end, way)
        found = self._layout.text().encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le", "replace")
        return start, end - start - (len(found) - len(found.rstrip()))

    def _place(self, room: QRectF, align: Qt.AlignmentFlag, *, from_right: bool) -> QPointF:
        """Position the lines for the width of *room*; return where the first begins."""
        leftwards = is_right_to_left(self._text, otherwise=from_right)
        if self._broken != (room.width(), leftwards):
            self._extents[room.width()] = self._break(room.width(), leftwards=leftwards)
        centred = bool(align & Qt.AlignmentFlag.AlignHCenter)
        mirrored = leftwards and not align & Qt.AlignmentFlag.AlignAbsolute
        right = bool(align & Qt.AlignmentFlag.AlignRight) != mirrored
        for number in range(self._layout.lineCount() if centred or right else 0):
            line = self._layout.lineAt(number)
            spare = room.width() - line.naturalTextWidth()
            line.setPosition(QPointF(spare / 2 if centred else spare, line.y()))
        spare = room.height() - self._extents[room.width()].height
        if align & Qt.AlignmentFlag.AlignBottom:
            return room.topLeft() + QPointF(0, spare)
        if align & Qt.AlignmentFlag.AlignVCenter:
            return room.topLeft() + QPointF(0, spare / 2)
        return room.topLeft()

    def _break(self, width: float, *, leftwards: bool) -> TextExtent:
        self._broken = (width, leftwards)
        option = QTextOption(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute)
        option.setTabStopDistance(self._tab)
        option.setWrapMode(QTextOption.WrapMode.WordWrap)
        option.setTextDirection(Qt.LayoutDirection.RightToLeft if leftwards else Qt.LayoutDirection.LeftToRight)
        layout = self._layout
        layout.setTextOption(option)
        layout.beginLayout()
        wide = bottom = 0.0
        lines = 0
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            high = line.height()
            top = bottom + max(0.0, self._pitch - high) if lines else 0.0
            line.setPosition(QPointF(0, top))
            bottom = top + high
            wide = max(wide, line.naturalTextWidth())
            lines += 1
        layout.endLayout()
        # An empty label keeps the height of a line, like Qt's.
        return TextExtent(ceil(wide) or self._letter, ceil(bottom), lines, ceil(layout.minimumWidth()))


def lines_height(font: FontName, lines: int) -> int:
    """Return the height in pixels of *lines* lines of running text in *font*."""
    return theme().metrics(font).height() + (lines - 1) * theme().line_height(font)


def wrapped_height(text: str, font: FontName, width: int) -> int:
    """Return the height in pixels of *text* in *font*, wrapped to this *width*."""
    return WrappedText(text, theme().font(font), theme().line_height(font)).extent(max(1, width)).height


def draw_wrapped_text(painter: QPainter, room: QRect, align: Qt.AlignmentFlag, text: str, font: FontName) -> None:
    """Draw *text* wrapped in *room*, aligned for the window's direction, in the colour of the pen."""
    painter.save()
    mirrored = is_mirrored(painter)
    if mirrored:
        set_upright(painter, QRectF(room))
        align = align & ~Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignRight
    made = WrappedText(text, theme().font(font), theme().line_height(font))
    made.draw(painter, QRectF(room), align | Qt.AlignmentFlag.AlignAbsolute, from_right=mirrored)
    painter.restore()


def _strong_range(start: int, end: int) -> QTextLayout.FormatRange:
    found = QTextLayout.FormatRange()
    found.start, found.length = start, end - start
    made = QTextCharFormat()
    made.setFontWeight(QFont.Weight.DemiBold)
    found.format = made
    return found


def _chosen_format() -> QTextCharFormat:
    made = QTextCharFormat()
    made.setBackground(theme().color("selection"))
    made.setForeground(QColor(theme().color("text")))
    return made
