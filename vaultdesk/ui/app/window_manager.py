"""All windows of the program: which vaults are open, quick ask, requests of a second start, preloading after start."""

import asyncio
import gc
import importlib
import logging
import os
import threading
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, QTimer
from PySide6.QtGui import QDesktopServices

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.platform.launch_request import APP_LINK_SCHEME
from vaultdesk.core.platform.paths import AppFolders, DataLocation, find_data_location
from vaultdesk.core.settings.bootstrap_settings import BootstrapSettings
from vaultdesk.ui import bridge
from vaultdesk.ui.app.path_opener import PathOpener
from vaultdesk.ui.app.shutdown import Shutdown
from vaultdesk.ui.app.url_handler import UrlHandler
from vaultdesk.ui.app.vault_window.vault_window import AppServices, VaultWindow, WindowRegistry, canonical_vault_key
from vaultdesk.ui.single_instance import SingleInstance, StartRequest
from vaultdesk.ui.staged_import import import_first, import_later, import_rest
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate_error, translator
from vaultdesk.ui.window.main_window import MainWindow, first_paint
from vaultdesk.ui.window.window_state import first_vault

if TYPE_CHECKING:
    from vaultdesk.core.crash_report import CrashReport
    from vaultdesk.core.credentials import Credentials
    from vaultdesk.core.settings.settings_store import Settings, SettingsStore
    from vaultdesk.ui.app.background_mode import BackgroundMode
    from vaultdesk.ui.app.quick_ask.quick_ask import QuickAsk
    from vaultdesk.ui.app.vault_window.vault_views import VaultViews
    from vaultdesk.ui.hotkey.hotkeys import HotkeyBinding


class QuickAskLauncher(QObject):
    """Owns the program's single quick ask window and its shortcut."""

    def __init__(
        self,
        ready: asyncio.Event,
        views: Callable[[], "VaultViews | None"],
        show_main_window: Callable[[], None],
        opening: Callable[[], str] = str,
    ) -> None:
        """*ready* is set when its modules can be imported; *views* are those of the last used vault.

        *opening* returns the name of the vault being opened, empty if there is none.
        """
        super().__init__()
        self._opening = opening
        self._ready = ready
        self._views = views
        self._show_main_window = show_main_window
        self._quick_ask: QuickAsk | None = None
        self._keys: HotkeyBinding | None = None

    @property
    def quick_ask(self) -> "QuickAsk":
        """The window, created on first access."""
        if self._quick_ask is None:
            from vaultdesk.ui.app.quick_ask.quick_ask import QuickAsk  # after the first paint only

            self._quick_ask = QuickAsk(self._views, self._show_main_window, self._opening)
        return self._quick_ask

    def show(self, question: str = "") -> None:
        """Show it above the active window; a *question* is asked immediately."""
        bridge.start(self._show(question), owner=self)

    def vault_changed(self) -> None:
        """Handle that another vault is open now, or none."""
        if self._quick_ask is not None:
            self._quick_ask.vault_changed()

    def follow_keys(self, store: "SettingsStore") -> None:
        """Register the global shortcut of the settings, and follow its changes."""
        from vaultdesk.ui.hotkey.hotkeys import HotkeyBinding  # after the first paint only

        self._keys = HotkeyBinding(store, lambda: self.quick_ask.toggle(), lambda: self.quick_ask.window, self)

    def close(self) -> None:
        """Unregister the shortcut and close the window."""
        if self._keys is not None:
            self._keys.close()
        if self._quick_ask is not None:
            self._quick_ask.close()
        self._quick_ask = self._keys = None

    async def _show(self, question: str) -> None:
        await self._ready.wait()
        self.quick_ask.show_for(question)


_tr = translator("WindowManager")


PROBLEM_KEY = "place"
"""Key of the message in the window."""


async def report_unwritable_location(window: MainWindow, folders: AppFolders) -> None:
    """Show a problem in *window* if *folders* cannot be written."""
    location = await asyncio.to_thread(find_data_location, folders)
    if location.problem:
        window.problems.show_problem(PROBLEM_KEY, "danger", unwritable_location_text(location))


def unwritable_location_text(location: DataLocation) -> str:
    """Return the message about a folder that cannot be written."""
    from vaultdesk.tools.text_sanitizer import sanitize_text  # imports all the tools, and is rarely needed

    text = _tr(
        "VaultDesk stores settings and data in {0} but cannot write there ({1}). Until it can, nothing is saved."
    )
    if location.kind == "portable":
        text = _tr(
            "This is a portable VaultDesk: it stores settings and data in {0} but cannot write there "
            "({1}). Until it can, nothing is saved. Without that folder, it uses the standard "
            "folders of this computer."
        )
    return text.format(sanitize_text(str(location.folder)), location.problem)


log = logging.getLogger(__name__)

PRELOAD_DELAY = 1_500
"""Milliseconds after the vault was opened: tree and search are shown by then, and no question is written yet."""


async def read_services(folders: AppFolders) -> AppServices:
    """Read the settings and the keys."""
    store, credentials = await asyncio.to_thread(_read_services, folders)
    return AppServices(folders, store, credentials)


