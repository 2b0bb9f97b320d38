"""FoundDelegate: paints one search result: the note, its folder, and two lines with the found words marked."""

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from vaultdesk.index.results import Hit
from vaultdesk.ui.browser.found_model import FoundRole
from vaultdesk.ui.theme.strokes import box, focus_ring
from vaultdesk.ui.theme.theme import theme

SNIPPET_LINES = 2
"""Lines of a passage that are shown."""

SNIPPET_LIMIT = 400
"""Characters of a passage that are laid out; two lines never hold more."""

LEAD = 36
"""Characters before the first found word that are shown at most, so that it stands in the first line."""

Index = QModelIndex | QPersistentModelIndex


class FoundDelegate(QStyledItemDelegate):
    """Paints rows of a `FoundModel`; the text is never markup."""

    def __init__(self, view: QAbstractItemView, parent: QObject | None = None) -> None:
        super().__init__(parent or view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """As high as its lines."""
        look = theme()
        hit = index.data(FoundRole.HIT)
        width = self._view.viewport().width()
        layout = self._layout(hit, self._text_width(width))
        line = QFontMetricsF(look.font("small")).height() * 1.15
        lines = min(layout.lineCount(), SNIPPET_LINES) if hit.snippet else 0
        return QSize(width, round(look.step(24) + lines * line + look.step(12)))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint ground, title and passage."""
        look = theme()
        hit = index.data(FoundRole.HIT)
        full = QRect(option.rect)
        rect = full.adjusted(look.step(8), look.step(1), -look.step(8), -look.step(1))
        state = option.state
        painter.save()
        if state & QStyle.StateFlag.State_Selected:
            line = look.color("accent") if look.tokens.high_contrast else None
            box(painter, rect, look.step(5), look.color("accent_tint"), line)
        elif state & QStyle.StateFlag.State_MouseOver:
            box(painter, rect, look.step(5), look.color("hover"))
        inner = rect.adjusted(look.step(10), look.step(4), -look.step(10), 0)
        self._title(painter, inner, hit, str(index.data()))
        layout = self._layout(hit, self._text_width(full.width()))
        top = QPointF(inner.left(), inner.top() + look.step(22))
        painter.setPen(look.color("text2"))
        for number in range(min(layout.lineCount(), SNIPPET_LINES)):
            layout.lineAt(number).draw(painter, top)
        layout.draw(painter, top, self._marks(hit, layout), rect)
        if state & QStyle.StateFlag.State_HasFocus:
            focus_ring(look, painter, QRectF(rect), look.step(5))
        painter.restore()

    def _title(self, painter: QPainter, rect: QRect, hit: Hit, title: str) -> None:
        look = theme()
        line = QRect(rect.left(), rect.top(), rect.width(), look.step(20))
        painter.setFont(look.font("strong"))
        painter.setPen(look.color("text"))
        left = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        shown_title = painter.fontMetrics().elidedText(title, Qt.TextElideMode.ElideRight, line.width())
        painter.drawText(line, left, shown_title)
        line.setLeft(line.left() + painter.fontMetrics().horizontalAdvance(shown_title) + look.step(8))
        folder = hit.path.rpartition("/")[0].rpartition("/")[2]
        place = " › ".join(part for part in (folder, hit.heading if hit.heading != hit.title else "") if part)
        painter.setFont(look.font("small"))
        painter.setPen(look.color("muted"))
        if line.width() > look.step(20):
            cut = painter.fontMetrics().elidedText(place, Qt.TextElideMode.ElideRight, line.width())
            painter.drawText(line, left, cut)

    def _text_width(self, width: int) -> int:
        return max(40, width - 2 * theme().step(18))

    def _layout(self, hit: Hit, width: int) -> QTextLayout:
        look = theme()
        layout = QTextLayout(_shown_part(hit)[0], look.font("small"))
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.beginLayout()
        height = 0.0
        for _ in range(SNIPPET_LINES):
            line = layout.createLine()
            if not line.isValid():
                break
            line.setLineWidth(width)
            line.setPosition(QPointF(0, height))
            height += line.height() * 1.15
        layout.endLayout()
        return layout

    def _marks(self, hit: Hit, layout: QTextLayout) -> list[QTextLayout.FormatRange]:
        shown = sum(layout.lineAt(number).textLength() for number in range(layout.lineCount()))
        marks = []
        skipped = _shown_part(hit)[1]
        for start, end in ((start - skipped, end - skipped) for start, end in hit.marks):
            if start >= shown:
                break
            found = QTextLayout.FormatRange()
            found.start, found.length = start, min(end, shown) - start
            made = QTextCharFormat()
            made.setBackground(theme().color("mark"))
            made.setForeground(theme().color("text"))
            found.format = made
            marks.append(found)
        return marks


def _shown_part(hit: Hit) -> tuple[str, int]:
    """The part of the passage that is laid out, and how many characters were left out before its first found word."""
    text = hit.snippet.replace("\n", " ")
    first = hit.marks[0][0] if hit.marks else 0
    if first <= LEAD:
        return text[:SNIPPET_LIMIT], 0
    begin = text.find(" ", first - LEAD, first) + 1 or first
    return "… " + text[begin : begin + SNIPPET_LIMIT], begin - 2
