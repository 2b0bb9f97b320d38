"""Controller of a window without a vault: opens or creates a folder or the welcome vault, and offers model servers."""

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.platform.paths import AppFolders, welcome_vault
from vaultdesk.core.settings.settings_store import SettingsStore, vault_key
from vaultdesk.providers.catalog import Catalog
from vaultdesk.ui import bridge
from vaultdesk.ui.app.no_vault_page import NoVaultPage, ServerCard, VaultRow, ask_existing_folder, ask_new_folder
from vaultdesk.ui.server_offer import accept_server, new_servers
from vaultdesk.ui.translation import translate_error, translator
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.vault.obsidian.vault_config import find_obsidian_vaults

if TYPE_CHECKING:
    from vaultdesk.privacy.account import Account

_tr = translator("NoVaultController")

log = logging.getLogger(__name__)


class NoVaultController:
    """Asks for the folder of notes, and passes it to *open_vault*."""

    def __init__(
        self,
        window: MainWindow,
        folders: AppFolders,
        store: SettingsStore,
        catalog: Catalog,
        open_vault: Callable[[Path], object],
    ) -> None:
        self._catalog = catalog
        self._window = window
        self._folders = folders
        self._store = store
        self._open_vault = open_vault

    def show_page(self, settings: Callable[[], object]) -> NoVaultPage:
        """Show the start page in place of the panes."""
        page = NoVaultPage()
        page.vault_chosen.connect(self._open_vault)
        page.open_requested.connect(self.choose)
        page.create_requested.connect(self.create)
        page.welcome_requested.connect(self.welcome)
        page.settings_requested.connect(settings)
        page.server_chosen.connect(lambda card: bridge.start(self._take_up(card), owner=page))
        page.server_settings_requested.connect(lambda card: bridge.start(self._set_up(card, settings), owner=page))
        self._window.pages.show_start(page)
        bridge.start(self._list_vaults(page), owner=page)
        bridge.start(self._look_for_servers(page), owner=page)
        bridge.start(self._show_account(page), owner=page)
        return page

    def choose(self) -> None:
        bridge.start(self._choose(), owner=self._window)

    def create(self) -> None:
        """Let the user create a folder."""
        bridge.start(self._create(), owner=self._window)

    def welcome(self) -> None:
        """Open the welcome vault."""
        bridge.start(self._welcome(), owner=self._window)

    async def _list_vaults(self, page: NoVaultPage) -> None:
        settings = self._store.settings
        paths = await asyncio.to_thread(lambda: [path for path in settings.recent_vaults() if path.is_dir()])
        recent = [
            VaultRow(path.name, path, settings.vaults[vault_key(path)].opened)
            for path in paths
            if vault_key(path) in settings.vaults
        ]
        found = await asyncio.to_thread(find_obsidian_vaults)
        page.show_vaults(recent, [VaultRow(vault.name, vault.path, vault.opened) for vault in found])

    async def _show_account(self, page: NoVaultPage) -> None:
        """Show that nothing left today if that is so: another vault may have sent something."""
        account = await asyncio.to_thread(_account_without_vault, self._folders)
        try:
            nothing = (await account.today()).all.is_nothing
        except VaultDeskError as problem:
            log.info("What left today is not known: %s", problem.title)
            return
        finally:
            await account.ledger.aclose()
        if nothing:
            page.show_nothing_left()

    async def _look_for_servers(self, page: NoVaultPage) -> None:
        page.show_servers(new_servers(await self._catalog.discover_servers(), self._store.settings))

    async def _take_up(self, card: ServerCard) -> None:
        card.use.setEnabled(False)
        try:
            label = await accept_server(self._store, self._catalog, card.server, use_in_chats=True)
        except VaultDeskError as problem:
            card.show_problem(translate_error(problem))
            card.use.setEnabled(True)
            return
        card.show_accepted(label.partition("/")[2])

    async def _set_up(self, card: ServerCard, settings: Callable[[], object]) -> None:
        if new_servers([card.server], self._store.settings):
            await self._take_up(card)
        settings()

    async def _choose(self) -> None:
        folder = await ask_existing_folder(self._window)
        if folder is not None:
            self._open_vault(folder)

    async def _create(self) -> None:
        try:
            folder = await ask_new_folder(self._window)
        except OSError as error:
            self._failed(_tr("The folder could not be made: {why}"), error)
            return
        if folder is not None:
            self._open_vault(folder)

    async def _welcome(self) -> None:
        try:
            self._open_vault(await asyncio.to_thread(welcome_vault, self._folders))
        except OSError as error:
            self._failed(_tr("The welcome vault could not be made: {why}"), error)

    def _failed(self, text: str, error: OSError) -> None:
        log.info("No vault to begin with: %s", error)
        self._window.notify(text.format(why=error.strerror or str(error)))


def _account_without_vault(folders: AppFolders) -> "Account":
    """Return the account of all existing ledgers. Runs in a thread."""
    from vaultdesk.privacy.account import Account  # The start page is shown before any of this is loaded.
    from vaultdesk.privacy.ledger import LedgerFiles

    files = LedgerFiles(folders.data)
    return Account(files.open(files.without_vault), files)
