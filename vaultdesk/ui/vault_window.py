"""Vault window: one window and at most one open vault: opened, changed for another, saved and left."""

import asyncio
import logging
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Signal

from vaultdesk.core.errors import SettingsError, VaultDeskError
from vaultdesk.core.platform.paths import AppFolders
from vaultdesk.ui import bridge
from vaultdesk.ui.import_order import import_rest
from vaultdesk.ui.main_window import MainWindow
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.trouble import WaysOn, trouble_page

if TYPE_CHECKING:
    from vaultdesk.core.credentials import Credentials
    from vaultdesk.core.settings.settings_store import SettingsStore
    from vaultdesk.ui.beginnings import Beginnings
    from vaultdesk.ui.files.early_file_list import EarlyFileList
    from vaultdesk.ui.vault_views import VaultViews
    from vaultdesk.workspace.opened_vault import OpenedVault

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Means:
    """What all windows work with; read after the first paint."""

    places: AppFolders
    store: "SettingsStore"
    credentials: "Credentials"


@dataclass(frozen=True)
class Anyway:
    """What can be done though a note could not be saved."""

    words: str
    do: Callable[[], object]


def place_of(root: Path) -> str:
    """Return what two ways to one folder have in common. Looks at the disk."""
    return os.path.normcase(root.expanduser().resolve())


