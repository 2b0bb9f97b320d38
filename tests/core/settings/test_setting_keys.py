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
def test_a_key_is_split_by_the_rules_of_toml_and_joined_again(key: str, parts: tuple[str, ...]) -> None:
    assert split_key(key) == parts
    assert split_key(join_key(parts)) == parts


@pytest.mark.parametrize("key", ["", ".", "a.", "a b", "/notes.opened", "a = 1\nb", "[a]"])
def test_an_invalid_key_is_refused(key: str) -> None:
    with pytest.raises(UsageError, match="is not the name of a setting"):
        split_key(key)


def test_setting_a_value_does_not_change_the_original_table() -> None:
    table: dict[str, object] = {"a": {"b": 1}}

    assert with_value(table, ("a", "c"), 2) == {"a": {"b": 1, "c": 2}}
    assert with_value(table, ("x", "y"), 2) == {"a": {"b": 1}, "x": {"y": 2}}
    assert table == {"a": {"b": 1}}


def test_a_plain_value_has_no_children() -> None:
    assert value_at({"a": {"b": 1}}, ("a", "b")) == 1
    with pytest.raises(KeyError):
        value_at({"a": 1}, ("a", "b"))
    with pytest.raises(KeyError):
        with_value({"a": 1}, ("a", "b"), 2)


@pytest.mark.parametrize("value", [True, 5, "plain", 'with "quotes"', ["a", 1], [{"a": "b"}]])
def test_a_formatted_value_reads_back(value: object) -> None:
    assert parse_setting(format_setting(value)) == value


def test_text_that_is_not_toml_is_parsed_as_text() -> None:
    assert parse_setting("https://localhost:1/v1") == "https://localhost:1/v1"
    assert parse_setting('1\nother = "2"') == '1\nother = "2"'


def test_tables_in_an_array_are_written_inline_on_separate_lines() -> None:
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


def test_an_invalid_line_does_not_stop_the_search() -> None:
    assert line_of_setting('[["]]\n= =\n"a" . b = 1\n', ("a", "b")) == 3


class SampleSettings(BaseModel):
    """Sample settings with defaults."""

    colour: str = "red"
    sizes: tuple[int, ...] = (1,)
    inner: "SampleSettings | None" = None


def test_only_explicit_values_are_written_including_explicit_defaults() -> None:
    assert explicit_values(SampleSettings()) == {}
    assert explicit_values(SampleSettings(colour="red")) == {"colour": "red"}
    assert explicit_values(SampleSettings(inner=SampleSettings(sizes=(1, 2)))) == {"inner": {"sizes": [1, 2]}}
