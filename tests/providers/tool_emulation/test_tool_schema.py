"""Tests of providers/tool_emulation/tool_schema.py."""

import json
from typing import Any, ClassVar, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, JsonValue

from tests.support.tools import EchoParameters, WriteParameters
from vaultdesk.providers.tool_emulation.tool_schema import (
    MAX_EXAMPLE_ITEMS,
    MAX_EXAMPLE_TEXT,
    example_arguments,
    expects_text,
)
from vaultdesk.tools.argument_schema import json_schema, validate_arguments
from vaultdesk.tools.builtin.read_tools import FileReadParameters
from vaultdesk.tools.builtin.search_tools import VaultSearchParameters
from vaultdesk.tools.tool import Parameters

# Types in schemas

VALUES: tuple[Any, ...] = (2, 1.5, True, None, [1], {"a": 1})
TEXT: dict[str, JsonValue] = {"type": "string"}


def values_as_text(node: Any, **schema: Any) -> list[Any]:
    """Return those of the values for which the schema expects text."""
    return [value for value in VALUES if expects_text({"properties": {"q": node}, **schema}, "q", value)]


@pytest.mark.parametrize(
    "node",
    [
        TEXT,
        {"type": ["string"]},
        {"enum": ["1", "2"]},
        {"const": "1"},
        {"anyOf": [TEXT, {"const": "a"}]},
        {"allOf": [{"minLength": 1}, TEXT]},
        {"type": ["string", "number"], "oneOf": [TEXT]},
    ],
)
def test_every_value_is_text_if_the_schema_allows_text_only(node: Any) -> None:
    assert values_as_text(node) == [*VALUES]


@pytest.mark.parametrize(
    "node",
    [{}, True, None, 5, {"type": "integer"}, {"type": "array"}, {"enum": [1]}, {"minLength": 1}, {"anyOf": [TEXT, {}]},
     {"type": 5, "enum": 3, "anyOf": "x", "allOf": {}}, {"anyOf": []}, {"type": []}, {"$ref": "#/$defs/gone"}],
)  # fmt: skip
def test_no_value_is_text_if_the_schema_does_not_require_it(node: Any) -> None:
    assert values_as_text(node) == []


@pytest.mark.parametrize(
    ("node", "unchanged"),
    [
        ({"type": ["string", "null"]}, [None]),
        ({"anyOf": [TEXT, {"type": "null"}]}, [None]),
        ({"type": ["string", "integer"]}, [2]),
        ({"type": ["string", "number"]}, [2, 1.5]),
        ({"oneOf": [TEXT, {"type": "array"}, {"type": "boolean"}]}, [True, [1]]),
        ({"enum": ["a", 2, None]}, [2, None]),
    ],
)
def test_a_value_of_another_allowed_type_is_unchanged(node: Any, unchanged: list[Any]) -> None:
    assert [value for value in VALUES if value not in values_as_text(node)] == unchanged


def test_references_are_followed_and_cycles_terminate() -> None:
    cycle = {"anyOf": [{"$ref": "#/$defs/ring"}] * 9}

    assert values_as_text({"$ref": "#/$defs/text"}, **{"$defs": {"text": TEXT}}) == [*VALUES]
    assert values_as_text({"$ref": "#/$defs/ring"}, **{"$defs": {"ring": cycle}}) == []


def test_an_unknown_property_has_the_type_of_additional_properties() -> None:
    assert expects_text({"additionalProperties": TEXT}, "q", 1)
    assert not expects_text({"properties": {"q": {}}, "additionalProperties": TEXT}, "q", 1)
    assert not expects_text({"properties": 5, "additionalProperties": False}, "q", 1)


def test_schemas_of_real_tools_determine_the_types() -> None:
    assert expects_text(json_schema(VaultSearchParameters), "query", 2024)
    assert not expects_text(json_schema(FileReadParameters), "file_paths", ["A.md"])


# Example calls: an example generated from a schema is valid.


class Location(Parameters):
    folder: str = Field(min_length=12)
    depth: int = Field(ge=3, le=9, multiple_of=3)


class AllFields(Parameters):
    kind: Literal["new", "old"]
    where: Location
    when: str | None
    ratio: float = Field(gt=0, lt=0.9)
    below: int = Field(le=-5)
    words: list[str] = Field(min_length=2, max_length=3)
    places: list[Location]
    exact: Literal["yes"]
    code: str = Field(pattern=r"^\d{4}-\d{2}-\d{2}$")
    short: str = Field(max_length=3)
    flag: bool
    optional: int = 3


