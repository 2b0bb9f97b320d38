"""YamlText: what is written reads back the same, by us and by readers of YAML 1.1 and 1.2; bare wherever it can be."""

from datetime import date, datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.vault.yaml_readers import yaml_1_1, yaml_1_2
from vaultdesk.vault.frontmatter.frontmatter import JsonValue, read_frontmatter
from vaultdesk.vault.frontmatter.yaml_writer import (
    block_lines,
    flow_text,
    is_date,
    key_text,
    literal_lines,
    scalar_text,
)

SIGNS = st.text(alphabet="-?:,[]{}#&*!|>'\"%@`\\ \n\t.0123456789eExXoOb_+~=</yYnNrtTulfaseinNA", max_size=12)
WORDS = st.sampled_from(
    [
        "yes", "No", "ON", "off", "y", "N", "true", "True", "NULL", "null", "~", "", "=", "<<", "1e3", "1e-3", "1E+3",
        "007", "0o17", "0x1F", "0b11", "1_000", "12:30", "190:20:30", "1.", ".5", "+.inf", "-.INF", ".NaN", "-", "--",
        "---", "...", "--- a", "- a", "-a", "?", "? a", "a: b", "a:", ":a", "a #b", "#a", "a#b", "[[Note]]", "{{date}}",
        "2020-08-21", "2020-13-45", "0000-00-00", "2020-08-21T10:00", "2020-08-21T10:00:00", "2020-8-1",
        "2001-12-14 21:59:43.10 -5", " a", "a ", "a\n", "\na", "a\nb", "a\n\nb\n", "a\n\n", "a\n b", "\ta", "a\tb",
        "\u2028", "\x85", "\ufeff", "\x00", "\x7f", "\ufffe", "🎉", "%a", "@a", "`a`", "it's", 'say "hi"', "it's \"x\"",
        "a\\b", "*a*", "&a", "!a", "|", ">", "a, b", "a]", "0123456789", "9" * 20, "1,000", "1.2.3", "١٢", "12e03",
    ]
)  # fmt: skip
TEXTS = st.one_of(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=40), SIGNS, WORDS)
SCALARS: st.SearchStrategy[JsonValue] = st.one_of(
    TEXTS,
    st.none(),
    st.booleans(),
    st.integers(-(10**15) + 1, 10**15 - 1),
    st.floats(allow_nan=False, allow_infinity=False),
)
VALUES: st.SearchStrategy[JsonValue] = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(TEXTS, inner, max_size=4)),
    max_leaves=8,
)


def plain_dates(value: object) -> object:
    """Return what a reader of YAML 1.1 made dates of as the text it stood for."""
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, list):
        return [plain_dates(item) for item in value]
    if isinstance(value, dict):
        return {key: plain_dates(item) for key, item in value.items()}
    return value


def read_back(block: str) -> list[object]:
    head = read_frontmatter(f"---\n{block}\n---\n")
    assert head.problem == ""
    return [head.properties, plain_dates(yaml_1_1(block)), yaml_1_2(block)]


@given(SCALARS)
@example("2020-08-21")
def test_a_value_reads_back_the_same_everywhere(value: JsonValue) -> None:
    for found in read_back(f"key: {scalar_text(value)}"):
        assert found == {"key": value}
        assert isinstance(found, dict)
        assert type(found["key"]) is type(value)


@given(TEXTS, st.sampled_from(["", "'", '"']))
def test_quotes_change_nothing_of_a_text(text: str, quotes: str) -> None:
    assert read_back(f"key: {scalar_text(text, quotes=quotes)}") == [{"key": text}] * 3


@given(VALUES)
def test_a_value_on_one_line_reads_back_the_same(value: JsonValue) -> None:
    line = flow_text(value)
    assert "\n" not in line
    assert read_back(f"key: {line}") == [{"key": value}] * 3


@given(st.one_of(st.lists(VALUES, min_size=1, max_size=4), st.dictionaries(TEXTS, VALUES, min_size=1, max_size=4)))
def test_blocks_read_back_the_same(value: JsonValue) -> None:
    assert read_back("\n".join(["key:", *block_lines(value, 2)])) == [{"key": value}] * 3


