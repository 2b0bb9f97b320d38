"""Tests of vault/frontmatter/plain_yaml.py."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.campaigns import examples
from vaultdesk.vault.frontmatter import yaml_reader
from vaultdesk.vault.frontmatter.plain_yaml import (
    MAX_PLAIN_BLOCK,
    MAX_PLAIN_NAME,
    JsonValue,
    parse_plain_properties,
    parse_scalar,
)

# Plain scalars: numbers, booleans and null are converted; ambiguous ones stay text.


@pytest.mark.parametrize(
    ("word", "meaning"),
    [
        ("", None), ("~", None), ("null", None), ("true", True), ("False", False), ("12", 12), ("-3", -3), ("1.5", 1.5),
        ("2e3", 2000.0), ("yes", "yes"), ("007", "007"), ("2026-11-20", "2026-11-20"), ("1e999", "1e999"),
        ("1234567890123456", "1234567890123456"), ("boiler", "boiler"), ("- 1", "- 1"),
    ],
)  # fmt: skip
def test_a_plain_scalar_is_parsed_to_its_type(word: str, meaning: JsonValue) -> None:
    found = parse_scalar(word)
    assert (found, type(found)) == (meaning, type(meaning))


# Plain properties: accepted blocks have the same value in libyaml, and nearly every real block is accepted.

PIECES = (
    "a", "tags", "b c", "é", "日本", ":", ": ", ":\n", " ", "\n", "\n  - ", "\n- ", "- ", "[", "]", "[a, b]",
    "[]", ", ", "\"", "'", "\"x: y\"", "'z'", "#", " #c", "1", "012", "1.5", "-1", "1e5", "true", "null", "~",
    "yes", "2020-01-02", "&", "*a", "!t", "|", ">", "\t", "%", "@", "`", "...", "---", "?", "{", "}", "<<",
    "k: v\n", "l:\n  - a\n  - b\n", "\\n", "\u00a0", "\u0085", "\u2028", "\ufeff", "😀", "\x07", "'it''s'",
    "\"\"", "٣", "º",
)  # fmt: skip
VALUES = ("", "x", "1", "a b", '"q: #"', "'s'", "[a, 'b c', \"d\"]", "a: b", "a #b", "[a", "2024-05-01 10:30", "é😀")


def _parse_by_libyaml(block: str) -> object:
    try:
        return yaml_reader.parse_by_events(block)
    except Exception as error:  # noqa: BLE001 - a block with any error must not be accepted as plain
        return error


def _check(block: str) -> bool:
    found = parse_plain_properties(block, parse_scalar)
    if found is not None:
        assert repr(found) == repr(_parse_by_libyaml(block))
    return found is not None


@examples(1_500)
@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_accepted_text_has_the_same_value_in_libyaml(block: str) -> None:
    _check(block)


@examples(800)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(("k", "a b", "x-y", "ms.date", "_u", "k2")),
            st.sampled_from(VALUES),
            st.lists(st.tuples(st.sampled_from(("- ", "  - ", " -")), st.sampled_from(VALUES)), max_size=3),
        ),
        max_size=4,
    )
)
def test_accepted_nearly_plain_blocks_have_the_same_value_in_libyaml(
    lines: list[tuple[str, str, list[tuple[str, str]]]],
) -> None:
    _check("".join(f"{name}: {value}\n" + "".join(f"{mark}{item}\n" for mark, item in items)
                   for name, value, items in lines))  # fmt: skip


@pytest.mark.parametrize("character", [chr(code) for code in (*range(0x20), 0x7F, 0x85, 0xA0, 0x2028, 0xFEFF, 0xFFFE)])
def test_characters_with_a_special_meaning_in_yaml_are_parsed_as_by_libyaml(character: str) -> None:
    for block in (f"k: a{character}b\n", f'k: "a{character}b"\n', f"k{character}l: a\n", f"k: [a{character}b]\n"):
        _check(block)


REAL = """aliases:
- Ilya Paripsa
tags:
-
publish: true
description: "Learn more about: _ismbbgraph"
ms.date: 11/04/2016
f1_keywords: ["C6518", "WRITABLE"]
topics: [a, area/b]
rating: 4.5
time: 2024-05-01 10:30
empty:
"""


def test_common_properties_are_accepted() -> None:
    assert parse_plain_properties(REAL, parse_scalar) == {
        "aliases": ["Ilya Paripsa"],
        "tags": [None],
        "publish": True,
        "description": "Learn more about: _ismbbgraph",
        "ms.date": "11/04/2016",
        "f1_keywords": ["C6518", "WRITABLE"],
        "topics": ["a", "area/b"],
        "rating": 4.5,
        "time": "2024-05-01 10:30",
        "empty": None,
    }
    assert _check(REAL)


@pytest.mark.parametrize(
    "block",
    [
        "a: &x 1\n",
        "a: *x\n",
        "a: !!str 1\n",
        "a: {b: c}\n",
        "a: |\n  x\n",
        "a: 1\na: 2\n",
        "- a\n",
        "a: 'it''s'\n",
        f"a: {'b' * MAX_PLAIN_BLOCK}\n",
        f"{'n' * (MAX_PLAIN_NAME + 1)}: 1\n",
        "# c\n",
        "a: b\n  c\n",
    ],
)
def test_blocks_that_are_not_plain_are_declined(block: str) -> None:
    assert parse_plain_properties(block, parse_scalar) is None
