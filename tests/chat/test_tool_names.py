"""Tests of chat/tool_names.py."""

import pytest

from vaultdesk.chat.tool_names import match_tool_name, nearest_tools

TOOLS = ("read_note", "write_note", "search_notes", "list_notes", "get_current_time", "weather__get_forecast")


@pytest.mark.parametrize(
    ("written", "meant"),
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
def test_m3_a_name_with_residue_or_in_another_spelling_is_the_one_tool_that_is_meant(written: str, meant: str) -> None:
    assert match_tool_name(written, TOOLS) == meant


@pytest.mark.parametrize(
    "written", ["", " ", "note", "read", "delete_note", "functions.", "<|channel|>", "\ufffd", "()"]
)
def test_m3_another_name_means_none(written: str) -> None:
    assert match_tool_name(written, TOOLS) is None


def test_m3_a_name_that_may_mean_two_tools_means_none() -> None:
    assert match_tool_name("Read-Note", ("read_note", "readnote")) is None
    assert match_tool_name("read_note", ("read_note", "readnote")) == "read_note"


def test_the_nearest_names_are_told() -> None:
    assert nearest_tools("functions.find_notes", TOOLS)[0] in ("list_notes", "read_note", "write_note", "search_notes")
    assert nearest_tools("xyz", TOOLS) == []
