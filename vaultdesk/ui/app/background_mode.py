"""Background mode: tray icon, notifications, and running without a window."""

import sys
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.ui import bridge
from vaultdesk.ui.app.notifications import Attention, AttentionRequest, Notifier
from vaultdesk.ui.app.tray import Tray
from vaultdesk.ui.app.vault_window.vault_window import AppServices, VaultWindow, WindowRegistry


class BackgroundMode(QObject):
    """Connects the tray and the notifications to the windows. Created when the settings have been read."""

    opened = Signal(object)
    """The user chose a recent vault in the tray menu: its Path."""
    quick_ask_requested = Signal()
    settings_requested = Signal()
    quit_requested = Signal()

    def __init__(self, registry: WindowRegistry, services: AppServices) -> None:
        super().__init__()
        self._registry = registry
        self._services = services
        self._followed: dict[VaultWindow, Attention] = {}
        self.tray = Tray(self._recent, lambda: QSystemTrayIcon.isSystemTrayAvailable(), self)
        self.notifier = Notifier(lambda: services.store.settings.desktop, lambda: self.tray)
        self.tray.open_requested.connect(lambda: registry.front.window.bring_to_front())
        self.tray.quick_ask_requested.connect(self.quick_ask_requested)
        self.tray.vault_requested.connect(self.opened)
        self.tray.settings_requested.connect(self._show_settings)
        self.tray.quit_requested.connect(self.quit_requested)
        self.tray.availability_changed.connect(self._tray_changed)
        if sys.platform == "darwin":
            QApplication.instance().applicationStateChanged.connect(self.application_changed)
        for one in registry.windows:
            self.follow(one)
        bridge.follow(services.store.changes, self._settings_changed, owner=self)
        self._settings_changed(services.store.settings)
        self._tray_changed(self.tray.available)

    def follow(self, window: VaultWindow) -> None:
        """Follow the activity in *window*."""
        window.changed.connect(lambda: self._watch(window))
        window.window.activated.connect(self.notifier.withdraw)
        window.destroyed.connect(lambda: self._followed.pop(window, None))
        self._watch(window)

    def hide(self, last: VaultWindow) -> bool:
        """Hide the *last* window with its vault open if the tray icon is visible; return False otherwise."""
        self.tray.check_availability()
        if not self.tray.available:
            return False
        window = last.window
        window.save_state()
        window.in_tray = True
        window.hide()
        if not window.state.told_tray:
            window.state = replace(window.state, told_tray=True)
            window.save_state()
            keys = window.commands.keys("quit")
            text = self.tr("It goes on working there. To end it, choose Quit in its menu, or press {0} in its window.")
            self.tray.show_message(self.tr("VaultDesk is in the tray"), text.format(keys), window.bring_to_front)
        return True

    def application_changed(self, state: Qt.ApplicationState) -> None:
        """Bring the window back on a click on the Dock icon of macOS, which Qt reports as becoming active."""
        shown = any(one.isVisible() for one in QApplication.topLevelWidgets())
        if state == Qt.ApplicationState.ApplicationActive and not shown:
            self._registry.front.window.bring_to_front()

    async def close(self) -> None:
        """Remove the icon and pending notifications."""
        self.tray.close()
        await self.notifier.close()

    def _recent(self) -> list[Path]:
        return self._services.store.settings.recent_vaults()

    def _settings_changed(self, settings: Settings) -> None:
        self.tray.set_wanted(settings.desktop.tray)

    def _tray_changed(self, there: bool) -> None:
        if there:
            return
        # The user could not find the program any more.
        for one in self._registry.windows:
            if one.window.in_tray:
                one.window.bring_to_front()

    def _show_settings(self) -> None:
        self._registry.front.window.bring_to_front()
        self.settings_requested.emit()

    def _watch(self, window: VaultWindow) -> None:
        attention = window.views.attention if window.views is not None else None
        if attention is not None and self._followed.get(window) is not attention:
            self._followed[window] = attention
            attention.requested.connect(lambda call: self._called(call, window))
            attention.changed.connect(self._renew)
        self._renew()

    def _called(self, call: AttentionRequest, window: VaultWindow) -> None:
        self.notifier.notify(call, window.window)

    def _renew(self) -> None:
        watched = [one.views.attention for one in self._registry.windows if one.views is not None]
        waiting, running = any(one.waiting for one in watched), any(one.running for one in watched)
        self.tray.show_state("waiting" if waiting else "answering" if running else "idle")
