"""Card list: a long list drawn as cards, with its rows, layout, delegate and view."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Literal

from msgspec import Struct
from PySide6.QtCore import QEvent, QModelIndex, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.painting import (
    box,
    chevron,
    draw_upright_pixmap,
    draw_upright_text,
    focus_ring,
    mirrored_row,
    unmirrored_point,
)
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.theme_values import FontName
from vaultdesk.ui.widgets.labels import safe_label_text
from vaultdesk.ui.widgets.lists.list_row import ROW_ROLE, Index, RowListModel
from vaultdesk.ui.widgets.menu import Menu

RowKind = Literal["row", "gap", "banner"]
"""`row`: a row of a card. `gap`: the space between two cards. `banner`: a tinted sentence between cards."""

MAX_TEXT_CHARACTERS = 400
"""Maximum number of characters of one text in a row."""


def card_row_text(text: str) -> str:
    """Return untrusted *text* for one line of a row."""
    return safe_label_text(text, MAX_TEXT_CHARACTERS).replace("\n", " ").replace("\t", " ")


class CardSpan(Struct, frozen=True):
    """A run of a row's main text."""

    text: str
    font: FontName = "interface"
    role: str = "text"
    strikethrough: bool = False
    """Struck through: no longer valid."""


class CardCell(Struct, frozen=True):
    """A text in a column on the right."""

    text: str
    width: int
    """Width of the column in design pixels."""
    role: str = "muted"
    font: FontName = "small"
    icon: str = ""
    icon_role: str = "muted"
    right: bool = True
    """Whether the text is right-aligned."""
    wide_width: int = 0
    """Width of the column if the row has spare space; 0 for no more than `width`."""
    minimum_width: int = 0
    """Width of the row below which the column is hidden and its text shown in the tooltip."""
    known_texts: tuple[str, ...] = ()
    """The program's own texts in the column: it is wide enough for the longest of them in any language."""


class RowAction(Struct, frozen=True):
    """An action of a row: a link or a button in it, or an entry of its menu only."""

    id: str
    text: str
    icon: str = ""
    boxed: bool = False
    """Drawn as a button and not as a link."""
    in_menu: bool = False
    """Not drawn: only in the row's menu."""


MENU = RowAction("menu", "", "more")
"""Button that opens the menu of a row; for rows whose actions are only in the menu."""


@dataclass(frozen=True, slots=True)
class CardRow:
    """A row of a card list."""

    key: str
    """Identifies the row when the list is rebuilt, so that the current row is preserved."""
    spans: tuple[CardSpan, ...] = ()
    kind: RowKind = "row"
    height: int = 36
    """In design pixels."""
    time: str = ""
    icon: str = ""
    icon_role: str = "muted"
    indent: int = 0
    cells: tuple[CardCell, ...] = ()
    actions: tuple[RowAction, ...] = ()
    actions_width: int = 0
    """Width reserved for actions, so that columns align."""
    is_open: bool | None = None
    """Whether its children are shown; None if there are none."""
    has_rule: bool = True
    """Whether a line separates it from the row above."""
    background: str = ""
    """Its background color, if different from the card's."""
    detail: str = ""
    """Additional text of the tooltip."""
    subject: object = field(default=None, compare=False, repr=False)
    """The object it represents, for the caller."""

    check: None = field(default=None, init=False)

    @property
    def heading(self) -> bool:
        """Whether it cannot be selected."""
        return self.kind == "gap"

    @property
    def shown_text(self) -> str:
        return self.text

    @property
    def accessible_text(self) -> str:
        return self.text

    @property
    def description_text(self) -> str:
        return ""

    @property
    def tooltip(self) -> str:
        return "" if self.heading else self.text

    @property
    def text(self) -> str:
        """The whole row as text, for a screen reader."""
        texts = (self.time, "".join(span.text for span in self.spans), *(cell.text for cell in self.cells), self.detail)
        return card_row_text(", ".join(text.strip() for text in texts if text.strip()))


