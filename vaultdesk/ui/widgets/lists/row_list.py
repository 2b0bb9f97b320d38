"""List of rows: the view with its keys, folding and check boxes, and the header with the check box of all rows."""

from collections.abc import Sequence

from PySide6.QtCore import QMetaMethod, QPoint, QSignalBlocker, Qt, Signal, SignalInstance
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QCheckBox, QFrame, QHBoxLayout, QListView, QVBoxLayout, QWidget

from vaultdesk.ui.theme.painting import unmirrored_point
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.accessibility import set_tab_order
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.frames import CHECKLIST_HEADER_HEIGHT, SeparatorLine
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.layouts import column_layout
from vaultdesk.ui.widgets.lists.list_row import LazyRows, ListRow, RowListModel, RowStyle
from vaultdesk.ui.widgets.lists.row_delegate import RowDelegate

CHECK_STYLE = RowStyle(
    row_height=46, two_lines=46, text_top=24, top=2, side=0, chevrons=False, shape="flat", uniform=True
)  # fmt: skip
"""Rows with check boxes, two lines each."""

DEFAULT_STYLE = RowStyle(background="background")


class RowList(QListView):
    """List view of rows.

    Enter and a click choose a row, the chevron, Left and Right fold it, Space ticks it; Up from the first row and Esc
    leave the list. A key whose signal has no receiver is passed on.
    """

    chosen = Signal(str, bool)
    """A row's key, and whether Ctrl was pressed or the middle button used."""
    folding = Signal(str)
    """The key of a row to fold or unfold."""
    left_at_top = Signal()
    typed = Signal(str)
    """A character was typed, which the list does not handle."""
    menu_requested = Signal(str, QPoint)
    current_changed = Signal()

    def __init__(
        self,
        name: str,
        style: RowStyle = DEFAULT_STYLE,
        *,
        takes_keyboard: bool = True,
        click_chooses: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        """*name* is the accessible name.

        Without *takes_keyboard* the focus stays in a field, which moves the current row. Without *click_chooses* a
        click makes a row current, and a double click chooses it.
        """
        super().__init__(parent)
        self.row_model = RowListModel(self)
        self.setModel(self.row_model)
        self._background = style.background
        self._click_chooses = click_chooses
        self._painter = RowDelegate(self, style)
        self.setItemDelegate(self._painter)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setUniformItemSizes(style.uniform)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if takes_keyboard else Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(name)
        if not style.background:
            self.viewport().setAutoFillBackground(False)
        self.selectionModel().currentChanged.connect(lambda *_: self.current_changed.emit())
        theme().changed.connect(self._apply_theme)
        self._apply_theme()

    def show_rows(self, rows: Sequence[ListRow], *, keep: bool = True) -> None:
        """Show *rows*; with *keep* the current row and its position on the screen are preserved."""
        if not isinstance(rows, LazyRows) and tuple(rows) == self.row_model.rows:
            return
        previous, scroll = self.current(), self.verticalScrollBar().value()
        previous_index = self.currentIndex().row()
        previous_top = self.visualRect(self.currentIndex()).top() if previous is not None else 0
        with QSignalBlocker(self.selectionModel()):
            self.row_model.set_rows(rows)
        index = self.row_model.index_of(previous.key) if previous is not None and keep else -1
        if index < 0 and self.hasFocus() and rows and keep:
            stops = [candidate for candidate, row in enumerate(rows) if _stops(row)]
            index = min(
                stops, key=lambda candidate: abs(candidate - previous_index), default=-1
            )  # a row must be current
        self.setCurrentIndex(self.row_model.index(index) if index >= 0 else self.row_model.index(-1))
        if keep and (scroll or index >= 0):
            self.doItemsLayout()
            if previous is not None and index >= 0 and self.row_model.rows[index].key == previous.key:
                scroll = self.verticalScrollBar().value() + self.visualRect(self.currentIndex()).top() - previous_top
            self.verticalScrollBar().setValue(scroll)
        elif not keep:
            self.scrollToTop()
        if (index >= 0) != (previous is not None):
            self.current_changed.emit()

    def row(self, index: int) -> ListRow | None:
        row = self.row_model.row(index)
        return row if isinstance(row, ListRow) else None

    def rows(self) -> list[ListRow]:
        """Return all rows, including headings."""
        return [row for row in self.row_model.rows if isinstance(row, ListRow)]

    def current(self) -> ListRow | None:
        return self.row(self.currentIndex().row())

    def preferred_height(self) -> int:
        """Return the total height of all rows, at the list's width without a scroll bar."""
        # Not the viewport's width, which is outdated in a list that was resized while hidden.
        margins = self.viewportMargins()
        width = self.contentsRect().width() - margins.left() - margins.right()
        return sum(self._painter.height_of(row, width) for row in self.row_model.rows if isinstance(row, ListRow))

    def enter(self, reason: Qt.FocusReason = Qt.FocusReason.TabFocusReason) -> None:
        """Take the focus; without a current row make the first selectable one current."""
        self.setFocus(reason)
        if not self.currentIndex().isValid():
            self.go_first()

    def go_first(self) -> None:
        """Make the first selectable row current."""
        self._go(next((index for index, row in enumerate(self.row_model.rows) if _stops(row)), -1))

    def go_to(self, key: str) -> None:
        """Make the row *key* current."""
        self._go(self.row_model.index_of(key))

    def step(self, count: int, *, wraps: bool = False) -> bool:
        """Move by *count* selectable rows; return False if there is none in that direction."""
        rows = self.row_model.rows
        lazy = isinstance(rows, LazyRows)  # Without headings.
        stops = range(len(rows)) if lazy else [index for index, row in enumerate(rows) if _stops(row)]
        if not stops:
            return False
        current = self.currentIndex().row()
        if current not in stops:
            position = next((n for n, index in enumerate(stops) if index > current), len(stops)) - (count > 0)
        else:
            position = stops.index(current)
        target = position + count
        if wraps:
            target %= len(stops)
        elif target < 0 and count == -1:
            return False
        self._go(stops[max(0, min(len(stops) - 1, target))])
        return True

    def page(self, direction: int) -> None:
        """Move by about the number of visible rows."""
        row_height = max(1, self.visualRect(self.currentIndex()).height() or theme().px(self._painter.style.row_height))
        self.step(direction * max(1, round(self.viewport().height() / row_height)))

    def choose_current(self, *, new_tab: bool = False) -> None:
        """Emit the current row."""
        row = self.current()
        if row is not None and not row.heading:
            self.chosen.emit(row.key, new_tab)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, control = event.key(), bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        match key:
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if self._is_used(self.chosen):
                self.choose_current(new_tab=control)
            case Qt.Key.Key_Up | Qt.Key.Key_Down:
                if not self.step(-1 if key == Qt.Key.Key_Up else 1) and self._is_used(self.left_at_top):
                    self._leave()
            case Qt.Key.Key_PageUp | Qt.Key.Key_PageDown:
                self.page(-1 if key == Qt.Key.Key_PageUp else 1)
            case Qt.Key.Key_Left | Qt.Key.Key_Right if self._is_used(self.folding):
                self._fold(opened=key == (Qt.Key.Key_Left if self.isRightToLeft() else Qt.Key.Key_Right))
            case Qt.Key.Key_Escape if self._is_used(self.left_at_top):
                self._leave()
            case Qt.Key.Key_Menu if self._is_used(self.menu_requested):
                self._request_menu(self.visualRect(self.currentIndex()).center())
            case _ if event.text().strip() and event.text().isprintable() and not control and self._is_used(self.typed):
                self.typed.emit(event.text())
            case _:
                super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        position = event.position().toPoint()
        row = self.row(self.indexAt(position).row())
        middle = event.button() == Qt.MouseButton.MiddleButton
        if row is not None and row.check is not None:
            super().mousePressEvent(event)
            return
        if row is None or row.heading or not (middle or event.button() == Qt.MouseButton.LeftButton):
            return
        if self.focusPolicy() != Qt.FocusPolicy.NoFocus:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
        if unmirrored_point(self.viewport(), position).x() <= self._painter.fold_zone(row):
            self.folding.emit(row.key)
            return
        self.setCurrentIndex(self.indexAt(position))
        if not self._click_chooses:
            return
        self.chosen.emit(row.key, middle or bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        row = self.row(self.indexAt(event.position().toPoint()).row())
        if row is not None and row.check is not None:
            super().mouseDoubleClickEvent(event)
        elif not self._click_chooses:
            self.choose_current()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Request a menu of the row under the pointer."""
        self._request_menu(event.pos())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Measure the rows again, because their texts wrap."""
        super().resizeEvent(event)
        if not self.uniformItemSizes():
            self.scheduleDelayedItemsLayout()

    def _is_used(self, signal: SignalInstance) -> bool:
        return self.isSignalConnected(QMetaMethod.fromSignal(signal))

    def _request_menu(self, position: QPoint) -> None:
        row = self.row(self.indexAt(position).row())
        if row is not None and not row.heading:
            self.setCurrentIndex(self.indexAt(position))
            self.menu_requested.emit(row.key, self.viewport().mapToGlobal(position))

    def _fold(self, *, opened: bool) -> None:
        index = self.currentIndex().row()
        row = self.row(index)
        if row is None:
            return
        if row.folded is not None and row.folded == opened:
            self.folding.emit(row.key)
        elif not opened and (parent_index := self._parent_of(index)) >= 0:
            parent = self.row_model.rows[parent_index]
            if not _stops(parent):
                self.folding.emit(parent.key)
            self.go_to(parent.key)

    def _parent_of(self, index: int) -> int:
        """Return the index of the row under which the one at *index* is folded, or -1."""
        child = self.row(index)
        for candidate in range(index - 1, -1, -1):
            row = self.row(candidate)
            if child is not None and row is not None and row.folded is not None and row.depth < child.depth:
                return candidate
        return -1

    def _leave(self) -> None:
        self.setCurrentIndex(self.row_model.index(-1))
        self.left_at_top.emit()

    def _go(self, row: int) -> None:
        index = self.row_model.index(row)
        self.setCurrentIndex(index)
        if row > 0 and not _stops(self.row_model.row(row - 1)):
            self.scrollTo(self.row_model.index(row - 1))  # Keeps the heading or parent above the first row visible.
        self.scrollTo(index)

    def _apply_theme(self) -> None:
        if self._background:
            palette = QPalette(self.palette())
            palette.setColor(QPalette.ColorRole.Base, theme().color(self._background))
            self.setPalette(palette)
        self.scheduleDelayedItemsLayout()


def _stops(row: object) -> bool:
    return isinstance(row, ListRow) and row.selectable and not row.heading


CHECK_STATES = {
    "all": Qt.CheckState.Checked,
    "some": Qt.CheckState.PartiallyChecked,
    "none": Qt.CheckState.Unchecked,
}
"""State of a check box for how many of its rows are ticked."""


def check_state(ticked: int, total: int) -> Qt.CheckState:
    """Return the state of the check box for *total* rows of which *ticked* are checked."""
    if not ticked:
        return Qt.CheckState.Unchecked
    return Qt.CheckState.Checked if ticked >= total else Qt.CheckState.PartiallyChecked


class CheckListHeader(QWidget):
    """Header of a list: the check box of all rows with their count, and links that tick all or none."""

    all_requested = Signal(bool)
    """Whether all rows or none should be ticked."""

    def __init__(
        self,
        name: str,
        margins: tuple[int, int],
        *,
        has_background: bool = True,
    ) -> None:
        """*name* is the accessible name of the check box.

        *margins* are the left and right margins in pixels. Without *has_background* the header is transparent.
        """
        super().__init__()
        px = theme().px
        self._has_background = has_background
        self.tick = QCheckBox(self)
        self.tick.setTristate(True)
        self.tick.setAccessibleName(name)
        self.count = PlainLabel(font="interface", parent=self)
        self.links = tuple(LinkButton(text, small=True) for text in (self.tr("All"), self.tr("None")))
        names = self.tr("Select All"), self.tr("Select None")
        row = QHBoxLayout(self)
        row.setContentsMargins(margins[0], 0, margins[1], 0)
        row.setSpacing(px(4))
        row.addWidget(self.tick)
        row.addSpacing(px(6))
        row.addWidget(self.count, 1)
        for link, spoken, ticked in zip(self.links, names, (True, False), strict=True):
            link.setAccessibleName(spoken)
            link.clicked.connect(lambda _checked=False, ticked=ticked: self.all_requested.emit(ticked))
            row.addSpacing(px(6))
            row.addWidget(link)
        self.setFixedHeight(px(CHECKLIST_HEADER_HEIGHT))
        self.tick.clicked.connect(self._toggle)
        self._state = Qt.CheckState.Unchecked

    def show_state(self, state: Qt.CheckState, count: str) -> None:
        """Show the *state* of all rows and the text *count*."""
        self._state = state
        self.tick.setCheckState(state)
        self.count.setText(count)

    def layout_above(self, view: QWidget, parent: QWidget | None = None) -> QVBoxLayout:
        """Return a layout, that of *parent* if given, with the header, a line, and *view*, which Tab visits next."""
        layout = column_layout(parent)
        layout.addWidget(self)
        layout.addWidget(SeparatorLine())
        layout.addWidget(view, 1)
        set_tab_order((self.tick, *self.links, view))
        return layout

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._has_background:
            QPainter(self).fillRect(self.rect(), theme().color("background"))

    def _toggle(self) -> None:
        self.tick.setCheckState(self._state)  # Reverts Qt's own change: the owner sets the state.
        self.all_requested.emit(self._state != Qt.CheckState.Checked)
