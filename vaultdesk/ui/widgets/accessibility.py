"""Keyboard and screen readers: tab order, delayed focus, modifiers of keys, and announcements."""

from collections.abc import Iterable
from itertools import pairwise

from PySide6.QtCore import Qt, QTimer
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


# `held & ~Qt.KeyboardModifier.ShiftModifier` is wrong on Windows: with PySide6 6.11 and Python 3.13 the complement of
# one
# modifier loses others there, because `KeyboardModifierMask` is negative.

_MODIFIERS = (
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.MetaModifier,
    Qt.KeyboardModifier.KeypadModifier,
    Qt.KeyboardModifier.GroupSwitchModifier,
)


def without_modifiers(held: Qt.KeyboardModifier, *removed: Qt.KeyboardModifier) -> Qt.KeyboardModifier:
    """Return the modifiers of *held* that are not in *removed*."""
    kept = Qt.KeyboardModifier.NoModifier
    for modifier in _MODIFIERS:
        if modifier not in removed and held & modifier:
            kept |= modifier
    return kept


def without_keypad(held: Qt.KeyboardModifier) -> Qt.KeyboardModifier:
    """Return *held* without the modifier that marks keys of the number pad."""
    return without_modifiers(held, Qt.KeyboardModifier.KeypadModifier)
