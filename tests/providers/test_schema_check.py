"""Tests of providers/schema_check.py."""

import time
from typing import Any

import pytest

from vaultdesk.providers.schema_check import schema_problem

TREE: dict[str, Any] = {
    "$defs": {"node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}}, "required": ["id"]}},
    "$ref": "#/$defs/node",
}
PERSON: dict[str, Any] = {
    "type": "object",
    "properties": {"name": {"type": "string", "minLength": 2}, "age": {"type": ["integer", "null"], "minimum": 0}},
    "required": ["name"],
    "additionalProperties": False,
}


@pytest.mark.parametrize(
    ("value", "schema"),
    [
        ({"name": "Ada", "age": 36}, PERSON),
        ({"name": "Ada", "age": None}, PERSON),
        ({"name": "Ada", "age": 36.0}, PERSON),
        (7, {}),
        (7, {"type": "some day"}),
        (7, {"unknown keyword": 8}),
        ({"id": 1, "next": {"id": 2}}, TREE),
        (
            [1, "a", None],
            {"type": "array", "prefixItems": [{"type": "integer"}], "items": {"type": ["string", "null"]}},
        ),
        ("b", {"enum": ["a", "b"]}),
        (1.0, {"const": 1}),
        (5, {"anyOf": [{"type": "string"}, {"type": "integer"}]}),
        ({"x-1": 1}, {"patternProperties": {"^x-": {"type": "integer"}}, "additionalProperties": False}),
        ("abc", {"pattern": "(?<=a)b"}),
        (1, {"$ref": "https://example.com/schema"}),
        (1, {"$ref": "#/$defs/nowhere"}),
        (10**400, {"type": "integer", "minimum": 1}),
        (True, True),
    ],
)
def test_what_fits_has_no_problem(value: Any, schema: Any) -> None:
    assert schema_problem({"it": value}, {"properties": {"it": schema}, "$defs": TREE["$defs"]}) == ""


@pytest.mark.parametrize(
    ("value", "schema", "problem"),
    [
        ({"age": 1}, PERSON, "it.name is missing"),
        ({"name": "A"}, PERSON, "it.name has fewer than 2 characters"),
        ({"name": "Ada", "age": -1}, PERSON, "it.age is less than 0"),
        ({"name": "Ada", "age": True}, PERSON, "it.age is not of type integer or null"),
        ({"name": "Ada", "town": 1}, PERSON, "it.town is not allowed"),
        ({"id": 1, "next": {}}, TREE, "it.next.id is missing"),
        ([1, 2], {"items": {"type": "string"}}, "it[0] is not of type string"),
        ([1, 1], {"uniqueItems": True}, "it holds the same item twice"),
        ([1], {"minItems": 2}, "it has fewer than 2 items"),
        ("c", {"enum": ["a", "b"]}, "it is not one of the allowed values"),
        (True, {"const": 1}, "it is not the required value"),
        ([], {"anyOf": [{"type": "string"}, {"type": "integer"}]}, "it fits none of the alternatives"),
        (5, {"oneOf": [{"type": "number"}, {"type": "integer"}]}, "it fits more than one of the alternatives"),
        (5, {"allOf": [{"type": "number"}, {"exclusiveMaximum": 5}]}, "it is not less than 5"),
        ("ab", {"pattern": "^b"}, "it does not match the pattern"),
        (0.5, {"type": "integer"}, "it is not of type integer"),
    ],
)
def test_the_first_misfit_is_named_with_its_place(value: Any, schema: Any, problem: str) -> None:
    assert schema_problem({"it": value}, {"properties": {"it": schema}, "$defs": TREE["$defs"]}) == problem


def test_a_schema_that_only_refers_to_itself_ends() -> None:
    assert schema_problem(1, {"$ref": "#"}) == ""


def test_a_schema_made_to_take_for_ever_ends() -> None:
    schema: dict[str, Any] = {"$defs": {"a": {"anyOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/a"}]}}}
    schema["$ref"] = "#/$defs/a"
    patterns = {"pattern": "(a+)+$"}
    began = time.perf_counter()

    assert schema_problem({"x": "a" * 5_000 + "b"}, schema) == ""
    assert schema_problem("a" * 50_000 + "b", patterns)
    assert time.perf_counter() - began < 5
