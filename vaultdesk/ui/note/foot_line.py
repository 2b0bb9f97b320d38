"""FootLine: the names of the lists under a note on one line; those without room go into a menu. Knows no list."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from vaultdesk.ui.note.foot_tab import FootTab
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import IconButton
from vaultdesk.ui.widgets.menu import Menu

HIGH = 24
"""Least height in pixels of LOOK's drawings."""


class FootLine(QWidget):
    """A name is never cut as long as there is room for the first one, the open one and what stands at the right."""

    def __init__(self, fold: IconButton, tabs: Sequence[FootTab], aside: Mapping[QWidget, int]) -> None:
        """*aside* stands at the right, each with the least pixels of LOOK's drawings it needs; 0: all it wants."""
        super().__init__()
        step = theme().step
        self.tabs = tuple(tabs)
        self._fold, self._aside = fold, aside
        self.more = IconButton("more", self.tr("More lists"), side=24)
        self.more.clicked.connect(self._offer)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(step(12), 0, step(16), 0)
        self._row.setSpacing(step(2))
        # What does not fit is left out by `arrange`: the names must not keep the pane wide.
        self._row.setSizeConstraint(QHBoxLayout.SizeConstraint.SetNoConstraint)
        for widget in (fold, *self.tabs, self.more):
            self._row.addWidget(widget)
        self._row.addStretch(1)
        for right in aside:
            self._row.addWidget(right)
        self.arrange()

    def minimumSizeHint(self) -> QSize:
        """Return a size that lets the pane be as narrow as it may."""
        return QSize(theme().step(120), max(theme().step(HIGH), self._row.sizeHint().height()))

    def shown(self) -> tuple[FootTab, ...]:
        """Return the names that are seen."""
        return tuple(tab for tab in self.tabs if not tab.isHidden())

    def arrange(self) -> None:
        """Show the names there is room for. Call it when a name or what stands at the right is another."""
        room = self._room()
        wanted = {tab: tab.sizeHint().width() + self._row.spacing() for tab in self.tabs}
        kept = [tab for tab in self.tabs if tab is self.tabs[0] or tab.opened]
        others = [tab for tab in self.tabs if tab not in kept]
        if sum(wanted.values()) > room:
            room -= self.more.sizeHint().width() + self._row.spacing() + sum(wanted[tab] for tab in kept)
            for tab in tuple(others):
                room -= wanted[tab]
                if room < 0:
                    others.remove(tab)
        for tab in self.tabs:
            tab.setVisible(tab in kept or tab in others)
        self.more.setVisible(len(kept) + len(others) < len(self.tabs))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many names as fit now."""
        super().resizeEvent(event)
        self.arrange()

    def _room(self) -> int:
        """Return the pixels that are left for the names."""
        margins = self._row.contentsMargins()
        taken = margins.left() + margins.right() + self._fold.sizeHint().width() + self._row.spacing()
        for widget, least in self._aside.items():
            if not widget.isHidden():
                taken += (theme().step(least) if least else widget.sizeHint().width()) + self._row.spacing()
        return self.width() - taken

    def _offer(self) -> None:
        menu = Menu(self.more.accessibleName(), self.more)
        for tab in self.tabs:
            if tab.isHidden():
                menu.add(tab.text(), tab.click)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.open_under(self.more)
