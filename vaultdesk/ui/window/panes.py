"""The three panes side by side, or one at a time in a narrow window."""

from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QVBoxLayout, QWidget

from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.layouts import PaneSplitter, column_layout

Pane = Literal["files", "note", "chat"]

PANES: tuple[Pane, ...] = ("files", "note", "chat")

PANE_WIDTHS: dict[Pane, tuple[int, int, int]] = {
    "files": (200, 256, 420),
    "note": (420, 784, 100_000),
    "chat": (320, 400, 640),
}
"""Minimum, preferred and maximum width of each pane in design pixels."""


class PaneHost(QWidget):
    """Container of one pane's widget."""

    def __init__(self, pane: Pane) -> None:
        super().__init__()
        self._pane: Pane = pane
        self._view: QWidget | None = None
        self.setAutoFillBackground(True)
        if pane == "note":
            self.setBackgroundRole(QPalette.ColorRole.Base)
        self._column = column_layout(self)

    def view(self) -> QWidget | None:
        return self._view

    def set_view(self, view: QWidget) -> QWidget | None:
        """Show *view*; return the replaced one, which has no parent now."""
        previous = self._view
        if previous is view:
            return None
        if previous is not None:
            self._column.removeWidget(previous)
            previous.setParent(None)
        self._view = view
        self._column.addWidget(view)
        view.show()
        return previous

    def take_view(self) -> None:
        """Remove the view, which has no parent then, to show it elsewhere."""
        if self._view is not None:
            self._column.removeWidget(self._view)
            self._view.setParent(None)
            self._view = None

    def take_focus(self, reason: Qt.FocusReason) -> None:
        """Focus the first scrollable widget of the view, or the view."""
        if self._view is not None:
            scrolling = (area for area in self._view.findChildren(QAbstractScrollArea) if area.isVisible())
            focusable = (area for area in scrolling if area.focusPolicy() & Qt.FocusPolicy.TabFocus)
            next(focusable, self._view).setFocus(reason)

    def limit_width(self, *, unlimited: bool) -> None:
        """Limit the pane to its widths in `PANE_WIDTHS`, or allow any width while it is shown alone."""
        minimum, _, maximum = PANE_WIDTHS[self._pane]
        px = theme().px
        self.setMinimumWidth(0 if unlimited else px(minimum))
        self.setMaximumWidth(16_777_215 if unlimited else px(maximum))


READING_WIDTH = 352
"""Width of the left pane while it shows passages, in design pixels."""


