"""Spoken: one sentence to whoever listens instead of looking, through the system's screen reader (QT 2.3.6)."""

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget


def announce(widget: QWidget, sentence: str) -> None:
    """Have *sentence* read out once; where no reader listens this does nothing."""
    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, sentence))
