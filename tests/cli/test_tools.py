"""Tools: what an assistant may ask for, told to people and programs."""

import json

from tests.cli.conftest import CommandLine
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
