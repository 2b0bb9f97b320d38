"""Schema kinds."""

from typing import Any

import pytest
from pydantic import JsonValue

from vaultdesk.providers.tool_text.schema_kinds import wants_text
from vaultdesk.tools.notes import FileReadParameters
from vaultdesk.tools.schema import json_schema
from vaultdesk.tools.search import VaultSearchParameters

EVERY: tuple[Any, ...] = (2, 1.5, True, None, [1], {"a": 1})
TEXT: dict[str, JsonValue] = {"type": "string"}


def wanted(node: Any, **around: Any) -> list[Any]:
    """Return those of the values for which a text is wanted."""
    return [value for value in EVERY if wants_text({"properties": {"q": node}, **around}, "q", value)]


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
def test_a_text_is_wanted_whatever_the_value(node: Any) -> None:
    assert wanted(node) == [*EVERY]


@pytest.mark.parametrize(
    "node",
    [{}, True, None, 5, {"type": "integer"}, {"type": "array"}, {"enum": [1]}, {"minLength": 1}, {"anyOf": [TEXT, {}]},
     {"type": 5, "enum": 3, "anyOf": "x", "allOf": {}}, {"anyOf": []}, {"type": []}, {"$ref": "#/$defs/gone"}],
)  # fmt: skip
def test_no_text_is_wanted_where_the_schema_does_not_say_so(node: Any) -> None:
    assert wanted(node) == []


@pytest.mark.parametrize(
    ("node", "kept"),
    [
        ({"type": ["string", "null"]}, [None]),
        ({"anyOf": [TEXT, {"type": "null"}]}, [None]),
        ({"type": ["string", "integer"]}, [2]),
        ({"type": ["string", "number"]}, [2, 1.5]),
        ({"oneOf": [TEXT, {"type": "array"}, {"type": "boolean"}]}, [True, [1]]),
        ({"enum": ["a", 2, None]}, [2, None]),
    ],
)
def test_a_value_of_another_kind_that_is_allowed_stays(node: Any, kept: list[Any]) -> None:
    assert [value for value in EVERY if value not in wanted(node)] == kept


def test_references_are_followed_and_a_ring_of_them_ends() -> None:
    ring = {"anyOf": [{"$ref": "#/$defs/ring"}] * 9}

    assert wanted({"$ref": "#/$defs/text"}, **{"$defs": {"text": TEXT}}) == [*EVERY]
    assert wanted({"$ref": "#/$defs/ring"}, **{"$defs": {"ring": ring}}) == []


def test_a_property_nobody_named_is_of_the_additional_kind() -> None:
    assert wants_text({"additionalProperties": TEXT}, "q", 1)
    assert not wants_text({"properties": {"q": {}}, "additionalProperties": TEXT}, "q", 1)
    assert not wants_text({"properties": 5, "additionalProperties": False}, "q", 1)


def test_real_tools_say_what_they_want() -> None:
    assert wants_text(json_schema(VaultSearchParameters), "query", 2024)
    assert not wants_text(json_schema(FileReadParameters), "file_paths", ["A.md"])
