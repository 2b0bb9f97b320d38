"""Repairs tool names and arguments of calls where the intended value is unambiguous."""

import json
import re
from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct
from pydantic import JsonValue

from vaultdesk.chat.messages import ToolCallPart
from vaultdesk.chat.tool_names import match_tool_name
from vaultdesk.tools.argument_schema import FieldProblem, json_schema
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.tool import AnyTool, Effect

# Arguments of reading tools are converted: a wrong guess loses nothing, and the user sees the converted arguments
# before they are used. For tools that change notes only `null` for an optional parameter is removed; anything else is
# reported to the model, which repeats the call.

STRICT_EFFECTS: frozenset[Effect] = frozenset({"write", "delete"})
"""Effects of tools whose arguments are not converted."""

_INTEGER = re.compile(r"\s*[+-]?\d{1,15}\s*")
_NUMBER = re.compile(r"\s*[+-]?\d{1,15}(?:\.\d{1,15})?\s*")
_BOOLEANS = {"true": True, "false": False, "yes": True, "no": False}
_WIKILINK = re.compile(r"\s*!?\[\[([^\[\]|#\n]+)(?:#[^\[\]|\n]*)?(?:\|[^\[\]\n]*)?\]\]\s*")
_OMITTED_TEXTS = ("", "null", "none", "undefined")
MAX_SHOWN_VALUE = 120
"""Characters of a value quoted in a problem."""


class RepairedArguments(Struct, frozen=True):
    """The arguments of a call after repair."""

    arguments: dict[str, JsonValue]
    remarks: tuple[str, ...] = ()
    """Notes for the model in the result: parameters that were ignored."""
    problems: tuple[FieldProblem, ...] = ()
    """What the model must correct, for a tool whose arguments are not converted."""


def repaired_arguments(tool: AnyTool, arguments: Mapping[str, JsonValue]) -> RepairedArguments:
    """Return *arguments* of a call of *tool*, converted to its schema or with the problems found."""
    schema = json_schema(tool.parameters)
    repair = _Repair(schema, tool.path_parameters, _known_keys(tool))
    converted, remarks = repair.of(arguments)
    if tool.effect not in STRICT_EFFECTS:
        return RepairedArguments(converted, remarks)
    unconverted = {key: value for key, value in arguments.items() if not (value is None and key not in converted)}
    problems = [
        FieldProblem(key, f"must be {_shown(converted[key])}, not {_shown(value)}")
        for key, value in unconverted.items()
        if key in converted and not _is_same(converted[key], value)
    ]
    return RepairedArguments(unconverted, problems=tuple(problems))


def _known_keys(tool: AnyTool) -> dict[str, str]:
    """Return the parameter names by each spelling that a call may use."""
    fields = tool.parameters.model_fields
    return {spelling: name for name, field in fields.items() for spelling in (name, field.alias or name)}


class _Repair:
    """Conversion of arguments to one schema."""

    def __init__(self, schema: Mapping[str, JsonValue], paths: Collection[str], known: Mapping[str, str]) -> None:
        properties, required = schema.get("properties"), schema.get("required")
        self._properties = properties if isinstance(properties, dict) else {}
        self._required = required if isinstance(required, list) else []
        self._paths = paths
        self._known = known

    def of(self, arguments: Mapping[str, JsonValue]) -> tuple[dict[str, JsonValue], tuple[str, ...]]:
        repaired: dict[str, JsonValue] = {}
        remarks: list[str] = []
        for key, value in arguments.items():
            name = self._known.get(key)
            if name is None:
                remarks.append(f"{key[:60]} is not a parameter of this tool and was left out.")
                continue
            node = self._properties.get(name)
            kinds = _kinds(node)
            optional = name not in self._required
            if optional and _is_omitted(value, kinds):
                continue
            converted = _converted(value, node, kinds)
            repaired[key] = _plain_paths(converted) if name in self._paths else converted
        return repaired, tuple(remarks)


def _is_omitted(value: JsonValue, kinds: frozenset[str]) -> bool:
    if value is None:
        return "null" not in kinds
    is_omission_text = isinstance(value, str) and value.strip().lower() in _OMITTED_TEXTS
    return is_omission_text and not kinds & {"string", "array", "object"}


def _kinds(node: JsonValue) -> frozenset[str]:
    """Return the JSON types that the schema *node* accepts; empty for any."""
    if not isinstance(node, dict):
        return frozenset()
    choices = node.get("anyOf") or node.get("oneOf")
    if isinstance(choices, list):
        return frozenset().union(*map(_kinds, choices))
    declared = node.get("type")
    if isinstance(declared, str):
        return frozenset({declared})
    values = node.get("enum") if isinstance(node.get("enum"), list) else [node["const"]] if "const" in node else []
    assert isinstance(values, list)
    return frozenset(_kind_of(value) for value in values)


def _kind_of(value: JsonValue) -> str:
    if value is None:
        return "null"
    kinds = {bool: "boolean", int: "integer", float: "number", str: "string", list: "array", dict: "object"}
    return kinds[type(value)]


