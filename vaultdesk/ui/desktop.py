"""Desktop: the windows' composition: which vaults are open, what a second start asks for, and how everything ends."""

import asyncio
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QDesktopServices

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.platform.launch_request import APP_LINK_SCHEME
from vaultdesk.core.platform.paths import AppFolders
from vaultdesk.core.settings.bootstrap_settings import BootstrapSettings
from vaultdesk.ui import bridge
from vaultdesk.ui.ending import Ending
from vaultdesk.ui.first_paint import first_paint
from vaultdesk.ui.import_order import import_first, import_rest
from vaultdesk.ui.instance import Asked, Instance
from vaultdesk.ui.link_door import LinkDoor
from vaultdesk.ui.main_window import MainWindow
from vaultdesk.ui.opening import Opening
from vaultdesk.ui.place_notice import tell_of_place
from vaultdesk.ui.quick_door import QuickDoor
from vaultdesk.ui.start_up import read_means, warm_up_soon
from vaultdesk.ui.state import first_vault
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.vault_window import Means, VaultWindow, place_of
from vaultdesk.ui.window_ring import WindowRing

if TYPE_CHECKING:
    from vaultdesk.core.crash_report import CrashReport
    from vaultdesk.ui.presence import Presence
    from vaultdesk.ui.vault_views import VaultViews


