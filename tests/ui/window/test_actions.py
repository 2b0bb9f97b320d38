"""Tests of ui/window/actions.py."""

import re
from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QMainWindow, QMenu, QMenuBar, QWidget
from pytestqt.qtbot import QtBot

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.core.platform.paths import resource_path
from vaultdesk.ui.app.window_manager import WindowManager
from vaultdesk.ui.hotkey.key_combination import RESERVED_ON_MACOS
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.glyphs import KeyCap
from vaultdesk.ui.window.actions import (
    ACTIONS,
    MAC_KEYS,
    Actions,
    add_menu_bar,
    bound_keys,
    has_menu_bar,
    key_sequences,
)
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.ui.window.window_state import StateFile

# Bound keys: the window shows the current shortcuts (vaultdesk/ui/window/README.md, "Commands and keys").

KEYS = re.compile(r"\(((?:Ctrl|Alt|Shift)\+[^()]+|F\d+)\)")

OTHER_KEYS = {
    "toggle-edit": "Ctrl+F1", "new-note": "Ctrl+F2", "jump": "Ctrl+F3", "settings": "Ctrl+F4", "left-pane": "Ctrl+F5",
    "right-pane": "Ctrl+F6", "back": "Ctrl+F7", "forward": "Ctrl+F8", "daily-note": "Ctrl+F9", "new-chat": "Ctrl+F10",
}  # fmt: skip
"""Shortcuts that no command has by default."""


def test_the_shortcut_of_the_nearest_enclosing_command_is_found(qtbot: QtBot) -> None:
    window, pane = QWidget(), QWidget()
    pane.setParent(window)
    qtbot.addWidget(window)
    child = QWidget(pane)
    assert bound_keys(child, "find") == ""
    for parent, keys in ((window, "Ctrl+G"), (pane, "Ctrl+F")):
        action = QAction("Find", parent)
        action.setObjectName("find")
        action.setShortcut(QKeySequence(keys))
        parent.addAction(action)
    assert bound_keys(child, "find") == "Ctrl+F"
    assert bound_keys(window, "find") == "Ctrl+G"


def shown_keys(desktop: WindowManager) -> dict[str, str]:
    """Return the shortcuts shown by visible widgets, each with a description of its widget."""
    found: dict[str, str] = {}
    for widget in desktop.window.findChildren(QWidget):
        if widget.isVisible():
            found |= {keys: f"{widget} {widget.toolTip()}" for keys in KEYS.findall(widget.toolTip())}
            if isinstance(widget, KeyCap) and "+" in widget.text():
                found[widget.text()] = str(widget)
    return found


def active_keys(desktop: WindowManager) -> set[str]:
    native = QKeySequence.SequenceFormat.NativeText
    actions = desktop.window.findChildren(QAction)
    return {keys.toString(native) for action in actions for keys in action.shortcuts()}


