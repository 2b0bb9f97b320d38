"""How fields, combo boxes, frames and progress are drawn."""

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QComboBox,
    QLineEdit,
    QStyleOption,
    QStyleOptionComboBox,
    QStyleOptionFrame,
    QStyleOptionProgressBar,
    QWidget,
)

from vaultdesk.ui.theme.look import Look
from vaultdesk.ui.theme.strokes import ENABLED, FOCUS, HOVER, ON, SUNKEN, box, chevron, state_of
from vaultdesk.ui.theme.turned import put_picture, put_words

PROBLEM = "problem"
"""Property of a field whose value is wrong."""


def field_line(look: Look, state: int, wrong: bool) -> tuple[QColor, float]:
    """Return the colour and width of a field's border."""
    if state & FOCUS:
        return look.color("danger" if wrong else "accent"), 2.0
    if wrong:
        return look.color("danger"), 1.0
    return look.color("control" if state & ENABLED else "border"), 1.0


def line_edit(look: Look, option: QStyleOption, painter: QPainter, widget: QWidget | None) -> None:
    """Draw the ground and border of a one-line field; one without a frame is drawn by what holds it."""
    if isinstance(option, QStyleOptionFrame) and option.lineWidth <= 0:
        return
    if isinstance(widget, QLineEdit) and isinstance(widget.parent(), QComboBox):
        return
    state = state_of(option)
    line, width = field_line(look, state, bool(widget is not None and widget.property(PROBLEM)))
    fill = look.color("surface" if state & ENABLED else "background")
    box(painter, option.rect, look.step(6), fill, line, width)


def frame(look: Look, option: QStyleOption, painter: QPainter, widget: QWidget | None) -> None:
    """Draw a panel's frame; views with one are fields of several lines."""
    state = state_of(option)
    if isinstance(widget, QAbstractScrollArea):
        line, width = field_line(look, state, bool(widget.property(PROBLEM)))
        box(painter, option.rect, look.step(6), None, line, width)
    else:
        box(painter, option.rect, look.step(8), None, look.color("border"))


def combo_box(look: Look, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
    """Draw a combo box: a plain button with a chevron, or a field when it can be typed into."""
    assert isinstance(option, QStyleOptionComboBox)
    state = state_of(option)
    enabled = state & ENABLED
    if option.editable:
        line, width = field_line(look, state, wrong=False)
        box(painter, option.rect, look.step(6), look.color("surface" if enabled else "background"), line, width)
    else:
        ground = "pressed" if state & (SUNKEN | ON) else "hover" if state & HOVER and enabled else "raised"
        line = look.color("control" if enabled else "border")
        box(painter, option.rect, look.step(6), look.color(ground), line)
    side = look.step(12)
    rect = option.rect
    place = QRectF(rect.right() - side - look.step(8), rect.y() + (rect.height() - side) / 2, side, side)
    chevron(painter, place, look.color("muted" if enabled else "disabled"), "down")


def combo_label(look: Look, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
    """Draw what a combo box shows."""
    assert isinstance(option, QStyleOptionComboBox)
    if option.editable:
        return
    state = state_of(option)
    rect = combo_text_rect(look, option.rect)
    if not option.currentIcon.isNull():
        side = option.iconSize.height()
        mode = QIcon.Mode.Normal if state & ENABLED else QIcon.Mode.Disabled
        ratio = painter.device().devicePixelRatioF()
        top = rect.y() + (rect.height() - side) // 2
        put_picture(painter, QPoint(rect.x(), top), option.currentIcon.pixmap(option.iconSize, ratio, mode))
        rect.setLeft(rect.left() + side + look.step(6))
    painter.setPen(look.color("text" if state & ENABLED else "disabled"))
    text = option.fontMetrics.elidedText(option.currentText, Qt.TextElideMode.ElideRight, rect.width())
    put_words(painter, rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)


def combo_text_rect(look: Look, rect: QRect) -> QRect:
    """Return where a combo box has its text."""
    return rect.adjusted(look.step(10), 0, -look.step(26), 0)


def progress_bar(look: Look, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
    """Draw progress as a thin line; while the end is not known only its ground."""
    assert isinstance(option, QStyleOptionProgressBar)
    height = look.step(4)
    rect = QRectF(option.rect)
    rect = QRectF(rect.x(), rect.center().y() - height / 2, rect.width(), height)
    box(painter, rect, height / 2, look.color("pressed"))
    span = option.maximum - option.minimum
    if span > 0 and option.progress > option.minimum:
        share = min(1.0, (option.progress - option.minimum) / span)
        done = QRectF(rect.x(), rect.y(), max(height, rect.width() * share), height)
        box(painter, done, height / 2, look.color("accent"))
