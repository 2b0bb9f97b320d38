"""Sides: one group of tabs, or two beside or under each other; which of them is in use. Knows no notes.

Where there is no room for two, the one in use is shown alone and the other waits behind a button.
"""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from vaultdesk.ui.note.tab_group import TabGroup
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.layouts import PaneSplitter

LEAST_WIDTH, LEAST_HEIGHT = 360, 220
"""Pixels of LOOK's drawings below which a side cannot be read."""


class Sides(QWidget):
    """At least one side, at most two."""

    changed = Signal()
    """Another side, or another tab of the one in use, is shown."""

    made = Signal(object)
    """There is one more side."""

    def __init__(self, make: Callable[[], TabGroup], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._make = make
        self.groups: list[TabGroup] = []
        self.splitter = PaneSplitter(Qt.Orientation.Horizontal)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.splitter)
        self.group = self._add()
        self._follow()

    @property
    def other(self) -> TabGroup | None:
        """The side that is not in use."""
        return next((group for group in self.groups if group is not self.group), None)

    @property
    def down(self) -> bool:
        """Whether the sides lie under each other."""
        return self.splitter.orientation() == Qt.Orientation.Vertical

    @property
    def folded(self) -> bool:
        """Whether there are two sides and room for one."""
        room, least = (self.height(), LEAST_HEIGHT) if self.down else (self.width(), LEAST_WIDTH)
        return len(self.groups) > 1 and room < 2 * theme().step(least)

    def group_of(self, page: QWidget) -> TabGroup:
        """Return the side on which *page* is; the one in use where it is on none."""
        return next((group for group in self.groups if group.number_of(page) >= 0), self.group)

    def use(self, group: TabGroup) -> None:
        """Let *group* be the side in use; the keyboard goes with it where it was on the other one."""
        if group is not self.group and group in self.groups:
            left, self.group = self.group, group
            self.arrange()
            # The window's own, not the program's: behind a pop-up that closes, no widget of this window has it yet.
            focused = self.window().focusWidget()
            if focused is not None and left.isAncestorOf(focused):
                group.take_keyboard()
        self.changed.emit()

    def split(self, *, down: bool) -> TabGroup:
        """Return the other side, made where there is only one."""
        self.splitter.setOrientation(Qt.Orientation.Vertical if down else Qt.Orientation.Horizontal)
        made = self.other is None
        other = self.other or self._add()
        if made:
            self.made.emit(other)
        self.arrange()
        if made:
            self.set_share(0.5)
        return other

    def tidy(self) -> None:
        """Take a side without tabs away, where another is left."""
        for group in list(self.groups):
            if len(self.groups) > 1 and not group.widgets:
                self.groups.remove(group)
                if self.group is group:
                    self.group = self.groups[0]
                group.hide()
                group.setParent(None)
                group.deleteLater()
                self.arrange()
                self.changed.emit()

    def go_over(self) -> None:
        """Use the other side, and give it the keyboard."""
        other = self.other
        if other is not None:
            self.use(other)
            other.take_keyboard()

    def share(self) -> float:
        """Return how much of the room the first side has."""
        sizes = self.splitter.sizes()
        whole = sum(sizes)
        return round(sizes[0] / whole, 2) if len(sizes) > 1 and whole and not self.folded else 0.5

    def set_share(self, share: float) -> None:
        """Give the first side *share* of the room."""
        if len(self.groups) > 1:
            self.splitter.setSizes([round(10_000 * share), round(10_000 * (1 - share))])

    def arrange(self) -> None:
        """Show both sides, or the one in use where there is no room; mute the other one's tabs."""
        folded = self.folded
        for group in self.groups:
            in_use = group is self.group
            group.setVisible(in_use or not folded)
            group.tabs.show_in_use(in_use, alone=in_use and folded)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """See whether there is room for both."""
        super().resizeEvent(event)
        self.arrange()

    def _add(self) -> TabGroup:
        group = self._make()
        group.shown_changed.connect(lambda: self.changed.emit() if group is self.group else None)
        for touched in (group.tabs.pressed, group.tabs.new_requested):
            touched.connect(lambda: self.use(group))
        group.tabs.other_side_requested.connect(self.go_over)
        # Said here: the foot of a note, fully written out, would ask for more than half of the room.
        group.setMinimumSize(theme().step(LEAST_WIDTH) // 2, theme().step(LEAST_HEIGHT) // 2)
        self.groups.append(group)
        self.splitter.addWidget(group)
        self.splitter.setStretchFactor(self.splitter.indexOf(group), 1)
        return group

    def _follow(self) -> None:
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._keyboard_went)

    def _keyboard_went(self, _before: QWidget | None, now: QWidget | None) -> None:
        other = self.other
        if now is not None and other is not None and other.isAncestorOf(now):
            self.use(other)
