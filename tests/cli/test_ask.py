"""Ask: one question through the real agent, runner and index, with the offline assistant."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import CommandLine
from tests.support.wire import Turn, WireServer


def events(out: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in out.splitlines()]


def test_everything_allowed_answers_with_links_to_the_notes(command: CommandLine, vault: Path) -> None:
    ran = command("ask", "What did we decide about the heat pump?", "--vault", vault, "--approve", "all")
    assert ran.code == 0
    assert "We decided on the Nordwind heat pump." in ran.out
    assert "[[Boiler" in ran.out
    assert "local_search" in ran.err
    assert "file_read" not in ran.err


def test_json_prints_the_events_of_the_contract(command: CommandLine, vault: Path) -> None:
    ran = command("ask", "What about the heat pump?", "--vault", vault, "--approve", "all", "--json")
    found = events(ran.out)
    names = [event["event"] for event in found]
    assert ran.code == 0
    assert names[0] == "run_started"
    assert names[-1] == "run_finished"
    assert sum(name in ("run_finished", "run_failed", "run_cancelled") for name in names) == 1
    called = [event["name"] for event in found if event["event"] == "tool_call"]
    assert called == ["local_search"]
    asked = [event["id"] for event in found if event["event"] == "approval_requested"]
    resolved = [event["id"] for event in found if event["event"] == "approval_resolved"]
    results = [event["id"] for event in found if event["event"] == "tool_result"]
    assert asked == resolved
    assert sorted(asked) == sorted(results)
    assert "Boiler" in "".join(str(event.get("delta", "")) for event in found)


def test_nothing_allowed_says_what_was_refused(command: CommandLine, vault: Path) -> None:
    ran = command("ask", "What about the heat pump?", "--vault", vault, "--approve", "none")
    assert ran.code == 0
    assert "refused" in ran.out
    assert "Nordwind" not in ran.out


def test_without_a_terminal_and_without_approve_nothing_is_allowed(command: CommandLine, vault: Path) -> None:
    ran = command("ask", "What about the heat pump?", "--vault", vault)
    assert ran.code == 0
    assert "Nordwind" not in ran.out


def test_a_note_that_does_not_exist_is_not_invented(command: CommandLine, vault: Path) -> None:
    ran = command("ask", "What about quantum chromodynamics?", "--vault", vault, "--approve", "all")
    assert ran.code == 0
    assert "[[" not in ran.out
    assert "chromodynamics" in ran.out


def test_a_missing_vault_is_one_line_of_what_and_what_to_do(command: CommandLine, tmp_path: Path) -> None:
    ran = command("ask", "why?", "--vault", tmp_path / "nowhere", "--approve", "all")
    assert ran.code == 1
    assert ran.out == ""
    assert len(ran.err.strip().splitlines()) == 1
    assert "nowhere" in ran.err


def test_no_vault_known_is_wrong_usage(command: CommandLine) -> None:
    ran = command("ask", "why?")
    assert ran.code == 2
    assert "--vault" in ran.err


def test_an_unknown_model_names_those_there_are(command: CommandLine, vault: Path) -> None:
    ran = command("ask", "why?", "--vault", vault, "--model", "nobody/x")
    assert ran.code == 2
    assert "offline" in ran.err


def test_an_empty_question_is_wrong_usage(command: CommandLine, vault: Path) -> None:
    assert command("ask", "  ", "--vault", vault).code == 2


def test_the_vault_opened_last_is_the_default(command: CommandLine, vault: Path) -> None:
    assert command("index", "--vault", vault).code == 0
    ran = command("ask", "What about the heat pump?", "--approve", "reads")
    assert ran.code == 0
    assert "Nordwind" in ran.out


def test_quotes_of_the_notes_are_printed_under_an_answer(command: CommandLine, vault: Path) -> None:
    ran = command("ask", "Heat pump?", "--vault", vault, "--approve", "all", "--mode", "chat", "--quotes")
    assert ran.code == 0
    assert "We decided on the Nordwind heat pump." in ran.out.partition("Your notes say:")[2]


def test_quotes_are_no_event(command: CommandLine, vault: Path) -> None:
    ran = command("ask", "Heat pump?", "--vault", vault, "--quotes", "--json")
    assert (ran.code, ran.out) == (2, "")
    assert "Use only one of them." in ran.err


@pytest.mark.parametrize("model", ["m", "qwen3:4b"])
def test_m2_reasoning_in_the_text_of_an_answer_is_not_written_to_a_pipe(
    command: CommandLine, vault: Path, model: str
) -> None:
    with WireServer(openai=[Turn("The user wants four.\n</think>\n\nFour.")], models=(model,)) as server:
        settings = {"kind": "openai-compatible", "base_url": server.url}
        assert command("config", "set", "providers.own", json.dumps(settings)).code == 0
        asked = command("ask", "Two and two?", "--vault", vault, "--mode", "chat", "--model", f"own/{model}")

    assert asked.out == "Four.\n"
