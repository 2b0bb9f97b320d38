"""Tests of tools/tool_categories.py."""

import pytest

from vaultdesk.tools.plugin_tools import PLUGIN_CATEGORY
from vaultdesk.tools.tool_categories import CATEGORIES, GROUPS, by_category, category_names, tool_matches
from vaultdesk.workspace import TOOLS


def test_every_tool_is_of_a_category_and_every_category_has_a_tool() -> None:
    assert {tool.category for tool in TOOLS} | {PLUGIN_CATEGORY} == set(CATEGORIES)
    assert {name for names in GROUPS.values() for name in names} <= set(CATEGORIES)
    assert category_names() == (*CATEGORIES, *GROUPS)


def test_u20_tools_are_chosen_by_a_category_or_a_group() -> None:
    words = ["a search", "b edits", "c search", "d none", "e web"]
    assert by_category(words, lambda word: word[2:]) == {
        "search": ["a search", "c search"],
        "edits": ["b edits"],
        "web": ["e web"],
    }
    assert by_category(words, lambda word: word[2:], "vault") == {"edits": ["b edits"]}
    with pytest.raises(KeyError, match="cooking"):
        by_category(words, lambda word: word[2:], "cooking")


def test_every_word_must_stand_in_what_is_told_of_a_tool() -> None:
    (tool,) = [tool for tool in TOOLS if tool.name == "delete_note"]
    assert tool_matches(tool, tool.category, ["TRASH", "delete_note"])
    assert tool_matches(tool, tool.category, ["writing"])
    assert not tool_matches(tool, tool.category, ["trash", "web"])
    assert tool_matches(tool, tool.category, ["Papierkorb"], "in den Papierkorb")
