"""Cut text: which text of a window a person cannot read to its end, and what takes the keyboard without a name.

Text is cut where its ink goes over what it is painted in, or over the edge of something around it that does not
scroll; where an ellipsis stands for words of the program; and where one stands for a person's own words (a name, a
title, a path) that no tooltip tells whole.
"""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass

import shiboken6
from PySide6.QtCore import QAbstractItemModel, QEvent, QModelIndex, QPoint, QRectF, Qt
from PySide6.QtGui import QAccessible, QHelpEvent
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QScrollBar,
    QTabBar,
    QTextEdit,
    QToolTip,
    QWidget,
)

from tests.support.painted_text import ELLIPSIS, Painted, painted
from tests.support.program_words import is_programs_own
from vaultdesk.ui.widgets.labels import ElidedLabel
from vaultdesk.ui.widgets.zoom_view import ZoomView

SPARE = 1.0
"""Pixels of ink that may go over an edge: the soft rim of a letter."""

FAR = 100_000
"""Pixels; no widget is as large."""


@dataclass(frozen=True)
class Cut:
    """A text that cannot be read to its end."""

    where: str
    """The widget and what it is in, from the outside."""
    text: str
    how: str

    def __str__(self) -> str:
        return f"{self.where}: {self.text!r}: {self.how}"


def cut_texts(window: QWidget, language: str) -> list[Cut]:
    """Return every text in *window*, which is visible, that is cut; *language* is what the program speaks."""
    return [cut for widget in _in_sight(window) for cut in _cut_in(widget, language)]


def nameless(window: QWidget) -> list[str]:
    """Return what takes the keyboard in *window* and is silent to a screen reader."""
    return [
        place_of(widget)
        for widget in _in_sight(window)
        if widget.focusPolicy() != Qt.FocusPolicy.NoFocus and widget.focusProxy() is None and not _spoken(widget)
    ]


def place_of(widget: QWidget) -> str:
    """Return what *widget* is in, from the outside; Qt's own kinds are left out."""
    kinds: list[str] = []
    one: QWidget | None = widget
    while one is not None:
        kind = type(one)
        if one is widget or kind.__module__.startswith(("vaultdesk", "tests")):
            kinds.insert(0, kind.__name__)
        one = one.parentWidget()
    return " > ".join(kinds)


def _spoken(widget: QWidget) -> str:
    told = QAccessible.queryAccessibleInterface(widget)
    return told.text(QAccessible.Text.Name) if told is not None else widget.accessibleName()


def _in_sight(window: QWidget) -> Iterator[QWidget]:
    """Return what is visible in *window*, without the windows over it and what is folded to nothing."""
    for widget in (window, *window.findChildren(QWidget)):
        # A tooltip that is asked for may let the program go on, and take things away.
        if shiboken6.isValid(widget) and widget.isVisible() and widget.window() is window and not _folded(widget):
            yield widget


def _folded(widget: QWidget) -> bool:
    """Return whether something around *widget* has no room at all, as a part that is folded."""
    around = None if widget.isWindow() else widget.parentWidget()
    while around is not None:
        if around.width() <= 0 or around.height() <= 0:
            return True
        around = None if around.isWindow() else around.parentWidget()
    return False


def _cut_in(widget: QWidget, language: str) -> Iterator[Cut]:
    if _holds_text_of_its_own(widget):
        return
    pieces = painted(widget)
    brief = isinstance(widget, ElidedLabel) and widget.brief and widget.toolTip()
    if not pieces and isinstance(widget, QLabel | ElidedLabel) and widget.text().strip() and not brief:
        yield Cut(place_of(widget), widget.text(), f"no room in {widget.width()} x {widget.height()}")
    room = _room(widget) if pieces else QRectF()
    # Signs of two fonts come in pieces, an ellipsis behind Chinese ones by itself.
    together = "".join(piece.text for piece in pieces)
    for piece in pieces:
        whole = piece.text if together in _said(widget) else _whole(widget, piece)
        if whole != piece.text:
            how = _shortened(widget, piece, whole, language)
        else:
            how = "" if isinstance(widget, ZoomView) else _beyond(widget, piece, room)
        if how:
            yield Cut(place_of(widget), whole, how)


def _holds_text_of_its_own(widget: QWidget) -> bool:
    """Return whether *widget* is a field or a page with text in it: that is scrolled, and seldom ours."""
    around = widget.parentWidget()
    if isinstance(around, QTextEdit | QPlainTextEdit) and around.viewport() is widget:
        return not around.document().isEmpty()
    return isinstance(widget, QLineEdit) and bool(widget.text() or widget.displayText())


