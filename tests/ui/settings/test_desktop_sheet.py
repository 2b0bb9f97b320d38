"""Tests of ui/settings/desktop_sheet.py."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox
from pytestqt.qtbot import QtBot

from tests.ui.hotkey.test_hotkeys import Desk
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


# Start card: the switches show the entry as it is, and what fails is told beside them.


class Entry:
    """An entry in memory."""

    def __init__(self, standing: AutostartStatus = AutostartStatus()) -> None:  # noqa: B008 - a frozen value
        self.now = standing
        self.locked = False

    def status(self) -> AutostartStatus:
        return self.now

    def switch(self, on: bool, hidden: bool) -> None:
        if self.locked:
            raise SettingsError("The setting to start with the system could not be changed", hint="Read-only.")
        self.now = AutostartStatus("on", hidden) if on else AutostartStatus()


@pytest.fixture
def entry() -> Entry:
    return Entry()


def start_card(qtbot: QtBot, entry: Entry) -> AutostartCard:
    card = AutostartCard(entry)
    qtbot.addWidget(card)
    return card


def test_it_is_off_by_itself_and_follows_the_switches(qtbot: QtBot, entry: Entry) -> None:
    card = start_card(qtbot, entry)
    assert not card.switch.isChecked()
    assert not card.hidden.isEnabled()

    card.switch.click()
    assert entry.now == AutostartStatus("on")
    card.hidden.click()
    assert entry.now == AutostartStatus("on", hidden=True)
    card.switch.click()
    assert entry.now == AutostartStatus()
    assert not card.hidden.isChecked()


def test_what_others_changed_is_seen_when_it_is_shown(qtbot: QtBot, entry: Entry) -> None:
    card = start_card(qtbot, entry)
    entry.now = AutostartStatus("on", hidden=True)
    card.show()
    assert card.switch.isChecked()
    assert card.hidden.isChecked()


def test_a_failure_stands_beside_the_switch_which_shows_what_is(qtbot: QtBot, entry: Entry) -> None:
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
    ("barrier", "state", "words"),
    [
        ("flatpak", "off", "Flatpak"),
        ("home", "off", "VAULTDESK_HOME"),
        ("moved", "off", "Move VaultDesk"),
        ("", "missing", "/old/vaultdesk"),
        ("", "other", "/old/vaultdesk"),
    ],
)
def test_why_it_is_not_this_program_s_is_said(
    qtbot: QtBot, entry: Entry, barrier: AutostartObstacle, state: AutostartState, words: str
) -> None:
    entry.now = AutostartStatus(state, False, "/old/vaultdesk" if state != "off" else "", barrier)
    card = start_card(qtbot, entry)
    assert words in card.status_label.text()
    assert card.switch.isEnabled() is not bool(barrier)
    assert not card.switch.isChecked()


def test_where_it_waits_is_said(qtbot: QtBot, entry: Entry) -> None:
    card = start_card(qtbot, entry)
    card.refresh(in_tray=True)
    assert "tray" in card.hidden_hint.text()
    card.refresh(in_tray=False)
    assert "minimized" in card.hidden_hint.text()


# Quick ask card: keys are pressed, kept, refused and removed, and their state is said
# (vaultdesk/ui/hotkey/README.md, "Invariants").

HELD = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier


class Scene:
    """A card over a way of a test's own, which follows the settings as the program's does."""

    def __init__(self, folder: Path) -> None:
        self.store = SettingsStore(folder / "settings.toml")
        self.store.load()
        self.keys = Hotkeys(Desk("Ctrl+Alt+K"))
        self.banner = Banner("danger", "")
        self.card = QuickAskCard(SettingsWriter(self.store, self.banner), self.keys)

    def press(self, key: Qt.Key, held: Qt.KeyboardModifier = HELD) -> None:
        QTest.keyClick(self.card.field, key, held)
        self.keys.set_keys(self.kept)

    @property
    def kept(self) -> str:
        return self.store.settings.desktop.quick_ask_keys

    @property
    def said(self) -> str:
        return self.card.state.text()


@pytest.fixture
def scene(qapp: object, tmp_path: Path) -> Scene:
    return Scene(tmp_path)


def test_no_keys_are_set_until_somebody_presses_some(scene: Scene) -> None:
    assert (scene.kept, scene.card.field.text(), scene.said) == ("", "", "Works here.")
    assert scene.card.clear.isHidden()
    scene.press(Qt.Key.Key_Space)
    assert (scene.kept, scene.card.field.text(), scene.said) == ("Ctrl+Alt+Space", "Ctrl+Alt+Space", "Works here.")
    assert not scene.card.clear.isHidden()


def test_a_combination_another_program_has_is_kept_and_told(scene: Scene) -> None:
    scene.press(Qt.Key.Key_K)
    assert (scene.kept, scene.said) == ("Ctrl+Alt+K", "Taken.")


def test_an_impossible_combination_is_refused_with_a_sentence_and_not_kept(scene: Scene) -> None:
    scene.press(Qt.Key.Key_Space)
    QTest.keyClick(scene.card.field, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert scene.kept == "Ctrl+Alt+Space"
    assert "is used by most programs" in scene.said
    assert scene.card.field.accessibleDescription() == scene.said
    QTest.keyClick(scene.card.field, Qt.Key.Key_A)
    assert "needed for typing" in scene.said


def test_backspace_and_the_button_remove_the_keys(scene: Scene) -> None:
    scene.press(Qt.Key.Key_Space)
    scene.press(Qt.Key.Key_Backspace, Qt.KeyboardModifier.NoModifier)
    assert (scene.kept, scene.card.field.text()) == ("", "")
    scene.press(Qt.Key.Key_Space)
    scene.card.clear.click()
    assert scene.kept == ""


# Desktop sheet.


def tick_in(sheet: DesktopSheet, name: str) -> QCheckBox:
    field = (sheet.tray if name == "tray" else sheet.form).field(name)
    assert isinstance(field, QCheckBox)
    return field


def test_what_is_ticked_is_kept(qapp: object, store: SettingsStore) -> None:
    sheet = DesktopSheet(store, lambda: True)
    tick_in(sheet, "tray").click()
    tick_in(sheet, "notify").click()
    desktop = store.settings.desktop
    assert (desktop.tray, desktop.notify) == (True, False)
    sheet.refresh(store.settings)
    assert not tick_in(sheet, "sound").isEnabled()
    assert sheet.tray_hint.text() == "This desktop shows a tray."


def test_where_there_is_no_tray_it_says_so_and_only_a_choice_of_before_can_be_taken_back(
    qapp: object, store: SettingsStore
) -> None:
    sheet = DesktopSheet(store, lambda: False)
    assert not tick_in(sheet, "tray").isEnabled()
    assert "shows no tray" in sheet.tray_hint.text()

    def chosen(settings: Settings) -> Settings:
        return settings.model_copy(update={"desktop": settings.desktop.model_copy(update={"tray": True})})

    store.change(chosen)
    sheet.refresh(store.settings)
    assert tick_in(sheet, "tray").isEnabled()


def test_try_it_is_told(qapp: object, store: SettingsStore) -> None:
    sheet, tried = DesktopSheet(store, lambda: True), []
    sheet.tried.connect(lambda: tried.append("tried"))
    sheet.quick_ask.try_button.click()
    assert tried == ["tried"]
    assert "Quick ask" in sheet.all_text()
