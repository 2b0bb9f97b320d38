"""Tests of `ask`: one question with the real agent, tools and index, and the offline assistant."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import CommandLine
from tests.support.wire import Turn, WireServer


def parse_events(out: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in out.splitlines()]


def test_approving_everything_gives_an_answer_with_links_to_notes(command: CommandLine, vault: Path) -> None:
    result = command("ask", "What did we decide about the heat pump?", "--vault", vault, "--approve", "all")
    assert result.code == 0
    assert "We decided on the Nordwind heat pump." in result.out
    assert "[[Boiler" in result.out
    assert "local_search" in result.err
    assert "file_read" not in result.err


def test_json_output_has_the_documented_events(command: CommandLine, vault: Path) -> None:
    result = command("ask", "What about the heat pump?", "--vault", vault, "--approve", "all", "--json")
    events = parse_events(result.out)
    names = [event["event"] for event in events]
    assert result.code == 0
    assert names[0] == "run_started"
    assert names[-1] == "run_finished"
    assert sum(name in ("run_finished", "run_failed", "run_cancelled") for name in names) == 1
    called = [event["name"] for event in events if event["event"] == "tool_call"]
    assert called == ["local_search"]
    requested = [event["id"] for event in events if event["event"] == "approval_requested"]
    resolved = [event["id"] for event in events if event["event"] == "approval_resolved"]
    results = [event["id"] for event in events if event["event"] == "tool_result"]
    assert requested == resolved
    assert sorted(requested) == sorted(results)
    assert "Boiler" in "".join(str(event.get("delta", "")) for event in events)


def test_approving_nothing_reports_the_refusals(command: CommandLine, vault: Path) -> None:
    result = command("ask", "What about the heat pump?", "--vault", vault, "--approve", "none")
    assert result.code == 0
    assert "Refused" in result.out
    assert "Nordwind" not in result.out


def test_without_a_terminal_and_approve_option_nothing_is_allowed(command: CommandLine, vault: Path) -> None:
    result = command("ask", "What about the heat pump?", "--vault", vault)
    assert result.code == 0
    assert "Nordwind" not in result.out


def test_no_note_is_invented_for_an_unknown_topic(command: CommandLine, vault: Path) -> None:
    result = command("ask", "What about quantum chromodynamics?", "--vault", vault, "--approve", "all")
    assert result.code == 0
    assert "[[" not in result.out
    assert "chromodynamics" in result.out


def test_a_missing_vault_is_a_one_line_error(command: CommandLine, tmp_path: Path) -> None:
    result = command("ask", "why?", "--vault", tmp_path / "nowhere", "--approve", "all")
    assert result.code == 1
    assert result.out == ""
    assert len(result.err.strip().splitlines()) == 1
    assert "nowhere" in result.err


def test_without_a_known_vault_the_usage_is_wrong(command: CommandLine) -> None:
    result = command("ask", "why?")
    assert result.code == 2
    assert "--vault" in result.err


def test_an_unknown_model_lists_the_available_ones(command: CommandLine, vault: Path) -> None:
    result = command("ask", "why?", "--vault", vault, "--model", "nobody/x")
    assert result.code == 2
    assert "offline" in result.err


def test_an_empty_question_is_wrong_usage(command: CommandLine, vault: Path) -> None:
    assert command("ask", "  ", "--vault", vault).code == 2


def test_the_last_opened_vault_is_the_default(command: CommandLine, vault: Path) -> None:
    assert command("index", "--vault", vault).code == 0
    result = command("ask", "What about the heat pump?", "--approve", "reads")
    assert result.code == 0
    assert "Nordwind" in result.out


def test_quotes_of_notes_are_printed_below_an_answer(command: CommandLine, vault: Path) -> None:
    result = command("ask", "Heat pump?", "--vault", vault, "--approve", "all", "--mode", "chat", "--quotes")
    assert result.code == 0
    assert "We decided on the Nordwind heat pump." in result.out.partition("Your notes say:")[2]


def test_quotes_cannot_be_combined_with_json(command: CommandLine, vault: Path) -> None:
    result = command("ask", "Heat pump?", "--vault", vault, "--quotes", "--json")
    assert (result.code, result.out) == (2, "")
    assert "Use only one of them." in result.err


@pytest.mark.parametrize("model", ["m", "qwen3:4b"])
def test_m2_reasoning_in_the_text_of_an_answer_is_not_written_to_a_pipe(
    command: CommandLine, vault: Path, model: str
) -> None:
    with WireServer(openai=[Turn("The user wants four.\n</think>\n\nFour.")], models=(model,)) as server:
        settings = {"kind": "openai-compatible", "base_url": server.url}
        assert command("config", "set", "providers.own", json.dumps(settings)).code == 0
        requested = command("ask", "Two and two?", "--vault", vault, "--mode", "chat", "--model", f"own/{model}")

    assert requested.out == "Four.\n"