def card_gap(name: str) -> CardRow:
    """Return the space below a card."""
    return CardRow(f"gap {name}", kind="gap", height=18)


def card_ends(index: Index) -> tuple[bool, bool]:
    """Return whether the row at *index* is the first and the last one of its card: rows between gaps form one."""
    model = index.model()
    assert isinstance(model, RowListModel)
    first, last = (
        not isinstance(row, CardRow) or row.kind != "row"
        for row in (model.row(index.row() + offset) for offset in (-1, 1))
    )
    return first, last


EDGE, GAP, CHEVRON, ICON = 14, 12, 12, 14
"""Design pixels: margins of the card, space between columns, and the two icons."""

ICON_GAP, TEXT_GAP = 6, 8
"""Design pixels between an icon and its text, in a column and elsewhere."""

BUTTON_HEIGHT, BUTTON_PADDING, MENU_BUTTON_WIDTH = 26, 10, 16
"""Design pixels of the actions."""

MIN_TEXT_WIDTH = 120
"""Minimum width of the main text in design pixels; columns that leave less are hidden."""

WIDE_ROW = 1000
"""Width of a row in design pixels from which columns have their preferred width."""

TIME_WIDTH = 44
"""Width in design pixels reserved for a time, so that the texts after it are aligned; a longer time shifts them."""


class CardLayout(Struct, frozen=True):
    """The rectangles of one row's parts; empty for missing parts."""

    chevron: QRect
    time: QRect
    icon: QRect
    text: QRect
    cells: tuple[tuple[CardCell, QRect], ...]
    actions: tuple[tuple[RowAction, QRect], ...]


def lay_out_card(row: CardRow, rect: QRect) -> CardLayout:
    """Return the rectangles of the parts of *row* in *rect*."""
    px = theme().px
    left, chevron_rect, time_rect, icon_rect = _leading_rects(row, rect)
    actions = _action_rects(row, rect)
    actions_width = sum(action_rect.width() + px(GAP) for _, action_rect in actions)
    right = rect.right() - px(EDGE) - max(px(row.actions_width) if row.actions_width else 0, actions_width)
    cells: list[tuple[CardCell, QRect]] = []
    for cell in reversed(row.cells):
        is_wide = cell.wide_width and rect.width() >= px(WIDE_ROW)
        width = max(px(cell.wide_width if is_wide else cell.width), _known_text_width(cell))
        if px(cell.minimum_width) > rect.width() or right - width - left < px(MIN_TEXT_WIDTH):
            continue
        cells.append((cell, QRect(right - width + 1, rect.top(), width, rect.height())))
        right -= width + px(GAP)
    text = QRect(left, rect.top(), max(0, right - left + 1), rect.height())
    return CardLayout(chevron_rect, time_rect, icon_rect, text, tuple(reversed(cells)), actions)


def _leading_rects(row: CardRow, rect: QRect) -> tuple[int, QRect, QRect, QRect]:
    """Return where the text begins, and the rectangles of the parts before it."""
    px = theme().px
    left = rect.left() + px(EDGE) + (px(row.indent) if row.indent else 0)
    chevron_rect = time_rect = icon_rect = QRect()
    if row.is_open is not None:
        chevron_rect = _icon_rect(left, rect, px(CHEVRON))
        left += px(CHEVRON) + px(10)
    if row.time:
        width = max(px(TIME_WIDTH), theme().metrics("interface").horizontalAdvance(row.time))
        time_rect = QRect(left, rect.top(), width, rect.height())
        left += width + px(GAP)
    if row.icon:
        icon_rect = _icon_rect(left, rect, px(ICON))
        left += px(ICON) + px(TEXT_GAP)
    return left, chevron_rect, time_rect, icon_rect


