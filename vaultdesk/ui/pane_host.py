"""Pane host: the place of one of the three panes, and how wide each may be. Knows not what is in it."""

from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QAbstractScrollArea, QVBoxLayout, QWidget

from vaultdesk.ui.theme.theme import theme

Pane = Literal["files", "note", "chat"]

PANES: tuple[Pane, ...] = ("files", "note", "chat")

WIDTHS: dict[Pane, tuple[int, int, int]] = {
    "files": (200, 256, 420),
    "note": (420, 784, 100_000),
    "chat": (320, 400, 640),
}
"""Least, ideal and most width of each pane in pixels of LOOK's drawings."""


class PaneHost(QWidget):
    """A place for one pane's widget."""

    def __init__(self, pane: Pane) -> None:
        super().__init__()
        self._pane: Pane = pane
        self._view: QWidget | None = None
        self.setAutoFillBackground(True)
        if pane == "note":
            self.setBackgroundRole(QPalette.ColorRole.Base)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)

    def view(self) -> QWidget | None:
        """Return what is shown."""
        return self._view

    def set_view(self, view: QWidget) -> QWidget | None:
        """Show *view*; return what was shown before and is no longer, now without a parent."""
        before = self._view
        if before is view:
            return None
        if before is not None:
            self._column.removeWidget(before)
            before.setParent(None)
        self._view = view
        self._column.addWidget(view)
        view.show()
        return before

    def take_view(self) -> None:
        """Let what is shown go, now without a parent: it is to be shown elsewhere."""
        if self._view is not None:
            self._column.removeWidget(self._view)
            self._view.setParent(None)
            self._view = None

    def take_keyboard(self, reason: Qt.FocusReason) -> None:
        """Give the keyboard to the first thing in the view that scrolls by keys, or to the view."""
        if self._view is not None:
            scrolling = (area for area in self._view.findChildren(QAbstractScrollArea) if area.isVisible())
            keen = (area for area in scrolling if area.focusPolicy() & Qt.FocusPolicy.TabFocus)
            next(keen, self._view).setFocus(reason)

    def bound(self, *, free: bool) -> None:
        """Keep the width LOOK gives the pane, or let it be any width while it is shown alone."""
        least, _, most = WIDTHS[self._pane]
        step = theme().step
        self.setMinimumWidth(0 if free else step(least))
        self.setMaximumWidth(16_777_215 if free else step(most))
