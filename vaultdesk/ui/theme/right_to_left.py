"""Painting in right-to-left windows: drawing is mirrored, text and images are drawn upright."""

import functools
from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QPointF, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QStyleOption, QStyleOptionViewItem, QWidget

from vaultdesk.ui.theme.theme_values import ThemeValues
from vaultdesk.ui.translation import reads_right_to_left

Direction, Align = Qt.LayoutDirection, Qt.AlignmentFlag
Index = QModelIndex | QPersistentModelIndex
D = TypeVar("D")
Part = Callable[[ThemeValues, QStyleOption, QPainter, QWidget | None], None]

SIDES = Align.AlignLeft | Align.AlignRight


def is_right_to_left(text: str, *, otherwise: bool = False) -> bool:
    """Whether the first letter of *text* that has a direction is right-to-left; *otherwise* if none has one."""
    found = reads_right_to_left(text)
    return otherwise if found is None else found


def mirror_painting(painter: QPainter, around: QRect) -> None:
    """Mirror what *painter* draws from now on within *around*, if its window is right-to-left."""
    if painter.layoutDirection() == Direction.RightToLeft:
        _mirror(painter, QRectF(around))


def is_mirrored(painter: QPainter) -> bool:
    """Whether *painter* draws mirrored."""
    return painter.worldTransform().m11() < 0


def mirrored_row(
    paint: Callable[[D, QPainter, QStyleOptionViewItem, Index], None],
) -> Callable[[D, QPainter, QStyleOptionViewItem, Index], None]:
    """Make *paint* of a delegate draw its row mirrored if the list is right-to-left."""

    @functools.wraps(paint)
    def turned(self: D, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        if option.direction != Direction.RightToLeft:
            paint(self, painter, option, index)
            return
        painter.save()
        _mirror(painter, QRectF(option.rect))
        paint(self, painter, option, index)
        painter.restore()

    return turned


def mirrored_part(paint: Part) -> Part:
    """Make *paint* of a style draw its part mirrored if the widget is right-to-left."""

    @functools.wraps(paint)
    def turned(values: ThemeValues, option: QStyleOption, painter: QPainter, widget: QWidget | None) -> None:
        if option.direction != Direction.RightToLeft:
            paint(values, option, painter, widget)
            return
        painter.save()
        _mirror(painter, QRectF(option.rect))
        paint(values, option, painter, widget)
        painter.restore()

    return turned


def unmirrored_point(widget: QWidget, place: QPoint) -> QPoint:
    """Return the left-to-right position of *place* in *widget*."""
    return QPoint(widget.width() - 1 - place.x(), place.y()) if widget.isRightToLeft() else place


def draw_upright_text(
    painter: QPainter, room: QRect | QRectF, flags: int | Qt.AlignmentFlag | Qt.TextFlag, text: str
) -> None:
    """Draw *text* upright in *room*; its direction is that of its first letter, its alignment that of the window."""
    at = int(flags)
    mirrored = is_mirrored(painter)
    if mirrored and not at & int(Align.AlignHCenter):
        right = at & int(Align.AlignRight)
        at = at & ~int(SIDES) | int(Align.AlignLeft if right else Align.AlignRight)
    if mirrored or not text.isascii() or painter.layoutDirection() == Direction.RightToLeft:
        painter.save()
        # Spaces around it separate it from its neighbours, whose order is that of the window, not of the text.
        words = text.strip(" ")
        before = painter.fontMetrics().horizontalAdvance(text[: len(text) - len(text.lstrip(" "))])
        space = QRectF(room).adjusted(before if words else 0, 0, 0, 0)
        if mirrored:
            _mirror(painter, space)
        leftwards = is_right_to_left(words, otherwise=mirrored)
        painter.setLayoutDirection(Direction.RightToLeft if leftwards else Direction.LeftToRight)
        painter.drawText(space, at | int(Align.AlignAbsolute), words)
        painter.restore()
    else:
        painter.drawText(QRectF(room), at, text)


def draw_upright_pixmap(painter: QPainter, place: QPoint | QPointF, picture: QPixmap) -> None:
    """Draw *picture* upright with its corner at *place*."""
    if not is_mirrored(painter):
        painter.drawPixmap(QPointF(place), picture)
        return
    painter.save()
    _mirror(painter, QRectF(QPointF(place), QSizeF(picture.deviceIndependentSize())))
    painter.drawPixmap(QPointF(place), picture)
    painter.restore()


def set_upright(painter: QPainter, room: QRectF) -> None:
    """Make *painter* draw upright in *room* from now on; the caller saves and restores it."""
    if is_mirrored(painter):
        _mirror(painter, room)


def _mirror(painter: QPainter, around: QRectF) -> None:
    painter.translate(around.left() + around.right(), 0)
    painter.scale(-1, 1)
    painter.setLayoutDirection(Direction.LeftToRight)
