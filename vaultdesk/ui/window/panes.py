"""The three panes side by side, or one at a time in a narrow window."""

from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QVBoxLayout, QWidget

from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.layouts import PaneSplitter

Pane = Literal["files", "note", "chat"]

PANES: tuple[Pane, ...] = ("files", "note", "chat")

PANE_WIDTHS: dict[Pane, tuple[int, int, int]] = {
    "files": (200, 256, 420),
    "note": (420, 784, 100_000),
    "chat": (320, 400, 640),
}
"""Least, ideal and most width of each pane in design pixels."""


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

    def take_focus(self, reason: Qt.FocusReason) -> None:
        """Give the keyboard to the first thing in the view that scrolls by keys, or to the view."""
        if self._view is not None:
            scrolling = (area for area in self._view.findChildren(QAbstractScrollArea) if area.isVisible())
            keen = (area for area in scrolling if area.focusPolicy() & Qt.FocusPolicy.TabFocus)
            next(keen, self._view).setFocus(reason)

    def bound(self, *, free: bool) -> None:
        """Limit the pane to its widths in `PANE_WIDTHS`, or let it be any width while it is shown alone."""
        least, _, most = PANE_WIDTHS[self._pane]
        px = theme().px
        self.setMinimumWidth(0 if free else px(least))
        self.setMaximumWidth(16_777_215 if free else px(most))


READING_WIDTH = 352
"""Width of the notes' pane while passages are read in it, in design pixels."""


class Panes(QWidget):
    """The three panes. Each but the note can be hidden and comes back as it was."""

    changed = Signal()
    """A pane was hidden, shown or brought to the front."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hidden: set[Pane] = set()
        self._wanted_sizes: dict[Pane, int] = {pane: theme().px(PANE_WIDTHS[pane][1]) for pane in PANES}
        self._current: Pane = "note"
        self._reading: int | None = None
        """How wide the notes' pane is while passages are read in it; None while it is as wide as it was left."""
        self._narrow = False
        self.hosts: dict[Pane, PaneHost] = {pane: PaneHost(pane) for pane in PANES}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self._splitter = PaneSplitter(Qt.Orientation.Horizontal)
        for pane in PANES:
            self._splitter.addWidget(self.hosts[pane])
        self._splitter.setStretchFactor(0, 0)
        self._splitter.setStretchFactor(1, 1)
        self._splitter.setStretchFactor(2, 0)
        column.addWidget(self._splitter)
        self._splitter.splitterMoved.connect(self._take_widths)
        self._arrange()
        self._spread()

    @property
    def current(self) -> Pane:
        """The pane that is shown while the window is narrow."""
        return self._current

    @property
    def narrow(self) -> bool:
        """Tell whether one pane is shown at a time."""
        return self._narrow

    def hidden(self) -> tuple[Pane, ...]:
        """Return the panes that are hidden in a wide window."""
        return tuple(pane for pane in PANES if pane in self._hidden)

    def least_width(self) -> int:
        """Return the width below which the three panes would lie over each other."""
        return sum(theme().px(PANE_WIDTHS[pane][0]) for pane in PANES) + len(PANES) - 1

    def sizes(self) -> tuple[int, ...]:
        """Return the widths of the panes as the person left them, also of those that are hidden or squeezed now."""
        return tuple(self._wanted_sizes[pane] for pane in PANES)

    def restore(self, sizes: tuple[int, ...], hidden: tuple[str, ...], current: str) -> None:
        """Show the panes as they were left."""
        self._hidden = {pane for pane in PANES if pane in hidden and pane != "note"}
        self._current = next((pane for pane in PANES if pane == current), "note")
        if len(sizes) == len(PANES):
            for pane, size in zip(PANES, sizes, strict=True):
                least, _, most = PANE_WIDTHS[pane]
                self._wanted_sizes[pane] = max(theme().px(least), min(size, theme().px(most)))
        self._arrange()
        self._spread()

    def toggle(self, pane: Pane) -> None:
        """Hide *pane* or bring it back; in a narrow window go to it and, from it, to the note."""
        if self._narrow:
            self.show_pane("note" if self._current == pane else pane)
            return
        self._hidden ^= {pane}
        self._arrange()
        self._spread()
        self.changed.emit()

    def show_pane(self, pane: Pane) -> None:
        """Make *pane* visible, whatever the width."""
        self._hidden.discard(pane)
        self._current = pane
        self._arrange()
        self._spread()
        self.changed.emit()

    def hide_pane(self, pane: Pane) -> None:
        """Hide *pane* while there is room for several."""
        self._hidden.add(pane)
        self._current = "note" if self._current == pane else self._current
        self._arrange()
        self._spread()
        self.changed.emit()

    def set_reading(self, reading: bool) -> None:
        """Make the notes' pane wide enough to read in, where the note has room to give; *reading* over, as it was."""
        if reading != (self._reading is not None):
            self._reading = max(self._wanted_sizes["files"], theme().px(READING_WIDTH)) if reading else None
            self._spread()

    def set_narrow(self, narrow: bool) -> None:
        """Show one pane at a time, or all beside each other."""
        if narrow == self._narrow:
            return
        self._narrow = narrow
        self._arrange()
        self._spread()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give what is won or lost to the note; squeezed panes grow back to what they were."""
        super().resizeEvent(event)
        self._spread()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the keyboard on to the note, or to the pane that is shown alone."""
        super().focusInEvent(event)
        self.hosts[self._current if self._narrow else "note"].take_focus(event.reason())

    def _spread(self) -> None:
        if self._narrow:
            return
        sizes = dict(self._wanted_sizes)
        sides = sum(sizes[pane] for pane in PANES if pane != "note" and pane not in self._hidden)
        lines = (len(PANES) - len(self._hidden) - 1) * self._splitter.handleWidth()
        self._wanted_sizes["note"] = sizes["note"] = max(1, self.width() - sides - lines)
        if self._reading is not None and "files" not in self._hidden:
            spare = max(0, sizes["note"] - theme().px(PANE_WIDTHS["note"][0]))
            more = min(spare, self._reading - sizes["files"])
            sizes["files"], sizes["note"] = sizes["files"] + more, sizes["note"] - more
        self._splitter.setSizes([sizes[pane] for pane in PANES])

    def _take_widths(self) -> None:
        for pane, size in zip(PANES, self._splitter.sizes(), strict=True):
            # The splitter gives nothing to what is hidden; it comes back as wide as it was.
            if self._narrow or pane in self._hidden:
                continue
            if pane == "files" and self._reading is not None:
                self._reading = size
            else:
                self._wanted_sizes[pane] = size

    def _arrange(self) -> None:
        shown = {self._current} if self._narrow else {pane for pane in PANES if pane not in self._hidden}
        keyboard = QApplication.focusWidget()
        for pane, host in self.hosts.items():
            host.bound(free=self._narrow)
            if pane in shown:
                host.show()
        going = [host for pane, host in self.hosts.items() if pane not in shown]
        if keyboard is not None and any(host.isAncestorOf(keyboard) for host in going):
            # Left alone, Qt hands it to whatever comes next, which is a button of the toolbar.
            front: Pane = self._current if self._current in shown else "note"
            self.hosts[front].take_focus(Qt.FocusReason.OtherFocusReason)
        for host in going:
            host.hide()
