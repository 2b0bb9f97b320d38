"""Trouble: says what is the matter with a vault, and every way on works."""

from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from vaultdesk.errors import VaultUnavailable
from vaultdesk.ui.parts.buttons import PlainButton
from vaultdesk.ui.parts.labels import PlainLabel
from vaultdesk.ui.trouble import WaysOn, trouble_page


def test_every_way_on_works(qtbot: QtBot) -> None:
    taken: list[str] = []
    ways = WaysOn(lambda: taken.append("find"), lambda: taken.append("again"), lambda: taken.append("welcome"))
    page = trouble_page(Path("/notes/Lindenweg"), VaultUnavailable("The folder is missing", hint="Was it moved?"), ways)
    qtbot.addWidget(page)

    for button in page.findChildren(PlainButton):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    assert taken == ["find", "again", "welcome"]
    assert [label.text() for label in page.findChildren(PlainLabel)] == [
        "Lindenweg: The folder is missing",
        "Was it moved? Your chats and settings are safe.",
    ]
