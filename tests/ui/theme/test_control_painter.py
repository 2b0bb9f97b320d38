"""Tests of ui/theme/control_painter.py."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QLineEdit, QRadioButton
from pytestqt.qtbot import QtBot

from tests.support.drawing import drawn, has
from vaultdesk.ui.theme.theme import Theme
from vaultdesk.ui.widgets.buttons import LinkButton, PlainButton, PrimaryButton

# Draw buttons: what can be pressed or ticked shows its kind and its state.


def test_primary_button_is_accent_until_it_is_disabled(qtbot: QtBot, look: Theme) -> None:
    button = PrimaryButton("Send 2 notes")
    qtbot.addWidget(button)
    assert has(drawn(button), look.color("accent"))

    button.setEnabled(False)

    image = drawn(button)
    assert not has(image, look.color("accent"))
    assert has(image, look.color("hover"))


def test_plain_button_is_raised_and_sinks(qtbot: QtBot, look: Theme) -> None:
    button = PlainButton("Cancel")
    qtbot.addWidget(button)
    image = drawn(button)
    assert image.pixelColor(6, image.height() // 2) == look.color("raised")

    button.setDown(True)

    assert drawn(button).pixelColor(6, image.height() // 2) == look.color("pressed")


def test_link_has_no_box(qtbot: QtBot, look: Theme) -> None:
    link = LinkButton("Select All")
    qtbot.addWidget(link)
    image = drawn(link)

    assert image.pixelColor(0, image.height() // 2) == look.color("background")
    assert not has(image, look.color("control"))


@pytest.mark.parametrize("kind", [QCheckBox, QRadioButton])
def test_mark_is_outlined_when_off_and_accent_when_on(
    qtbot: QtBot, look: Theme, kind: type[QCheckBox] | type[QRadioButton]
) -> None:
    box = kind("Boiler")
    qtbot.addWidget(box)
    assert not has(drawn(box), look.color("accent"))

    box.setChecked(True)

    assert has(drawn(box), look.color("accent"))


def test_partly_ticked_box_is_accent_too(qtbot: QtBot, look: Theme) -> None:
    box = QCheckBox("All")
    qtbot.addWidget(box)
    box.setCheckState(Qt.CheckState.PartiallyChecked)

    assert has(drawn(box), look.color("accent"))


# Draw fields: a field shows by its border what is the matter.


def test_wrong_field_has_a_red_border(qtbot: QtBot, look: Theme) -> None:
    field = QLineEdit("sk-ant-123")
    field.setProperty("problem", True)
    qtbot.addWidget(field)

    assert has(drawn(field), look.color("danger"))


def test_disabled_field_has_the_window_s_ground(qtbot: QtBot, look: Theme) -> None:
    field = QLineEdit("x")
    field.setEnabled(False)
    qtbot.addWidget(field)
    image = drawn(field)

    assert image.pixelColor(image.width() - 8, image.height() // 2) == look.color("background")
