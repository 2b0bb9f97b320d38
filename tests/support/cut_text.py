"""Cut text: finds truncated text in a window, and focusable widgets without an accessible name.

Text is truncated where its ink exceeds its clip, or the edge of a parent that does not scroll; where an ellipsis
replaces text of the program; and where it replaces text of the user (a name, a title, a path) that no tooltip shows
in full.
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

SPARE = 1.5
"""Pixels of ink that may exceed an edge: the antialiased rim of a letter, and the rounding of a scale of 1.5."""

FAR = 100_000
"""Pixels; larger than any widget."""


@dataclass(frozen=True)
class Cut:
    """A text that is truncated."""

    where: str
    """The widget and its parents, outermost first."""
    text: str
    how: str

    def __str__(self) -> str:
        return f"{self.where}: {self.text!r}: {self.how}"


def cut_texts(window: QWidget, language: str) -> list[Cut]:
    """Return every truncated text in the visible *window*; *language* is the language of the program."""
    return [cut for widget in _in_sight(window) for cut in _cut_in(widget, language)]


def nameless(window: QWidget) -> list[str]:
    """Return the focusable widgets in *window* without a name for a screen reader."""
    return [
        place_of(widget)
        for widget in _in_sight(window)
        if widget.focusPolicy() != Qt.FocusPolicy.NoFocus and widget.focusProxy() is None and not _spoken(widget)
    ]


def place_of(widget: QWidget) -> str:
    """Return the classes of *widget* and its parents, outermost first, without those of Qt."""
    kinds: list[str] = []
    current: QWidget | None = widget
    while current is not None:
        kind = type(current)
        if current is widget or kind.__module__.startswith(("vaultdesk", "tests")):
            kinds.insert(0, kind.__name__)
        current = current.parentWidget()
    return " > ".join(kinds)


def _spoken(widget: QWidget) -> str:
    interface = QAccessible.queryAccessibleInterface(widget)
    return interface.text(QAccessible.Text.Name) if interface is not None else widget.accessibleName()


def _in_sight(window: QWidget) -> Iterator[QWidget]:
    """Yield the visible widgets of *window*, without other windows and widgets in a collapsed parent."""
    for widget in (window, *window.findChildren(QWidget)):
        # Requesting a tooltip may process events and delete widgets.
        if shiboken6.isValid(widget) and widget.isVisible() and widget.window() is window and not _folded(widget):
            yield widget


def _folded(widget: QWidget) -> bool:
    """Return whether a parent of *widget* has no size, as in a collapsed section."""
    parent = None if widget.isWindow() else widget.parentWidget()
    while parent is not None:
        if parent.width() <= 0 or parent.height() <= 0:
            return True
        parent = None if parent.isWindow() else parent.parentWidget()
    return False


def _cut_in(widget: QWidget, language: str) -> Iterator[Cut]:
    if _has_editable_text(widget):
        return
    pieces = painted(widget)
    brief = isinstance(widget, ElidedLabel) and widget.brief and widget.toolTip()
    if not pieces and isinstance(widget, QLabel | ElidedLabel) and widget.text().strip() and not brief:
        yield Cut(place_of(widget), widget.text(), f"no room in {widget.width()} x {widget.height()}")
    area = _reachable_area(widget) if pieces else QRectF()
    # Characters of two fonts are painted in pieces, such as an ellipsis after Chinese text.
    together = "".join(piece.text for piece in pieces)
    for piece in pieces:
        full_text = piece.text if together in _painted_sources(widget) else _full_text(widget, piece)
        if full_text != piece.text:
            how = _shortened(widget, piece, full_text, language)
        else:
            how = "" if isinstance(widget, ZoomView) else _overflow(widget, piece, area)
        if how:
            yield Cut(place_of(widget), full_text, how)


def _has_editable_text(widget: QWidget) -> bool:
    """Return whether *widget* is a text field or page with content, which scrolls."""
    parent = widget.parentWidget()
    if isinstance(parent, QTextEdit | QPlainTextEdit) and parent.viewport() is widget:
        return not parent.document().isEmpty()
    return isinstance(widget, QLineEdit) and bool(widget.text() or widget.displayText())


def _full_text(widget: QWidget, piece: Painted) -> str:
    """Return the full text of *piece*; Qt elides some text itself."""
    if ELLIPSIS not in piece.text and not piece.shortened:
        return piece.full_text
    if isinstance(widget, QTabBar) and (number := widget.tabAt(piece.ink.center().toPoint())) >= 0:
        return widget.tabText(number).replace("&&", "&")  # Several tabs may begin with the same word.
    if piece.shortened:
        return piece.full_text
    texts = list(_painted_sources(widget))
    if piece.text in texts:
        return piece.text
    start, _ellipsis, end = piece.text.partition(ELLIPSIS)
    return next((text for text in texts if text.startswith(start) and text.endswith(end)), piece.text)


def _painted_sources(widget: QWidget) -> Iterator[str]:
    """Yield the texts that Qt paints for *widget*."""
    if isinstance(widget, QLineEdit | QTextEdit | QPlainTextEdit):
        yield widget.placeholderText()
    elif isinstance(widget, QTabBar):
        yield from (widget.tabText(number).replace("&&", "&") for number in range(widget.count()))
    elif isinstance(widget, QComboBox):
        yield widget.currentText()


def _shortened(widget: QWidget, piece: Painted, whole: str, language: str) -> str:
    # Several items on one line: an item that is shown in full needs no tooltip.
    elided = [part for part in whole.split(" · ") if part.strip() and part not in piece.text]
    # A tab bar scrolls when there are many tabs: a tooltip is sufficient for each.
    own_parts = [part for part in (whole, *elided) if is_programs_own(part, language)]
    if own_parts and not isinstance(widget, QTabBar):
        return f"shortened to {piece.text!r}"
    tooltip = _plain(_tooltip(widget, piece.ink.center().toPoint()))
    missing = [part for part in elided if _plain(part) not in tooltip]
    return f"shortened to {piece.text!r}, and no tooltip tells {missing}" if missing else ""


def _plain(text: str) -> str:
    """Return *text* on one line, without the markup of a tooltip."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", "", text) if text.startswith("<p ") else text).split())


