"""Validates a JSON value against the JSON Schema keywords that model servers support.

Schemas come from other programs: no `$ref` is fetched, patterns run in linear time (RE2), and the number of steps is
limited. Unknown keywords are ignored.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

import re2
from pydantic import JsonValue

MAX_STEPS = 100_000
"""Pairs of a value and a schema compared in one validation. Nested alternatives grow exponentially."""

MAX_REFERENCES = 50
"""References followed in a row without descending into the value. More means a schema that refers to itself."""

Schema: TypeAlias = Mapping[str, JsonValue]

_TYPES: Mapping[str, Callable[[JsonValue], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "integer": lambda value: (isinstance(value, float) and value.is_integer()) or type(value) is int,
    "number": lambda value: _is_number(value),
}


def schema_problem(value: JsonValue, schema: Schema) -> str:
    """Return the first violation of *schema* in *value*, with its location; empty if *value* is valid."""
    return next(_Check(schema).problems(value, dict(schema), "", 0), "")


class _Check:
    """One validation. References are resolved in the root schema."""

    def __init__(self, root: Schema) -> None:
        self._root = root
        self._steps = 0

    def problems(self, value: JsonValue, schema: JsonValue, place: str, references: int) -> Iterator[str]:
        self._steps += 1
        if schema is False:
            yield f"{_name(place)} is not allowed"
        if not isinstance(schema, dict) or self._steps > MAX_STEPS:
            return
        if isinstance(schema.get("$ref"), str) and references < MAX_REFERENCES:
            yield from self.problems(value, self._resolved(str(schema["$ref"])), place, references + 1)
        yield from self._type_problems(value, schema, place)
        yield from self._alternative_problems(value, schema, place, references)
        match value:
            case dict():
                yield from self._object_problems(value, schema, place)
            case list():
                yield from self._array_problems(value, schema, place)
            case str():
                yield from _text_problems(value, schema, place)
            case bool() | None:
                pass
            case _:
                yield from _number_problems(value, schema, place)

    def _type_problems(self, value: JsonValue, schema: Schema, place: str) -> Iterator[str]:
        named = schema.get("type")
        types = [kind for kind in (named if isinstance(named, list) else [named]) if isinstance(kind, str)]
        if types and not any(_TYPES[kind](value) for kind in types if kind in _TYPES) and set(types) & set(_TYPES):
            yield f"{_name(place)} is not of type {' or '.join(types)}"
        allowed = schema.get("enum")
        if isinstance(allowed, list) and not any(_same(value, one) for one in allowed):
            yield f"{_name(place)} is not one of the allowed values"
        if "const" in schema and not _same(value, schema["const"]):
            yield f"{_name(place)} is not the required value"

    def _alternative_problems(self, value: JsonValue, schema: Schema, place: str, references: int) -> Iterator[str]:
        for part in _list(schema.get("allOf")):
            yield from self.problems(value, part, place, references + 1)
        for keyword in ("anyOf", "oneOf"):
            options = _list(schema.get(keyword))
            if options and references < MAX_REFERENCES:
                found = [next(self.problems(value, option, place, references + 1), "") for option in options]
                if all(found):
                    yield found[0] if len(found) == 1 else f"{_name(place)} fits none of the alternatives"
                elif keyword == "oneOf" and found.count("") > 1:
                    yield f"{_name(place)} fits more than one of the alternatives"

    def _object_problems(self, value: dict[str, JsonValue], schema: Schema, place: str) -> Iterator[str]:
        for name in _list(schema.get("required")):
            if isinstance(name, str) and name not in value:
                yield f"{_name(_below(place, name))} is missing"
        properties = schema.get("properties")
        known = properties if isinstance(properties, dict) else {}
        patterns = schema.get("patternProperties")
        by_pattern = patterns if isinstance(patterns, dict) else {}
        for name, inner in value.items():
            below = _below(place, name)
            matching = [by_pattern[pattern] for pattern in by_pattern if _matches(pattern, name)]
            for part in ([known[name]] if name in known else []) + matching:
                yield from self.problems(inner, part, below, 0)
            if name not in known and not matching and "additionalProperties" in schema:
                yield from self.problems(inner, schema["additionalProperties"], below, 0)
        yield from _size_problems(len(value), schema, "minProperties", "maxProperties", "properties", place)

    def _array_problems(self, value: list[JsonValue], schema: Schema, place: str) -> Iterator[str]:
        yield from _size_problems(len(value), schema, "minItems", "maxItems", "items", place)
        first = _list(schema.get("prefixItems"))
        for number, inner in enumerate(value):
            part = first[number] if number < len(first) else schema.get("items", True)
            yield from self.problems(inner, part, f"{place}[{number}]", 0)
        if schema.get("uniqueItems") is True and len({json.dumps(one, sort_keys=True) for one in value}) < len(value):
            yield f"{_name(place)} holds the same item twice"

    def _resolved(self, reference: str) -> JsonValue:
        """Return the part of the root schema that *reference* names; True, which allows all, if there is none."""
        if not reference.startswith("#"):
            return True
        found: JsonValue = dict(self._root)
        for step in reference[1:].strip("/").split("/") if reference[1:].strip("/") else []:
            key = step.replace("~1", "/").replace("~0", "~")
            if not isinstance(found, dict) or key not in found:
                return True
            found = found[key]
        return found


def _text_problems(value: str, schema: Schema, place: str) -> Iterator[str]:
    yield from _size_problems(len(value), schema, "minLength", "maxLength", "characters", place)
    pattern = schema.get("pattern")
    if isinstance(pattern, str) and not _matches(pattern, value):
        yield f"{_name(place)} does not match the pattern"


def _number_problems(value: JsonValue, schema: Schema, place: str) -> Iterator[str]:
    assert isinstance(value, int | float)
    bounds: tuple[tuple[str, str, Callable[[float, float], bool]], ...] = (
        ("minimum", "less than", lambda number, bound: number < bound),
        ("maximum", "more than", lambda number, bound: number > bound),
        ("exclusiveMinimum", "not more than", lambda number, bound: number <= bound),
        ("exclusiveMaximum", "not less than", lambda number, bound: number >= bound),
    )
    for keyword, relation, outside in bounds:
        bound = schema.get(keyword)
        if isinstance(bound, int | float) and not isinstance(bound, bool) and outside(value, bound):
            yield f"{_name(place)} is {relation} {bound:g}"


def _size_problems(size: int, schema: Schema, least_key: str, most_key: str, things: str, place: str) -> Iterator[str]:
    least, most = schema.get(least_key), schema.get(most_key)
    if isinstance(least, int) and size < least:
        yield f"{_name(place)} has fewer than {least} {things}"
    if isinstance(most, int) and size > most:
        yield f"{_name(place)} has more than {most} {things}"


def _matches(pattern: str, text: str) -> bool:
    """Return whether *pattern* occurs in *text*; a pattern that RE2 does not support matches everything."""
    options = re2.Options()
    options.log_errors = False
    try:
        return bool(re2.compile(pattern, options).search(text))
    except re2.error:
        return True


def _is_number(value: JsonValue) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _same(one: JsonValue, other: JsonValue) -> bool:
    """Return whether two values are equal in JSON: `1` equals `1.0`, but not `true`."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    return one == other


def _list(value: JsonValue) -> list[JsonValue]:
    return value if isinstance(value, list) else []


def _below(place: str, name: str) -> str:
    return f"{place}.{name}" if place else name


def _name(place: str) -> str:
    return place or "the answer"
