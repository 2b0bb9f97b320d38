"""Tests of the limits of one answer: twenty calls, and no change after one that failed."""

import json
from pathlib import Path

from tests.support.tool_env import YES, call, drop, open_tool_env, put, search
from tests.support.tools import DropNote, Echo, PutNote
from vaultdesk.tools.runtime.call_limits import MAX_CALLS_PER_ANSWER
from vaultdesk.tools.runtime.execution import ToolFinished

TOOLS = (PutNote(), DropNote(), Echo())


async def test_u18_the_twenty_first_call_of_an_answer_is_rejected(tmp_path: Path) -> None:
    calls = [call("echo", f"c{number}", text=f"word {number}") for number in range(26)]
    async with open_tool_env(tmp_path, YES, tools=TOOLS) as env:
        events = [event for event in await env.events(*calls) if isinstance(event, ToolFinished)]

        assert [event.call_id for event in events] == [call.id for call in calls]
        assert [event.result.success for event in events] == [True] * MAX_CALLS_PER_ANSWER + [False] * 6
        last_result = events[-1].result
        assert last_result.error is not None
        assert last_result.error.code == "RATE_LIMITED"
        assert "At most 20 calls of one answer" in json.loads(events[-1].part.content)["error"]["message"]
        assert [entry for entry in env.audit_events() if entry[1] == "c25"] == [
            ("requested", "c25", ""), ("refused", "c25", "program"),
        ]  # fmt: skip


async def test_u20_changes_after_a_failed_change_of_the_answer_are_not_run(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, tools=TOOLS) as env:
        files = env.everything()
        results = await env.results(
            drop("No.md", "c1"), put("New.md", "one\n", "c2"), search("boiler", "c3"), put("Newer.md", "two\n", "c4")
        )

        assert [result.error and result.error.code for result in results] == [
            "NOTE_NOT_FOUND", "NOT_RUN", None, "NOT_RUN",
        ]  # fmt: skip
        assert env.everything() == files
        assert results[1].error is not None
        assert "drop_note, an earlier change of this answer, failed" in results[1].error.message
        # No approval is requested for a change that is not run.
        assert all(review.effect == "read" for request in env.answers.requests for review in request.calls)


async def test_u20_changes_after_an_invalid_call_are_not_run(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, tools=TOOLS) as env:
        results = await env.results(call("put_note", "c1", path=3), put("New.md", "one\n", "c2"))
        assert [result.error and result.error.code for result in results] == ["VALIDATION_FAILED", "NOT_RUN"]
        assert env.text("New.md") is None


async def test_u20_changes_before_the_failed_one_are_applied(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, tools=TOOLS) as env:
        results = await env.results(put("New.md", "one\n", "c1"), drop("No.md", "c2"), put("New.md", "two\n", "c3"))
        assert [result.success for result in results] == [True, False, False]
        assert env.text("New.md") == "one\n"


async def test_u20_a_failed_read_stops_no_change_and_a_new_answer_starts_again(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, tools=TOOLS) as env:
        results = await env.results(call("vault_search", "c1"), put("New.md", "one\n", "c2"))
        assert [result.success for result in results] == [False, True]
        await env.results(drop("No.md", "c3"))
        (later,) = await env.results(put("New.md", "two\n", "c4"))
        assert later.success


async def test_u20_a_limit_above_fifty_is_clamped_with_a_remark(tmp_path: Path) -> None:
    notes = {f"Note {number}.md": "the boiler\n" for number in range(60)}
    async with open_tool_env(tmp_path, YES, tools=TOOLS, notes=notes, cached=True) as env:
        (first,) = await env.results(call("vault_search", query="boiler", limit=500))
        (repeated,) = await env.results(call("vault_search", query="boiler", limit=50))
        (without_clamping,) = await env.results(call("vault_search", query="boiler", limit=5))

        assert isinstance(first.data, list)
        assert len(first.data) == 50
        assert first.metadata.note == "limit was 500; 50 is the most and was used."
        assert env.answers.requests[0].calls[0].arguments["limit"] == 50
        assert repeated.data == first.data
        assert "500" not in repeated.metadata.note
        assert without_clamping.metadata.note == ""
