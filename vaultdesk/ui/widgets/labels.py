"""Plain text that is never read as markup, wrapped or elided, with hidden characters made visible: labels, and
drawing for other widgets."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from PySide6.QtCore import QEvent, QObject, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QClipboard,
    QColor,
    QFont,
    QFontMetrics,
    QGuiApplication,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from vaultdesk.ui.theme.painting import is_mirrored, is_right_to_left, set_upright
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.theme_values import FontName

# The first line is at the position of a single-line label; additional spacing is between the lines only.

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


LONGEST_LINE = 2_000
"""Maximum number of characters of a line before it is broken: the layout of a very long line can block a window
(vaultdesk/ui/rendering/README.md, "Long lines").
"""

LONGEST_TEXT = 20_000
"""Maximum number of characters of a label; longer text belongs in a scrolling view."""

_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\U000e0000-\U000e007f]"
)
"""Control, zero-width, direction and tag characters, which can hide or reorder the text around them
(vaultdesk/ui/widgets/README.md, "Plain text").
"""


def safe_label_text(text: str, max_length: int = LONGEST_TEXT) -> str:
    """Return *text* truncated to *max_length*, with long lines broken and invisible characters made visible."""
    if len(text) > max_length:
        text = text[: max_length - 1] + "…"
    if text.isascii() and text.isprintable() and len(text) <= LONGEST_LINE:
        return text
    text = text.replace("\r\n", "\n")
    text = _UNSEEN.sub(lambda found: f"U+{ord(found.group()):04X}", text)
    if max(map(len, text.split("\n"))) <= LONGEST_LINE:
        return text
    return "\n".join(
        "\n".join(line[start : start + LONGEST_LINE] for start in range(0, len(line), LONGEST_LINE)) or ""
        for line in text.split("\n")
    )


# QLabel manages the selection, copying and keys, but does not know where this class draws its lines.


class LabelSelection(QObject):
    """Selection by mouse in the text of a label."""

    def __init__(
        self, label: QLabel, letter_at: Callable[[QPointF], int], word_at: Callable[[int], tuple[int, int]]
    ) -> None:
        """*letter_at* returns the character position at a point, *word_at* the range of the word at a position."""
        super().__init__(label)
        self._label = label
        self._letter_at = letter_at
        self._word_at = word_at
        self._began: int | None = None
        label.setCursor(Qt.CursorShape.IBeamCursor)
        label.installEventFilter(self)

    def chosen(self) -> tuple[int, int]:
        """Return the start and the length of the selection in Qt's units."""
        if not self._label.hasSelectedText():
            return 0, 0
        return self._label.selectionStart(), len(self._label.selectedText().encode("utf-16-le")) // 2

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Select from press to release; a double click selects a word."""
        if not isinstance(event, QMouseEvent):
            return super().eventFilter(watched, event)
        left = event.button() == Qt.MouseButton.LeftButton
        match event.type():
            case QEvent.Type.MouseButtonPress if left:
                self._began = self._letter_at(event.position())
                self._label.setSelection(self._began, 0)
            case QEvent.Type.MouseButtonDblClick if left:
                self._label.setSelection(*self._word_at(self._letter_at(event.position())))
            case QEvent.Type.MouseMove if self._began is not None:
                now = self._letter_at(event.position())
                self._label.setSelection(min(self._began, now), abs(now - self._began))
            case QEvent.Type.MouseButtonRelease if left:
                self._began = None
                self._offer()
            case _:
                return super().eventFilter(watched, event)
        self._label.update()
        return True

    def _offer(self) -> None:
        """Copy the selection to the primary clipboard for the middle button, if the system has one."""
        clipboard = QGuiApplication.clipboard()
        if clipboard.supportsSelection() and self._label.hasSelectedText():
            clipboard.setText(self._label.selectedText().replace("\u2029", "\n"), QClipboard.Mode.Selection)


class ElidedLabel(QWidget):
    """One line of text, elided if it does not fit; the tooltip then shows the whole text."""

    def __init__(
        self,
        text: str = "",
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
        role: str = "text",
        font: FontName = "interface",
        parent: QWidget | None = None,
        *,
        brief: bool = False,
        details: str = "",
        italic: bool = False,
    ) -> None:
        """If a *brief* text does not fit, the part after a middle dot is left out, then the whole text.

        *details* are in the tooltip and the accessible description, whether or not the text fits.
        """
        super().__init__(parent)
        self._mode = mode
        self._details = details
        self._italic = italic
        self.brief = brief
        self._role = role
        self._font_name: FontName = font
        self._text = ""
        self._align = Qt.AlignmentFlag.AlignLeft
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleDescription(details)
        self._apply_theme()
        self.set_text(text)
        theme().changed.connect(self._apply_theme)

    def text(self) -> str:
        """Return the whole text."""
        return self._text

    def set_text(self, text: str) -> None:
        """Show *text* on one line."""
        self._text = safe_label_text(text).replace("\n", " ")
        self.setAccessibleName(self._text)
        self.updateGeometry()
        self._update_tooltip()
        self.update()

    def set_role(self, role: str) -> None:
        self._role = role
        self.update()

    def set_font_name(self, font: FontName) -> None:
        self._font_name = font
        self._apply_theme()

    def set_alignment(self, alignment: Qt.AlignmentFlag) -> None:
        self._align = alignment
        self.update()

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self._text) + 1, metrics.height())

    def minimumSizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        least = min(metrics.horizontalAdvance(self._text) + 1, metrics.averageCharWidth() * 4)
        return QSize(least, metrics.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._update_tooltip()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(theme().color(self._role if self.isEnabled() else "disabled"))
        cut = self._shortened() if self.brief else self.fontMetrics().elidedText(self._text, self._mode, self.width())
        painter.drawText(self.rect(), int(self._align | Qt.AlignmentFlag.AlignVCenter), cut)

    def _shortened(self) -> str:
        words = (self._text, self._text.partition(" · ")[0], "")
        return next(one for one in words if not one or self.fontMetrics().horizontalAdvance(one) <= self.width())

    def _apply_theme(self) -> None:
        font = theme().font(self._font_name)
        font.setItalic(self._italic)
        self.setFont(font)
        self.update()

    def _update_tooltip(self) -> None:
        fits = self.fontMetrics().horizontalAdvance(self._text) <= self.width()
        self.setToolTip(as_tooltip(self._details) if self._details else "" if fits else as_tooltip(self._text))


def as_tooltip(text: str) -> str:
    """Return *text* escaped so that a tooltip, for which Qt guesses the format, shows it literally."""
    text = safe_label_text(text)
    if "<" not in text and "&" not in text:
        return text
    from html import escape  # its table of all names would delay the first window

    return f'<p style="white-space:pre-wrap">{escape(text)}</p>'


class PlainLabel(QLabel):
    """A label that shows its text literally, even if it is untrusted.

    A wrapping label breaks and draws its lines itself, because Qt's line spacing is too small for running text
    (vaultdesk/ui/theme/README.md, "Type").
    """

    def __init__(
        self,
        text: str = "",
        role: str = "text",
        font: FontName = "interface",
        *,
        wrap: bool = False,
        selectable: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._role = role
        self._font_name: FontName = font
        self._running: WrappedText | None = None
        self._strong: tuple[tuple[int, int], ...] = ()
        self.setTextFormat(Qt.TextFormat.PlainText)
        # On a Base background Qt would use the role Text, whose colour does not change.
        self.setForegroundRole(QPalette.ColorRole.WindowText)
        self.setWordWrap(wrap)
        if selectable:
            self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._choice = LabelSelection(self, self.letter_at, self.word_at) if selectable and wrap else None
        self.setText(text)
        self._apply_theme()
        theme().changed.connect(self._apply_theme)

    def setText(self, text: str) -> None:
        """Show *text*, truncated and broken so that it cannot break the layout."""
        self._running, self._strong = None, ()
        super().setText(safe_label_text(text))

    def set_sentence(self, template: str, **values: str) -> None:
        """Show *template* with its placeholders filled; text between `**` is emphasised. Only for wrapping labels."""
        text, strong = sentence_parts(template, values)
        self.setText(text)
        self._strong = strong if self.text() == text else ()
        self.update()

    def set_role(self, role: str) -> None:
        self._role = role
        self._apply_theme()

    def set_font_name(self, font: FontName) -> None:
        self._font_name = font
        self._apply_theme()

    def _apply_theme(self) -> None:
        palette = QPalette(self.palette())
        for group in (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive):
            palette.setColor(group, QPalette.ColorRole.WindowText, theme().color(self._role))
        self.setPalette(palette)
        self._running = None
        self.setFont(theme().font(self._font_name))

    def sizeHint(self) -> QSize:
        if not self.wordWrap():
            return super().sizeHint()
        around = self._around()
        wanted = self._lines().preferred_width(self.maximumWidth() - around.width())
        if self.minimumWidth() > wanted.width() + around.width():
            return QSize(self.minimumWidth(), self.heightForWidth(self.minimumWidth()))
        return (wanted + around).expandedTo(self.minimumSize())

    def minimumSizeHint(self) -> QSize:
        if not self.wordWrap():
            return super().minimumSizeHint()
        return (self._lines().minimum_width() + self._around()).expandedTo(self.minimumSize())

    def heightForWidth(self, width: int) -> int:
        if not self.wordWrap():
            return super().heightForWidth(width)
        around = self._around()
        lines = self._lines().extent(max(0, max(width, self.minimumWidth()) - around.width()))
        return max(lines.height + around.height(), self.minimumHeight())

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.FontChange:
            self._running = None
        super().changeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.wordWrap():
            super().paintEvent(event)
            return
        painter = QPainter(self)
        group = self.palette().currentColorGroup()
        painter.setPen(self.palette().color(group, self.foregroundRole()))
        chosen = self._choice.chosen() if self._choice is not None else (0, 0)
        room, align = self._room(), self.alignment()
        self._lines().draw(painter, room, align, from_right=self.isRightToLeft(), chosen=chosen)

    def letter_at(self, place: QPointF) -> int:
        """Return the character position at *place* in a wrapping text, in Qt's units."""
        return self._lines().letter_at(place, self._room(), self.alignment(), from_right=self.isRightToLeft())

    def word_at(self, letter: int) -> tuple[int, int]:
        """Return the start and the length of the word around *letter* in a wrapping text."""
        return self._lines().word_at(letter)

    def _lines(self) -> WrappedText:
        if self._running is None:
            pitch = theme().line_height(self._font_name)
            self._running = WrappedText(self.text(), self.font(), pitch, self._strong)
        return self._running

    def _room(self) -> QRectF:
        edge = self.margin()
        return QRectF(self.contentsRect().adjusted(edge, edge, -edge, -edge))

    def _around(self) -> QSize:
        edges, margin = self.contentsMargins(), 2 * self.margin()
        return QSize(edges.left() + edges.right() + margin, edges.top() + edges.bottom() + margin)


STRONG_MARK = "**"
"""Delimiter of emphasised words in a sentence."""


def sentence_parts(template: str, values: Mapping[str, str]) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Return *template* with its placeholders filled and its delimiters removed, and the emphasised ranges.

    A translation keeps the delimiters around the same words. *values* are not searched for them.
    """
    shown = {name: safe_label_text(value) for name, value in values.items()}
    text, units = "", 0
    strong: list[tuple[int, int]] = []
    for number, part in enumerate(template.split(STRONG_MARK)):
        filled = part.format(**shown)
        length = len(filled.encode("utf-16-le", "surrogatepass")) // 2
        if number % 2 and length:
            strong.append((units, units + length))
        text, units = text + filled, units + length
    return text, tuple(strong)