class VaultWindow(QObject):
    """Holds a vault open in its window. Lives as long as the window."""

    changed = Signal()
    """Another vault is open now, or none."""

    means: Means
    """Known after the first paint; nothing that needs them is bound before."""

    def __init__(self, window: MainWindow, open_vault: Callable[[Path], object]) -> None:
        """*open_vault* opens a vault in this window, unless another one has it."""
        super().__init__(window)
        self.window = window
        self.views: VaultViews | None = None
        self.place = ""
        """Where the vault is that is open, as `place_of` tells it."""
        self.claimed = ""
        """Where the vault is that shall be opened here: no other window takes it meanwhile."""
        self.expected = 0
        """How many ways to a vault are being looked at for this window."""
        self._open_vault = open_vault
        self._beginnings: Beginnings | None = None
        self._leaving: asyncio.Event | None = None
        self._life: asyncio.Task[None] | None = None
        self._switching = asyncio.Lock()

    def begin(self, means: Means) -> None:
        """Take over what was read, and bind what needs it."""
        self.means = means
        commands = self.window.commands
        commands.set_keys(means.store.settings.keys)
        commands.bind("theme", self._toggle_theme)
        commands.bind("open-vault", lambda: self.beginnings.choose())
        commands.bind("settings", self.show_settings)
        commands.bind("shortcuts", self._show_keys)
        commands.bind("check-computer", self._check_computer)
        if means.store.problem is not None:
            self.window.problems.show_problem("settings", "warning", str(means.store.problem))

    @property
    def beginnings(self) -> "Beginnings":
        """The ways to a vault where none is open."""
        if self._beginnings is None:
            from vaultdesk.ui.beginnings import Beginnings  # after the first paint only
            from vaultdesk.ui.preferences import catalog_without_vault  # likewise

            means = self.means
            catalog = catalog_without_vault(means.places, means.store, means.credentials)
            self._beginnings = Beginnings(self.window, means.places, means.store, catalog, self._open_vault)
        return self._beginnings

    def show_settings(self) -> None:
        """Show the settings instead of the panes, or leave them again."""
        from vaultdesk.ui.preferences import Preferences  # after the first paint only

        views, means = self.views, self.means
        preferences = Preferences(self.window, means.places, means.store, means.credentials)
        preferences.show(
            views.workspace if views is not None else None,
            views.chat.renew_models if views is not None else self.window.setFocus,
            views.open_note if views is not None else lambda _path: None,
        )

    def _show_keys(self) -> None:
        from vaultdesk.ui.preferences import show_keys  # after the first paint only

        show_keys(self.window)

    def _check_computer(self) -> None:
        from vaultdesk.ui.preferences import check_computer  # after the first paint only

        check_computer(self.window)

    def close_vault(self) -> None:
        """Close the open vault and show the first page."""
        bridge.start(self.switch(None), owner=self.window)

    async def switch(self, root: Path | None, *, unsaved: bool = False) -> None:
        """Open the vault at *root* instead of the one that is open; with *unsaved*, whatever becomes of that."""
        anyway = Anyway(
            _tr("Go on without saving"),
            lambda: bridge.start(self.switch(root, unsaved=True), owner=self.window),
        )
        async with self._switching:
            try:
                if not unsaved and not await self.save(anyway):
                    return
                await self._leave()
                if root is None:
                    await import_rest()
                    self.window.show_no_workspace()
                    self.beginnings.show_page(self.show_settings)
                    return
                opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
                self._leaving = asyncio.Event()
                self._life = bridge.start(self._live(root, self._leaving, opened), owner=self.window)
                await opened
            finally:
                self.claimed = ""
                self.changed.emit()

    async def save(self, anyway: Anyway) -> bool:
        """Save what is unsaved; where a note cannot be, say so and let the person decide."""
        if self.views is None or await self.views.save():
            self.window.problems.clear("unsaved")
            return True
        words = _tr("A note could not be saved, so it stays open.")
        self.window.problems.show_problem("unsaved", "danger", words, [(anyway.words, anyway.do)])
        return False

    async def leave(self) -> None:
        """Close the vault; nothing can be opened in this window any more until that is done."""
        async with self._switching:
            await self._leave()

    async def _leave(self) -> None:
        life, leaving = self._life, self._leaving
        self._life = self._leaving = None
        if life is not None and leaving is not None:
            self.window.close_notice()  # What it takes back is of this vault.
            leaving.set()
            await asyncio.wait([life])

    async def _live(self, root: Path, leaving: asyncio.Event, opened: asyncio.Future[None]) -> None:
        """Hold the vault at *root* open until *leaving* is set: first its notes alone, as its index knew them last."""
        from vaultdesk.ui.files.early_file_list import EarlyFileList  # after the first paint only
        from vaultdesk.workspace.opened_vault import OpenedVault

        means = self.means
        try:
            async with OpenedVault.open(root, places=means.places, store=means.store) as notes:
                first = EarlyFileList(self.window, notes, means.store.settings.browser.sort)
                try:
                    await first.listed()
                    await import_rest()
                    await self._live_in_full(notes, first, leaving, opened)
                except VaultDeskError:
                    self.window.show_no_workspace()  # Who asks the notes goes before them.
                    raise
        except VaultDeskError as problem:
            await import_rest()
            self._show_trouble(root, problem)
        finally:
            if not opened.done():
                opened.set_result(None)

    async def _live_in_full(
        self, notes: "OpenedVault", first: "EarlyFileList", leaving: asyncio.Event, opened: asyncio.Future[None]
    ) -> None:
        """Have the vault of *notes* live, with all its panes, until *leaving* is set."""
        from vaultdesk.ui.vault_panes import make_panes  # after the notes are listed only
        from vaultdesk.ui.vault_views import VaultViews
        from vaultdesk.workspace.workspace import Workspace

        places, store, credentials = self.means.places, self.means.store, self.means.credentials
        async with Workspace.around(notes, places=places, store=store, credentials=credentials) as workspace:
            self.window.vault = str(workspace.vault.root)
            self.place = place_of(workspace.vault.root)
            self.views = views = VaultViews(self.window, workspace, await make_panes(self.window, workspace, first))
            self.window.pages.leave_start()
            self.window.show_vault(workspace.vault.name, store.settings.recent_vaults())
            self.window.commands.bind("close-vault", self.close_vault)
            first.hand_over(views.open_note)
            opened.set_result(None)
            try:
                await leaving.wait()
            finally:
                self.views = None
                self.window.commands.unbind("close-vault")
                await views.close()
                self.window.show_no_workspace()
                self.window.vault = self.place = ""

    def _show_trouble(self, root: Path, problem: VaultDeskError) -> None:
        log.info("The vault did not open: %s", problem.title)
        ways = WaysOn(self.beginnings.choose, lambda: self._open_vault(root), self.beginnings.welcome)
        self.window.pages.leave_start()
        known = self.means.store.settings.vaults.get(str(root))
        self.window.show_no_workspace(trouble_page(root, problem, ways, known.opened if known else None))
        self.window.show_vault("", self.means.store.settings.recent_vaults())
        self.window.panes.show_pane("note")

    def _toggle_theme(self) -> None:
        choice = "light" if theme().tokens.dark else "dark"
        store = self.means.store
        try:
            appearance = store.settings.appearance.model_copy(update={"theme": choice})
            store.change(lambda settings: settings.model_copy(update={"appearance": appearance}))
        except SettingsError as problem:
            self.window.notify(str(problem))
        theme().set_choice("light" if choice == "light" else "dark")


def _tr(text: str) -> str:
    return QCoreApplication.translate("VaultWindow", text)
