"""TreeView: the tree of notes on the screen: rounded rows, own chevrons, counts at the right (LOOK, Tree row)."""

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QKeyEvent, QMouseEvent, QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from vaultdesk.ui.browser.tree_model import Role, TreeModel
from vaultdesk.ui.parts.menu import Menu
from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.strokes import box, chevron, focus_ring
from vaultdesk.ui.theme.theme import theme

Index = QModelIndex | QPersistentModelIndex


class _RowDelegate(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(theme().step(60), theme().step(26))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        look = theme()
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        rect = QRect(option.rect)
        rect.adjust(look.step(4), 0, -look.step(14), 0)
        folder = bool(index.data(Role.FOLDER))
        right = rect.right()
        painter.save()
        if folder:
            count = f"{int(index.data(Role.COUNT)):,}"
            painter.setFont(look.font("small"))
            painter.setPen(look.color("muted"))
            painter.drawText(rect, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), count)
            right -= painter.fontMetrics().horizontalAdvance(count) + look.step(8)
        signs = [("warning", "warning")] if index.data(Role.PROBLEM) or index.data(Role.CONFLICT) else []
        signs += [("lock", "muted")] if index.data(Role.LOCK) else []
        for name, role in signs:
            size = look.step(13)
            picture = pixmap(name, role, size, painter.device().devicePixelRatioF())
            painter.drawPixmap(right - size, rect.center().y() - size // 2, picture)
            right -= size + look.step(8)
        rect.setRight(right)
        painter.setFont(look.font("strong" if selected else "interface"))
        painter.setPen(look.color("muted" if index.data(Role.EXCLUDED) else "text" if folder or selected else "text2"))
        words = painter.fontMetrics().elidedText(str(index.data()), Qt.TextElideMode.ElideRight, rect.width())
        painter.drawText(rect, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), words)
        painter.restore()


class TreeView(QTreeView):
    """A click or Enter opens a note; with Ctrl or the middle button in a new tab. Folders open and close."""

    note_chosen = Signal(str, bool)
    """A note's path, and whether a new tab was asked for."""
    history_asked = Signal(str)
    """Where the note at this path went is to be shown."""

    def __init__(self, model: TreeModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._hovered = QPersistentModelIndex()
        self.setModel(model)
        self.setItemDelegate(_RowDelegate(self))
        self.setHeaderHidden(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformRowHeights(True)
        self.setExpandsOnDoubleClick(False)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setAccessibleName(self.tr("Notes"))
        theme().changed.connect(self._dress)
        self._dress()

    def show_note(self, path: str) -> None:
        """Select the note at *path* and make it visible, without opening it."""
        index = self._model.index_of(path) if path else QModelIndex()
        self.setCurrentIndex(index)
        if index.isValid():
            self.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)

    def open_folders(self) -> list[str]:
        """The paths of all folders that are open."""
        return [str(index.data(Role.PATH)) for index in self._open_below(QModelIndex())]

    def set_open_folders(self, paths: list[str]) -> None:
        """Open these folders, outer ones first."""
        for path in sorted(paths, key=len):
            self.expand(self._model.index_of(path))

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
        """Draw our own chevron before a folder, nothing before a note."""
        assert isinstance(index, QModelIndex)
        if not index.data(Role.FOLDER):
            return
        side = theme().step(12)
        place = QRectF(rect.right() - side + theme().step(1), rect.center().y() - side / 2, side, side)
        chevron(painter, place, theme().color("muted"), "down" if self.isExpanded(index) else "right")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Open what is pressed; a press on the chevron is as good as one on the name."""
        index = self.indexAt(event.position().toPoint())
        button = event.button()
        if not index.isValid() or button not in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton):
            super().mousePressEvent(event)
            return
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self.setCurrentIndex(index)
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        self._choose(index, new_tab=control or button == Qt.MouseButton.MiddleButton)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Light the row under the pointer."""
        self._hover(self.indexAt(event.position().toPoint()))
        super().mouseMoveEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """No row is under the pointer."""
        self._hover(QModelIndex())
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self._choose(self.currentIndex(), new_tab=bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
            return
        super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what can be done with the note."""
        index = self.indexAt(event.pos())
        if not index.isValid() or index.data(Role.FOLDER):
            return
        path = str(index.data(Role.PATH))
        menu = Menu(self.tr("Note"), self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.add(self.tr("Open"), lambda: self.note_chosen.emit(path, False))
        menu.add(self.tr("Open in new tab"), lambda: self.note_chosen.emit(path, True))
        menu.add(self.tr("Where this note went"), lambda: self.history_asked.emit(path))
        menu.add(self.tr("Copy path"), lambda: QGuiApplication.clipboard().setText(path))
        menu.popup(event.globalPos())

    def _choose(self, index: QModelIndex, *, new_tab: bool) -> None:
        if index.data(Role.FOLDER):
            self.setExpanded(index, not self.isExpanded(index))
        else:
            self.note_chosen.emit(str(index.data(Role.PATH)), new_tab)

    def _hover(self, index: QModelIndex) -> None:
        if self._hovered == index:
            return
        self._hovered = QPersistentModelIndex(index)
        self.viewport().update()

    def _open_below(self, parent: QModelIndex) -> list[QModelIndex]:
        found: list[QModelIndex] = []
        for row in range(self._model.rowCount(parent)):
            index = self._model.index(row, 0, parent)
            if self.isExpanded(index):
                found += [index, *self._open_below(index)]
        return found

    def _dress(self) -> None:
        self.setIndentation(theme().step(16))
        self.setFont(theme().font())
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.Base, theme().color("background"))
        self.setPalette(palette)
        self.doItemsLayout()
