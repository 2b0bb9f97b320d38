"""Tests of tools/runtime/call_repair.py."""

from pathlib import Path
from typing import Any, ClassVar, Literal

import pytest
from pydantic import Field, JsonValue

from tests.support.tool_env import NO, YES, call, open_tool_env
from tests.support.tools import WriteNote
from vaultdesk.tools.argument_schema import validate_arguments
from vaultdesk.tools.runtime.call_repair import plain_path, repaired_arguments
from vaultdesk.tools.runtime.execution import ApprovalRequested, ToolFinished
from vaultdesk.tools.runtime.tool_results import unknown_tool_result
from vaultdesk.tools.tool import Effect, Parameters, Tool, ToolOutput, Visibility

# Argument repair.


class LookupParameters(Parameters):
    query: str = Field(min_length=1)
    path: str = ""
    limit: int = 10
    share: float = 0.5
    deep: bool = False
    tags: tuple[str, ...] = ()
    years: tuple[int, ...] = ()
    sort_order: Literal["newest", "oldest"] = "newest"
    folder: str | None = None


class LookupTool(Tool[LookupParameters]):
    name: ClassVar[str] = "look"
    display_name: ClassVar[str] = "Look"
    purpose: ClassVar[str] = "looks"
    description: ClassVar[str] = "Looks."
    category: ClassVar[str] = "Search"
    effect: ClassVar[Effect] = "read"
    parameters: ClassVar[type[Parameters]] = LookupParameters
    path_parameters: ClassVar[tuple[str, ...]] = ("path", "folder")

    async def run(self, arguments: LookupParameters, visibility: Visibility) -> ToolOutput:
        raise NotImplementedError


class WritingLookupTool(LookupTool):
    name: ClassVar[str] = "change"
    effect: ClassVar[Effect] = "write"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"limit": None, "tags": None, "deep": None}, {}),
        ({"folder": None}, {"folder": None}),
        ({"limit": "5"}, {"limit": 5}),
        ({"limit": " 5 "}, {"limit": 5}),
        ({"limit": 5.0}, {"limit": 5}),
        ({"limit": "5.0"}, {"limit": 5}),
        ({"limit": ""}, {}),
        ({"limit": [5]}, {"limit": 5}),
        ({"share": "0.25"}, {"share": 0.25}),
        ({"share": 1}, {"share": 1}),
        ({"deep": "true"}, {"deep": True}),
        ({"deep": "False"}, {"deep": False}),
        ({"tags": "[]"}, {"tags": []}),
        ({"tags": '["a", "b"]'}, {"tags": ["a", "b"]}),
        ({"tags": "a"}, {"tags": ["a"]}),
        ({"tags": ""}, {"tags": []}),
        ({"tags": ["a", 2024]}, {"tags": ["a", "2024"]}),
        ({"years": ["2024"]}, {"years": [2024]}),
        ({"years": 2024}, {"years": [2024]}),
        ({"query": ["heat"]}, {"query": "heat"}),
        ({"query": 2024}, {"query": "2024"}),
        ({"sort_order": "Newest"}, {"sort_order": "newest"}),
        ({"sortOrder": "OLDEST"}, {"sortOrder": "oldest"}),
        ({"path": "/Home/Heating.md"}, {"path": "Home/Heating.md"}),
        ({"path": "./Heating.md"}, {"path": "Heating.md"}),
        ({"path": "[[Heating]]"}, {"path": "Heating"}),
        ({"path": "[[Home/Heating#Costs|costs]]"}, {"path": "Home/Heating"}),
        ({"folder": "/Home"}, {"folder": "Home"}),
    ],
)
def test_m4_unambiguous_arguments_are_repaired_for_a_reading_tool(
    arguments: dict[str, JsonValue], expected: dict[str, JsonValue]
) -> None:
    base: dict[str, Any] = {} if "query" in arguments else {"query": "heat"}

    repaired = repaired_arguments(LookupTool(), {**base, **arguments})

    assert repaired.arguments == {**base, **expected}
    assert all(type(repaired.arguments[key]) is type(value) for key, value in expected.items())
    assert repaired.problems == repaired.remarks == ()
    assert validate_arguments(LookupParameters, repaired.arguments)


def test_m4_an_unknown_parameter_is_dropped_with_a_remark() -> None:
    repaired = repaired_arguments(LookupTool(), {"query": "heat", "explanation": "to answer"})

    assert repaired.arguments == {"query": "heat"}
    assert repaired.remarks == ("explanation is not a parameter of this tool and was left out.",)


@pytest.mark.parametrize("arguments", [{"limit": "five"}, {"limit": 5.5}, {"tags": {"a": 1}}, {"limit": ["5", "6"]}])
def test_m4_ambiguous_arguments_are_not_repaired(arguments: dict[str, JsonValue]) -> None:
    repaired = repaired_arguments(LookupTool(), {"query": "heat", **arguments})

    assert repaired.arguments == {"query": "heat", **arguments} or arguments == {"tags": {"a": 1}}


