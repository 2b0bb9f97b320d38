"""Found chip: how many places a search over the notes found in this one, and the ways between them. Finds nothing."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from vaultdesk.ui.theme.primitives import box
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import IconButton
from vaultdesk.ui.widgets.labels import PlainLabel


class FoundChip(QWidget):
    """Stands in the line over a note that was opened from the search."""

    stepped = Signal(int)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        step = theme().step
        self.setAccessibleName(self.tr("Places found"))
        self.count = PlainLabel("", "text2", "small")
        self.previous = IconButton("chevron-up", self.tr("Previous place"), size=12, side=22)
        self.next = IconButton("chevron-down", self.tr("Next place"), size=12, side=22)
        self.close_button = IconButton("close", self.tr("Show no places any more"), size=12, side=22)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setContentsMargins(step(10), step(1), step(3), step(1))
        row.setSpacing(step(3))
        for widget in (self.count, self.previous, self.next, self.close_button):
            row.addWidget(widget)
        self.previous.clicked.connect(lambda: self.stepped.emit(-1))
        self.next.clicked.connect(lambda: self.stepped.emit(1))
        self.close_button.clicked.connect(self.closed)
        theme().changed.connect(self.update)
        self.hide()

    def show_count(self, current: int, total: int) -> None:
        """Say which of how many places is current; without any the chip is not there."""
        self.count.setText(self.tr("{0} of {1}").format(current, total))
        # The line must not jump while the numbers grow.
        self.count.setMinimumWidth(max(self.count.minimumWidth(), self.count.sizeHint().width()))
        self.setVisible(bool(total))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the box."""
        look = theme()
        box(QPainter(self), self.rect(), look.step(6), look.color("surface"), look.color("control"))
