"""Layouts in rows and columns, and in lines like words; scroll areas; the splitter between panes."""

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QEnterEvent, QPainter, QPaintEvent, QRegion, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLayout,
    QLayoutItem,
    QScrollArea,
    QSizePolicy,
    QSplitter,
    QSplitterHandle,
    QVBoxLayout,
    QWidget,
)

from vaultdesk.ui.theme.theme import theme

Margins = tuple[float, float, float, float]
"""Left, top, right and bottom margin in design pixels."""

NO_MARGINS: Margins = (0, 0, 0, 0)


def column_layout(parent: QWidget | None = None, spacing: float = 0, margins: Margins = NO_MARGINS) -> QVBoxLayout:
    """Return a vertical layout, that of *parent* if given, with *spacing* design pixels between its items."""
    layout = QVBoxLayout(parent) if parent is not None else QVBoxLayout()
    _set_spaces(layout, spacing, margins)
    return layout


def row_layout(parent: QWidget | None = None, spacing: float = 0, margins: Margins = NO_MARGINS) -> QHBoxLayout:
    """Return a horizontal layout, that of *parent* if given, with *spacing* design pixels between its items."""
    layout = QHBoxLayout(parent) if parent is not None else QHBoxLayout()
    _set_spaces(layout, spacing, margins)
    return layout


def _set_spaces(layout: QLayout, spacing: float, margins: Margins) -> None:
    # Not px(0), which is one pixel.
    left, top, right, bottom = (theme().px(margin) if margin else 0 for margin in margins)
    layout.setContentsMargins(left, top, right, bottom)
    layout.setSpacing(theme().px(spacing) if spacing else 0)


def wrapping_policy(horizontal: QSizePolicy.Policy, vertical: QSizePolicy.Policy) -> QSizePolicy:
    """Return the size policy of a widget whose height depends on its width."""
    policy = QSizePolicy(horizontal, vertical)
    policy.setHeightForWidth(True)
    return policy


def transparent_scroll_area(content: QWidget) -> QScrollArea:
    """Return an area that scrolls *content* vertically, both without a background.

    It takes no focus: the widgets in it do, and it scrolls to them.
    """
    area = QScrollArea()
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(content)
    area.viewport().setAutoFillBackground(False)
    content.setAutoFillBackground(False)
    return area


def clear_layout(layout: QLayout) -> None:
    """Remove all items of *layout* and delete their widgets.

    The widgets leave the window immediately: until the event loop deletes them, they would be visible and could still
    be pressed or found.
    """
    while (item := layout.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.setParent(None)
            widget.deleteLater()


class ItemLayout(QLayout):
    """Base of the layouts that arrange their items by themselves."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def hasHeightForWidth(self) -> bool:
        return True


class FlowLayout(ItemLayout):
    """Arranges widgets in rows at their preferred size and wraps like text."""

    def __init__(self, parent: QWidget | None = None, spacing: int = 6) -> None:
        super().__init__(parent)
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)

    def clear(self) -> None:
        """Remove and delete every widget."""
        while self._items:
            widget = self._items.pop().widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.invalidate()

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def heightForWidth(self, width: int) -> int:
        return self._arrange(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._arrange(rect, move=True)

    def sizeHint(self) -> QSize:
        sizes = [item.sizeHint() for item in self._items if not item.isEmpty()]
        width = sum(size.width() for size in sizes) + self.spacing() * max(0, len(sizes) - 1)
        return QSize(width, max((size.height() for size in sizes), default=0))

    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._items:
            if not item.isEmpty():
                size = size.expandedTo(item.minimumSize())
        return size

    def _arrange(self, rect: QRect, *, move: bool) -> int:
        margins = self.contentsMargins()
        area = rect.adjusted(margins.left(), margins.top(), -margins.right(), -margins.bottom())
        x, y, row_height = area.x(), area.y(), 0
        for item in self._items:
            if item.isEmpty():
                continue
            size = item.sizeHint()
            # A widget wider than the row gets the row's width and elides its text.
            size.setWidth(max(item.minimumSize().width(), min(size.width(), area.width())))
            if x > area.x() and x + size.width() > area.x() + area.width():
                x, y, row_height = area.x(), y + row_height + self.spacing(), 0
            if move:
                item.setGeometry(QRect(QPoint(x, y), size))
            x += size.width() + self.spacing()
            row_height = max(row_height, size.height())
        return y + row_height - rect.y() + margins.bottom()


GRAB_WIDTH = 7
"""Width in pixels of the draggable area: one is drawn, three on each side overlap the panes."""


class _SplitterHandle(QSplitterHandle):
    def __init__(self, orientation: Qt.Orientation, parent: QSplitter) -> None:
        super().__init__(orientation, parent)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setMouseTracking(True)

    def resizeEvent(self, _event: QResizeEvent) -> None:
        # Qt's own thin handles have an area of five pixels: here the margins receive the mouse, and the mask hides
        # them.
        margin = GRAB_WIDTH // 2
        self.setAttribute(Qt.WidgetAttribute.WA_MouseNoMask)
        if self.orientation() == Qt.Orientation.Horizontal:
            self.setContentsMargins(margin, 0, margin, 0)
        else:
            self.setContentsMargins(0, margin, 0, margin)
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
        return _SplitterHandle(self.orientation(), self)

    def addWidget(self, widget: QWidget) -> None:
        """Add *widget* after the others, visually and in the accessibility order."""
        super().addWidget(widget)
        self._restack()

    def insertWidget(self, index: int, widget: QWidget) -> None:
        """Insert *widget* at *index*, visually and in the accessibility order."""
        super().insertWidget(index, widget)
        self._restack()

    def _restack(self) -> None:
        # Qt stacks each new child below the others, and a screen reader starts at the bottom.
        for index in range(self.count()):
            if (widget := self.widget(index)) is not None:
                widget.raise_()
        for index in range(self.count()):
            self.handle(index).raise_()
