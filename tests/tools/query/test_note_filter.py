"""Tests of tools/query/note_filter.py."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import JsonValue

from tests.tools.query_language.scene import NOW, matching_names, network
from vaultdesk.tools.argument_schema import InvalidArguments, canonical_arguments, json_schema, validate_arguments
from vaultdesk.tools.query.criteria import AllCriteria, Comparison
from vaultdesk.tools.query.note_filter import MAX_CONDITIONS, MAX_FILTER_DEPTH, NoteFilter, filter_text
from vaultdesk.tools.query.property_values import Moment

# NoteFilter: accepted values, error messages, and the matching notes.


def parse_filter(value: dict[str, JsonValue]) -> NoteFilter:
    note_filter = validate_arguments(NoteFilter, value)
    assert isinstance(note_filter, NoteFilter)
    return note_filter


@pytest.mark.parametrize(
    ("value", "names"),
    [
        ({}, ["A", "Anna", "B", "C"]),
        ({"property": "status", "value": "done"}, ["A"]),
        ({"property": "status", "op": "missing"}, ["Anna"]),
        ({"property": "status", "op": "exists"}, ["A", "B", "C"]),
        ({"property": "status", "op": "empty"}, ["Anna", "C"]),
        ({"property": "status", "op": "not", "value": "done"}, ["Anna", "B", "C"]),
        ({"property": "status", "op": "starts_with", "value": "o"}, ["B"]),
        ({"property": "people", "op": "contains", "value": "anna"}, ["A"]),
        ({"property": "rating", "op": ">=", "value": 4}, ["A", "C"]),
        ({"property": "rating", "op": "between", "value": [3, 4]}, ["B", "C"]),
        ({"property": "due", "op": "before", "value": "today"}, ["A"]),
        ({"property": "due", "op": "on", "value": "2026-03-15"}, ["B"]),
        ({"property": "due", "op": "between", "value": ["-7d", "+7d"]}, ["A", "B"]),
        ({"property": "flag", "value": True}, ["B"]),
        ({"tag": "#work"}, ["A", "B"]),
        ({"folder": "b"}, ["B", "C"]),
        ({"folder": "b", "recursive": False}, ["B"]),
        ({"linksTo": "B"}, ["A"]),
        ({"linked_from": "B"}, ["C"]),
        ({"file": "name", "op": "contains", "value": "nn"}, ["Anna"]),
        ({"file": "links", "op": "equals", "value": 0}, ["Anna", "C"]),
        ({"file": "backlinks", "op": ">", "value": 0}, ["Anna", "B", "C"]),
        ({"file": "modified", "op": "after", "value": "2000-01-01"}, ["A", "Anna", "B", "C"]),
        ({"file": "tags", "op": "contains", "value": "work/house"}, ["A"]),
        ({"all": [{"tag": "work"}, {"folder": "b"}]}, ["B"]),
        ({"any": [{"tag": "book"}, {"tag": "workshop"}]}, ["Anna", "C"]),
        ({"none": [{"tag": "book"}, {"tag": "workshop"}]}, ["A", "B"]),
        ({"not": [{"tag": "work"}]}, ["Anna", "C"]),
        ({"tag": "work", "any": [{"all": [{"folder": "b"}, {"none": [{"tag": "book"}]}]}]}, ["B"]),
        ({"all": [], "any": [], "none": []}, ["A", "Anna", "B", "C"]),
    ],
)
def test_a_filter_matches_exactly_its_notes(tmp_path: Path, value: dict[str, JsonValue], names: list[str]) -> None:
    with network(tmp_path) as net:
        assert matching_names(net, parse_filter(value).criterion(NOW)) == names
        reparsed = validate_arguments(NoteFilter, canonical_arguments(parse_filter(value)))
        assert isinstance(reparsed, NoteFilter)
        assert matching_names(net, reparsed.criterion(NOW)) == names


def nested_filter(levels: int) -> dict[str, JsonValue]:
    value: dict[str, JsonValue] = {"tag": "x"}
    for _ in range(levels - 1):
        value = {"all": [value]}
    return value


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"tag": "a", "folder": "b"}, "have one of tag, folder; join several in `all`"),
        ({"op": "missing"}, "`property` or `file`"),
        ({"tag": "a", "value": 3}, "`property` or `file`"),
        ({"tag": "a", "recursive": False}, "`folder` with `recursive`"),
        ({"property": "x"}, "have a text, a number, true or false as `value` with equals"),
        ({"property": "x", "op": "missing", "value": 1}, "have no `value` with missing"),
        ({"file": "name", "op": "missing"}, "have `property` with missing"),
        ({"property": "x", "op": "between", "value": 3}, "have a list of two"),
        ({"property": "x", "op": "before", "value": "soon"}, "have a date as `value`"),
        ({"file": "created", "op": ">", "value": 5}, "have a date as `value`"),
        ({"property": "x", "op": "is", "value": 1}, "op: must be 'exists', 'missing'"),
        ({"file": "age", "value": 1}, "file: must be 'name'"),
        ({"all": {"tag": "x"}}, "all: "),
        ({"any": [{"tga": "x"}]}, "any.0.tga"),
        (nested_filter(MAX_FILTER_DEPTH + 1), f"be nested {MAX_FILTER_DEPTH} deep at most"),
        ({"any": [{"tag": "x"}] * (MAX_CONDITIONS + 1)}, f"have {MAX_CONDITIONS} conditions at most"),
    ],
)
def test_invalid_filters_are_rejected_with_a_message_for_the_correction(
    value: dict[str, JsonValue], message: str
) -> None:
    with pytest.raises(InvalidArguments) as error:
        parse_filter(value)
    assert message in str(error.value)


def test_a_filter_of_the_maximum_depth_is_accepted() -> None:
    assert parse_filter(nested_filter(MAX_FILTER_DEPTH)).criterion(NOW) != AllCriteria()


def test_a_filter_without_conditions_is_recognized() -> None:
    assert parse_filter({}).is_everything
    assert parse_filter({"all": [{}]}).is_everything
    assert not parse_filter({"tag": "x"}).is_everything


def test_the_schema_is_short_and_uses_no_unsupported_keywords() -> None:
    schema = json_schema(NoteFilter)

    def nodes(value: JsonValue) -> Iterator[dict[str, JsonValue]]:
        if isinstance(value, dict):
            yield value
            for inner in value.values():
                yield from nodes(inner)
        elif isinstance(value, list):
            for inner in value:
                yield from nodes(inner)

    assert len(json.dumps(schema)) < 6_000
    assert not any(key in node for node in nodes(schema) for key in ("$ref", "$defs", "anyOf", "oneOf"))
    properties = schema["properties"]
    assert isinstance(properties, dict)
    assert {"all", "any", "none", "property", "op", "value", "tag", "folder"} <= properties.keys()


# Filter text: a readable description on one line.


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({}, "every note"),
        ({"tag": "#idea"}, "#idea"),
        ({"folder": "Projects", "recursive": False}, "in Projects itself"),
        ({"property": "status", "op": "missing"}, "status missing"),
        ({"property": "rating", "op": "between", "value": [1, 2]}, "rating between 1 and 2"),
        ({"file": "name", "op": "starts_with", "value": "a\u202eb"}, "name starts with a<U+202E>b"),
        ({"links_to": "Boiler"}, "links to “Boiler”"),
        ({"linked_from": "Boiler"}, "linked from “Boiler”"),
        (
            {"all": [{"tag": "a"}, {"any": [{"tag": "b"}, {"tag": "c"}]}], "none": [{"tag": "d"}]},
            "#a, (#b or #c), not (#d)",
        ),
    ],
)
def test_a_filter_is_described_in_words(value: dict[str, JsonValue], text: str) -> None:
    note_filter = validate_arguments(NoteFilter, value)
    assert isinstance(note_filter, NoteFilter)
    assert filter_text(note_filter) == text


@pytest.mark.parametrize(
    ("name", "phrase", "day"),
    [
        ("due", "Monday", "2026-03-16"), ("scheduled", "Montag", "2026-03-16"), ("start", "q3", "2026-07"),
        ("Fecha de finalización", "Monday", "2026-03-09"), ("done", "Monday", "2026-03-09"),
        ("due", "上一个周一", "2026-03-09"), ("due", "周一", "2026-03-16"),
        ("completion", "Monday", "2026-03-09"), ("Completed", "Montag", "2026-03-09"), ("completion", "q3", "2025-07"),
    ],
)  # fmt: skip
def test_a_weekday_is_the_past_one_only_for_events_that_have_happened(name: str, phrase: str, day: str) -> None:
    condition: dict[str, JsonValue] = {"property": name, "op": "after", "value": phrase}
    end = {"2026-07": "2026-09-30", "2025-07": "2025-09-30"}.get(day, day)
    found, expected = (parse_filter({**condition, "value": value}).criterion(NOW) for value in (phrase, end))
    assert isinstance(found, Comparison)
    assert isinstance(expected, Comparison)
    assert isinstance(found.right, Moment)
    assert isinstance(expected.right, Moment)
    assert found.right.end == expected.right.end
