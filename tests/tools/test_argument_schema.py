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

# Schemas that all vendors accept, and validation errors from which a model can correct its call.


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


def all_keys(node: object) -> set[str]:
    if isinstance(node, dict):
        return set(node) | {key for value in node.values() for key in all_keys(value)}
    return {key for constraint in node for key in all_keys(constraint)} if isinstance(node, list) else set()


def test_nested_schemas_are_inlined_without_references_and_titles() -> None:
    schema = json_schema(Query)
    assert not all_keys(schema) & {"$ref", "$defs"}
    column = schema["properties"]["table_columns"]["items"]
    assert schema["additionalProperties"] is column["additionalProperties"] is False
    assert column["required"] == ["title"]
    assert column["properties"]["title"] == {"type": "string", "description": "The column's title."}
    inner = column["properties"]["date_range"]["properties"]
    assert inner["field"]["enum"] == ["created", "modified"]
    assert set(schema["properties"]) == {"table_columns", "title", "limit"}
    json.dumps(schema)


def test_recursive_parameters_raise_an_error() -> None:
    with pytest.raises(SchemaTooDeep):
        json_schema(Tree)


def test_camel_case_and_snake_case_are_accepted_at_every_depth() -> None:
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
    ("arguments", "messages"),
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
def test_every_invalid_field_is_reported_with_its_expected_value(arguments: dict, messages: list[str]) -> None:
    with pytest.raises(InvalidArguments) as error:
        validate_arguments(Query, arguments)
    assert [f"{problem.field}: {problem.problem}" for problem in error.value.problems] == messages
    assert str(error.value) == "; ".join(messages)


@pytest.mark.parametrize(("value", "expected"), [(51, 50), (10**9, 50), (0, 1), (-7, 1), (50, 50), (1, 1)])
def test_u20_a_number_out_of_bounds_is_clamped(value: int, expected: int) -> None:
    arguments = {"tableColumns": [], "limit": value}
    assert canonical_arguments(validate_arguments(Query, arguments))["limit"] == expected
    clamped = clamped_numbers(Query, arguments)
    assert [(constraint.key, constraint.value, constraint.clamped) for constraint in clamped] == (
        [] if value == expected else [("limit", value, expected)]
    )


BOUNDED_PARAMETERS = [
    (tool.name, tool.parameters, name)
    for tool in TOOLS
    for name, field in tool.parameters.model_fields.items()
    if any(hasattr(constraint, "le") or hasattr(constraint, "ge") for constraint in field.metadata)
    and "int" in str(field.annotation)
]


@pytest.mark.parametrize(
    ("tool", "parameters", "name"), BOUNDED_PARAMETERS, ids=[f"{tool}-{name}" for tool, _, name in BOUNDED_PARAMETERS]
)
def test_u20_every_bounded_number_of_every_tool_is_clamped(tool: str, parameters: type[Parameters], name: str) -> None:
    (schema,) = [value for key, value in json_schema(parameters)["properties"].items() if key == name]
    bounds = next(
        (branch for branch in [schema, *schema.get("anyOf", ())] if "minimum" in branch or "maximum" in branch), {}
    )
    assert bounds, tool
    for out_of_bounds, expected in ((10**6, bounds.get("maximum")), (-(10**6), bounds.get("minimum"))):
        if expected is not None:
            for key in (name, to_camel(name)):
                (clamped,) = clamped_numbers(parameters, {key: out_of_bounds})
                assert (clamped.key, clamped.clamped) == (key, expected)
                assert f"{out_of_bounds:,}" in clamped.remark
                assert f"{expected:,}" in clamped.remark


def test_u20_the_bounded_parameters_include_the_known_limits() -> None:
    assert {(tool, name) for tool, _, name in BOUNDED_PARAMETERS} >= {
        ("vault_search", "limit"), ("search_notes", "limit"), ("query_notes", "limit"), ("graph", "limit"),
        ("graph", "depth"), ("get_file_tree", "depth"), ("web_search", "limit"), ("pomodoro", "minutes"),
    }  # fmt: skip


# Tool definitions within the limits of the vendors.

PROPERTY = re.compile(r"[a-zA-Z0-9_.-]{1,64}")
"""Valid names of parameters (Messages API)."""


class Row(Parameters):
    path: str
    values: dict[str, JsonValue] = {}


class Table(Parameters):
    rows: list[Row]
    columns: list[list[str]] | None = None


class Nested(Tool[Table]):
    """Takes nested objects and lists."""

    name: ClassVar[str] = "nested"
    display_name: ClassVar[str] = "Nested"
    purpose: ClassVar[str] = "nests."
    description: ClassVar[str] = "Nest. Twice."
    category: ClassVar[str] = "test"
    effect = "write"
    parameters: ClassVar[type[Parameters]] = Table

    async def run(self, arguments: Table, view: Visibility) -> ToolOutput:
        raise AssertionError


