"""Tests of tools/argument_schema.py."""

import json
import re
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, ClassVar, Literal

import pytest
from pydantic import Field, JsonValue
from pydantic.alias_generators import to_camel

from tests.providers.asking import SECRET, anthropic, ask, openai
from tests.support.wire import Turn, WireServer
from vaultdesk.agent.token_usage import estimate_request
from vaultdesk.agent.tool_selection import definition_tokens, tool_specs
from vaultdesk.chat.messages import user_message
from vaultdesk.providers.provider import ModelRequest, ToolSpec
from vaultdesk.tools.argument_schema import (
    MAX_DESCRIPTION_CHARACTERS,
    InvalidArguments,
    SchemaTooDeep,
    brief_field,
    canonical_arguments,
    clamped_numbers,
    json_schema,
    tool_definition,
    validate_arguments,
    whole_field,
)
from vaultdesk.tools.builtin.query_tools import QueryNotes
from vaultdesk.tools.builtin.search_tools import SearchNotes
from vaultdesk.tools.tool import AnyTool, Parameters, Tool, ToolOutput, Visibility
from vaultdesk.workspace.toolbox import TOOLS

# Schemas both vendors accept, and arguments checked so that a model can correct itself.


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
    assert [(one.key, one.value, one.clamped) for one in clamped] == ([] if given == used else [("limit", given, used)])


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
                assert (clamped.key, clamped.clamped) == (key, used)
                assert f"{given:,}" in clamped.remark
                assert f"{used:,}" in clamped.remark


def test_u20_there_are_limits_to_clamp() -> None:
    assert {(tool, name) for tool, _, name in BOUNDED} >= {
        ("vault_search", "limit"), ("search_notes", "limit"), ("query_notes", "limit"), ("graph", "limit"),
        ("graph", "depth"), ("get_file_tree", "depth"), ("web_search", "limit"), ("pomodoro", "minutes"),
    }  # fmt: skip


# Tool definition: tool definitions within the limits of vendors.

PROPERTY = re.compile(r"[a-zA-Z0-9_.-]{1,64}")
"""What a parameter may be called (Messages)."""


class Row(Parameters):
    path: str
    values: dict[str, JsonValue] = {}


class Table(Parameters):
    rows: list[Row]
    columns: list[list[str]] | None = None


class Nested(Tool[Table]):
    """Takes objects inside lists inside objects."""

    name: ClassVar[str] = "nested"
    display_name: ClassVar[str] = "Nested"
    purpose: ClassVar[str] = "nests."
    description: ClassVar[str] = "Nest. Twice."
    category: ClassVar[str] = "test"
    effect = "write"
    parameters: ClassVar[type[Parameters]] = Table

    async def run(self, arguments: Table, view: Visibility) -> ToolOutput:
        raise AssertionError


def unfit(schema: Any, place: str = "") -> Iterator[str]:  # Any: a schema as it stands on the wire
    """What one of the vendors refuses in a schema."""
    if not place:
        yield from (f"{word} at the top" for word in ("anyOf", "oneOf", "allOf", "not", "enum") if word in schema)
        if schema.get("type") != "object" or not isinstance(schema.get("properties"), dict):
            yield "no object at the top"
    yield from (f"{place}: {word}" for word in ("$ref", "$defs", "patternProperties", "prefixItems") if word in schema)
    if schema.get("type") == "array" and not isinstance(schema.get("items"), dict):
        yield f"{place}: a list of what?"
    for name, inner in schema.get("properties", {}).items():
        if not PROPERTY.fullmatch(name):
            yield f"{place}: {name!r} is not a valid name"
        yield from unfit(inner, f"{place}/{name}")
    if isinstance(schema.get("items"), dict):
        yield from unfit(schema["items"], f"{place}[]")
    for choice in schema.get("anyOf", []):
        yield from unfit(choice, f"{place}|")


