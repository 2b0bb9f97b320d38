"""Tests of agent/request.py."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest
from pydantic import JsonValue

from tests.providers.asking import SECRET, anthropic, ask, openai
from tests.support.desk import REMOTE, open_desk
from tests.support.toolbox import named_tool
from tests.support.wire import Turn, WireServer
from vaultdesk.agent.agent import Agent
from vaultdesk.agent.profile import AgentProfile, Limits
from vaultdesk.agent.request import (
    EMPTY_DEFAULTS,
    MAX_DESCRIPTION_CHARACTERS,
    RequestOptions,
    RunConfig,
    build_model_request,
    compact_schema,
    tool_description,
    tool_specs,
)
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import user_message
from vaultdesk.providers.model_events import TextArrived, TurnEnded
from vaultdesk.providers.provider import ModelRequest, ToolSpec
from vaultdesk.providers.scripted_provider import ScriptedProvider
from vaultdesk.tools.argument_schema import json_schema
from vaultdesk.tools.builtin.bulk_tool import BulkUpdate
from vaultdesk.tools.builtin.query_tool import QueryNotes
from vaultdesk.tools.builtin.search_tools import VaultSearch
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.tool import AnyTool, Parameters, Tool, ToolOutput, Visibility
from vaultdesk.workspace.toolbox import TOOLS

# A model reads each field's description once, and may call the tool as before.


def bare(node: JsonValue) -> JsonValue:
    """The schema without any words and without defaults that say nothing."""
    if isinstance(node, list):
        return [bare(item) for item in node]
    if not isinstance(node, dict):
        return node
    silent = {
        key: value
        for key, value in node.items()
        if not (key == "description" and isinstance(value, str))
        and not (key == "default" and value is not False and value in EMPTY_DEFAULTS)
    }
    return {key: bare(value) for key, value in silent.items()}


def test_what_may_be_given_stays_the_same() -> None:
    whole = json_schema(VaultSearch.parameters)
    assert bare(compact_schema(whole)) == bare(whole)


@pytest.mark.parametrize("tool", [QueryNotes, BulkUpdate])
def test_a_large_object_is_named_where_it_stands_again(tool: type) -> None:
    whole = json_schema(tool.parameters)
    once = compact_schema(whole)
    assert list(once["properties"]) == list(whole["properties"])
    assert once.get("required") == whole.get("required")
    assert "fields of `filter`" in json.dumps(once)
    assert len(json.dumps(once)) < 0.75 * len(json.dumps(whole))


def test_a_filter_inside_a_filter_says_nothing_again() -> None:
    whole = json_schema(QueryNotes.parameters)
    once = json.dumps(compact_schema(whole))
    words = "Carries this tag or one nested in it."
    assert json.dumps(whole).count(words) > 1
    assert once.count(words) == 1


def test_other_words_of_a_field_of_the_same_name_are_kept() -> None:
    def path(words: str) -> dict[str, JsonValue]:
        return {"type": "object", "properties": {"path": {"type": "string", "description": words, "default": ""}}}

    said = compact_schema(
        {"type": "object", "properties": {"a": path("Read."), "b": path("Written."), "c": path("Read.")}}
    )
    fields = said["properties"]
    assert fields == {
        "a": {"type": "object", "properties": {"path": {"type": "string", "description": "Read."}}},
        "b": {"type": "object", "properties": {"path": {"type": "string", "description": "Written."}}},
        "c": {"type": "object", "properties": {"path": {"type": "string"}}},
    }


@pytest.mark.parametrize("default", [False, 0, 10, "modified", ["name"]])
def test_a_default_that_says_something_is_kept(default: JsonValue) -> None:
    field: dict[str, JsonValue] = {"type": "string", "default": default}
    assert compact_schema({"properties": {"sort": field}}) == {"properties": {"sort": field}}


def test_a_field_may_be_called_like_a_keyword() -> None:
    fields: dict[str, JsonValue] = {"default": {"type": "null"}, "properties": {"type": "object", "properties": {}}}
    assert compact_schema({"properties": fields}) == {"properties": fields}


# Tools as a model is told of them, within what both vendors take.

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
    assert tool_description(Nested()) == (
        'Nest.\n(test: changes notes, the person reviews it first)\nExample: {"rows": [{"path": "Ö.md"}]}\n'
        'Example: {"rows": []}'
    )
    assert tool_description(named_tool("look", "read")) == "Do nothing.\n(test: reads notes)"


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_every_tools_schema_and_description_fits_both_vendors(tool: type[AnyTool]) -> None:
    assert list(unfit(json_schema(tool.parameters))) == []
    assert len(tool_description(tool)) <= MAX_DESCRIPTION_CHARACTERS


def test_what_a_vendor_refuses_is_found() -> None:
    bad = {
        "type": "object", "anyOf": [],
        "properties": {"a b": {"type": "array"}, "c": {"items": {"$ref": "#/$defs/x"}, "type": "array"}},
    }  # fmt: skip
    assert list(unfit(bad)) == ["anyOf at the top", ": 'a b' is no name", "/a b: a list of what?", "/c[]: $ref"]


@pytest.mark.parametrize("wire", ["openai", "anthropic"])
async def test_every_tool_reaches_the_wire_as_it_is(wire: str) -> None:
    registry = ToolRegistry((Nested(),))
    real = [ToolSpec(tool.name, tool_description(tool), json_schema(tool.parameters)) for tool in TOOLS]
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
    assert first.parameters == compact_schema(json_schema(Table))


# Request: what would be sent is what is sent, and looking at it changes nothing.

TURN = [TextArrived("Yes."), TurnEnded("end")]


async def test_what_would_be_sent_is_what_is_sent(tmp_path: Path) -> None:
    async with open_desk(tmp_path) as desk:
        provider = ScriptedProvider([TURN, TURN], destination=REMOTE)
        agent = Agent(provider, "m", desk.runner)
        conversation = Conversation()
        async with agent.run(conversation, "First") as run:
            assert [event async for event in run]
        before = conversation.messages
        wanted = await agent.request(conversation, "Second")
        assert conversation.messages == before
        async with agent.run(conversation, "Second") as run:
            assert [event async for event in run]
        sent = provider.requests[-1]

        assert [message.text for message in wanted.messages] == [message.text for message in sent.messages]
        assert replace(wanted, messages=()) == replace(sent, messages=())
        assert agent.destination == REMOTE


async def test_without_a_text_it_is_what_the_conversation_has(tmp_path: Path) -> None:
    async with open_desk(tmp_path) as desk:
        agent = Agent(ScriptedProvider([]), "m", desk.runner)
        conversation = Conversation()
        conversation.append(user_message("First"))

        assert [message.text for message in (await agent.request(conversation, "  ")).messages] == ["First"]


async def test_tools_are_named_where_they_are_offered(tmp_path: Path) -> None:
    async with open_desk(tmp_path) as desk:
        asked = RunConfig(ScriptedProvider([]), "m", "x/m", desk.runner, Limits(), tools_enabled=True)
        offered = build_model_request(asked, "chat_1", ())
        last = build_model_request(asked, "chat_1", (), RequestOptions(offer_tools=False, last_round=True))
        never = build_model_request(replace(asked, tools_enabled=False), "chat_1", ())

        assert [tool.name for tool in offered.tools] == ["vault_search", "file_read"]
        assert (last.tools, never.tools) == ((), ())
        assert last.system != offered.system
        assert offered.conversation_id == "chat_1"


async def test_an_agent_of_the_vault_tells_elsewhere_apart_from_its_instructions(tmp_path: Path) -> None:
    async with open_desk(tmp_path) as desk:
        provider = ScriptedProvider([], destination=REMOTE)
        profile = AgentProfile(name="Librarian", path="Agents/Librarian.md", instructions="Tag gently.")
        asked = RunConfig(provider, "m", "x/m", desk.runner, Limits(), tools_enabled=False, profile=profile)
        request = build_model_request(asked, "chat_1", (user_message("Hello"),))

        assert "Tag gently." not in request.system
        assert any("Tag gently." in message.text for message in request.messages)
