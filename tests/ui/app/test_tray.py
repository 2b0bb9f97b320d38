"""Tests of the tray in ui/app/background_mode.py."""

from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QSystemTrayIcon
from pytestqt.qtbot import QtBot

from vaultdesk.ui.app.background_mode import Tray, TrayState, is_taskbar_dark, tray_icon
from vaultdesk.ui.theme.color_tokens import DARK, LIGHT

# Tray icon: one mark, with a dot while answering or waiting.


def render_icon(state: TrayState) -> QImage:
    return tray_icon(state).pixmap(32, 32).toImage().scaled(32, 32)


def test_each_state_has_a_distinct_icon(qtbot: QtBot) -> None:
    idle, answering, waiting = render_icon("idle"), render_icon("answering"), render_icon("waiting")
    dot = (25, 25)

    assert idle.pixelColor(*dot).alpha() == 0
    assert answering.pixelColor(*dot) == QColor(LIGHT.hex("accent"))
    assert waiting.pixelColor(*dot) == QColor(LIGHT.hex("warning"))
    assert idle.pixelColor(16, 26).alpha() > 0


@pytest.mark.parametrize(("value", "dark"), [(None, True), (0, True), (1, False)])
def test_the_windows_taskbar_theme_is_independent_of_the_app_theme(
    tmp_path: Path, value: int | None, dark: bool
) -> None:
    settings = QSettings(str(tmp_path / "personalize.ini"), QSettings.Format.IniFormat)
    settings.setValue("AppsUseLightTheme", 1)
    if value is not None:
        settings.setValue("SystemUsesLightTheme", value)

    assert is_taskbar_dark(settings) is dark


def test_the_icon_is_light_on_a_dark_panel(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    tray = Tray(list, lambda: True)
    monkeypatch.setattr("vaultdesk.ui.app.background_mode.is_panel_dark", lambda: True)
    tray.check_availability()

    shown = tray.icon.icon().pixmap(32, 32).toImage().scaled(32, 32)
    assert shown.pixelColor(16, 26).lightness() > QColor(DARK.hex("text")).lightness() / 2
    tray.close()


# Tray: shown only if the desktop supports it; its tooltip shows the state, its menu the actions.


def test_every_menu_entry_emits_its_signal(qtbot: QtBot) -> None:
    tray = Tray(lambda: [Path("/vaults/R&D"), Path("/vaults/Reading")], lambda: True)
    received: list[object] = []
    tray.vault_requested.connect(received.append)
    for signal, name in (
        (tray.quick_ask_requested, "ask"), (tray.open_requested, "open"), (tray.settings_requested, "settings"),
        (tray.quit_requested, "quit"),
    ):  # fmt: skip
        signal.connect(lambda name=name: received.append(name))
    tray.menu.aboutToShow.emit()
    entries = [action for action in tray.menu.actions() if not action.isSeparator()]
    texts = [action.text() for action in entries]
    for action in entries:
        action.trigger()
    tray.icon.activated.emit(QSystemTrayIcon.ActivationReason.Trigger)

    assert texts == ["Quick ask", "Open VaultDesk", "R&&D", "Reading", "Settings", "Quit VaultDesk"]
    assert received == ["ask", "open", Path("/vaults/R&D"), Path("/vaults/Reading"), "settings", "quit", "open"]
    tray.close()


def test_the_tray_is_available_only_while_enabled_and_supported(qtbot: QtBot) -> None:
    supported = [False]
    tray = Tray(list, lambda: supported[0])
    received: list[bool] = []
    tray.availability_changed.connect(received.append)

    tray.set_enabled(True)
    assert not tray.show_message("VaultDesk", "An answer is ready.", lambda: None)
    assert received == []
    supported[0] = True
    tray.check_availability()
    assert tray.available
    tray.set_enabled(False)

    assert received == [True, False]
    tray.close()


def test_the_tooltip_shows_the_state(qtbot: QtBot) -> None:
    tray = Tray(list, lambda: True)
    tooltips = []
    for state in ("idle", "answering", "waiting"):
        tray.show_state(state)
        tooltips.append(tray.icon.toolTip())

    assert len(set(tooltips)) == 3
    assert "approval" in tooltips[2]
    tray.close()


def test_the_tray_is_unavailable_on_the_offscreen_platform(qtbot: QtBot) -> None:
    tray = Tray(list)
    tray.set_enabled(True)

    assert not tray.available
    tray.close()
