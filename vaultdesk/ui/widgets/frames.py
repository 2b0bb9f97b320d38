"""Frames that contain other widgets: the card with a border, the separator, the popup, the header row of a list, and
the shadow of floating ones."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
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

    def set_line(self, role: str) -> None:
        """Draw the border in another color."""
        self._line = role
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


POPUP_GAP = 4
"""Design pixels between a popup and its anchor."""


def popup_rect(
    anchor: QRect,
    size: QSize,
    available: QRect,
    *,
    min_height: int = 0,
    upwards: bool = False,
    centered: bool = False,
) -> QRect:
    """Return the rectangle for a popup of *size* at *anchor*, inside *available*, all in pixels of one widget.

    It is below the anchor, or above it with *upwards*; on the other side if only that, or more of it, has enough
    space. Without enough space it is lower, but at least *min_height* high, even if that covers the anchor.
    """
    gap = theme().px(POPUP_GAP)
    below, above = available.bottom() - anchor.bottom() - gap, anchor.top() - gap - available.top()
    preferred, other = (above, below) if upwards else (below, above)
    up = upwards if size.height() <= preferred or preferred >= other else not upwards
    height = min(size.height(), max(min_height, above if up else below))
    left = anchor.left() + (anchor.width() - size.width()) // 2 if centered else anchor.left()
    top = anchor.top() - gap - height if up else anchor.bottom() + 1 + gap
    return QRect(
        max(available.left(), min(left, available.right() + 1 - size.width())),
        max(available.top(), min(top, available.bottom() + 1 - height)),
        size.width(),
        height,
    )


POPUP_RADIUS = 10
"""Radius of a popup's corners in design pixels."""

MIN_LIST_HEIGHT = 88
"""Minimum height of a list in design pixels."""


class PopupFrame(QWidget):
    """Popup that closes on Esc and on a press outside. Subclasses add its contents."""

    paged = Signal(int)
    """Page Up (-1) or Page Down (1) was pressed."""

    def __init__(self, anchor: QWidget, width: int) -> None:
        """*anchor* is the widget at which it opens; *width* in design pixels is limited to that of the window."""
        super().__init__(anchor, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        # The press that closes it is not replayed to the button, which would open it again.
        self.setAttribute(Qt.WidgetAttribute.WA_NoMouseReplay)
        self._anchor = anchor
        self._width = width

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close on Esc wherever the focus is; emit page keys."""
        match event.key():
            case Qt.Key.Key_Escape:
                self.close()
            case Qt.Key.Key_PageUp | Qt.Key.Key_PageDown as key:
                self.paged.emit(-1 if key == Qt.Key.Key_PageUp else 1)
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
        return min(theme().px(self._width), self._available_rect().width())

    def place(self, view: QWidget, max_height: int, *, upwards: bool = False) -> None:
        """Position the popup at its anchor, inside the window, with *view* up to *max_height* pixels high.

        It is below the anchor, or above it with *upwards*; on the other side if only that has enough space.
        """
        self.setFixedWidth(self.available_width())
        view.setFixedHeight(max_height)
        height = self.sizeHint().height()
        min_height = height - max(0, max_height - theme().px(MIN_LIST_HEIGHT))
        rect = self._rect(height, min_height, upwards=upwards)
        view.setFixedHeight(max_height - (height - rect.height()))
        self._set_rect(rect)

    def place_centered(self, height: int) -> None:
        """Position the popup, *height* pixels high, centered above its anchor, or below it if it does not fit above."""
        height = min(height, self._available_rect().height())
        self._set_rect(self._rect(height, height, upwards=True, centered=True))

    def _rect(self, height: int, min_height: int, *, upwards: bool, centered: bool = False) -> QRect:
        anchor = QRect(self._anchor.mapToGlobal(QPoint(0, 0)), self._anchor.size())
        size = QSize(self.available_width(), height)
        return popup_rect(
            anchor, size, self._available_rect(), min_height=min_height, upwards=upwards, centered=centered
        )

    def _set_rect(self, rect: QRect) -> None:
        self.setFixedSize(rect.size())
        self.move(rect.topLeft())

    def _available_rect(self) -> QRect:
        """Return the area for a popup: that of its window, or the screen for a floating window, which is small."""
        window, margin = self._anchor.window(), theme().px(8)
        rect = QRect(window.mapToGlobal(QPoint(0, 0)), window.size())
        if window.windowType() == Qt.WindowType.Tool:
            rect = window.screen().availableGeometry()
        return rect.adjusted(margin, margin, -margin, -margin)


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
    """The shadow of one window or popup; call `forget` when the theme changes."""

    def __init__(self, extent: int = SHADOW_EXTENT, drop: int = SHADOW_DROP) -> None:
        self._extent, self._drop = extent, drop
        self._tile = QPixmap()
        self._ratio = 0.0

    def forget(self) -> None:
        """Discard the cached picture after a change of colors or sizes."""
        self._tile = QPixmap()

    def draw(self, painter: QPainter, body: QRect, radius: int, ratio: float) -> None:
        """Draw the shadow of *body*, whose corners have *radius*; the body itself is drawn over it."""
        extent = theme().px(self._extent)
        corner = extent + radius + 2
        if self._tile.isNull() or self._ratio != ratio:
            self._tile, self._ratio = _shadow_tile(extent, radius, ratio), ratio
        outer = body.translated(0, theme().px(self._drop)).adjusted(-extent, -extent, extent, extent)
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
        color = theme().shadow_color()
        color.setAlphaF(alpha * opacity)
        inset = round(extent - distance)
        box(painter, QRect(inset, inset, side - 2 * inset, side - 2 * inset), radius + distance, color)
    painter.end()
    return tile