def _converted(value: JsonValue, node: JsonValue, kinds: frozenset[str]) -> JsonValue:
    """Return *value* converted to one of *kinds*, the types of *node*, if that is unambiguous; else unchanged."""
    kind = _kind_of(value)
    if kind == "array" and "array" in kinds and isinstance(value, list):
        items = _part(node, "array").get("items")
        return [_converted(item, items, _kinds(items)) for item in value]
    if not kinds or kind in kinds or (kind == "integer" and "number" in kinds):
        return _chosen_text(value, node) if isinstance(value, str) else value
    match value:
        case str():
            return _text_as(value, node, kinds)
        case float() if "integer" in kinds and value.is_integer():
            return int(value)
        case int() | float() if "string" in kinds and not isinstance(value, bool):
            return str(value)
        case [only] if "array" not in kinds and _kind_of(only) in kinds:
            return only
        case int() | float() | dict() if "array" in kinds:
            items = _part(node, "array").get("items")
            return [_converted(value, items, _kinds(items))]
        case _:
            return value


def _text_as(text: str, node: JsonValue, kinds: frozenset[str]) -> JsonValue:
    if kinds & {"integer", "number"} and _INTEGER.fullmatch(text):
        return int(text)
    if "number" in kinds and _NUMBER.fullmatch(text):
        return float(text)
    if "integer" in kinds and _NUMBER.fullmatch(text) and float(text).is_integer():
        return int(float(text))
    if "boolean" in kinds and text.strip().lower() in _BOOLEANS:
        return _BOOLEANS[text.strip().lower()]
    if kinds & {"array", "object"} and text.strip()[:1] in ("[", "{"):
        try:
            parsed: JsonValue = json.loads(text)
        except (ValueError, RecursionError):
            return text
        return _converted(parsed, node, kinds) if _kind_of(parsed) in kinds else text
    if "array" in kinds:
        return [text] if text.strip() else []
    return text


def _chosen_text(text: str, node: JsonValue) -> str:
    """Return the enum value of *node* that equals *text* except for case and outer spaces; else *text*."""
    enum = _part(node, "string").get("enum")
    values = [value for value in enum if isinstance(value, str)] if isinstance(enum, list) else []
    if not values or text in values:
        return text
    alike = [value for value in values if value.lower() == text.strip().lower()]
    return alike[0] if len(alike) == 1 else text


def _part(node: JsonValue, kind: str) -> Mapping[str, JsonValue]:
    """Return the alternative of *node* for values of the type *kind*."""
    if not isinstance(node, dict):
        return {}
    choices = node.get("anyOf") or node.get("oneOf")
    if isinstance(choices, list):
        return next((choice for choice in choices if isinstance(choice, dict) and kind in _kinds(choice)), {})
    return node


def _plain_paths(value: JsonValue) -> JsonValue:
    if isinstance(value, list):
        return [_plain_paths(item) for item in value]
    return plain_path(value) if isinstance(value, str) else value


def plain_path(text: str) -> str:
    """Return *text* as a note path: a wikilink becomes its target, and leading `/` and `./` are removed."""
    linked = _WIKILINK.fullmatch(text)
    path = linked[1].strip() if linked else text
    while path.startswith(("/", "./")):
        path = path.removeprefix(".").removeprefix("/")
    return path


def _is_same(first: JsonValue, second: JsonValue) -> bool:
    return type(first) is type(second) and first == second


def _shown(value: JsonValue) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MAX_SHOWN_VALUE else f"{text[:MAX_SHOWN_VALUE]}…"


class CallRepairs:
    """The repaired calls of one answer, with remarks and problems for the model."""

    def __init__(self, calls: Sequence[ToolCallPart], registry: ToolRegistry) -> None:
        self._registry = registry
        self._repairs: dict[str, RepairedArguments] = {}
        self.calls: tuple[ToolCallPart, ...] = tuple(map(self._repaired_call, calls))

    def remarks(self, call_id: str) -> tuple[str, ...]:
        """Return remarks to add to the result of a call."""
        repaired = self._repairs.get(call_id)
        return repaired.remarks if repaired else ()

    def problems(self, call_id: str) -> tuple[FieldProblem, ...]:
        """Return what the model must correct before the call can be executed."""
        repaired = self._repairs.get(call_id)
        return repaired.problems if repaired else ()

    def _repaired_call(self, call: ToolCallPart) -> ToolCallPart:
        tool = self._registry.get(call.name)
        name = call.name if tool is not None else match_tool_name(call.name, self._registry.names)
        tool = tool or (self._registry.get(name) if name else None)
        if tool is None or name is None:
            return call
        changed: dict[str, object] = {} if name == call.name else {"name": name}
        if call.arguments is not None:
            repaired = repaired_arguments(tool, call.arguments)
            self._repairs[call.id] = repaired
            if repaired.arguments != call.arguments:
                text = json.dumps(repaired.arguments, ensure_ascii=False)
                changed |= {"arguments": repaired.arguments, "arguments_json": text}
        return call.model_copy(update=changed) if changed else call
