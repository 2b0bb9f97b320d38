"""One window with at most one open vault: opened, replaced, saved and closed; and the registry of open windows."""

import asyncio
import logging
import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from vaultdesk.core.errors import SettingsError, VaultDeskError
from vaultdesk.core.platform.paths import AppFolders
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
    from vaultdesk.ui.app.vault_window.no_vault_controller import NoVaultController
    from vaultdesk.ui.app.vault_window.vault_views import VaultViews
    from vaultdesk.ui.files.early_file_list import EarlyFileList
    from vaultdesk.workspace.opened_vault import OpenedVault

_tr = translator("VaultWindow")


@dataclass(frozen=True)
class NoVaultActions:
    """What can be done where no vault is open."""

    find_folder: Callable[[], object]
    try_again: Callable[[], object]
    welcome: Callable[[], object]


def open_failure_page(
    root: Path, problem: VaultDeskError, actions: NoVaultActions, opened: datetime | None = None
) -> EmptyState:
    """Say why the vault at *root* did not open, that nothing is lost, and what can be done.

    *opened* is when it was open last; then a folder that is missing is one that went away, and not a wrong path.
    """
    # The first window does not wait for what these bring along.
    from vaultdesk.ui.app.no_vault_page import path_with_tilde
    from vaultdesk.vault.note_path import printable

    safe = _tr("Your chats and settings are safe.")
    if opened is not None and isinstance(problem.__cause__, FileNotFoundError | NotADirectoryError):
        title = _tr("{name} is not where it was").format(name=printable(root.name))
        day = plain_day(opened.astimezone().date(), datetime.now().astimezone().date())
        there = _tr("The folder {folder} was there on {day}.").format(folder=printable(path_with_tilde(root)), day=day)
        text = "\n".join((there, _tr("Was it moved, or is its drive not connected?"), safe))
    else:
        text = " ".join(part for part in (translate(problem.hint), safe) if part)
        told = str(root) in str(problem.title) or root.name in str(problem.title)
        title = translate(problem.title) if told else f"{root.name}: {translate(problem.title)}"
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


@dataclass(frozen=True)
class AppServices:
    """What all windows work with; read after the first paint."""

    folders: AppFolders
    store: "SettingsStore"
    credentials: "Credentials"


@dataclass(frozen=True)
class UnsavedChoice:
    """What can be done though a note could not be saved."""

    text: str
    do: Callable[[], object]


def canonical_vault_key(root: Path) -> str:
    """Return what two ways to one folder have in common. Looks at the disk."""
    return os.path.normcase(root.expanduser().resolve())


