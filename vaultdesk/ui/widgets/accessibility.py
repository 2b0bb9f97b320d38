"""Tab order in reading direction, and announcements to screen readers."""

from collections.abc import Iterable
from itertools import pairwise

from PySide6.QtCore import QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget


def set_tab_order(stops: Iterable[QWidget]) -> None:
    """Make Tab visit *stops* in this order. They are in one window and accept the keyboard focus themselves.

    They are passed explicitly, because Qt's chain includes parts of widgets, and PySide deletes a widget that was
    reached through the temporary wrapper of such a part. A frame with a field is not a valid stop, because it accepts
    no focus.
    """
    for before, stop in pairwise(stops):
        QWidget.setTabOrder(before, stop)


def focus_later(widget: QWidget) -> None:
    """Focus *widget* in the next iteration of the event loop: a widget without a layout cannot take the focus."""
    QTimer.singleShot(0, widget, widget.setFocus)


def announce(widget: QWidget, sentence: str) -> None:
    """Announce *sentence* once through the screen reader; does nothing without one."""
    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, sentence))