def _whole(widget: QWidget, piece: Painted) -> str:
    """Return the text *piece* stands for; Qt shortens some by itself."""
    if piece.shortened or ELLIPSIS not in piece.text:
        return piece.whole
    said = list(_said(widget))
    if piece.text in said:
        return piece.text
    start, _ellipsis, end = piece.text.partition(ELLIPSIS)
    return next((one for one in said if one.startswith(start) and one.endswith(end)), piece.text)


def _said(widget: QWidget) -> Iterator[str]:
    """Return the texts Qt paints for *widget*."""
    if isinstance(widget, QLineEdit | QTextEdit | QPlainTextEdit):
        yield widget.placeholderText()
    elif isinstance(widget, QTabBar):
        yield from (widget.tabText(number).replace("&&", "&") for number in range(widget.count()))
    elif isinstance(widget, QComboBox):
        yield widget.currentText()


def _shortened(widget: QWidget, piece: Painted, whole: str, language: str) -> str:
    # Several things on one line: what stands there whole needs no tooltip.
    lost = [part for part in whole.split(" · ") if part.strip() and part not in piece.text]
    # The tabs of what a person opened are a row that grows and scrolls: a tooltip is enough for each.
    ours = [part for part in (whole, *lost) if is_programs_own(part, language)]
    if ours and not isinstance(widget, QTabBar):
        return f"shortened to {piece.text!r}"
    told = _plain(_tooltip(widget, piece.ink.center().toPoint()))
    missing = [part for part in lost if _plain(part) not in told]
    return f"shortened to {piece.text!r}, and no tooltip tells {missing}" if missing else ""


def _plain(text: str) -> str:
    """Return *text* on one line, without the marks a tooltip needs to be shown literally."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", "", text) if text.startswith("<p ") else text).split())


def _tooltip(widget: QWidget, place: QPoint) -> str:
    """Return what the tooltip over *place* says."""
    nothing = "\u2007"
    QToolTip.showText(widget.mapToGlobal(place), nothing, widget)
    asked = QHelpEvent(QEvent.Type.ToolTip, place, widget.mapToGlobal(place))
    QApplication.sendEvent(widget, asked)
    said = QToolTip.text()
    QToolTip.hideText()
    return "" if said == nothing else said


def _beyond(widget: QWidget, piece: Painted, room: QRectF) -> str:
    """Return how the ink of *piece* goes over the edges it has."""
    ink, clip = (_in_sight_of(part, QRectF(widget.rect()), room) for part in (piece.ink, piece.clip))
    for edge, name in ((clip, "its box"), (room, "what it is in")):
        wide = max(edge.left() - ink.left(), ink.right() - edge.right())
        high = max(edge.top() - ink.top(), ink.bottom() - edge.bottom())
        if max(wide, high) > SPARE:
            return f"{max(wide, 0):.0f} x {max(high, 0):.0f} pixels beyond {name}"
    return ""


def _in_sight_of(rect: QRectF, sight: QRectF, room: QRectF) -> QRectF:
    """Return *rect* without what lies beyond the edge of a view that scrolls: that can be brought into sight."""
    left, top, right, bottom = rect.left(), rect.top(), rect.right(), rect.bottom()
    if room.left() < sight.left() or room.right() > sight.right():
        left, right = (min(max(edge, sight.left()), sight.right()) for edge in (left, right))
    if room.top() < sight.top() or room.bottom() > sight.bottom():
        top, bottom = (min(max(edge, sight.top()), sight.bottom()) for edge in (top, bottom))
    return QRectF(left, top, right - left, bottom - top)


def _room(widget: QWidget) -> QRectF:
    """Return what of *widget*, in its coordinates, can be seen or brought into sight by scrolling."""
    left, top, right, bottom = -FAR, -FAR, FAR, FAR
    x = y = 0
    free_x = free_y = False
    one: QWidget | None = widget
    while one is not None:
        area = one.parentWidget()
        if isinstance(one, QTabBar) and one.usesScrollButtons():
            free_x = True
        # A margin, as one of line numbers, goes along with what is in the middle.
        if isinstance(area, QAbstractScrollArea) and not isinstance(one, QScrollBar):
            free_x = free_x or _scrolls(area.horizontalScrollBar())
            free_y = free_y or _scrolls(area.verticalScrollBar())
        if not free_x:
            left, right = max(left, x), min(right, x + one.width())
        if not free_y:
            top, bottom = max(top, y), min(bottom, y + one.height())
        if one.isWindow():
            break
        x, y, one = x - one.x(), y - one.y(), area
    return QRectF(left, top, right - left, bottom - top)


def _scrolls(bar: QScrollBar) -> bool:
    return bar.maximum() > bar.minimum()


def rows(model: QAbstractItemModel, under: QModelIndex | None = None) -> Iterator[QModelIndex]:
    """Return every row of *model*."""
    above = under if under is not None else QModelIndex()
    for row in range(model.rowCount(above)):
        index = model.index(row, 0, above)
        yield index
        yield from rows(model, index)