@pytest.mark.parametrize("kind", [VaultSearchParameters, FileReadParameters, WriteParameters, EchoParameters])
def test_the_example_of_a_real_tool_is_valid(kind: type[Parameters]) -> None:
    validate_arguments(kind, example_arguments(json_schema(kind)))


def test_examples_respect_nested_fields_and_limits() -> None:
    example = example_arguments(json_schema(AllFields))

    validate_arguments(AllFields, example)
    assert example == {
        "kind": "new",
        "where": {"folder": "exampleexamp", "depth": 3},
        "when": "example",
        "ratio": 0.5,
        "below": -5,
        "words": ["example", "example"],
        "places": [{"folder": "exampleexamp", "depth": 3}],
        "exact": "yes",
        "code": "2025-01-31",
        "short": "exa",
        "flag": True,
    }


class Item(BaseModel):
    model_config: ClassVar[ConfigDict] = ConfigDict(extra="forbid")
    name: str
    inner: list["Item"] = []


def test_references_are_followed_and_recursive_schemas_terminate() -> None:
    assert example_arguments(Item.model_json_schema()) == {"name": "example"}
    recursive: dict[str, JsonValue] = {
        "$ref": "#/$defs/a",
        "$defs": {"a": {"type": "object", "properties": {"a": {"$ref": "#/$defs/a"}}, "required": ["a"]}},
    }
    assert len(json.dumps(example_arguments(recursive))) < 200


@pytest.mark.parametrize(
    ("schema", "example"),
    [
        ({}, {}),
        ({"type": "object"}, {}),
        ({"type": "object", "properties": {}}, {}),
        ({"properties": {"a": {"type": "integer"}, "b": {}}}, {"a": 1}),
        ({"properties": {"a": {"default": 7}}}, {"a": 7}),
        ({"properties": {"a": {"examples": ["boiler"], "type": "string"}}}, {"a": "boiler"}),
        ({"properties": {"a": {"enum": [None, "x"]}}}, {"a": None}),
        ({"properties": {"a": {"type": "null"}}}, {"a": None}),
        (
            {
                "allOf": [
                    {"required": ["x"], "properties": {"x": {"type": "integer"}}},
                    {"required": ["y"], "properties": {"y": {"type": "boolean"}}, "description": "Both."},
                ],
            },
            {"x": 1, "y": True},
        ),
        (
            {"properties": {"a": {"minItems": 2, "uniqueItems": True, "items": {"enum": ["p", "q", "r"]}}}},
            {"a": ["p", "q"]},
        ),
        ({"properties": {"a": {"type": ["null", "number"]}}}, {"a": 1}),
        ({"properties": {"a": {"anyOf": [{"type": "null"}, {"type": "boolean"}]}}}, {"a": True}),
        ({"properties": {"a": {"format": "date"}}}, {"a": "2025-01-31"}),
        ({"properties": {"paths": {"type": "array", "items": {"type": "string"}}}}, {"paths": ["Folder/Note.md"]}),
        ({"properties": {"a": {"type": "array", "maxItems": 0}}}, {"a": []}),
        (
            {"properties": {"a": {"type": "array", "minItems": 2, "uniqueItems": True, "items": {"type": "integer"}}}},
            {"a": [1, 2]},
        ),
        ({"properties": {"a": {"type": "array", "prefixItems": [{"type": "integer"}, {}]}}}, {"a": [1, "example"]}),
        ({"allOf": [{"properties": {"a": {}}}, {"properties": {"b": {}}, "required": ["b"]}]}, {"b": "example"}),
        ({"properties": {"a": {"pattern": "(["}}}, {"a": "example"}),
        ({"properties": "a", "required": 3}, {}),
        ({"required": ["ghost"]}, {}),
        ({"type": "string"}, {}),
    ],
)
def test_examples_of_foreign_schemas(schema: dict[str, Any], example: object) -> None:  # Any: any schema of a client
    assert example_arguments(schema) == example


def test_the_size_of_an_example_is_limited() -> None:
    fields: JsonValue = {"a": {"type": "string", "minLength": 10**9}, "b": {"type": "array", "minItems": 10**9}}
    example = example_arguments({"type": "object", "properties": fields, "required": ["a", "b"]})

    text, items = example["a"], example["b"]
    assert isinstance(text, str)
    assert isinstance(items, list)
    assert (len(text), len(items)) == (MAX_EXAMPLE_TEXT, MAX_EXAMPLE_ITEMS)
