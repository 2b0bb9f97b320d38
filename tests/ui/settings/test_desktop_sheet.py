"""Tests of ui/settings/desktop_sheet.py."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox
from pytestqt.qtbot import QtBot

from tests.ui.hotkey.test_hotkeys import FakeBackend
from vaultdesk.core.errors import SettingsError
from vaultdesk.core.platform.autostart import AutostartObstacle, AutostartState, AutostartStatus
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.ui.hotkey.hotkeys import Hotkeys
from vaultdesk.ui.settings.desktop_sheet import AutostartCard, DesktopSheet, QuickAskCard
from vaultdesk.ui.settings.sheet import SettingsWriter
from vaultdesk.ui.widgets.banner import Banner


@pytest.fixture
def store(tmp_path: Path) -> SettingsStore:
    created = SettingsStore(tmp_path / "settings.toml")
    created.load()
    return created


# AutostartCard: the switches show the state of the entry, and failures are shown next to them.


class Entry:
    """An autostart entry in memory."""

    def __init__(self, status: AutostartStatus = AutostartStatus()) -> None:  # noqa: B008 - a frozen value
        self.current = status
        self.locked = False

    def status(self) -> AutostartStatus:
        return self.current

    def switch(self, on: bool, hidden: bool) -> None:
        if self.locked:
            raise SettingsError("The setting to start with the system could not be changed", hint="Read-only.")
        self.current = AutostartStatus("on", hidden) if on else AutostartStatus()


@pytest.fixture
def entry() -> Entry:
    return Entry()


def start_card(qtbot: QtBot, entry: Entry) -> AutostartCard:
    card = AutostartCard(entry)
    qtbot.addWidget(card)
    return card


def test_autostart_is_off_by_default_and_follows_the_switches(qtbot: QtBot, entry: Entry) -> None:
    card = start_card(qtbot, entry)
    assert not card.switch.isChecked()
    assert not card.hidden.isEnabled()

    card.switch.click()
    assert entry.current == AutostartStatus("on")
    card.hidden.click()
    assert entry.current == AutostartStatus("on", hidden=True)
    card.switch.click()
    assert entry.current == AutostartStatus()
    assert not card.hidden.isChecked()


def test_external_changes_are_shown_when_the_card_is_shown(qtbot: QtBot, entry: Entry) -> None:
    card = start_card(qtbot, entry)
    entry.current = AutostartStatus("on", hidden=True)
    card.show()
    assert card.switch.isChecked()
    assert card.hidden.isChecked()


def test_a_failure_is_shown_next_to_the_switch_which_keeps_its_state(qtbot: QtBot, entry: Entry) -> None:
    card = start_card(qtbot, entry)
    card.show()
    entry.locked = True
    card.switch.click()
    assert not card.switch.isChecked()
    assert card.problem.isVisible()

    entry.locked = False
    card.switch.click()
    assert not card.problem.isVisible()


@pytest.mark.parametrize(
    ("barrier", "state", "message"),
    [
        ("flatpak", "off", "Flatpak"),
        ("home", "off", "VAULTDESK_HOME"),
        ("moved", "off", "Move VaultDesk"),
        ("", "missing", "/old/vaultdesk"),
        ("", "other", "/old/vaultdesk"),
    ],
)
def test_the_card_says_why_autostart_is_unavailable(
    qtbot: QtBot, entry: Entry, barrier: AutostartObstacle, state: AutostartState, message: str
) -> None:
    entry.current = AutostartStatus(state, False, "/old/vaultdesk" if state != "off" else "", barrier)
    card = start_card(qtbot, entry)
    assert message in card.status_label.text()
    assert card.switch.isEnabled() is not bool(barrier)
    assert not card.switch.isChecked()


def test_the_hint_says_where_a_hidden_start_waits(qtbot: QtBot, entry: Entry) -> None:
    card = start_card(qtbot, entry)
    card.refresh(in_tray=True)
    assert "tray" in card.hidden_hint.text()
    card.refresh(in_tray=False)
    assert "minimized" in card.hidden_hint.text()


# QuickAskCard: shortcuts are entered, stored, refused and removed, and their state is shown
# (vaultdesk/ui/hotkey/README.md, "Invariants").

MODIFIERS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier


class Scene:
    """A card over a fake hotkey backend that follows the settings as in the program."""

    def __init__(self, folder: Path) -> None:
        self.store = SettingsStore(folder / "settings.toml")
        self.store.load()
        self.keys = Hotkeys(FakeBackend("Ctrl+Alt+K"))
        self.banner = Banner("danger", "")
        self.card = QuickAskCard(SettingsWriter(self.store, self.banner), self.keys)

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = MODIFIERS) -> None:
        QTest.keyClick(self.card.field, key, modifiers)
        self.keys.set_keys(self.stored)

    @property
    def stored(self) -> str:
        return self.store.settings.desktop.quick_ask_keys

    @property
    def status_text(self) -> str:
        return self.card.state.text()


@pytest.fixture
def scene(qapp: object, tmp_path: Path) -> Scene:
    return Scene(tmp_path)


def test_no_shortcut_is_set_until_one_is_pressed(scene: Scene) -> None:
    assert (scene.stored, scene.card.field.text(), scene.status_text) == ("", "", "Works here.")
    assert scene.card.clear.isHidden()
    scene.press(Qt.Key.Key_Space)
    assert (scene.stored, scene.card.field.text(), scene.status_text) == (
        "Ctrl+Alt+Space",
        "Ctrl+Alt+Space",
        "Works here.",
    )
    assert not scene.card.clear.isHidden()


def test_a_shortcut_taken_by_another_program_is_stored_and_shown_as_taken(scene: Scene) -> None:
    scene.press(Qt.Key.Key_K)
    assert (scene.stored, scene.status_text) == ("Ctrl+Alt+K", "Taken.")


def test_an_unsuitable_shortcut_is_refused_with_a_reason_and_not_stored(scene: Scene) -> None:
    scene.press(Qt.Key.Key_Space)
    QTest.keyClick(scene.card.field, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert scene.stored == "Ctrl+Alt+Space"
    assert "is used by most programs" in scene.status_text
    assert scene.card.field.accessibleDescription() == scene.status_text
    QTest.keyClick(scene.card.field, Qt.Key.Key_A)
    assert "needed for typing" in scene.status_text


def test_backspace_and_the_button_remove_the_shortcut(scene: Scene) -> None:
    scene.press(Qt.Key.Key_Space)
    scene.press(Qt.Key.Key_Backspace, Qt.KeyboardModifier.NoModifier)
    assert (scene.stored, scene.card.field.text()) == ("", "")
    scene.press(Qt.Key.Key_Space)
    scene.card.clear.click()
    assert scene.stored == ""


# DesktopSheet.


def checkbox_in(sheet: DesktopSheet, name: str) -> QCheckBox:
    field = (sheet.tray if name == "tray" else sheet.form).field(name)
    assert isinstance(field, QCheckBox)
    return field


def test_checked_options_are_stored(qapp: object, store: SettingsStore) -> None:
    sheet = DesktopSheet(store, lambda: True)
    checkbox_in(sheet, "tray").click()
    checkbox_in(sheet, "notify").click()
    desktop = store.settings.desktop
    assert (desktop.tray, desktop.notify) == (True, False)
    sheet.refresh(store.settings)
    assert not checkbox_in(sheet, "sound").isEnabled()
    assert sheet.tray_hint.text() == "This desktop shows a tray."


def test_without_a_tray_the_option_can_only_be_switched_off(qapp: object, store: SettingsStore) -> None:
    sheet = DesktopSheet(store, lambda: False)
    assert not checkbox_in(sheet, "tray").isEnabled()
    assert "shows no tray" in sheet.tray_hint.text()

    def enable_tray(settings: Settings) -> Settings:
        return settings.model_copy(update={"desktop": settings.desktop.model_copy(update={"tray": True})})

    store.change(enable_tray)
    sheet.refresh(store.settings)
    assert checkbox_in(sheet, "tray").isEnabled()


def test_the_try_button_emits_its_signal(qapp: object, store: SettingsStore) -> None:
    sheet, tried = DesktopSheet(store, lambda: True), []
    sheet.tried.connect(lambda: tried.append("tried"))
    sheet.quick_ask.try_button.click()
    assert tried == ["tried"]
    assert "Quick ask" in sheet.all_text()
