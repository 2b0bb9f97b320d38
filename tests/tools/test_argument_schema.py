"""Schemas both vendors accept, and arguments checked so that a model can correct itself."""

import json
from datetime import date
from typing import Literal

import pytest
from pydantic import Field
from pydantic.alias_generators import to_camel

from vaultdesk.tools.argument_schema import (
    InvalidArguments,
    SchemaTooDeep,
    canonical_arguments,
    clamped_numbers,
    json_schema,
    validate_arguments,
)
from vaultdesk.tools.tool import Parameters
from vaultdesk.workspace.toolbox import TOOLS


class Range(Parameters):
    start_date: date | None = None
    field: Literal["created", "modified"] = "modified"


class Column(Parameters):
    title: str = Field(description="The column's title.")
    sort_order: int = 0
    date_range: Range = Range()


class Query(Parameters):
    table_columns: tuple[Column, ...]
    title: str = ""
    limit: int = Field(default=10, ge=1, le=50)


class Tree(Parameters):
    branches: tuple["Tree", ...] = ()


def keys(node: object) -> set[str]:
    if isinstance(node, dict):
        return set(node) | {key for value in node.values() for key in keys(value)}
    return {key for item in node for key in keys(item)} if isinstance(node, list) else set()


def test_nested_arrays_and_objects_are_written_out_without_references_and_titles() -> None:
    schema = json_schema(Query)
    assert not keys(schema) & {"$ref", "$defs"}
    column = schema["properties"]["table_columns"]["items"]
    assert schema["additionalProperties"] is column["additionalProperties"] is False
    assert column["required"] == ["title"]
    assert column["properties"]["title"] == {"type": "string", "description": "The column's title."}
    inner = column["properties"]["date_range"]["properties"]
    assert inner["field"]["enum"] == ["created", "modified"]
    assert set(schema["properties"]) == {"table_columns", "title", "limit"}
    json.dumps(schema)


def test_parameters_that_contain_themselves_are_refused() -> None:
    with pytest.raises(SchemaTooDeep):
        json_schema(Tree)


def test_both_spellings_hold_at_every_depth() -> None:
    camel = {"tableColumns": [{"title": "A", "sortOrder": 2, "dateRange": {"startDate": "2026-01-02"}}]}
    snake = {"table_columns": [{"title": "A", "sort_order": 2, "date_range": {"start_date": "2026-01-02"}}]}
    assert validate_arguments(Query, camel) == validate_arguments(Query, snake)
    assert canonical_arguments(validate_arguments(Query, camel)) == {
        "table_columns": [
            {"title": "A", "sort_order": 2, "date_range": {"start_date": "2026-01-02", "field": "modified"}}
        ],
        "title": "",
        "limit": 10,
    }


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({}, ["table_columns: is required"]),
        ({"table_columns": [], "limit": "5"}, ["limit: must be a valid integer"]),
        ({"table_columns": [], "limit": True}, ["limit: must be a valid integer"]),
        ({"table_columns": "x"}, ["table_columns: must be a valid array"]),
        ({"table_columns": [{"title": 3}]}, ["table_columns.0.title: must be a valid string"]),
        ({"table_columns": [{"title": "a", "x": 1}]}, ["table_columns.0.x: is not known here"]),
        ({"table_columns": [], "y": 1}, ["y: is not a parameter of this tool; it takes table_columns, title, limit"]),
        ({"table_columns": [], "title": "\ud800"}, ["arguments: contain text that is not valid Unicode"]),
        ({"limit": "0"}, ["table_columns: is required", "limit: must be a valid integer"]),
    ],
)
def test_every_wrong_field_is_told_with_what_it_must_be(arguments: dict, told: list[str]) -> None:
    with pytest.raises(InvalidArguments) as wrong:
        validate_arguments(Query, arguments)
    assert [f"{problem.field}: {problem.problem}" for problem in wrong.value.problems] == told
    assert str(wrong.value) == "; ".join(told)


@pytest.mark.parametrize(("given", "used"), [(51, 50), (10**9, 50), (0, 1), (-7, 1), (50, 50), (1, 1)])
def test_u20_a_number_beyond_its_bounds_is_the_nearest_one_within(given: int, used: int) -> None:
    arguments = {"tableColumns": [], "limit": given}
    assert canonical_arguments(validate_arguments(Query, arguments))["limit"] == used
    clamped = clamped_numbers(Query, arguments)
    assert [(one.key, one.given, one.used) for one in clamped] == ([] if given == used else [("limit", given, used)])


BOUNDED = [
    (tool.name, tool.parameters, name)
    for tool in TOOLS
    for name, field in tool.parameters.model_fields.items()
    if any(hasattr(one, "le") or hasattr(one, "ge") for one in field.metadata) and "int" in str(field.annotation)
]


@pytest.mark.parametrize(("tool", "parameters", "name"), BOUNDED, ids=[f"{tool}-{name}" for tool, _, name in BOUNDED])
def test_u20_every_bounded_number_of_every_tool_is_clamped(tool: str, parameters: type[Parameters], name: str) -> None:
    (schema,) = [value for key, value in json_schema(parameters)["properties"].items() if key == name]
    bounds = next((one for one in [schema, *schema.get("anyOf", ())] if "minimum" in one or "maximum" in one), {})
    assert bounds, tool
    for given, used in ((10**6, bounds.get("maximum")), (-(10**6), bounds.get("minimum"))):
        if used is not None:
            for key in (name, to_camel(name)):
                (clamped,) = clamped_numbers(parameters, {key: given})
                assert (clamped.key, clamped.used) == (key, used)
                assert f"{given:,}" in clamped.remark
                assert f"{used:,}" in clamped.remark


def test_u20_there_are_limits_to_clamp() -> None:
    assert {(tool, name) for tool, _, name in BOUNDED} >= {
        ("vault_search", "limit"), ("search_notes", "limit"), ("query_notes", "limit"), ("graph", "limit"),
        ("graph", "depth"), ("get_file_tree", "depth"), ("web_search", "limit"), ("pomodoro", "minutes"),
    }  # fmt: skip
