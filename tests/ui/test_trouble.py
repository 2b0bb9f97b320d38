"""Trouble: says what is the matter with a vault, and every way on works."""

from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from vaultdesk.core.errors import VaultUnavailable
from vaultdesk.ui.trouble import WaysOn, trouble_page
from vaultdesk.ui.widgets.buttons import PlainButton
from vaultdesk.ui.widgets.labels import PlainLabel


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


def test_a_vault_that_was_open_once_is_not_where_it_was(qtbot: QtBot) -> None:
    problem = VaultUnavailable("There is no folder", hint="Check the path.")
    problem.__cause__ = FileNotFoundError()
    ways = WaysOn(list, list, list)
    page = trouble_page(Path("/notes/Lindenweg"), problem, ways, datetime(2024, 11, 19, 12, tzinfo=UTC))
    qtbot.addWidget(page)
    assert [label.text() for label in page.findChildren(PlainLabel)] == [
        "Lindenweg is not where it was",
        "The folder /notes/Lindenweg was there on 19 November 2024.\n"
        "Was it moved, or is its drive not connected?\nYour chats and settings are safe.",
    ]
    never = trouble_page(Path("/notes/Lindenweg"), problem, ways)
    qtbot.addWidget(never)
    assert never.findChildren(PlainLabel)[0].text() == "Lindenweg: There is no folder"
