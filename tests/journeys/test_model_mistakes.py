"""Model mistakes: an invalid call returns an error that lets the model correct itself."""

import json
from pathlib import Path

import pytest

from tests.journeys.bench import open_bench, results_of
from tests.support.tool_env import NO, YES
from tests.support.wire import Call, Turn, WireServer
from vaultdesk.agent.run import RunFinished
from vaultdesk.tools.runtime.approvals import ApprovalDecision
from vaultdesk.tools.runtime.execution import ApprovalRequested

SEARCH = Call("vault_search", {"query": "Boskoop"})
ANSWER = Turn("Prune it in February, see [[Garden/Apples]].")

MISTAKES = {
    "an unknown tool": (Call("find_all", {"query": "Boskoop"}), "UNKNOWN_TOOL", "Unknown tool: find_all"),
    "a missing argument": (Call("vault_search", {"limit": 3}), "VALIDATION_FAILED", "query"),
    "a number in words": (Call("vault_search", {"query": "x", "limit": "nine"}), "VALIDATION_FAILED", "limit"),
    "a wrong type": (Call("file_read", {"file_paths": {"a": 1}}), "VALIDATION_FAILED", "file_paths"),
    "no JSON at all": (Call("vault_search", "query: Boskoop"), "VALIDATION_FAILED", "JSON"),
    "a list instead of an object": (Call("vault_search", '["Boskoop"]'), "VALIDATION_FAILED", "object"),
}  # fmt: skip


@pytest.mark.parametrize("mistake", MISTAKES)
async def test_the_model_receives_the_error_of_a_wrong_call_and_corrects_it(tmp_path: Path, mistake: str) -> None:
    wrong, code, word = MISTAKES[mistake]
    async with (
        WireServer(openai=[Turn(calls=[wrong]), Turn(calls=[SEARCH]), ANSWER]) as server,
        open_bench(tmp_path, server, YES) as bench,
    ):
        events = await bench.ask("When do I prune the Boskoop?")

        first, second = results_of(events)
        assert first.error is not None
        assert first.error.code == code
        assert word in first.error.message
        assert second.success
        assert [request.calls[0].tool for request in bench.answers.requests] == ["vault_search"]
        message = json.loads(server.posts[1].json["messages"][-1]["content"])
        assert message["error"]["message"] == first.error.message
        assert isinstance(events[-1], RunFinished)
        assert bench.transcript[-1] == ("assistant", ANSWER.text, False)


FORGIVEN = {
    "residue in the name": Call("functions.vault_search", {"query": "Boskoop"}),
    "null for what is optional": Call("vault_search", {"query": "Boskoop", "limit": None}),
    "a number as text": Call("vault_search", {"query": "Boskoop", "limit": "9"}),
    "an argument that there is not": Call("vault_search", {"query": "Boskoop", "colour": 1}),
    "arguments written as JSON twice": Call("vault_search", json.dumps(json.dumps({"query": "Boskoop"}))),
}


@pytest.mark.parametrize("call", FORGIVEN.values(), ids=FORGIVEN)
async def test_m3_m4_an_unambiguous_call_is_repaired_without_another_round(tmp_path: Path, call: Call) -> None:
    async with WireServer(openai=[Turn(calls=[call]), ANSWER]) as server, open_bench(tmp_path, server, YES) as bench:
        events = await bench.ask("When do I prune the Boskoop?")

        (result,) = results_of(events)
        assert result.success
        assert [request.calls[0].tool for request in bench.answers.requests] == ["vault_search"]
        assert bench.transcript[-1] == ("assistant", ANSWER.text, False)


async def test_a_camel_case_argument_is_accepted(tmp_path: Path) -> None:
    call = Turn(calls=[Call("file_read", {"filePaths": ["Garden/Apples.md"]})])
    async with WireServer(openai=[call, ANSWER]) as server, open_bench(tmp_path, server, YES) as bench:
        (result,) = results_of(await bench.ask("When?"))

        assert result.success


async def test_a_refusal_is_sent_to_the_model_with_its_reason(tmp_path: Path) -> None:
    refusal = ApprovalDecision(approved=False, reason="Not my garden notes.")
    async with (
        WireServer(openai=[Turn(calls=[SEARCH]), Turn("Then I cannot say.")]) as server,
        open_bench(tmp_path, server, refusal) as bench,
    ):
        (result,) = results_of(await bench.ask("When?"))

        assert result.error is not None
        assert result.error.code == "CANCELLED"
        assert "Not my garden notes." in server.posts[1].json["messages"][-1]["content"]
        assert "February" not in json.dumps([request.json for request in server.posts])
        assert [entry.record.event for entry in bench.workspace.audit_log.read()] == [
            "requested",
            "started",
            "asked",
            "refused",
        ]


async def test_a_model_that_only_calls_tools_has_to_answer_at_the_round_limit(tmp_path: Path) -> None:
    turns = [Turn(calls=[Call("vault_search", {"query": f"word {n}"})]) for n in range(5)]
    async with (
        WireServer(openai=[*turns, Turn("I found nothing.")]) as server,
        open_bench(tmp_path, server, YES) as bench,
    ):
        events = await bench.ask("When?")

        assert len(results_of(events)) == 5
        assert events[-1] == RunFinished("rounds")
        assert ["tools" in request.json for request in server.posts] == [True] * 5 + [False]
        assert bench.transcript[-1] == ("assistant", "I found nothing.", False)


async def test_a_call_repeated_after_a_refusal_asks_again(tmp_path: Path) -> None:
    async with (
        WireServer(openai=[Turn(calls=[SEARCH]), Turn(calls=[SEARCH]), ANSWER]) as server,
        open_bench(tmp_path, server, NO, YES) as bench,
    ):
        events = await bench.ask("When?")

        assert [result.success for result in results_of(events)] == [False, True]
        assert sum(isinstance(event, ApprovalRequested) for event in events) == 2


async def test_a_deselected_file_is_neither_read_nor_sent(tmp_path: Path) -> None:
    read_turn = Turn(calls=[Call("file_read", {"file_paths": ["Boiler.md", "Budget.md"]})])
    only_budget = ApprovalDecision(approved=True, files=("Budget.md",))
    async with (
        WireServer(openai=[read_turn, Turn("18,400 euros.")]) as server,
        open_bench(tmp_path, server, only_budget) as bench,
    ):
        (result,) = results_of(await bench.ask("What does it cost?"))

        assert result.success
        assert [entry["path"] for entry in result.as_value()["data"]] == ["Budget.md"]
        sent = json.dumps(server.posts[1].json)
        assert "18,400" in sent
        assert "Nordwind" not in sent


async def test_deselecting_every_file_is_reported_as_the_choice_of_the_user(tmp_path: Path) -> None:
    read_turn = Turn(calls=[Call("file_read", {"file_paths": ["Boiler.md", "Budget.md"]})])
    none = ApprovalDecision(approved=True, files=())
    async with (
        WireServer(openai=[read_turn, Turn("I may not.")]) as server,
        open_bench(tmp_path, server, none) as bench,
    ):
        (result,) = results_of(await bench.ask("What does it cost?"))

        assert result.error is not None
        assert result.error.code == "CANCELLED"
        message = server.posts[1].json["messages"][-1]["content"]
        assert "The user chose not to share any of the 2 files." in message
        assert "found" not in message.lower()
