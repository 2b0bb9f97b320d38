"""JSON Schema of a tool: accepted value types by property, and example arguments generated from it."""

import math
import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from pydantic import JsonValue

Schemas = Mapping[str, Mapping[str, JsonValue]]
"""The schema of each tool's arguments, by the tool's name."""

NO_SCHEMAS: Schemas = MappingProxyType({})
"""No schema is known."""

MAX_SCHEMA_STEPS = 200
"""Maximum number of schema nodes visited for one property; a recursive schema has no end."""

_ALL_TYPES = frozenset({"string", "integer", "number", "boolean", "null", "array", "object"})


class SchemaDefinitions:
    """The targets of the `$ref`s of one schema."""

    def __init__(self, root: Mapping[str, JsonValue]) -> None:
        self._root = root

    def resolve(self, node: Mapping[str, JsonValue]) -> Mapping[str, JsonValue]:
        """Return *node* merged with the target of its `$ref`."""
        reference = node.get("$ref")
        if not isinstance(reference, str) or not reference.startswith("#"):
            return node
        target: JsonValue = dict(self._root)
        for step in reference.lstrip("#/").split("/"):
            target = target.get(step.replace("~1", "/").replace("~0", "~")) if isinstance(target, dict) else None
        return {**(target if isinstance(target, dict) else {}), **{key: node[key] for key in node if key != "$ref"}}


def expects_text(schema: Mapping[str, JsonValue], name: str, value: JsonValue) -> bool:
    """Return whether *schema* expects text at the property *name*, and not the type of *value*."""
    definitions = SchemaDefinitions(schema)
    root = definitions.resolve(schema)
    properties = root.get("properties")
    property_schemas = properties if isinstance(properties, dict) else {}
    node = property_schemas[name] if name in property_schemas else root.get("additionalProperties")
    types = _AllowedTypes(definitions).of(node)
    return "string" in types and _type_of(value) not in types


def accepts_arguments(schema: Mapping[str, JsonValue], arguments: Mapping[str, JsonValue]) -> bool:
    """Return whether *arguments* has all required members of *schema*, and none that it does not allow."""
    root = SchemaDefinitions(schema).resolve(schema)
    properties, required = root.get("properties"), root.get("required")
    known_names = properties.keys() if isinstance(properties, dict) else arguments.keys()
    required_names = required if isinstance(required, list) else []
    is_open = root.get("additionalProperties") not in (None, False)
    return (is_open or arguments.keys() <= known_names) and all(name in arguments for name in required_names)


class _AllowedTypes:
    """The types that parts of one schema allow; all types for a part that does not restrict them."""

    def __init__(self, definitions: SchemaDefinitions) -> None:
        self._definitions = definitions
        self._remaining_steps = MAX_SCHEMA_STEPS

    def of(self, node: JsonValue) -> frozenset[str]:
        self._remaining_steps -= 1
        if not isinstance(node, dict) or self._remaining_steps < 0:
            return _ALL_TYPES
        schema = self._definitions.resolve(node)
        types = _ALL_TYPES & _declared_types(schema.get("type"))
        if "const" in schema:
            types &= {_type_of(schema["const"])}
        enum_values = schema.get("enum")
        if isinstance(enum_values, list):
            types &= {_type_of(value) for value in enum_values}
        for key in ("anyOf", "oneOf"):
            choices = schema.get(key)
            if isinstance(choices, list):
                types &= frozenset[str]().union(*(self.of(choice) for choice in choices))
        parts = schema.get("allOf")
        for part in parts if isinstance(parts, list) else ():
            types &= self.of(part)
        return types


def _declared_types(kind: JsonValue) -> frozenset[str]:
    if not isinstance(kind, str | list):
        return _ALL_TYPES
    names = frozenset(item for item in ([kind] if isinstance(kind, str) else kind) if isinstance(item, str))
    return names | {"integer"} if "number" in names else names


def _type_of(value: JsonValue) -> str:
    if value is None:
        return "null"
    type_names = {bool: "boolean", int: "integer", float: "number", str: "string", list: "array", dict: "object"}
    return type_names[type(value)]


