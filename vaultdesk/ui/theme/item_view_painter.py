"""Paints item rows, tabs, tree branches, headers and scroll bars for the style."""

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QStyle,
    QStyleOption,
    QStyleOptionComplex,
    QStyleOptionHeader,
    QStyleOptionSlider,
    QStyleOptionTab,
    QWidget,
)

from vaultdesk.ui.theme.primitives import (
    CHILDREN,
    ENABLED,
    FOCUS,
    HOVER,
    OPEN,
    SELECTED,
    SUNKEN,
    box,
    chevron,
    focus_ring,
    state_of,
)
from vaultdesk.ui.theme.theme_values import ThemeValues

BAR = 12
"""Width of a scroll bar; its thumb is 6 wide, 10 when hovered."""

LEAST_THUMB = 28
"""Minimum length of a thumb that is easy to grab."""


def row_panel(values: ThemeValues, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
    """Draw the background of a row in a list or tree."""
    state = state_of(option)
    if state & SELECTED:
        line = values.color("accent") if values.tokens.high_contrast else None
        box(painter, option.rect, values.px(5), values.color("accent_tint"), line)
    elif state & HOVER and state & ENABLED:
        box(painter, option.rect, values.px(5), values.color("hover"))


def row_focus(values: ThemeValues, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
    """Draw the focus ring inside the current row."""
    if state_of(option) & FOCUS:
        focus_ring(values, painter, QRectF(option.rect), values.px(5))


def branch(values: ThemeValues, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
    """Draw the chevron before a folder; no lines."""
    state = state_of(option)
    if not state & CHILDREN:
        return
    side = values.px(12)
    rect = QRectF(option.rect)
    place = QRectF(rect.right() - side, rect.center().y() - side / 2, side, side)
    chevron(painter, place, values.color("muted"), "down" if state & OPEN else "right")


def tab_shape(values: ThemeValues, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
    """Draw a tab: the current one is connected with the page below it, the others are on a line."""
    rect = option.rect
    state = state_of(option)
    if state & SELECTED:
        painter.fillRect(rect, values.color("surface"))
    else:
        ground = "hover" if state & HOVER and state & ENABLED else "background"
        painter.fillRect(rect, values.color(ground))
        painter.fillRect(QRect(rect.x(), rect.bottom(), rect.width(), 1), values.color("border"))
    painter.fillRect(QRect(rect.right(), rect.y(), 1, rect.height()), values.color("border"))
    if state & FOCUS and state & SELECTED:
        focus_ring(values, painter, QRectF(rect.adjusted(2, 2, -3, -2)), values.px(5))


def tab_label(values: ThemeValues, option: QStyleOption, painter: QPainter, widget: QWidget | None) -> None:
    """Draw a tab's name."""
    assert isinstance(option, QStyleOptionTab)
    state = state_of(option)
    # The tabs of the inactive pane of a split view are muted.
    selected = state & SELECTED and not getattr(widget, "muted", False)
    painter.setFont(values.font("strong" if selected else "interface"))
    painter.setPen(values.color("disabled" if not state & ENABLED else "text" if selected else "muted"))
    rect = option.rect.adjusted(values.px(14), 0, -values.px(14), 0)
    if widget is not None:
        rect = widget.style().subElementRect(QStyle.SubElement.SE_TabBarTabText, option, widget)
    text = painter.fontMetrics().elidedText(option.text, Qt.TextElideMode.ElideRight, rect.width())
    painter.drawText(rect, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), text)


def header_section(values: ThemeValues, option: QStyleOption, painter: QPainter, _widget: QWidget | None) -> None:
    """Draw one heading of a table: small text on a line."""
    assert isinstance(option, QStyleOptionHeader)
    rect = option.rect
    painter.fillRect(QRect(rect.x(), rect.bottom(), rect.width(), 1), values.color("border"))
    painter.setFont(values.font("caption"))
    painter.setPen(values.color("muted"))
    painter.drawText(rect.adjusted(values.px(8), 0, -values.px(8), 0), int(option.textAlignment), option.text)


def scroll_bar(values: ThemeValues, option: QStyleOption, painter: QPainter, widget: QWidget | None) -> None:
    """Draw a scroll bar: a thumb on the background of the scrolled area."""
    assert isinstance(option, QStyleOptionSlider)
    ground = _ground(widget)
    if ground is not None:
        painter.fillRect(option.rect, ground)
    if option.maximum <= option.minimum:
        return
    state = state_of(option)
    busy = bool(state & HOVER) or bool(state & SUNKEN)
    wide = values.px(10 if busy else 6)
    thumb = QRectF(slider_rect(values, option))
    if option.orientation == Qt.Orientation.Vertical:
        thumb = QRectF(thumb.center().x() - wide / 2 + 0.5, thumb.y(), wide, thumb.height())
    else:
        thumb = QRectF(thumb.x(), thumb.center().y() - wide / 2 + 0.5, thumb.width(), wide)
    box(painter, thumb, wide / 2, values.color("outline" if state & SUNKEN else "control"))


def slider_rect(values: ThemeValues, option: QStyleOptionSlider) -> QRect:
    """Return the whole groove of the thumb."""
    upright = option.orientation == Qt.Orientation.Vertical
    rect = option.rect
    length = (rect.height() if upright else rect.width()) - 2 * values.px(2)
    span = option.maximum - option.minimum
    if span <= 0:
        return rect
    share = option.pageStep / (span + option.pageStep) if option.pageStep > 0 else 0.0
    thumb = min(length, max(round(length * share), values.px(LEAST_THUMB)))
    offset = values.px(2) + QStyle.sliderPositionFromValue(
        option.minimum, option.maximum, option.sliderPosition, length - thumb, option.upsideDown
    )
    if upright:
        return QRect(rect.x(), rect.y() + offset, rect.width(), thumb)
    return QRect(rect.x() + offset, rect.y(), thumb, rect.height())


def scroll_bar_part(values: ThemeValues, option: QStyleOptionComplex, part: QStyle.SubControl) -> QRect | None:
    """Return the rectangle of a part of a scroll bar: there are no arrows, and the groove covers everything."""
    if not isinstance(option, QStyleOptionSlider):
        return None
    rect = option.rect
    thumb = slider_rect(values, option)
    upright = option.orientation == Qt.Orientation.Vertical
    match part:
        case QStyle.SubControl.SC_ScrollBarSlider:
            return thumb
        case QStyle.SubControl.SC_ScrollBarGroove:
            return QRect(rect)
        case QStyle.SubControl.SC_ScrollBarSubPage:
            if upright:
                return QRect(rect.x(), rect.y(), rect.width(), thumb.y() - rect.y())
            return QRect(rect.x(), rect.y(), thumb.x() - rect.x(), rect.height())
        case QStyle.SubControl.SC_ScrollBarAddPage:
            if upright:
                return QRect(rect.x(), thumb.bottom() + 1, rect.width(), rect.bottom() - thumb.bottom())
            return QRect(thumb.right() + 1, rect.y(), rect.right() - thumb.right(), rect.height())
        case _:
            return QRect()


def _ground(bar: QWidget | None) -> QColor | None:
    holder = bar.parentWidget() if bar is not None else None
    area = holder.parentWidget() if holder is not None else None
    if not isinstance(area, QAbstractScrollArea):
        return None
    viewport = area.viewport()
    return viewport.palette().color(viewport.backgroundRole())
