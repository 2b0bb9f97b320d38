"""`vaultdesk ask` against a server for the wire format of each vendor, once in its own process."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.journeys.program import KEY, CommandResult, program
from tests.support.wire import Call, Recorded, Turn, WireServer

QUESTION = "What did we decide about the heat pump?"
TWO_ROUNDS = (
    Turn("Let me look.", [Call("vault_search", {"query": "Nordwind"})], reasoning="Search first."),
    Turn("I will read it.", [Call("file_read", {"file_paths": ["Boiler.md"]})]),
    Turn("You chose the Nordwind, see [[Boiler]]."),
)
ONE_ROUND = ["tool_call", "message", "approval_requested", "approval_resolved", "tool_result", "message"]
BOILER = "---\ntags: [heating]\n---\n# Boiler\n\nWe decided on the Nordwind heat pump. See [[Budget]].\n"

wires = pytest.mark.parametrize("wire", ["openai", "anthropic"])


def server_of(wire: str, *turns: Any) -> WireServer:
    return WireServer(openai=turns, key=KEY) if wire == "openai" else WireServer(anthropic=turns, key=KEY)


def wire_id(wire: str, index: int) -> str:
    """Return the id that the server assigns to the call at *place* of each answer."""
    return f"{'call' if wire == 'openai' else 'toolu'}_wire_{index}"


def ids_of(ran: CommandResult) -> list[str]:
    return [event["id"] for event in ran.of("tool_call")]


def results_on(wire: str, request: Recorded) -> list[tuple[str, Any, bool]]:
    """Return id, value and error flag of every tool result in a request, in order."""
    found = []
    for message in request.json["messages"]:
        if wire == "openai" and message["role"] == "tool":
            found.append((message["tool_call_id"], json.loads(message["content"]), False))
        elif wire == "anthropic" and isinstance(message["content"], list):
            blocks = [block for block in message["content"] if block["type"] == "tool_result"]
            found += [(b["tool_use_id"], json.loads(b["content"]), b.get("is_error", False)) for b in blocks]
    return found


def shape_of(wire: str, request: Recorded) -> list[str]:
    """Return role and content types of each message, such as `user text`, `assistant text+call`, `tool result`."""
    shape = []
    for message in request.json["messages"]:
        if wire == "anthropic":
            kinds = {"text": "text", "tool_use": "call", "tool_result": "result"}
            content_types = "+".join(kinds.get(block["type"], block["type"]) for block in message["content"])
            shape.append(f"{message['role']} {content_types}")
        elif message["role"] != "system":
            content_types = "result" if message["role"] == "tool" else "text"
            shape.append(f"{message['role']} {content_types}{'+call' if message.get('tool_calls') else ''}")
    return shape


@wires
def test_a_search_and_a_read_lead_to_an_answer_that_cites_its_note(tmp_path: Path, wire: str) -> None:
    with program(tmp_path, server := server_of(wire, *TWO_ROUNDS), wire) as run:
        run.own_process = wire == "openai"
        ran = run.ask(QUESTION)

        assert (ran.code, ran.err) == (0, "")
        assert ran.names == [
            "run_started",
            *("reasoning", "text", "usage", *ONE_ROUND),
            *("text", "usage", *ONE_ROUND),
            *("text", "usage", "message", "run_finished"),
        ]
        assert [(event["name"], event["arguments"]) for event in ran.of("tool_call")] == [
            ("vault_search", {"query": "Nordwind"}),
            ("file_read", {"file_paths": ["Boiler.md"]}),
        ]
        assert [event["files"] for event in ran.of("approval_requested")] == [
            [],
            [{"path": "Boiler.md", "size": len(BOILER), "reason": "found for “Nordwind”"}],
        ]
        assert ran.of("tool_result")[1]["result"]["data"] == [
            {"path": "Boiler.md", "content": BOILER, "size": len(BOILER)}
        ]
        assert [event["approved"] for event in ran.of("approval_resolved")] == [True, True]
        assert "".join(event["delta"] for event in ran.of("text")).endswith("You chose the Nordwind, see [[Boiler]].")
        assert ran.of("run_finished") == [{"event": "run_finished", "stop_reason": "end"}]

        first, second, third = server.posts
        # The ids of the server are sent back; one that it used twice is replaced by a generated id.
        search, (_, reading) = wire_id(wire, 0), ids_of(ran)
        assert [name for name, _, _ in results_on(wire, first)] == []
        assert [name for name, _, _ in results_on(wire, second)] == [search]
        assert [name for name, _, _ in results_on(wire, third)] == [search, reading]
        assert [error for _, _, error in results_on(wire, third)] == [False, False]
        assert [value["data"] for _, value, _ in results_on(wire, third)] == [
            event["result"]["data"] for event in ran.of("tool_result")
        ]
        speaker = "user" if wire == "anthropic" else "tool"
        rounds = ["assistant text+call", f"{speaker} result"] * 2
        signed = "assistant thinking+text+call" if wire == "anthropic" else rounds[0]
        assert shape_of(wire, third) == ["user text", signed, *rounds[1:]]
        assert all(request.json["tools"] for request in server.posts)


@wires
def test_the_key_is_sent_to_the_provider_and_stored_nowhere(tmp_path: Path, wire: str) -> None:
    with program(tmp_path, server := server_of(wire, *TWO_ROUNDS), wire) as run:
        ran = run.ask(QUESTION)

        assert [request.key for request in server.posts] == [KEY] * 3
        assert KEY not in ran.out + ran.err
        assert run.files_with(KEY) == []
        assert run.files_with("Nordwind") != []  # in the index, so the check above can fail


@wires
def test_a_refusal_is_sent_to_the_model_as_an_error_and_reported_as_an_event(tmp_path: Path, wire: str) -> None:
    turns = (TWO_ROUNDS[0], Turn("I may not look into your notes."))
    with program(tmp_path, server := server_of(wire, *turns), wire) as run:
        ran = run.ask(QUESTION, "--approve", "none", "--json")

        assert ran.code == 0
        assert ran.names == ["run_started", "reasoning", "text", "usage", *ONE_ROUND, "text", "usage", "message",
                             "warning", "run_finished"]  # fmt: skip
        (resolved,) = ran.of("approval_resolved")
        assert (resolved["approved"], resolved["reason"]) == (False, "refused by --approve none")
        ((call_id, result, is_error),) = results_on(wire, server.posts[1])
        assert call_id == wire_id(wire, 0)
        assert result["success"] is False
        assert result["error"] == {
            "code": "CANCELLED",
            "message": "User cancelled tool execution",
            "details": {"reason": "refused by --approve none"},
        }
        assert is_error is (wire == "anthropic")
        assert not any("Nordwind heat pump" in json.dumps(request.json) for request in server.posts)


def test_a_refusal_is_printed_as_text_without_json(tmp_path: Path) -> None:
    turns = (TWO_ROUNDS[0], Turn("I may not look into your notes."))
    with program(tmp_path, server_of("openai", *turns)) as run:
        ran = run.ask(QUESTION, "--approve", "none")

        assert ran.code == 0
        assert ran.out == "Let me look.\nI may not look into your notes.\n"
        assert ran.err == (
            '· vault_search {"query": "Nordwind"}: refused by --approve none\n'
            "· This answer was not taken from your notes.\n"
        )


def test_no_tool_is_offered_without_consent_and_with_tools_turned_off(tmp_path: Path) -> None:
    with program(tmp_path, server := server_of("openai", Turn("I cannot see your notes."))) as run:
        assert run("config", "set", f'vaults."{run.vault.resolve()}".tool_calling', "false").code == 0
        ran = run.ask(QUESTION, "--json")

        assert ran.names[-1] == "run_finished"
        assert "tool_call" not in ran.names
        assert "tools" not in server.posts[0].json


@wires
def test_two_calls_of_one_answer_keep_their_order_and_ids(tmp_path: Path, wire: str) -> None:
    calls = [Call("file_read", {"file_paths": ["Budget.md"]}), Call("vault_search", {"query": "Boskoop"})]
    with program(tmp_path, server := server_of(wire, Turn(calls=calls), Turn("Done.")), wire) as run:
        ran = run.ask(QUESTION)

        results = results_on(wire, server.posts[1])
        assert [call_id for call_id, _, _ in results] == [wire_id(wire, 0), wire_id(wire, 1)]
        assert [value["data"][0]["path"] for _, value, _ in results] == ["Budget.md", "Garden/Apples.md"]
        assert ran.of("run_finished")
