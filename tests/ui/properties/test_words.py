from datetime import date

import pytest

from vaultdesk.ui.properties.kinds import Kind
from vaultdesk.ui.properties.words import day_of, link_in, shown, typed, value_of
from vaultdesk.vault.frontmatter.frontmatter import JsonValue


def test_days_are_shown_as_this_system_writes_them() -> None:
    assert shown("2026-11-12", "date") == "12 Nov 2026"
    assert shown("2026-11-12T09:30:00", "datetime").startswith("12 Nov 2026, ")
    assert shown("soon", "date") == "soon"
    assert (shown(None, "text"), shown(3, "number"), shown({"a": 1}, "nested")) == ("", "3", '{"a": 1}')


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("12", "number", 12),
        ("12.5", "number", 12.5),
        ("1,234", "number", 1234),
        ("12 Nov 2026", "date", "2026-11-12"),
        ("2026-11-12", "date", "2026-11-12"),
        ("2026-11-12 9:30", "datetime", "2026-11-12T09:30:00"),
        ("2026-11-12T09:30", "datetime", "2026-11-12T09:30:00"),
        (" x ", "text", "x"),
        ("", "date", None),
    ],
)
def test_what_is_typed_is_a_value(text: str, kind: Kind, value: JsonValue) -> None:
    assert value_of(text, kind) == value


@pytest.mark.parametrize(("text", "kind"), [("many", "number"), ("soon", "date"), ("soon, later", "datetime")])
def test_what_is_none_is_refused_in_a_sentence(text: str, kind: Kind) -> None:
    with pytest.raises(ValueError, match="That is not"):
        value_of(text, kind)


def test_what_was_shown_is_read_back() -> None:
    for value, kind in (("2026-11-12", "date"), ("2026-11-12T09:30:00", "datetime")):
        assert value_of(shown(value, kind), kind) == value  # type: ignore[arg-type]  # the kinds are spelled out above


def test_near_days_have_names() -> None:
    today, tomorrow = day_of("today"), day_of("Tomorrow")
    assert isinstance(today, date)
    assert isinstance(tomorrow, date)
    assert (tomorrow - today).days == 1
    assert day_of("never") is None


def test_links_are_found_where_they_are_all_of_it() -> None:
    assert link_in("[[A/Boiler.md|the boiler]]") == ("A/Boiler.md", "the boiler")
    assert link_in("[[A/Boiler]]") == ("A/Boiler", "Boiler")
    assert link_in("see [[Boiler]]") == ("", "")
    assert link_in(3) == ("", "")


def test_values_are_typed_as_they_are() -> None:
    values: tuple[JsonValue, ...] = (None, True, 2, "x", ["a"])
    assert [typed(value) for value in values] == ["", "true", "2", "x", '["a"]']
