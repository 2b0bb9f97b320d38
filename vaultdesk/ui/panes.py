"""Panes: the notes, the note and the chat side by side; in a narrow window one at a time. Knows not what is in them."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from vaultdesk.ui.pane_host import PANES as PANES
from vaultdesk.ui.pane_host import WIDTHS, PaneHost
from vaultdesk.ui.pane_host import Pane as Pane
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.layouts import PaneSplitter

READING = 352
"""Width of the notes' pane while passages are read in it, in pixels of LOOK's drawings."""


class Panes(QWidget):
    """The three panes. Each but the note can be hidden and comes back as it was."""

    changed = Signal()
    """A pane was hidden, shown or brought to the front."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hidden: set[Pane] = set()
        self._wished: dict[Pane, int] = {pane: theme().step(WIDTHS[pane][1]) for pane in PANES}
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
        return sum(theme().step(WIDTHS[pane][0]) for pane in PANES) + len(PANES) - 1

    def sizes(self) -> tuple[int, ...]:
        """Return the widths of the panes as the person left them, also of those that are hidden or squeezed now."""
        return tuple(self._wished[pane] for pane in PANES)

    def restore(self, sizes: tuple[int, ...], hidden: tuple[str, ...], current: str) -> None:
        """Show the panes as they were left."""
        self._hidden = {pane for pane in PANES if pane in hidden and pane != "note"}
        self._current = next((pane for pane in PANES if pane == current), "note")
        if len(sizes) == len(PANES):
            for pane, size in zip(PANES, sizes, strict=True):
                least, _, most = WIDTHS[pane]
                self._wished[pane] = max(theme().step(least), min(size, theme().step(most)))
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

    def read_in_files(self, reading: bool) -> None:
        """Make the notes' pane wide enough to read in, where the note has room to give; *reading* over, as it was."""
        if reading != (self._reading is not None):
            self._reading = max(self._wished["files"], theme().step(READING)) if reading else None
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
        self.hosts[self._current if self._narrow else "note"].take_keyboard(event.reason())

    def _spread(self) -> None:
        if self._narrow:
            return
        sizes = dict(self._wished)
        sides = sum(sizes[pane] for pane in PANES if pane != "note" and pane not in self._hidden)
        lines = (len(PANES) - len(self._hidden) - 1) * self._splitter.handleWidth()
        self._wished["note"] = sizes["note"] = max(1, self.width() - sides - lines)
        if self._reading is not None and "files" not in self._hidden:
            spare = max(0, sizes["note"] - theme().step(WIDTHS["note"][0]))
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
                self._wished[pane] = size

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
            self.hosts[front].take_keyboard(Qt.FocusReason.OtherFocusReason)
        for host in going:
            host.hide()
