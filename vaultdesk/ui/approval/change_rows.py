"""Change rows: how a row of the list of changes is drawn: tick, name, folder, and what is done."""

from PySide6.QtCore import QAbstractItemModel, QEvent, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionButton, QStyleOptionViewItem, QWidget

from vaultdesk.ui.approval.change_entries import Entry, title
from vaultdesk.ui.approval.change_list import ENTRY, LINES, AnyIndex
from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.primitives import box, focus_ring
from vaultdesk.ui.theme.right_to_left import draw_upright_pixmap, draw_upright_text, mirrored_row
from vaultdesk.ui.theme.theme import theme

TICK, WARNING = 16, 14
"""Pixels of a tick's side, and of the warning sign's."""

INDENT = 26
"""Pixels by which repaired links stand in from the note they belong to."""

ABOVE = 7
"""Pixels above the first line and below the last."""

MARKS = {
    Qt.CheckState.Checked: QStyle.StateFlag.State_On,
    Qt.CheckState.PartiallyChecked: QStyle.StateFlag.State_NoChange,
    Qt.CheckState.Unchecked: QStyle.StateFlag.State_Off,
}


class ChangeRow(QStyledItemDelegate):
    """Draws a row, and ticks it by a click at its tick or by Space."""

    def __init__(self, edge: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._edge = edge

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        """Return the height of the name and the lines below it."""
        look = theme()
        below = look.metrics("small").height() * len(_lines(index))
        return QSize(look.step(100), look.metrics("strong").height() + below + 2 * look.step(ABOVE) + 1)

    @mirrored_row
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Draw the row."""
        look, step = theme(), theme().step
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        entry = index.data(ENTRY)
        assert isinstance(entry, Entry)
        selected = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setClipRect(rect)
        if selected:
            painter.fillRect(rect, look.color("accent_tint"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, look.color("hover"))
        painter.setPen(QPen(look.color("border"), 1))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        tick = self._tick_rect(rect, entry)
        self._draw_tick(painter, tick, index)
        inner = rect.adjusted(tick.right() + 1 + step(10) - rect.left(), step(ABOVE), -self._edge // 2, -step(ABOVE))
        self._draw_name(painter, inner, entry, taken=_check(index) != Qt.CheckState.Unchecked)
        self._draw_lines(painter, inner.adjusted(0, look.metrics("strong").height(), 0, 0), index)
        if state & QStyle.StateFlag.State_HasFocus:
            focus_ring(look, painter, QRectF(rect.adjusted(1, 1, -1, -2)), step(4))
        elif selected and look.tokens.high_contrast:
            box(painter, rect.adjusted(1, 1, -1, -2), step(4), None, look.color("accent"))
        painter.restore()

    def editorEvent(
        self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: AnyIndex
    ) -> bool:
        """Tick by a click at the tick, or by Space on the row under the cursor."""
        if isinstance(event, QMouseEvent):
            entry = index.data(ENTRY)
            assert isinstance(entry, Entry)
            reach = self._tick_rect(option.rect, entry).right() + theme().step(6)
            wanted = event.type() == QEvent.Type.MouseButtonRelease and event.position().x() <= reach
        else:
            key = event.key() if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress else None
            wanted = key in (Qt.Key.Key_Space, Qt.Key.Key_Select)
        return wanted and model.setData(index, None, Qt.ItemDataRole.CheckStateRole)

    def _tick_rect(self, rect: QRect, entry: Entry) -> QRect:
        step = theme().step
        left = rect.left() + self._edge + (step(INDENT) if entry.repairs else 0)
        return QRect(left, rect.top() + step(ABOVE + 1), step(TICK), step(TICK))

    def _draw_tick(self, painter: QPainter, place: QRect, index: AnyIndex) -> None:
        button = QStyleOptionButton()
        button.rect = place
        button.state = QStyle.StateFlag.State_Enabled | MARKS[_check(index)]
        view = self.parent()
        assert isinstance(view, QWidget)
        view.style().drawPrimitive(QStyle.PrimitiveElement.PE_IndicatorCheckBox, button, painter, view)

    def _draw_name(self, painter: QPainter, inner: QRect, entry: Entry, *, taken: bool) -> None:
        look = theme()
        if entry.warned:
            side = look.step(WARNING)
            view = self.parent()
            assert isinstance(view, QWidget)
            sign = pixmap("warning", "warning", side, view.devicePixelRatioF())
            draw_upright_pixmap(painter, QPoint(inner.right() - side, inner.top() + look.step(1)), sign)
            inner = inner.adjusted(0, 0, -side - look.step(6), 0)
        name, new_name = title(entry)
        painter.setFont(look.font("strong"))
        painter.setPen(look.color("text" if taken else "muted"))
        metrics = painter.fontMetrics()
        arrow = " → "
        if new_name:
            room = inner.width() - metrics.horizontalAdvance(arrow)
            half = max(room - metrics.horizontalAdvance(new_name), room // 2)
            name = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, half)
            rest = room - metrics.horizontalAdvance(name)
            name += arrow + metrics.elidedText(new_name, Qt.TextElideMode.ElideMiddle, rest)
        else:
            name = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, inner.width())
        draw_upright_text(painter, inner, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop), name)

    def _draw_lines(self, painter: QPainter, inner: QRect, index: AnyIndex) -> None:
        look = theme()
        painter.setFont(look.font("small"))
        metrics = painter.fontMetrics()
        told = _lines(index)
        for number, words in enumerate(told):
            last = number == len(told) - 1
            painter.setPen(look.color("text2" if last else "muted"))
            mode = Qt.TextElideMode.ElideRight if last else Qt.TextElideMode.ElideMiddle
            at = QRect(inner.left(), inner.top() + number * metrics.height(), inner.width(), metrics.height())
            draw_upright_text(
                painter, at, int(Qt.AlignmentFlag.AlignVCenter), metrics.elidedText(words, mode, inner.width())
            )


def _lines(index: AnyIndex) -> tuple[str, ...]:
    told = index.data(LINES)
    return tuple(map(str, told)) if isinstance(told, tuple | list) else ()


def _check(index: AnyIndex) -> Qt.CheckState:
    return Qt.CheckState(index.data(Qt.ItemDataRole.CheckStateRole))
