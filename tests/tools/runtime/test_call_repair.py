"""Tests of tools/runtime/call_repair.py: calls that are written in another form than their tools take."""

from pathlib import Path

import pytest
from pydantic import JsonValue

from tests.support.desk import NO, YES, call, open_desk
from tests.support.tools import WriteNote
from vaultdesk.tools.runtime.tool_events import ApprovalRequested, ToolFinished
from vaultdesk.tools.runtime.tool_results import unknown_tool_result

TOP = "Top.md"


@pytest.mark.parametrize("name", ["functions.file_read", "file_read<|channel|>commentary", "FileRead", "file-read:0"])
async def test_m3_a_call_with_residue_in_its_name_runs_the_tool_that_is_meant(tmp_path: Path, name: str) -> None:
    async with open_desk(tmp_path, YES) as desk:
        (result,) = await desk.results(call(name, "c1", file_paths=[TOP]))

        assert result.success
        assert [review.tool for request in desk.answers.requests for review in request.calls] == ["file_read"]


async def test_m3_a_repaired_name_is_asked_about_and_denied_like_any_other(tmp_path: Path) -> None:
    async with open_desk(tmp_path, NO) as desk:
        (result,) = await desk.results(call("functions.file_read", "c1", file_paths=[TOP]))

        assert result.error is not None
        assert result.error.code == "CANCELLED"


async def test_m3_an_unknown_tool_is_told_with_the_nearest_names(tmp_path: Path) -> None:
    async with open_desk(tmp_path) as desk:
        (result,) = await desk.results(call("vault_searching", "c1"))

        assert result.error is not None
        assert result.error.message.startswith("Unknown tool: vault_searching. The nearest names are: vault_search")
    assert unknown_tool_result("x", ["vault_search"]).error == unknown_tool_result("x").error


@pytest.mark.parametrize(
    "given",
    [
        {"file_paths": TOP},
        {"file_paths": f'["{TOP}"]'},
        {"file_paths": ["/Top.md"]},
        {"file_paths": ["[[Top.md]]"]},
    ],
)
async def test_m4_the_approval_and_the_record_show_the_repaired_arguments(
    tmp_path: Path, given: dict[str, JsonValue]
) -> None:
    async with open_desk(tmp_path, YES) as desk:
        events = await desk.events(call("file_read", "c1", **given))

        (asked,) = [event for event in events if isinstance(event, ApprovalRequested)]
        assert asked.request.calls[0].arguments["file_paths"] == [TOP]
        (finished,) = [event for event in events if isinstance(event, ToolFinished)]
        assert finished.result.success
        assert [source.path for source in finished.part.sources] == [TOP]


async def test_m4_a_parameter_that_a_reading_tool_has_not_is_told_with_the_result(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES) as desk:
        (result,) = await desk.results(call("file_read", "c1", file_paths=[TOP], reason="to answer"))

        assert result.success
        assert result.metadata.note == "reason is not a parameter of this tool and was left out."


async def test_m4_a_writing_tool_runs_nothing_and_tells_what_to_write(tmp_path: Path) -> None:
    writer = WriteNote()
    async with open_desk(tmp_path, YES, tools=[writer]) as desk:
        (result,) = await desk.results(call("write_note", "c1", path=["a.md"], content="x"))

        assert result.error is not None
        assert (result.error.code, result.error.message) == (
            "VALIDATION_FAILED",
            'path: must be "a.md", not ["a.md"]',
        )
        assert desk.answers.requests == []
        assert writer.ran == []


async def test_m4_a_null_for_an_optional_parameter_is_no_argument_of_a_writing_tool(tmp_path: Path) -> None:
    writer = WriteNote()
    async with open_desk(tmp_path, YES, tools=[writer]) as desk:
        (result,) = await desk.results(call("write_note", "c1", path="a.md", content=None))

        assert result.success
        assert [arguments.content for arguments in writer.ran] == [""]


async def test_m4_what_a_person_calls_is_taken_as_it_is(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES) as desk:
        result = await desk.runner.call("file_read", {"file_paths": [TOP], "reason": "x"})

        assert result.error is not None
        assert "reason: is not a parameter of this tool" in result.error.message
