"""Tests of tools/tool_definition.py: tool definitions within the limits of vendors."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import pytest
from pydantic import JsonValue

from tests.providers.asking import SECRET, anthropic, ask, openai
from tests.support.wire import Turn, WireServer
from vaultdesk.agent.request import definition_tokens, tool_specs
from vaultdesk.chat.messages import user_message
from vaultdesk.providers.provider import ModelRequest
from vaultdesk.tools.argument_schema import json_schema, validate_arguments
from vaultdesk.tools.builtin.query_tool import QueryNotes
from vaultdesk.tools.builtin.search_tools import SearchNotes
from vaultdesk.tools.tool import AnyTool, Parameters, Tool, ToolOutput, Visibility
from vaultdesk.tools.tool_definition import (
    MAX_DESCRIPTION_CHARACTERS,
    brief_field,
    tool_definition,
    whole_field,
)
from vaultdesk.workspace.toolbox import TOOLS

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
            yield f"{place}: {name!r} is no name"
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
    assert list(unfit(bad)) == ["anyOf at the top", ": 'a b' is no name", "/a b: a list of what?", "/c[]: $ref"]


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
    assert definition_tokens(TOOLS) < 5_000


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_the_examples_of_a_tool_fit_its_parameters_and_use_what_a_model_is_told(tool: type[AnyTool]) -> None:
    for example in tool.examples:
        validate_arguments(tool.parameters, example)


def test_the_whole_schema_is_not_cut() -> None:
    whole = json.dumps(json_schema(QueryNotes.parameters))
    assert "Carries this tag or one nested in it." in whole
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
