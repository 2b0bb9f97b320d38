"""Tools as a model is told of them, within what both vendors take."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import pytest
from pydantic import JsonValue

from tests.providers.asking import SECRET, anthropic, ask, openai
from tests.support.toolbox import named_tool
from tests.support.wire import Turn, WireServer
from vaultdesk.agent.slim_schema import slim
from vaultdesk.agent.tool_specs import LONGEST_DESCRIPTION, described, tool_specs
from vaultdesk.chat.messages import user_message
from vaultdesk.providers.provider import ModelRequest, ToolSpec
from vaultdesk.tools.argument_schema import json_schema
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.tool import AnyTool, Parameters, Tool, ToolOutput, Visibility
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
    description: ClassVar[str] = "Nest."
    category: ClassVar[str] = "test"
    effect = "write"
    parameters: ClassVar[type[Parameters]] = Table
    examples: ClassVar[tuple[Mapping[str, JsonValue], ...]] = (
        {"rows": [{"path": "Ö.md"}]},
        {"rows": [], "columns": [["x" * 2_000]]},
        {"rows": []},
    )

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


def test_a_model_reads_when_how_and_an_example_a_line() -> None:
    assert described(Nested()) == (
        'Nest.\n(test: changes notes, the person reviews it first)\nExample: {"rows": [{"path": "Ö.md"}]}\n'
        'Example: {"rows": []}'
    )
    assert described(named_tool("look", "read")) == "Do nothing.\n(test: reads notes)"


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_every_tools_schema_and_description_fits_both_vendors(tool: type[AnyTool]) -> None:
    assert list(unfit(json_schema(tool.parameters))) == []
    assert len(described(tool)) <= LONGEST_DESCRIPTION


def test_what_a_vendor_refuses_is_found() -> None:
    bad = {
        "type": "object", "anyOf": [],
        "properties": {"a b": {"type": "array"}, "c": {"items": {"$ref": "#/$defs/x"}, "type": "array"}},
    }  # fmt: skip
    assert list(unfit(bad)) == ["anyOf at the top", ": 'a b' is no name", "/a b: a list of what?", "/c[]: $ref"]


@pytest.mark.parametrize("wire", ["openai", "anthropic"])
async def test_every_tool_reaches_the_wire_as_it_is(wire: str) -> None:
    registry = ToolRegistry((Nested(),))
    real = [ToolSpec(tool.name, described(tool), json_schema(tool.parameters)) for tool in TOOLS]
    specs = (*tool_specs(registry, registry.tools), *real)
    request = ModelRequest("m", "Be brief.", (user_message("Hi"),), tools=specs)
    async with WireServer(openai=[Turn("Hello.")], anthropic=[Turn("Hello.")], key=SECRET) as server:
        came = await ask(openai(server.url) if wire == "openai" else anthropic(server.url), request)

        assert came.error is None
        sent = server.posts[0].json["tools"]
    offered = [tool.get("function", tool) for tool in sent]
    schemas = [tool.get("parameters", tool.get("input_schema")) for tool in offered]
    assert [tool["name"] for tool in offered] == [spec.name for spec in specs]
    assert schemas == [spec.parameters for spec in specs]
    assert [problem for schema in schemas for problem in unfit(schema)] == []


def test_a_tool_is_described_once() -> None:
    tool = Nested()
    registry = ToolRegistry((tool,))
    (first,) = tool_specs(registry, (tool,))
    (again,) = tool_specs(registry, (tool,))
    assert again is first
    assert first.parameters == slim(json_schema(Table))
