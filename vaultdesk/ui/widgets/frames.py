"""Frames that contain other widgets: the card with a border, the separator, the popup, the head row of a list."""

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from vaultdesk.ui.theme.painting import box
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.widget_painter import mask_corners, popup_panel


class Card(QFrame):
    """A surface with a one-pixel border and round corners; add widgets to `content`."""

    def __init__(
        self,
        padding: int = 16,
        *,
        background: str = "surface",
        line: str = "border",
        radius: int = 8,
        dashed: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._background, self._line, self._radius, self._dashed = background, line, radius, dashed
        edge = theme().px(padding) if padding else 1
        self.content = QVBoxLayout(self)
        self.content.setContentsMargins(edge, edge, edge, edge)
        self.content.setSpacing(theme().px(8))
        theme().changed.connect(self.update)

    def set_line(self, role: str, *, dashed: bool = False) -> None:
        """Draw the border in another colour, or dashed."""
        self._line, self._dashed = role, dashed
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        values = theme()
        painter = QPainter(self)
        radius = values.px(self._radius)
        if not self._dashed:
            box(painter, self.rect(), radius, values.color(self._background), values.color(self._line))
            return
        box(painter, self.rect(), radius, values.color(self._background))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(values.color(self._line), 1)
        pen.setDashPattern([4, 3])
        painter.setPen(pen)
        painter.drawRoundedRect(self.rect().toRectF().adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)


class SeparatorLine(QWidget):
    """A horizontal one-pixel line: between rows of a card, between head and body."""

    def __init__(self, role: str = "border", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._role = role
        self.setFixedHeight(1)
        theme().changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), theme().color(self._role))


POPUP_RADIUS = 10
"""Radius of a popup's corners in pixels."""

LEAST_LIST = 88
"""Minimum height of a list in design pixels."""


class PopupFrame(QWidget):
    """Closes on Esc and on a press outside; page keys go to its list. Subclasses fill it."""

    def __init__(self, over: QWidget, width: int) -> None:
        """Opens at *over*, *width* design pixels wide if the window has this width."""
        super().__init__(over, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        # The press that closes it is not replayed to the button, which would open it again.
        self.setAttribute(Qt.WidgetAttribute.WA_NoMouseReplay)
        self._over = over
        self._width = width

    def page(self, direction: int) -> None:
        """Move in the list by a page."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close on Esc wherever the focus is; handle page keys."""
        match event.key():
            case Qt.Key.Key_Escape:
                self.close()
            case Qt.Key.Key_PageUp | Qt.Key.Key_PageDown:
                self.page(-1 if event.key() == Qt.Key.Key_PageUp else 1)
            case _:
                super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Update the mask of the round corners."""
        super().resizeEvent(event)
        mask_corners(self, theme().px(POPUP_RADIUS))

    def paintEvent(self, _event: QPaintEvent) -> None:
        popup_panel(theme(), QPainter(self), self.rect(), POPUP_RADIUS)

    def available_width(self) -> int:
        """Return its width in pixels: the requested one, limited to that of its window."""
        px = theme().px
        return min(px(self._width), _room(self._over.window()).width() - 2 * px(8))

    def place(self, view: QWidget, high: int, *, upwards: bool = False) -> None:
        """Position the popup at the widget inside its window, with *view* as *high* as possible.

        Below, or above with *upwards*, and on the other side if only that has enough space.
        """
        px, over = theme().px, self._over
        room = _room(over.window()).adjusted(px(8), px(8), -px(8), -px(8))
        corner = over.mapToGlobal(QPoint(0, 0))
        below = room.bottom() - corner.y() - over.height() - px(4)
        above = corner.y() - px(4) - room.top()
        width = self.available_width()
        self.setFixedWidth(width)
        view.setFixedHeight(high)
        wanted = self.sizeHint().height()
        fits = wanted <= above if upwards else wanted <= below
        down = below >= above if not fits else not upwards
        space = below if down else above
        if wanted > space:
            view.setFixedHeight(max(px(LEAST_LIST), high - (wanted - space)))
            wanted = self.sizeHint().height()
        self.setFixedHeight(wanted)
        left = max(room.left(), min(corner.x(), room.right() + 1 - width))
        top = corner.y() + over.height() + px(4) if down else corner.y() - px(4) - wanted
        self.move(left, max(room.top(), top))

    def place_centered(self, height: int) -> None:
        """Position the popup centred above the widget, *height* pixels high, or below it if only that has enough
        space.
        """
        px, over = theme().px, self._over
        room = _room(over.window()).adjusted(px(8), px(8), -px(8), -px(8))
        corner = over.mapToGlobal(QPoint(0, 0))
        width = self.available_width()
        self.setFixedSize(width, min(height, room.height()))
        left = corner.x() + (over.width() - width) // 2
        top = corner.y() - px(4) - self.height()
        if top < room.top():
            top = corner.y() + over.height() + px(4)
        self.move(
            max(room.left(), min(left, room.right() + 1 - width)),
            max(room.top(), min(top, room.bottom() + 1 - self.height())),
        )


def _room(window: QWidget) -> QRect:
    """Return the area for a popup of *window*; a floating window is not larger than a popup itself."""
    if window.windowType() == Qt.WindowType.Tool:
        return window.screen().availableGeometry()
    return QRect(window.mapToGlobal(QPoint(0, 0)), window.size())


CHECKLIST_HEAD_HEIGHT = 38
"""Height of the head row in design pixels."""


class ListHead(QWidget):
    """The row above a list; its widgets have the background of the panes."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), theme().color("background"))