@given(TEXTS)
def test_names_read_back_the_same(key: str) -> None:
    assert read_back(f"{key_text(key)}: 1") == [{key: 1}] * 3


@given(st.lists(TEXTS, min_size=1, max_size=4).map("\n".join))
def test_literal_text_reads_back_the_same(text: str) -> None:
    lines = literal_lines(text, 2)
    if lines is not None:
        assert read_back("\n".join([f"key: {lines[0]}", *lines[1:], "next: 1"])) == [{"key": text, "next": 1}] * 3


def test_text_of_several_lines_is_a_literal_block() -> None:
    assert literal_lines("one\ntwo", 2) == ["|-", "  one", "  two"]
    assert literal_lines("one\n\ntwo\n", 4) == ["|", "    one", "", "    two"]


@pytest.mark.parametrize("text", ["one", "one\n", " one\ntwo", "one\n two", "one \ntwo", "one\n\n", "\none", "a\rb\nc"])
def test_what_a_literal_block_might_change_is_quoted(text: str) -> None:
    assert literal_lines(text, 2) is None


@pytest.mark.parametrize(
    "text",
    [
        "open", "two words", "2020-08-21", "2020-08-21T14:30:00", "a#b", "C#", "https://x.org/a?b=c", "C:\\notes", "-x",
        "1.2.3", "1,000", "it's", 'say "hi"', "09:30", "🎉 done", "über", "x\u202ey", "a/b", "(a)", "a, b", "a [b]",
    ],
)  # fmt: skip
def test_a_text_nobody_misreads_stays_bare(text: str) -> None:
    assert scalar_text(text) == text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("yes", '"yes"'), ("No", '"No"'), ("on", '"on"'), ("1e3", '"1e3"'), ("007", '"007"'), ("12:30", '"12:30"'),
        ("[[Note]]", '"[[Note]]"'), ("#x", '"#x"'), ("a: b", '"a: b"'), ("", '""'), ("null", '"null"'), ("~", '"~"'),
        ('"x" y', "'\"x\" y'"), ("'x' \"y\"", '"\'x\' \\"y\\""'), ("a\tb", '"a\\tb"'), ("\x07", '"\\x07"'),
        ("2020-13-45", '"2020-13-45"'), ("2020-8-1 10:00:00", '"2020-8-1 10:00:00"'),
        (" a", '" a"'), ("a:", '"a:"'), ("- a", '"- a"'),
        ("\u2028", '"\\u2028"'), ("{{date}}", '"{{date}}"'), ("12", '"12"'), ("a\nb", '"a\\nb"'),
    ],
)  # fmt: skip
def test_a_text_some_reader_misreads_is_quoted(text: str, written: str) -> None:
    assert scalar_text(text) == written


@pytest.mark.parametrize(
    ("number", "written"),
    [(1e22, "1.0e+22"), (1e-7, "1.0e-07"), (1.5, "1.5"), (1234567890123456.0, "1.234567890123456e+15")],
)
def test_numbers_have_the_point_that_every_reader_wants(number: float, written: str) -> None:
    assert scalar_text(number) == written


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "\ud800"])
def test_what_yaml_cannot_hold_is_refused(value: JsonValue) -> None:
    with pytest.raises(ValueError, match="written"):
        scalar_text(value)


def test_a_day_must_be_on_the_calendar() -> None:
    days = ["2020-02-29", "2021-02-29", "2020-08-21T25:00", "2020-08-21T23:59:59", "20200821", "0000-01-01"]
    assert [is_date(day) for day in days] == [True, False, False, True, False, False]


def test_a_careless_writer_would_fail_these_tests() -> None:
    # Quotes only where YAML 1.2 needs them, as many do: the reader of YAML 1.1 then sees something else.
    assert yaml_1_1("key: yes") != {"key": "yes"}
    assert yaml_1_2("key: 007") != {"key": "007"}
