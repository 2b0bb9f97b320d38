"""Tests of `tools`: the list of tools as text and JSON."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import CommandLine
from tests.support.toolset import DICE, install
from vaultdesk.tools.builtin.find_tools import CATEGORIES
from vaultdesk.workspace import TOOLS


def parse_tool_list(out: str) -> dict[str, list[list[str]]]:
    """Return name and effect of each tool by category."""
    found: dict[str, list[list[str]]] = {}
    for line in out.splitlines():
        if line.startswith("  "):
            found[list(found)[-1]].append(line.split()[:2])
        elif line:
            found[line.rpartition("(")[2].rstrip(")")] = []
    return found


def test_each_tool_is_listed_in_its_category(command: CommandLine) -> None:
    result = command("tools")
    assert result.code == 0
    found = parse_tool_list(result.out)
    assert found == {
        name: [[tool.name, tool.effect] for tool in TOOLS if tool.category == name]
        for name in CATEGORIES
        if any(tool.category == name for tool in TOOLS)
    }
    assert sum(map(len, found.values())) == len(TOOLS)
    assert result.out.startswith("Searching (search)\n")


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        (("--category", "web"), ["web_search", "fetch_page", "youtube_transcription"]),
        (("--category", "graph"), ["get_links", "graph"]),
        (
            ("--category", "system"),
            ["remember", "recall", "add_vocabulary", "get_current_time", "pomodoro", "ask_user"],
        ),
        (("trash",), ["delete_note"]),
        (("write", "PROPERTIES", "--category", "metadata"), ["update_frontmatter"]),
        (("nothing-fits",), []),
    ],
)
def test_u20_tools_are_filtered_by_category_and_words(
    command: CommandLine, arguments: tuple[str, ...], names: list[str]
) -> None:
    result = command("tools", *arguments)
    assert result.code == 0
    assert {name for group in parse_tool_list(result.out).values() for name, _ in group} >= set(names)
    if "--category" in arguments or not names:
        assert [name for group in parse_tool_list(result.out).values() for name, _ in group][: len(names)] == names
    described = json.loads(command("tools", "--json", *arguments).out)
    assert {tool["name"] for tool in described} == {
        name for group in parse_tool_list(result.out).values() for name, _ in group
    }


def test_u20_an_unknown_category_lists_the_existing_ones(command: CommandLine) -> None:
    result = command("tools", "--category", "cooking")
    assert (result.code, result.out) == (2, "")
    assert "cooking" in result.err
    assert all(name in result.err for name in ("search", "edits", "vault", "system"))


def test_json_output_has_schema_effect_and_category(command: CommandLine) -> None:
    tools = {tool["name"]: tool for tool in json.loads(command("tools", "--json").out)}
    search = tools["vault_search"]
    assert (search["effect"], search["category"]) == ("read", "search")
    assert search["parameters"]["required"] == ["query"]
    assert search["parameters"]["properties"]["limit"]["maximum"] == 50
    assert tools["write_note"]["effect"] == "write"
    assert tools["delete_note"]["dangerous"] is True
    assert tools["edit_note"]["examples"]
    assert tools["file_read"]["parameters"]["properties"]["file_paths"]["type"] == "array"
    assert {tool["source"] for tool in tools.values()} == {"vaultdesk"}


def test_a_tool_of_another_package_is_listed_with_its_origin(
    command: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path / "site", monkeypatch)
    install(tmp_path / "site", monkeypatch, DICE.replace('"roll_dice"', '"read_note"'), name="wrong")
    before = command("tools")
    assert "roll_dice" not in before.out
    assert "Installed but off: dice (dice-tools 1.2), wrong (wrong-tools 1.2)." in before.err
    assert command("config", "set", "toolsets", '["dice", "wrong"]').code == 0
    after = command("tools")
    (line,) = [line for line in after.out.splitlines() if line.startswith("  roll_dice")]
    assert line.split() == ["roll_dice", "read", "rolls", "a", "die.", "(dice-tools", "1.2)"]
    assert "Toolset wrong: the name read_note is taken." in after.err
    described = {tool["name"]: tool for tool in json.loads(command("tools", "--json").out)}
    assert described["roll_dice"]["source"] == "dice-tools 1.2"
    assert described["roll_dice"]["parameters"]["properties"]["sides"]["maximum"] == 100
    assert described["read_note"]["source"] == "vaultdesk"
