"""Draw fields: a field shows by its border what is the matter."""

from PySide6.QtWidgets import (
    QLineEdit,
)
from pytestqt.qtbot import QtBot

from tests.support.drawing import drawn, has
from vaultdesk.ui.theme.theme import Theme


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
