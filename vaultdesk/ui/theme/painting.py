"""Drawing primitives of the style and of delegates: boxes, ticks, chevrons, focus rings, mirrored in right-to-left
windows."""

import functools
from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QPointF, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QStyle, QStyleOption, QStyleOptionViewItem, QWidget

from vaultdesk.ui.theme.theme_values import ThemeValues
from vaultdesk.ui.translation import reads_right_to_left

Direction, Align = Qt.LayoutDirection, Qt.AlignmentFlag
Index = QModelIndex | QPersistentModelIndex
D = TypeVar("D")
Part = Callable[[ThemeValues, QStyleOption, QPainter, QWidget | None], None]

LEFT_OR_RIGHT = Align.AlignLeft | Align.AlignRight


def is_right_to_left(text: str, *, otherwise: bool = False) -> bool:
    """Whether the first letter of *text* that has a direction is right-to-left; *otherwise* if none has one."""
    found = reads_right_to_left(text)
    return otherwise if found is None else found


def mirror_painting(painter: QPainter, rect: QRect) -> None:
    """Mirror what *painter* draws from now on within *rect*, if its window is right-to-left."""
    if painter.layoutDirection() == Direction.RightToLeft:
        _mirror(painter, QRectF(rect))


def is_mirrored(painter: QPainter) -> bool:
    """Whether *painter* draws mirrored."""
    return painter.worldTransform().m11() < 0


def mirrored_row(
    paint: Callable[[D, QPainter, QStyleOptionViewItem, Index], None],
) -> Callable[[D, QPainter, QStyleOptionViewItem, Index], None]:
    """Make *paint* of a delegate draw its row mirrored if the list is right-to-left."""

    @functools.wraps(paint)
    def paint_mirrored(self: D, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        if option.direction != Direction.RightToLeft:
            paint(self, painter, option, index)
            return
        painter.save()
        _mirror(painter, QRectF(option.rect))
        paint(self, painter, option, index)
        painter.restore()

    return paint_mirrored


def mirrored_part(paint: Part) -> Part:
    """Make *paint* of a style draw its part mirrored if the widget is right-to-left."""

    @functools.wraps(paint)
    def paint_mirrored(values: ThemeValues, option: QStyleOption, painter: QPainter, widget: QWidget | None) -> None:
        if option.direction != Direction.RightToLeft:
            paint(values, option, painter, widget)
            return
        painter.save()
        _mirror(painter, QRectF(option.rect))
        paint(values, option, painter, widget)
        painter.restore()

    return paint_mirrored


def unmirrored_point(widget: QWidget, point: QPoint) -> QPoint:
    """Return the left-to-right position of *point* in *widget*."""
    return QPoint(widget.width() - 1 - point.x(), point.y()) if widget.isRightToLeft() else point


def draw_upright_text(
    painter: QPainter, rect: QRect | QRectF, flags: int | Qt.AlignmentFlag | Qt.TextFlag, text: str
) -> None:
    """Draw *text* upright in *rect*; its direction is that of its first letter, its alignment that of the window."""
    alignment = int(flags)
    mirrored = is_mirrored(painter)
    if mirrored and not alignment & int(Align.AlignHCenter):
        right = alignment & int(Align.AlignRight)
        alignment = alignment & ~int(LEFT_OR_RIGHT) | int(Align.AlignLeft if right else Align.AlignRight)
    if mirrored or not text.isascii() or painter.layoutDirection() == Direction.RightToLeft:
        painter.save()
        # Spaces around it separate it from its neighbors, whose order is that of the window, not of the text.
        stripped = text.strip(" ")
        leading_width = painter.fontMetrics().horizontalAdvance(text[: len(text) - len(text.lstrip(" "))])
        text_rect = QRectF(rect).adjusted(leading_width if stripped else 0, 0, 0, 0)
        if mirrored:
            _mirror(painter, text_rect)
        right_to_left = is_right_to_left(stripped, otherwise=mirrored)
        painter.setLayoutDirection(Direction.RightToLeft if right_to_left else Direction.LeftToRight)
        painter.drawText(text_rect, alignment | int(Align.AlignAbsolute), stripped)
        painter.restore()
    else:
        painter.drawText(QRectF(rect), alignment, text)


def draw_upright_pixmap(painter: QPainter, corner: QPoint | QPointF, picture: QPixmap) -> None:
    """Draw *picture* upright with its top left corner at *corner*."""
    if not is_mirrored(painter):
        painter.drawPixmap(QPointF(corner), picture)
        return
    painter.save()
    _mirror(painter, QRectF(QPointF(corner), QSizeF(picture.deviceIndependentSize())))
    painter.drawPixmap(QPointF(corner), picture)
    painter.restore()


def set_upright(painter: QPainter, rect: QRectF) -> None:
    """Make *painter* draw upright in *rect* from now on; the caller saves and restores it."""
    if is_mirrored(painter):
        _mirror(painter, rect)


def _mirror(painter: QPainter, rect: QRectF) -> None:
    painter.translate(rect.left() + rect.right(), 0)
    painter.scale(-1, 1)
    painter.setLayoutDirection(Direction.LeftToRight)


ENABLED = QStyle.StateFlag.State_Enabled.value
HOVER = QStyle.StateFlag.State_MouseOver.value
SUNKEN = QStyle.StateFlag.State_Sunken.value
ON = QStyle.StateFlag.State_On.value
PARTIAL = QStyle.StateFlag.State_NoChange.value
FOCUS = QStyle.StateFlag.State_HasFocus.value
SELECTED = QStyle.StateFlag.State_Selected.value
RAISED = QStyle.StateFlag.State_Raised.value
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


def row_background(rect: QRect, ratio: float) -> QRect:
    """Return the area of the background of the row *rect* on a screen with *ratio* device pixels per logical pixel.

    At a fractional ratio a row shares its first and last line of pixels with its neighbors. Painted, these would stay
    visible after the background of the row disappeared.
    """
    return rect if ratio == int(ratio) else rect.adjusted(0, 1, 0, -1)


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
