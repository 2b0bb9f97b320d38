"""Schema kinds: what kind of value a tool's JSON Schema wants at a property. Validates none."""

from collections.abc import Mapping
from types import MappingProxyType

from pydantic import JsonValue

Schemas = Mapping[str, Mapping[str, JsonValue]]
"""The schema of each tool's arguments, by the tool's name."""

NO_SCHEMAS: Schemas = MappingProxyType({})
"""Nothing is known of any tool."""

MOST_STEPS = 200
"""Parts of a schema that are looked at for one property; one that refers to itself has no end."""

_ALL = frozenset({"string", "integer", "number", "boolean", "null", "array", "object"})


class Definitions:
    """What `$ref`s of one schema point to."""

    def __init__(self, root: Mapping[str, JsonValue]) -> None:
        self._root = root

    def followed(self, node: Mapping[str, JsonValue]) -> Mapping[str, JsonValue]:
        """Return *node* with what its `$ref` points to."""
        reference = node.get("$ref")
        if not isinstance(reference, str) or not reference.startswith("#"):
            return node
        found: JsonValue = dict(self._root)
        for step in reference.lstrip("#/").split("/"):
            found = found.get(step.replace("~1", "/").replace("~0", "~")) if isinstance(found, dict) else None
        return {**(found if isinstance(found, dict) else {}), **{key: node[key] for key in node if key != "$ref"}}


def wants_text(schema: Mapping[str, JsonValue], name: str, value: JsonValue) -> bool:
    """Tell whether *schema* takes a text at the property *name*, and nothing of the kind that *value* is of."""
    known = Definitions(schema)
    root = known.followed(schema)
    properties = root.get("properties")
    listed = properties if isinstance(properties, dict) else {}
    node = listed[name] if name in listed else root.get("additionalProperties")
    kinds = _Kinds(known).of(node)
    return "string" in kinds and _kind_of(value) not in kinds


class _Kinds:
    """The kinds that parts of one schema allow; all of them where it does not say."""

    def __init__(self, known: Definitions) -> None:
        self._known = known
        self._left = MOST_STEPS

    def of(self, node: JsonValue) -> frozenset[str]:
        self._left -= 1
        if not isinstance(node, dict) or self._left < 0:
            return _ALL
        schema = self._known.followed(node)
        kinds = _ALL & _named(schema.get("type"))
        if "const" in schema:
            kinds &= {_kind_of(schema["const"])}
        listed = schema.get("enum")
        if isinstance(listed, list):
            kinds &= {_kind_of(value) for value in listed}
        for key in ("anyOf", "oneOf"):
            choices = schema.get(key)
            if isinstance(choices, list):
                kinds &= frozenset[str]().union(*(self.of(choice) for choice in choices))
        parts = schema.get("allOf")
        for part in parts if isinstance(parts, list) else ():
            kinds &= self.of(part)
        return kinds


def _named(kind: JsonValue) -> frozenset[str]:
    if not isinstance(kind, str | list):
        return _ALL
    names = frozenset(one for one in ([kind] if isinstance(kind, str) else kind) if isinstance(one, str))
    return names | {"integer"} if "number" in names else names


def _kind_of(value: JsonValue) -> str:
    if value is None:
        return "null"
    kinds = {bool: "boolean", int: "integer", float: "number", str: "string", list: "array", dict: "object"}
    return kinds[type(value)]
