"""Keyboard and screen readers: tab order, delayed focus, modifiers of keys, and announcements."""

from collections.abc import Iterable
from itertools import pairwise

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget


def set_tab_order(stops: Iterable[QWidget]) -> None:
    """Make Tab visit *stops* in this order. All of them must be in one window and accept the focus themselves.

    A frame around a field is not a valid stop, because it accepts no focus. Qt's own focus chain is not read, because
    it includes parts of widgets, and PySide deletes a widget reached through the temporary wrapper of such a part.
    """
    for previous, stop in pairwise(stops):
        QWidget.setTabOrder(previous, stop)


def focus_later(widget: QWidget) -> None:
    """Focus *widget* in the next iteration of the event loop: a widget without a layout cannot take the focus."""
    QTimer.singleShot(0, widget, widget.setFocus)


def announce(widget: QWidget, sentence: str) -> None:
    """Announce *sentence* once through the screen reader; does nothing without one."""
    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, sentence))


# `modifiers & ~Qt.KeyboardModifier.ShiftModifier` is wrong on Windows: with PySide6 6.11 and Python 3.13 the complement
# of one modifier loses others there, because `KeyboardModifierMask` is negative.

_MODIFIERS = (
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.MetaModifier,
    Qt.KeyboardModifier.KeypadModifier,
    Qt.KeyboardModifier.GroupSwitchModifier,
)


def without_modifiers(modifiers: Qt.KeyboardModifier, *removed: Qt.KeyboardModifier) -> Qt.KeyboardModifier:
    """Return the modifiers of *modifiers* that are not in *removed*."""
    remaining = Qt.KeyboardModifier.NoModifier
    for modifier in _MODIFIERS:
        if modifier not in removed and modifiers & modifier:
            remaining |= modifier
    return remaining


def without_keypad(modifiers: Qt.KeyboardModifier) -> Qt.KeyboardModifier:
    """Return *modifiers* without the modifier that marks keys of the number pad."""
    return without_modifiers(modifiers, Qt.KeyboardModifier.KeypadModifier)
