"""Background mode: tray icon, notifications, and running without a window."""

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QSystemTrayIcon

from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.ui import bridge
from vaultdesk.ui.app.notifications import Attention, AttentionCall, Notifier
from vaultdesk.ui.app.tray import Tray
from vaultdesk.ui.app.vault_window.vault_window import AppServices, VaultWindow, WindowRegistry


class Presence(QObject):
    """Joins the tray and the notifications to the windows. Made when the settings are read."""

    opened = Signal(object)
    """A recent vault was chosen at the tray: its Path."""
    quick_ask_wanted = Signal()
    settings_wanted = Signal()
    quit_wanted = Signal()

    def __init__(self, ring: WindowRegistry, means: AppServices) -> None:
        super().__init__()
        self._ring = ring
        self._means = means
        self._followed: dict[VaultWindow, Attention] = {}
        self.tray = Tray(self._recent, lambda: QSystemTrayIcon.isSystemTrayAvailable(), self)
        self.notifier = Notifier(lambda: means.store.settings.desktop, lambda: self.tray)
        self.tray.open_wanted.connect(lambda: ring.front.window.bring_to_front())
        self.tray.quick_ask_wanted.connect(self.quick_ask_wanted)
        self.tray.vault_wanted.connect(self.opened)
        self.tray.settings_wanted.connect(self._show_settings)
        self.tray.quit_wanted.connect(self.quit_wanted)
        self.tray.there_changed.connect(self._tray_changed)
        for one in ring.windows:
            self.follow(one)
        bridge.follow(means.store.changes, self._settings_changed, owner=self)
        self._settings_changed(means.store.settings)
        self._tray_changed(self.tray.there)

    def follow(self, window: VaultWindow) -> None:
        """Follow what goes on in *window* from now on."""
        window.changed.connect(lambda: self._watch(window))
        window.window.activated.connect(self.notifier.withdraw)
        window.destroyed.connect(lambda: self._followed.pop(window, None))
        self._watch(window)

    def hide(self, last: VaultWindow) -> bool:
        """Hide the *last* window, its vault still open, where the program is found in the tray; False elsewhere."""
        self.tray.look()
        if not self.tray.there:
            return False
        window = last.window
        window.save_state()
        window.in_tray = True
        window.hide()
        if not window.state.told_tray:
            window.state = replace(window.state, told_tray=True)
            window.save_state()
            keys = window.commands.keys("quit")
            words = self.tr("It goes on working there. To end it, choose Quit in its menu, or press {0} in its window.")
            self.tray.tell(self.tr("VaultDesk is in the tray"), words.format(keys), window.bring_to_front)
        return True

    async def close(self) -> None:
        """Take the icon and what was told away."""
        self.tray.close()
        await self.notifier.close()

    def _recent(self) -> list[Path]:
        return self._means.store.settings.recent_vaults()

    def _settings_changed(self, settings: Settings) -> None:
        self.tray.want(settings.desktop.tray)

    def _tray_changed(self, there: bool) -> None:
        if there:
            return
        # Nobody could find the program any more.
        for one in self._ring.windows:
            if one.window.in_tray:
                one.window.bring_to_front()

    def _show_settings(self) -> None:
        self._ring.front.window.bring_to_front()
        self.settings_wanted.emit()

    def _watch(self, window: VaultWindow) -> None:
        attention = window.views.attention if window.views is not None else None
        if attention is not None and self._followed.get(window) is not attention:
            self._followed[window] = attention
            attention.called.connect(lambda call: self._called(call, window))
            attention.changed.connect(self._renew)
        self._renew()

    def _called(self, call: AttentionCall, window: VaultWindow) -> None:
        self.notifier.tell(call, window.window)

    def _renew(self) -> None:
        watched = [one.views.attention for one in self._ring.windows if one.views is not None]
        waiting, running = any(one.waiting for one in watched), any(one.running for one in watched)
        self.tray.show_state("waiting" if waiting else "answering" if running else "idle")
