"""Tests of tools/argument_repair.py."""

from typing import Any, ClassVar, Literal

import pytest
from pydantic import Field, JsonValue

from vaultdesk.tools.argument_repair import plain_path, repaired_arguments
from vaultdesk.tools.argument_schema import validate_arguments
from vaultdesk.tools.tool import Effect, Parameters, Tool, ToolOutput, Visibility


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
