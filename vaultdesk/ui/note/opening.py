"""Opening: what stands in the place of a note that takes long to appear. Opens nothing; see note_page.py."""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from vaultdesk.ui.widgets.empty_state import EmptyState

PATIENCE = 150
"""Milliseconds the note before may stay: most notes are there by then, and nothing flickers."""


class Opening(QWidget):
    """Takes the place in *body* when the note is late; whoever shows the note calls `end`."""

    late = Signal()

    def __init__(self, body: QStackedWidget) -> None:
        super().__init__(body)
        self._body = body
        self._words = EmptyState("file", self.tr("Opening…"), "")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._words)
        self._late = QTimer(self, singleShot=True, interval=PATIENCE)
        self._late.timeout.connect(self._show)
        self.active = False
        body.addWidget(self)

    def begin(self, *, at_once: bool) -> None:
        """A note is on its way. With *at_once* what stood here goes now, and the words come when it is late."""
        self.active = True
        self._words.hide()
        if at_once:
            self._body.setCurrentWidget(self)
        self._late.start()

    def end(self) -> None:
        """The note, or something else, is shown."""
        self.active = False
        self._late.stop()

    def _show(self) -> None:
        self._words.show()
        self._body.setCurrentWidget(self)
        self.late.emit()
