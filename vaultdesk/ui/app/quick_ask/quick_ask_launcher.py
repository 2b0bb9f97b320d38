"""Opens quick ask from anywhere in the program; imports it on first use."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from vaultdesk.ui import bridge

if TYPE_CHECKING:
    from vaultdesk.core.settings.settings_store import SettingsStore
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
        self._made: QuickAsk | None = None
        self._keys: HotkeyBinding | None = None

    @property
    def quick_ask(self) -> "QuickAsk":
        """The window, created on first access."""
        if self._made is None:
            from vaultdesk.ui.app.quick_ask.quick_ask import QuickAsk  # after the first paint only

            self._made = QuickAsk(self._views, self._show_main_window, self._opening)
        return self._made

    def show(self, question: str = "") -> None:
        """Show it above the active window; a *question* is asked immediately."""
        bridge.start(self._show(question), owner=self)

    def vault_changed(self) -> None:
        """Handle that another vault is open now, or none."""
        if self._made is not None:
            self._made.vault_changed()

    def follow_keys(self, store: "SettingsStore") -> None:
        """Register the global shortcut of the settings, and follow its changes."""
        from vaultdesk.ui.hotkey.hotkeys import HotkeyBinding  # after the first paint only

        self._keys = HotkeyBinding(store, lambda: self.quick_ask.toggle(), lambda: self.quick_ask.window, self)

    def close(self) -> None:
        """Unregister the shortcut and close the window."""
        if self._keys is not None:
            self._keys.close()
        if self._made is not None:
            self._made.close()
        self._made = self._keys = None

    async def _show(self, question: str) -> None:
        await self._ready.wait()
        self.quick_ask.show_for(question)
