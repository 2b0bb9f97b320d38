"""Desk application: Qt's application, and what the system asks of it: to end, to open a file."""

from pathlib import Path

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication

from vaultdesk.core.platform.launch_request import is_app_link
from vaultdesk.ui.instance import Asked


class DeskApplication(QApplication):
    """Tells of what the system wants, instead of doing it behind our back."""

    quit_asked = Signal()
    """The system, or the dock's menu, wants the program to end."""
    asked = Signal(object)
    """A file, a folder or a link was opened, dropped on our icon or clicked somewhere (macOS): what is `Asked` for."""

    def event(self, event: QEvent) -> bool:
        """Hold back what would close the windows before their notes are saved."""
        if event.type() == QEvent.Type.Quit:
            event.ignore()
            self.quit_asked.emit()
            return True
        if isinstance(event, QFileOpenEvent) and self._opened(event):
            return True
        return super().event(event)

    def _opened(self, event: QFileOpenEvent) -> bool:
        link = bytes(event.url().toEncoded().data()).decode("ascii", "replace")
        if is_app_link(link):
            self.asked.emit(Asked(link=link))
        elif event.file():
            self.asked.emit(Asked(Path(event.file())))
        else:
            return False
        return True