@on_qt_loop
async def test_every_shortcut_shown_in_the_window_is_bound_and_follows_the_settings(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        desktop.window.show()
        shown = shown_keys(desktop)  # no note is open: the empty state offers commands
        assert {"Ctrl+O", "Ctrl+N"} <= shown.keys()
        page = await views.notes.show_note("Boiler.md")
        shown |= shown_keys(desktop)
        assert "Ctrl+E" in shown
        assert not {keys: widget for keys, widget in shown.items() if keys not in active_keys(desktop)}

        desktop.window.commands.set_keys({name: (keys,) for name, keys in OTHER_KEYS.items()})
        changed = shown_keys(desktop)
        assert {"Ctrl+F1", "Ctrl+F2", "Ctrl+F3", "Ctrl+F4"} <= changed.keys()
        assert not {keys: widget for keys, widget in changed.items() if keys not in active_keys(desktop)}

        views.notes.close_tab(page)
        await until(lambda: views.notes.current_path is None)
        assert {"Ctrl+F2", "Ctrl+F3", "Ctrl+F9"} <= shown_keys(desktop).keys()
        desktop.window.commands.set_keys({})
        assert {"Ctrl+O", "Ctrl+N", "Ctrl+D"} <= shown_keys(desktop).keys()


# Action table: ids and shortcuts are unique; a shortcut limited to one pane may be reused in another.


@pytest.mark.parametrize("platform", ["linux", "darwin"])
def test_commands_active_at_the_same_time_have_different_shortcuts(platform: str) -> None:
    keys = Counter((sequence.toString(), row.scope) for row in ACTIONS for sequence in key_sequences(row, platform))
    anywhere = {key for key, scope in keys if scope == "window"}

    assert {key: count for key, count in keys.items() if count > 1} == {}
    assert [key for key, scope in keys if scope != "window" and key in anywhere] == []


def test_no_command_uses_shortcuts_reserved_on_macos() -> None:
    # Commands with a standard meaning (Quit, Full screen) may use the reserved shortcuts.
    keys = {row.id: [key.toString() for key in key_sequences(row, "darwin")] for row in ACTIONS}
    reserved = {
        name: set(shortcuts) & set(RESERVED_ON_MACOS)
        for name, shortcuts in keys.items()
        if name not in ("quit", "full-screen")
    }

    assert {name: shortcuts for name, shortcuts in reserved.items() if shortcuts} == {}
    assert {QKeySequence(key).toString() for key in RESERVED_ON_MACOS} == set(RESERVED_ON_MACOS)
    assert set(MAC_KEYS) <= set(keys)
    function_keys = [
        name for name, shortcuts in keys.items() if shortcuts and all(re.search(r"F\d+$", key) for key in shortcuts)
    ]
    assert [name for name in function_keys if name != "full-screen"] == [], "function keys need Fn on macOS"


def test_command_ids_are_unique() -> None:
    assert len({row.id for row in ACTIONS}) == len(ACTIONS)


def test_every_command_has_an_icon() -> None:
    assert [row.id for row in ACTIONS if not resource_path("icons", f"{row.icon}.svg").is_file()] == []


# Actions: each shortcut is bound once, and a command without a handler is disabled.


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    created = QWidget()
    qtbot.addWidget(created)
    created.show()
    created.activateWindow()
    qtbot.waitUntil(created.isActiveWindow, timeout=30_000)
    return created


def test_a_command_is_disabled_before_bind_and_after_unbind(window: QWidget) -> None:
    actions = Actions(window)
    calls: list[str] = []
    assert not actions["new-note"].isEnabled()

    actions.bind("new-note", lambda: calls.append("first"))
    actions["new-note"].trigger()
    actions.bind("new-note", lambda: calls.append("second"))
    actions["new-note"].trigger()
    assert actions.bound == {"new-note"}
    actions.unbind("new-note")
    actions["new-note"].trigger()
    actions.enable("new-note", True)

    assert actions.bound == frozenset()
    assert calls == ["first", "second"]
    assert not actions["new-note"].isEnabled()


def test_a_shortcut_triggers_its_command(qtbot: QtBot, window: QWidget) -> None:
    actions = Actions(window)
    calls: list[str] = []
    for row in ACTIONS:
        if row.scope == "window":
            actions.bind(row.id, lambda name=row.id: calls.append(name))

    qtbot.keyClick(window, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(window, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)

    assert calls == ["jump", "settings"]


def test_pane_shortcuts_work_only_in_that_pane(qtbot: QtBot, window: QWidget) -> None:
    actions = Actions(window)
    calls: list[str] = []
    actions.bind("stop", lambda: calls.append("stop"))
    pane, other = QWidget(window), QWidget(window)
    actions.add_to(pane, "chat")
    for widget in (pane, other):
        widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        widget.show()

    other.setFocus()
    qtbot.keyClick(other, Qt.Key.Key_Escape)
    pane.setFocus()
    qtbot.keyClick(pane, Qt.Key.Key_Escape)

    assert calls == ["stop"]


def test_shortcuts_are_shown_in_the_native_format(window: QWidget) -> None:
    actions = Actions(window)

    assert actions.keys("jump") == QKeySequence("Ctrl+O").toString(QKeySequence.SequenceFormat.NativeText)
    assert actions.keys("theme") == ""


def test_chosen_shortcuts_replace_the_defaults_until_they_are_reset(window: QWidget) -> None:
    actions = Actions(window)
    received: list[bool] = []
    actions.keys_changed.connect(lambda: received.append(True))

    actions.set_keys({"jump": ("Ctrl+J", "F4"), "settings": (), "of-a-later-version": ("F9",)})
    chosen = [actions[name].shortcuts() for name in ("jump", "settings", "new-note")]
    actions.set_keys({})

    assert chosen == [[QKeySequence("Ctrl+J"), QKeySequence("F4")], [], [QKeySequence("Ctrl+N")]]
    assert actions["jump"].shortcuts() == [QKeySequence("Ctrl+O")]
    assert received == [True, True]


def test_row_returns_the_table_entry_of_a_command(window: QWidget) -> None:
    assert Actions(window).row("jump").group == "find"


def test_icons_are_painted_for_menus_and_repainted_after_a_theme_change(window: QWidget) -> None:
    actions = Actions(window)
    actions.bind("jump", lambda: None)
    assert actions["jump"].icon().isNull()

    assert actions.entries(["jump", "new-note"]) == [actions["jump"], actions["new-note"]]
    before = actions["jump"].icon().cacheKey()
    assert not actions["jump"].icon().isNull()
    actions.entries(["jump"])
    assert actions["jump"].icon().cacheKey() == before
    theme().changed.emit()
    assert actions["jump"].icon().cacheKey() != before
    assert actions["settings"].icon().isNull()


class KeyListener(QWidget):
    """A widget that handles key presses but has no edit methods."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.pressed: list[QKeyCombination] = []

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        self.pressed.append(event.keyCombination())


# Menu bar: contains every command once, with its shortcut and role; only macOS has one.


def test_every_command_is_in_exactly_one_menu(qtbot: QtBot, tmp_path: Path) -> None:
    window = MainWindow(StateFile(tmp_path / "state.json"))
    qtbot.addWidget(window)
    assert window.findChildren(QMenuBar) == []

    bar = add_menu_bar(window, window.commands)

    listed = [action.objectName() for menu in bar.findChildren(QMenu) for action in menu.actions()]
    assert sorted(filter(None, listed)) == sorted(row.id for row in ACTIONS)
    assert [action.text() for action in bar.actions()] == [
        "Vault", "Note", "Edit", "View", "Find", "Chat", "Window", "Help",
    ]  # fmt: skip
    assert window.commands["jump"].icon().isNull()
    for menu in bar.findChildren(QMenu):
        menu.aboutToShow.emit()
    assert not any(action.icon().isNull() for action in window.commands)
    roles = {action.objectName(): action.menuRole() for action in window.commands}
    assert roles["quit"] == QAction.MenuRole.QuitRole
    assert roles["settings"] == QAction.MenuRole.PreferencesRole
    assert roles["about"] == QAction.MenuRole.AboutRole


def test_the_edit_menu_acts_on_the_focused_field(qtbot: QtBot) -> None:
    window, field, other = QMainWindow(), QLineEdit("heating"), KeyListener()
    frame = QWidget()
    window.setCentralWidget(frame)
    for widget in (field, other):
        widget.setParent(frame)
    qtbot.addWidget(window)
    bar = add_menu_bar(window, Actions(window))
    edit = next(menu for menu in bar.findChildren(QMenu) if menu.title() == "Edit")
    entries = {action.text(): action for action in edit.actions() if action.text()}
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=30_000)

    field.setFocus()
    texts = []
    for name in ("Select all", "Cut", "Paste", "Paste", "Undo", "Redo"):
        entries[name].trigger()
        texts.append(field.text())
    assert texts == ["heating", "", "heating", "heatingheating", "heating", "heatingheating"]
    other.setFocus()
    entries["Copy"].trigger()

    assert other.pressed == [QKeySequence(QKeySequence.StandardKey.Copy)[0]]
    assert entries["Copy"].shortcut() == QKeySequence(QKeySequence.StandardKey.Copy)


def test_the_window_menu_minimises_and_zooms(qtbot: QtBot) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    bar = add_menu_bar(window, Actions(window))
    menu = next(menu for menu in bar.findChildren(QMenu) if menu.title() == "Window")
    minimise, zoom = menu.actions()[:2]
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=30_000)

    zoom.trigger()
    assert window.isMaximized()
    zoom.trigger()
    assert not window.isMaximized()
    minimise.trigger()
    assert window.isMinimized()


def test_only_macos_has_a_menu_bar() -> None:
    assert has_menu_bar("darwin")
    assert not has_menu_bar("linux")
    assert not has_menu_bar("win32")
