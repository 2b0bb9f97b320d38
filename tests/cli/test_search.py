"""Search: the same search as the window's."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import CommandLine


def test_hits_name_their_note_and_passage(command: CommandLine, vault: Path) -> None:
    ran = command("search", "boskoop", "--vault", vault)
    assert ran.code == 0
    assert ran.out.splitlines()[0].startswith("Garden/Apples.md")
    assert "Prune the Boskoop in February." in ran.out


def test_json_is_a_list_of_hits(command: CommandLine, vault: Path) -> None:
    hits = json.loads(command("search", "heat pump", "--vault", vault, "--json").out)
    assert {hit["path"] for hit in hits} == {"Boiler.md", "Budget.md"}
    assert all({"title", "snippet", "score", "modified"} <= set(hit) for hit in hits)


def test_the_limit_holds(command: CommandLine, vault: Path) -> None:
    assert len(json.loads(command("search", "heat", "--vault", vault, "--json", "--limit", 1).out)) == 1


def test_nothing_found_is_said(command: CommandLine, vault: Path) -> None:
    ran = command("search", "zeppelin", "--vault", vault)
    assert ran.code == 0
    assert ran.out == "No note contains “zeppelin”.\n"


def test_operators_are_understood_and_what_is_not_is_said_beside_the_answer(command: CommandLine, vault: Path) -> None:
    ran = command("search", "line:(boskoop february) OR /a(?=b)/", "--vault", vault, "--json")
    assert [hit["path"] for hit in json.loads(ran.out)] == ["Garden/Apples.md"]
    assert "uses lookahead or lookbehind" in ran.err


@pytest.mark.parametrize("limit", ["0", "-3", "1001"])
def test_an_impossible_limit_is_wrong_usage(command: CommandLine, vault: Path, limit: str) -> None:
    assert command("search", "x", "--vault", vault, "--limit", limit).code == 2


def test_escape_codes_in_a_note_do_not_reach_the_terminal(command: CommandLine, vault: Path) -> None:
    (vault / "evil.md").write_text("boskoop \x1b]0;owned\x07 here", encoding="utf-8")
    assert "\x1b" not in command("search", "boskoop", "--vault", vault).out


@pytest.mark.parametrize("query", [" ", "tag:", "(((", '""'])
def test_nothing_to_search_for_is_wrong_usage(command: CommandLine, vault: Path, query: str) -> None:
    assert command("search", query, "--vault", vault).code == 2


def test_a_question_that_is_a_page_long_is_not_said_again(command: CommandLine, vault: Path) -> None:
    ran = command("search", "nowhere " * 200, "--vault", vault)
    assert len(ran.out) < 200
    assert "nowhere" in ran.out
