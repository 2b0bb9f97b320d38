"""Backgrounds, rules, bullets and check boxes painted behind rendered text, for the visible part only.

They are not part of the document, so invisible ones cost nothing, they are not copied as characters, and they follow a
growing answer (vaultdesk/ui/rendering/README.md, "Streaming").
"""

from bisect import bisect_right

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPen,
    QTextBlock,
    QTextBlockFormat,
)

from vaultdesk.ui.rendering.render_plan import Box, CodeBlock, RenderElement, Table, TextBlock
from vaultdesk.ui.rendering.rendered_document import RenderedDocument
from vaultdesk.ui.theme.icons import pixmap

_CALLOUT_ICONS = {
    "tip": "bulb", "hint": "bulb", "important": "bulb", "success": "check", "check": "check", "done": "check",
    "decision": "check", "question": "compass", "help": "compass", "faq": "compass", "warning": "warning",
    "caution": "warning", "attention": "warning", "failure": "close", "fail": "close", "missing": "close",
    "danger": "warning", "error": "warning", "bug": "warning", "example": "list", "quote": "book", "cite": "book",
    "abstract": "list", "summary": "list", "tldr": "list", "todo": "check",
}  # fmt: skip


Direction = Qt.LayoutDirection

_FIXED = QTextBlockFormat.LineHeightTypes.FixedHeight.value


class CodeArea(Struct, frozen=True):
    """A displayed block of code: its rectangle in the document, including its head, and the text to copy."""

    rect: QRectF
    text: str
    language: str
    number: int


