"""Buttons: they have names, say why they are off, and never take Enter by themselves."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from vaultdesk.ui.parts.buttons import IconButton, LinkButton, PlainButton, PrimaryButton
from vaultdesk.ui.theme.theme import Theme


@pytest.mark.parametrize("kind", [PrimaryButton, PlainButton, LinkButton])
def test_text_button_is_pressed_by_mouse_and_space_but_is_no_default(qtbot: QtBot, kind: type[PlainButton]) -> None:
    button = kind("Open")
    qtbot.addWidget(button)
    pressed: list[int] = []
    button.clicked.connect(lambda: pressed.append(1))

    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.keyClick(button, Qt.Key.Key_Space)

    assert pressed == [1, 1]
    assert not button.autoDefault()


def test_disabled_button_says_why(qtbot: QtBot) -> None:
    button = PrimaryButton("Send")
    qtbot.addWidget(button)

    button.set_why_disabled("Nothing is ticked.")
    assert not button.isEnabled()
    assert button.toolTip() == "Nothing is ticked."

    button.set_why_disabled("")
    assert button.isEnabled()


def test_icon_button_has_a_name_and_shows_its_keys(qtbot: QtBot) -> None:
    button = IconButton("copy", "Copy answer", keys="Ctrl+C")
    qtbot.addWidget(button)

    assert button.accessibleName() == "Copy answer"
    assert button.toolTip() == "Copy answer (Ctrl+C)"
    assert button.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_icon_is_made_again_when_the_theme_changes(qtbot: QtBot, dressed: Theme) -> None:
    button = IconButton("stop", "Stop")
    qtbot.addWidget(button)
    before = button.icon().cacheKey()

    dressed.set_choice("dark")

    assert button.icon().cacheKey() != before
