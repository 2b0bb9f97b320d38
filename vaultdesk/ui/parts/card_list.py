"""CardList: a long list drawn as cards; folds, links and menus by mouse and by keys. Knows not what it lists."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QPalette
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QWidget

from vaultdesk.ui.parts.card_delegate import CardDelegate
from vaultdesk.ui.parts.card_layout import laid
from vaultdesk.ui.parts.card_model import CardModel, CardRole
from vaultdesk.ui.parts.card_rows import MENU, CardRow, RowAction
from vaultdesk.ui.parts.menu import Menu
from vaultdesk.ui.theme.right_to_left import unmirrored_point
from vaultdesk.ui.theme.theme import theme


class CardList(QListView):
    """Enter does the first thing a row offers, Left and Right fold, the menu key shows all that can be done."""

    acted = Signal(object, str)
    """A row, and the id of the action that was chosen."""
    folded = Signal(object)
    """A row whose fold is to be turned over."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cards = CardModel(self)
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
        theme().changed.connect(self._dress)
        self._dress()

    @property
    def current(self) -> CardRow | None:
        """The row under the cursor."""
        return self._row(self.currentIndex())

    def show_rows(self, rows: Sequence[CardRow]) -> None:
        """Show *rows*; cursor and scroll stay where they are, as far as what they stood at is still there."""
        before, scroll = self.current, self.verticalScrollBar().value()
        self.cards.show_rows(rows, self.cards.rowCount())
        place = self.cards.place_of(before.id) if before is not None else -1
        if 0 <= place < self.cards.rowCount():
            self.setCurrentIndex(self.cards.index(place))
        self.verticalScrollBar().setValue(scroll)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Space do the first thing, Left and Right fold."""
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
        """Light the link under the pointer."""
        row, action = self._under(event.position().toPoint())
        hovered = (row.id, action.id) if row is not None and action is not None else ("", "")
        if hovered != self._painter.hovered:
            self._painter.hovered = hovered
            self.viewport().update()
        foldable = row is not None and row.is_open is not None
        hand = action is not None or foldable
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor)
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Do what was pressed: a link, else the fold."""
        row, action = self._under(event.position().toPoint())
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
        """Do the first thing a row offers, where it does not fold."""
        row, action = self._under(event.position().toPoint())
        if row is not None and action is None and row.is_open is None:
            self._do_first(row)
        else:
            super().mouseDoubleClickEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """No link is under the pointer."""
        self._painter.hovered = ("", "")
        super().leaveEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show all that can be done with the row."""
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_key else self.indexAt(event.pos())
        row = self._row(index)
        if row is not None and row.actions:
            place = self.visualRect(index).center() if by_key else event.pos()
            self.menu_of(row).popup(self.viewport().mapToGlobal(place))

    def menu_of(self, row: CardRow) -> Menu:
        """Return the menu of *row*."""
        menu = Menu(self.tr("What can be done"), self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for action in (action for action in row.actions if action != MENU):
            menu.add(action.words, partial(self.acted.emit, row, action.id), icon_name=action.icon)
        return menu

    def _do_first(self, row: CardRow) -> None:
        if row.is_open is not None:
            self.folded.emit(row)
        elif row.actions:
            self.acted.emit(row, row.actions[0].id)

    def _row(self, index: QModelIndex) -> CardRow | None:
        row = index.data(CardRole.ROW) if index.isValid() else None
        return row if isinstance(row, CardRow) else None

    def _under(self, place: QPoint) -> tuple[CardRow | None, RowAction | None]:
        index = self.indexAt(place)
        row = self._row(index)
        if row is None:
            return None, None
        actions = laid(row, self.visualRect(index)).actions
        drawn = unmirrored_point(self.viewport(), place)
        return row, next((action for action, rect in actions if rect.contains(drawn)), None)

    def _dress(self) -> None:
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.Base, theme().color("surface"))
        self.setPalette(palette)
        self.scheduleDelayedItemsLayout()
