"""Model mistakes: what a model does wrong comes back to it as a result that it corrects itself from."""

import json
from pathlib import Path

import pytest

from tests.journeys.bench import open_bench, results_of
from tests.support.desk import NO, YES
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
async def test_the_model_reads_what_was_wrong_and_does_it_right(tmp_path: Path, mistake: str) -> None:
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
        told = json.loads(server.posts[1].json["messages"][-1]["content"])
        assert told["error"]["message"] == first.error.message
        assert isinstance(events[-1], RunFinished)
        assert bench.said[-1] == ("assistant", ANSWER.text, False)


FORGIVEN = {
    "residue in the name": Call("functions.vault_search", {"query": "Boskoop"}),
    "null for what is optional": Call("vault_search", {"query": "Boskoop", "limit": None}),
    "a number as text": Call("vault_search", {"query": "Boskoop", "limit": "9"}),
    "an argument that there is not": Call("vault_search", {"query": "Boskoop", "colour": 1}),
    "arguments written as JSON twice": Call("vault_search", json.dumps(json.dumps({"query": "Boskoop"}))),
}


@pytest.mark.parametrize("call", FORGIVEN.values(), ids=FORGIVEN)
async def test_m3_m4_what_can_only_have_been_meant_costs_no_round(tmp_path: Path, call: Call) -> None:
    async with WireServer(openai=[Turn(calls=[call]), ANSWER]) as server, open_bench(tmp_path, server, YES) as bench:
        events = await bench.ask("When do I prune the Boskoop?")

        (result,) = results_of(events)
        assert result.success
        assert [request.calls[0].tool for request in bench.answers.requests] == ["vault_search"]
        assert bench.said[-1] == ("assistant", ANSWER.text, False)


async def test_the_camel_case_spelling_is_no_mistake(tmp_path: Path) -> None:
    asked = Turn(calls=[Call("file_read", {"filePaths": ["Garden/Apples.md"]})])
    async with WireServer(openai=[asked, ANSWER]) as server, open_bench(tmp_path, server, YES) as bench:
        (result,) = results_of(await bench.ask("When?"))

        assert result.success


async def test_a_refusal_with_its_reason_is_read_and_respected(tmp_path: Path) -> None:
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


async def test_a_model_that_never_stops_asking_is_made_to_answer(tmp_path: Path) -> None:
    asking = [Turn(calls=[Call("vault_search", {"query": f"word {n}"})]) for n in range(5)]
    async with (
        WireServer(openai=[*asking, Turn("I found nothing.")]) as server,
        open_bench(tmp_path, server, YES) as bench,
    ):
        events = await bench.ask("When?")

        assert len(results_of(events)) == 5
        assert events[-1] == RunFinished("rounds")
        assert ["tools" in request.json for request in server.posts] == [True] * 5 + [False]
        assert bench.said[-1] == ("assistant", "I found nothing.", False)


async def test_a_model_that_asks_again_after_a_no_is_asked_about_again(tmp_path: Path) -> None:
    async with (
        WireServer(openai=[Turn(calls=[SEARCH]), Turn(calls=[SEARCH]), ANSWER]) as server,
        open_bench(tmp_path, server, NO, YES) as bench,
    ):
        events = await bench.ask("When?")

        assert [result.success for result in results_of(events)] == [False, True]
        assert sum(isinstance(event, ApprovalRequested) for event in events) == 2


async def test_a_deselected_file_is_neither_read_nor_sent(tmp_path: Path) -> None:
    both = Turn(calls=[Call("file_read", {"file_paths": ["Boiler.md", "Budget.md"]})])
    only_budget = ApprovalDecision(approved=True, files=("Budget.md",))
    async with (
        WireServer(openai=[both, Turn("18,400 euros.")]) as server,
        open_bench(tmp_path, server, only_budget) as bench,
    ):
        (result,) = results_of(await bench.ask("What does it cost?"))

        assert result.success
        assert [entry["path"] for entry in result.as_value()["data"]] == ["Budget.md"]
        sent = json.dumps(server.posts[1].json)
        assert "18,400" in sent
        assert "Nordwind" not in sent


async def test_no_file_at_all_is_told_as_the_persons_choice(tmp_path: Path) -> None:
    both = Turn(calls=[Call("file_read", {"file_paths": ["Boiler.md", "Budget.md"]})])
    none = ApprovalDecision(approved=True, files=())
    async with WireServer(openai=[both, Turn("I may not.")]) as server, open_bench(tmp_path, server, none) as bench:
        (result,) = results_of(await bench.ask("What does it cost?"))

        assert result.error is not None
        assert result.error.code == "CANCELLED"
        told = server.posts[1].json["messages"][-1]["content"]
        assert "The user chose not to share any of the 2 files." in told
        assert "found" not in told.lower()
