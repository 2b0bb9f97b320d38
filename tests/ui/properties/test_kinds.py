import pytest

from vaultdesk.ui.properties.kinds import Kind, converted, empty_of, is_iso, kind_of
from vaultdesk.vault.frontmatter.frontmatter import JsonValue


@pytest.mark.parametrize(
    ("name", "value", "types", "kind"),
    [
        ("a", "words", {}, "text"),
        ("a", 3, {}, "number"),
        ("a", True, {}, "checkbox"),
        ("a", ["x"], {}, "list"),
        ("a", "2026-11-22", {}, "date"),
        ("a", "2026-11-22T10:30:00", {}, "datetime"),
        ("a", "2026-13-22", {}, "text"),
        ("a", {"b": 1}, {}, "nested"),
        ("a", [["x"]], {}, "nested"),
        ("Tags", "x", {}, "tags"),
        ("aliases", None, {}, "aliases"),
        ("A", None, {"a": "date"}, "date"),
        ("a", "soon", {"a": "date"}, "text"),
        ("a", 3, {"a": "text"}, "text"),
        ("a", ["x"], {"a": "text"}, "list"),
        ("a", "one", {"a": "multitext"}, "list"),
    ],
)
def test_the_vault_says_the_kind_where_the_value_fits_it(
    name: str, value: JsonValue, types: dict[str, str], kind: Kind
) -> None:
    assert kind_of(name, value, types) == kind


@pytest.mark.parametrize(
    ("value", "kind", "made"),
    [
        ("x", "list", ["x"]),
        (["a", "b"], "text", "a, b"),
        ("12.5", "number", 12.5),
        ("many", "number", None),
        ("true", "checkbox", True),
        ("2026-11-22T10:30:00", "date", "2026-11-22"),
        ("2026-11-22", "datetime", "2026-11-22T00:00:00"),
        ("soon", "date", None),
        (True, "text", "true"),
    ],
)
def test_values_are_brought_into_another_kind(value: JsonValue, kind: Kind, made: JsonValue) -> None:
    assert converted(value, kind) == made


def test_new_values_are_empty() -> None:
    assert [empty_of(kind) for kind in ("list", "checkbox", "text")] == [[], False, None]


def test_days_are_days_of_the_calendar() -> None:
    assert is_iso("2026-02-28", with_time=False)
    assert not is_iso("2026-02-30", with_time=False)
    assert not is_iso("2026-02-28", with_time=True)
