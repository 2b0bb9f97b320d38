"""RowView: rounded rows with our own chevrons in the left pane (LOOK, Tree row). Knows not what is in them."""

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, QRectF, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPalette
from PySide6.QtWidgets import QAbstractItemView, QFrame, QStyleOptionViewItem, QTreeView, QWidget

from vaultdesk.ui.theme.primitives import box, chevron, focus_ring
from vaultdesk.ui.theme.theme import theme

Index = QModelIndex | QPersistentModelIndex


class RowView(QTreeView):
    """Draws the grounds of rows; subclasses say what a press does."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hovered = QPersistentModelIndex()
        self.setHeaderHidden(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformRowHeights(True)
        self.setExpandsOnDoubleClick(False)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setAccessibleName(name)
        theme().changed.connect(self._dress)
        self._dress()

    def drawRow(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the ground of the whole row, then what is in it."""
        look = theme()
        assert isinstance(index, QModelIndex)
        rect = self.visualRect(index)
        row = QRectF(0, rect.top(), self.viewport().width() - look.step(8), rect.height())
        radius = look.step(5)
        if self.selectionModel().isSelected(index):
            line = look.color("accent") if look.tokens.high_contrast else None
            box(painter, row, radius, look.color("accent_tint"), line)
        elif self._hovered == index:
            box(painter, row, radius, look.color("hover"))
        super().drawRow(painter, option, index)
        if self.hasFocus() and index == self.currentIndex():
            focus_ring(look, painter, row, radius)

    def drawBranches(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Draw our own chevron before what opens, nothing before the rest."""
        assert isinstance(index, QModelIndex)
        if not self.opens(index):
            return
        side = theme().step(12)
        place = QRectF(rect.right() - side + theme().step(1), rect.center().y() - side / 2, side, side)
        chevron(painter, place, theme().color("muted"), "down" if self.isExpanded(index) else "right")

    def opens(self, index: QModelIndex) -> bool:
        """Whether the row has a chevron."""
        return index.model().hasChildren(index)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Light the row under the pointer."""
        self._hover(self.indexAt(event.position().toPoint()))
        super().mouseMoveEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """No row is under the pointer."""
        self._hover(QModelIndex())
        super().leaveEvent(event)

    def _hover(self, index: QModelIndex) -> None:
        if self._hovered == index:
            return
        self._hovered = QPersistentModelIndex(index)
        self.viewport().update()

    def _dress(self) -> None:
        self.setIndentation(theme().step(16))
        self.setFont(theme().font())
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.Base, theme().color("background"))
        self.setPalette(palette)
        self.doItemsLayout()