class VaultWindow(QObject):
    """Holds a vault open in its window. Lives as long as the window."""

    changed = Signal()
    """Another vault is open now, or none."""

    services: AppServices
    """Known after the first paint; nothing that needs them is bound before."""

    def __init__(self, window: MainWindow, open_vault: Callable[[Path], object]) -> None:
        """*open_vault* opens a vault in this window, unless another one has it."""
        super().__init__(window)
        self.window = window
        self.views: VaultViews | None = None
        self.vault_key = ""
        """Where the vault is that is open, as `canonical_vault_key` tells it."""
        self.claimed_key = ""
        """Where the vault is that shall be opened here: no other window takes it meanwhile."""
        self.pending_opens = 0
        """How many ways to a vault are being looked at for this window."""
        self._open_vault = open_vault
        self._no_vault_controller: NoVaultController | None = None
        self._leaving: asyncio.Event | None = None
        self._life: asyncio.Task[None] | None = None
        self._switching = asyncio.Lock()

    def begin(self, services: AppServices) -> None:
        """Take over what was read, and bind what needs it."""
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
        """The ways to a vault where none is open."""
        if self._no_vault_controller is None:
            from vaultdesk.ui.app.vault_window.no_vault_controller import (
                NoVaultController,
            )  # after the first paint only
            from vaultdesk.ui.app.vault_window.preferences import catalog_without_vault  # likewise

            services = self.services
            catalog = catalog_without_vault(services.folders, services.store, services.credentials)
            self._no_vault_controller = NoVaultController(
                self.window, services.folders, services.store, catalog, self._open_vault
            )
        return self._no_vault_controller

    def show_settings(self) -> None:
        """Show the settings instead of the panes, or leave them again."""
        from vaultdesk.ui.app.vault_window.preferences import Preferences  # after the first paint only

        views, services = self.views, self.services
        preferences = Preferences(self.window, services.folders, services.store, services.credentials)
        preferences.show(
            views.workspace if views is not None else None,
            views.chat.renew_models if views is not None else self.window.setFocus,
            views.open_note if views is not None else lambda _path: None,
        )

    def _show_keys(self) -> None:
        from vaultdesk.ui.app.vault_window.preferences import show_shortcuts  # after the first paint only

        show_shortcuts(self.window)

    def _check_computer(self) -> None:
        from vaultdesk.ui.app.vault_window.preferences import show_diagnosis  # after the first paint only

        show_diagnosis(self.window)

    def _show_about(self) -> None:
        from vaultdesk.ui.app.vault_window.preferences import show_about  # after the first paint only

        show_about(self.window)

    def close_vault(self) -> None:
        """Close the open vault and show the first page."""
        bridge.start(self.open(None), owner=self.window)

    async def open(self, root: Path | None, *, unsaved: bool = False) -> None:
        """Open the vault at *root* instead of the one that is open; with *unsaved*, whatever becomes of that."""
        anyway = UnsavedChoice(
            _tr("Go on without saving"),
            lambda: bridge.start(self.open(root, unsaved=True), owner=self.window),
        )
        async with self._switching:
            try:
                if not unsaved and not await self.save(anyway):
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
                self._leaving = asyncio.Event()
                self._life = bridge.start(self._live(root, self._leaving, opened), owner=self.window)
                await opened
            finally:
                self.claimed_key = ""
                self.changed.emit()

    async def save(self, anyway: UnsavedChoice) -> bool:
        """Save what is unsaved; where a note cannot be, say so and let the person decide."""
        if self.views is None or await self.views.save():
            self.window.problems.clear("unsaved")
            return True
        text = _tr("A note could not be saved, so it stays open.")
        self.window.problems.show_problem("unsaved", "danger", text, [(anyway.text, anyway.do)])
        return False

    async def close(self) -> None:
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

        services = self.services
        try:
            async with OpenedVault.open(root, folders=services.folders, store=services.store) as notes:
                first = EarlyFileList(self.window, notes, services.store.settings.browser.sort)
                try:
                    await first.listed()
                    await import_rest()
                    await self._live_in_full(notes, first, leaving, opened)
                except VaultDeskError:
                    self.window.show_no_workspace()  # Who asks the notes goes before them.
                    raise
        except VaultDeskError as problem:
            await import_rest()
            self._show_error(root, problem)
        finally:
            if not opened.done():
                opened.set_result(None)

    async def _live_in_full(
        self, notes: "OpenedVault", first: "EarlyFileList", leaving: asyncio.Event, opened: asyncio.Future[None]
    ) -> None:
        """Have the vault of *notes* live, with all its panes, until *leaving* is set."""
        from vaultdesk.ui.app.vault_window.vault_views import (
            VaultViews,
            make_panes,  # after the notes are listed only
        )
        from vaultdesk.workspace.workspace import Workspace

        folders, store, credentials = self.services.folders, self.services.store, self.services.credentials
        async with Workspace.start(notes, folders=folders, store=store, credentials=credentials) as workspace:
            workspace.translate = translate
            self.window.vault = str(workspace.vault.root)
            self.vault_key = canonical_vault_key(workspace.vault.root)
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
                self.window.vault = self.vault_key = ""

    def _show_error(self, root: Path, problem: VaultDeskError) -> None:
        log.info("The vault did not open: %s", problem.title)
        actions = NoVaultActions(
            self.no_vault_controller.choose, lambda: self._open_vault(root), self.no_vault_controller.welcome
        )
        self.window.pages.leave_start()
        known = self.services.store.settings.vaults.get(str(root))
        self.window.show_no_workspace(open_failure_page(root, problem, actions, known.opened if known else None))
        self.window.show_vault("", self.services.store.settings.recent_vaults())
        self.window.panes.show_pane("note")

    def _toggle_theme(self) -> None:
        choice = "light" if theme().tokens.dark else "dark"
        store = self.services.store
        try:
            appearance = store.settings.appearance.model_copy(update={"theme": choice})
            store.change(lambda settings: settings.model_copy(update={"appearance": appearance}))
        except SettingsError as problem:
            self.window.notify(translate_error(problem))
        theme().set_choice("light" if choice == "light" else "dark")


class WindowRegistry:
    """Knows which window is in front, which has a vault, and notes both for the next start."""

    def __init__(self) -> None:
        self._windows: list[VaultWindow] = []
        self.pending_vaults: tuple[str, ...] = ()
        """Vaults that were open at the last end and have no window yet: they are still noted as open."""

    @property
    def windows(self) -> list[VaultWindow]:
        """All of them, the one used last first."""
        return list(self._windows)

    @property
    def front(self) -> VaultWindow:
        """The one that was used last."""
        return self._windows[0]

    def add(self, added: VaultWindow) -> None:
        """Take *added* in, as the one in front."""
        self._windows.insert(0, added)
        self._offer_next_window()

    def remove(self, removed: VaultWindow) -> None:
        """Know *removed* no more."""
        self._windows.remove(removed)
        self._offer_next_window()

    def mark_front(self, used: VaultWindow) -> None:
        """Note that *used* is in front now."""
        if used in self._windows:
            self._windows.remove(used)
            self._windows.insert(0, used)

    def window_with(self, vault_key: str) -> VaultWindow | None:
        """Return the window that has the vault at *vault_key* (see `canonical_vault_key`) open, or is about to."""
        return next((one for one in self._windows if vault_key and vault_key in (one.vault_key, one.claimed_key)), None)

    def show_next_window(self) -> None:
        """Bring the window to the front that was not used for longest."""
        self._windows[-1].window.bring_to_front()

    def remember(self) -> None:
        """Keep which vaults are open, and how their windows stand."""
        shown = tuple(one.window.vault for one in self._windows if one.window.vault)
        vaults = (*shown, *(vault for vault in self.pending_vaults if vault not in shown))
        window = self.front.window
        window.state = replace(window.state, open=vaults)
        for one in reversed(self._windows):  # The one in front last: a new window stands as that did.
            one.window.save_state()

    def _offer_next_window(self) -> None:
        for one in self._windows:
            if len(self._windows) > 1:
                one.window.commands.bind("bring-forward", self.show_next_window)
            else:
                one.window.commands.unbind("bring-forward")
