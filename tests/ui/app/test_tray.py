"""Tests of the tray in ui/app/background_mode.py."""

from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QSystemTrayIcon
from pytestqt.qtbot import QtBot

from vaultdesk.ui.app.background_mode import Tray, TrayState, is_taskbar_dark, tray_icon
from vaultdesk.ui.theme.color_tokens import DARK, LIGHT

# Tray icon: one mark, told apart by a dot where something goes on.


def drawn(state: TrayState) -> QImage:
    return tray_icon(state).pixmap(32, 32).toImage().scaled(32, 32)


def test_each_state_looks_its_own(qtbot: QtBot) -> None:
    idle, answering, waiting = drawn("idle"), drawn("answering"), drawn("waiting")
    dot = (25, 25)

    assert idle.pixelColor(*dot).alpha() == 0
    assert answering.pixelColor(*dot) == QColor(LIGHT.hex("accent"))
    assert waiting.pixelColor(*dot) == QColor(LIGHT.hex("warning"))
    assert idle.pixelColor(16, 26).alpha() > 0


@pytest.mark.parametrize(("value", "dark"), [(None, True), (0, True), (1, False)])
def test_the_taskbar_of_windows_has_a_look_of_its_own(tmp_path: Path, value: int | None, dark: bool) -> None:
    settings = QSettings(str(tmp_path / "personalize.ini"), QSettings.Format.IniFormat)
    settings.setValue("AppsUseLightTheme", 1)
    if value is not None:
        settings.setValue("SystemUsesLightTheme", value)

    assert is_taskbar_dark(settings) is dark


def test_the_icon_follows_the_panel(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    tray = Tray(list, lambda: True)
    monkeypatch.setattr("vaultdesk.ui.app.background_mode.is_panel_dark", lambda: True)
    tray.check_availability()

    shown = tray.icon.icon().pixmap(32, 32).toImage().scaled(32, 32)
    assert shown.pixelColor(16, 26).lightness() > QColor(DARK.hex("text")).lightness() / 2
    tray.close()


# Tray: shown only where there is a place for it; its words and menu say what goes on and what can be done.


def test_its_menu_leads_everywhere(qtbot: QtBot) -> None:
    tray = Tray(lambda: [Path("/vaults/R&D"), Path("/vaults/Reading")], lambda: True)
    asked: list[object] = []
    tray.vault_requested.connect(asked.append)
    for signal, name in (
        (tray.quick_ask_requested, "ask"), (tray.open_requested, "open"), (tray.settings_requested, "settings"),
        (tray.quit_requested, "quit"),
    ):  # fmt: skip
        signal.connect(lambda name=name: asked.append(name))
    tray.menu.aboutToShow.emit()
    entries = [action for action in tray.menu.actions() if not action.isSeparator()]
    words = [action.text() for action in entries]
    for action in entries:
        action.trigger()
    tray.icon.activated.emit(QSystemTrayIcon.ActivationReason.Trigger)

    assert words == ["Quick ask", "Open VaultDesk", "R&&D", "Reading", "Settings", "Quit VaultDesk"]
    assert asked == ["ask", "open", Path("/vaults/R&D"), Path("/vaults/Reading"), "settings", "quit", "open"]
    tray.close()


def test_it_is_there_only_while_it_is_wanted_and_the_desktop_has_a_place(qtbot: QtBot) -> None:
    places = [False]
    tray = Tray(list, lambda: places[0])
    received: list[bool] = []
    tray.availability_changed.connect(received.append)

    tray.set_enabled(True)
    assert not tray.show_message("VaultDesk", "An answer is ready.", lambda: None)
    assert received == []
    places[0] = True
    tray.check_availability()
    assert tray.available
    tray.set_enabled(False)

    assert received == [True, False]
    tray.close()


def test_its_tooltip_says_what_goes_on(qtbot: QtBot) -> None:
    tray = Tray(list, lambda: True)
    words = []
    for state in ("idle", "answering", "waiting"):
        tray.show_state(state)
        words.append(tray.icon.toolTip())

    assert len(set(words)) == 3
    assert "approval" in words[2]
    tray.close()


def test_offscreen_there_is_no_tray_and_nothing_breaks(qtbot: QtBot) -> None:
    tray = Tray(list)
    tray.set_enabled(True)

    assert not tray.available
    tray.close()
