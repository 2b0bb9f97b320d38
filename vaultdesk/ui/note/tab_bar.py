"""NoteTabs: the row of open notes, with a plus behind them."""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from vaultdesk.ui.note.tab_strip import TabStrip
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import IconButton
from vaultdesk.ui.widgets.labels import as_tooltip
from vaultdesk.ui.widgets.menu import literal_menu_text


class NoteTabs(QWidget):
    """Tabs by number; which page belongs to which is the note area's business."""

    chosen = Signal(int)
    close_requested = Signal(int)
    moved = Signal(int, int)
    new_requested = Signal()
    menu_requested = Signal(int, QPoint)
    """The menu of a tab is wanted, at a point of the screen."""

    pressed = Signal()
    """The row was touched, even if the same tab stays."""

    other_side_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        step = theme().step
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, step(6), 0)
        row.setSpacing(step(4))
        self.bar = TabStrip()
        row.addWidget(self.bar, 0, Qt.AlignmentFlag.AlignBottom)
        self._plus = IconButton("plus", self.tr("New tab"))
        self._plus.clicked.connect(self.new_requested)
        row.addWidget(self._plus)
        row.addStretch(1)
        self._other = IconButton("panel-right", self.tr("Other side"))
        self._other.clicked.connect(self.other_side_requested)
        self._other.hide()
        row.addWidget(self._other)
        self.setFixedHeight(step(36))
        self.bar.currentChanged.connect(self._changed)
        self.bar.tabBarClicked.connect(lambda _number: self.pressed.emit())
        self.bar.tabCloseRequested.connect(self.close_requested)
        self.bar.tabMoved.connect(self.moved)
        self.bar.menu_asked.connect(self.menu_requested)
        self.bar.crossed.connect(self._crossed)
        self._filling = False
        self._tidy()

    def add(self, name: str, at: int = -1) -> int:
        """Add a tab, last or at *at*, and return its number; `chosen` does not fire for it."""
        blocked = self.bar.blockSignals(True)
        number = self.bar.insertTab(at if at >= 0 else self.bar.count(), literal_menu_text(name))
        self.bar.setTabToolTip(number, as_tooltip(name))
        self.bar.blockSignals(blocked)
        self._tidy()
        return number

    def rename(self, number: int, name: str, path: str) -> None:
        """Call tab *number* by another name."""
        self.bar.setTabText(number, literal_menu_text(name))
        self.bar.setTabToolTip(number, as_tooltip(path))
        self.bar.updateGeometry()

    def name(self, number: int) -> str:
        """Return what tab *number* is called."""
        return self.bar.tabText(number).replace("&&", "&")

    def mark(self, number: int, *, unsaved: bool, pinned: bool) -> None:
        """Show that something behind tab *number* is unsaved, or that the tab is pinned."""
        if self.bar.marks(number) != (unsaved, pinned):
            self.bar.mark(number, unsaved, pinned)

    def is_pinned(self, number: int) -> bool:
        """Whether tab *number* is pinned."""
        return self.bar.marks(number)[1]

    @contextmanager
    def filling(self) -> Iterator[None]:
        """Add many tabs inside: they are laid out once, at the end."""
        self._filling = True
        self.bar.hide()
        try:
            yield
        finally:
            self._filling = False
            self._tidy()

    def remove(self, number: int) -> None:
        """Take tab *number* away; `chosen` tells which is current then."""
        self.bar.removeTab(number)
        self._tidy()

    def choose(self, number: int) -> None:
        """Make tab *number* the current one."""
        self.bar.setCurrentIndex(number)
        self._tidy()

    def current(self) -> int:
        """The number of the current tab, or -1."""
        return self.bar.currentIndex()

    def count(self) -> int:
        """How many."""
        return self.bar.count()

    def show_in_use(self, in_use: bool, *, alone: bool) -> None:
        """Show whether this row is the one in use; *alone* where the other side is hidden, which a button shows."""
        self._other.setVisible(alone)
        if self.bar.muted == in_use:
            self.bar.muted = not in_use
            self.bar.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground and the line the tabs stand on."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().color("background"))
        last = self.bar.count() - 1
        left = min(self.bar.x() + self.bar.tabRect(last).right(), self.bar.geometry().right()) + 1 if last >= 0 else 0
        painter.fillRect(left, self.height() - 1, self.width() - left, 1, theme().color("border"))

    def _crossed(self, number: int) -> None:
        """Close a tab, or take its pin away."""
        unsaved, pinned = self.bar.marks(number)
        if pinned:
            self.mark(number, unsaved=unsaved, pinned=False)
        else:
            self.close_requested.emit(number)

    def _changed(self, number: int) -> None:
        self._tidy()
        self.chosen.emit(number)

    def _tidy(self) -> None:
        """A cross on the current tab; no row of tabs where there are none."""
        if self._filling:
            return
        self.bar.setVisible(self.bar.count() > 0)
        self.bar.show_crosses()
        self.bar.updateGeometry()
