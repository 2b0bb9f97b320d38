"""Tests of `search`."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import CommandLine


def test_hits_contain_their_note_and_passage(command: CommandLine, vault: Path) -> None:
    result = command("search", "boskoop", "--vault", vault)
    assert result.code == 0
    assert result.out.splitlines()[0].startswith("Garden/Apples.md")
    assert "Prune the Boskoop in February." in result.out


def test_json_output_is_a_list_of_hits(command: CommandLine, vault: Path) -> None:
    hits = json.loads(command("search", "heat pump", "--vault", vault, "--json").out)
    assert {hit["path"] for hit in hits} == {"Boiler.md", "Budget.md"}
    assert all({"title", "snippet", "score", "modified"} <= set(hit) for hit in hits)


def test_the_limit_is_respected(command: CommandLine, vault: Path) -> None:
    assert len(json.loads(command("search", "heat", "--vault", vault, "--json", "--limit", 1).out)) == 1


def test_a_search_without_hits_says_so(command: CommandLine, vault: Path) -> None:
    result = command("search", "zeppelin", "--vault", vault)
    assert result.code == 0
    assert result.out == "No note contains “zeppelin”.\n"


def test_operators_are_supported_and_unsupported_patterns_are_reported(command: CommandLine, vault: Path) -> None:
    result = command("search", "line:(boskoop february) OR /a(?=b)/", "--vault", vault, "--json")
    assert [hit["path"] for hit in json.loads(result.out)] == ["Garden/Apples.md"]
    assert "uses lookahead or lookbehind" in result.err


@pytest.mark.parametrize("limit", ["0", "-3", "1001"])
def test_an_invalid_limit_is_wrong_usage(command: CommandLine, vault: Path, limit: str) -> None:
    assert command("search", "x", "--vault", vault, "--limit", limit).code == 2


def test_escape_codes_in_a_note_are_not_printed(command: CommandLine, vault: Path) -> None:
    (vault / "evil.md").write_text("boskoop \x1b]0;owned\x07 here", encoding="utf-8")
    assert "\x1b" not in command("search", "boskoop", "--vault", vault).out


@pytest.mark.parametrize("query", [" ", "tag:", "(((", '""'])
def test_an_empty_query_is_wrong_usage(command: CommandLine, vault: Path, query: str) -> None:
    assert command("search", query, "--vault", vault).code == 2


def test_a_very_long_query_is_not_repeated_completely(command: CommandLine, vault: Path) -> None:
    result = command("search", "nowhere " * 200, "--vault", vault)
    assert len(result.out) < 200
    assert "nowhere" in result.out
