"""Nav: the names of the settings pages, and the field that finds one by what stands on it. Shows no page."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.primitives import box, focus_ring
from vaultdesk.ui.theme.right_to_left import draw_upright_pixmap, draw_upright_text, mirrored_row
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.text_fields import SearchField

ROW = 29
"""Pixels of a row at LOOK's font size: 1.8 times the font's height (mockup 09)."""

EDGE = 9
"""Pixels from a row's side to its icon."""

ICON_NAME = Qt.ItemDataRole.UserRole + 1
"""The role that gives a row's icon."""

Index = QModelIndex | QPersistentModelIndex
State = QStyle.StateFlag


class _Row(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(theme().step(60), theme().step(ROW))

    @mirrored_row
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        look, state, rect = theme(), option.state, QRect(option.rect)
        selected = bool(state & State.State_Selected)
        if selected:
            line = look.color("accent") if look.tokens.high_contrast else None
            box(painter, rect, look.step(5), look.color("accent_tint"), line)
        elif state & State.State_MouseOver:
            box(painter, rect, look.step(5), look.color("hover"))
        side = look.step(16)
        role = "text" if selected or state & State.State_MouseOver else "muted"
        picture = pixmap(str(index.data(ICON_NAME)), role, side, painter.device().devicePixelRatioF())
        draw_upright_pixmap(painter, QPoint(rect.x() + look.step(EDGE), rect.center().y() + 1 - side // 2), picture)
        words = rect.adjusted(look.step(EDGE) + side + look.step(10), 0, -look.step(EDGE), 0)
        painter.setFont(look.font("strong" if selected else "interface"))
        painter.setPen(look.color("text" if selected else "text2"))
        name = painter.fontMetrics().elidedText(str(index.data()), Qt.TextElideMode.ElideRight, words.width())
        draw_upright_text(painter, words, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), name)
        if state & State.State_HasFocus:
            focus_ring(look, painter, QRectF(rect), look.step(5))


class Nav(QWidget):
    """A list of pages under a search field; the field keeps only the pages on which its words stand."""

    chosen = Signal(int)
    """The number of the page to show."""
    left = Signal()
    """Esc was pressed in the empty field."""

    def __init__(
        self, entries: Sequence[tuple[str, str]], words_of: Callable[[int], str], parent: QWidget | None = None
    ) -> None:
        """*entries* are icon and title of each page; *words_of* gives all that stands on one."""
        super().__init__(parent)
        self._words_of = words_of
        self.search = SearchField(self.tr("Find a setting"), self.tr("Find a setting"))
        self.list = QListWidget()
        self._nothing = PlainLabel(self.tr("No setting is called that."), role="muted", font="small", wrap=True)
        self._nothing.hide()
        for icon_name, title in entries:
            item = QListWidgetItem(title)
            item.setData(ICON_NAME, icon_name)
            self.list.addItem(item)
        self._dress_list()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().step(8))
        column.addWidget(self.search)
        column.addWidget(self._nothing)
        column.addWidget(self.list, 1)
        self.search.textChanged.connect(self._find)
        self.search.stepped.connect(self._step)
        self.search.returnPressed.connect(self.list.setFocus)
        self.search.escaped.connect(self.left)
        self.list.currentRowChanged.connect(self._tell)
        theme().changed.connect(self.list.doItemsLayout)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the focus on to the list. With a focus proxy Tab would pass by the field."""
        self.list.setFocus(event.reason())

    def show_row(self, number: int) -> None:
        """Mark the row of page *number*."""
        self.list.setCurrentRow(number)

    def found(self) -> list[int]:
        """Return the pages in sight."""
        return [number for number in range(self.list.count()) if not self.list.isRowHidden(number)]

    def _dress_list(self) -> None:
        self.list.setItemDelegate(_Row(self.list))
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setSpacing(0)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(self.tr("Settings pages"))
        self.list.viewport().setAutoFillBackground(False)

    def _find(self, text: str) -> None:
        wanted = text.casefold().split()
        for number in range(self.list.count()):
            words = self._words_of(number).casefold()
            self.list.setRowHidden(number, not all(word in words for word in wanted))
        found = self.found()
        self._nothing.setVisible(not found)
        if found and self.list.currentRow() not in found:
            self.list.setCurrentRow(found[0])

    def _step(self, by: int) -> None:
        found = self.found()
        if found:
            here = found.index(self.list.currentRow()) if self.list.currentRow() in found else 0
            self.list.setCurrentRow(found[max(0, min(len(found) - 1, here + by))])

    def _tell(self, number: int) -> None:
        if number >= 0:
            self.chosen.emit(number)
