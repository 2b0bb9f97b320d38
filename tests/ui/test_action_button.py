"""Action button: pressing it, its keys and its being off are the command's."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.action_button import ActionButton
from vaultdesk.ui.actions import Actions


def test_button_is_its_command(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    actions = Actions(window)
    button = ActionButton(actions, "settings")
    qtbot.addWidget(button)
    done: list[int] = []
    assert not button.isEnabled()

    actions.bind("settings", lambda: done.append(1))
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    assert done == [1]
    assert button.accessibleName() == "Settings"
    assert button.toolTip() == f"Settings ({actions.keys('settings')})"

    actions.set_keys({"settings": ("Ctrl+F9",)})
    assert button.toolTip() == "Settings (Ctrl+F9)"
    actions.set_keys({"settings": ()})
    assert button.toolTip() == "Settings"
