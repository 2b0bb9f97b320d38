"""Mode button: which way is asked in, and whether a plan comes first. Opens the choice; keeps nothing."""

from collections.abc import Sequence

from PySide6.QtCore import Signal

from vaultdesk.ui.chat.mode_popup import ModePopup
from vaultdesk.ui.widgets.labels import as_tooltip
from vaultdesk.ui.widgets.lists.entry_list import ListEntry
from vaultdesk.ui.widgets.menu import ChoiceButton


class ModeButton(ChoiceButton):
    """Shows the way's name, or the project's; opens upwards."""

    chosen = Signal(str)
    """An entry's key."""
    plan_changed = Signal(bool)
    project_wanted = Signal()
    opened = Signal()
    """The choice is looked at: whoever knows projects may renew them."""

    def __init__(self) -> None:
        self._entries: Sequence[ListEntry] = ()
        self._chosen = ""
        self._title = ""
        self._projects = False
        self._plan_first = False
        self._once = ""
        super().__init__("", "", font="small", role="text2")
        self._name = self.tr("Way of asking")
        self.set_opens_up(True)
        self.clicked.connect(self.open)
        self.hide()

    @property
    def plan_first(self) -> bool:
        """Whether a plan is wanted before anything is done."""
        return self._plan_first

    def set_plan_first(self, first: bool) -> None:
        """Want a plan first, or not."""
        if first != self._plan_first:
            self._plan_first = first
            self._say()
            self.plan_changed.emit(first)

    @property
    def once(self) -> str:
        """The way this one question is asked in; empty where it is that of the conversation."""
        return self._once

    def set_once(self, mode: str) -> None:
        """Ask this one question in *mode*: a quick command wants it."""
        if mode != self._once:
            self._once = mode
            self._show()

    def set_choices(self, entries: Sequence[ListEntry], chosen: str, *, projects: bool) -> None:
        """Offer *entries*; the one with the key *chosen* holds. *projects* says that projects can be made."""
        self._entries, self._chosen, self._projects = tuple(entries), chosen, projects
        self._show()
        self.setVisible(bool(entries))

    def open(self) -> ModePopup:
        """Open the choice over the button."""
        popup = ModePopup(self)
        popup.chosen.connect(self._choose)
        popup.plan_switched.connect(self.set_plan_first)
        popup.project_wanted.connect(self.project_wanted)
        self.opened.emit()
        popup.open(self._entries, self._once or self._chosen, plan_first=self._plan_first, projects=self._projects)
        return popup

    def _choose(self, key: str) -> None:
        self.set_once("")
        self.chosen.emit(key)

    def _show(self) -> None:
        key = self._once or self._chosen
        entry = next((entry for entry in self._entries if entry.key == key and not entry.heading), None)
        self._title = entry.title if entry is not None else key
        self.set_icon_name(entry.icon if entry is not None else "warning")
        self.setToolTip(as_tooltip(entry.words if entry is not None else ""))
        self._say()

    def _say(self) -> None:
        self.set_words(self._title, self._remarks())

    def _remarks(self) -> str:
        other = self._once not in ("", self._chosen)
        said = (self.tr("this once") if other else "", self.tr("plan") if self._plan_first else "")
        return " · ".join(part for part in said if part)
