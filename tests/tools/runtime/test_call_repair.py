"""Tests of tools/runtime/call_repair.py."""

from pathlib import Path
from typing import Any, ClassVar, Literal

import pytest
from pydantic import Field, JsonValue

from tests.support.desk import NO, YES, call, open_desk
from tests.support.tools import WriteNote
from vaultdesk.tools.argument_schema import validate_arguments
from vaultdesk.tools.runtime.call_repair import plain_path, repaired_arguments
from vaultdesk.tools.runtime.execution import ApprovalRequested, ToolFinished
from vaultdesk.tools.runtime.tool_results import unknown_tool_result
from vaultdesk.tools.tool import Effect, Parameters, Tool, ToolOutput, Visibility

# Argument repair.


class LookParameters(Parameters):
    query: str = Field(min_length=1)
    path: str = ""
    limit: int = 10
    share: float = 0.5
    deep: bool = False
    tags: tuple[str, ...] = ()
    years: tuple[int, ...] = ()
    sort_order: Literal["newest", "oldest"] = "newest"
    folder: str | None = None


class Look(Tool[LookParameters]):
    name: ClassVar[str] = "look"
    display_name: ClassVar[str] = "Look"
    purpose: ClassVar[str] = "looks"
    description: ClassVar[str] = "Looks."
    category: ClassVar[str] = "Search"
    effect: ClassVar[Effect] = "read"
    parameters: ClassVar[type[Parameters]] = LookParameters
    path_parameters: ClassVar[tuple[str, ...]] = ("path", "folder")

    async def run(self, arguments: LookParameters, visibility: Visibility) -> ToolOutput:
        raise NotImplementedError


class Change(Look):
    name: ClassVar[str] = "change"
    effect: ClassVar[Effect] = "write"


@pytest.mark.parametrize(
    ("given", "meant"),
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
def test_m4_what_can_only_have_been_meant_is_taken_by_a_tool_that_reads(
    given: dict[str, JsonValue], meant: dict[str, JsonValue]
) -> None:
    base: dict[str, Any] = {} if "query" in given else {"query": "heat"}

    repaired = repaired_arguments(Look(), {**base, **given})

    assert repaired.arguments == {**base, **meant}
    assert all(type(repaired.arguments[key]) is type(value) for key, value in meant.items())
    assert repaired.problems == repaired.remarks == ()
    assert validate_arguments(LookParameters, repaired.arguments)


def test_m4_a_parameter_that_is_none_is_left_out_and_told() -> None:
    repaired = repaired_arguments(Look(), {"query": "heat", "explanation": "to answer"})

    assert repaired.arguments == {"query": "heat"}
    assert repaired.remarks == ("explanation is not a parameter of this tool and was left out.",)


@pytest.mark.parametrize("given", [{"limit": "five"}, {"limit": 5.5}, {"tags": {"a": 1}}, {"limit": ["5", "6"]}])
def test_m4_what_may_mean_several_things_stays(given: dict[str, JsonValue]) -> None:
    repaired = repaired_arguments(Look(), {"query": "heat", **given})

    assert repaired.arguments == {"query": "heat", **given} or given == {"tags": {"a": 1}}


def test_m4_a_null_for_what_is_required_stays() -> None:
    assert repaired_arguments(Look(), {"query": None}).arguments == {"query": None}


def test_m4_a_tool_that_changes_something_is_only_spared_a_null() -> None:
    given: dict[str, JsonValue] = {"query": "heat", "limit": "5", "tags": None, "path": "/a.md", "more": 1}

    repaired = repaired_arguments(Change(), given)

    assert repaired.arguments == {"query": "heat", "limit": "5", "path": "/a.md", "more": 1}
    assert [(one.field, one.problem) for one in repaired.problems] == [
        ("limit", 'must be 5, not "5"'),
        ("path", 'must be "a.md", not "/a.md"'),
    ]


def test_m4_arguments_that_fit_are_the_same_whatever_the_tool_does() -> None:
    given: dict[str, JsonValue] = {"query": "heat", "limit": 3, "tags": ["a"], "share": 2, "path": "Home/Heating.md"}

    for tool in (Look(), Change()):
        assert repaired_arguments(tool, given).arguments == given
        assert repaired_arguments(tool, given).problems == ()


@pytest.mark.parametrize("path", ["Heating.md", "Home/[x] Heating.md", "a [[b]].md", "", " lead.md"])
def test_a_path_as_the_vault_writes_it_stays(path: str) -> None:
    assert plain_path(path) == path


# Call repair: calls that are written in another form than their tools take.

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