class Panes(QWidget):
    """The three panes. All except the note pane can be hidden and are restored to their width."""

    changed = Signal()
    """A pane was hidden, shown or made current."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hidden: set[Pane] = set()
        self._preferred_sizes: dict[Pane, int] = {pane: theme().px(PANE_WIDTHS[pane][1]) for pane in PANES}
        self._current: Pane = "note"
        self._reading_width: int | None = None
        """Width of the left pane while it shows passages; None while it has its own width."""
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
        self._splitter.splitterMoved.connect(self._store_widths)
        self._arrange()
        self._distribute_width()

    @property
    def current(self) -> Pane:
        """The pane shown in a narrow window."""
        return self._current

    @property
    def narrow(self) -> bool:
        """Return whether one pane is shown at a time."""
        return self._narrow

    def hidden(self) -> tuple[Pane, ...]:
        """Return the panes that are hidden in a wide window."""
        return tuple(pane for pane in PANES if pane in self._hidden)

    def minimum_width(self) -> int:
        """Return the width below which the three panes would overlap."""
        return sum(theme().px(PANE_WIDTHS[pane][0]) for pane in PANES) + len(PANES) - 1

    def sizes(self) -> tuple[int, ...]:
        """Return the widths of the panes as set by the user, also of those hidden or squeezed now."""
        return tuple(self._preferred_sizes[pane] for pane in PANES)

    def restore(self, sizes: tuple[int, ...], hidden: tuple[str, ...], current: str) -> None:
        """Restore the panes."""
        self._hidden = {pane for pane in PANES if pane in hidden and pane != "note"}
        self._current = next((pane for pane in PANES if pane == current), "note")
        if len(sizes) == len(PANES):
            for pane, size in zip(PANES, sizes, strict=True):
                minimum, _, maximum = PANE_WIDTHS[pane]
                self._preferred_sizes[pane] = max(theme().px(minimum), min(size, theme().px(maximum)))
        self._arrange()
        self._distribute_width()

    def toggle(self, pane: Pane) -> None:
        """Toggle *pane*; in a narrow window switch between it and the note."""
        if self._narrow:
            self.show_pane("note" if self._current == pane else pane)
            return
        self._hidden ^= {pane}
        self._arrange()
        self._distribute_width()
        self.changed.emit()

    def show_pane(self, pane: Pane) -> None:
        """Make *pane* visible, whatever the width."""
        self._hidden.discard(pane)
        self._current = pane
        self._arrange()
        self._distribute_width()
        self.changed.emit()

    def hide_pane(self, pane: Pane) -> None:
        """Hide *pane* in a wide window."""
        self._hidden.add(pane)
        self._current = "note" if self._current == pane else self._current
        self._arrange()
        self._distribute_width()
        self.changed.emit()

    def set_reading(self, reading: bool) -> None:
        """Widen the left pane for reading at the expense of the note pane, or restore its width."""
        if reading != (self._reading_width is not None):
            self._reading_width = max(self._preferred_sizes["files"], theme().px(READING_WIDTH)) if reading else None
            self._distribute_width()

    def set_narrow(self, narrow: bool) -> None:
        """Show one pane at a time, or all side by side."""
        if narrow == self._narrow:
            return
        self._narrow = narrow
        self._arrange()
        self._distribute_width()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Resize the note pane by the difference; squeezed panes grow back to their widths."""
        super().resizeEvent(event)
        self._distribute_width()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Forward the focus to the note, or to the pane that is shown alone."""
        super().focusInEvent(event)
        self.hosts[self._current if self._narrow else "note"].take_focus(event.reason())

    def _distribute_width(self) -> None:
        if self._narrow:
            return
        sizes = dict(self._preferred_sizes)
        side_widths = sum(sizes[pane] for pane in PANES if pane != "note" and pane not in self._hidden)
        handle_widths = (len(PANES) - len(self._hidden) - 1) * self._splitter.handleWidth()
        self._preferred_sizes["note"] = sizes["note"] = max(1, self.width() - side_widths - handle_widths)
        if self._reading_width is not None and "files" not in self._hidden:
            available = max(0, sizes["note"] - theme().px(PANE_WIDTHS["note"][0]))
            extra = min(available, self._reading_width - sizes["files"])
            sizes["files"], sizes["note"] = sizes["files"] + extra, sizes["note"] - extra
        self._splitter.setSizes([sizes[pane] for pane in PANES])

    def _store_widths(self) -> None:
        for pane, size in zip(PANES, self._splitter.sizes(), strict=True):
            # The splitter has no size for a hidden pane; it is restored to its width.
            if self._narrow or pane in self._hidden:
                continue
            if pane == "files" and self._reading_width is not None:
                self._reading_width = size
            else:
                self._preferred_sizes[pane] = size

    def _arrange(self) -> None:
        shown = {self._current} if self._narrow else {pane for pane in PANES if pane not in self._hidden}
        focused = QApplication.focusWidget()
        for pane, host in self.hosts.items():
            host.limit_width(unlimited=self._narrow)
            if pane in shown:
                host.show()
        hosts_to_hide = [host for pane, host in self.hosts.items() if pane not in shown]
        if focused is not None and any(host.isAncestorOf(focused) for host in hosts_to_hide):
            # Otherwise Qt would move the focus to a button of the toolbar.
            front: Pane = self._current if self._current in shown else "note"
            self.hosts[front].take_focus(Qt.FocusReason.OtherFocusReason)
        for host in hosts_to_hide:
            host.hide()
