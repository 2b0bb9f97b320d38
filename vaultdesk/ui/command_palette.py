"""Command palette: every command of the window with its keys, and the vault's quick commands, found by a few letters.

UX, behaviour 1. What is disabled is not offered; the commands used last stand first, also after the next start.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

import shiboken6
from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from vaultdesk.agent.instructions.quick_commands import QuickCommand
from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.ui.chat.composer.completion import COMMAND
from vaultdesk.ui.main_window import MainWindow
from vaultdesk.ui.palette_popup import PalettePopup
from vaultdesk.ui.palette_rows import Command, count_words, rows_for
from vaultdesk.ui.settings.keys_sheet import group_titles

OWN = "palette"
"""The command that opens it, which is not offered in it."""

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
        self.popup: PalettePopup | None = None
        """The list, while it is open."""
        window.commands.bind(OWN, self.open)

    def close(self) -> None:
        """Let go of the vault."""
        self._window.commands.unbind(OWN)
        if self.popup is not None:
            self.popup.close()
        self.deleteLater()

    def open(self) -> None:
        """Open the list, the keyboard in its field; close it where it is open."""
        if self.popup is not None:
            self.popup.close()
            return
        popup = PalettePopup(self._window, self._window.jump_top())
        popup.close_with(self._window.commands[OWN].shortcuts())
        popup.typed.connect(self._offer)
        popup.chosen.connect(self._do)
        popup.keys_wanted.connect(self._change_keys)
        popup.destroyed.connect(self._closed)
        self.popup = popup
        popup.open()

    def _closed(self) -> None:
        if self.popup is not None and not shiboken6.isValid(self.popup):
            self.popup = None

    def _offer(self, typed: str) -> None:
        if self.popup is not None:
            titles = group_titles()
            commands = [self._of_window(action, titles) for action in self._window.commands if _is_offered(action)]
            commands += [self._of_vault(command) for command in self._quick()]
            rows = rows_for(typed, commands, self._window.state.commands[:MOST_RECENT])
            self.popup.show_rows(typed, rows, count_words(rows, commands) if typed.strip() else "")

    def _of_window(self, action: QAction, titles: dict[str, str]) -> Command:
        name = action.objectName()
        row = self._window.commands.row(name)
        return Command(name, action.text(), titles[row.group], row.icon, self._window.commands.keys(name))

    def _of_vault(self, command: QuickCommand) -> Command:
        about = sanitize_text(command.description) or self.tr(
            "A quick command of this vault: it goes into the question."
        )
        key = f"{COMMAND}{command.path}"
        return Command(key, sanitize_text(command.name), self.tr("Quick command"), "bolt", about=about)

    def _change_keys(self, key: str) -> None:
        if key.startswith(COMMAND) or self.popup is None:
            return  # a quick command is a note, and has no keys
        self.popup.close()
        from vaultdesk.ui.preferences import show_keys  # much, which no start waits for

        show_keys(self._window, key)

    def _do(self, key: str) -> None:
        self._remember(key)
        if not key.startswith(COMMAND):
            self._window.commands[key].trigger()
            return
        path = key.removeprefix(COMMAND)
        chosen = next((one for one in self._quick() if one.path == path), None)
        if chosen is None:
            self._window.notify(self.tr("That command is not there any more."))
        else:
            self._use(chosen)

    def _remember(self, key: str) -> None:
        state = self._window.state
        used = (key, *(other for other in state.commands if other != key))
        self._window.state = replace(state, commands=used[:MOST_RECENT])


def _is_offered(action: QAction) -> bool:
    return action.isEnabled() and action.objectName() != OWN
