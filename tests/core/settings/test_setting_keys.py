"""Dotted names of settings."""

import pytest
from pydantic import BaseModel

from vaultdesk.core.errors import UsageError
from vaultdesk.core.settings.setting_keys import (
    explicit_values,
    format_setting,
    format_toml_array,
    inline_toml_entry,
    join_key,
    line_of_setting,
    parse_setting,
    split_key,
    value_at,
    with_value,
)


@pytest.mark.parametrize(
    ("key", "parts"),
    [
        ("chat.model", ("chat", "model")),
        ('vaults."/my/n.o tes".opened', ("vaults", "/my/n.o tes", "opened")),
        (r"vaults.'C:\Notes'.opened", ("vaults", "C:\\Notes", "opened")),
        ("version", ("version",)),
    ],
)
def test_a_key_is_split_as_toml_does_and_joined_again(key: str, parts: tuple[str, ...]) -> None:
    assert split_key(key) == parts
    assert split_key(join_key(parts)) == parts


@pytest.mark.parametrize("key", ["", ".", "a.", "a b", "/notes.opened", "a = 1\nb", "[a]"])
def test_what_is_no_key_is_refused(key: str) -> None:
    with pytest.raises(UsageError, match="is not the name of a setting"):
        split_key(key)


def test_setting_a_value_leaves_the_table_it_came_from_alone() -> None:
    table: dict[str, object] = {"a": {"b": 1}}

    assert with_value(table, ("a", "c"), 2) == {"a": {"b": 1, "c": 2}}
    assert with_value(table, ("x", "y"), 2) == {"a": {"b": 1}, "x": {"y": 2}}
    assert table == {"a": {"b": 1}}


def test_there_is_nothing_behind_a_plain_value() -> None:
    assert value_at({"a": {"b": 1}}, ("a", "b")) == 1
    with pytest.raises(KeyError):
        value_at({"a": 1}, ("a", "b"))
    with pytest.raises(KeyError):
        with_value({"a": 1}, ("a", "b"), 2)


@pytest.mark.parametrize("value", [True, 5, "plain", 'with "quotes"', ["a", 1], [{"a": "b"}]])
def test_a_value_printed_can_be_read_again(value: object) -> None:
    assert parse_setting(format_setting(value)) == value


def test_text_that_is_no_toml_is_itself() -> None:
    assert parse_setting("https://localhost:1/v1") == "https://localhost:1/v1"
    assert parse_setting('1\nother = "2"') == '1\nother = "2"'


def test_tables_in_an_array_are_written_inline_one_a_line() -> None:
    assert format_toml_array([{"a": 1}, 2]).as_string() == "[\n    {a = 1},\n    2,\n]"
    assert inline_toml_entry("x") == "x"


TEXT = """\
version = 1
[appearance]
theme = "drak"

[providers.work]
kind = "x"
[vaults."/my/n.o"]
rules = [
  {answer = "alow"},
]
"""


@pytest.mark.parametrize(
    ("parts", "line"),
    [
        (("version",), 1),
        (("appearance", "theme"), 3),
        (("providers", "work", "kind"), 6),
        (("providers", "work", "missing"), 5),
        (("vaults", "/my/n.o", "rules", 0, "answer"), 8),
        (("chat", "model"), None),
    ],
)
def test_the_line_of_a_value_is_found(parts: tuple[str | int, ...], line: int | None) -> None:
    assert line_of_setting(TEXT, parts) == line


def test_a_crooked_line_does_not_stop_the_search() -> None:
    assert line_of_setting('[["]]\n= =\n"a" . b = 1\n', ("a", "b")) == 3


class Small(BaseModel):
    """Settings with defaults."""

    colour: str = "red"
    sizes: tuple[int, ...] = (1,)
    inner: "Small | None" = None


def test_only_what_was_chosen_is_written_a_chosen_default_too_and_lists_are_plain() -> None:
    assert explicit_values(Small()) == {}
    assert explicit_values(Small(colour="red")) == {"colour": "red"}
    assert explicit_values(Small(inner=Small(sizes=(1, 2)))) == {"inner": {"sizes": [1, 2]}}
