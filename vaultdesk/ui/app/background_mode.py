"""Background mode: tray icon with its menu, notifications, and running without a window."""

import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QObject, QPointF, QRectF, QSettings, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.core.values import replace
from vaultdesk.ui import bridge
from vaultdesk.ui.app.notifications import Attention, AttentionRequest, Notifier
from vaultdesk.ui.app.vault_window.vault_window import AppServices, VaultWindow, WindowRegistry
from vaultdesk.ui.theme.color_tokens import DARK, LIGHT
from vaultdesk.ui.widgets.labels import as_tooltip
from vaultdesk.ui.widgets.menu import Menu

TrayState = Literal["idle", "answering", "waiting"]
"""Idle, an answer is running, or a question to the user is pending."""

ICON_SIZES = (16, 22, 24, 32, 44, 64)
"""Icon sizes of panels in pixels."""

ICON_LINES = (((2.5, 3.5), (8.0, 13.5), (13.5, 3.5)), ((5.8, 3.5), (8.0, 7.6), (10.2, 3.5)))
"""The lines of the icon in a square of sixteen units."""


TASKBAR_SETTINGS = r"HKEY_CURRENT_USER\Software\Microsoft\Windows\CurrentVersion\Themes\Personalize"
"""Registry key in which Windows stores the theme of its taskbar, a separate choice from the theme of programs."""


def is_taskbar_dark(settings: QSettings) -> bool:
    """Return whether Windows' taskbar is dark by *settings*; versions without the choice have a dark one."""
    return str(settings.value("SystemUsesLightTheme", 0)) != "1"


def is_panel_dark() -> bool:
    """Return whether the panel with the icon is dark; on Windows the theme of the window does not affect it."""
    if sys.platform == "win32":
        return is_taskbar_dark(QSettings(TASKBAR_SETTINGS, QSettings.Format.NativeFormat))
    return QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark


def tray_icon(state: TrayState) -> QIcon:
    """Return the icon in the color of the system's panels; macOS colors it itself."""
    icon = QIcon()
    for side in ICON_SIZES:
        icon.addPixmap(_draw_icon(side, state))
    icon.setIsMask(sys.platform == "darwin")
    return icon


def _draw_icon(side: int, state: TrayState) -> QPixmap:
    picture = QPixmap(side, side)
    picture.fill(Qt.GlobalColor.transparent)
    tokens = DARK if is_panel_dark() else LIGHT
    ink = QColor("black") if sys.platform == "darwin" else QColor(tokens.hex("text"))
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(side / 16, side / 16)
    pen = QPen(ink, 1.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    for line in ICON_LINES:
        painter.drawPolyline(QPolygonF([QPointF(*point) for point in line]))
    if state != "idle":
        dot = QRectF(9.6, 9.6, 6.4, 6.4)
        # A gap around the dot separates it from the icon on any panel.
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Clear)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        painter.drawEllipse(dot.adjusted(-1.2, -1.2, 1.2, 1.2))
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        role = "warning" if state == "waiting" else "accent"
        painter.setBrush(ink if sys.platform == "darwin" else QColor(tokens.hex(role)))
        painter.drawEllipse(dot)
    painter.end()
    return picture


TRAY_CHECK_INTERVAL = 5_000
"""Milliseconds between two checks whether the desktop has a tray: a panel may start late, or end."""

MAX_RECENT_VAULTS_IN_TRAY = 5
"""Maximum number of recent vaults in the menu."""