class Desktop(QObject):
    """The windows, each with at most one open vault. `run` returns the exit code when the last one was closed."""

    def __init__(self, places: AppFolders, seen: BootstrapSettings, instance: Instance, window: MainWindow) -> None:
        """*seen* is what the settings file said at a glance; they are read once *window* was painted."""
        super().__init__()
        self._places = places
        self._seen = seen
        self._instance = instance
        self._ring = WindowRing()
        self.opening = Opening(self._ring, self._take_in)
        self.ending = Ending(self._ring)
        self.presence: Presence | None = None
        self.quick = QuickDoor(self.opening.ready, lambda: self.views, lambda: self.window.bring_to_front())
        self.started = asyncio.Event()
        """Set when the first vault was opened, or something else is shown instead."""
        self.links = LinkDoor(self._ring, self.opening, self.started)
        # One that is clicked here is followed here: the system might know another VaultDesk, or none.
        QDesktopServices.setUrlHandler(APP_LINK_SCHEME.rstrip(":"), self.links, "take")  # type: ignore[arg-type] # the stub is wrong: it wants a text
        self.crashed: CrashReport | None = None
        """What is known of the last end, where that was none as it should be; told once."""
        self._take_in(window)
        instance.asked.connect(self.take)

    @property
    def windows(self) -> list[VaultWindow]:
        """All windows, the one used last first."""
        return self._ring.windows

    @property
    def front(self) -> VaultWindow:
        """The window that was used last."""
        return self._ring.front

    @property
    def window(self) -> MainWindow:
        """The window used last, as Qt knows it."""
        return self.front.window

    @property
    def views(self) -> "VaultViews | None":
        """The views of the vault that is open in the window used last."""
        return self.front.views

    async def run(self, folder: Path | None, question: str | None = None, asked: Sequence[Asked] = ()) -> int:
        """Show the window, open *folder* or what was open last, and wait until the last window is closed.

        With a *question*, which may be empty, quick ask is shown over it. *asked* is what others wanted meanwhile.
        """
        told = bridge.failures().failed
        told.connect(self._tell_failure)
        for one in asked:
            self.take(one)
        try:
            await self._live_through(folder, question)
        finally:
            told.disconnect(self._tell_failure)
        return 0

    async def _live_through(self, folder: Path | None, question: str | None) -> None:
        first, left_open = self.front, self.window.state.open
        wanted = first_vault(folder, self.window.state, self._seen)
        if not first.window.isVisible() and not first.window.in_tray:  # Else application.py has painted it already.
            if wanted is not None:
                first.window.show_opening(wanted.name, self._seen.recent)
            await first_paint(first.window)
        means = await read_means(self._places)
        theme().set_motion(means.store.settings.appearance.motion)
        bridge.start(self._follow_settings(means), owner=self)
        first.begin(means)
        await import_first()
        bridge.start(tell_of_place(first.window, self._places), owner=self)
        if wanted is not None:
            first.claimed = await asyncio.to_thread(place_of, wanted)
        if not self.ending.over.is_set():
            await self._open_first(first, wanted)
            self.started.set()
            warm_up_soon(first.window, means.store.settings)
            self._be_present(means)
            if self.crashed is not None:
                from vaultdesk.ui.crash_notice import tell_of_crash  # hardly ever needed

                tell_of_crash(self.window, self.crashed)
            if question is not None:
                self.show_quick_ask(question)
            if folder is None:
                bridge.start(self._open_others(first.window, left_open[1:]), owner=self)
        await self.ending.over.wait()
        self._instance.close()  # What is asked for from now on is another start's to do.
        if self.presence is not None:
            await self.presence.close()
        self.quick.close()
        await self.ending.leave_all()

    def open_vault(self, root: Path) -> None:
        """Open the vault at *root* in the window used last; where another one has it, that comes to the front."""
        self.opening.here(root, self.front)

    def open_in_new_window(self, root: Path | None = None) -> None:
        """Open the vault at *root* in a window of its own, or let the person choose one there."""
        self.opening.beside(root)

    def close_vault(self) -> None:
        """Close the vault of the window used last and show the first page there."""
        self.front.close_vault()

    def show_settings(self) -> None:
        """Show the settings in the window used last, or leave them again."""
        self.front.show_settings()

    def show_quick_ask(self, question: str = "") -> None:
        """Show the small window for one question, over whatever is in front."""
        self.quick.show(question)

    def quit(self) -> None:
        """Close every window, its notes saved; one that cannot be saved keeps all of them open."""
        self.ending.quit()

    def _take_in(self, window: MainWindow) -> VaultWindow:
        """Make *window* one of ours, the one in front."""
        made = VaultWindow(window, lambda root: self.opening.here(root, made))
        commands = window.commands
        commands.bind("quit", self.quit)
        commands.bind("new-window", self.opening.beside)
        commands.bind("open-in-window", partial(self.opening.choose_beside, made))
        commands.bind("quick-ask", self.show_quick_ask)
        window.folder_dropped.connect(lambda path: self.opening.dropped(path, made))
        window.toolbar.vault_chosen.connect(lambda root: self.opening.here(root, made))
        for beside in (window.window_wanted, window.toolbar.window_wanted):
            beside.connect(self.opening.beside)
        window.activated.connect(lambda: self._ring.came_forward(made))
        window.close_requested.connect(lambda: self.ending.close(made))
        made.changed.connect(self.ending.remember)
        self._ring.add(made)
        if self.presence is not None:
            self.presence.follow(made)
        return made

    async def _open_first(self, first: VaultWindow, wanted: Path | None) -> None:
        """Open what the start is for; a note opens in its vault."""
        if wanted is not None and await asyncio.to_thread(wanted.is_file):
            await import_rest()
            self.opening.ready.set()
            await self.opening.open_here(wanted, first)
        else:
            await first.switch(wanted)
            self.opening.ready.set()

    async def _open_others(self, window: MainWindow, vaults: Sequence[str]) -> None:
        """Open the windows behind the first one, once that is seen: a start without a window shows none of them."""
        if window.in_tray or window.isMinimized():
            self._ring.later = tuple(vaults)
            await bridge.wait_signal(window.appeared)
        await self.opening.others(vaults)
        self._ring.later = ()

    def _be_present(self, means: Means) -> None:
        from vaultdesk.ui.presence import Presence  # after the first paint only

        self.presence = Presence(self._ring, means)
        self.presence.opened.connect(self.opening.beside)
        self.presence.quick_ask_wanted.connect(self.show_quick_ask)
        self.presence.settings_wanted.connect(self.show_settings)
        self.presence.quit_wanted.connect(self.quit)
        self.ending.hide = self.presence.hide
        self.quick.follow_keys(means.store)

    async def _follow_settings(self, means: Means) -> None:
        with means.store.changes.subscribe() as changes:
            async for settings in changes:
                look = settings.appearance
                theme().set_choice(look.theme)
                theme().set_contrast(look.contrast)
                theme().set_motion(look.motion)
                for one in self.windows:
                    one.window.commands.set_keys(settings.keys)
                    one.window.toolbar.show_recent(settings.recent_vaults())

    def _tell_failure(self, error: BaseException) -> None:
        words = QCoreApplication.translate(
            "Window", "Something inside VaultDesk failed. Its log says what; your notes are as they were."
        )
        self.window.notify(str(error) if isinstance(error, VaultDeskError) else words)

    def take(self, asked: Asked) -> None:
        """Do what another start of the program, or the system, wants."""
        if asked.hidden:
            return
        if asked.quick_ask:
            self.show_quick_ask(asked.question)
            return
        self.window.bring_to_front(asked.token)
        if asked.link:
            self.links.follow(asked.link)
        elif asked.folder is not None:
            self.opening.in_free_window(asked.folder)
