"""Tests of ui/widgets/buttons.py."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from vaultdesk.ui.theme.theme import Theme
from vaultdesk.ui.widgets.buttons import IconButton, LinkButton, PlainButton, PrimaryButton, SegmentedControl

# Buttons: they have names, explain why they are disabled, and are never default buttons by themselves.


@pytest.mark.parametrize("kind", [PrimaryButton, PlainButton, LinkButton])
def test_text_button_is_pressed_by_mouse_and_space_but_is_not_a_default_button(
    qtbot: QtBot, kind: type[PlainButton]
) -> None:
    button = kind("Open")
    qtbot.addWidget(button)
    pressed: list[int] = []
    button.clicked.connect(lambda: pressed.append(1))

    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.keyClick(button, Qt.Key.Key_Space)

    assert pressed == [1, 1]
    assert not button.autoDefault()


def test_disabled_button_shows_the_reason(qtbot: QtBot) -> None:
    button = PrimaryButton("Send")
    qtbot.addWidget(button)

    button.set_disabled_reason("Nothing is ticked.")
    assert not button.isEnabled()
    assert button.toolTip() == "Nothing is ticked."

    button.set_disabled_reason("")
    assert button.isEnabled()


def test_icon_button_has_a_name_and_shows_its_shortcut(qtbot: QtBot) -> None:
    button = IconButton("copy", "Copy answer", keys="Ctrl+C")
    qtbot.addWidget(button)

    assert button.accessibleName() == "Copy answer"
    assert button.toolTip() == "Copy answer (Ctrl+C)"
    assert button.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_icon_is_recreated_when_the_theme_changes(qtbot: QtBot, app_theme: Theme) -> None:
    button = IconButton("stop", "Stop")
    qtbot.addWidget(button)
    before = button.icon().cacheKey()

    app_theme.set_choice("dark")

    assert button.icon().cacheKey() != before


def test_small_link_retains_its_font_when_polished(qtbot: QtBot, app_theme: Theme) -> None:
    link = LinkButton("Shorter", small=True)
    qtbot.addWidget(link)

    link.ensurePolished()

    assert (
        link.font().pointSizeF() == app_theme.font("small_strong").pointSizeF() < app_theme.font("strong").pointSizeF()
    )


# Segmented control: exactly one segment is checked; only changes by the user are emitted.


def buttons(switch: SegmentedControl) -> list[QAbstractButton]:
    return switch.findChildren(QAbstractButton)


def test_only_changes_by_the_user_are_emitted(qtbot: QtBot) -> None:
    switch = SegmentedControl(["Files", "Note", "Chat"], "Pane")
    qtbot.addWidget(switch)
    changes: list[int] = []
    switch.changed.connect(changes.append)

    qtbot.mouseClick(buttons(switch)[2], Qt.MouseButton.LeftButton)
    switch.set_current(1)

    assert changes == [2]
    assert switch.current() == 1
    assert [button.isChecked() for button in buttons(switch)] == [False, True, False]


def test_arrow_keys_change_the_segment(qtbot: QtBot) -> None:
    switch = SegmentedControl(["Files", "Note"], "Pane")
    qtbot.addWidget(switch)
    switch.show()
    switch.activateWindow()
    qtbot.waitUntil(switch.isActiveWindow, timeout=30_000)
    buttons(switch)[0].setFocus()

    qtbot.keyClick(buttons(switch)[0], Qt.Key.Key_Right)

    assert switch.current() == 1


def test_badge_widens_the_control(qtbot: QtBot) -> None:
    switch = SegmentedControl(["Files", "Chat"], "Pane")
    qtbot.addWidget(switch)
    before = switch.sizeHint().width()

    switch.set_badge(1, True)

    assert switch.sizeHint().width() > before
    assert not switch.grab().isNull()