def _action_rects(row: CardRow, rect: QRect) -> tuple[tuple[RowAction, QRect], ...]:
    px = theme().px
    right, height = rect.right() - px(EDGE), px(BUTTON_HEIGHT)
    rects: list[tuple[RowAction, QRect]] = []
    for action in reversed([action for action in row.actions if not action.in_menu]):
        width = _action_width(action)
        rects.append((action, QRect(right - width + 1, rect.center().y() - height // 2, width, height)))
        right -= width + px(GAP)
    return tuple(reversed(rects))


def _action_width(action: RowAction) -> int:
    px = theme().px
    if action == MENU:
        return px(MENU_BUTTON_WIDTH)
    width = theme().metrics("strong").horizontalAdvance(card_row_text(action.text)) + 1
    if action.boxed:
        width += 2 * px(BUTTON_PADDING) + (px(ICON + TEXT_GAP) if action.icon else 0)
    return width


def _known_text_width(cell: CardCell) -> int:
    """Return the width of the longest known text in the column of *cell*."""
    metrics = theme().metrics(cell.font)
    text_width = max((metrics.horizontalAdvance(text) for text in cell.known_texts), default=0)
    return text_width + (theme().px(ICON + ICON_GAP) if text_width and cell.icon else 0)


def _icon_rect(left: int, rect: QRect, size: int) -> QRect:
    """Return the square of *size* pixels at *left*, centered vertically in *rect*."""
    return QRect(left, rect.center().y() - size // 2, size, size)


CARD_RADIUS = 8
"""Corner radius of a card in design pixels (vaultdesk/ui/theme/README.md, "Shape")."""

LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


class CardDelegate(QStyledItemDelegate):
    """Paints a `CardRow`: columns, links and buttons on a card of several rows."""

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view)
        self._view = view
        self.hovered: tuple[str, str] = ("", "")
        """The ids of the row and the action under the pointer."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        row = index.data(ROW_ROLE)
        assert isinstance(row, CardRow)
        return QSize(theme().px(200), theme().px(row.height))

    @mirrored_row
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(ROW_ROLE)
        assert isinstance(row, CardRow)
        if row.kind == "gap":
            return
        rect = QRect(option.rect)
        painter.save()
        painter.setClipRect(rect)
        if row.kind == "banner":
            self._draw_banner_background(painter, rect)
        else:
            self._draw_background(painter, rect, row, option, card_ends(index))
        self._draw_contents(painter, rect, row)
        if option.state & QStyle.StateFlag.State_HasFocus and self._view.hasFocus():
            focus_ring(theme(), painter, QRectF(rect).adjusted(2, 2, -2, -2), theme().px(5))
        painter.restore()

    def _draw_banner_background(self, painter: QPainter, rect: QRect) -> None:
        values = theme()
        line = values.color("warning") if values.tokens.high_contrast else None
        box(painter, rect, values.px(6), values.color("warning_tint"), line)

    def _draw_background(
        self, painter: QPainter, rect: QRect, row: CardRow, option: QStyleOptionViewItem, ends: tuple[bool, bool]
    ) -> None:
        values = theme()
        radius = values.px(CARD_RADIUS)
        # The outline extends beyond a row that is not the end of its card; the clip cuts it off.
        card = rect.adjusted(0, 0 if ends[0] else -2 * radius, 0, 0 if ends[1] else 2 * radius)
        background = row.background or "surface"
        if option.state & QStyle.StateFlag.State_Selected:
            background = "accent_tint"
        elif option.state & QStyle.StateFlag.State_MouseOver and (row.is_open is not None or row.actions):
            background = "hover"
        box(painter, card, radius, values.color(background), values.color("border"))
        if row.has_rule and not ends[0]:
            painter.fillRect(rect.left(), rect.top(), rect.width(), 1, values.color("border"))
        if option.state & QStyle.StateFlag.State_Selected and values.tokens.high_contrast:
            box(painter, rect.adjusted(1, 1, -1, -1), values.px(4), None, values.color("accent"))

    def _draw_contents(self, painter: QPainter, rect: QRect, row: CardRow) -> None:
        values = theme()
        layout = lay_out_card(row, rect)
        if row.is_open is not None:
            chevron(painter, QRectF(layout.chevron), values.color("muted"), "down" if row.is_open else "right")
        if row.time:
            self._draw_text(painter, layout.time, row.time, "muted")
        if row.icon:
            self._draw_icon(painter, layout.icon, row.icon, row.icon_role)
        self._draw_spans(painter, layout.text, row)
        for cell, part_rect in layout.cells:
            self._draw_cell(painter, part_rect, cell)
        for action, part_rect in layout.actions:
            self._draw_action(painter, part_rect, action, (row.key, action.id) == self.hovered)

    def _draw_spans(self, painter: QPainter, rect: QRect, row: CardRow) -> None:
        values, left = theme(), rect.left()
        for span in row.spans:
            available_width = rect.right() - left + 1
            if available_width < values.px(12):
                return
            font = values.font(span.font)
            font.setStrikeOut(span.strikethrough)
            painter.setFont(font)
            painter.setPen(values.color(span.role))
            metrics, text = painter.fontMetrics(), card_row_text(span.text)
            text_width = metrics.horizontalAdvance(text)
            if left > rect.left() and span.role == "muted" and text_width > available_width:
                return  # A remark that does not fit is only in the tooltip of the row.
            if text_width > available_width:  # `elidedText` calculates with fractions of pixels: it may cut what fits.
                text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, available_width)
            draw_upright_text(painter, QRect(left, rect.top(), available_width, rect.height()), LEFT, text)
            left += metrics.horizontalAdvance(text)

    def _draw_cell(self, painter: QPainter, rect: QRect, cell: CardCell) -> None:
        values = theme()
        painter.setFont(values.font(cell.font))
        painter.setPen(values.color(cell.role))
        metrics, text = painter.fontMetrics(), card_row_text(cell.text)
        text_rect = QRect(rect)
        if cell.icon:
            size = values.px(ICON)
            icon_width = size + values.px(ICON_GAP)
            text_width = min(metrics.horizontalAdvance(text), rect.width() - icon_width)
            left = rect.right() - text_width - icon_width + 1 if cell.right else rect.left()
            self._draw_icon(painter, _icon_rect(left, rect, size), cell.icon, cell.icon_role)
            text_rect.setLeft(left + icon_width)
        elided = metrics.elidedText(text, Qt.TextElideMode.ElideRight, text_rect.width())
        draw_upright_text(painter, text_rect, RIGHT if cell.right else LEFT, elided)

    def _draw_action(self, painter: QPainter, rect: QRect, action: RowAction, hovered: bool) -> None:
        values, size = theme(), theme().px(ICON)
        icon_role = "text" if hovered else "muted"
        if action == MENU:
            self._draw_icon(painter, _icon_rect(rect.right() - size + 1, rect, size), action.icon, icon_role)
            return
        text_rect = QRect(rect)
        if action.boxed:
            box(painter, rect, values.px(6), values.color("hover" if hovered else "raised"), values.color("control"))
            text_rect.adjust(values.px(BUTTON_PADDING), 0, -values.px(BUTTON_PADDING) + 1, 0)
        if action.boxed and action.icon:
            self._draw_icon(painter, _icon_rect(text_rect.left(), rect, size), action.icon, icon_role)
            text_rect.setLeft(text_rect.left() + size + values.px(TEXT_GAP))
        font = values.font("strong")
        font.setUnderline(hovered and not action.boxed)
        painter.setFont(font)
        painter.setPen(values.color("text" if action.boxed else "accent_hover" if hovered else "accent"))
        draw_upright_text(painter, text_rect, LEFT, card_row_text(action.text))

    def _draw_text(self, painter: QPainter, rect: QRect, text: str, role: str) -> None:
        painter.setFont(theme().font())
        painter.setPen(theme().color(role))
        draw_upright_text(painter, rect, LEFT, card_row_text(text))

    def _draw_icon(self, painter: QPainter, rect: QRect, name: str, role: str) -> None:
        picture = pixmap(name, role, rect.width(), painter.device().devicePixelRatioF())
        draw_upright_pixmap(painter, rect.topLeft(), picture)


BATCH_SIZE = 300
"""Number of rows passed to the view at a time. It measures each, which takes a tenth of a second for thousands."""


class CardList(QListView):
    """List view of cards. Enter runs a row's first action, Left and Right fold, the menu key shows all actions."""

    acted = Signal(object, str)
    """A row, and the id of its action."""
    folded = Signal(object)
    """A row to be folded or unfolded."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cards = RowListModel(self, batch=BATCH_SIZE)
        self._painter = CardDelegate(self)
        self.setModel(self.cards)
        self.setItemDelegate(self._painter)
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        theme().changed.connect(self._apply_theme)
        self._apply_theme()

    @property
    def current(self) -> CardRow | None:
        """The row under the cursor."""
        return self._row(self.currentIndex())

    def show_rows(self, rows: Sequence[CardRow]) -> None:
        """Show *rows*; cursor and scroll position are preserved as far as their rows still exist."""
        previous, scroll = self.current, self.verticalScrollBar().value()
        self.cards.set_rows(rows)
        index = self.cards.index_of(previous.key) if previous is not None else -1
        if 0 <= index < self.cards.rowCount():
            self.setCurrentIndex(self.cards.index(index))
        self.verticalScrollBar().setValue(scroll)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row, key = self.current, event.key()
        if row is None:
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_Select):
            self._do_first(row)
        elif row.is_open is not None and key == (Qt.Key.Key_Left if row.is_open else Qt.Key.Key_Right):
            self.folded.emit(row)
        else:
            super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        row, action = self._row_and_action_at(event.position().toPoint())
        hovered = (row.key, action.id) if row is not None and action is not None else ("", "")
        if hovered != self._painter.hovered:
            self._painter.hovered = hovered
            self.viewport().update()
        clickable = action is not None or (row is not None and row.is_open is not None)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if clickable else Qt.CursorShape.ArrowCursor)
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Activate the pressed link, otherwise fold or unfold the row."""
        row, action = self._row_and_action_at(event.position().toPoint())
        super().mouseReleaseEvent(event)
        if event.button() != Qt.MouseButton.LeftButton or row is None:
            return
        if action == MENU:
            self.menu_of(row).popup(event.globalPosition().toPoint())
        elif action is not None:
            self.acted.emit(row, action.id)
        elif row.is_open is not None:
            self.folded.emit(row)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Run the first action of a row that does not fold."""
        row, action = self._row_and_action_at(event.position().toPoint())
        if row is not None and action is None and row.is_open is None:
            self._do_first(row)
        else:
            super().mouseDoubleClickEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Clear the hover highlight."""
        self._painter.hovered = ("", "")
        super().leaveEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show all actions of the row."""
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_key else self.indexAt(event.pos())
        row = self._row(index)
        if row is not None and row.actions:
            position = self.visualRect(index).center() if by_key else event.pos()
            self.menu_of(row).popup(self.viewport().mapToGlobal(position))

    def menu_of(self, row: CardRow) -> Menu:
        """Return the menu of all actions of *row*; it deletes itself when it is closed."""
        menu = Menu(self.tr("Actions"), self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for action in (action for action in row.actions if action != MENU):
            menu.add(action.text, partial(self.acted.emit, row, action.id), icon_name=action.icon)
        return menu

    def _do_first(self, row: CardRow) -> None:
        if row.is_open is not None:
            self.folded.emit(row)
        elif row.actions:
            self.acted.emit(row, row.actions[0].id)

    def _row(self, index: QModelIndex) -> CardRow | None:
        row = index.data(ROW_ROLE) if index.isValid() else None
        return row if isinstance(row, CardRow) else None

    def _row_and_action_at(self, position: QPoint) -> tuple[CardRow | None, RowAction | None]:
        index = self.indexAt(position)
        row = self._row(index)
        if row is None:
            return None, None
        actions = lay_out_card(row, self.visualRect(index)).actions
        unmirrored = unmirrored_point(self.viewport(), position)
        return row, next((action for action, rect in actions if rect.contains(unmirrored)), None)

    def _apply_theme(self) -> None:
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.Base, theme().color("surface"))
        self.setPalette(palette)
        self.scheduleDelayedItemsLayout()
