"""One window with at most one open vault: opened, replaced, saved and closed; and the registry of open windows."""

import asyncio
import logging
import os
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from vaultdesk.core.errors import SettingsError, VaultDeskError
from vaultdesk.core.platform.paths import AppFolders
from vaultdesk.core.values import replace
from vaultdesk.ui import bridge
from vaultdesk.ui.dates import plain_day
from vaultdesk.ui.staged_import import import_rest
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate, translate_error, translator
from vaultdesk.ui.widgets.empty_state import EmptyState, NextStep
from vaultdesk.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from vaultdesk.core.credentials import Credentials
    from vaultdesk.core.settings.settings_store import SettingsStore
    from vaultdesk.ui.app.no_vault_page import NoVaultController
    from vaultdesk.ui.app.vault_window.vault_views import VaultViews
    from vaultdesk.ui.files.early_file_list import EarlyFileList
    from vaultdesk.workspace.opened_vault import OpenedVault

_tr = translator("VaultWindow")


class NoVaultActions(Struct, frozen=True):
    """The actions available without an open vault."""

    find_folder: Callable[[], object]
    try_again: Callable[[], object]
    welcome: Callable[[], object]


def open_failure_page(
    root: Path, error: VaultDeskError, actions: NoVaultActions, opened: datetime | None = None
) -> EmptyState:
    """Return a page that shows why the vault at *root* did not open, that nothing is lost, and the possible actions.

    *opened* is when it was last opened; a missing folder was then removed and is not a wrong path.
    """
    # The first window does not wait for these imports.
    from vaultdesk.ui.app.no_vault_page import path_with_tilde
    from vaultdesk.vault.note_path import printable

    safe_text = _tr("Your chats and settings are safe.")
    if opened is not None and isinstance(error.__cause__, FileNotFoundError | NotADirectoryError):
        title = _tr("{name} was not found").format(name=printable(root.name))
        day = plain_day(opened.astimezone().date(), datetime.now().astimezone().date())
        last_found = _tr("The folder {folder} was last found on {day}.").format(
            folder=printable(path_with_tilde(root)), day=day
        )
        text = "\n".join((last_found, _tr("It may have been moved, or its drive may not be connected."), safe_text))
    else:
        text = " ".join(part for part in (translate(error.hint), safe_text) if part)
        names_folder = str(root) in str(error.title) or root.name in str(error.title)
        title = translate(error.title) if names_folder else f"{root.name}: {translate(error.title)}"
    return EmptyState(
        "warning",
        title,
        text,
        [
            NextStep(_tr("Find the Folder…"), actions.find_folder, "primary"),
            NextStep(_tr("Try Again"), actions.try_again),
            NextStep(_tr("Look around in the welcome vault"), actions.welcome, "link"),
        ],
        icon_role="warning",
    )


log = logging.getLogger(__name__)


class AppServices(Struct, frozen=True):
    """Services shared by all windows; created after the first paint."""

    folders: AppFolders
    store: "SettingsStore"
    credentials: "Credentials"


class UnsavedChoice(Struct, frozen=True):
    """The options if a note could not be saved."""

    text: str
    do: Callable[[], object]


def canonical_vault_key(root: Path) -> str:
    """Return a key that is equal for all paths to one folder. Accesses the disk."""
    return os.path.normcase(root.expanduser().resolve())