def test_m4_a_null_for_a_required_parameter_is_not_repaired() -> None:
    assert repaired_arguments(LookupTool(), {"query": None}).arguments == {"query": None}


def test_m4_a_writing_tool_only_drops_nulls_and_reports_the_other_problems() -> None:
    arguments: dict[str, JsonValue] = {"query": "heat", "limit": "5", "tags": None, "path": "/a.md", "more": 1}

    repaired = repaired_arguments(WritingLookupTool(), arguments)

    assert repaired.arguments == {"query": "heat", "limit": "5", "path": "/a.md", "more": 1}
    assert [(problem.field, problem.problem) for problem in repaired.problems] == [
        ("limit", 'must be 5, not "5"'),
        ("path", 'must be "a.md", not "/a.md"'),
    ]


def test_m4_valid_arguments_are_unchanged_for_every_tool() -> None:
    arguments: dict[str, JsonValue] = {
        "query": "heat",
        "limit": 3,
        "tags": ["a"],
        "share": 2,
        "path": "Home/Heating.md",
    }

    for tool in (LookupTool(), WritingLookupTool()):
        assert repaired_arguments(tool, arguments).arguments == arguments
        assert repaired_arguments(tool, arguments).problems == ()


@pytest.mark.parametrize("path", ["Heating.md", "Home/[x] Heating.md", "a [[b]].md", "", " lead.md"])
def test_a_valid_path_is_unchanged(path: str) -> None:
    assert plain_path(path) == path


# Call repair: calls in a different form than their tools accept.

TOP = "Top.md"


@pytest.mark.parametrize("name", ["functions.file_read", "file_read<|channel|>commentary", "FileRead", "file-read:0"])
async def test_m3_a_malformed_tool_name_is_resolved(tmp_path: Path, name: str) -> None:
    async with open_tool_env(tmp_path, YES) as env:
        (result,) = await env.results(call(name, "c1", file_paths=[TOP]))

        assert result.success
        assert [review.tool for request in env.answers.requests for review in request.calls] == ["file_read"]


async def test_m3_a_call_with_a_repaired_name_can_be_declined(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, NO) as env:
        (result,) = await env.results(call("functions.file_read", "c1", file_paths=[TOP]))

        assert result.error is not None
        assert result.error.code == "CANCELLED"


async def test_m3_an_unknown_tool_is_reported_with_similar_names(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path) as env:
        (result,) = await env.results(call("vault_searching", "c1"))

        assert result.error is not None
        assert result.error.message.startswith("Unknown tool: vault_searching. The nearest names are: vault_search")
    assert unknown_tool_result("x", ["vault_search"]).error == unknown_tool_result("x").error


@pytest.mark.parametrize(
    "arguments",
    [
        {"file_paths": TOP},
        {"file_paths": f'["{TOP}"]'},
        {"file_paths": ["/Top.md"]},
        {"file_paths": ["[[Top.md]]"]},
    ],
)
async def test_m4_the_approval_and_the_result_use_the_repaired_arguments(
    tmp_path: Path, arguments: dict[str, JsonValue]
) -> None:
    async with open_tool_env(tmp_path, YES) as env:
        events = await env.events(call("file_read", "c1", **arguments))

        (approval,) = [event for event in events if isinstance(event, ApprovalRequested)]
        assert approval.request.calls[0].arguments["file_paths"] == [TOP]
        (finished,) = [event for event in events if isinstance(event, ToolFinished)]
        assert finished.result.success
        assert [source.path for source in finished.part.sources] == [TOP]


async def test_m4_an_unknown_parameter_of_a_reading_tool_is_noted_in_the_result(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES) as env:
        (result,) = await env.results(call("file_read", "c1", file_paths=[TOP], reason="to answer"))

        assert result.success
        assert result.metadata.note == "reason is not a parameter of this tool and was left out."


async def test_m4_a_writing_tool_with_invalid_arguments_is_not_run(tmp_path: Path) -> None:
    writer = WriteNote()
    async with open_tool_env(tmp_path, YES, tools=[writer]) as env:
        (result,) = await env.results(call("write_note", "c1", path=["a.md"], content="x"))

        assert result.error is not None
        assert (result.error.code, result.error.message) == (
            "VALIDATION_FAILED",
            'path: must be "a.md", not ["a.md"]',
        )
        assert env.answers.requests == []
        assert writer.ran == []


async def test_m4_a_null_for_an_optional_parameter_of_a_writing_tool_is_dropped(tmp_path: Path) -> None:
    writer = WriteNote()
    async with open_tool_env(tmp_path, YES, tools=[writer]) as env:
        (result,) = await env.results(call("write_note", "c1", path="a.md", content=None))

        assert result.success
        assert [arguments.content for arguments in writer.ran] == [""]


async def test_m4_arguments_of_a_direct_call_are_not_repaired(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES) as env:
        result = await env.runner.call("file_read", {"file_paths": [TOP], "reason": "x"})

        assert result.error is not None
        assert "reason: is not a parameter of this tool" in result.error.message
