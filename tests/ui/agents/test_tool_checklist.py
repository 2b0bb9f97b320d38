"""Tool checklist: every tool or those that are ticked; what is dangerous stands apart."""

from typing import Any, cast

from pytestqt.qtbot import QtBot

from tests.support.words import words_of
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.tools.tool import Tool
from vaultdesk.ui.agents.tool_checklist import ToolChecklist
from vaultdesk.vault.vault import Vault
from vaultdesk.workspace.toolbox import all_tools_of

TOOLS: tuple[Tool[Any], ...] = all_tools_of(cast(Vault, None), cast(Searcher, None))


def test_every_tool_is_none_in_particular() -> None:
    made = ToolChecklist(TOOLS)
    assert made.chosen() is None
    made.some.click()
    assert made.chosen() == ()


def test_what_is_ticked_is_told_and_what_was_keeps_its_order() -> None:
    made = ToolChecklist(TOOLS, ("edit_note", "read_note"))
    told: list[bool] = []
    made.changed.connect(lambda: told.append(True))
    assert made.chosen() == ("edit_note", "read_note")
    made.boxes["search_notes"].click()
    assert made.chosen() == ("edit_note", "read_note", "search_notes")
    assert told == [True]
    made.every.click()
    assert made.chosen() is None


def test_they_stand_in_groups_and_two_of_one_name_can_be_told_apart() -> None:
    made = ToolChecklist(TOOLS, ())
    made.resize(700, 400)
    made.show()
    words = words_of(made).split("\n")
    assert words == ["Finding and reading", "Changing notes", "Deleting and many at once"]
    titles = [box.text() for box in made.boxes.values()]
    assert len(titles) == len(set(titles)) == len(TOOLS)


def test_a_narrow_one_has_one_column_and_a_wide_one_four(qtbot: QtBot) -> None:
    made = ToolChecklist(TOOLS, ())
    made.resize(200, 900)
    made.show()
    qtbot.waitUntil(lambda: len({box.x() for box in made.boxes.values()}) == 1, timeout=5000)
    made.resize(1_000, 900)
    qtbot.waitUntil(lambda: len({box.x() for box in made.boxes.values()}) == 4, timeout=5000)
