"""Bound keys: what the window shows are the keys that do it now (UX, behaviour 27)."""

import re
from pathlib import Path

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.support.desktop import open_views, running_desktop, small_vault, until
from tests.support.qt_loop import on_qt_loop
from vaultdesk.ui.bound_keys import bound_keys
from vaultdesk.ui.desktop import Desktop
from vaultdesk.ui.widgets.glyphs import KeyCap

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


def told(desktop: Desktop) -> dict[str, str]:
    """What the visible parts of the window say of keys, and who says it."""
    found: dict[str, str] = {}
    for part in desktop.window.findChildren(QWidget):
        if part.isVisible():
            found |= {keys: f"{part} {part.toolTip()}" for keys in KEYS.findall(part.toolTip())}
            if isinstance(part, KeyCap) and "+" in part.text():
                found[part.text()] = str(part)
    return found


def bound(desktop: Desktop) -> set[str]:
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
