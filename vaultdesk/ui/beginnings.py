"""Beginnings: the ways to a vault where none is open: the first page, a folder chosen or made, the welcome vault."""

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path

from vaultdesk.paths import Places
from vaultdesk.settings import SettingsStore, vault_key
from vaultdesk.ui import bridge
from vaultdesk.ui.first_start.folder_dialog import chosen_folder, created_folder
from vaultdesk.ui.first_start.page import FirstStart
from vaultdesk.ui.first_start.vault_list import VaultRow
from vaultdesk.ui.main_window import MainWindow
from vaultdesk.vault.obsidian import found_vaults
from vaultdesk.welcome import welcome_vault

log = logging.getLogger(__name__)


class Beginnings:
    """Asks where the notes are, and gives the answer to *open_vault*."""

    def __init__(
        self, window: MainWindow, places: Places, store: SettingsStore, open_vault: Callable[[Path], object]
    ) -> None:
        self._window = window
        self._places = places
        self._store = store
        self._open_vault = open_vault

    def show_page(self, settings: Callable[[], object]) -> FirstStart:
        """Show the first page instead of panes without a vault."""
        page = FirstStart()
        page.vault_chosen.connect(self._open_vault)
        page.open_requested.connect(self.choose)
        page.create_requested.connect(self.create)
        page.welcome_requested.connect(self.welcome)
        page.settings_requested.connect(settings)
        self._window.pages.show_start(page)
        bridge.start(self._list_vaults(page), owner=page)
        return page

    def choose(self) -> None:
        """Let the user choose a folder."""
        bridge.start(self._choose(), owner=self._window)

    def create(self) -> None:
        """Let the user make a folder."""
        bridge.start(self._create(), owner=self._window)

    def welcome(self) -> None:
        """Open the vault to look around in."""
        bridge.start(self._welcome(), owner=self._window)

    async def _list_vaults(self, page: FirstStart) -> None:
        settings = self._store.settings
        paths = await asyncio.to_thread(lambda: [path for path in settings.recent_vaults() if path.is_dir()])
        recent = [
            VaultRow(path.name, path, settings.vaults[vault_key(path)].opened)
            for path in paths
            if vault_key(path) in settings.vaults
        ]
        found = await asyncio.to_thread(found_vaults)
        page.show_vaults(recent, [VaultRow(vault.name, vault.path, vault.opened) for vault in found])

    async def _choose(self) -> None:
        folder = await chosen_folder(self._window)
        if folder is not None:
            self._open_vault(folder)

    async def _create(self) -> None:
        try:
            folder = await created_folder(self._window)
        except OSError as error:
            self._failed(self._window.tr("The folder could not be made: {why}"), error)
            return
        if folder is not None:
            self._open_vault(folder)

    async def _welcome(self) -> None:
        try:
            self._open_vault(await asyncio.to_thread(welcome_vault, self._places))
        except OSError as error:
            self._failed(self._window.tr("The welcome vault could not be made: {why}"), error)

    def _failed(self, words: str, error: OSError) -> None:
        log.info("No vault to begin with: %s", error)
        self._window.notify(words.format(why=error.strerror or str(error)))
