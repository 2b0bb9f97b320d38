"""List of bookmarks above the file tree."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import IntEnum

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QStandardItem,
    QStandardItemModel,
)
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from vaultdesk.ui.browser.file_tree_view import StyledTreeView, draw_name
from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.painting import draw_upright_pixmap, mirrored_row
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.labels import as_tooltip, safe_label_text
from vaultdesk.vault.obsidian.vault_config import Bookmark

Index = QModelIndex | QPersistentModelIndex

MAX_VISIBLE_ROWS = 9
"""Number of visible rows; more are scrolled to."""

SPACE_BELOW = 8
"""Design pixels below the rows, with a line in them."""

BOOKMARK_ICONS = {"file": "file", "folder": "folder", "search": "search", "group": "list"}


class _Role(IntEnum):
    BOOKMARK = Qt.ItemDataRole.UserRole
    GONE = Qt.ItemDataRole.UserRole + 1


class BookmarkView(StyledTreeView):
    """A heading with the bookmarks below it; hidden if there are none."""

    opened = Signal(object, bool)
    """A `Bookmark`, and whether to open it in a new tab."""
    menu_requested = Signal(object, QPoint)
    """Context menu of a `Bookmark`, at a global position."""
    folded = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setAccessibleName(self.tr("Bookmarks"))
        self._rows = QStandardItemModel(self)
        self.setModel(self._rows)
        self.setItemDelegate(_BookmarkPainter(self))
        self._shown: Sequence[Bookmark] = ()
        self._heading = QStandardItem()
        self.expanded.connect(lambda _index: self._fit())
        self.collapsed.connect(lambda _index: self._fit())
        theme().changed.connect(self._fit)
        self.hide()

    @property
    def shown(self) -> Sequence[Bookmark]:
        return self._shown

    def show_bookmarks(self, bookmarks: Sequence[Bookmark], is_there: Callable[[str], bool], *, folded: bool) -> None:
        """Show *bookmarks*; one whose path fails *is_there* is struck through."""
        closed = self._closed_groups()
        self._shown = bookmarks
        self._rows.clear()
        self._heading = self._item(Bookmark("group", self.tr("Bookmarks")), is_there)
        for bookmark in bookmarks:
            self._heading.appendRow(self._item(bookmark, is_there))
        self._rows.appendRow(self._heading)
        self.expandAll()
        for row in closed:
            self.collapse(self._rows.index(row, 0, self._heading.index()))
        self.setExpanded(self._heading.index(), not folded)
        self.setVisible(bool(bookmarks))
        self._fit()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        middle = event.button() == Qt.MouseButton.MiddleButton
        if index.isValid() and (middle or event.button() == Qt.MouseButton.LeftButton):
            control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            self._choose(index, new_tab=middle or control)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select the row; it folds on release, on the chevron as on the rest."""
        index = self.indexAt(event.position().toPoint())
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        if index.isValid():
            self.setCurrentIndex(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self._choose(self.currentIndex(), new_tab=bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw a line above the tree below."""
        super().paintEvent(event)
        look = theme()
        port = self.viewport()
        QPainter(port).fillRect(0, port.height() - look.px(3), port.width() - look.px(8), 1, look.color("border"))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Request the menu of a bookmark."""
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_key else self.indexAt(event.pos())
        bookmark = index.data(_Role.BOOKMARK)
        if isinstance(bookmark, Bookmark) and bookmark.kind != "group":
            at = self.viewport().mapToGlobal(self.visualRect(index).bottomLeft()) if by_key else event.globalPos()
            self.menu_requested.emit(bookmark, at)

    def _choose(self, index: QModelIndex, *, new_tab: bool) -> None:
        bookmark = index.data(_Role.BOOKMARK)
        if not isinstance(bookmark, Bookmark):
            return
        if bookmark.kind != "group":
            self.opened.emit(bookmark, new_tab)
            return
        self.setExpanded(index, not self.isExpanded(index))
        if index == self._heading.index():
            self.folded.emit(not self.isExpanded(index))

    def _item(self, bookmark: Bookmark, is_there: Callable[[str], bool]) -> QStandardItem:
        item = QStandardItem(safe_label_text(bookmark_name(bookmark), 300).replace("\n", " "))
        gone = bookmark.kind in ("file", "folder") and not is_there(bookmark.target)
        item.setEditable(False)
        item.setData(replace(bookmark, items=()), _Role.BOOKMARK)
        item.setData(gone, _Role.GONE)
        said = self.tr("{path} is not there any more.").format(path=bookmark.target) if gone else bookmark.target
        item.setToolTip(as_tooltip(said))
        item.setData(
            f"{item.text()}, {safe_label_text(said)}" if gone else item.text(), Qt.ItemDataRole.AccessibleTextRole
        )
        for inner in bookmark.items:
            item.appendRow(self._item(inner, is_there))
        return item

    def _closed_groups(self) -> list[int]:
        heading = self._heading.index()
        rows = range(self._rows.rowCount(heading)) if heading.isValid() else ()
        groups = [row for row in rows if self._rows.hasChildren(self._rows.index(row, 0, heading))]
        return [row for row in groups if not self.isExpanded(self._rows.index(row, 0, heading))]

    def _fit(self) -> None:
        """Set the height to the visible rows, up to the limit."""
        count, index = 0, self._rows.index(0, 0)
        while index.isValid() and count < MAX_VISIBLE_ROWS:
            count += 1
            index = self.indexBelow(index)
        self.setFixedHeight(count * theme().px(26) + theme().px(SPACE_BELOW))


class _BookmarkPainter(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(theme().px(60), theme().px(26))

    @mirrored_row
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        look, bookmark = theme(), index.data(_Role.BOOKMARK)
        rect = QRect(option.rect).adjusted(look.px(4), 0, -look.px(14), 0)
        heading = not index.parent().isValid()
        gone = bool(index.data(_Role.GONE))
        painter.save()
        if not heading and isinstance(bookmark, Bookmark):
            side = look.px(14)
            name = "hash" if bookmark.subpath else BOOKMARK_ICONS[bookmark.kind]
            picture = pixmap(name, "muted", side, painter.device().devicePixelRatioF())
            draw_upright_pixmap(painter, QPoint(rect.left(), rect.center().y() - side // 2 + 1), picture)
            rect.setLeft(rect.left() + side + look.px(6))
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        font = look.font("strong" if selected else "interface")
        font.setStrikeOut(gone)
        painter.setFont(font)
        painter.setPen(look.color("muted" if gone else "text" if heading or selected else "text2"))
        draw_name(painter, rect, str(index.data()))
        painter.restore()


def bookmark_name(bookmark: Bookmark) -> str:
    """Return the display name of a bookmark."""
    if bookmark.title:
        return bookmark.title
    name = bookmark.target if bookmark.kind == "search" else bookmark.target.rpartition("/")[2].removesuffix(".md")
    return f"{name} › {bookmark.subpath.replace('#', ' › ')}" if bookmark.subpath else name
