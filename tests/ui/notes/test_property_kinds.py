"""Tests of ui/notes/property_kinds.py."""

from datetime import date

import pytest

from vaultdesk.ui.notes.property_kinds import (
    DONE_STATUSES,
    Kind,
    add_property_edit,
    converted,
    empty_of,
    is_done_status,
    is_iso,
    link_in,
    parse_day,
    parse_property,
    property_input_text,
    property_kind_of,
    property_text,
    remove_property_edit,
    rename_property_edit,
    retype_property_edit,
    set_property_edit,
)
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
def test_the_declared_kind_is_used_if_the_value_fits_it(
    name: str, value: JsonValue, types: dict[str, str], kind: Kind
) -> None:
    assert property_kind_of(name, value, types) == kind


@pytest.mark.parametrize(
    ("value", "kind", "result"),
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
def test_values_are_converted_to_another_kind(value: JsonValue, kind: Kind, result: JsonValue) -> None:
    assert converted(value, kind) == result


def test_the_initial_value_of_each_kind_is_empty() -> None:
    assert [empty_of(kind) for kind in ("list", "checkbox", "text")] == [[], False, None]


def test_only_valid_calendar_dates_are_iso_dates() -> None:
    assert is_iso("2026-02-28", with_time=False)
    assert not is_iso("2026-02-30", with_time=False)
    assert not is_iso("2026-02-28", with_time=True)


def test_dates_are_shown_in_the_format_of_the_system() -> None:
    assert property_text("2026-11-12", "date") == "12 Nov 2026"
    assert property_text("2026-11-12T09:30:00", "datetime").startswith("12 Nov 2026, ")
    assert property_text("soon", "date") == "soon"
    assert (property_text(None, "text"), property_text(3, "number"), property_text({"a": 1}, "nested")) == (
        "",
        "3",
        '{"a": 1}',
    )


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
def test_typed_text_is_parsed_by_its_kind(text: str, kind: Kind, value: JsonValue) -> None:
    assert parse_property(text, kind) == value


@pytest.mark.parametrize(("text", "kind"), [("many", "number"), ("soon", "date"), ("soon, later", "datetime")])
def test_text_that_does_not_fit_its_kind_is_refused_with_a_message(text: str, kind: Kind) -> None:
    with pytest.raises(ValueError, match="This is not"):
        parse_property(text, kind)


def test_displayed_dates_are_parsed_back() -> None:
    for value, kind in (("2026-11-12", "date"), ("2026-11-12T09:30:00", "datetime")):
        assert parse_property(property_text(value, kind), kind) == value  # type: ignore[arg-type]  # the kinds are spelled out above


def test_names_of_near_days_are_parsed() -> None:
    today, tomorrow = parse_day("today"), parse_day("Tomorrow")
    assert isinstance(today, date)
    assert isinstance(tomorrow, date)
    assert (tomorrow - today).days == 1
    assert parse_day("never") is None


def test_a_link_is_found_only_if_it_is_the_whole_value() -> None:
    assert link_in("[[A/Boiler.md|the boiler]]") == ("A/Boiler.md", "the boiler")
    assert link_in("[[A/Boiler]]") == ("A/Boiler", "Boiler")
    assert link_in("see [[Boiler]]") == ("", "")
    assert link_in(3) == ("", "")


def test_the_input_text_of_a_value_is_literal() -> None:
    values: tuple[JsonValue, ...] = (None, True, 2, "x", ["a"])
    assert [property_input_text(value) for value in values] == ["", "true", "2", "x", '["a"]']


# Done statuses: words of each language that mean completed, and no others.


@pytest.mark.parametrize("word", ["decided", "Done", " erledigt ", "TERMINÉ", "hecho", "已完成"])
def test_words_that_mean_completed_are_done_statuses(word: str) -> None:
    assert is_done_status(word)


@pytest.mark.parametrize("word", ["", "open", "undecided", "not done", "in Arbeit", "done?"])
def test_other_words_are_not_done_statuses(word: str) -> None:
    assert not is_done_status(word)


def test_done_statuses_are_stored_casefolded() -> None:
    assert {word.casefold() for word in DONE_STATUSES} == DONE_STATUSES


NOTE = "---\nstatus: open # why\ntags:\n- a\n---\nText\n"


def test_each_edit_changes_only_its_own_lines() -> None:
    assert set_property_edit("status", "done", {})(NOTE) == NOTE.replace("open", "done")
    assert set_property_edit("tags", ["a", "b"], {})(NOTE) == NOTE.replace("- a\n", "- a\n- b\n")
    assert remove_property_edit("status")(NOTE) == NOTE.replace("status: open # why\n", "")
    assert rename_property_edit("status", "state")(NOTE) == NOTE.replace("status", "state")
    assert retype_property_edit("status", "list")(NOTE).count("open") == 1
    assert add_property_edit("due", "date", {})(NOTE) == NOTE.replace("---\nText", "due:\n---\nText")
    assert add_property_edit("STATUS", "text", {})(NOTE) == NOTE


def test_the_first_property_creates_the_frontmatter() -> None:
    assert add_property_edit("done", "checkbox", {})("Text\n") == "---\ndone: false\n---\nText\n"
