"""Labels and drawing functions for plain text, wrapped or elided: never markup, with invisible characters escaped."""

import re
from collections.abc import Callable, Mapping, Sequence
from math import ceil

from msgspec import Struct
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

IDEAL_LINE_CHARACTERS = 80
"""Preferred number of characters of a line; a text of few lines gets shorter lines."""

LINE_END = "\u2028"
"""The only line separator of a `QTextLayout`."""

UNLIMITED_WIDTH = 16_777_215.0
"""Width in pixels that no line exceeds."""


class TextExtent(Struct, frozen=True):
    """The size of a text at some width."""

    width: int
    height: int
    lines: int
    minimum_width: int
    """Width in pixels of the widest word."""


class WrappedText:
    """A text in one font that is broken into lines. Untrusted text must be escaped with `safe_label_text` first.

    The first line has the height of the font; additional line spacing is between the lines only.
    """

    def __init__(self, text: str, font: QFont, line_height: float, strong: Sequence[tuple[int, int]] = ()) -> None:
        """*line_height* is the minimum line height in pixels; a line with taller glyphs is higher.

        *strong* are the emphasized ranges (start, end) in UTF-16 code units.
        """
        self._text = text
        self._line_height = line_height
        metrics = QFontMetrics(font)
        self._character_width = metrics.averageCharWidth()
        self._tab = metrics.horizontalAdvance("x") * 8
        self._layout = QTextLayout(text.replace("\n", LINE_END), font)
        # A layout is measured at many widths; the shaping of the text is cached.
        self._layout.setCacheEnabled(True)
        if strong:
            self._layout.setFormats([_strong_range(start, end) for start, end in strong])
        self._laid_out_for = (-1.0, False)
        self._extents: dict[float, TextExtent] = {}

    def extent(self, width: float) -> TextExtent:
        """Return the size at a maximum line width of *width* pixels."""
        extent = self._extents.get(width)
        if extent is None:
            extent = self._extents[width] = self._lay_out(width, right_to_left=self._laid_out_for[1])
        return extent

    def preferred_size(self, max_width: int) -> QSize:
        """Return a size with lines of a readable length, at most *max_width* pixels wide."""
        width = min(self._character_width * IDEAL_LINE_CHARACTERS, max_width)
        extent = self.extent(width)
        for lines, divisor in ((4, 2), (2, 4)):
            if extent.lines < lines and extent.width > width // 2:
                extent = self.extent(width // divisor)
        return QSize(extent.width, extent.height)

    def minimum_size(self) -> QSize:
        """Return the width of the widest word, and the height of the text on unbroken lines."""
        extent = self.extent(UNLIMITED_WIDTH)
        return QSize(extent.minimum_width, extent.height)

    def draw(
        self,
        painter: QPainter,
        rect: QRectF,
        align: Qt.AlignmentFlag,
        *,
        from_right: bool,
        selection: tuple[int, int] = (0, 0),
    ) -> None:
        """Draw the lines in *rect*, in the color of the painter's pen.

        The text has the direction of its first letter; *from_right* applies if it has no letters. *align* is mirrored
        for right-to-left text. *selection* is the start and length of the selection in UTF-16 code units.
        """
        origin = self._align_lines(rect, align, from_right=from_right)
        ranges = []
        if selection[1]:
            selected_range = QTextLayout.FormatRange()
            selected_range.start, selected_range.length = selection
            selected_range.format = _selection_format()
            ranges.append(selected_range)
        self._layout.draw(painter, origin, ranges)

    def character_at(self, point: QPointF, rect: QRectF, align: Qt.AlignmentFlag, *, from_right: bool) -> int:
        """Return the character position at *point* in UTF-16 code units; the other parameters are those of `draw`."""
        position = point - self._align_lines(rect, align, from_right=from_right)
        last_index = self._layout.lineCount() - 1
        for index in range(last_index + 1):
            line = self._layout.lineAt(index)
            if index == last_index or position.y() < line.y() + line.height():
                return line.xToCursor(position.x())
        return 0

    def word_at(self, position: int) -> tuple[int, int]:
        """Return the start and the length of the word around *position*, in UTF-16 code units."""
        mode = QTextLayout.CursorMode.SkipWords
        end = self._layout.nextCursorPosition(position, mode)
        start = self._layout.previousCursorPosition(end, mode)
        word = self._layout.text().encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le", "replace")
        return start, end - start - (len(word) - len(word.rstrip()))

    def _align_lines(self, rect: QRectF, align: Qt.AlignmentFlag, *, from_right: bool) -> QPointF:
        """Align the lines in *rect*; return the position of the first one."""
        right_to_left = is_right_to_left(self._text, otherwise=from_right)
        if self._laid_out_for != (rect.width(), right_to_left):
            self._extents[rect.width()] = self._lay_out(rect.width(), right_to_left=right_to_left)
        centered = bool(align & Qt.AlignmentFlag.AlignHCenter)
        mirrored = right_to_left and not align & Qt.AlignmentFlag.AlignAbsolute
        right = bool(align & Qt.AlignmentFlag.AlignRight) != mirrored
        for number in range(self._layout.lineCount() if centered or right else 0):
            line = self._layout.lineAt(number)
            free_width = rect.width() - line.naturalTextWidth()
            line.setPosition(QPointF(free_width / 2 if centered else free_width, line.y()))
        free_height = rect.height() - self._extents[rect.width()].height
        if align & Qt.AlignmentFlag.AlignBottom:
            return rect.topLeft() + QPointF(0, free_height)
        if align & Qt.AlignmentFlag.AlignVCenter:
            return rect.topLeft() + QPointF(0, free_height / 2)
        return rect.topLeft()

    def _lay_out(self, width: float, *, right_to_left: bool) -> TextExtent:
        self._laid_out_for = (width, right_to_left)
        option = QTextOption(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute)
        option.setTabStopDistance(self._tab)
        option.setWrapMode(QTextOption.WrapMode.WordWrap)
        option.setTextDirection(Qt.LayoutDirection.RightToLeft if right_to_left else Qt.LayoutDirection.LeftToRight)
        layout = self._layout
        layout.setTextOption(option)
        layout.beginLayout()
        text_width = bottom = 0.0
        lines = 0
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            line_height = line.height()
            top = bottom + max(0.0, self._line_height - line_height) if lines else 0.0
            line.setPosition(QPointF(0, top))
            bottom = top + line_height
            text_width = max(text_width, line.naturalTextWidth())
            lines += 1
        layout.endLayout()
        # An empty label keeps the height of a line, like Qt's.
        return TextExtent(ceil(text_width) or self._character_width, ceil(bottom), lines, ceil(layout.minimumWidth()))


def lines_height(font: FontName, lines: int) -> int:
    """Return the height in pixels of *lines* lines of running text in *font*."""
    return theme().metrics(font).height() + (lines - 1) * theme().line_height(font)


def wrapped_height(text: str, font: FontName, width: int) -> int:
    """Return the height in pixels of *text* in *font*, wrapped to this *width*."""
    return WrappedText(text, theme().font(font), theme().line_height(font)).extent(max(1, width)).height


def draw_wrapped_text(painter: QPainter, rect: QRect, align: Qt.AlignmentFlag, text: str, font: FontName) -> None:
    """Draw *text* wrapped in *rect*, aligned for the window's direction, in the color of the pen."""
    painter.save()
    mirrored = is_mirrored(painter)
    if mirrored:
        set_upright(painter, QRectF(rect))
        align = align & ~Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignRight
    wrapped = WrappedText(text, theme().font(font), theme().line_height(font))
    wrapped.draw(painter, QRectF(rect), align | Qt.AlignmentFlag.AlignAbsolute, from_right=mirrored)
    painter.restore()


def _strong_range(start: int, end: int) -> QTextLayout.FormatRange:
    format_range = QTextLayout.FormatRange()
    format_range.start, format_range.length = start, end - start
    char_format = QTextCharFormat()
    char_format.setFontWeight(QFont.Weight.DemiBold)
    format_range.format = char_format
    return format_range


def _selection_format() -> QTextCharFormat:
    char_format = QTextCharFormat()
    char_format.setBackground(theme().color("selection"))
    char_format.setForeground(QColor(theme().color("text")))
    return char_format


MAX_LINE_CHARACTERS = 2_000
"""Maximum number of characters of a line before it is broken: the layout of a very long line can block a window
(vaultdesk/ui/rendering/README.md, "Long lines").
"""

MAX_TEXT_CHARACTERS = 20_000
"""Maximum number of characters of a label; longer text belongs in a scrolling view."""

_INVISIBLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\U000e0000-\U000e007f]"
)
"""Control, zero-width, direction and tag characters, which can hide or reorder the text around them
(vaultdesk/ui/widgets/README.md, "Plain text").
"""


