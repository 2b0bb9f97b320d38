"""Tests of ui/window/toolbar.py."""

import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.widgets.glyphs import KeyCap
from vaultdesk.ui.window.actions import Actions
from vaultdesk.ui.window.toolbar import ActionButton, QuickSwitcherButton, Toolbar

# QuickSwitcherButton: looks like a field, and a click opens the quick switcher.


def create_button(qtbot: QtBot, keys: str = "Ctrl+O") -> QuickSwitcherButton:
    field = QuickSwitcherButton(keys)
    qtbot.addWidget(field)
    field.resize(300, 28)
    field.show()
    return field


def test_a_click_enter_and_space_request_the_switcher(qtbot: QtBot) -> None:
    field = create_button(qtbot)
    requests: list[bool] = []
    field.clicked.connect(lambda: requests.append(True))
    QTest.mouseClick(field, Qt.MouseButton.LeftButton)
    QTest.keyClick(field, Qt.Key.Key_Return)
    QTest.keyClick(field, Qt.Key.Key_Space)
    assert len(requests) == 3


def test_the_shortcut_is_shown_inside_the_button_and_can_change(qtbot: QtBot) -> None:
    field = create_button(qtbot)
    (cap,) = field.findChildren(KeyCap)
    assert cap.text() == "Ctrl+O"
    assert field.rect().contains(cap.geometry())
    field.show_keys("")
    qtbot.waitUntil(lambda: not field.findChildren(KeyCap), timeout=30_000)
    assert not field.grab().isNull()


# ActionButton: triggers its command, and shows its shortcut and whether it is enabled.


def test_an_action_button_reflects_its_command(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    actions = Actions(window)
    button = ActionButton(actions, "settings")
    qtbot.addWidget(button)
    calls: list[int] = []
    assert not button.isEnabled()

    actions.bind("settings", lambda: calls.append(1))
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    assert calls == [1]
    assert button.accessibleName() == "Settings"
    assert button.toolTip() == f"Settings ({actions.keys('settings')})"

    actions.set_keys({"settings": ("Ctrl+F9",)})
    assert button.toolTip() == "Settings (Ctrl+F9)"
    actions.set_keys({"settings": ()})
    assert button.toolTip() == "Settings"


# Toolbar: shows the open vault, switches panes in a narrow window, and has tooltips with valid shortcuts.


@pytest.fixture
def toolbar(qtbot: QtBot) -> Toolbar:
    window = QWidget()
    qtbot.addWidget(window)
    actions = Actions(window)
    for name in ("open-vault", "close-vault"):
        actions.bind(name, lambda: None)
    created = Toolbar(actions, window)
    created.resize(1400, created.height())
    window.resize(1400, 400)
    window.show()
    created.owner_window = window  # type: ignore[attr-defined]  # keeps the window alive
    return created


def visible_names(toolbar: Toolbar) -> list[str]:
    """Return the names of the visible buttons, from left to right."""
    QApplication.processEvents()
    visible = [
        button for button in toolbar.findChildren(QAbstractButton) if button.isVisible() and button.accessibleName()
    ]
    return [
        button.accessibleName()
        for button in sorted(visible, key=lambda button: button.mapTo(toolbar, button.pos()).x())
    ]


def test_without_a_vault_the_quick_switcher_is_hidden(toolbar: Toolbar) -> None:
    assert toolbar.vault.shown_text() == "No vault"
    assert not toolbar.quick_switcher.isVisible()


def test_with_a_vault_all_buttons_are_shown(toolbar: Toolbar) -> None:
    toolbar.show_vault("Lindenweg", [Path("/vaults/Lindenweg")])

    assert visible_names(toolbar) == [
        "Show or hide the notes", "Vault: Lindenweg", "Back", "Forward", "Search or jump to…", "Toggle light and dark",
        "Settings", "Show or hide the chat",
    ]  # fmt: skip
    assert toolbar.quick_switcher.isVisible()


def test_the_quick_switcher_is_centered(toolbar: Toolbar) -> None:
    toolbar.show_vault("A vault with a rather long name", [])
    QApplication.processEvents()

    center = toolbar.quick_switcher.mapTo(toolbar, toolbar.quick_switcher.rect().center()).x()

    assert abs(center - toolbar.width() / 2) < 8


def test_the_narrow_toolbar_has_pane_buttons(qtbot: QtBot, toolbar: Toolbar) -> None:
    toolbar.show_vault("Lindenweg", [])
    received: list[str] = []
    toolbar.pane_chosen.connect(received.append)

    toolbar.set_narrow(True)
    assert visible_names(toolbar) == [
        "Show or hide the notes", "Vault: Lindenweg", "Back", "Forward", "Files", "Note", "Chat", "Search all notes",
        "Toggle light and dark", "Settings",
    ]  # fmt: skip
    next(button for button in toolbar.findChildren(QAbstractButton) if button.accessibleName() == "Chat").click()

    assert received == ["chat"]
    assert not toolbar.quick_switcher.isVisible()


def test_the_vault_menu_lists_recent_vaults_literally(qtbot: QtBot, toolbar: Toolbar) -> None:
    toolbar.show_vault("Lindenweg", [Path("/vaults/R&D"), Path("/vaults/Reading")])
    chosen: list[object] = []
    toolbar.vault_chosen.connect(chosen.append)

    menu = toolbar.vault.open()
    assert isinstance(menu, QMenu)
    menu.actions()[0].trigger()
    names = [action.text().partition("\t")[0] for action in menu.actions() if action.text()]
    menu.close()

    assert names == ["R&&D", "Reading", "Open vault…", "Close vault"]
    assert chosen == [Path("/vaults/R&D")]


def test_a_ctrl_click_on_a_recent_vault_requests_a_new_window(
    toolbar: Toolbar, monkeypatch: pytest.MonkeyPatch
) -> None:
    toolbar.show_vault("Lindenweg", [Path("/vaults/Reading")])
    requested: list[object] = []
    toolbar.window_requested.connect(requested.append)
    monkeypatch.setattr(QGuiApplication, "keyboardModifiers", lambda: Qt.KeyboardModifier.ControlModifier)

    menu = toolbar.vault.open()
    menu.actions()[0].trigger()
    menu.close()

    assert requested == [Path("/vaults/Reading")]


def test_every_shortcut_in_a_tooltip_is_bound(toolbar: Toolbar) -> None:
    toolbar.show_vault("Lindenweg", [])
    window = toolbar.window()
    bound = {keys.toString() for action in window.actions() for keys in action.shortcuts()}
    shown = {
        QKeySequence(found.group(1), QKeySequence.SequenceFormat.NativeText).toString()
        for button in toolbar.findChildren(QAbstractButton)
        if (found := re.search(r"\(([^)]+)\)$", button.toolTip()))
    }

    assert shown
    assert shown - bound == set()
