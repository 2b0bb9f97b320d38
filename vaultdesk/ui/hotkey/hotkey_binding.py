"""Binds the global hotkey in the settings to quick ask."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.ui.bridge import follow
from vaultdesk.ui.hotkey.hotkeys import Hotkeys, hotkeys

PREPARE_DELAY = 500
"""Milliseconds after which the window is built in advance: the start has other things to do first."""


class HotkeyBinding(QObject):
    """Made when the settings were read; it ends with its owner."""

    def __init__(
        self,
        store: SettingsStore,
        show: Callable[[], object],
        prepare: Callable[[], object],
        owner: QObject,
        keys: Hotkeys | None = None,
    ) -> None:
        """*show* shows quick ask; *prepare* builds it in advance, where it is likely to be wanted."""
        super().__init__(owner)
        self.hotkeys = keys or hotkeys()
        self._show = show
        self._prepare = prepare
        self._prepared = False
        self.hotkeys.pressed.connect(show)
        follow(store.changes, self._take_over, owner=self)
        self._take_over(store.settings)

    def close(self) -> None:
        """Give the keys back."""
        self.hotkeys.pressed.disconnect(self._show)
        self.hotkeys.set_keys("")

    def _take_over(self, settings: Settings) -> None:
        wanted = settings.desktop.quick_ask_keys
        if wanted != self.hotkeys.keys:
            self.hotkeys.set_keys(wanted)
        if (wanted or settings.desktop.tray) and not self._prepared:
            self._prepared = True
            QTimer.singleShot(PREPARE_DELAY, self, self._prepare)
