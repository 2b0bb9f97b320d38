"""Definition of a tool as a model is given it: its name, one short sentence, and a short schema of its parameters."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from pydantic import JsonValue

from vaultdesk.tools.argument_schema import json_schema
from vaultdesk.tools.tool import AnyTool

# The whole schema validates the call and is listed by `vaultdesk tools --json`. A model is sent what steers it: thirty
# whole schemas are 11,000 tokens, more than most local models take, and are paid for with every request.

MAX_DESCRIPTION_CHARACTERS = 1_024
"""Characters: the wire of Chat Completions takes no more."""

_LIMITS = frozenset({
    "additionalProperties", "default", "examples", "exclusiveMaximum", "exclusiveMinimum", "maxItems", "maxLength",
    "maxProperties", "maximum", "minItems", "minLength", "minProperties", "minimum", "pattern", "propertyNames",
})  # fmt: skip
"""Keywords that a model is not sent: a value beyond a limit is corrected, or refused with a sentence."""

EMPTY_DEFAULTS: tuple[JsonValue, ...] = (None, "", [], {})
"""Defaults that only repeat that a parameter may be left out."""


@dataclass(frozen=True, slots=True)
class ToolDefinition:
    """What a model is told of one tool."""

    name: str
    description: str
    parameters: Mapping[str, JsonValue]
    """A JSON Schema of type object."""


def tool_definition(tool: AnyTool | type[AnyTool]) -> ToolDefinition:
    """Return the definition of *tool*."""
    return _definition(tool if isinstance(tool, type) else type(tool))


@lru_cache(maxsize=512)
def _definition(tool: type[AnyTool]) -> ToolDefinition:
    # Cached: thirty schemas take 40 ms, on the window's own thread, with every request and each look at one.
    schema = json_schema(tool.parameters)
    fields = schema["properties"]
    assert isinstance(fields, dict)
    parameters: dict[str, JsonValue] = {}
    for name, field in fields.items():
        if name in tool.brief_parameters:
            if (given := tool.brief_parameters[name]) is not None:
                parameters[name] = given
        else:
            # What other packages say of their parameters is sent whole: nobody wrote a short form of it.
            parameters[name] = whole_field(field) if tool.is_foreign else brief_field(field)
    required = schema.get("required")
    short: dict[str, JsonValue] = {"type": "object", "properties": parameters}
    if required:
        short["required"] = required
    return ToolDefinition(tool.name, (tool.brief or tool.description)[:MAX_DESCRIPTION_CHARACTERS], short)


def brief_field(node: JsonValue) -> JsonValue:
    """Return the schema of one parameter without limits and defaults, with the first sentence of each description."""
    if isinstance(node, list):
        return [brief_field(item) for item in node]
    if not isinstance(node, dict):
        return node
    node = _without_null(node)
    brief: dict[str, JsonValue] = {}
    for key, value in node.items():
        if key in _LIMITS:
            continue
        if key == "description" and isinstance(value, str):
            brief[key] = _first_sentence(value)
        elif key == "properties" and isinstance(value, dict):
            brief[key] = {name: brief_field(inner) for name, inner in value.items()}
        else:
            brief[key] = value if key in ("enum", "const") else brief_field(value)
    return brief


def whole_field(node: JsonValue) -> JsonValue:
    """Return the schema of one parameter without defaults that say nothing."""
    if isinstance(node, list):
        return [whole_field(item) for item in node]
    if not isinstance(node, dict):
        return node
    kept: dict[str, JsonValue] = {}
    for key, value in node.items():
        if key == "default" and value in EMPTY_DEFAULTS and value is not False:
            continue
        if key == "properties" and isinstance(value, dict):
            kept[key] = {name: whole_field(inner) for name, inner in value.items()}
        else:
            kept[key] = value if key in ("default", "const", "enum", "examples") else whole_field(value)
    return kept


def _without_null(node: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """Return *node* with a choice between one type and null as that type: a parameter may be left out instead."""
    choices = node.get("anyOf")
    if not isinstance(choices, list):
        return node
    real = [choice for choice in choices if isinstance(choice, dict) and choice.get("type") != "null"]
    if len(real) != 1 or len(real) == len(choices):
        return node
    return {**real[0], **{key: value for key, value in node.items() if key != "anyOf"}}


def _first_sentence(text: str) -> str:
    ends = [end for mark in (". ", "; ") if (end := text.find(mark)) > 0]
    return text[: min(ends)] if ends else text.removesuffix(".")
