"""Example call: what is made up from a schema fits it."""

import json
from typing import Any, ClassVar, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, JsonValue

from tests.support.tools import EchoParameters, WriteParameters
from vaultdesk.providers.tool_text.example_call import LONGEST_TEXT, MOST_ITEMS, example_arguments
from vaultdesk.tools.notes import FileReadParameters
from vaultdesk.tools.schema import json_schema, validated
from vaultdesk.tools.search import VaultSearchParameters
from vaultdesk.tools.tool import Parameters


class Where(Parameters):
    folder: str = Field(min_length=12)
    depth: int = Field(ge=3, le=9, multiple_of=3)


class Everything(Parameters):
    kind: Literal["new", "old"]
    where: Where
    when: str | None
    ratio: float = Field(gt=0, lt=0.9)
    below: int = Field(le=-5)
    words: list[str] = Field(min_length=2, max_length=3)
    places: list[Where]
    exact: Literal["yes"]
    code: str = Field(pattern=r"^\d{4}-\d{2}-\d{2}$")
    short: str = Field(max_length=3)
    flag: bool
    optional: int = 3


@pytest.mark.parametrize("kind", [VaultSearchParameters, FileReadParameters, WriteParameters, EchoParameters])
def test_the_example_of_a_real_tool_is_accepted_by_it(kind: type[Parameters]) -> None:
    validated(kind, example_arguments(json_schema(kind)))


def test_nested_fields_with_limits_are_kept() -> None:
    made = example_arguments(json_schema(Everything))

    validated(Everything, made)
    assert made == {
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


def test_references_are_followed_and_a_schema_that_contains_itself_ends() -> None:
    assert example_arguments(Item.model_json_schema()) == {"name": "example"}
    endless: dict[str, JsonValue] = {
        "$ref": "#/$defs/a",
        "$defs": {"a": {"type": "object", "properties": {"a": {"$ref": "#/$defs/a"}}, "required": ["a"]}},
    }
    assert len(json.dumps(example_arguments(endless))) < 200


@pytest.mark.parametrize(
    ("schema", "made"),
    [
        ({}, {}),
        ({"type": "object"}, {}),
        ({"type": "object", "properties": {}}, {}),
        ({"properties": {"a": {"type": "integer"}, "b": {}}}, {"a": 1}),
        ({"properties": {"a": {"default": 7}}}, {"a": 7}),
        ({"properties": {"a": {"examples": ["boiler"], "type": "string"}}}, {"a": "boiler"}),
        ({"properties": {"a": {"enum": [None, "x"]}}}, {"a": None}),
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
def test_schemas_of_strangers(schema: dict[str, Any], made: object) -> None:  # Any: whatever a client sends
    assert example_arguments(schema) == made


def test_an_example_stays_short_whatever_a_schema_asks_for() -> None:
    fields: JsonValue = {"a": {"type": "string", "minLength": 10**9}, "b": {"type": "array", "minItems": 10**9}}
    made = example_arguments({"type": "object", "properties": fields, "required": ["a", "b"]})

    a, b = made["a"], made["b"]
    assert isinstance(a, str)
    assert isinstance(b, list)
    assert (len(a), len(b)) == (LONGEST_TEXT, MOST_ITEMS)
