"""Fold painter: draws one row of a folding list: chevron, icon, title, words beside it, a count, a text with marks."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QTextCharFormat, QTextLayout
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from vaultdesk.ui.parts.fold_rows import FoldRow, FoldRows, Marks, one_line
from vaultdesk.ui.parts.marked_text import AIR, lay_out
from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.primitives import box, chevron, focus_ring
from vaultdesk.ui.theme.right_to_left import (
    draw_upright_pixmap,
    draw_upright_text,
    is_mirrored,
    mirrored_row,
    set_upright,
)
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.theme_values import FontName

HEADING, RULE, AIRY, TOP = 28, 9, 6, 4
"""Pixels of LOOK's drawings: words over rows, a line above a row, air above one, the air over and under a text."""

SIDE, INDENT, CHEVRON, ICON, GAP, EDGE = 8, 16, 12, 14, 8, 10
"""From the left: air outside the ground, each level, the chevron, the icon, air between pieces, air in the ground."""

SURELY = 0.6
"""Of the average width of a letter: a text of so narrow ones is hardly written."""

Index = QModelIndex | QPersistentModelIndex
State = QStyle.StateFlag


class FoldPainter(QStyledItemDelegate):
    """Paints rows of `FoldRows`; no text is ever markup."""

    def __init__(self, view: QAbstractItemView, high: int, side: int = SIDE, *, chevrons: bool = True) -> None:
        """A row of one line is *high* pixels of LOOK's drawings; its ground begins *side* pixels from the edge."""
        super().__init__(view)
        self._view = view
        self._high = high
        self._side = side
        self._chevrons = chevrons

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return how large a row is: what its text needs is reckoned, not laid out."""
        row = _row_at(index)
        width = self._view.viewport().width()
        return QSize(width, self.height_of(row, width) if row is not None else 0)

    def height_of(self, row: FoldRow, width: int) -> int:
        """Return how high *row* is at this *width* of the list."""
        step = theme().step
        if row.heading:
            return step(HEADING)
        high = self._above(row)
        if not row.text:
            return high + step(self._high)
        metrics = theme().metrics("small")
        room = max(40, width - self._text_left(row) - step(self._side + EDGE))
        # Most texts are far longer than their lines: no need to measure each letter of hundreds of them.
        wide = round(len(row.text) * metrics.averageCharWidth() * SURELY)
        if wide <= 1.9 * room:
            wide = metrics.horizontalAdvance(one_line(row.text))
        lines = 1 if wide <= room else min(row.lines, 2 if wide <= 1.9 * room else 3)
        title = step(self._high) - step(TOP) if row.title else step(TOP)
        return high + title + round(lines * metrics.height() * AIR) + step(TOP) + 1

    def fold_zone(self, row: FoldRow) -> int:
        """Return up to where a press folds rather than chooses."""
        return self._left(row) + theme().step(CHEVRON + GAP // 2) if row.folded is not None else 0

    @mirrored_row
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one row."""
        row = _row_at(index)
        if row is None:
            return
        look = theme()
        step, state, full = look.step, option.state, QRect(option.rect)
        painter.save()
        if row.ruled:
            painter.fillRect(0, full.top() + step(RULE) // 2, self._view.viewport().width(), 1, look.color("border"))
        full.setTop(full.top() + self._above(row))
        rect = full.adjusted(step(self._side), 0, -step(self._side), 0)
        if row.heading:
            place = rect.adjusted(step(EDGE), 0, -step(EDGE), -step(4))
            _draw(painter, place, row.title, "caption", "muted", bottom=True)
            painter.restore()
            return
        selected = bool(state & State.State_Selected)
        if selected:
            line = look.color("accent") if look.tokens.high_contrast else None
            box(painter, rect, step(5), look.color("accent_tint"), line)
        elif state & State.State_MouseOver:
            box(painter, rect, step(5), look.color("hover"))
        top = rect.top()
        if row.title:
            head = QRect(rect.left(), top, rect.width(), step(self._high) if not row.text else step(self._high - TOP))
            self._head(painter, head, row, selected=selected)
            top = head.bottom() + 1
        else:
            top += step(TOP)
        if row.text:
            left = self._text_left(row)
            width = max(40, rect.right() - step(EDGE) - left)
            laid = lay_out(one_line(row.text), row.marks, look.font("small"), width, row.lines)
            laid.draw(painter, QPointF(left, top), "text2" if not row.title else "muted")
        if state & State.State_HasFocus and self._view.hasFocus():
            focus_ring(look, painter, QRectF(rect), step(5))
        painter.restore()

    def _left(self, row: FoldRow) -> int:
        step = theme().step
        # A text, and what is done with it, begins where the title above it does.
        depth = row.depth - (1 if row.depth and (row.link or not row.title) else 0)
        return step(self._side) + step(EDGE if not self._chevrons else 6) + depth * step(INDENT)

    def _above(self, row: FoldRow) -> int:
        return theme().step(RULE) if row.ruled else theme().step(AIRY) if row.airy else 0

    def _text_left(self, row: FoldRow) -> int:
        return self._left(row) + (theme().step(CHEVRON + GAP // 2) if self._chevrons else 0)

    def _head(self, painter: QPainter, rect: QRect, row: FoldRow, *, selected: bool) -> None:
        """Draw the line of the title."""
        look = theme()
        step, ratio = look.step, painter.device().devicePixelRatioF()
        left = self._left(row)
        if row.folded is not None:
            side = step(CHEVRON)
            place = QRectF(left, rect.center().y() - side / 2 + 1, side, side)
            chevron(painter, place, look.color("muted"), "right" if row.folded else "down")
        left = self._text_left(row)
        if row.icon:
            side = step(ICON)
            role = "accent" if row.link else "muted"
            draw_upright_pixmap(
                painter, QPoint(left, rect.center().y() - side // 2 + 1), pixmap(row.icon, role, side, ratio)
            )
            left += side + step(GAP)
        right = self._right(painter, rect.adjusted(0, 0, -step(EDGE), 0), row)
        font: FontName = "strong" if row.strong or selected else "interface"
        role = "accent" if row.link else "muted" if row.muted else "text"
        room = QRect(left, rect.top(), max(0, right - left), rect.height())
        # The title comes first; what stands beside it gets what is left, and a little of a long title.
        wide = theme().metrics("small").horizontalAdvance(one_line(row.beside)) + step(GAP) if row.beside else 0
        most = max(0, room.width() - min(wide, max(step(52), room.width() // 4)))
        used = draw_lit(painter, QRect(room.topLeft(), QSize(most, room.height())), row.title, row.lit, (font, role))
        room.setLeft(left + used + step(GAP))
        if row.sign:
            room.setRight(room.right() - step(ICON + GAP))
        if row.beside and room.width() > step(16):
            used = draw_lit(painter, room, row.beside, row.beside_lit, ("small", "muted"))
            room.setLeft(room.left() + used + step(GAP))
        if row.sign:
            side = step(ICON - 1)
            corner = QPoint(room.left(), rect.center().y() - side // 2 + 1)
            draw_upright_pixmap(painter, corner, pixmap(row.sign, "muted", side, ratio))

    def _right(self, painter: QPainter, rect: QRect, row: FoldRow) -> int:
        """Draw what stands at the right edge and return where it begins."""
        look = theme()
        words, role = row.cap or one_line(row.right), "muted"
        if not words:
            return rect.right()
        font = look.font("number") if row.cap else look.font("small")
        font.setWeight(QFont.Weight.Normal)
        painter.setFont(font)
        inset = look.step(5) if row.cap else 0
        wide = painter.fontMetrics().horizontalAdvance(words) + 1
        place = QRect(rect.right() - wide - 2 * inset, rect.top(), wide + 2 * inset, rect.height())
        if row.cap:
            high = look.step(18)
            around = QRect(place.left(), rect.center().y() - high // 2 + 1, place.width(), high)
            box(painter, around, look.step(4), look.color("background"), look.color("border"))
        painter.setPen(look.color(role))
        draw_upright_text(painter, place, int(Qt.AlignmentFlag.AlignCenter), words)
        return place.left() - look.step(GAP)


def draw_lit(painter: QPainter, rect: QRect, text: str, lit: Marks, looks: tuple[FontName, str]) -> int:
    """Draw *text* on one line, the letters of *lit* in the accent colour; return how wide it became."""
    look, (font, role) = theme(), looks
    painter.setFont(look.font(font))
    line = one_line(text)
    metrics = painter.fontMetrics()
    cut = metrics.elidedText(line, Qt.TextElideMode.ElideRight, rect.width())
    painter.setPen(look.color(role))
    if not lit or line != text:
        # What had to be made visible is another text: the places would be wrong in it.
        draw_upright_text(painter, rect, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), cut)
        return min(rect.width(), metrics.horizontalAdvance(cut))
    is_turned_over = is_mirrored(painter)
    layout = QTextLayout(cut, look.font(font))
    layout.setFormats([_accent(cut, start, end) for start, end in lit if start < len(cut)])
    layout.beginLayout()
    made = layout.createLine()
    made.setLineWidth(max(rect.width(), 1) + look.step(24))
    layout.endLayout()
    painter.save()
    painter.setClipRect(rect, Qt.ClipOperation.IntersectClip)  # Marks piled over a letter stay in their row.
    set_upright(painter, QRectF(rect))
    left = rect.right() + 1 - made.naturalTextWidth() if is_turned_over else rect.left()
    layout.draw(painter, QPointF(left, rect.center().y() + 1 - made.height() / 2))
    painter.restore()
    return min(rect.width(), round(made.naturalTextWidth()))


def _accent(text: str, start: int, end: int) -> QTextLayout.FormatRange:
    found = QTextLayout.FormatRange()
    found.start = len(text[:start].encode("utf-16-le")) // 2
    found.length = len(text[start:end].encode("utf-16-le")) // 2
    made = QTextCharFormat()
    made.setForeground(theme().color("accent"))
    made.setFontWeight(QFont.Weight.DemiBold)
    found.format = made
    return found


def _row_at(index: Index) -> FoldRow | None:
    rows = index.model()
    return rows.row(index.row()) if isinstance(rows, FoldRows) else None


def _draw(painter: QPainter, rect: QRect, text: str, font: FontName, role: str, *, bottom: bool = False) -> None:
    painter.setFont(theme().font(font))
    painter.setPen(theme().color(role))
    cut = painter.fontMetrics().elidedText(one_line(text), Qt.TextElideMode.ElideRight, rect.width())
    at = Qt.AlignmentFlag.AlignBottom if bottom else Qt.AlignmentFlag.AlignVCenter
    draw_upright_text(painter, rect, int(Qt.AlignmentFlag.AlignLeft | at), cut)
