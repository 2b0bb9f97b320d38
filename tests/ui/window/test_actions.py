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

# Bound keys: what the window shows are the keys that do it now (vaultdesk/ui/window/README.md, "Commands and keys").

KEYS = re.compile(r"\(((?:Ctrl|Alt|Shift)\+[^()]+|F\d+)\)")

OTHERS = {
    "toggle-edit": "Ctrl+F1", "new-note": "Ctrl+F2", "jump": "Ctrl+F3", "settings": "Ctrl+F4", "left-pane": "Ctrl+F5",
    "right-pane": "Ctrl+F6", "back": "Ctrl+F7", "forward": "Ctrl+F8", "daily-note": "Ctrl+F9", "new-chat": "Ctrl+F10",
}  # fmt: skip
"""Keys that no command has."""


def test_the_nearest_command_around_a_part_says_its_keys(qtbot: QtBot) -> None:
    window, pane = QWidget(), QWidget()
    pane.setParent(window)
    qtbot.addWidget(window)
    part = QWidget(pane)
    assert bound_keys(part, "find") == ""
    for around, keys in ((window, "Ctrl+G"), (pane, "Ctrl+F")):
        action = QAction("Find", around)
        action.setObjectName("find")
        action.setShortcut(QKeySequence(keys))
        around.addAction(action)
    assert bound_keys(part, "find") == "Ctrl+F"
    assert bound_keys(window, "find") == "Ctrl+G"


def told(desktop: WindowManager) -> dict[str, str]:
    """What the visible parts of the window say of keys, and who says it."""
    found: dict[str, str] = {}
    for part in desktop.window.findChildren(QWidget):
        if part.isVisible():
            found |= {keys: f"{part} {part.toolTip()}" for keys in KEYS.findall(part.toolTip())}
            if isinstance(part, KeyCap) and "+" in part.text():
                found[part.text()] = str(part)
    return found


def bound(desktop: WindowManager) -> set[str]:
    native = QKeySequence.SequenceFormat.NativeText
    actions = desktop.window.findChildren(QAction)
    return {keys.toString(native) for action in actions for keys in action.shortcuts()}


@on_qt_loop
async def test_every_key_shown_in_the_window_is_bound_and_follows_what_a_person_chose(
    home: Path, tmp_path: Path
) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        desktop.window.show()
        shown = told(desktop)  # no note is open: the next steps are offered
        assert {"Ctrl+O", "Ctrl+N"} <= shown.keys()
        page = await views.notes.show_note("Boiler.md")
        shown |= told(desktop)
        assert "Ctrl+E" in shown
        assert not {keys: part for keys, part in shown.items() if keys not in bound(desktop)}

        desktop.window.commands.set_keys({name: (keys,) for name, keys in OTHERS.items()})
        now = told(desktop)
        assert {"Ctrl+F1", "Ctrl+F2", "Ctrl+F3", "Ctrl+F4"} <= now.keys()
        assert not {keys: part for keys, part in now.items() if keys not in bound(desktop)}

        views.notes.close_tab(page)
        await until(lambda: views.notes.current_path is None)
        assert {"Ctrl+F2", "Ctrl+F3", "Ctrl+F9"} <= told(desktop).keys()
        desktop.window.commands.set_keys({})
        assert {"Ctrl+O", "Ctrl+N", "Ctrl+D"} <= told(desktop).keys()


# Action table: names and keys are given once; keys that count in one pane only may be another command's elsewhere.


@pytest.mark.parametrize("platform", ["linux", "darwin"])
def test_no_two_commands_that_could_be_meant_at_once_have_the_same_keys(platform: str) -> None:
    keys = Counter((sequence.toString(), row.scope) for row in ACTIONS for sequence in key_sequences(row, platform))
    anywhere = {key for key, scope in keys if scope == "window"}

    assert {key: count for key, count in keys.items() if count > 1} == {}
    assert [key for key, scope in keys if scope != "window" and key in anywhere] == []


def test_on_macos_no_command_needs_keys_that_the_system_keeps() -> None:
    # Keys that have a standard meaning (Quit, Full screen) do there what the system means by them.
    keys = {row.id: [key.toString() for key in key_sequences(row, "darwin")] for row in ACTIONS}
    kept = {
        name: set(its) & set(RESERVED_ON_MACOS) for name, its in keys.items() if name not in ("quit", "full-screen")
    }

    assert {name: its for name, its in kept.items() if its} == {}
    assert {QKeySequence(key).toString() for key in RESERVED_ON_MACOS} == set(RESERVED_ON_MACOS)
    assert set(MAC_KEYS) <= set(keys)
    function_keys = [name for name, its in keys.items() if its and all(re.search(r"F\d+$", key) for key in its)]
    assert [name for name in function_keys if name != "full-screen"] == [], "F keys need Fn there"


