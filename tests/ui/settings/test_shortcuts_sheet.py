"""Tests of ui/settings/shortcuts_sheet.py."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.ui.settings.shortcuts_sheet import (
    KeyCapture,
    ShortcutsSheet,
    command_with_key,
    key_problem,
    keys_of,
    with_default_keys,
    with_key,
)
from vaultdesk.ui.window.actions import ACTIONS

# Key capture: what is pressed is the answer, whatever it means elsewhere.

CTRL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier,
)  # fmt: skip


@pytest.fixture
def field(qtbot: QtBot) -> KeyCapture:
    created = KeyCapture("Keys")
    qtbot.addWidget(created)
    return created


@pytest.mark.parametrize(
    ("key", "held", "told"),
    [
        (Qt.Key.Key_O, CTRL, "Ctrl+O"),
        (Qt.Key.Key_O, CTRL | SHIFT, "Ctrl+Shift+O"),
        (Qt.Key.Key_F5, Qt.KeyboardModifier.NoModifier, "F5"),
        (Qt.Key.Key_Return, ALT, "Alt+Return"),
        (Qt.Key.Key_Escape, CTRL, "Ctrl+Esc"),
        (Qt.Key.Key_Backspace, Qt.KeyboardModifier.NoModifier, ""),
    ],
)
def test_pressed_keys_are_told(
    qtbot: QtBot, field: KeyCapture, key: Qt.Key, held: Qt.KeyboardModifier, told: str
) -> None:
    with qtbot.waitSignal(field.captured) as got:
        qtbot.keyClick(field, key, held)

    assert got.args == [told]


def test_esc_gives_up_and_a_held_key_alone_is_nothing(qtbot: QtBot, field: KeyCapture) -> None:
    received: list[str] = []
    field.captured.connect(received.append)

    qtbot.keyClick(field, Qt.Key.Key_Control, CTRL)
    with qtbot.waitSignal(field.cancelled):
        qtbot.keyClick(field, Qt.Key.Key_Escape)

    assert received == []


# Key choices: a key is one command's where both could be meant; what was given up can be had back.


def test_a_key_that_another_command_has_is_told_and_taken_from_it() -> None:
    assert command_with_key("theme", "Ctrl+O", {}) == "jump"

    chosen = with_key("theme", "Ctrl+O", {})

    assert (keys_of("theme", chosen), keys_of("jump", chosen)) == (("Ctrl+O",), ())
    assert command_with_key("jump", "Ctrl+O", chosen) == "theme"


def test_one_of_two_keys_is_taken_and_the_other_stays() -> None:
    assert keys_of("palette", with_key("theme", "Ctrl+K", {})) == ("Ctrl+P",)


def test_keys_of_two_panes_are_never_meant_at_once() -> None:
    assert command_with_key("find", "Ctrl+Shift+H", {}) == "chats"
    assert command_with_key("find-in-chat", "Ctrl+H", {}) is None


def test_what_is_as_in_the_table_is_not_kept_as_a_choice() -> None:
    chosen = with_key("jump", "Ctrl+J", {"of-a-later-version": ("F9",)})

    assert with_key("jump", "Ctrl+O", chosen) == {"of-a-later-version": ("F9",)}


def test_restoring_takes_the_keys_back_from_whom_they_were_given() -> None:
    chosen = with_key("theme", "Ctrl+O", {})

    back = with_default_keys("jump", chosen)

    assert (keys_of("jump", back), keys_of("theme", back)) == (("Ctrl+O",), ())


@pytest.mark.parametrize("key", ["A", "Shift+A", "Space", "Return", "Ctrl+C", "Ctrl+Z", "Left"])
def test_keys_that_typing_needs_are_refused(key: str) -> None:
    assert key_problem(key)


@pytest.mark.parametrize("key", ["", "F5", "Shift+F5", "Ctrl+J", "Alt+X", "Ctrl+?"])
def test_other_keys_can_be_had(key: str) -> None:
    assert key_problem(key) == ""


# Keys sheet: commands are found by name and keys, changed by pressing keys, and put back.

KEYS_SHEET_CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def store(tmp_path: Path) -> SettingsStore:
    return SettingsStore(tmp_path / "settings.toml")


@pytest.fixture
def sheet(qtbot: QtBot, store: SettingsStore) -> ShortcutsSheet:
    created = ShortcutsSheet(store)
    qtbot.addWidget(created)
    return created


def shown(sheet: ShortcutsSheet) -> list[str]:
    return [entry.key for entry in sheet.list.rows() if not entry.heading]


def test_every_command_is_listed_under_its_group(sheet: ShortcutsSheet) -> None:
    assert sorted(shown(sheet)) == sorted(row.id for row in ACTIONS)
    assert sheet.list.rows()[0].heading


def test_commands_are_found_by_name_and_by_keys(sheet: ShortcutsSheet) -> None:
    sheet.search.setText("jump")
    by_name = shown(sheet)
    sheet.search.setText("Ctrl+O")

    assert "jump" in by_name
    assert shown(sheet) == ["jump"]


def test_pressed_keys_become_the_commands_and_are_kept(
    qtbot: QtBot, sheet: ShortcutsSheet, store: SettingsStore
) -> None:
    sheet.show_command("theme")
    qtbot.keyClick(sheet.capture, Qt.Key.Key_J, KEYS_SHEET_CTRL)

    assert SettingsStore(store.file).load().keys == {"theme": ("Ctrl+J",)}
    assert "Ctrl+J" in next(entry.right for entry in sheet.list.rows() if entry.key == "theme")


def test_taking_keys_from_another_command_is_asked_first(
    qtbot: QtBot, sheet: ShortcutsSheet, store: SettingsStore
) -> None:
    sheet.show_command("theme")
    qtbot.keyClick(sheet.capture, Qt.Key.Key_O, KEYS_SHEET_CTRL)
    before = store.settings.keys
    asked = sheet.message.text()
    sheet.reassign.click()

    assert (before, store.settings.keys) == ({}, {"theme": ("Ctrl+O",), "jump": ()})
    assert "Search or jump to" in asked


def test_a_key_for_typing_is_refused_in_words(qtbot: QtBot, sheet: ShortcutsSheet, store: SettingsStore) -> None:
    sheet.show_command("theme")
    qtbot.keyClick(sheet.capture, Qt.Key.Key_J)

    assert "single key" in sheet.message.text()
    assert store.settings.keys == {}


def test_one_command_or_all_can_be_put_back(qtbot: QtBot, sheet: ShortcutsSheet, store: SettingsStore) -> None:
    for name, key in (("theme", Qt.Key.Key_J), ("graph", Qt.Key.Key_U)):
        sheet.show_command(name)
        qtbot.keyClick(sheet.capture, key, KEYS_SHEET_CTRL)
    sheet.list.go_to("theme")
    sheet.restore.click()
    one = store.settings.keys
    sheet.restore_all.click()

    assert (list(one), store.settings.keys) == (["graph"], {})


def test_the_list_takes_the_height_there_is(qtbot: QtBot, sheet: ShortcutsSheet) -> None:
    sheet.show()
    heights = []
    for high in (500, 900, 1_300):
        sheet.resize(800, high)
        qtbot.wait(1)
        heights.append(sheet.list.height())
        assert high < 600 or sheet.verticalScrollBar().maximum() == 0
    assert heights == sorted(set(heights))
    assert heights[2] - heights[1] == 400
