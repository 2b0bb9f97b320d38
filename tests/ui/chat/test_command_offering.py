"""Tests of command_offering.py."""

import asyncio
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject

from vaultdesk.agent.instructions.quick_commands import QuickCommand
from vaultdesk.ui.chat.command_offering import CommandOffering
from vaultdesk.ui.chat.unfinished_name import Unfinished

COMMANDS = (
    QuickCommand("Commands/Note to list.md", "Note to list"),
    QuickCommand("Commands/Sum up.md", "Sum up", "In five points"),
)


class Shelf:
    """Two commands."""

    def list(self) -> tuple[QuickCommand, ...]:
        return COMMANDS


@pytest.fixture
def owner() -> Iterator[QObject]:
    made = QObject()
    yield made
    made.deleteLater()


def titles(offering: CommandOffering, typed: str) -> list[str]:
    return [entry.title for entry in asyncio.run(offering.find(Unfinished("/", typed)))]


def test_all_are_offered_then_those_that_fit_and_a_new_one_where_none_does(owner: QObject) -> None:
    offering = CommandOffering(Shelf(), owner)
    assert titles(offering, "") == ["Note to list", "Sum up", "New command…"]
    assert titles(offering, "up") == ["Sum up"]
    assert titles(offering, "new") == ["New command…"]
    assert titles(offering, "translate") == ["New command…"]
    assert titles(offering, "what is this") == []


def test_one_is_taken_out_of_the_words_and_a_new_one_leaves_them(owner: QObject) -> None:
    offering = CommandOffering(Shelf(), owner)
    taken: list[QuickCommand] = []
    wanted: list[str] = []
    offering.taken.connect(taken.append)
    offering.new_requested.connect(wanted.append)
    entry = asyncio.run(offering.find(Unfinished("/", "sum")))[0]
    assert (entry.words, entry.found) == ("In five points", ((0, 3),))
    assert offering.take(entry.key) == ""
    assert taken == [COMMANDS[1]]
    titles(offering, "translate")
    assert offering.take("new") is None
    titles(offering, "new")
    assert offering.take("new") is None
    assert wanted == ["translate", ""]