def safe_label_text(text: str, max_length: int = MAX_TEXT_CHARACTERS) -> str:
    """Return *text* truncated to *max_length*, with long lines broken and invisible characters made visible."""
    if len(text) > max_length:
        text = text[: max_length - 1] + "…"
    if text.isascii() and text.isprintable() and len(text) <= MAX_LINE_CHARACTERS:
        return text
    text = text.replace("\r\n", "\n")
    text = _INVISIBLE.sub(lambda found: f"U+{ord(found.group()):04X}", text)
    if max(map(len, text.split("\n"))) <= MAX_LINE_CHARACTERS:
        return text
    return "\n".join(
        "\n".join(line[start : start + MAX_LINE_CHARACTERS] for start in range(0, len(line), MAX_LINE_CHARACTERS)) or ""
        for line in text.split("\n")
    )


# QLabel manages the selection, copying and keys, but does not know the positions of lines drawn by `PlainLabel`.


class LabelSelection(QObject):
    """Selection by mouse in the text of a label."""

    def __init__(
        self, label: QLabel, character_at: Callable[[QPointF], int], word_at: Callable[[int], tuple[int, int]]
    ) -> None:
        """*character_at* returns the character position at a point, *word_at* the range of the word at a position."""
        super().__init__(label)
        self._label = label
        self._character_at = character_at
        self._word_at = word_at
        self._anchor: int | None = None
        label.setCursor(Qt.CursorShape.IBeamCursor)
        label.installEventFilter(self)

    def selection(self) -> tuple[int, int]:
        """Return the start and the length of the selection in UTF-16 code units."""
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
                self._anchor = self._character_at(event.position())
                self._label.setSelection(self._anchor, 0)
            case QEvent.Type.MouseButtonDblClick if left:
                self._label.setSelection(*self._word_at(self._character_at(event.position())))
            case QEvent.Type.MouseMove if self._anchor is not None:
                position = self._character_at(event.position())
                self._label.setSelection(min(self._anchor, position), abs(position - self._anchor))
            case QEvent.Type.MouseButtonRelease if left:
                self._anchor = None
                self._copy_to_primary()
            case _:
                return super().eventFilter(watched, event)
        self._label.update()
        return True

    def _copy_to_primary(self) -> None:
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
        """If a *brief* text does not fit, the part after a middle dot is omitted, and then the whole text.

        *details* are always shown in the tooltip and the accessible description.
        """
        super().__init__(parent)
        self._mode = mode
        self._details = details
        self._italic = italic
        self.brief = brief
        self._role = role
        self._font_name: FontName = font
        self._text = ""
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

    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance(self._text) + 1, self._line_height())

    def minimumSizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        width = min(metrics.horizontalAdvance(self._text) + 1, metrics.averageCharWidth() * 4)
        return QSize(width, self._line_height())

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
        elided = (
            self._shortened() if self.brief else self.fontMetrics().elidedText(self._text, self._mode, self.width())
        )
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), elided)

    def _line_height(self) -> int:
        """Return the height of the line, which characters of another font, such as Chinese ones, may increase."""
        metrics = self.fontMetrics()
        return max(metrics.height(), metrics.size(Qt.TextFlag.TextSingleLine, self._text).height())

    def _shortened(self) -> str:
        candidates = (self._text, self._text.partition(" · ")[0], "")
        return next(
            candidate
            for candidate in candidates
            if not candidate or self.fontMetrics().horizontalAdvance(candidate) <= self.width()
        )

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
    from html import escape  # imported on use: its table of entities would delay the first window

    return f'<p style="white-space:pre-wrap">{escape(text)}</p>'


