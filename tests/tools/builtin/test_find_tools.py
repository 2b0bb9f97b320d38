"""Tests of tools/builtin/find_tools.py."""

import pytest

from vaultdesk.tools.builtin.find_tools import (
    CATEGORIES,
    GROUPS,
    MAX_FOUND,
    TOOL_WORDS,
    by_category,
    category_names,
    fitting_tools,
    named_tools,
    tool_matches,
)
from vaultdesk.tools.plugin_tools import PLUGIN_CATEGORY
from vaultdesk.workspace import TOOLS

# Tool categories.


def test_every_tool_has_a_category_and_every_category_has_a_tool() -> None:
    assert {tool.category for tool in TOOLS} | {PLUGIN_CATEGORY} == set(CATEGORIES)
    assert {name for names in GROUPS.values() for name in names} <= set(CATEGORIES)
    assert category_names() == (*CATEGORIES, *GROUPS)


def test_u20_tools_are_filtered_by_a_category_or_a_group() -> None:
    entries = ["a search", "b edits", "c search", "d none", "e web"]
    assert by_category(entries, lambda entry: entry[2:]) == {
        "search": ["a search", "c search"],
        "edits": ["b edits"],
        "web": ["e web"],
    }
    assert by_category(entries, lambda entry: entry[2:], "vault") == {"edits": ["b edits"]}
    with pytest.raises(KeyError, match="cooking"):
        by_category(entries, lambda entry: entry[2:], "cooking")


def test_a_tool_matches_if_its_description_contains_every_word() -> None:
    (tool,) = [tool for tool in TOOLS if tool.name == "delete_note"]
    assert tool_matches(tool, tool.category, ["TRASH", "delete_note"])
    assert tool_matches(tool, tool.category, ["writing"])
    assert not tool_matches(tool, tool.category, ["trash", "web"])
    assert tool_matches(tool, tool.category, ["Papierkorb"], "in den Papierkorb")


# Tool words: the tools that a question mentions, and the tools that match a few words.

OTHERS = tuple(tool for tool in TOOLS if not tool.lists_tools)


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Please delete the note on the old boiler.", "delete_note"),
        ("Lösche bitte die Notiz zum alten Kessel.", "delete_note"),
        ("Supprime la note sur la chaudière.", "delete_note"),
        ("Borra la nota de la caldera.", "delete_note"),
        ("请删除关于旧锅炉的笔记", "delete_note"),
        ("Rename it to Heating", "rename_note"),
        ("Benenne sie um, also umbenennen", "rename_note"),
        ("How many notes have a status?", "query_notes"),
        ("Wie viele Notizen gibt es?", "query_notes"),
        ("多少笔记没有标签?", "query_notes"),
        ("Rewrite this paragraph", "edit_note"),
        ("Überarbeite diesen Absatz", "edit_note"),
        ("Ajoute une ligne", "edit_note"),
        ("修改这一段", "edit_note"),
        ("Write a note about it", "write_note"),
        ("Look it up on the web", "web_search"),
        ("Read https://example.org/page", "fetch_page"),
    ],
)
def test_a_question_names_a_tool_in_five_languages(question: str, name: str) -> None:
    assert name in [tool.name for tool in named_tools(question, OTHERS)]


@pytest.mark.parametrize("question", ["Which heat pump did we choose?", "Was kostet die Wärmepumpe?", "Bonjour !"])
def test_an_ordinary_question_names_no_tool(question: str) -> None:
    assert named_tools(question, OTHERS) == ()


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("delete a note", "delete_note"),
        ("delete_note", "delete_note"),
        ("move note to another folder", "rename_note"),
        ("set a property", "update_frontmatter"),
        ("add tags", "add_tags"),
        ("remove a tag", "remove_tags"),
        ("change many notes at once", "bulk_update"),
        ("backlinks of a note", "get_links"),
        ("orphan notes", "graph"),
        ("count notes by property", "query_notes"),
        ("table", "query_notes"),
        ("daily note of today", "daily_note"),
        ("template", "apply_template"),
        ("search the web", "web_search"),
        ("read a web page", "fetch_page"),
        ("video transcript", "youtube_transcription"),
        ("what time is it", "get_current_time"),
        ("timer", "pomodoro"),
        ("remember something", "remember"),
        ("earlier chats", "recall"),
        ("vocabulary word", "add_vocabulary"),
        ("ask the user a question", "ask_user"),
        ("refresh index", "index_vault"),
        ("folder tree", "get_file_tree"),
        ("list notes in a folder", "list_notes"),
        ("create a note", "write_note"),
        ("edit a section", "edit_note"),
        ("read whole notes", "file_read"),
        ("read a section of a note", "read_note"),
        ("search words", "search_notes"),
        ("passages", "local_search"),
        ("substring search", "vault_search"),
        ("Notiz löschen", "delete_note"),
        ("重命名笔记", "rename_note"),
    ],
)
def test_a_few_words_find_a_tool(words: str, name: str) -> None:
    names = [tool.name for tool in fitting_tools(words, OTHERS)]
    assert name in names
    assert len(names) <= MAX_FOUND


def test_words_without_a_match_find_no_tool() -> None:
    assert fitting_tools("xyzzy", OTHERS) == ()


def test_every_tool_has_words_and_all_words_belong_to_a_tool() -> None:
    assert set(TOOL_WORDS) <= {tool.name for tool in TOOLS}
    assert {tool.name for tool in OTHERS} - set(TOOL_WORDS) == {"file_read", "read_note", "local_search"}
