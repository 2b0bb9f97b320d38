"""Tools: what an assistant may ask for, told to people and programs."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import CommandLine
from tests.support.toolset import DICE, install
from vaultdesk.workspace import TOOLS


def test_each_tool_is_a_line(command: CommandLine) -> None:
    ran = command("tools")
    assert ran.code == 0
    assert [line.split()[:2] for line in ran.out.splitlines()] == [[tool.name, tool.effect] for tool in TOOLS]


def test_json_has_schema_effect_and_category(command: CommandLine) -> None:
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


def test_a_tool_of_another_package_says_where_it_comes_from(
    command: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path / "site", monkeypatch)
    install(tmp_path / "site", monkeypatch, DICE.replace('"roll_dice"', '"read_note"'), name="wrong")
    before = command("tools")
    assert "roll_dice" not in before.out
    assert "Installed and off: dice (dice-tools 1.2), wrong (wrong-tools 1.2)." in before.err
    assert command("config", "set", "toolsets", '["dice", "wrong"]').code == 0
    after = command("tools")
    (line,) = [line for line in after.out.splitlines() if line.startswith("roll_dice")]
    assert line.split() == ["roll_dice", "read", "rolls", "a", "die.", "(dice-tools", "1.2)"]
    assert "Toolset wrong: the name read_note is taken." in after.err
    told = {tool["name"]: tool for tool in json.loads(command("tools", "--json").out)}
    assert told["roll_dice"]["source"] == "dice-tools 1.2"
    assert told["roll_dice"]["parameters"]["properties"]["sides"]["maximum"] == 100
    assert told["read_note"]["source"] == "vaultdesk"
