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
        found: JsonValue = dict(self._root)
        for step in reference.lstrip("#/").split("/"):
            found = found.get(step.replace("~1", "/").replace("~0", "~")) if isinstance(found, dict) else None
        return {**(found if isinstance(found, dict) else {}), **{key: node[key] for key in node if key != "$ref"}}


def expects_text(schema: Mapping[str, JsonValue], name: str, value: JsonValue) -> bool:
    """Return whether *schema* expects text at the property *name*, and not the type of *value*."""
    known = SchemaDefinitions(schema)
    root = known.resolve(schema)
    properties = root.get("properties")
    listed = properties if isinstance(properties, dict) else {}
    node = listed[name] if name in listed else root.get("additionalProperties")
    kinds = _AllowedTypes(known).of(node)
    return "string" in kinds and _type_of(value) not in kinds


def takes_members(schema: Mapping[str, JsonValue], arguments: Mapping[str, JsonValue]) -> bool:
    """Return whether *arguments* has all required members of *schema*, and none that it does not allow."""
    root = SchemaDefinitions(schema).resolve(schema)
    properties, required = root.get("properties"), root.get("required")
    known = properties.keys() if isinstance(properties, dict) else arguments.keys()
    needed = required if isinstance(required, list) else []
    is_open = root.get("additionalProperties") not in (None, False)
    return (is_open or arguments.keys() <= known) and all(name in arguments for name in needed)


class _AllowedTypes:
    """The types that parts of one schema allow; all of them if it does not say."""

    def __init__(self, known: SchemaDefinitions) -> None:
        self._known = known
        self._left = MAX_SCHEMA_STEPS

    def of(self, node: JsonValue) -> frozenset[str]:
        self._left -= 1
        if not isinstance(node, dict) or self._left < 0:
            return _ALL_TYPES
        schema = self._known.resolve(node)
        kinds = _ALL_TYPES & _declared_types(schema.get("type"))
        if "const" in schema:
            kinds &= {_type_of(schema["const"])}
        listed = schema.get("enum")
        if isinstance(listed, list):
            kinds &= {_type_of(value) for value in listed}
        for key in ("anyOf", "oneOf"):
            choices = schema.get(key)
            if isinstance(choices, list):
                kinds &= frozenset[str]().union(*(self.of(choice) for choice in choices))
        parts = schema.get("allOf")
        for part in parts if isinstance(parts, list) else ():
            kinds &= self.of(part)
        return kinds


def _declared_types(kind: JsonValue) -> frozenset[str]:
    if not isinstance(kind, str | list):
        return _ALL_TYPES
    names = frozenset(one for one in ([kind] if isinstance(kind, str) else kind) if isinstance(one, str))
    return names | {"integer"} if "number" in names else names


def _type_of(value: JsonValue) -> str:
    if value is None:
        return "null"
    kinds = {bool: "boolean", int: "integer", float: "number", str: "string", list: "array", dict: "object"}
    return kinds[type(value)]


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

_WORDS = ("example", "Folder/Note.md", "2025-01-31", "12:00", "#example", "A1", "a", "1", "10", "0.5", "")
"""Values tried if a text must match a pattern."""


def example_arguments(schema: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """Return arguments that match *schema*: its required properties, or its first one if none is required."""
    made = _example_value(schema, "", SchemaDefinitions(schema), MAX_EXAMPLE_DEPTH)
    return made if isinstance(made, dict) else {}


def _example_value(
    node: JsonValue | Mapping[str, JsonValue], name: str, known: SchemaDefinitions, levels: int
) -> JsonValue:
    if not isinstance(node, Mapping) or levels == 0:
        return None
    schema = known.resolve(node)
    given, found = _given_value(schema)
    if found:
        return given
    for key in ("anyOf", "oneOf"):
        choices = schema.get(key)
        if isinstance(choices, list) and choices:
            one = next((choice for choice in choices if not _is_null(choice)), choices[0])
            rest = {other: value for other, value in schema.items() if other != key}
            return _example_value({**rest, **(one if isinstance(one, dict) else {})}, name, known, levels - 1)
    parts = schema.get("allOf")
    if isinstance(parts, list):
        return _example_value(_merged_all_of(schema, parts, known), name, known, levels - 1)
    match _schema_type(schema):
        case "object":
            return _object(schema, known, levels)
        case "array":
            return _array(schema, name, known, levels)
        case "integer" | "number" as kind:
            return _number(schema, whole=kind == "integer")
        case "boolean":
            return True
        case "null":
            return None
        case _:
            return _text(schema, name)


def _given_value(schema: Mapping[str, JsonValue]) -> tuple[JsonValue, bool]:
    """Return a value the schema itself gives, and whether there is one."""
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
    schema: Mapping[str, JsonValue], parts: Sequence[JsonValue], known: SchemaDefinitions
) -> dict[str, JsonValue]:
    joined = {key: value for key, value in schema.items() if key != "allOf"}
    for part in parts:
        for key, value in known.resolve(part if isinstance(part, dict) else {}).items():
            before = joined.get(key)
            if isinstance(before, dict) and isinstance(value, dict):
                joined[key] = {**before, **value}
            elif isinstance(before, list) and isinstance(value, list):
                joined[key] = [*before, *value]
            else:
                joined[key] = value
    return joined