class Tray(QObject):
    """Shown while requested and the desktop has a tray."""

    open_requested = Signal()
    """The window should be activated."""
    quick_ask_requested = Signal()
    vault_requested = Signal(object)
    """The user chose a recent vault: its Path."""
    settings_requested = Signal()
    quit_requested = Signal()
    availability_changed = Signal(bool)
    """Whether the icon is visible."""

    def __init__(
        self,
        recent: Callable[[], Sequence[Path]],
        available: Callable[[], bool] = QSystemTrayIcon.isSystemTrayAvailable,
        parent: QObject | None = None,
    ) -> None:
        """*recent* returns the most recently opened vaults; *available* returns whether the desktop has a tray."""
        super().__init__(parent)
        self._recent = recent
        self._available = available
        self._enabled = False
        self._visible = False
        self._dark = False
        self._clicked: Callable[[], object] | None = None
        self.state: TrayState = "idle"
        self.icon = QSystemTrayIcon(self)
        self.menu = Menu(self.tr("VaultDesk"))
        self.menu.aboutToShow.connect(self._fill)
        self._fill()  # Some panels request the menu before they report that it is opened.
        self.icon.setContextMenu(self.menu)
        self.icon.activated.connect(self._activated)
        self.icon.messageClicked.connect(self._message_clicked)
        QGuiApplication.styleHints().colorSchemeChanged.connect(lambda _scheme: self._apply_theme())
        self._timer = QTimer(self)
        self._timer.setInterval(TRAY_CHECK_INTERVAL)
        self._timer.timeout.connect(self.check_availability)
        self._apply_theme()

    @property
    def available(self) -> bool:
        """Whether the icon is visible, so that the user can find the program."""
        return self._visible

    def set_enabled(self, enabled: bool) -> None:
        """Show the icon as soon as there is a tray, or remove it."""
        self._enabled = enabled
        if enabled:
            self._timer.start()
        else:
            self._timer.stop()
        self.check_availability()

    def check_availability(self) -> None:
        """Check whether the desktop has a tray, and whether it is dark: Windows sends no notification of that."""
        if self._dark != is_panel_dark():
            self._apply_theme()
        visible = self._enabled and self._available()
        if visible != self.icon.isVisible():
            self.icon.setVisible(visible)
        if visible != self._visible:
            self._visible = visible
            self.availability_changed.emit(visible)

    def show_state(self, state: TrayState) -> None:
        if state != self.state:
            self.state = state
            self._apply_theme()

    def show_message(self, title: str, text: str, clicked: Callable[[], object]) -> bool:
        """Show a message at the icon; return False if there is none."""
        if not self._visible or not QSystemTrayIcon.supportsMessages():
            return False
        self._clicked = clicked
        self.icon.showMessage(title, text, tray_icon("idle"))
        return True

    def close(self) -> None:
        """Remove the icon permanently."""
        self.set_enabled(False)
        self.menu.deleteLater()

    def _apply_theme(self) -> None:
        self._dark = is_panel_dark()
        self.icon.setIcon(tray_icon(self.state))
        tooltips = {
            "idle": self.tr("VaultDesk"),
            "answering": self.tr("VaultDesk: an answer is in progress"),
            "waiting": self.tr("VaultDesk: a request is waiting for your approval"),
        }
        self.icon.setToolTip(tooltips[self.state])

    def _fill(self) -> None:
        menu = self.menu
        menu.clear()
        menu.add(self.tr("Quick ask"), self.quick_ask_requested.emit)
        menu.add(self.tr("Open VaultDesk"), self.open_requested.emit)
        recent = list(self._recent())[:MAX_RECENT_VAULTS_IN_TRAY]
        if recent:
            menu.addSeparator()
        for path in recent:
            entry = menu.add(path.name or str(path), partial(self.vault_requested.emit, path))
            entry.setToolTip(as_tooltip(str(path)))
        menu.addSeparator()
        menu.add(self.tr("Settings"), self.settings_requested.emit)
        menu.add(self.tr("Quit VaultDesk"), self.quit_requested.emit)

    def _activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason in (QSystemTrayIcon.ActivationReason.Trigger, QSystemTrayIcon.ActivationReason.DoubleClick):
            self.open_requested.emit()

    def _message_clicked(self) -> None:
        clicked, self._clicked = self._clicked, None
        if clicked is not None:
            clicked()


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
        self._attentions: dict[VaultWindow, Attention] = {}
        self.tray = Tray(self._recent, lambda: QSystemTrayIcon.isSystemTrayAvailable(), self)
        self.notifier = Notifier(lambda: services.store.settings.desktop, lambda: self.tray)
        self.tray.open_requested.connect(lambda: registry.front.window.bring_to_front())
        self.tray.quick_ask_requested.connect(self.quick_ask_requested)
        self.tray.vault_requested.connect(self.opened)
        self.tray.settings_requested.connect(self._show_settings)
        self.tray.quit_requested.connect(self.quit_requested)
        self.tray.availability_changed.connect(self._tray_changed)
        if sys.platform == "darwin":
            application = QApplication.instance()
            assert isinstance(application, QApplication)  # The tray exists only in a window's process.
            application.applicationStateChanged.connect(self.application_changed)
        for vault_window in registry.windows:
            self.follow(vault_window)
        bridge.follow(services.store.changes, self._settings_changed, owner=self)
        self._settings_changed(services.store.settings)
        self._tray_changed(self.tray.available)

    def follow(self, window: VaultWindow) -> None:
        """Follow the activity in *window*."""
        window.changed.connect(lambda: self._watch(window))
        window.window.activated.connect(self.notifier.withdraw)
        window.destroyed.connect(lambda: self._attentions.pop(window, None))
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
            text = self.tr("It keeps running there. To quit, choose Quit in its menu or press {0} in its window.")
            self.tray.show_message(
                self.tr("VaultDesk is running in the tray"), text.format(keys), window.bring_to_front
            )
        return True

    def application_changed(self, state: Qt.ApplicationState) -> None:
        """Bring the window back on a click on the Dock icon of macOS, which Qt reports as becoming active."""
        shown = any(widget.isVisible() for widget in QApplication.topLevelWidgets())
        if state == Qt.ApplicationState.ApplicationActive and not shown:
            self._registry.front.window.bring_to_front()

    async def close(self) -> None:
        """Remove the icon and pending notifications."""
        self.tray.close()
        await self.notifier.close()

    def _recent(self) -> list[Path]:
        return self._services.store.settings.recent_vaults()

    def _settings_changed(self, settings: Settings) -> None:
        self.tray.set_enabled(settings.desktop.tray)

    def _tray_changed(self, visible: bool) -> None:
        if visible:
            return
        # Otherwise the user could not find the program.
        for vault_window in self._registry.windows:
            if vault_window.window.in_tray:
                vault_window.window.bring_to_front()

    def _show_settings(self) -> None:
        self._registry.front.window.bring_to_front()
        self.settings_requested.emit()

    def _watch(self, window: VaultWindow) -> None:
        attention = window.views.attention if window.views is not None else None
        if attention is not None and self._attentions.get(window) is not attention:
            self._attentions[window] = attention
            attention.requested.connect(lambda request: self._notify(request, window))
            attention.changed.connect(self._update_tray_state)
        self._update_tray_state()

    def _notify(self, request: AttentionRequest, window: VaultWindow) -> None:
        self.notifier.notify(request, window.window)

    def _update_tray_state(self) -> None:
        attentions = [window.views.attention for window in self._registry.windows if window.views is not None]
        waiting, running = (
            any(attention.waiting for attention in attentions),
            any(attention.running for attention in attentions),
        )
        self.tray.show_state("waiting" if waiting else "answering" if running else "idle")
