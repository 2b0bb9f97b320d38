"""SightView: a widget one looks at a drawing through: zoomed and moved by wheel, pointer and keys. Draws nothing."""

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from vaultdesk.ui.parts.sight import Sight
from vaultdesk.ui.theme.theme import theme

STEPS: dict[int, tuple[int, int]] = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
"""The directions of the arrows, to the right and down."""

ZOOMS: dict[str, float] = {"+": 1.25, "=": 1.25, "-": 0.8, "_": 0.8}
"""What is typed to see everything larger or smaller; 0 shows all."""

NOTCH = 1.0015
"""How much larger an eighth of a degree of the wheel makes everything."""


class SightView(QWidget):
    """Keeps a sight. Whoever draws overrides what is asked of it: all of it, and what was clicked and walked to."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.sight = Sight()
        self.by_hand = False
        """Whether somebody zoomed or moved it: then another size of the window leaves it as it is."""
        self._pressed: QPointF | None = None
        self._dragged = False
        theme().changed.connect(self.look_again)

    def fitted(self) -> Sight:
        """Return the sight in which everything is seen."""
        return Sight()

    def clicked_at(self, _position: QPointF) -> None:
        """The pointer was pressed and let go here."""

    def opened_at(self, _position: QPointF) -> None:
        """It was pressed twice."""

    def hovered_at(self, _position: QPointF | None) -> None:
        """It is here, or nowhere in the widget."""

    def walk(self, _dx: int, _dy: int) -> None:
        """An arrow was pressed."""

    def looks_elsewhere(self) -> None:
        """The sight is another one."""

    def fit(self) -> None:
        """Show everything."""
        self.see(self.fitted())
        self.by_hand = False

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Show everything *factor* times as large, around *at* or the middle of the view."""
        at = at or QPointF(self.width() / 2, self.height() / 2)
        self.see(self.sight.zoomed(factor, at.x(), at.y()))

    def see(self, sight: Sight) -> None:
        """Look at it this way."""
        self.by_hand, self.sight = True, sight
        self.looks_elsewhere()
        self.update()

    def look_again(self) -> None:
        """Fit it into the widget again, unless it was zoomed or moved by hand."""
        if self.by_hand:
            self.looks_elsewhere()
            self.update()
        else:
            self.fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Look again."""
        super().resizeEvent(event)
        self.look_again()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to move the drawing, or to choose."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed, self._dragged = event.position(), False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the drawing, or tell where the pointer is."""
        if self._pressed is None:
            self.hovered_at(event.position())
            return
        by = event.position() - self._pressed
        if self._dragged or by.manhattanLength() > theme().step(4):
            self._dragged, self._pressed = True, event.position()
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self.see(self.sight.moved(by.x(), by.y()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Tell what was clicked, unless the drawing was moved."""
        if event.button() == Qt.MouseButton.LeftButton and self._pressed is not None:
            self._pressed = None
            self.unsetCursor()
            if not self._dragged:
                self.clicked_at(event.position())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Tell what was clicked twice."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.opened_at(event.position())

    def leaveEvent(self, event: QEvent) -> None:
        """Tell that the pointer is gone."""
        super().leaveEvent(event)
        self.hovered_at(None)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom around the pointer."""
        self.zoom(NOTCH ** event.angleDelta().y(), event.position())
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk with the arrows, move with Shift and an arrow, zoom with + and -, show all with 0."""
        step, text = STEPS.get(event.key()), event.text()
        if step is not None and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            far = theme().step(60)
            self.see(self.sight.moved(-step[0] * far, -step[1] * far))
        elif step is not None:
            self.walk(*step)
        elif text == "0":
            self.fit()
        elif text in ZOOMS:
            self.zoom(ZOOMS[text])
        else:
            super().keyPressEvent(event)