def schedule_preload(owner: QObject, settings: "Settings") -> None:
    """Preload the modules for answers, once the vault is shown; not if *owner* was deleted by then.

    Of the vendors' SDKs only those used by *settings* or keys of the environment: the others are loaded on use.
    """
    # After ours: a thread that imports for two seconds delays the rest of the start. Not a daemon: stopped in the
    # middle of an import at the end of the program, it would hold a lock that the end waits for.

    async def preload() -> None:
        try:
            await import_later()
        except ImportError:
            log.info("Not all could be imported beforehand", exc_info=True)
        threading.Thread(target=_preload, args=(settings,), name="vaultdesk-preload").start()

    QTimer.singleShot(PRELOAD_DELAY, owner, lambda: bridge.start(preload(), owner=owner))


def _read_services(folders: AppFolders) -> "tuple[SettingsStore, Credentials]":
    """Import the settings and the keys and read the file: a tenth of a second, in a separate thread."""
    from vaultdesk.core.credentials import Credentials  # after the first paint only
    from vaultdesk.core.settings.settings_store import SettingsStore  # likewise

    store = SettingsStore(folders.settings_file)
    store.load()
    return store, Credentials()


def _preload(settings: "Settings") -> None:
    """Import and try the SDKs in use, and the highlighting of code, so that the first answer does not wait for them."""
    try:
        importlib.import_module("vaultdesk.ui.rendering.planner").preload_highlighting()
        flavors = importlib.import_module("vaultdesk.providers.provider_types").api_flavors_in_use(settings, os.environ)
        importlib.import_module("vaultdesk.providers.sdk_preload").preload_sdks(flavors)
    except Exception:  # the first question raises it again and reports it
        log.info("Not all could be imported beforehand", exc_info=True)
    # Objects of the start are permanent: examining them in each full collection would block the window for 0.1 s.
    gc.freeze()