def test_no_two_commands_have_the_same_name() -> None:
    assert len({row.id for row in ACTIONS}) == len(ACTIONS)


def test_every_command_has_an_icon_of_ours() -> None:
    assert [row.id for row in ACTIONS if not resource_path("icons", f"{row.icon}.svg").is_file()] == []


# Actions: every key of the table is bound once, and what is not bound to a deed is off.


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    created = QWidget()
    qtbot.addWidget(created)
    created.show()
    created.activateWindow()
    qtbot.waitUntil(created.isActiveWindow)
    return created


def test_a_command_is_off_until_it_is_bound_and_off_again_after(window: QWidget) -> None:
    actions = Actions(window)
    done: list[str] = []
    assert not actions["new-note"].isEnabled()

    actions.bind("new-note", lambda: done.append("first"))
    actions["new-note"].trigger()
    actions.bind("new-note", lambda: done.append("second"))
    actions["new-note"].trigger()
    actions.unbind("new-note")
    actions["new-note"].trigger()

    assert done == ["first", "second"]
    assert not actions["new-note"].isEnabled()


def test_keys_do_what_the_command_does(qtbot: QtBot, window: QWidget) -> None:
    actions = Actions(window)
    done: list[str] = []
    for row in ACTIONS:
        if row.scope == "window":
            actions.bind(row.id, lambda name=row.id: done.append(name))

    qtbot.keyClick(window, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(window, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)

    assert done == ["jump", "settings"]


def test_keys_of_a_pane_count_in_that_pane_only(qtbot: QtBot, window: QWidget) -> None:
    actions = Actions(window)
    done: list[str] = []
    actions.bind("stop", lambda: done.append("stop"))
    pane, other = QWidget(window), QWidget(window)
    actions.add_to(pane, "chat")
    for widget in (pane, other):
        widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        widget.show()

    other.setFocus()
    qtbot.keyClick(other, Qt.Key.Key_Escape)
    pane.setFocus()
    qtbot.keyClick(pane, Qt.Key.Key_Escape)

    assert done == ["stop"]


def test_keys_are_named_as_the_system_does(window: QWidget) -> None:
    actions = Actions(window)

    assert actions.keys("jump") == QKeySequence("Ctrl+O").toString(QKeySequence.SequenceFormat.NativeText)
    assert actions.keys("theme") == ""


def test_chosen_keys_take_the_place_of_those_of_the_table_until_they_are_given_up(window: QWidget) -> None:
    actions = Actions(window)
    received: list[bool] = []
    actions.keys_changed.connect(lambda: received.append(True))

    actions.set_keys({"jump": ("Ctrl+J", "F4"), "settings": (), "of-a-later-version": ("F9",)})
    chosen = [actions[name].shortcuts() for name in ("jump", "settings", "new-note")]
    actions.set_keys({})

    assert chosen == [[QKeySequence("Ctrl+J"), QKeySequence("F4")], [], [QKeySequence("Ctrl+N")]]
    assert actions["jump"].shortcuts() == [QKeySequence("Ctrl+O")]
    assert received == [True, True]


def test_a_command_knows_its_row_of_the_table(window: QWidget) -> None:
    assert Actions(window).row("jump").group == "find"


def test_an_icon_is_drawn_for_a_menu_and_drawn_anew_in_another_look(window: QWidget) -> None:
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
    """A widget that knows keys and no methods for them."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.pressed: list[QKeyCombination] = []

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        self.pressed.append(event.keyCombination())


# Menu bar: every command is in it once, with its keys and its role, and only macOS has one.


def test_every_command_is_in_one_menu(qtbot: QtBot, tmp_path: Path) -> None:
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


def test_the_menu_edit_works_on_the_field_with_the_keyboard(qtbot: QtBot) -> None:
    window, field, other = QMainWindow(), QLineEdit("heating"), KeyListener()
    frame = QWidget()
    window.setCentralWidget(frame)
    for part in (field, other):
        part.setParent(frame)
    qtbot.addWidget(window)
    bar = add_menu_bar(window, Actions(window))
    edit = next(menu for menu in bar.findChildren(QMenu) if menu.title() == "Edit")
    entries = {action.text(): action for action in edit.actions() if action.text()}
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)

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


def test_the_menu_window_minimises_and_zooms(qtbot: QtBot) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    bar = add_menu_bar(window, Actions(window))
    menu = next(menu for menu in bar.findChildren(QMenu) if menu.title() == "Window")
    minimise, zoom = menu.actions()[:2]
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)

    zoom.trigger()
    assert window.isMaximized()
    zoom.trigger()
    assert not window.isMaximized()
    minimise.trigger()
    assert window.isMinimized()


def test_only_macos_has_one() -> None:
    assert has_menu_bar("darwin")
    assert not has_menu_bar("linux")
    assert not has_menu_bar("win32")