class VaultWindow(QObject):
    """Keeps a vault open in its window. Exists as long as the window."""

    changed = Signal()
    """Another vault is open now, or none."""

    services: AppServices
    """Set after the first paint; nothing that needs them is bound before."""

    def __init__(self, window: MainWindow, open_vault: Callable[[Path], object]) -> None:
        """*open_vault* opens a vault in this window, unless another one has it."""
        super().__init__(window)
        self.window = window
        self.views: VaultViews | None = None
        self.vault_key = ""
        """Key of the open vault, as returned by `canonical_vault_key`."""
        self.claimed_key = ""
        """Key of the vault to be opened here: no other window opens it in the meantime."""
        self.pending_opens = 0
        """Number of paths being resolved for this window."""
        self._open_vault = open_vault
        self._no_vault_controller: NoVaultController | None = None
        self._close_requested: asyncio.Event | None = None
        self._vault_task: asyncio.Task[None] | None = None
        self._switch_lock = asyncio.Lock()

    def set_services(self, services: AppServices) -> None:
        """Set the services, and bind what needs them."""
        self.services = services
        commands = self.window.commands
        commands.set_keys(services.store.settings.keys)
        commands.bind("theme", self._toggle_theme)
        commands.bind("open-vault", lambda: self.no_vault_controller.choose())
        commands.bind("settings", self.show_settings)
        commands.bind("shortcuts", self._show_keys)
        commands.bind("check-computer", self._check_computer)
        commands.bind("about", self._show_about)
        if services.store.problem is not None:
            self.window.problems.show_problem("settings", "warning", translate_error(services.store.problem))

    @property
    def no_vault_controller(self) -> "NoVaultController":
        """The controller for a window without a vault."""
        if self._no_vault_controller is None:
            from vaultdesk.ui.app.no_vault_page import NoVaultController  # after the first paint only
            from vaultdesk.ui.app.vault_window.preferences import catalog_without_vault  # likewise

            services = self.services
            catalog = catalog_without_vault(services.folders, services.store, services.credentials)
            self._no_vault_controller = NoVaultController(
                self.window, services.folders, services.store, catalog, self._open_vault
            )
        return self._no_vault_controller

    def show_settings(self) -> None:
        """Show the settings in place of the panes, or leave them."""
        from vaultdesk.ui.app.vault_window.preferences import Preferences  # after the first paint only

        views, services = self.views, self.services
        preferences = Preferences(self.window, services.folders, services.store, services.credentials)
        preferences.show(
            views.workspace if views is not None else None,
            views.chat.refresh_models if views is not None else self.window.setFocus,
            views.open_note if views is not None else lambda _path: None,
        )

    def _show_keys(self) -> None:
        from vaultdesk.ui.app.vault_window.preferences import show_shortcuts  # after the first paint only

        show_shortcuts(self.window)

    def _check_computer(self) -> None:
        from vaultdesk.ui.app.vault_window.preferences import show_diagnosis  # after the first paint only

        show_diagnosis(self.window)

    def _show_about(self) -> None:
        from vaultdesk.ui.app.vault_window.preferences import show_settings_part  # after the first paint only

        show_settings_part(self.window, "about")

    def close_vault(self) -> None:
        """Close the open vault and show the start page."""
        bridge.start(self.open(None), owner=self.window)

    async def open(self, root: Path | None, *, unsaved: bool = False) -> None:
        """Open the vault at *root* in place of the current one; with *unsaved*, even if that cannot be saved."""
        unsaved_choice = UnsavedChoice(
            _tr("Continue without saving"),
            lambda: bridge.start(self.open(root, unsaved=True), owner=self.window),
        )
        async with self._switch_lock:
            try:
                if not unsaved and not await self.save(unsaved_choice):
                    return
                await self._leave()
                if root is None:
                    await import_rest()
                    self.window.show_no_workspace()
                    self.no_vault_controller.show_page(self.show_settings)
                    return
                if self.window.pages.start is None:
                    self.window.show_opening(root.name, self.services.store.settings.recent_vaults())
                opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
                self._close_requested = asyncio.Event()
                self._vault_task = bridge.start(self._run_vault(root, self._close_requested, opened), owner=self.window)
                await opened
            finally:
                self.claimed_key = ""
                self.changed.emit()

    async def save(self, unsaved_choice: UnsavedChoice) -> bool:
        """Save everything; if a note cannot be saved, show it and let the user decide."""
        if self.views is None or await self.views.save():
            self.window.problems.clear("unsaved")
            return True
        text = _tr("A note could not be saved, so it stays open.")
        self.window.problems.show_problem("unsaved", "danger", text, [(unsaved_choice.text, unsaved_choice.do)])
        return False

    async def close(self) -> None:
        """Close the vault; nothing can be opened in this window until that is done."""
        async with self._switch_lock:
            await self._leave()

    async def _leave(self) -> None:
        vault_task, close_requested = self._vault_task, self._close_requested
        self._vault_task = self._close_requested = None
        if vault_task is not None and close_requested is not None:
            self.window.close_notice()  # Its undo action belongs to this vault.
            close_requested.set()
            await asyncio.wait([vault_task])

    async def _run_vault(self, root: Path, close_requested: asyncio.Event, opened: asyncio.Future[None]) -> None:
        """Keep the vault at *root* open until *close_requested* is set. First only its notes are listed, as last stored
        in its index.
        """
        from vaultdesk.ui.files.early_file_list import EarlyFileList  # after the first paint only
        from vaultdesk.workspace.opened_vault import OpenedVault

        services = self.services
        try:
            async with OpenedVault.open(root, folders=services.folders, store=services.store) as notes:
                file_list = EarlyFileList(self.window, notes, services.store.settings.browser.sort)
                try:
                    await file_list.listed()
                    await import_rest()
                    await self._run_workspace(notes, file_list, close_requested, opened)
                except VaultDeskError:
                    self.window.show_no_workspace()  # Users of the notes are closed before the notes.
                    raise
        except VaultDeskError as error:
            await import_rest()
            self._show_error(root, error)
        finally:
            if not opened.done():
                opened.set_result(None)

    async def _run_workspace(
        self,
        notes: "OpenedVault",
        file_list: "EarlyFileList",
        close_requested: asyncio.Event,
        opened: asyncio.Future[None],
    ) -> None:
        """Run the vault of *notes* with all its panes until *close_requested* is set."""
        from vaultdesk.ui.app.vault_window.vault_views import (
            VaultViews,
            make_panes,  # after the notes are listed only
        )
        from vaultdesk.workspace.workspace import Workspace

        folders, store, credentials = self.services.folders, self.services.store, self.services.credentials
        shown = asyncio.Event()
        async with Workspace.start(
            notes, folders=folders, store=store, credentials=credentials, shown=shown
        ) as workspace:
            workspace.translate = translate
            self.window.vault = str(workspace.vault.root)
            self.vault_key = canonical_vault_key(workspace.vault.root)
            self.views = views = VaultViews(self.window, workspace, await make_panes(self.window, workspace, file_list))
            self.window.pages.leave_start()
            self.window.show_vault(workspace.vault.name, store.settings.recent_vaults())
            self.window.commands.bind("close-vault", self.close_vault)
            file_list.hand_over(views.open_note)
            opened.set_result(None)
            shown.set()
            try:
                await close_requested.wait()
            finally:
                self.views = None
                self.window.commands.unbind("close-vault")
                await views.close()
                self.window.show_no_workspace()
                self.window.vault = self.vault_key = ""

    def _show_error(self, root: Path, error: VaultDeskError) -> None:
        log.info("The vault did not open: %s", error.title)
        actions = NoVaultActions(
            self.no_vault_controller.choose, lambda: self._open_vault(root), self.no_vault_controller.welcome
        )
        self.window.pages.leave_start()
        known = self.services.store.settings.vaults.get(str(root))
        self.window.show_no_workspace(open_failure_page(root, error, actions, known.opened if known else None))
        self.window.show_vault("", self.services.store.settings.recent_vaults())
        self.window.panes.show_pane("note")

    def _toggle_theme(self) -> None:
        choice = "light" if theme().tokens.dark else "dark"
        store = self.services.store
        try:
            appearance = store.settings.appearance.model_copy(update={"theme": choice})
            store.change(lambda settings: settings.model_copy(update={"appearance": appearance}))
        except SettingsError as error:
            self.window.notify(translate_error(error))
        theme().set_choice("light" if choice == "light" else "dark")


