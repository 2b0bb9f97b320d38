"""Dimmer: a veil over a window while its dialog waits."""

import shiboken6
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QDialog, QWidget

from vaultdesk.ui.theme.theme import theme


class Dimmer(QWidget):
    """Lies over *window* and takes no events; is deleted when the last of its dialogs has finished."""

    def __init__(self, window: QWidget) -> None:
        # The window is not kept: the last to let go of it would be this child of it, as it is deleted itself.
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._dialogs: set[int] = set()
        window.installEventFilter(self)
        self.hide()

    def dim_for(self, dialog: QDialog) -> None:
        """Lie over the window until *dialog* has finished."""
        key = id(dialog)
        self._dialogs.add(key)

        def leave() -> None:
            self._dialogs.discard(key)
            if not self._dialogs and shiboken6.isValid(self):
                self.hide()
                self.deleteLater()

        dialog.finished.connect(leave)
        dialog.destroyed.connect(leave)
        self._cover()
        self.raise_()
        self.show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Cover the window at any size."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._cover()
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the veil."""
        QPainter(self).fillRect(self.rect(), theme().dimming())

    def _cover(self) -> None:
        window = self.parentWidget()
        assert window is not None, "it was made over one, and goes with it"
        self.setGeometry(window.rect())
