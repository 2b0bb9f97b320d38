"""Command palette: every command of the window with its keys, and the vault's quick commands, found by a few letters.

UX, behaviour 1. What is disabled is not offered; the commands used last stand first.
"""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence

from vaultdesk.agent.command_note import QuickCommand
from vaultdesk.tools.visible import visible
from vaultdesk.ui.action_table import ACTIONS
from vaultdesk.ui.chat.command_offering import COMMAND
from vaultdesk.ui.chat.title_match import best_matches
from vaultdesk.ui.main_window import MainWindow
from vaultdesk.ui.parts.entry_rows import Entry
from vaultdesk.ui.parts.pick_popup import PickPopup

OWN = "palette"
"""The command that opens it, which is not offered in it."""

MOST_SHOWN = 200
"""Entries at most: quick commands are notes, and there may be any number of them."""

MOST_RECENT = 5
"""Commands used last that stand first while nothing is typed."""


class CommandPalette(QObject):
    """Made with the views of a vault, closed with them."""

    def __init__(
        self,
        window: MainWindow,
        quick: Callable[[], Sequence[QuickCommand]],
        use: Callable[[QuickCommand], object],
    ) -> None:
        """*quick* gives the vault's commands; *use* is done with one of them that is chosen."""
        super().__init__(window)
        self._window = window
        self._quick = quick
        self._use = use
        self._recent: list[str] = []
        self.popup: PickPopup | None = None
        """The list, while it is open."""
        self._icons = {row.id: row.icon for row in ACTIONS}
        window.commands.bind(OWN, self.open)

    def close(self) -> None:
        """Let go of the vault."""
        self._window.commands.unbind(OWN)
        if self.popup is not None:
            self.popup.close()
        self.deleteLater()

    def open(self) -> None:
        """Open the list under the field in the toolbar, the keyboard in it."""
        field = self._window.toolbar.jump
        popup = PickPopup(self.tr("Commands"), self.tr("Find a command"), self._offer, over=field)
        popup.chosen.connect(self._do)
        popup.destroyed.connect(self._closed)
        self.popup = popup
        popup.open_at(None)

    def _closed(self) -> None:
        self.popup = None

    def _offer(self, typed: str) -> Sequence[Entry]:
        entries = [self._of_window(action) for action in self._window.commands if self._is_offered(action)]
        entries += [self._of_vault(command) for command in self._quick()]
        if not typed.strip():
            by_key = {entry.key: entry for entry in entries}
            recent = [by_key.pop(key) for key in self._recent if key in by_key]
            return [*recent, *by_key.values()][:MOST_SHOWN]
        return best_matches(typed, entries, lambda entry: entry.title, MOST_SHOWN)

    def _is_offered(self, action: QAction) -> bool:
        return action.isEnabled() and action.objectName() != OWN

    def _of_window(self, action: QAction) -> Entry:
        name = action.objectName()
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        told = self.tr("Enter does it, Esc closes.")
        return Entry(name, action.text(), detail=told, icon=self._icons.get(name, ""), right=keys)

    def _of_vault(self, command: QuickCommand) -> Entry:
        told = visible(command.description) or self.tr("A quick command of this vault: it goes into the question.")
        return Entry(f"{COMMAND}{command.path}", visible(command.name), detail=told, icon="chat")

    def _do(self, key: str) -> None:
        self._recent = [key, *(other for other in self._recent if other != key)][:MOST_RECENT]
        if not key.startswith(COMMAND):
            self._window.commands[key].trigger()
            return
        path = key.removeprefix(COMMAND)
        chosen = next((one for one in self._quick() if one.path == path), None)
        if chosen is None:
            self._window.notify(self.tr("That command is not there any more."))
        else:
            self._use(chosen)
