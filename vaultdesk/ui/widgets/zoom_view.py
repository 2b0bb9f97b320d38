"""Base class of views whose drawing is zoomed and moved by wheel, pointer and keys, and its viewport as a value."""

from collections.abc import Sequence
from typing import TypeAlias

from msgspec import Struct
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from vaultdesk.core.values import replace
from vaultdesk.ui.theme.theme import theme

Point: TypeAlias = tuple[float, float]

MIN_SCALE, MAX_SCALE = 0.02, 4.0


class Viewport(Struct, frozen=True):
    """The visible part of a scene and its scale: scene coordinates times *scale*, then moved by *x* and *y*."""

    scale: float = 1.0
    x: float = 0.0
    y: float = 0.0

    def to_view(self, point: Point) -> Point:
        """Return the view coordinates of *point* in the scene."""
        return point[0] * self.scale + self.x, point[1] * self.scale + self.y

    def to_scene(self, x: float, y: float) -> Point:
        """Return the scene coordinates of (*x*, *y*) in the view."""
        return (x - self.x) / self.scale, (y - self.y) / self.scale

    def moved(self, dx: float, dy: float) -> "Viewport":
        """Return the viewport with the scene moved by (*dx*, *dy*) pixels."""
        return replace(self, x=self.x + dx, y=self.y + dy)

    def zoomed(self, factor: float, x: float, y: float) -> "Viewport":
        """Return the viewport scaled by *factor*, with the point at (*x*, *y*) fixed."""
        scale = min(MAX_SCALE, max(MIN_SCALE, self.scale * factor))
        applied = scale / self.scale
        return Viewport(scale, x - (x - self.x) * applied, y - (y - self.y) * applied)

    def centered(self, point: Point, width: float, height: float) -> "Viewport":
        """Return the viewport with *point* at the center of a view of this size."""
        return replace(self, x=width / 2 - point[0] * self.scale, y=height / 2 - point[1] * self.scale)


def fitting_viewport(points: Sequence[Point], width: float, height: float, margin: float, max_scale: float) -> Viewport:
    """Return the viewport in which all *points* are visible, at a scale of at most *max_scale*."""
    if not points:
        return Viewport(max_scale, width / 2, height / 2)
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    # Names are beside their items: the sides need more space.
    inner_width, inner_height = max(1.0, width - 3 * margin), max(1.0, height - 2 * margin)
    scale = min(max_scale, inner_width / max(1.0, right - left), inner_height / max(1.0, bottom - top))
    scale = max(MIN_SCALE, scale)
    return Viewport(scale).centered(((left + right) / 2, (top + bottom) / 2), width, height)


STEPS: dict[int, tuple[int, int]] = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
"""The directions of the arrow keys, to the right and down."""

ZOOMS: dict[str, float] = {"+": 1.25, "=": 1.25, "-": 0.8, "_": 0.8}
"""Zoom factors by typed character; 0 shows all."""

WHEEL_ZOOM = 1.0015
"""Zoom factor for an eighth of a degree of the wheel."""


class ZoomView(QWidget):
    """Widget with a viewport. Subclasses draw the scene and override the handlers of clicks and arrow keys."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.viewport_state = Viewport()
        self.moved_by_user = False
        """Whether the user zoomed or moved it: resizing the window then preserves the viewport."""
        self._pressed: QPointF | None = None
        self._dragged = False
        theme().changed.connect(self.refit)

    def fitted(self) -> Viewport:
        """Return the viewport in which everything is visible."""
        return Viewport()

    def clicked_at(self, _position: QPointF) -> None:
        """Handle a click."""

    def opened_at(self, _position: QPointF) -> None:
        """Handle a double click."""

    def hovered_at(self, _position: QPointF | None) -> None:
        """Handle the pointer's position; None if it left the widget."""

    def move_selection(self, _dx: int, _dy: int) -> None:
        """Handle an arrow key."""

    def viewport_changed(self) -> None:
        """Handle a change of the viewport."""

    def fit(self) -> None:
        self.set_viewport(self.fitted())
        self.moved_by_user = False

    def zoom(self, factor: float, center: QPointF | None = None) -> None:
        """Scale by *factor*, around *center* or the center of the view."""
        center = center or QPointF(self.width() / 2, self.height() / 2)
        self.set_viewport(self.viewport_state.zoomed(factor, center.x(), center.y()))

    def set_viewport(self, viewport: Viewport) -> None:
        self.moved_by_user, self.viewport_state = True, viewport
        self.viewport_changed()
        self.update()

    def refit(self) -> None:
        """Fit everything again, unless the user zoomed or moved it."""
        if self.moved_by_user:
            self.viewport_changed()
            self.update()
        else:
            self.fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.refit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Start moving the drawing, or a click."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed, self._dragged = event.position(), False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the drawing, or report the pointer's position."""
        if self._pressed is None:
            self.hovered_at(event.position())
            return
        delta = event.position() - self._pressed
        if self._dragged or delta.manhattanLength() > theme().px(4):
            self._dragged, self._pressed = True, event.position()
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self.set_viewport(self.viewport_state.moved(delta.x(), delta.y()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Report a click, unless the drawing was moved."""
        if event.button() == Qt.MouseButton.LeftButton and self._pressed is not None:
            self._pressed = None
            self.unsetCursor()
            if not self._dragged:
                self.clicked_at(event.position())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.opened_at(event.position())

    def leaveEvent(self, event: QEvent) -> None:
        """Report that the pointer left."""
        super().leaveEvent(event)
        self.hovered_at(None)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom around the pointer."""
        self.zoom(WHEEL_ZOOM ** event.angleDelta().y(), event.position())
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the selection with the arrow keys, the drawing with Shift and an arrow key; zoom with + and -, show all
        with 0.
        """
        step, text = STEPS.get(event.key()), event.text()
        if step is not None and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            distance = theme().px(60)
            self.set_viewport(self.viewport_state.moved(-step[0] * distance, -step[1] * distance))
        elif step is not None:
            self.move_selection(*step)
        elif text == "0":
            self.fit()
        elif text in ZOOMS:
            self.zoom(ZOOMS[text])
        else:
            super().keyPressEvent(event)