def _tooltip(widget: QWidget, place: QPoint) -> str:
    """Return the text of the tooltip at *place*."""
    nothing = "\u2007"
    QToolTip.showText(widget.mapToGlobal(place), nothing, widget)
    event = QHelpEvent(QEvent.Type.ToolTip, place, widget.mapToGlobal(place))
    QApplication.sendEvent(widget, event)
    text = QToolTip.text()
    QToolTip.hideText()
    return "" if text == nothing else text


def _overflow(widget: QWidget, piece: Painted, area: QRectF) -> str:
    """Return how far the ink of *piece* exceeds its edges."""
    ink, clip = (_in_sight_of(part, QRectF(widget.rect()), area) for part in (piece.ink, piece.clip))
    for edge, name in ((clip, "its box"), (area, "what it is in")):
        wide = max(edge.left() - ink.left(), ink.right() - edge.right())
        high = max(edge.top() - ink.top(), ink.bottom() - edge.bottom())
        if max(wide, high) > SPARE:
            return f"{max(wide, 0):.0f} x {max(high, 0):.0f} pixels beyond {name}"
    return ""


def _in_sight_of(rect: QRectF, sight: QRectF, area: QRectF) -> QRectF:
    """Return *rect* without the parts that scrolling can bring into view."""
    left, top, right, bottom = rect.left(), rect.top(), rect.right(), rect.bottom()
    if area.left() < sight.left() or area.right() > sight.right():
        left, right = (min(max(edge, sight.left()), sight.right()) for edge in (left, right))
    if area.top() < sight.top() or area.bottom() > sight.bottom():
        top, bottom = (min(max(edge, sight.top()), sight.bottom()) for edge in (top, bottom))
    return QRectF(left, top, right - left, bottom - top)


def _reachable_area(widget: QWidget) -> QRectF:
    """Return the area of *widget*, in its coordinates, that is visible or can be scrolled into view."""
    left, top, right, bottom = -FAR, -FAR, FAR, FAR
    x = y = 0
    free_x = free_y = False
    current: QWidget | None = widget
    while current is not None:
        parent = current.parentWidget()
        if isinstance(current, QTabBar) and current.usesScrollButtons():
            free_x = True
        # A margin, such as one of line numbers, scrolls with the viewport.
        if isinstance(parent, QAbstractScrollArea) and not isinstance(current, QScrollBar):
            free_x = free_x or _scrolls(parent.horizontalScrollBar())
            free_y = free_y or _scrolls(parent.verticalScrollBar())
        if not free_x:
            left, right = max(left, x), min(right, x + current.width())
        if not free_y:
            top, bottom = max(top, y), min(bottom, y + current.height())
        if current.isWindow():
            break
        x, y, current = x - current.x(), y - current.y(), parent
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
