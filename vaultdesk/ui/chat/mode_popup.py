"""Mode popup: the ways of asking with a sentence each, the projects, and whether a plan comes first."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.accessibility import set_tab_order
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.form_controls import Switch
from vaultdesk.ui.widgets.frames import PopupFrame, SeparatorLine
from vaultdesk.ui.widgets.lists.entry_list import EntryList, ListEntry

WIDTH, LIST_HEIGHT = 660, 420
"""Pixels of LOOK's drawings: the pop-up, and its list at most."""


class ModePopup(PopupFrame):
    """The list has the keyboard; Tab goes on to the switch."""

    chosen = Signal(str)
    """An entry's key."""
    plan_switched = Signal(bool)
    project_wanted = Signal()
    """A new project is to be made."""

    def __init__(self, over: QWidget) -> None:
        super().__init__(over, WIDTH)
        step = theme().step
        self.setAccessibleName(self.tr("Way of asking"))
        self.list = EntryList(self.tr("Ways of asking"), takes_keyboard=True, wraps=True)
        self.plan = Switch(self.tr("Plan first, then carry it out"))
        self.plan.setToolTip(self.tr("The first answer is a plan and does nothing. You change it and carry it out."))
        self.new_project = LinkButton(self.tr("New Project…"), small=True)
        foot = QVBoxLayout()
        foot.setContentsMargins(step(10), 0, step(10), step(4))
        foot.setSpacing(step(8))
        foot.addWidget(self.plan)
        # Aligned: else its width would be the most that the switch is measured for, in lines.
        foot.addWidget(self.new_project, 0, Qt.AlignmentFlag.AlignLeft)
        column = QVBoxLayout(self)
        column.setContentsMargins(step(8), step(8), step(8), step(8))
        column.setSpacing(step(8))
        column.addWidget(self.list, 1)
        column.addWidget(SeparatorLine())
        column.addLayout(foot)
        self.list.chosen.connect(self._choose)
        self.plan.toggled.connect(self.plan_switched)
        self.new_project.clicked.connect(self.close)
        self.new_project.clicked.connect(self.project_wanted)

    def open(self, entries: Sequence[ListEntry], chosen: str, *, plan_first: bool, projects: bool) -> None:
        """Offer *entries*, the one with the key *chosen* ticked; *projects* says that projects can be made."""
        self.plan.setChecked(plan_first)
        self.new_project.setVisible(projects)
        step = theme().step
        self.list.show_entries(entries, chosen, chosen)
        self.list.setFixedWidth(self.wide() - 2 * step(8))
        self.place(self.list, min(step(LIST_HEIGHT), self.list.wanted_height()), upwards=True)
        self.show()
        set_tab_order((self.list, self.plan, self.new_project))
        self.list.setFocus()
        # Only now is it known how many rows are in sight.
        self.list.show_entries(entries, chosen, chosen)

    def page(self, way: int) -> None:
        """Go through the list by pages."""
        self.list.step(way * self.list.rows_in_sight())

    def _choose(self, key: str) -> None:
        if key:
            self.close()
            self.chosen.emit(key)