def unsupported(schema: Any, path: str = "") -> Iterator[str]:  # Any: a schema as it is sent
    """Yield the parts of a schema that a vendor rejects."""
    if not path:
        yield from (
            f"{keyword} at the top" for keyword in ("anyOf", "oneOf", "allOf", "not", "enum") if keyword in schema
        )
        if schema.get("type") != "object" or not isinstance(schema.get("properties"), dict):
            yield "no object at the top"
    yield from (
        f"{path}: {keyword}" for keyword in ("$ref", "$defs", "patternProperties", "prefixItems") if keyword in schema
    )
    if schema.get("type") == "array" and not isinstance(schema.get("items"), dict):
        yield f"{path}: a list of what?"
    for name, inner in schema.get("properties", {}).items():
        if not PROPERTY.fullmatch(name):
            yield f"{path}: {name!r} is not a valid name"
        yield from unsupported(inner, f"{path}/{name}")
    if isinstance(schema.get("items"), dict):
        yield from unsupported(schema["items"], f"{path}[]")
    for choice in schema.get("anyOf", []):
        yield from unsupported(choice, f"{path}|")


def test_unsupported_parts_of_a_schema_are_found() -> None:
    schema = {
        "type": "object", "anyOf": [],
        "properties": {"a b": {"type": "array"}, "c": {"items": {"$ref": "#/$defs/x"}, "type": "array"}},
    }  # fmt: skip
    assert list(unsupported(schema)) == [
        "anyOf at the top",
        ": 'a b' is not a valid name",
        "/a b: a list of what?",
        "/c[]: $ref",
    ]


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_r1_a_definition_is_short_and_has_the_parameters_of_the_tool(tool: type[AnyTool]) -> None:
    definition, full_schema = tool_definition(tool), json_schema(tool.parameters)
    parameters = dict(definition.parameters)
    assert list(unsupported(parameters)) == list(unsupported(full_schema)) == []
    assert tool.brief
    assert len(definition.description) <= 160
    assert len(json.dumps(parameters)) <= 1_300
    omitted = {name for name, brief in tool.brief_parameters.items() if brief is None}
    assert set(definition.parameters["properties"]) == set(full_schema["properties"]) - omitted
    assert definition.parameters.get("required", []) == full_schema.get("required", [])
    assert not omitted & set(full_schema.get("required", []))
    assert set(tool.brief_parameters) <= set(full_schema["properties"])


def test_r1_all_definitions_use_less_than_half_of_the_tokens_of_full_schemas() -> None:
    full_specs = tuple(ToolSpec(tool.name, tool.description, json_schema(tool.parameters)) for tool in TOOLS)
    tokens = definition_tokens(TOOLS)
    assert tokens < estimate_request(ModelRequest("", "", (), full_specs)).input_tokens / 2
    assert tokens / len(TOOLS) < 156


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_the_examples_of_a_tool_are_valid(tool: type[AnyTool]) -> None:
    for example in tool.examples:
        validate_arguments(tool.parameters, example)


def test_the_full_schema_is_complete() -> None:
    full_schema = json.dumps(json_schema(QueryNotes.parameters))
    assert "Has this tag or one nested in it." in full_schema
    assert "frontmatter" in json_schema(SearchNotes.parameters)["properties"]


def test_a_brief_field_omits_limits_and_null() -> None:
    field: JsonValue = {
        "anyOf": [{"type": "string", "minLength": 1, "maxLength": 9}, {"type": "null"}],
        "default": None,
        "description": "The name; longer ones are cut. It may be empty.",
    }
    assert brief_field(field) == {"type": "string", "description": "The name"}


def test_a_brief_field_preserves_a_union_of_types() -> None:
    field: JsonValue = {"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}]}
    assert brief_field(field) == field


@pytest.mark.parametrize("default", [False, 0, 10, "modified", ["name"]])
def test_a_meaningful_default_of_a_plugin_tool_is_retained(default: JsonValue) -> None:
    field: dict[str, JsonValue] = {"type": "string", "default": default, "description": "One. Two.", "maxLength": 3}
    assert whole_field(field) == field
    assert whole_field({"type": "string", "default": ""}) == {"type": "string"}


def test_a_field_can_have_the_name_of_a_keyword() -> None:
    fields: dict[str, JsonValue] = {"default": {"type": "null"}, "properties": {"type": "object", "properties": {}}}
    assert whole_field({"properties": fields}) == {"properties": fields}
    assert brief_field({"properties": fields}) == {"properties": fields}


def test_a_tool_without_a_brief_is_defined_by_its_description() -> None:
    assert tool_definition(Nested).description == "Nest. Twice."
    tool: type[Nested] = type("Long", (Nested,), {"description": "x" * 5_000})
    assert len(tool_definition(tool).description) == MAX_DESCRIPTION_CHARACTERS


@pytest.mark.parametrize("wire", ["openai", "anthropic"])
async def test_tool_definitions_are_sent_unchanged(wire: str) -> None:
    specs = tool_specs((Nested, *TOOLS))
    request = ModelRequest("m", "Be brief.", (user_message("Hi"),), tools=specs)
    async with WireServer(openai=[Turn("Hello.")], anthropic=[Turn("Hello.")], key=SECRET) as server:
        reply = await ask(openai(server.url) if wire == "openai" else anthropic(server.url), request)

        assert reply.error is None
        sent = server.posts[0].json["tools"]
    offered: list[Mapping[str, Any]] = [tool.get("function", tool) for tool in sent]  # Any: as it is sent
    schemas = [tool.get("parameters", tool.get("input_schema")) for tool in offered]
    assert [tool["name"] for tool in offered] == [spec.name for spec in specs]
    assert schemas == [spec.parameters for spec in specs]


def test_a_tool_definition_is_cached() -> None:
    assert tool_definition(Nested()) is tool_definition(Nested)
