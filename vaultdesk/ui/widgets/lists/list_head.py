"""Head row of a list of ticks, on the background of the panes."""

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from vaultdesk.ui.theme.theme import theme

CHECKLIST_HEAD_HEIGHT = 38
"""Height of the head row in design pixels."""


class ListHead(QWidget):
    """The row above a list; its widgets have the background of the panes."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), theme().color("background"))
