"""Tab order in reading direction, and announcements to screen readers."""

from collections.abc import Iterable
from itertools import pairwise

from PySide6.QtCore import QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget


def set_tab_order(stops: Iterable[QWidget]) -> None:
    """Let Tab go through *stops* in this order. They stand in one window, and take the keyboard themselves.

    They are named and not searched for: Qt's chain also goes through parts of widgets, and PySide lets go of a widget
    that was reached through the short-lived wrapper of such a part. A field in a frame is no stop: Qt moves neither
    the frame, which takes no keyboard, nor the two together.
    """
    for before, stop in pairwise(stops):
        QWidget.setTabOrder(before, stop)


def focus_later(widget: QWidget) -> None:
    """Give *widget* the keyboard in the loop's next turn: what is not laid out yet cannot take it."""
    QTimer.singleShot(0, widget, widget.setFocus)


def announce(widget: QWidget, sentence: str) -> None:
    """Have *sentence* read out once; where no reader listens this does nothing."""
    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, sentence))
