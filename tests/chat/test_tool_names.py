"""Tests of chat/tool_names.py."""

import pytest

from vaultdesk.chat.tool_names import match_tool_name, nearest_tools

TOOLS = ("read_note", "write_note", "search_notes", "list_notes", "get_current_time", "weather__get_forecast")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("functions.read_note", "read_note"),
        ("functions.read_note:0", "read_note"),
        ("read_note<|channel|>commentary", "read_note"),
        ("read_note<|channel|>json", "read_note"),
        ("read_note <|constrain|>json", "read_note"),
        ("read-note", "read_note"),
        ("ReadNote", "read_note"),
        ("readNote", "read_note"),
        ("READ_NOTE", "read_note"),
        ("tool.read_note", "read_note"),
        ("default_api.read_note", "read_note"),
        ("default_api:read_note", "read_note"),
        ("vaultdesk__read_note", "read_note"),
        ('"read_note"', "read_note"),
        (" read_note ", "read_note"),
        ("`read_note`", "read_note"),
        ("read_note()", "read_note"),
        ("read_note:3", "read_note"),
        ("read note", "read_note"),
        ("read_notes", "read_note"),
        ("read_note_tool", "read_note"),
        ("to=functions.read_note", "read_note"),
        ("getCurrentTime", "get_current_time"),
        ("weather__get_forecast", "weather__get_forecast"),
        ("weather.getForecast", "weather__get_forecast"),
        ("search_note", "search_notes"),
    ],
)
def test_m3_a_name_with_residue_or_another_spelling_matches_its_tool(name: str, expected: str) -> None:
    assert match_tool_name(name, TOOLS) == expected


@pytest.mark.parametrize("name", ["", " ", "note", "read", "delete_note", "functions.", "<|channel|>", "\ufffd", "()"])
def test_m3_another_name_matches_no_tool(name: str) -> None:
    assert match_tool_name(name, TOOLS) is None


def test_m3_an_ambiguous_name_matches_no_tool() -> None:
    assert match_tool_name("Read-Note", ("read_note", "readnote")) is None
    assert match_tool_name("read_note", ("read_note", "readnote")) == "read_note"


def test_the_nearest_names_are_listed() -> None:
    assert nearest_tools("functions.find_notes", TOOLS)[0] in ("list_notes", "read_note", "write_note", "search_notes")
    assert nearest_tools("xyz", TOOLS) == []
