"""Drawing primitives of the style and of delegates: boxes, ticks, chevrons, focus rings."""

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QStyle, QStyleOption

from vaultdesk.ui.theme.right_to_left import set_upright
from vaultdesk.ui.theme.theme_values import ThemeValues

ENABLED = QStyle.StateFlag.State_Enabled.value
HOVER = QStyle.StateFlag.State_MouseOver.value
SUNKEN = QStyle.StateFlag.State_Sunken.value
ON = QStyle.StateFlag.State_On.value
PARTIAL = QStyle.StateFlag.State_NoChange.value
FOCUS = QStyle.StateFlag.State_HasFocus.value
SELECTED = QStyle.StateFlag.State_Selected.value
RAISED = QStyle.StateFlag.State_Raised.value
HORIZONTAL = QStyle.StateFlag.State_Horizontal.value
OPEN = QStyle.StateFlag.State_Open.value
CHILDREN = QStyle.StateFlag.State_Children.value

STROKE = 1.75
"""Line width of an icon on a 24-unit grid; ticks and chevrons of the style use the same (vaultdesk/ui/theme/README.md,
"Icons").
"""


def state_of(option: QStyleOption) -> int:
    """Return the state flags as a number: testing Python's flag objects is ten times slower."""
    return int(option.state.value)


def box(
    painter: QPainter,
    rect: QRect | QRectF,
    radius: float,
    fill: QColor | None = None,
    line: QColor | None = None,
    width: float = 1.0,
) -> None:
    """Draw a rounded box with its line inside *rect*."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    inner = QRectF(rect)
    if line is not None:
        inner.adjust(width / 2, width / 2, -width / 2, -width / 2)
        painter.setPen(QPen(line, width))
        radius = max(0.0, radius - width / 2)
    else:
        painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(fill if fill is not None else Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(inner, radius, radius)
    painter.restore()


def tick(painter: QPainter, rect: QRectF, color: QColor) -> None:
    """Draw the tick of a checked box into *rect*."""
    painter.save()
    set_upright(painter, rect)
    _line(painter, rect, color, [(0.24, 0.53), (0.43, 0.71), (0.77, 0.31)], STROKE)
    painter.restore()


def dash(painter: QPainter, rect: QRectF, color: QColor) -> None:
    """Draw the dash of a partly checked box into *rect*."""
    _line(painter, rect, color, [(0.28, 0.5), (0.72, 0.5)], STROKE)


def chevron(painter: QPainter, rect: QRectF, color: QColor, direction: str) -> None:
    """Draw a chevron pointing *direction* (left, right, up, down) into *rect*."""
    points = {
        "right": [(0.39, 0.25), (0.64, 0.5), (0.39, 0.75)],
        "left": [(0.61, 0.25), (0.36, 0.5), (0.61, 0.75)],
        "down": [(0.25, 0.39), (0.5, 0.64), (0.75, 0.39)],
        "up": [(0.25, 0.61), (0.5, 0.36), (0.75, 0.61)],
    }[direction]
    _line(painter, rect, color, points, 1.25)


def focus_ring(values: ThemeValues, painter: QPainter, rect: QRectF, radius: float) -> None:
    """Draw the two-pixel focus ring with its outer edge on *rect*."""
    box(painter, rect, radius, None, values.color("accent"), 2.0)


def rounded_path(rect: QRectF, radius: float) -> QPainterPath:
    """Return the outline of a rounded box, for clipping."""
    path = QPainterPath()
    path.addRoundedRect(rect, radius, radius)
    return path


def _line(painter: QPainter, rect: QRectF, color: QColor, points: list[tuple[float, float]], width: float) -> None:
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(color, width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolyline(
        QPolygonF([QPointF(rect.x() + x * rect.width(), rect.y() + y * rect.height()) for x, y in points])
    )
    painter.restore()
