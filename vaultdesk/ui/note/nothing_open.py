"""NothingOpen: what stands where no note is open: the ways to go on from here. Does none of them."""

from collections.abc import Callable, Sequence

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vaultdesk.ui.widgets.empty_state import EmptyState, NextStep

Steps = Callable[[], Sequence[NextStep]]
"""Returns what can be done now."""


class NothingOpen(QWidget):
    """Offers what can be done, anew each time it is shown: what was closed last is another one by then."""

    def __init__(self, steps: Steps, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._steps = steps
        self._shown: EmptyState | None = None
        self._offered: list[tuple[str, str]] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self.renew()

    def renew(self) -> None:
        """Offer what can be done now."""
        steps = list(self._steps())
        offered = [(step.text, step.keys) for step in steps]
        if self._shown is not None and offered == self._offered:
            return
        self._offered = offered
        if self._shown is not None:
            self._column.removeWidget(self._shown)
            self._shown.hide()
            self._shown.deleteLater()
        self._shown = EmptyState(
            "file", self.tr("No note is open"), self.tr("Go on where you were, or start a new one."), steps
        )
        self._column.addWidget(self._shown)
        self._shown.show()

    def showEvent(self, event: QShowEvent) -> None:
        """See what can be done by now."""
        super().showEvent(event)
        self.renew()
