"""Modes on the command line: `--mode`, `--project`, and a plan that is executed at a pseudo-terminal."""

from pathlib import Path

from tests.journeys.program import program
from tests.journeys.test_terminal import at_terminal
from tests.support.vaults import HEATING
from tests.support.wire import Call, Turn, WireServer

ASKED = "Which heat pump did we decide on?"
CHOSEN = "You chose the Nordwind heat pump [[Boiler]]."
LOOKS = Turn(calls=[Call("vault_search", {"query": "pump"})])
PROJECT = {"Assistant/Projects/Garden.md": "---\nfolders: [Garden]\n---\nAnswer like a gardener.\n"}


def test_the_vault_qa_option_searches_once_without_offering_tools(tmp_path: Path) -> None:
    server = WireServer(openai=[Turn(CHOSEN)])
    with program(tmp_path, server) as run:
        ran = run.ask(ASKED, "--mode", "vault-qa", "--approve", "all", "--json")

        assert ran.code == 0, ran.err
        assert [event["name"] for event in ran.of("tool_call")] == ["local_search"]
        assert ran.names[-1] == "run_finished"
        assert "".join(event["delta"] for event in ran.of("text")) == CHOSEN
        (post,) = server.posts
        assert "tools" not in post.json
        assert "Nordwind" in str(post.json)


def test_the_mode_in_the_settings_is_the_default(tmp_path: Path) -> None:
    server = WireServer(openai=[Turn("I see no notes.")])
    with program(tmp_path, server) as run:
        assert run("config", "set", "chat.mode", "chat").code == 0
        ran = run.ask(ASKED)

        assert ran.code == 0, ran.err
        assert "tools" not in server.posts[0].json
        assert ran.of("tool_call") == []


def test_a_plan_is_shown_and_executed_after_confirmation(tmp_path: Path) -> None:
    server = WireServer(openai=[Turn("1. Search for the pump."), LOOKS, Turn(CHOSEN)])
    with (
        program(tmp_path, server) as run,
        at_terminal(run, "chat", "--vault", run.vault, "--approve", "all", "--mode", "agent") as terminal,
    ):
        terminal.until("\n> ")
        terminal.type(f"/plan {ASKED}\n")
        terminal.until("Carry it out? [y]es, [e]dit, [N]o: ")
        assert "tools" not in server.posts[0].json
        terminal.type("y\n")
        terminal.until(CHOSEN)
        terminal.until("\n> ")
        terminal.type("exit\n")
        assert terminal.end() == 0
    assert "Carry out this plan" in str(server.posts[1].json)
    assert "tools" in server.posts[1].json


def test_a_project_accepted_at_the_terminal_excludes_other_notes(tmp_path: Path) -> None:
    looks = Turn(calls=[Call("vault_search", {"query": "the"}), Call("file_read", {"file_paths": ["Boiler.md"]})])
    server = WireServer(openai=[looks, Turn("Prune them [[Garden/Apples]].")])
    with (
        program(tmp_path, server, notes={**HEATING, **PROJECT}) as run,
        at_terminal(run, "ask", ASKED, "--vault", run.vault, "--approve", "all", "--project", "Garden") as terminal,
    ):
        terminal.until("Accept it? [y]es, [N]o: ")
        assert "Answer like a gardener." in terminal.output
        assert server.posts == []
        terminal.type("y\n")
        terminal.until("Prune them")
        assert terminal.end() == 0
    requests_text = str([post.json for post in server.posts])
    assert "Answer like a gardener." in requests_text
    assert "Nordwind" not in requests_text
    assert "18,400" not in requests_text
