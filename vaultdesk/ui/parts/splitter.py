"""Pane splitter: panes beside each other with one pixel between them and seven to take hold of."""

from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtGui import QEnterEvent, QPainter, QPaintEvent, QRegion, QResizeEvent
from PySide6.QtWidgets import QSplitter, QSplitterHandle, QWidget

from vaultdesk.ui.theme.theme import theme

GRAB = 7
"""Pixels across which the line can be taken: one is drawn, three at each side lie over the panes."""


class _Line(QSplitterHandle):
    def __init__(self, orientation: Qt.Orientation, parent: QSplitter) -> None:
        super().__init__(orientation, parent)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setMouseTracking(True)

    def resizeEvent(self, _event: QResizeEvent) -> None:
        # Instead of Qt's own way with thin handles, which grabs five: the margins take the mouse, the mask hides them.
        side = GRAB // 2
        self.setAttribute(Qt.WidgetAttribute.WA_MouseNoMask)
        if self.orientation() == Qt.Orientation.Horizontal:
            self.setContentsMargins(side, 0, side, 0)
        else:
            self.setContentsMargins(0, side, 0, side)
        self.setMask(QRegion(self.contentsRect()))

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        middle = self.rect().center()
        if self.orientation() == Qt.Orientation.Horizontal:
            line = QRect(middle.x(), 0, 1, self.height())
        else:
            line = QRect(0, middle.y(), self.width(), 1)
        painter.fillRect(line, theme().color("control" if self.underMouse() else "border"))


class PaneSplitter(QSplitter):
    """A splitter whose handles are one-pixel lines."""

    def __init__(self, orientation: Qt.Orientation = Qt.Orientation.Horizontal, parent: QWidget | None = None) -> None:
        super().__init__(orientation, parent)
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        theme().changed.connect(self.update)

    def createHandle(self) -> QSplitterHandle:
        """Make one line."""
        return _Line(self.orientation(), self)

    def addWidget(self, widget: QWidget) -> None:
        """Add *widget* behind the others, for the eye and for a screen reader."""
        super().addWidget(widget)
        self._in_reading_order()

    def insertWidget(self, place: int, widget: QWidget) -> None:
        """Add *widget* at *place*, for the eye and for a screen reader."""
        super().insertWidget(place, widget)
        self._in_reading_order()

    def _in_reading_order(self) -> None:
        # Qt puts each new one below the others, and a screen reader reads from below.
        for place in range(self.count()):
            if (widget := self.widget(place)) is not None:
                widget.raise_()
        for place in range(self.count()):
            self.handle(place).raise_()