class WindowRegistry:
    """Knows the active window and the vault of each window, and stores both for the next start."""

    def __init__(self) -> None:
        self._windows: list[VaultWindow] = []
        self.pending_vaults: tuple[str, ...] = ()
        """Vaults that were open at the last end and have no window yet: they still count as open."""

    @property
    def windows(self) -> list[VaultWindow]:
        """All windows, the last used one first."""
        return list(self._windows)

    @property
    def front(self) -> VaultWindow:
        """The last used window."""
        return self._windows[0]

    def add(self, added: VaultWindow) -> None:
        """Add *added* as the active window."""
        self._windows.insert(0, added)
        self._offer_next_window()

    def remove(self, removed: VaultWindow) -> None:
        self._windows.remove(removed)
        self._offer_next_window()

    def mark_front(self, used: VaultWindow) -> None:
        """Record that *used* is active."""
        if used in self._windows:
            self._windows.remove(used)
            self._windows.insert(0, used)

    def window_with(self, vault_key: str) -> VaultWindow | None:
        """Return the window in which the vault *vault_key* (see `canonical_vault_key`) is open, or being opened."""
        return next(
            (window for window in self._windows if vault_key and vault_key in (window.vault_key, window.claimed_key)),
            None,
        )

    def show_next_window(self) -> None:
        """Activate the least recently used window."""
        self._windows[-1].window.bring_to_front()

    def remember(self) -> None:
        """Store which vaults are open, and the geometry of their windows."""
        open_vaults = tuple(vault_window.window.vault for vault_window in self._windows if vault_window.window.vault)
        vaults = (*open_vaults, *(vault for vault in self.pending_vaults if vault not in open_vaults))
        window = self.front.window
        window.state = replace(window.state, open=vaults)
        for vault_window in reversed(self._windows):  # The active one last: a new window gets its geometry.
            vault_window.window.save_state()

    def _offer_next_window(self) -> None:
        for vault_window in self._windows:
            if len(self._windows) > 1:
                vault_window.window.commands.bind("bring-forward", self.show_next_window)
            else:
                vault_window.window.commands.unbind("bring-forward")
