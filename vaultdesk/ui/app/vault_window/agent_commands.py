"""Commands for agents in a vault's window: choose, grant, show the scope."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.ui import bridge
from vaultdesk.ui.agents.grant_dialog import AgentGranter, ask_for_grant
from vaultdesk.ui.agents.reach_page import ReachPage
from vaultdesk.ui.chat.chat_dock import ChatDock
from vaultdesk.ui.settings.provider_list import ModelLocations
from vaultdesk.ui.translation import translate_error
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.workspace import Workspace

OpenNote = Callable[[str], object]
"""Opens a note of the vault."""

SHEETS = ("agents", "permissions", "private-notes")
"""The commands that open a page of the settings."""

COMMANDS = ("choose-agent", "agent-reach", *SHEETS)
"""Commands available only while a vault is open."""


class AgentCommands(QObject):
    """Created and closed with the views of a vault."""

    def __init__(self, window: MainWindow, workspace: Workspace, chat: ChatDock, open_note: OpenNote) -> None:
        super().__init__(chat)
        self._window = window
        self._workspace = workspace
        self._chat = chat
        self._open_note = open_note
        self._grants = AgentGranter(workspace.agents, workspace.vault, workspace.store, workspace.registry)
        chat.agents.review_requested.connect(lambda path: bridge.start(self._grant(path), owner=self))
        chat.agents.agents_requested.connect(lambda: self.show_settings_sheet("agents"))
        chat.agents.reach_requested.connect(self.show_reach)
        commands = window.commands
        commands.bind("choose-agent", self._choose)
        commands.bind("agent-reach", lambda: self.show_reach(chat.agents.shown))
        for command in SHEETS:
            commands.bind(command, partial(self.show_settings_sheet, command))

    def close(self) -> None:
        """Unbind the commands."""
        self._window.commands.unbind(*COMMANDS)
        self.deleteLater()

    def show_reach(self, agent: str) -> None:
        """Show what the agent *agent* can access."""
        show_reach(self._window, self._workspace, agent, lambda: None, self._open_note)

    def show_settings_sheet(self, command: str) -> None:
        """Show a page of the settings."""
        from vaultdesk.ui.settings.settings_page import SettingsPage  # large imports, which the start does not wait for

        if not isinstance(self._window.pages.page, SettingsPage):
            self._window.pages.leave_page()
            self._window.commands["settings"].trigger()
        page = self._window.pages.page
        if isinstance(page, SettingsPage):
            page.show_part(command)

    def _choose(self) -> None:
        self._window.show_pane("chat")
        self._chat.agents.open()

    async def _grant(self, path: str) -> None:
        try:
            allowed = await ask_for_grant(self._grants, path, self._window)
        except VaultDeskError as error:
            self._window.notify(translate_error(error))
            return
        name = next((known.name for known in self._workspace.agents.list() if known.path == path), "")
        if allowed and name:
            self._chat.agents.pick(name)


def show_reach(
    window: MainWindow, workspace: Workspace, agent: str, back: Callable[[], object], open_note: OpenNote
) -> ReachPage:
    """Show what *agent* can access as a page of *window*; *back* is called when it is left."""
    page = ReachPage(workspace, ModelLocations(workspace.store), agent)

    def leave() -> None:
        window.pages.leave_page()
        back()

    def leave_and_open(path: str) -> None:
        window.pages.leave_page()
        open_note(path)

    page.closed.connect(leave)
    page.note_opened.connect(leave_and_open)
    window.pages.show_page(page)
    return page