MAX_EXAMPLE_DEPTH = 8
"""Maximum depth of a schema that is followed; a foreign one may contain itself."""

MAX_EXAMPLE_ITEMS = 20
"""Maximum number of items of a list, whatever a schema requires: the example is part of each prompt."""

MAX_EXAMPLE_TEXT = 200
"""Maximum number of characters of a text, for the same reason."""

_FORMATS: Mapping[str, str] = {
    "date": "2025-01-31",
    "date-time": "2025-01-31T12:00:00Z",
    "time": "12:00:00Z",
    "email": "ann@example.com",
    "uri": "https://example.com",
    "url": "https://example.com",
    "uuid": "123e4567-e89b-42d3-a456-426614174000",
}

_PATTERN_SAMPLES = ("example", "Folder/Note.md", "2025-01-31", "12:00", "#example", "A1", "a", "1", "10", "0.5", "")
"""Values tried if a text must match a pattern."""


def example_arguments(schema: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """Return arguments that match *schema*: its required properties, or its first one if none is required."""
    example = _example_value(schema, "", SchemaDefinitions(schema), MAX_EXAMPLE_DEPTH)
    return example if isinstance(example, dict) else {}


def _example_value(
    node: JsonValue | Mapping[str, JsonValue], name: str, definitions: SchemaDefinitions, depth: int
) -> JsonValue:
    if not isinstance(node, Mapping) or depth == 0:
        return None
    schema = definitions.resolve(node)
    declared_value, is_declared = _declared_value(schema)
    if is_declared:
        return declared_value
    for key in ("anyOf", "oneOf"):
        choices = schema.get(key)
        if isinstance(choices, list) and choices:
            chosen = next((choice for choice in choices if not _is_null(choice)), choices[0])
            rest = {keyword: value for keyword, value in schema.items() if keyword != key}
            return _example_value(
                {**rest, **(chosen if isinstance(chosen, dict) else {})}, name, definitions, depth - 1
            )
    parts = schema.get("allOf")
    if isinstance(parts, list):
        return _example_value(_merged_all_of(schema, parts, definitions), name, definitions, depth - 1)
    match _schema_type(schema):
        case "object":
            return _object(schema, definitions, depth)
        case "array":
            return _array(schema, name, definitions, depth)
        case "integer" | "number" as kind:
            return _number(schema, is_integer=kind == "integer")
        case "boolean":
            return True
        case "null":
            return None
        case _:
            return _text(schema, name)


def _declared_value(schema: Mapping[str, JsonValue]) -> tuple[JsonValue, bool]:
    """Return a value in the schema itself (const, example, enum or default), and whether there is one."""
    for key in ("const", "examples", "enum", "default"):
        value = schema.get(key)
        if key in ("examples", "enum"):
            if isinstance(value, list) and value:
                return value[0], True
        elif key in schema and (value is not None or key == "const"):
            return value, True
    return None, False


def _is_null(choice: JsonValue) -> bool:
    return isinstance(choice, dict) and choice.get("type") == "null"


def _merged_all_of(
    schema: Mapping[str, JsonValue], parts: Sequence[JsonValue], definitions: SchemaDefinitions
) -> dict[str, JsonValue]:
    merged = {key: value for key, value in schema.items() if key != "allOf"}
    for part in parts:
        for key, value in definitions.resolve(part if isinstance(part, dict) else {}).items():
            earlier_value = merged.get(key)
            if isinstance(earlier_value, dict) and isinstance(value, dict):
                merged[key] = {**earlier_value, **value}
            elif isinstance(earlier_value, list) and isinstance(value, list):
                merged[key] = [*earlier_value, *value]
            else:
                merged[key] = value
    return merged


def _schema_type(schema: Mapping[str, JsonValue]) -> str:
    kind = schema.get("type")
    if isinstance(kind, list):
        kind = next((type_name for type_name in kind if type_name != "null"), "null")
    if isinstance(kind, str):
        return kind
    return "object" if "properties" in schema else "array" if "items" in schema else "string"


def _object(schema: Mapping[str, JsonValue], definitions: SchemaDefinitions, depth: int) -> JsonValue:
    fields, required = schema.get("properties"), schema.get("required")
    fields = fields if isinstance(fields, dict) else {}
    names = [key for key in required if isinstance(key, str)] if isinstance(required, list) else []
    names = list(dict.fromkeys(names)) or list(fields)[:1]
    return {key: _example_value(fields.get(key, {}), key, definitions, depth - 1) for key in names}


def _array(schema: Mapping[str, JsonValue], name: str, definitions: SchemaDefinitions, depth: int) -> JsonValue:
    min_items, max_items = _count(schema.get("minItems")), schema.get("maxItems")
    count = min(max(min_items, 1), MAX_EXAMPLE_ITEMS)
    if max_items == 0 or depth == 1:
        return []
    prefix_schemas = schema.get("prefixItems")
    prefix_schemas = prefix_schemas[:MAX_EXAMPLE_ITEMS] if isinstance(prefix_schemas, list) else []
    common_schema = schema.get("items", {})
    item_schemas = [*prefix_schemas, *[common_schema] * max(0, count - len(prefix_schemas))]
    items = [
        _example_value(item_schema, name.removesuffix("s"), definitions, depth - 1) for item_schema in item_schemas
    ]
    if schema.get("uniqueItems") is True and isinstance(common_schema, dict):
        return _unique_items(items, common_schema)
    return items


def _unique_items(items: list[JsonValue], item_schema: Mapping[str, JsonValue]) -> JsonValue:
    """Return *items* made unique as far as possible."""
    allowed = item_schema.get("enum")
    if isinstance(allowed, list):
        return list(allowed[: len(items)])
    return [
        f"{item} {position}"
        if position > 1 and isinstance(item, str)
        else item + position - 1
        if type(item) is int
        else item
        for position, item in enumerate(items, 1)
    ]


def _number(schema: Mapping[str, JsonValue], *, is_integer: bool) -> JsonValue:
    step = _number_or_none(schema.get("multipleOf")) or (1.0 if is_integer else 0.0)
    minimum, exclusive_minimum = _number_or_none(schema.get("minimum")), _number_or_none(schema.get("exclusiveMinimum"))
    maximum, exclusive_maximum = _number_or_none(schema.get("maximum")), _number_or_none(schema.get("exclusiveMaximum"))
    value = 1.0
    if minimum is not None:
        value = minimum
    if exclusive_minimum is not None and (minimum is None or exclusive_minimum >= minimum):
        value = exclusive_minimum + (step or 0.5)
    if minimum is None and exclusive_minimum is None and (maximum is not None or exclusive_maximum is not None):
        upper_bound = min(bound for bound in (maximum, exclusive_maximum) if bound is not None)
        value = 1.0 if upper_bound > 1 else upper_bound - (0.0 if exclusive_maximum is None else step or 0.5)
    if step:
        value = math.ceil(value / step - 1e-9) * step
    return int(value) if is_integer or value.is_integer() else value


def _text(schema: Mapping[str, JsonValue], name: str) -> str:
    kind, pattern = schema.get("format"), schema.get("pattern")
    if isinstance(kind, str) and kind in _FORMATS:
        return _FORMATS[kind]
    sample = "Folder/Note.md" if "path" in name.lower() else "example"
    if isinstance(pattern, str):
        return next((candidate for candidate in (sample, *_PATTERN_SAMPLES) if _matches(pattern, candidate)), sample)
    shortest, longest = _count(schema.get("minLength")), schema.get("maxLength")
    text = (
        sample
        if len(sample) >= shortest
        else (sample * (shortest // len(sample) + 1))[: min(shortest, MAX_EXAMPLE_TEXT)]
    )
    return text[:longest] if isinstance(longest, int) and 0 <= longest < len(text) else text


def _matches(pattern: str, text: str) -> bool:
    try:
        return len(pattern) <= MAX_EXAMPLE_TEXT and re.search(pattern, text) is not None
    except re.error:
        return False


def _count(value: JsonValue) -> int:
    return value if isinstance(value, int) and value > 0 else 0


def _number_or_none(value: JsonValue) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
