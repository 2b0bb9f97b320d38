"""Shadow of floating widgets, painted from pieces that are cached for each corner radius."""

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPixmap

from vaultdesk.ui.theme.painting import box
from vaultdesk.ui.theme.theme import theme

SHADOW_REACH, SHADOW_DROP = 32, 12
"""Design pixels: extent of the shadow, and its vertical offset (vaultdesk/ui/theme/README.md, "Shape")."""

RINGS = 16
"""Number of steps from transparent to full opacity; more make no visible difference."""


class WindowShadow:
    """The shadow of one window; call `forget` when the theme changes."""

    def __init__(self) -> None:
        self._piece = QPixmap()
        self._ratio = 0.0

    def forget(self) -> None:
        """Discard cached pieces after a change of colours or sizes."""
        self._piece = QPixmap()

    def draw(self, painter: QPainter, body: QRect, radius: int, ratio: float) -> None:
        """Draw the shadow of *body*, whose corners have *radius*; the body itself is drawn over it."""
        soft = theme().px(SHADOW_REACH)
        corner = soft + radius + 2
        if self._piece.isNull() or self._ratio != ratio:
            self._piece, self._ratio = _piece(soft, radius, ratio), ratio
        outer = body.translated(0, theme().px(SHADOW_DROP)).adjusted(-soft, -soft, soft, soft)
        rows = ((outer.top(), corner), (outer.top() + corner, outer.height() - 2 * corner),
                (outer.bottom() + 1 - corner, corner))  # fmt: skip
        columns = ((outer.left(), corner), (outer.left() + corner, outer.width() - 2 * corner),
                   (outer.right() + 1 - corner, corner))  # fmt: skip
        for row, (top, height) in enumerate(rows):
            for column, (left, width) in enumerate(columns):
                taken = QRect(_begin(column, corner), _begin(row, corner), _size(column, corner), _size(row, corner))
                source = QRect(taken.topLeft() * ratio, taken.size() * ratio)
                painter.drawPixmap(QRect(left, top, width, height), self._piece, source)


def _begin(part: int, corner: int) -> int:
    return (0, corner, corner + 1)[part]


def _size(part: int, corner: int) -> int:
    return 1 if part == 1 else corner


def _piece(soft: int, radius: int, ratio: float) -> QPixmap:
    """Return the shadow of the smallest body: the corners and one pixel in each direction."""
    side = 2 * (soft + radius + 2) + 1
    piece = QPixmap(round(side * ratio), round(side * ratio))
    piece.setDevicePixelRatio(ratio)
    piece.fill(Qt.GlobalColor.transparent)
    painter = QPainter(piece)
    whole = theme().shadow_color().alphaF()
    for registry in range(RINGS):
        # Decreases quickly near the edge and slowly further out, like light.
        away = soft * (1 - registry / RINGS)
        share = (2 * (registry + 1) - 1) / RINGS**2
        colour = theme().shadow_color()
        colour.setAlphaF(whole * share)
        inset = round(soft - away)
        box(painter, QRect(inset, inset, side - 2 * inset, side - 2 * inset), radius + away, colour)
    painter.end()
    return piece
