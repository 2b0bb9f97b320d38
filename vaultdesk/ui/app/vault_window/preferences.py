"""Opens the settings as a page of the window, with or without a vault."""

from collections.abc import Callable

from vaultdesk.core.credentials import Credentials
from vaultdesk.core.platform.paths import AppFolders
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.privacy.egress_gate import DisclosureGate
from vaultdesk.privacy.ledger import LedgerFiles
from vaultdesk.providers.catalog import Catalog
from vaultdesk.ui.agents.reach_page import ReachPage
from vaultdesk.ui.settings.provider_list import ModelLocations
from vaultdesk.ui.settings.settings_page import SettingsPage
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.workspace import Workspace, model_knowledge


class Preferences:
    """Shows the settings; *changed* is called when they are left."""

    def __init__(self, window: MainWindow, folders: AppFolders, store: SettingsStore, credentials: Credentials) -> None:
        self._window = window
        self._folders = folders
        self._store = store
        self._credentials = credentials

    def show(
        self,
        workspace: Workspace | None,
        closed: Callable[[], object],
        open_note: Callable[[str], object] = lambda _path: None,
    ) -> None:
        """Show the settings, or leave them if they are shown already; *closed* is called when they were left.

        *open_note* shows a note of the vault.
        """
        if self._window.pages.page is not None:
            self._window.pages.leave_page()
            closed()
            return
        self._open(workspace, closed, open_note)

    def _open(
        self, workspace: Workspace | None, closed: Callable[[], object], open_note: Callable[[str], object]
    ) -> SettingsPage:
        catalog = (
            workspace.catalog
            if workspace is not None
            else catalog_without_vault(self._folders, self._store, self._credentials)
        )
        page = SettingsPage(self._store, self._credentials, catalog, workspace, self._folders)
        page.closed.connect(self._window.pages.leave_page)
        page.closed.connect(closed)
        page.quick_ask_requested.connect(self._window.commands["quick-ask"].trigger)

        def open_and_leave(path: str) -> None:
            self._window.pages.leave_page()
            closed()
            open_note(path)

        def show_index() -> None:
            self._window.pages.leave_page()
            closed()
            self._window.commands["index"].trigger()

        def return_to_agents() -> None:
            self._open(workspace, closed, open_note).show_part("agents")

        if workspace is not None:
            page.note_opened.connect(open_and_leave)
            page.index_requested.connect(show_index)
            page.reach_requested.connect(
                lambda agent: show_reach_page(self._window, workspace, agent, return_to_agents, open_note)
            )
        self._window.pages.show_page(page)
        return page


def show_shortcuts(window: MainWindow, command: str = "") -> None:
    """Show the page of shortcuts, with the command *command* ready for a new one."""
    page = _open_settings_page(window)
    if page is not None:
        page.show_shortcuts(command)


def show_diagnosis(window: MainWindow) -> None:
    """Show the diagnosis page and run all checks."""
    page = _open_settings_page(window)
    if page is not None:
        page.show_diagnosis()


def show_settings_part(window: MainWindow, part: str) -> None:
    """Show the page *part* of the settings."""
    page = _open_settings_page(window)
    if page is not None:
        page.show_part(part)


def show_reach_page(
    window: MainWindow,
    workspace: Workspace,
    agent: str,
    back: Callable[[], object],
    open_note: Callable[[str], object],
) -> None:
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


def catalog_without_vault(folders: AppFolders, store: SettingsStore, credentials: Credentials) -> Catalog:
    """Return a catalog for setting up providers. No note is sent without a vault, but the gate is still used."""
    ledgers = LedgerFiles(folders.data)
    ledger = ledgers.open(ledgers.without_vault)
    knowledge = model_knowledge(folders)
    return Catalog(store, credentials, lambda provider, _label: DisclosureGate(provider, ledger), knowledge, log=ledger)


def _open_settings_page(window: MainWindow) -> SettingsPage | None:
    """Return the settings page, opened if necessary; None if that fails."""
    if not isinstance(window.pages.page, SettingsPage):
        window.pages.leave_page()
        window.commands["settings"].trigger()
    page = window.pages.page
    return page if isinstance(page, SettingsPage) else None
