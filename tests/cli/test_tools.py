"""Tools: what an assistant may ask for, told to people and programs."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import CommandLine
from tests.support.toolset import DICE, install
from vaultdesk.tools.builtin.find_tools import CATEGORIES
from vaultdesk.workspace import TOOLS


def listed(out: str) -> dict[str, list[list[str]]]:
    """Name and effect of each tool, by the name of its category in brackets."""
    found: dict[str, list[list[str]]] = {}
    for line in out.splitlines():
        if line.startswith("  "):
            found[list(found)[-1]].append(line.split()[:2])
        elif line:
            found[line.rpartition("(")[2].rstrip(")")] = []
    return found


def test_each_tool_is_a_line_under_its_category(command: CommandLine) -> None:
    ran = command("tools")
    assert ran.code == 0
    found = listed(ran.out)
    assert found == {
        name: [[tool.name, tool.effect] for tool in TOOLS if tool.category == name]
        for name in CATEGORIES
        if any(tool.category == name for tool in TOOLS)
    }
    assert sum(map(len, found.values())) == len(TOOLS)
    assert ran.out.startswith("Searching (search)\n")


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
def test_u20_tools_are_chosen_by_category_and_by_words(
    command: CommandLine, arguments: tuple[str, ...], names: list[str]
) -> None:
    ran = command("tools", *arguments)
    assert ran.code == 0
    assert {name for group in listed(ran.out).values() for name, _ in group} >= set(names)
    if "--category" in arguments or not names:
        assert [name for group in listed(ran.out).values() for name, _ in group][: len(names)] == names
    told = json.loads(command("tools", "--json", *arguments).out)
    assert {tool["name"] for tool in told} == {name for group in listed(ran.out).values() for name, _ in group}


def test_u20_a_category_that_does_not_exist_is_told_with_those_that_do(command: CommandLine) -> None:
    ran = command("tools", "--category", "cooking")
    assert (ran.code, ran.out) == (2, "")
    assert "cooking" in ran.err
    assert all(name in ran.err for name in ("search", "edits", "vault", "system"))


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
    assert "Installed but off: dice (dice-tools 1.2), wrong (wrong-tools 1.2)." in before.err
    assert command("config", "set", "toolsets", '["dice", "wrong"]').code == 0
    after = command("tools")
    (line,) = [line for line in after.out.splitlines() if line.startswith("  roll_dice")]
    assert line.split() == ["roll_dice", "read", "rolls", "a", "die.", "(dice-tools", "1.2)"]
    assert "Toolset wrong: the name read_note is taken." in after.err
    told = {tool["name"]: tool for tool in json.loads(command("tools", "--json").out)}
    assert told["roll_dice"]["source"] == "dice-tools 1.2"
    assert told["roll_dice"]["parameters"]["properties"]["sides"]["maximum"] == 100
    assert told["read_note"]["source"] == "vaultdesk"
