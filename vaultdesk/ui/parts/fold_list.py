"""Fold list: rows that fold under others, drawn only where they are seen; it keeps its place as rows change."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QWidget

from vaultdesk.ui.parts.fold_painter import SIDE, FoldPainter
from vaultdesk.ui.parts.fold_rows import FoldRow, FoldRows
from vaultdesk.ui.theme.right_to_left import unmirrored_point
from vaultdesk.ui.theme.theme import theme

HIGH = 26
"""Pixels of LOOK's drawings of a row of one line (tree row)."""


@dataclass(frozen=True)
class FoldLook:
    """How a list is drawn, in pixels of LOOK's drawings."""

    high: int = HIGH
    """Of a row of one line."""
    side: int = SIDE
    """The air at both sides of a row's ground."""
    ground: str = "background"
    """The token behind the rows."""
    uniform: bool = False
    """All rows are of one line: thousands are then laid out at once."""
    chevrons: bool = True
    """Room is kept for the chevrons of what folds."""


class FoldList(QListView):
    """Enter and a click choose, the chevron, Left and Right fold; Up from the first row and Esc lead out."""

    chosen = Signal(str, bool)
    """A row's key, and whether Ctrl was held or the middle button used."""
    folding = Signal(str)
    """The row with this key is to be folded, or unfolded."""
    left_upwards = Signal()
    typed = Signal(str)
    """A letter was typed, for which a list has no use."""
    menu_asked = Signal(str, QPoint)
    current_changed = Signal()

    def __init__(
        self,
        name: str,
        look: FoldLook = FoldLook(),
        *,
        takes_keyboard: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        """*name* is for those who listen; without *takes_keyboard* a field moves the current row."""
        super().__init__(parent)
        self.shown = FoldRows(self)
        self.setModel(self.shown)
        self._ground = look.ground
        self._painter = FoldPainter(self, look.high, look.side, chevrons=look.chevrons)
        self.setItemDelegate(self._painter)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setUniformItemSizes(look.uniform)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if takes_keyboard else Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(name)
        self.selectionModel().currentChanged.connect(lambda *_: self.current_changed.emit())
        theme().changed.connect(self._dress)
        self._dress()

    def show_rows(self, rows: Sequence[FoldRow], *, keep: bool = True) -> None:
        """Show *rows*; with *keep* the current one stays current, and where it is on the screen."""
        if tuple(rows) == self.shown.rows:
            return
        before, scroll = self.current(), self.verticalScrollBar().value()
        place = self.currentIndex().row()
        height = self.visualRect(self.currentIndex()).top() if before is not None else 0
        with QSignalBlocker(self.selectionModel()):
            self.shown.set_rows(rows)
        now = self.shown.place_of(before.key) if before is not None and keep else -1
        if now < 0 and self.hasFocus() and rows and keep:
            stops = [other for other, row in enumerate(rows) if _stops(row)]
            now = min(stops, key=lambda other: abs(other - place), default=-1)  # the keyboard must stand somewhere
        self.setCurrentIndex(self.shown.index(now) if now >= 0 else QModelIndex())
        if keep and (scroll or now >= 0):
            self.doItemsLayout()
            if before is not None and now >= 0 and self.shown.rows[now].key == before.key:
                scroll = self.verticalScrollBar().value() + self.visualRect(self.currentIndex()).top() - height
            self.verticalScrollBar().setValue(scroll)
        elif not keep:
            self.scrollToTop()
        if (now >= 0) != (before is not None):
            self.current_changed.emit()

    def current(self) -> FoldRow | None:
        """Return the row the keyboard is at."""
        return self.shown.row(self.currentIndex().row())

    def wanted_height(self) -> int:
        """Return how high all rows are together."""
        width = self.viewport().width()
        return sum(self._painter.height_of(row, width) for row in self.shown.rows)

    def enter(self, reason: Qt.FocusReason = Qt.FocusReason.TabFocusReason) -> None:
        """Take the keyboard, in the first row it may stop at unless one is current."""
        self.setFocus(reason)
        if not self.currentIndex().isValid():
            self.go_first()

    def go_first(self) -> None:
        """Make the first row current at which the arrows stop."""
        self._go(next((place for place, row in enumerate(self.shown.rows) if _stops(row)), -1))

    def go_to(self, key: str) -> None:
        """Make the row *key* current."""
        self._go(self.shown.place_of(key))

    def step(self, by: int, *, wraps: bool = False) -> bool:
        """Move on by *by* rows at which the arrows stop; False where there is none left that way."""
        places = [place for place, row in enumerate(self.shown.rows) if _stops(row)]
        if not places:
            return False
        here = self.currentIndex().row()
        if here not in places:
            at = next((n for n, place in enumerate(places) if place > here), len(places)) - (by > 0)
        else:
            at = places.index(here)
        wanted = at + by
        if wraps:
            wanted %= len(places)
        elif wanted < 0 and by == -1:
            return False
        self._go(places[max(0, min(len(places) - 1, wanted))])
        return True

    def rows_in_sight(self) -> int:
        """Return about how many rows fit, for a step of a page."""
        high = max(1, self.visualRect(self.currentIndex()).height() or theme().step(HIGH))
        return max(1, self.viewport().height() // high - 1)

    def choose_current(self, *, new_tab: bool = False) -> None:
        """Tell the current row."""
        row = self.current()
        if row is not None and not row.heading:
            self.chosen.emit(row.key, new_tab)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the arrows, Enter, Esc and letters."""
        key, control = event.key(), bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        match key:
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.choose_current(new_tab=control)
            case Qt.Key.Key_Up | Qt.Key.Key_Down:
                if not self.step(-1 if key == Qt.Key.Key_Up else 1):
                    self._leave()
            case Qt.Key.Key_PageUp | Qt.Key.Key_PageDown:
                self.step(self.rows_in_sight() * (-1 if key == Qt.Key.Key_PageUp else 1))
            case Qt.Key.Key_Left | Qt.Key.Key_Right:
                self._fold(opened=key == (Qt.Key.Key_Left if self.isRightToLeft() else Qt.Key.Key_Right))
            case Qt.Key.Key_Escape:
                self._leave()
            case Qt.Key.Key_Menu:
                self._ask_menu(self.visualRect(self.currentIndex()).center())
            case _ if event.text().strip() and event.text().isprintable() and not control:
                self.typed.emit(event.text())
            case _:
                super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Fold at the chevron; elsewhere choose."""
        place = event.position().toPoint()
        row = self.shown.row(self.indexAt(place).row())
        middle = event.button() == Qt.MouseButton.MiddleButton
        if row is None or row.heading or not (middle or event.button() == Qt.MouseButton.LeftButton):
            return
        if self.focusPolicy() != Qt.FocusPolicy.NoFocus:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
        if unmirrored_point(self.viewport(), place).x() <= self._painter.fold_zone(row):
            self.folding.emit(row.key)
            return
        self.setCurrentIndex(self.indexAt(place))
        self.chosen.emit(row.key, middle or bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for a menu of the row under the pointer."""
        self._ask_menu(event.pos())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Measure the rows again; their texts wrap."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def _ask_menu(self, place: QPoint) -> None:
        row = self.shown.row(self.indexAt(place).row())
        if row is not None and not row.heading:
            self.setCurrentIndex(self.indexAt(place))
            self.menu_asked.emit(row.key, self.viewport().mapToGlobal(place))

    def _fold(self, *, opened: bool) -> None:
        place = self.currentIndex().row()
        row = self.shown.row(place)
        if row is None:
            return
        if row.folded is not None and row.folded == opened:
            self.folding.emit(row.key)
        elif not opened and (above := self.shown.parent_of(place)) >= 0:
            parent = self.shown.rows[above]
            if not _stops(parent):
                self.folding.emit(parent.key)
            self.go_to(parent.key)

    def _leave(self) -> None:
        self.setCurrentIndex(QModelIndex())
        self.left_upwards.emit()

    def _go(self, place: int) -> None:
        index = self.shown.index(place) if place >= 0 else QModelIndex()
        self.setCurrentIndex(index)
        if place > 0 and not _stops(self.shown.rows[place - 1]):
            self.scrollTo(self.shown.index(place - 1))  # a first row is seen under what it belongs to
        self.scrollTo(index)

    def _dress(self) -> None:
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.Base, theme().color(self._ground))
        self.setPalette(palette)
        self.scheduleDelayedItemsLayout()


def _stops(row: FoldRow) -> bool:
    return row.stop and not row.heading