class PlainLabel(QLabel):
    """A label that shows its text literally, even if it is untrusted.

    A wrapping label breaks and draws its lines itself, because Qt's line spacing is too small for text of several lines
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
        self._wrapped: WrappedText | None = None
        self._strong: tuple[tuple[int, int], ...] = ()
        self.setTextFormat(Qt.TextFormat.PlainText)
        # On a Base background Qt would use the role Text, whose color is not set here.
        self.setForegroundRole(QPalette.ColorRole.WindowText)
        self.setWordWrap(wrap)
        if selectable:
            self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._selection = LabelSelection(self, self.character_at, self.word_at) if selectable and wrap else None
        self.setText(text)
        self._apply_theme()
        theme().changed.connect(self._apply_theme)

    def setText(self, text: str) -> None:
        """Show *text* escaped by `safe_label_text`, which limits its length and breaks long lines."""
        self._wrapped, self._strong = None, ()
        super().setText(safe_label_text(text))

    def set_sentence(self, template: str, **values: str) -> None:
        """Show *template* with its placeholders filled; text between `**` is emphasized. Only for wrapping labels."""
        text, strong = sentence_parts(template, values)
        self.setText(text)
        self._strong = strong if self.text() == text else ()
        self.update()

    def set_role(self, role: str) -> None:
        self._role = role
        self._apply_theme()

    def _apply_theme(self) -> None:
        palette = QPalette(self.palette())
        for group in (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive):
            palette.setColor(group, QPalette.ColorRole.WindowText, theme().color(self._role))
        self.setPalette(palette)
        self._wrapped = None
        self.setFont(theme().font(self._font_name))

    def sizeHint(self) -> QSize:
        if not self.wordWrap():
            return super().sizeHint()
        margins = self._margins_size()
        size = self._lines().preferred_size(self.maximumWidth() - margins.width())
        if self.minimumWidth() > size.width() + margins.width():
            return QSize(self.minimumWidth(), self.heightForWidth(self.minimumWidth()))
        return (size + margins).expandedTo(self.minimumSize())

    def minimumSizeHint(self) -> QSize:
        if not self.wordWrap():
            return super().minimumSizeHint()
        return (self._lines().minimum_size() + self._margins_size()).expandedTo(self.minimumSize())

    def heightForWidth(self, width: int) -> int:
        if not self.wordWrap():
            return super().heightForWidth(width)
        margins = self._margins_size()
        extent = self._lines().extent(max(0, max(width, self.minimumWidth()) - margins.width()))
        return max(extent.height + margins.height(), self.minimumHeight())

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.FontChange:
            self._wrapped = None
        super().changeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.wordWrap():
            super().paintEvent(event)
            return
        painter = QPainter(self)
        group = self.palette().currentColorGroup()
        painter.setPen(self.palette().color(group, self.foregroundRole()))
        selection = self._selection.selection() if self._selection is not None else (0, 0)
        rect, align = self._text_rect(), self.alignment()
        self._lines().draw(painter, rect, align, from_right=self.isRightToLeft(), selection=selection)

    def character_at(self, point: QPointF) -> int:
        """Return the character position at *point* of a wrapping label, in UTF-16 code units."""
        return self._lines().character_at(point, self._text_rect(), self.alignment(), from_right=self.isRightToLeft())

    def word_at(self, position: int) -> tuple[int, int]:
        """Return the start and the length of the word around *position* of a wrapping label, in UTF-16 code units."""
        return self._lines().word_at(position)

    def _lines(self) -> WrappedText:
        if self._wrapped is None:
            line_height = theme().line_height(self._font_name)
            self._wrapped = WrappedText(self.text(), self.font(), line_height, self._strong)
        return self._wrapped

    def _text_rect(self) -> QRectF:
        margin = self.margin()
        return QRectF(self.contentsRect().adjusted(margin, margin, -margin, -margin))

    def _margins_size(self) -> QSize:
        contents_margins, margin = self.contentsMargins(), 2 * self.margin()
        return QSize(
            contents_margins.left() + contents_margins.right() + margin,
            contents_margins.top() + contents_margins.bottom() + margin,
        )


STRONG_MARK = "**"
"""Delimiter of emphasized words in a sentence."""


def sentence_parts(template: str, values: Mapping[str, str]) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Return *template* with its placeholders filled and its delimiters removed, and the emphasized ranges.

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
