"""CardDelegate: paints the rows of a card list: borders, words, columns, links. Text is never markup."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from vaultdesk.ui.parts.card_layout import ICON, ICON_GAP, laid
from vaultdesk.ui.parts.card_model import CardRole
from vaultdesk.ui.parts.card_rows import MENU, CardRow, Cell, RowAction, one_line
from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.primitives import box, chevron, focus_ring
from vaultdesk.ui.theme.right_to_left import draw_upright_pixmap, draw_upright_text, mirrored_row
from vaultdesk.ui.theme.theme import theme

Index = QModelIndex | QPersistentModelIndex

RADIUS = 8
"""Pixels of a card's corners (LOOK, Type, space, shape)."""

LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


class CardDelegate(QStyledItemDelegate):
    """Paints rows of a `CardModel`."""

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view)
        self._view = view
        self.hovered: tuple[str, str] = ("", "")
        """The row and the action under the pointer, by their ids."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """As high as the row says."""
        row = index.data(CardRole.ROW)
        assert isinstance(row, CardRow)
        return QSize(theme().step(200), theme().step(row.height))

    @mirrored_row
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        row = index.data(CardRole.ROW)
        assert isinstance(row, CardRow)
        if row.kind == "gap":
            return
        rect = QRect(option.rect)
        painter.save()
        painter.setClipRect(rect)
        if row.kind == "banner":
            self._banner_ground(painter, rect)
        else:
            ends = bool(index.data(CardRole.FIRST)), bool(index.data(CardRole.LAST))
            self._ground(painter, rect, row, option, ends)
        self._contents(painter, rect, row)
        if option.state & QStyle.StateFlag.State_HasFocus and self._view.hasFocus():
            focus_ring(theme(), painter, QRectF(rect).adjusted(2, 2, -2, -2), theme().step(5))
        painter.restore()

    def _banner_ground(self, painter: QPainter, rect: QRect) -> None:
        look = theme()
        line = look.color("warning") if look.tokens.high_contrast else None
        box(painter, rect, look.step(6), look.color("warning_tint"), line)

    def _ground(
        self, painter: QPainter, rect: QRect, row: CardRow, option: QStyleOptionViewItem, ends: tuple[bool, bool]
    ) -> None:
        look = theme()
        radius = look.step(RADIUS)
        # The card's outline goes on beyond a row that is not its end; the clip cuts it off there.
        card = rect.adjusted(0, 0 if ends[0] else -2 * radius, 0, 0 if ends[1] else 2 * radius)
        ground = row.ground or "surface"
        if option.state & QStyle.StateFlag.State_Selected:
            ground = "accent_tint"
        elif option.state & QStyle.StateFlag.State_MouseOver and (row.is_open is not None or row.actions):
            ground = "hover"
        box(painter, card, radius, look.color(ground), look.color("border"))
        if row.ruled and not ends[0]:
            painter.fillRect(rect.left(), rect.top(), rect.width(), 1, look.color("border"))
        if option.state & QStyle.StateFlag.State_Selected and look.tokens.high_contrast:
            box(painter, rect.adjusted(1, 1, -1, -1), look.step(4), None, look.color("accent"))

    def _contents(self, painter: QPainter, rect: QRect, row: CardRow) -> None:
        look = theme()
        places = laid(row, rect)
        if row.is_open is not None:
            chevron(painter, QRectF(places.chevron), look.color("muted"), "down" if row.is_open else "right")
        if row.time:
            self._write(painter, places.time, row.time, "muted")
        if row.icon:
            self._icon(painter, places.icon, row.icon, row.icon_role)
        self._spans(painter, places.text, row)
        for cell, place in places.cells:
            self._cell(painter, place, cell)
        for action, place in places.actions:
            self._action(painter, place, action, (row.id, action.id) == self.hovered)

    def _spans(self, painter: QPainter, rect: QRect, row: CardRow) -> None:
        look, left = theme(), rect.left()
        for span in row.spans:
            room = rect.right() - left + 1
            if room < look.step(12):
                return
            font = look.font(span.font)
            font.setStrikeOut(span.struck)
            painter.setFont(font)
            painter.setPen(look.color(span.role))
            words = one_line(span.text)
            wide = painter.fontMetrics().horizontalAdvance(words)
            if left > rect.left() and span.role == "muted" and wide > room:
                return  # a remark is said whole or, in the tooltip of the row, not here
            # What fits by a hair is not shortened: Qt reckons there with parts of pixels.
            cut = words if wide <= room else painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, room)
            draw_upright_text(painter, QRect(left, rect.top(), room, rect.height()), LEFT, cut)
            left += painter.fontMetrics().horizontalAdvance(cut)

    def _cell(self, painter: QPainter, rect: QRect, cell: Cell) -> None:
        look = theme()
        painter.setFont(look.font(cell.font))
        painter.setPen(look.color(cell.role))
        room = QRect(rect)
        if cell.icon:
            side = look.step(ICON)
            taken = side + look.step(ICON_GAP)
            wide = min(painter.fontMetrics().horizontalAdvance(one_line(cell.text)), rect.width() - taken)
            left = rect.right() - wide - taken + 1 if cell.right else rect.left()
            self._icon(painter, QRect(left, rect.center().y() - side // 2, side, side), cell.icon, cell.icon_role)
            room.setLeft(left + taken)
        cut = painter.fontMetrics().elidedText(one_line(cell.text), Qt.TextElideMode.ElideRight, room.width())
        draw_upright_text(painter, room, RIGHT if cell.right else LEFT, cut)

    def _action(self, painter: QPainter, rect: QRect, action: RowAction, hovered: bool) -> None:
        look = theme()
        if action == MENU:
            side = look.step(14)
            place = QRect(rect.right() - side + 1, rect.center().y() - side // 2, side, side)
            self._icon(painter, place, action.icon, "text" if hovered else "muted")
            return
        words = QRect(rect)
        if action.boxed:
            ground = look.color("hover" if hovered else "raised")
            box(painter, rect, look.step(6), ground, look.color("control"))
            words.adjust(look.step(10), 0, -look.step(10) + 1, 0)
            if action.icon:
                side = look.step(14)
                place = QRect(words.left(), rect.center().y() - side // 2, side, side)
                self._icon(painter, place, action.icon, "text" if hovered else "muted")
                words.setLeft(words.left() + side + look.step(8))
        font = look.font("strong")
        font.setUnderline(hovered and not action.boxed)
        painter.setFont(font)
        painter.setPen(look.color("text" if action.boxed else "accent_hover" if hovered else "accent"))
        draw_upright_text(painter, words, LEFT, one_line(action.words))

    def _write(self, painter: QPainter, rect: QRect, text: str, role: str) -> None:
        painter.setFont(theme().font())
        painter.setPen(theme().color(role))
        draw_upright_text(painter, rect, LEFT, one_line(text))

    def _icon(self, painter: QPainter, rect: QRect, name: str, role: str) -> None:
        picture = pixmap(name, role, rect.width(), painter.device().devicePixelRatioF())
        draw_upright_pixmap(painter, rect.topLeft(), picture)
