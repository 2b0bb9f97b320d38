"""PropertyTypes: the kinds Obsidian keeps, and values brought into them; a broken file means none."""

from pathlib import Path

import pytest

from vaultdesk.vault.frontmatter import JsonValue
from vaultdesk.vault.property_types import MAX_TYPES_BYTES, as_kind, read_property_types


def test_kinds_are_read_by_name_without_case(tmp_path: Path) -> None:
    (tmp_path / "types.json").write_text('{"types": {"Due": "date", "n": "number", "odd": 3}, "x": 1}', "utf-8")
    assert read_property_types(tmp_path) == {"due": "date", "n": "number"}


@pytest.mark.parametrize("text", ["", "[]", "{", '{"types": []}', "[" * 100_000, " " * (MAX_TYPES_BYTES + 1)])
def test_a_broken_file_means_no_kinds(tmp_path: Path, text: str) -> None:
    (tmp_path / "types.json").write_text(text, "utf-8")
    assert read_property_types(tmp_path) == {}
    assert read_property_types(tmp_path / "missing") == {}


@pytest.mark.parametrize(
    ("kind", "value", "wanted"),
    [
        ("date", "2026-11-21", "2026-11-21"),
        ("date", "2026-11-21T00:00:00", "2026-11-21"),
        ("date", "2026-11-21T14:30", "2026-11-21T14:30"),
        ("date", "next week", "next week"),
        ("date", "2026-13-01", "2026-13-01"),
        ("datetime", "2026-11-21", "2026-11-21T00:00:00"),
        ("datetime", "2026-11-21 14:30", "2026-11-21T14:30:00"),
        ("datetime", "2026-11-21T14:30:05.123", "2026-11-21T14:30:05"),
        ("datetime", "2026-11-21T25:00:00", "2026-11-21T25:00:00"),
        ("number", "42", 42),
        ("number", "-1.5", -1.5),
        ("number", "007", "007"),
        ("number", 3, 3),
        ("checkbox", "TRUE", True),
        ("checkbox", "false", False),
        ("checkbox", "yes", "yes"),
        ("multitext", "a, b", ["a, b"]),
        ("multitext", 1, [1]),
        ("text", "42", "42"),
        ("text", ["a"], ["a"]),
        ("date", ["2026-11-21 10:00"], ["2026-11-21 10:00"]),
    ],
)
def test_a_value_is_brought_into_its_kind_or_left_alone(kind: str, value: JsonValue, wanted: JsonValue) -> None:
    found = as_kind("Key", value, {"key": kind})
    assert found == wanted
    assert type(found) is type(wanted)


@pytest.mark.parametrize(
    ("key", "value", "wanted"),
    [
        ("Tags", "#a, b c", ["a", "b", "c"]),
        ("tags", ["#a"], ["#a"]),
        ("tags", None, []),
        ("tags", "", []),
        ("aliases", "One, Two", ["One, Two"]),
        ("cssclasses", "wide", ["wide"]),
        ("tag", "a", "a"),
    ],
)
def test_what_obsidian_knows_as_lists_are_lists(key: str, value: JsonValue, wanted: JsonValue) -> None:
    assert as_kind(key, value, {}) == wanted
