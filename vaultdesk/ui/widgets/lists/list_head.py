"""Head row of a list of ticks, on the ground of the panes."""

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from vaultdesk.ui.theme.theme import theme

CHECKLIST_HEAD_HEIGHT = 38
"""Design pixels of the head row."""


class ListHead(QWidget):
    """The row over a list: what is put into it stands on the ground of the panes."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), theme().color("background"))
