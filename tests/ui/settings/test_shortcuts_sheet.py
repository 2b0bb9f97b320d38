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

# KeyCapture: takes any pressed key, whatever its usual function.

CTRL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier,
)  # fmt: skip


@pytest.fixture
def field(qtbot: QtBot) -> KeyCapture:
    created = KeyCapture("Keys")
    qtbot.addWidget(created)
    return created


@pytest.mark.parametrize(
    ("key", "modifiers", "expected"),
    [
        (Qt.Key.Key_O, CTRL, "Ctrl+O"),
        (Qt.Key.Key_O, CTRL | SHIFT, "Ctrl+Shift+O"),
        (Qt.Key.Key_F5, Qt.KeyboardModifier.NoModifier, "F5"),
        (Qt.Key.Key_Return, ALT, "Alt+Return"),
        (Qt.Key.Key_Escape, CTRL, "Ctrl+Esc"),
        (Qt.Key.Key_Backspace, Qt.KeyboardModifier.NoModifier, ""),
    ],
)
def test_pressed_keys_are_captured(
    qtbot: QtBot, field: KeyCapture, key: Qt.Key, modifiers: Qt.KeyboardModifier, expected: str
) -> None:
    with qtbot.waitSignal(field.captured, timeout=30_000) as signal:
        qtbot.keyClick(field, key, modifiers)

    assert signal.args == [expected]


def test_esc_cancels_and_a_modifier_alone_is_ignored(qtbot: QtBot, field: KeyCapture) -> None:
    received: list[str] = []
    field.captured.connect(received.append)

    qtbot.keyClick(field, Qt.Key.Key_Control, CTRL)
    with qtbot.waitSignal(field.cancelled, timeout=30_000):
        qtbot.keyClick(field, Qt.Key.Key_Escape)

    assert received == []


# Key assignment: a key belongs to one command where both could apply; defaults can be restored.


def test_a_key_of_another_command_is_found_and_reassigned() -> None:
    assert command_with_key("theme", "Ctrl+O", {}) == "jump"

    chosen = with_key("theme", "Ctrl+O", {})

    assert (keys_of("theme", chosen), keys_of("jump", chosen)) == (("Ctrl+O",), ())
    assert command_with_key("jump", "Ctrl+O", chosen) == "theme"


def test_reassigning_one_of_two_keys_keeps_the_other() -> None:
    assert keys_of("palette", with_key("theme", "Ctrl+K", {})) == ("Ctrl+P",)


def test_keys_of_different_panes_do_not_conflict() -> None:
    assert command_with_key("find", "Ctrl+Shift+H", {}) == "chats"
    assert command_with_key("find-in-chat", "Ctrl+H", {}) is None


def test_a_default_key_is_not_stored_as_a_choice() -> None:
    chosen = with_key("jump", "Ctrl+J", {"of-a-later-version": ("F9",)})

    assert with_key("jump", "Ctrl+O", chosen) == {"of-a-later-version": ("F9",)}


def test_restoring_the_default_removes_the_key_from_the_other_command() -> None:
    chosen = with_key("theme", "Ctrl+O", {})

    restored = with_default_keys("jump", chosen)

    assert (keys_of("jump", restored), keys_of("theme", restored)) == (("Ctrl+O",), ())


@pytest.mark.parametrize("key", ["A", "Shift+A", "Space", "Return", "Ctrl+C", "Ctrl+Z", "Left"])
def test_keys_needed_for_typing_are_refused(key: str) -> None:
    assert key_problem(key)


@pytest.mark.parametrize("key", ["", "F5", "Shift+F5", "Ctrl+J", "Alt+X", "Ctrl+?"])
def test_other_keys_are_accepted(key: str) -> None:
    assert key_problem(key) == ""


# ShortcutsSheet: commands are found by name and key, changed by pressing keys, and reset.

KEYS_SHEET_CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def store(tmp_path: Path) -> SettingsStore:
    return SettingsStore(tmp_path / "settings.toml")


@pytest.fixture
def sheet(qtbot: QtBot, store: SettingsStore) -> ShortcutsSheet:
    created = ShortcutsSheet(store)
    qtbot.addWidget(created)
    return created


def listed_commands(sheet: ShortcutsSheet) -> list[str]:
    return [entry.key for entry in sheet.list.rows() if not entry.heading]


def test_every_command_is_listed_under_its_group(sheet: ShortcutsSheet) -> None:
    assert sorted(listed_commands(sheet)) == sorted(row.id for row in ACTIONS)
    assert sheet.list.rows()[0].heading


def test_commands_are_found_by_name_and_by_keys(sheet: ShortcutsSheet) -> None:
    sheet.search.setText("jump")
    by_name = listed_commands(sheet)
    sheet.search.setText("Ctrl+O")

    assert "jump" in by_name
    assert listed_commands(sheet) == ["jump"]


def test_pressed_keys_are_assigned_to_the_command_and_stored(
    qtbot: QtBot, sheet: ShortcutsSheet, store: SettingsStore
) -> None:
    sheet.show_command("theme")
    qtbot.keyClick(sheet.capture, Qt.Key.Key_J, KEYS_SHEET_CTRL)

    assert SettingsStore(store.file).load().keys == {"theme": ("Ctrl+J",)}
    assert "Ctrl+J" in next(entry.right for entry in sheet.list.rows() if entry.key == "theme")


def test_reassigning_a_key_of_another_command_needs_confirmation(
    qtbot: QtBot, sheet: ShortcutsSheet, store: SettingsStore
) -> None:
    sheet.show_command("theme")
    qtbot.keyClick(sheet.capture, Qt.Key.Key_O, KEYS_SHEET_CTRL)
    before = store.settings.keys
    message = sheet.message.text()
    sheet.reassign.click()

    assert (before, store.settings.keys) == ({}, {"theme": ("Ctrl+O",), "jump": ()})
    assert "Search or jump to" in message


def test_a_key_for_typing_is_refused_with_a_message(qtbot: QtBot, sheet: ShortcutsSheet, store: SettingsStore) -> None:
    sheet.show_command("theme")
    qtbot.keyClick(sheet.capture, Qt.Key.Key_J)

    assert "single key" in sheet.message.text()
    assert store.settings.keys == {}


def test_one_command_or_all_can_be_reset(qtbot: QtBot, sheet: ShortcutsSheet, store: SettingsStore) -> None:
    for name, key in (("theme", Qt.Key.Key_J), ("graph", Qt.Key.Key_U)):
        sheet.show_command(name)
        qtbot.keyClick(sheet.capture, key, KEYS_SHEET_CTRL)
    sheet.list.go_to("theme")
    sheet.restore.click()
    remaining = store.settings.keys
    sheet.restore_all.click()

    assert (list(remaining), store.settings.keys) == (["graph"], {})


def test_the_list_fills_the_available_height(qtbot: QtBot, sheet: ShortcutsSheet) -> None:
    sheet.show()
    heights = []
    for height in (500, 900, 1_300):
        sheet.resize(800, height)
        qtbot.wait(1)
        heights.append(sheet.list.height())
        assert height < 600 or sheet.verticalScrollBar().maximum() == 0
    assert heights == sorted(set(heights))
    assert heights[2] - heights[1] == 400
