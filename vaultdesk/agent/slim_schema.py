"""Slim schema: a tool's JSON Schema with nothing said twice, for a model to read. Calls are checked against the whole.

A filter inside a filter has the fields of the one around it: written out each time, two tools of thirty made a third of
all that models read of tools, more than half of a small model's window.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pydantic import JsonValue

SAYS_NOTHING: tuple[JsonValue, ...] = (None, "", [], {})
"""Defaults that only repeat that a field may be left out."""

LARGE = 6
"""Fields from which an object that stands there a second time is named instead; so many same names are no chance."""

AS_ABOVE = "An object with the fields of `{name}`."


@dataclass(slots=True)
class _Told:
    words: set[tuple[str, str]] = field(default_factory=set)
    """Each field's name with its description, as far as they stand there already."""
    objects: dict[frozenset[str], str] = field(default_factory=dict)
    """Under which field an object with fields of these names first stands."""


def slim(schema: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """Return *schema* without empty defaults, each description and each large object only where it first stands."""
    slimmed = _slim(dict(schema), _Told(), "")
    assert isinstance(slimmed, dict)
    return slimmed


def _slim(node: JsonValue, told: _Told, name: str) -> JsonValue:
    if isinstance(node, list):
        return [_slim(item, told, name) for item in node]
    if not isinstance(node, dict):
        return node
    fields = node.get("properties")
    if isinstance(fields, dict) and name and len(fields) >= LARGE:
        first = told.objects.setdefault(frozenset(fields), name)
        if first != name:
            return {"type": "object", "description": AS_ABOVE.format(name=first)}
    kept: dict[str, JsonValue] = {}
    for key, value in node.items():
        if key == "default" and value in SAYS_NOTHING:
            continue
        if key == "properties" and isinstance(value, dict):
            kept[key] = {inner: _field(inner, one, told) for inner, one in value.items()}
        elif key in ("default", "const", "enum", "examples"):
            kept[key] = value
        else:
            kept[key] = _slim(value, told, name)
    return kept


def _field(name: str, node: JsonValue, told: _Told) -> JsonValue:
    if isinstance(node, dict) and isinstance(words := node.get("description"), str):
        if (name, words) in told.words:
            node = {key: value for key, value in node.items() if key != "description"}
        told.words.add((name, words))
    return _slim(node, told, name)
