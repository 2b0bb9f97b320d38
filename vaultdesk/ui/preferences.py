"""Preferences: opens the settings as a page of the window, with or without a vault."""

from collections.abc import Callable

from vaultdesk.credentials import Credentials
from vaultdesk.paths import Places
from vaultdesk.privacy.gate import DisclosureGate
from vaultdesk.privacy.ledger import Ledger
from vaultdesk.providers.catalog import Catalog
from vaultdesk.settings import SettingsStore
from vaultdesk.ui.main_window import MainWindow
from vaultdesk.ui.settings.page import SettingsPage
from vaultdesk.workspace import Workspace, model_knowledge


class Preferences:
    """Shows the settings; *changed* is called when they are left."""

    def __init__(self, window: MainWindow, places: Places, store: SettingsStore, credentials: Credentials) -> None:
        self._window = window
        self._places = places
        self._store = store
        self._credentials = credentials

    def show(self, workspace: Workspace | None, left: Callable[[], object]) -> None:
        """Show the settings, or leave them where they are shown already; *left* is called when they were left."""
        if self._window.pages.page is not None:
            self._window.pages.leave_page()
            left()
            return
        catalog = (
            workspace.catalog
            if workspace is not None
            else catalog_without_vault(self._places, self._store, self._credentials)
        )
        root = workspace.vault.root if workspace is not None else None
        page = SettingsPage(self._store, self._credentials, catalog, root)
        page.closed.connect(self._window.pages.leave_page)
        page.closed.connect(left)
        self._window.pages.show_page(page)


def catalog_without_vault(places: Places, store: SettingsStore, credentials: Credentials) -> Catalog:
    """Return a catalog to set providers up with. No note is sent without a vault; the gate is there all the same."""
    ledger = Ledger(places.data / "ledger.sqlite")
    knowledge = model_knowledge(places)
    return Catalog(store, credentials, lambda provider, _label: DisclosureGate(provider, ledger), knowledge)
