"""Tool definitions as sent to a model: name, one short sentence and a short schema of the parameters."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from pydantic import JsonValue

from vaultdesk.tools.argument_schema import json_schema
from vaultdesk.tools.tool import AnyTool

# Calls are validated against the whole schema, which `vaultdesk tools --json` lists. Thirty whole schemas have 11,000
# tokens: more than most local models can read, and charged with every request. So a model is sent a short form.

MAX_DESCRIPTION_CHARACTERS = 1_024
"""Maximum characters of a description in Chat Completions."""

_LIMITS = frozenset({
    "additionalProperties", "default", "examples", "exclusiveMaximum", "exclusiveMinimum", "maxItems", "maxLength",
    "maxProperties", "maximum", "minItems", "minLength", "minProperties", "minimum", "pattern", "propertyNames",
})  # fmt: skip
"""Keywords left out of the short form: a value out of range is corrected, or refused with an explanation."""

EMPTY_DEFAULTS: tuple[JsonValue, ...] = (None, "", [], {})
"""Defaults that only mean that the parameter is optional."""


@dataclass(frozen=True, slots=True)
class ToolDefinition:
    """Name, description and parameters of a tool in a request."""

    name: str
    description: str
    parameters: Mapping[str, JsonValue]
    """A JSON Schema of type object."""


def tool_definition(tool: AnyTool | type[AnyTool]) -> ToolDefinition:
    """Return the cached definition of *tool*."""
    return _definition(tool if isinstance(tool, type) else type(tool))


@lru_cache(maxsize=512)
def _definition(tool: type[AnyTool]) -> ToolDefinition:
    # Cached: thirty schemas take 40 ms on the UI thread, for every request and every preview of one.
    schema = json_schema(tool.parameters)
    fields = schema["properties"]
    assert isinstance(fields, dict)
    parameters: dict[str, JsonValue] = {}
    for name, field in fields.items():
        if name in tool.brief_parameters:
            if (given := tool.brief_parameters[name]) is not None:
                parameters[name] = given
        else:
            # Schemas of other packages have no short form and are sent whole.
            parameters[name] = whole_field(field) if tool.is_foreign else brief_field(field)
    required = schema.get("required")
    short: dict[str, JsonValue] = {"type": "object", "properties": parameters}
    if required:
        short["required"] = required
    return ToolDefinition(tool.name, (tool.brief or tool.description)[:MAX_DESCRIPTION_CHARACTERS], short)


def brief_field(node: JsonValue) -> JsonValue:
    """Return the schema of one parameter without limits and defaults, and with first sentences as descriptions."""
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
    """Return the schema of one parameter without `EMPTY_DEFAULTS`."""
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
    """Return *node* with a choice between one type and null reduced to that type: the parameter is optional anyway."""
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