def _schema_type(schema: Mapping[str, JsonValue]) -> str:
    kind = schema.get("type")
    if isinstance(kind, list):
        kind = next((one for one in kind if one != "null"), "null")
    if isinstance(kind, str):
        return kind
    return "object" if "properties" in schema else "array" if "items" in schema else "string"


def _object(schema: Mapping[str, JsonValue], known: SchemaDefinitions, levels: int) -> JsonValue:
    fields, required = schema.get("properties"), schema.get("required")
    fields = fields if isinstance(fields, dict) else {}
    names = [one for one in required if isinstance(one, str)] if isinstance(required, list) else []
    names = list(dict.fromkeys(names)) or list(fields)[:1]
    return {one: _example_value(fields.get(one, {}), one, known, levels - 1) for one in names}


def _array(schema: Mapping[str, JsonValue], name: str, known: SchemaDefinitions, levels: int) -> JsonValue:
    fewest, most = _count(schema.get("minItems")), schema.get("maxItems")
    many = min(max(fewest, 1), MAX_EXAMPLE_ITEMS)
    if most == 0 or levels == 1:
        return []
    heads = schema.get("prefixItems")
    heads = heads[:MAX_EXAMPLE_ITEMS] if isinstance(heads, list) else []
    rest = schema.get("items", {})
    kinds = [*heads, *[rest] * max(0, many - len(heads))]
    items = [_example_value(kind, name.removesuffix("s"), known, levels - 1) for kind in kinds]
    if schema.get("uniqueItems") is True and isinstance(rest, dict):
        return _made_unique(items, rest)
    return items


def _made_unique(items: list[JsonValue], kind: Mapping[str, JsonValue]) -> JsonValue:
    """Return *items* made unique as far as possible."""
    allowed = kind.get("enum")
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


def _number(schema: Mapping[str, JsonValue], *, whole: bool) -> JsonValue:
    step = _number_or_none(schema.get("multipleOf")) or (1.0 if whole else 0.0)
    low, above = _number_or_none(schema.get("minimum")), _number_or_none(schema.get("exclusiveMinimum"))
    high, below = _number_or_none(schema.get("maximum")), _number_or_none(schema.get("exclusiveMaximum"))
    value = 1.0
    if low is not None:
        value = low
    if above is not None and (low is None or above >= low):
        value = above + (step or 0.5)
    if low is None and above is None and (high is not None or below is not None):
        top = min(one for one in (high, below) if one is not None)
        value = 1.0 if top > 1 else top - (0.0 if below is None else step or 0.5)
    if step:
        value = math.ceil(value / step - 1e-9) * step
    return int(value) if whole or value.is_integer() else value


def _text(schema: Mapping[str, JsonValue], name: str) -> str:
    kind, pattern = schema.get("format"), schema.get("pattern")
    if isinstance(kind, str) and kind in _FORMATS:
        return _FORMATS[kind]
    sample = "Folder/Note.md" if "path" in name.lower() else "example"
    if isinstance(pattern, str):
        return next((word for word in (sample, *_WORDS) if _matches(pattern, word)), sample)
    shortest, longest = _count(schema.get("minLength")), schema.get("maxLength")
    text = (
        sample
        if len(sample) >= shortest
        else (sample * (shortest // len(sample) + 1))[: min(shortest, MAX_EXAMPLE_TEXT)]
    )
    return text[:longest] if isinstance(longest, int) and 0 <= longest < len(text) else text


def _matches(pattern: str, word: str) -> bool:
    try:
        return len(pattern) <= MAX_EXAMPLE_TEXT and re.search(pattern, word) is not None
    except re.error:
        return False


def _count(value: JsonValue) -> int:
    return value if isinstance(value, int) and value > 0 else 0


def _number_or_none(value: JsonValue) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