class Decorations:
    """Painter for one document. Rectangles are in document coordinates; the caller translates the painter."""

    def __init__(self, document: RenderedDocument) -> None:
        self._document = document

    def visible(self, top: float, bottom: float) -> range:
        """Return the numbers of the elements between *top* and *bottom*."""
        layout = self._layout()
        starts = self._document.starts
        if not starts:
            return range(0)
        first = layout.hitTest(QPointF(0, max(0.0, top)), Qt.HitTestAccuracy.FuzzyHit)
        if self._rect(self._document.findBlock(first)).top() > bottom:
            # Before the layout is complete Qt may return a distant position; this lays it out up to there.
            first = layout.hitTest(QPointF(0, max(0.0, top)), Qt.HitTestAccuracy.FuzzyHit)
        last = layout.hitTest(QPointF(1e6, max(0.0, bottom)), Qt.HitTestAccuracy.FuzzyHit)
        begin = max(0, bisect_right(starts, first) - 2)
        return range(begin, min(len(starts), bisect_right(starts, max(first, last)) + 2))

    def paint(self, painter: QPainter, visible: range, right: float) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setLayoutDirection(Direction.LeftToRight)  # Each text has its own direction.
        boxes: dict[int, tuple[Box, int]] = {}
        for number in visible:
            for box in self._document.elements[number].nesting.boxes:
                boxes.setdefault(box.number, (box, number))
        for box, number in sorted(boxes.values(), key=lambda found: found[0].number):
            self._box(painter, box, number, right)
        for number in visible:
            element = self._document.elements[number]
            if isinstance(element, CodeBlock):
                self._code(painter, element, self.code_area(number, right).rect)
            elif isinstance(element, TextBlock):
                self._block(painter, element, number, right)

    def code_area(self, number: int, right: float) -> CodeArea:
        """Return the rectangle of code element *number* including its head."""
        element = self._document.elements[number]
        assert isinstance(element, CodeBlock)
        style = self._document.style
        top, bottom = self.extent(number)
        left = self.left_edge() + style.left(element.nesting)
        rect = QRectF(left, top - style.code_head - style.code_pad // 2, 0, 0)
        rect.setRight(right - style.right(element.nesting))
        rect.setBottom(bottom + style.code_pad // 2)
        return CodeArea(rect, element.text, element.language, number)

    def extent(self, number: int) -> tuple[float, float]:
        """Return top and bottom of the lines of element *number*, including the rule under a table."""
        top = self._rect(self._document.first_block(number)).top()
        bottom = self._rect(self._document.last_block(number)).bottom()
        if isinstance(self._document.elements[number], Table):
            bottom += self._document.style.table_bottom
        return top, bottom

    def extent_with_boxes(self, first: int, last: int) -> tuple[float, float]:
        """Return top and bottom of the elements *first* to *last*, including the backgrounds of their boxes."""
        edges = [self.extent(first)[0], self.extent(last)[1]]
        for number in {first, last}:
            for level, box in enumerate(self._document.elements[number].nesting.boxes):
                edges += self._box_extent(box, level)
        return min(edges), max(edges)

    def marker_area(self, number: int, right: float) -> QRectF:
        """Return the rectangle of the marker of element *number*; text ends at *right*."""
        element = self._document.elements[number]
        assert isinstance(element, TextBlock)
        return self._in_column(self._marker_line(element, number), right, mirrored=element.right_to_left)

    def left_edge(self) -> float:
        """The left edge of the text column."""
        return self._document.rootFrame().frameFormat().leftMargin()

    def _layout(self) -> QAbstractTextDocumentLayout:
        return self._document.documentLayout()

    def _rect(self, block: QTextBlock) -> QRectF:
        rect = self._layout().blockBoundingRect(block)
        block_format = block.blockFormat()
        if block_format.lineHeightType() == _FIXED:
            # Qt returns the height of the characters here, not the line height that was set.
            rect.setHeight(block.layout().lineCount() * block_format.lineHeight())
        return rect

    def _box(self, painter: QPainter, box: Box, number: int, right: float) -> None:
        elements = self._document.elements
        first = self._document.box_spans[box.number][0]
        style = self._document.style
        level = elements[number].nesting.boxes.index(box)
        left = self.left_edge() + box.depth * style.indent + level * style.box_left
        top, bottom = self._box_extent(box, level)
        role = style.role(box)
        outer = sum(map(style.right_padding, elements[number].nesting.boxes[:level]))
        first_element = elements[first]
        mirrored = isinstance(first_element, TextBlock) and first_element.right_to_left
        background = self._in_column(QRectF(left, top, right - outer - left, bottom - top), right, mirrored=mirrored)
        rule = self._in_column(QRectF(left, top, style.px(3), bottom - top), right, mirrored=mirrored)
        if box.kind == "callout":
            radius = style.px(6)
            path = QPainterPath()
            path.addRoundedRect(background, radius, radius)
            square = QPainterPath()
            square.addRect(self._in_column(QRectF(left, top, radius, bottom - top), right, mirrored=mirrored))
            painter.fillPath(path.united(square), style.color("accent_soft" if role == "accent" else f"{role}_tint"))
            painter.fillRect(rule, style.color(role))
            self._title_icon(painter, box, number=first, right=right)
        elif box.kind == "embed":
            painter.setPen(QPen(style.color("border"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(background.adjusted(0.5, 0.5, -0.5, -0.5), style.px(6), style.px(6))
            self._title_icon(painter, box, number=first, right=right)
        else:
            painter.fillRect(rule, style.color("control"))

    def _box_extent(self, box: Box, level: int) -> tuple[float, float]:
        """Return top and bottom of the background of *box*, which is nested in *level* others."""
        elements, style = self._document.elements, self._document.style
        first, last = self._document.box_spans[box.number]
        top = self.extent(first)[0] - style.pad(box) - self._inner(elements[first], level, above=True)
        bottom = self.extent(last)[1] + style.pad(box) + self._inner(elements[last], level, above=False)
        return top, bottom

    def _inner(self, element: RenderElement, level: int, *, above: bool) -> float:
        """Return the space that inner boxes, and the head of code, take between it and the first or last line."""
        style = self._document.style
        space: float = sum(style.pad(box) for box in element.nesting.boxes[level + 1 :])
        if isinstance(element, CodeBlock):
            space += style.code_pad // 2 + (style.code_head if above else 0)
        return space

    def _title_icon(self, painter: QPainter, box: Box, *, number: int, right: float) -> None:
        element = self._document.elements[number]
        if not isinstance(element, TextBlock) or element.kind != "title":
            return
        style = self._document.style
        size = style.px(14)
        rect = self._rect(self._document.first_block(number))
        ratio = painter.device().devicePixelRatioF()
        icon = box.callout if box.kind == "embed" else _CALLOUT_ICONS.get(box.callout, "info")
        picture = pixmap(icon, style.role(box), size, ratio)
        top = self._capital_middle(QRectF(0, rect.top(), 1, style.line_height("title"))) - size / 2
        left = self.left_edge() + style.left(element.nesting)
        icon_rect = self._in_column(QRectF(left, round(top), size, size), right, mirrored=element.right_to_left)
        painter.drawPixmap(icon_rect.topLeft(), picture)

    def _code(self, painter: QPainter, element: CodeBlock, rect: QRectF) -> None:
        style = self._document.style
        painter.setPen(QPen(style.color("border"), 1))
        painter.setBrush(style.color("sunken"))
        radius = style.px(6)
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        line = round(rect.top() + style.code_head) + 0.5
        painter.drawLine(QPointF(rect.left() + 1, line), QPointF(rect.right() - 1, line))
        painter.setFont(style.theme.font("caption"))
        painter.setPen(style.color("muted"))
        head = QRectF(rect.left() + style.code_pad, rect.top(), rect.width() - style.px(110), style.code_head)
        language = element.language
        label = language if not language.islower() or len(language) <= 3 else language.capitalize()
        name = painter.fontMetrics().elidedText(label, Qt.TextElideMode.ElideRight, int(head.width()))
        painter.drawText(head, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, name)

    def _block(self, painter: QPainter, element: TextBlock, number: int, right: float) -> None:
        style = self._document.style
        if element.kind == "rule":
            middle = round(self._rect(self._document.first_block(number)).center().y()) + 0.5
            painter.setPen(QPen(style.color("border"), 1))
            left, end = self.left_edge() + style.left(element.nesting), right - style.right(element.nesting)
            painter.drawLine(QPointF(left, middle), QPointF(end, middle))
        if not element.marker:
            return
        line = self._marker_line(element, number)
        middle = self._capital_middle(line)
        if element.marker.startswith("["):
            size = style.px(15)
            box = QRectF(line.left(), middle - size / 2, size, size)
            self._task(
                painter, self._in_column(box, right, mirrored=element.right_to_left), is_done=element.marker != "[ ]"
            )
        elif element.marker == "•":
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(style.color("text2"))
            size = style.px(5)
            dot = QRectF(line.right() - style.px(12) - size / 2, middle - size / 2, size, size)
            painter.drawEllipse(self._in_column(dot, right, mirrored=element.right_to_left))
        else:
            painter.setFont(style.body_font)
            painter.setPen(style.color("text2"))
            width = QFontMetricsF(style.body_font).horizontalAdvance(element.marker)
            marker_rect = QRectF(line.right() - style.px(6) - width, line.top(), width, line.height())
            left = self._in_column(marker_rect, right, mirrored=element.right_to_left).left()
            painter.setLayoutDirection(Direction.RightToLeft if element.right_to_left else Direction.LeftToRight)
            painter.drawText(QPointF(left, line.top() + line.height() * 0.8), element.marker)
            painter.setLayoutDirection(Direction.LeftToRight)

    def _marker_line(self, element: TextBlock, number: int) -> QRectF:
        """Return the left-to-right rectangle of the marker of element *number*, as high as any line."""
        style, block = self._document.style, self._document.first_block(number)
        left, height = self.left_edge() + style.left(element.nesting), style.line_height(element.kind)
        top = self._rect(block).top()
        line = block.layout().lineAt(0)
        if block.blockFormat().lineHeightType() != _FIXED and line.isValid() and line.ascent() <= height:
            # Aligned with the baseline of a line with an inline image; for an image at the start, with its upper edge.
            top += line.y() + line.ascent() - 0.8 * height
        return QRectF(left - style.indent, top, style.indent, height)

    def _in_column(self, rect: QRectF, right: float, *, mirrored: bool) -> QRectF:
        """Return *rect*, mirrored in the column for right-to-left text."""
        if not mirrored:
            return rect
        return QRectF(self.left_edge() + right - rect.right(), rect.top(), rect.width(), rect.height())

    def _capital_middle(self, line: QRectF) -> float:
        """Return the middle of capital letters in *line*; Qt puts the baseline at four fifths of a fixed line
        height.
        """
        return line.top() + line.height() * 0.8 - QFontMetricsF(self._document.style.body_font).capHeight() / 2

    def _task(self, painter: QPainter, box: QRectF, *, is_done: bool) -> None:
        style = self._document.style
        size = round(box.width())
        box.moveTo(round(box.left()) + 0.5, round(box.top()) + 0.5)
        radius = style.px(4)
        if not is_done:
            painter.setPen(QPen(style.color("outline"), 1.4))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, radius, radius)
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(style.color("accent"))
        painter.drawRoundedRect(box, radius, radius)
        tick = round(size * 0.75)
        picture = pixmap("check", "on_accent", tick, painter.device().devicePixelRatioF())
        painter.drawPixmap(QPointF(box.center().x() - tick / 2, box.center().y() - tick / 2), picture)
