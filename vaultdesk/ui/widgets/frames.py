"""Frames that contain other widgets: the card with a border, the separator, the popup, the header row of a list, and
the shadow of floating ones."""

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QPixmap, QResizeEvent
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
    """A one-pixel line, horizontal by default, that separates rows or panes."""

    def __init__(self, *, vertical: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        if vertical:
            self.setFixedWidth(1)
        else:
            self.setFixedHeight(1)
        theme().changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), theme().color("border"))


POPUP_RADIUS = 10
"""Radius of a popup's corners in design pixels."""

MIN_LIST_HEIGHT = 88
"""Minimum height of a list in design pixels."""


class PopupFrame(QWidget):
    """Popup that closes on Esc and on a press outside. Subclasses add its contents, and handle page keys in `page`."""

    def __init__(self, anchor: QWidget, width: int) -> None:
        """*anchor* is the widget at which it opens; *width* in design pixels is limited to that of the window."""
        super().__init__(anchor, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        # The press that closes it is not replayed to the button, which would open it again.
        self.setAttribute(Qt.WidgetAttribute.WA_NoMouseReplay)
        self._anchor = anchor
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
        """Return the width of the popup in pixels: the requested one, limited to that of its window."""
        px = theme().px
        return min(px(self._width), _available_rect(self._anchor.window()).width() - 2 * px(8))

    def place(self, view: QWidget, max_height: int, *, upwards: bool = False) -> None:
        """Position the popup at its anchor, inside the window, with *view* up to *max_height* pixels high.

        It is below the anchor, or above it with *upwards*; on the other side if only that has enough space.
        """
        px, anchor = theme().px, self._anchor
        available = _available_rect(anchor.window()).adjusted(px(8), px(8), -px(8), -px(8))
        corner = anchor.mapToGlobal(QPoint(0, 0))
        below = available.bottom() - corner.y() - anchor.height() - px(4)
        above = corner.y() - px(4) - available.top()
        width = self.available_width()
        self.setFixedWidth(width)
        view.setFixedHeight(max_height)
        height = self.sizeHint().height()
        fits = height <= above if upwards else height <= below
        down = below >= above if not fits else not upwards
        available_height = below if down else above
        if height > available_height:
            view.setFixedHeight(max(px(MIN_LIST_HEIGHT), max_height - (height - available_height)))
            height = self.sizeHint().height()
        self.setFixedHeight(height)
        left = max(available.left(), min(corner.x(), available.right() + 1 - width))
        top = corner.y() + anchor.height() + px(4) if down else corner.y() - px(4) - height
        self.move(left, max(available.top(), top))

    def place_centered(self, height: int) -> None:
        """Position the popup, *height* pixels high, centred above its anchor, or below it if it does not fit above."""
        px, anchor = theme().px, self._anchor
        available = _available_rect(anchor.window()).adjusted(px(8), px(8), -px(8), -px(8))
        corner = anchor.mapToGlobal(QPoint(0, 0))
        width = self.available_width()
        self.setFixedSize(width, min(height, available.height()))
        left = corner.x() + (anchor.width() - width) // 2
        top = corner.y() - px(4) - self.height()
        if top < available.top():
            top = corner.y() + anchor.height() + px(4)
        self.move(
            max(available.left(), min(left, available.right() + 1 - width)),
            max(available.top(), min(top, available.bottom() + 1 - self.height())),
        )


def _available_rect(window: QWidget) -> QRect:
    """Return the area for a popup of *window*: its rectangle, or the screen for a floating window, which is small."""
    if window.windowType() == Qt.WindowType.Tool:
        return window.screen().availableGeometry()
    return QRect(window.mapToGlobal(QPoint(0, 0)), window.size())


CHECKLIST_HEADER_HEIGHT = 38
"""Height of the header row in design pixels."""


class ListHeader(QWidget):
    """Row above a list, with the background of the panes."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), theme().color("background"))


SHADOW_EXTENT, SHADOW_DROP = 32, 12
"""Design pixels: extent of the shadow, and its vertical offset (vaultdesk/ui/theme/README.md, "Shape")."""

SHADOW_STEPS = 16
"""Number of steps from transparent to full opacity; more make no visible difference."""


class WindowShadow:
    """The shadow of one window; call `forget` when the theme changes."""

    def __init__(self) -> None:
        self._tile = QPixmap()
        self._ratio = 0.0

    def forget(self) -> None:
        """Discard the cached picture after a change of colours or sizes."""
        self._tile = QPixmap()

    def draw(self, painter: QPainter, body: QRect, radius: int, ratio: float) -> None:
        """Draw the shadow of *body*, whose corners have *radius*; the body itself is drawn over it."""
        extent = theme().px(SHADOW_EXTENT)
        corner = extent + radius + 2
        if self._tile.isNull() or self._ratio != ratio:
            self._tile, self._ratio = _shadow_tile(extent, radius, ratio), ratio
        outer = body.translated(0, theme().px(SHADOW_DROP)).adjusted(-extent, -extent, extent, extent)
        rows = ((outer.top(), corner), (outer.top() + corner, outer.height() - 2 * corner),
                (outer.bottom() + 1 - corner, corner))  # fmt: skip
        columns = ((outer.left(), corner), (outer.left() + corner, outer.width() - 2 * corner),
                   (outer.right() + 1 - corner, corner))  # fmt: skip
        for row, (top, height) in enumerate(rows):
            for column, (left, width) in enumerate(columns):
                tile_rect = QRect(
                    _tile_start(column, corner),
                    _tile_start(row, corner),
                    _tile_size(column, corner),
                    _tile_size(row, corner),
                )
                source = QRect(tile_rect.topLeft() * ratio, tile_rect.size() * ratio)
                painter.drawPixmap(QRect(left, top, width, height), self._tile, source)


def _tile_start(part: int, corner: int) -> int:
    return (0, corner, corner + 1)[part]


def _tile_size(part: int, corner: int) -> int:
    return 1 if part == 1 else corner


def _shadow_tile(extent: int, radius: int, ratio: float) -> QPixmap:
    """Return the shadow of the smallest body: its corners, and one pixel between them that is stretched."""
    side = 2 * (extent + radius + 2) + 1
    tile = QPixmap(round(side * ratio), round(side * ratio))
    tile.setDevicePixelRatio(ratio)
    tile.fill(Qt.GlobalColor.transparent)
    painter = QPainter(tile)
    alpha = theme().shadow_color().alphaF()
    for ring in range(SHADOW_STEPS):
        # The opacity decreases quickly near the body and slowly further out.
        distance = extent * (1 - ring / SHADOW_STEPS)
        opacity = (2 * (ring + 1) - 1) / SHADOW_STEPS**2
        colour = theme().shadow_color()
        colour.setAlphaF(alpha * opacity)
        inset = round(extent - distance)
        box(painter, QRect(inset, inset, side - 2 * inset, side - 2 * inset), radius + distance, colour)
    painter.end()
    return tile
