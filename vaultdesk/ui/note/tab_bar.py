"""NoteTabs: the row of open notes, with a plus behind them."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QStyle, QStyleOptionTab, QTabBar, QWidget

from vaultdesk.ui.parts.buttons import IconButton
from vaultdesk.ui.parts.labels import as_tooltip
from vaultdesk.ui.parts.menu import literal
from vaultdesk.ui.theme.theme import theme


class _Bar(QTabBar):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setDrawBase(False)
        self.setDocumentMode(True)
        self.setExpanding(False)
        self.setMovable(True)
        self.setUsesScrollButtons(True)
        self.setElideMode(Qt.TextElideMode.ElideRight)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(self.tr("Open notes"))

    def minimumSizeHint(self) -> QSize:
        """Return less than Qt does, which keeps room for scroll buttons even where one short tab fits."""
        return QSize(theme().step(40), super().minimumSizeHint().height())

    def initStyleOption(self, option: QStyleOptionTab, number: int) -> None:
        """Give the style the name itself: it draws every `&` as it is, while Qt measures the escaped one."""
        super().initStyleOption(option, number)
        name = self.tabText(number).replace("&&", "&")
        room = self.style().subElementRect(QStyle.SubElement.SE_TabBarTabText, option, self).width()
        option.text = self.fontMetrics().elidedText(name, self.elideMode(), room)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """The middle button closes."""
        number = self.tabAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.MiddleButton and number >= 0:
            self.tabCloseRequested.emit(number)
            return
        super().mouseReleaseEvent(event)


class NoteTabs(QWidget):
    """Tabs by number; which page belongs to which is the note area's business."""

    chosen = Signal(int)
    close_requested = Signal(int)
    moved = Signal(int, int)
    new_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        step = theme().step
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, step(6), 0)
        row.setSpacing(step(4))
        self._bar = _Bar()
        row.addWidget(self._bar, 0, Qt.AlignmentFlag.AlignBottom)
        self._plus = IconButton("plus", self.tr("New tab"))
        self._plus.clicked.connect(self.new_requested)
        row.addWidget(self._plus)
        row.addStretch(1)
        self.setFixedHeight(step(36))
        self._bar.currentChanged.connect(self._changed)
        self._bar.tabCloseRequested.connect(self.close_requested)
        self._bar.tabMoved.connect(self.moved)
        self._close_buttons()

    def add(self, name: str) -> int:
        """Add a tab and return its number; `chosen` does not fire for it."""
        blocked = self._bar.blockSignals(True)
        number = self._bar.addTab(literal(name))
        self._bar.blockSignals(blocked)
        self._close_buttons()
        return number

    def rename(self, number: int, name: str, path: str) -> None:
        """Call tab *number* by another name."""
        self._bar.setTabText(number, literal(name))
        self._bar.setTabToolTip(number, as_tooltip(path))
        self._bar.updateGeometry()

    def remove(self, number: int) -> None:
        """Take tab *number* away; `chosen` tells which is current then."""
        self._bar.removeTab(number)

    def choose(self, number: int) -> None:
        """Make tab *number* the current one."""
        self._bar.setCurrentIndex(number)
        self._close_buttons()

    def current(self) -> int:
        """The number of the current tab, or -1."""
        return self._bar.currentIndex()

    def count(self) -> int:
        """How many."""
        return self._bar.count()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground and the line the tabs stand on."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().color("background"))
        last = self._bar.count() - 1
        left = self._bar.x() + self._bar.tabRect(last).right() + 1 if last >= 0 else 0
        painter.fillRect(left, self.height() - 1, self.width() - left, 1, theme().color("border"))

    def _changed(self, number: int) -> None:
        self._close_buttons()
        self.chosen.emit(number)

    def _close_buttons(self) -> None:
        """A cross on the current tab only; no row of tabs where there are none."""
        self._bar.setVisible(self._bar.count() > 0)
        side = QTabBar.ButtonPosition.RightSide
        for number in range(self._bar.count()):
            shown = self._bar.tabButton(number, side)
            if number != self._bar.currentIndex():
                if shown:
                    self._bar.setTabButton(number, side, None)
                    shown.deleteLater()
            elif not shown:
                cross = IconButton("close", self.tr("Close tab"), size=12, side=20)
                cross.setFocusPolicy(Qt.FocusPolicy.NoFocus)
                cross.clicked.connect(lambda: self.close_requested.emit(self._bar.currentIndex()))
                self._bar.setTabButton(number, side, cross)
        self._bar.updateGeometry()
