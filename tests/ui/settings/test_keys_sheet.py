"""Keys sheet: commands are found by name and keys, changed by pressing keys, and put back."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.ui.settings.keys_sheet import KeysSheet
from vaultdesk.ui.window.actions import ACTIONS

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def store(tmp_path: Path) -> SettingsStore:
    return SettingsStore(tmp_path / "settings.toml")


@pytest.fixture
def sheet(qtbot: QtBot, store: SettingsStore) -> KeysSheet:
    made = KeysSheet(store)
    qtbot.addWidget(made)
    return made


def shown(sheet: KeysSheet) -> list[str]:
    return [entry.key for entry in sheet.list.entries() if not entry.heading]


def test_every_command_is_listed_under_its_group(sheet: KeysSheet) -> None:
    assert sorted(shown(sheet)) == sorted(row.id for row in ACTIONS)
    assert sheet.list.entries()[0].heading


def test_commands_are_found_by_name_and_by_keys(sheet: KeysSheet) -> None:
    sheet.search.setText("jump")
    by_name = shown(sheet)
    sheet.search.setText("Ctrl+O")

    assert "jump" in by_name
    assert shown(sheet) == ["jump"]


def test_pressed_keys_become_the_commands_and_are_kept(qtbot: QtBot, sheet: KeysSheet, store: SettingsStore) -> None:
    sheet.show_command("theme")
    qtbot.keyClick(sheet.capture, Qt.Key.Key_J, CTRL)

    assert SettingsStore(store.file).load().keys == {"theme": ("Ctrl+J",)}
    assert "Ctrl+J" in next(entry.right for entry in sheet.list.entries() if entry.key == "theme")


def test_taking_keys_from_another_command_is_asked_first(qtbot: QtBot, sheet: KeysSheet, store: SettingsStore) -> None:
    sheet.show_command("theme")
    qtbot.keyClick(sheet.capture, Qt.Key.Key_O, CTRL)
    before = store.settings.keys
    asked = sheet.said.text()
    sheet.give.click()

    assert (before, store.settings.keys) == ({}, {"theme": ("Ctrl+O",), "jump": ()})
    assert "Search or jump to" in asked


def test_a_key_for_typing_is_refused_in_words(qtbot: QtBot, sheet: KeysSheet, store: SettingsStore) -> None:
    sheet.show_command("theme")
    qtbot.keyClick(sheet.capture, Qt.Key.Key_J)

    assert "single key" in sheet.said.text()
    assert store.settings.keys == {}


def test_one_command_or_all_can_be_put_back(qtbot: QtBot, sheet: KeysSheet, store: SettingsStore) -> None:
    for name, key in (("theme", Qt.Key.Key_J), ("graph", Qt.Key.Key_U)):
        sheet.show_command(name)
        qtbot.keyClick(sheet.capture, key, CTRL)
    sheet.list.go_to("theme")
    sheet.restore.click()
    one = store.settings.keys
    sheet.restore_all.click()

    assert (list(one), store.settings.keys) == (["graph"], {})


def test_the_list_takes_the_height_there_is(qtbot: QtBot, sheet: KeysSheet) -> None:
    sheet.show()
    heights = []
    for high in (500, 900, 1_300):
        sheet.resize(800, high)
        qtbot.wait(1)
        heights.append(sheet.list.height())
        assert high < 600 or sheet.verticalScrollBar().maximum() == 0
    assert heights == sorted(set(heights))
    assert heights[2] - heights[1] == 400