class WindowManager(QObject):
    """The windows, each with at most one open vault. `run` returns the exit code when the last one was closed."""

    def __init__(
        self, folders: AppFolders, bootstrap: BootstrapSettings, instance: SingleInstance, window: MainWindow
    ) -> None:
        """*bootstrap* is the preliminary read of the settings; they are read completely once *window* was painted."""
        super().__init__()
        self._folders = folders
        self._bootstrap = bootstrap
        self._instance = instance
        self._registry = WindowRegistry()
        self.path_opener = PathOpener(self._registry, self._add_window)
        self.shutdown = Shutdown(self._registry)
        self.background: BackgroundMode | None = None
        self.quick = QuickAskLauncher(
            self.path_opener.ready, lambda: self.views, lambda: self.window.bring_to_front(), self._opening_name
        )
        self.started = asyncio.Event()
        """Set when the first vault was opened, or another page is shown instead."""
        self.has_ended = False
        """Whether `run` has finished: everything is saved and every vault is closed."""
        self.url_handler = UrlHandler(self._registry, self.path_opener, self.started)
        # A link clicked here is followed here: the system may have registered another VaultDesk, or none.
        QDesktopServices.setUrlHandler(APP_LINK_SCHEME.rstrip(":"), self.url_handler, "open_url")  # type: ignore[arg-type] # the stub is wrong: it declares a str
        self.crash_report: CrashReport | None = None
        """The report of the last run if it ended abnormally; shown once."""
        self._add_window(window)
        instance.request_received.connect(self.handle_request)

    @property
    def windows(self) -> list[VaultWindow]:
        """All windows, the last used one first."""
        return self._registry.windows

    @property
    def front(self) -> VaultWindow:
        """The last used window."""
        return self._registry.front

    @property
    def window(self) -> MainWindow:
        """The Qt window of the last used one."""
        return self.front.window

    @property
    def views(self) -> "VaultViews | None":
        """The views of the vault open in the last used window."""
        return self.front.views

    async def run(self, folder: Path | None, question: str | None = None, requests: Sequence[StartRequest] = ()) -> int:
        """Show the window, open *folder* or the last vaults, and wait until the last window is closed.

        With a *question*, which may be empty, quick ask is shown above it. *requests* arrived in the meantime.
        """
        failed = bridge.failures().failed
        failed.connect(self._show_failure)
        for request in requests:
            self.handle_request(request)
        try:
            await self._run_until_shutdown(folder, question)
        finally:
            failed.disconnect(self._show_failure)
            self.has_ended = True
        return 0

    async def _run_until_shutdown(self, folder: Path | None, question: str | None) -> None:
        first, left_open = self.front, self.window.state.open
        folder_to_open = first_vault(folder, self.window.state, self._bootstrap)
        if not first.window.isVisible() and not first.window.in_tray:  # Else application.py has painted it already.
            if folder_to_open is not None:
                first.window.show_opening(folder_to_open.name, self._bootstrap.recent)
            await first_paint(first.window)
        services = await read_services(self._folders)
        theme().set_motion(services.store.settings.appearance.motion)
        bridge.follow(services.store.changes, self._apply_settings, owner=self)
        first.set_services(services)
        await import_first()
        bridge.start(report_unwritable_location(first.window, self._folders), owner=self)
        if folder_to_open is not None:
            first.claimed_key = await asyncio.to_thread(canonical_vault_key, folder_to_open)
        if not self.shutdown.finished.is_set():
            await self._open_first(first, folder_to_open)
            self.started.set()
            schedule_preload(first.window, services.store.settings)
            self._start_background_mode(services)
            if self.crash_report is not None:
                from vaultdesk.ui.app.crash_dialog import show_crash_banner  # rarely needed

                show_crash_banner(self.window, self.crash_report)
            if question is not None:
                self.show_quick_ask(question)
            if folder is None:
                bridge.start(self._open_others(first.window, left_open[1:]), owner=self)
        await self.shutdown.finished.wait()
        self._instance.close()  # Later requests start another instance.
        if self.background is not None:
            await self.background.close()
        self.quick.close()
        await self.shutdown.close_vaults()

    def show_settings(self) -> None:
        """Show the settings in the last used window, or leave them."""
        self.front.show_settings()

    def show_quick_ask(self, question: str = "") -> None:
        """Show quick ask above the active window."""
        self.quick.show(question)

    def quit(self) -> None:
        """Close every window after saving; a note that cannot be saved keeps all of them open."""
        self.shutdown.quit()

    def _opening_name(self) -> str:
        """Return the name of the vault being opened in the last used window; empty if there is none."""
        front = self.front
        return front.window.opening if front.views is None else ""

    def _add_window(self, window: MainWindow) -> VaultWindow:
        """Register *window* as the active one."""
        vault_window = VaultWindow(window, lambda root: self.path_opener.open_in(root, vault_window))
        commands = window.commands
        commands.bind("quit", self.quit)
        commands.bind("new-window", self.path_opener.open_in_new_window)
        commands.bind("open-in-window", partial(self.path_opener.choose_for_new_window, vault_window))
        commands.bind("quick-ask", self.show_quick_ask)
        window.paths_dropped.connect(lambda paths: self.path_opener.open_dropped(paths, vault_window))
        window.toolbar.vault_chosen.connect(lambda root: self.path_opener.open_in(root, vault_window))
        for requested in (window.window_requested, window.toolbar.window_requested):
            requested.connect(self.path_opener.open_in_new_window)
        window.activated.connect(lambda: self._registry.mark_front(vault_window))
        window.close_requested.connect(lambda: self.shutdown.close(vault_window))
        vault_window.changed.connect(self.shutdown.remember)
        vault_window.changed.connect(self.quick.vault_changed)
        self._registry.add(vault_window)
        if self.background is not None:
            self.background.follow(vault_window)
        return vault_window

    async def _open_first(self, first: VaultWindow, path: Path | None) -> None:
        """Open the requested vault or note; a note opens in its vault."""
        if path is not None and await asyncio.to_thread(path.is_file):
            await import_rest()
            self.path_opener.ready.set()
            await self.path_opener.open_path(path, first)
        else:
            await first.open(path)
            self.path_opener.ready.set()

    async def _open_others(self, window: MainWindow, vaults: Sequence[str]) -> None:
        """Open the windows behind the first one, once that is visible: a start without a window shows none of them."""
        if window.in_tray or window.isMinimized():
            self._registry.pending_vaults = tuple(vaults)
            await bridge.wait_signal(window.appeared)
        await self.path_opener.restore_windows(vaults)
        self._registry.pending_vaults = ()

    def _start_background_mode(self, services: AppServices) -> None:
        from vaultdesk.ui.app.background_mode import BackgroundMode  # after the first paint only

        self.background = BackgroundMode(self._registry, services)
        self.background.opened.connect(self.path_opener.open_in_new_window)
        self.background.quick_ask_requested.connect(self.show_quick_ask)
        self.background.settings_requested.connect(self.show_settings)
        self.background.quit_requested.connect(self.quit)
        self.shutdown.hide = self.background.hide
        self.quick.follow_keys(services.store)

    def _apply_settings(self, settings: "Settings") -> None:
        appearance = settings.appearance
        theme().set_choice(appearance.theme)
        theme().set_contrast(appearance.contrast)
        theme().set_motion(appearance.motion)
        for vault_window in self.windows:
            vault_window.window.commands.set_keys(settings.keys)
            vault_window.window.toolbar.show_recent(settings.recent_vaults())

    def _show_failure(self, error: BaseException) -> None:
        message = QCoreApplication.translate(
            "Window", "An internal error occurred in VaultDesk. Your notes were not changed. See the log for details."
        )
        self.window.notify(translate_error(error) if isinstance(error, VaultDeskError) else message)

    def handle_request(self, request: StartRequest) -> None:
        """Handle a request from another start of the program, or from the system."""
        if request.hidden:
            return
        if request.quick_ask:
            self.show_quick_ask(request.question)
            return
        self.window.bring_to_front(request.token)
        if request.link:
            self.url_handler.follow(request.link)
        elif request.folder is not None:
            self.path_opener.open_in_free_window(request.folder)