def test_what_a_vendor_refuses_is_found() -> None:
    bad = {
        "type": "object", "anyOf": [],
        "properties": {"a b": {"type": "array"}, "c": {"items": {"$ref": "#/$defs/x"}, "type": "array"}},
    }  # fmt: skip
    assert list(unfit(bad)) == [
        "anyOf at the top",
        ": 'a b' is not a valid name",
        "/a b: a list of what?",
        "/c[]: $ref",
    ]


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_r1_a_definition_is_short_and_names_what_the_tool_takes(tool: type[AnyTool]) -> None:
    given, whole = tool_definition(tool), json_schema(tool.parameters)
    assert list(unfit(given.parameters)) == list(unfit(whole)) == []
    assert tool.brief
    assert len(given.description) <= 160
    assert len(json.dumps(given.parameters)) <= 1_300
    left_out = {name for name, brief in tool.brief_parameters.items() if brief is None}
    assert set(given.parameters["properties"]) == set(whole["properties"]) - left_out
    assert given.parameters.get("required", []) == whole.get("required", [])
    assert not left_out & set(whole.get("required", []))
    assert set(tool.brief_parameters) <= set(whole["properties"])


def test_r1_all_definitions_together_are_less_than_half_of_the_whole_schemas() -> None:
    whole = tuple(ToolSpec(tool.name, tool.description, json_schema(tool.parameters)) for tool in TOOLS)
    tokens = definition_tokens(TOOLS)
    assert tokens < estimate_request(ModelRequest("", "", (), whole)).input_tokens / 2
    assert tokens / len(TOOLS) < 156


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_the_examples_of_a_tool_fit_its_parameters_and_use_what_a_model_is_told(tool: type[AnyTool]) -> None:
    for example in tool.examples:
        validate_arguments(tool.parameters, example)


def test_the_whole_schema_is_not_cut() -> None:
    whole = json.dumps(json_schema(QueryNotes.parameters))
    assert "Has this tag or one nested in it." in whole
    assert "frontmatter" in json_schema(SearchNotes.parameters)["properties"]


def test_a_parameter_is_told_without_limits_and_null() -> None:
    field: JsonValue = {
        "anyOf": [{"type": "string", "minLength": 1, "maxLength": 9}, {"type": "null"}],
        "default": None,
        "description": "The name; longer ones are cut. It may be empty.",
    }
    assert brief_field(field) == {"type": "string", "description": "The name"}


def test_a_choice_between_types_stays() -> None:
    field: JsonValue = {"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}]}
    assert brief_field(field) == field


@pytest.mark.parametrize("default", [False, 0, 10, "modified", ["name"]])
def test_a_default_of_another_packages_tool_is_kept_where_it_says_something(default: JsonValue) -> None:
    field: dict[str, JsonValue] = {"type": "string", "default": default, "description": "One. Two.", "maxLength": 3}
    assert whole_field(field) == field
    assert whole_field({"type": "string", "default": ""}) == {"type": "string"}


def test_a_field_may_be_called_like_a_keyword() -> None:
    fields: dict[str, JsonValue] = {"default": {"type": "null"}, "properties": {"type": "object", "properties": {}}}
    assert whole_field({"properties": fields}) == {"properties": fields}
    assert brief_field({"properties": fields}) == {"properties": fields}


def test_a_tool_without_a_short_form_is_told_by_its_description() -> None:
    assert tool_definition(Nested).description == "Nest. Twice."
    long: type[Nested] = type("Long", (Nested,), {"description": "x" * 5_000})
    assert len(tool_definition(long).description) == MAX_DESCRIPTION_CHARACTERS


@pytest.mark.parametrize("wire", ["openai", "anthropic"])
async def test_every_tool_reaches_the_wire_as_it_is(wire: str) -> None:
    specs = tool_specs((Nested, *TOOLS))
    request = ModelRequest("m", "Be brief.", (user_message("Hi"),), tools=specs)
    async with WireServer(openai=[Turn("Hello.")], anthropic=[Turn("Hello.")], key=SECRET) as server:
        came = await ask(openai(server.url) if wire == "openai" else anthropic(server.url), request)

        assert came.error is None
        sent = server.posts[0].json["tools"]
    offered: list[Mapping[str, Any]] = [tool.get("function", tool) for tool in sent]  # Any: as on the wire
    schemas = [tool.get("parameters", tool.get("input_schema")) for tool in offered]
    assert [tool["name"] for tool in offered] == [spec.name for spec in specs]
    assert schemas == [spec.parameters for spec in specs]


def test_a_tool_is_described_once() -> None:
    assert tool_definition(Nested()) is tool_definition(Nested)
