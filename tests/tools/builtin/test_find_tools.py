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


# Tool words: which tools a question speaks of, and which fit a few words.

OTHERS = tuple(tool for tool in TOOLS if not tool.lists_tools)


@pytest.mark.parametrize(
    ("question", "tool"),
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
def test_a_question_speaks_of_a_tool_in_five_languages(question: str, tool: str) -> None:
    assert tool in [one.name for one in named_tools(question, OTHERS)]


@pytest.mark.parametrize("question", ["Which heat pump did we choose?", "Was kostet die Wärmepumpe?", "Bonjour !"])
def test_a_plain_question_speaks_of_no_tool(question: str) -> None:
    assert named_tools(question, OTHERS) == ()


@pytest.mark.parametrize(
    ("words", "tool"),
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
def test_a_few_words_find_a_tool(words: str, tool: str) -> None:
    found = [one.name for one in fitting_tools(words, OTHERS)]
    assert tool in found
    assert len(found) <= MAX_FOUND


def test_words_that_fit_nothing_find_nothing() -> None:
    assert fitting_tools("xyzzy", OTHERS) == ()


def test_every_tool_has_words_and_every_word_a_tool() -> None:
    assert set(TOOL_WORDS) <= {tool.name for tool in TOOLS}
    assert {tool.name for tool in OTHERS} - set(TOOL_WORDS) == {"file_read", "read_note", "local_search"}
