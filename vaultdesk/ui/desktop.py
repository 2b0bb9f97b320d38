"""Desktop: the window's composition: which vault is open, what happens when none is, and how everything ends."""

import asyncio
import gc
import importlib
import logging
import threading
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from vaultdesk.errors import SettingsError, VaultDeskError
from vaultdesk.glance import Glance
from vaultdesk.paths import Places
from vaultdesk.ui import bridge
from vaultdesk.ui.first_paint import first_paint
from vaultdesk.ui.instance import Instance
from vaultdesk.ui.main_window import MainWindow
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.trouble import WaysOn, trouble_page

if TYPE_CHECKING:
    from vaultdesk.credentials import Credentials
    from vaultdesk.settings import SettingsStore
    from vaultdesk.ui.beginnings import Beginnings
    from vaultdesk.ui.vault_views import VaultViews

log = logging.getLogger(__name__)

HEAVY = ("vaultdesk.workspace", "vaultdesk.ui.markdown.parser")
"""What takes a third of a second to import; done in a thread after the first paint."""


class Desktop:
    """One window and at most one open vault. `run` returns the exit code when the window was closed."""

    _store: "SettingsStore"
    _credentials: "Credentials"
    """Both are read after the first paint; nothing that needs them is bound before."""

    def __init__(self, places: Places, seen: Glance, instance: Instance, window: MainWindow) -> None:
        """*seen* is what the settings file said at a glance; they are read once *window* was painted."""
        self._places = places
        self._seen = seen
        self.window = window
        self.views: VaultViews | None = None
        self._beginnings: Beginnings | None = None
        self.started = asyncio.Event()
        """Set when the first vault was opened, or something else is shown instead."""
        self._ended = asyncio.Event()
        self._leaving: asyncio.Event | None = None
        self._life: asyncio.Task[None] | None = None
        self._switching = asyncio.Lock()
        self._bind()
        instance.asked.connect(self._asked)

    async def run(self, folder: Path | None) -> int:
        """Show the window, open *folder* or the last vault, and wait until the window is closed."""
        told = bridge.failures().failed
        told.connect(self._tell_failure)
        try:
            await self._live_through(folder)
        finally:
            told.disconnect(self._tell_failure)
        return 0

    async def _live_through(self, folder: Path | None) -> None:
        recent = list(self._seen.recent)
        wanted = folder or (recent[0] if recent else None)
        if not self.window.isVisible():  # Else application.py has painted it already.
            if wanted is not None:
                self.window.show_opening(wanted.name, recent)
            await first_paint(self.window)
        # Held until all is imported: whoever asks for a vault meanwhile would import the same in another thread,
        # and two threads that need each other's half-made modules both fail. What imports more is bound after it.
        async with self._switching:
            self._store, self._credentials = await asyncio.to_thread(_read, self._places)
            bridge.start(self._follow_settings(), owner=self.window)
            self.window.commands.bind("theme", self._toggle_theme)
            for module in HEAVY:
                await asyncio.to_thread(importlib.import_module, module)
            # After ours: two threads that import one package at a time can meet it half made.
            # No daemon: frozen amid an import when the program ends, it would keep a lock that the end waits for.
            threading.Thread(target=_warm_up, name="vaultdesk-warm-up").start()
            self.window.commands.bind("open-vault", lambda: self.beginnings.choose())
            self.window.commands.bind("settings", self.show_settings)
            if self._store.problem is not None:
                self.window.problems.show_problem("settings", "warning", str(self._store.problem))
            await self._switch(wanted, held=True)
        self.started.set()
        await self._ended.wait()
        async with self._switching:
            await self._leave()
        self.window.hide()

    @property
    def beginnings(self) -> "Beginnings":
        """The ways to a vault where none is open."""
        if self._beginnings is None:
            from vaultdesk.ui.beginnings import Beginnings  # after the first paint only
            from vaultdesk.ui.preferences import catalog_without_vault  # likewise

            catalog = catalog_without_vault(self._places, self._store, self._credentials)
            self._beginnings = Beginnings(self.window, self._places, self._store, catalog, self.open_vault)
        return self._beginnings

    def open_vault(self, root: Path) -> None:
        """Open the vault at *root* instead of the one that is open."""
        bridge.start(self._switch(root), owner=self.window)

    def close_vault(self) -> None:
        """Close the open vault and show the first page."""
        bridge.start(self._switch(None), owner=self.window)

    def show_settings(self) -> None:
        """Show the settings instead of the panes, or leave them again."""
        from vaultdesk.ui.preferences import Preferences  # after the first paint only

        views = self.views
        preferences = Preferences(self.window, self._places, self._store, self._credentials)
        preferences.show(
            views.workspace if views is not None else None,
            views.chat.renew_models if views is not None else self.window.setFocus,
            views.open_note if views is not None else lambda _path: None,
        )

    def _bind(self) -> None:
        window, commands = self.window, self.window.commands
        commands.bind("quit", window.close)
        window.folder_dropped.connect(self.open_vault)
        window.toolbar.vault_chosen.connect(self.open_vault)
        window.close_requested.connect(lambda: bridge.start(self._close(), owner=window))

    async def _switch(self, root: Path | None, *, held: bool = False) -> None:
        """Open the vault at *root* instead of the one that is open; *held* where `_switching` is held already."""
        async with nullcontext() if held else self._switching:
            if not await self._save():
                return
            await self._leave()
            if root is None:
                self.window.show_no_workspace()
                self.beginnings.show_page(self.show_settings)
                return
            opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._leaving = asyncio.Event()
            self._life = bridge.start(self._live(root, self._leaving, opened), owner=self.window)
            await opened

    async def _close(self) -> None:
        if await self._save():
            self._ended.set()

    async def _save(self) -> bool:
        """Save what is unsaved; where a note cannot be, say so and let the user decide."""
        if self.views is None or await self.views.save():
            self.window.problems.clear("unsaved")
            return True
        self.window.problems.show_problem(
            "unsaved",
            "danger",
            self.window.tr("A note could not be saved, so it stays open."),
            [(self.window.tr("Quit without saving"), self._ended.set)],
        )
        return False

    async def _leave(self) -> None:
        life, leaving = self._life, self._leaving
        self._life = self._leaving = None
        if life is not None and leaving is not None:
            leaving.set()
            await asyncio.wait([life])

    async def _live(self, root: Path, leaving: asyncio.Event, opened: asyncio.Future[None]) -> None:
        """Hold the vault at *root* open until *leaving* is set."""
        from vaultdesk.ui.vault_views import VaultViews  # after the first paint only
        from vaultdesk.workspace import Workspace

        places, store, credentials = self._places, self._store, self._credentials
        try:
            async with Workspace.open(root, places=places, store=store, credentials=credentials) as workspace:
                self.views = views = VaultViews(self.window, workspace)
                self.window.pages.leave_start()
                self.window.show_vault(workspace.vault.name, store.settings.recent_vaults())
                self.window.commands.bind("close-vault", self.close_vault)
                opened.set_result(None)
                try:
                    await leaving.wait()
                finally:
                    self.views = None
                    self.window.commands.unbind("close-vault")
                    await views.close()
                    self.window.show_no_workspace()
        except VaultDeskError as problem:
            self._show_trouble(root, problem)
        finally:
            if not opened.done():
                opened.set_result(None)

    def _show_trouble(self, root: Path, problem: VaultDeskError) -> None:
        log.info("The vault did not open: %s", problem.title)
        ways = WaysOn(self.beginnings.choose, lambda: self.open_vault(root), self.beginnings.welcome)
        self.window.pages.leave_start()
        self.window.show_no_workspace(trouble_page(root, problem, ways))
        self.window.show_vault("", self._store.settings.recent_vaults())
        self.window.panes.show_pane("note")

    def _toggle_theme(self) -> None:
        choice = "light" if theme().tokens.dark else "dark"
        try:
            appearance = self._store.settings.appearance.model_copy(update={"theme": choice})
            self._store.change(lambda settings: settings.model_copy(update={"appearance": appearance}))
        except SettingsError as problem:
            self.window.notify(str(problem))
        theme().set_choice("light" if choice == "light" else "dark")

    async def _follow_settings(self) -> None:
        with self._store.changes.subscribe() as changes:
            async for settings in changes:
                theme().set_choice(settings.appearance.theme)

    def _tell_failure(self, error: BaseException) -> None:
        words = self.window.tr("Something inside VaultDesk failed. Its log says what; your notes are as they were.")
        self.window.notify(str(error) if isinstance(error, VaultDeskError) else words)

    def _asked(self, folder: object) -> None:
        self.window.bring_to_front()
        if isinstance(folder, Path):
            self.open_vault(folder)


def _read(places: Places) -> "tuple[SettingsStore, Credentials]":
    """Import the settings and the keys and read the file: a tenth of a second, on a thread of its own."""
    from vaultdesk.credentials import Credentials  # after the first paint only
    from vaultdesk.settings import SettingsStore  # likewise

    store = SettingsStore(places.settings_file)
    store.load()
    return store, Credentials()


def _warm_up() -> None:
    """Import and try the vendors' SDKs, where it holds nobody up; the first question finds them ready (QT D6)."""
    try:
        importlib.import_module("vaultdesk.providers.warm_up").warm_up()
    except Exception:  # whatever it is, the first question meets it again and tells it better
        log.info("The providers' libraries could not be warmed up", exc_info=True)
    # What start-up made stays for good: looked through at each full collection, it would hold the window for 0.1 s.
    gc.freeze()
