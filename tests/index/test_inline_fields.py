"""Inline fields: what Dataview reads as a note's fields, and hostile lines that must cost no more than others."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultdesk.index.inline_fields import MOST_FIELDS, inline_fields, inline_value
from vaultdesk.vault.frontmatter.frontmatter import JsonValue


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("Rating:: 5", [("Rating", 5)]),
        ("**Bold Key**:: x", [("Bold Key", "x")]),
        ("Empty::", [("Empty", None)]),
        ("A [due:: 2026-01-01] and (who:: me)", [("due", "2026-01-01"), ("who", "me")]),
        ("- Key:: in a list", [("Key", "in a list")]),
        ("- [ ] task [due:: 2026-01-01]", []),
        ("- [x] done:: yes", []),
        ("[outer:: with [nested] brackets]", [("outer", "with [nested] brackets")]),
        (r"[a:: x \] y]", [("a", r"x \] y")]),
        ("[open:: [b:: y]", [("b", "y")]),
        ("[link](https://x.org/a)", []),
        ("https://x.org::8080", []),
        ("no field here", []),
    ],
)
def test_a_line_gives_its_fields(line: str, wanted: list[tuple[str, JsonValue]]) -> None:
    assert list(inline_fields(line)) == wanted


def test_code_has_no_fields_and_fields_after_it_count() -> None:
    body = "```\na:: 1\n~~~\nb:: 2\n```\nc:: 3\n~~~~ dataview\nd:: 4\n```\n~~~~\ne:: 5"
    assert list(inline_fields(body)) == [("c", 3), ("e", 5)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("true", True), ("3", 3), ("-2.5", -2.5), ('"7"', "7"), ("[[A]], [[B]]", ["[[A]]", "[[B]]"]),
        ("1, 2", [1, 2]), ("this, that", "this, that"), ("  ", None), ("2026-01-01", "2026-01-01"),
    ],
)  # fmt: skip
def test_values_are_what_they_plainly_are(text: str, value: JsonValue) -> None:
    found = inline_value(text)
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize("bait", ["[a::", "[a:: ]", "[", "(::", "[a::(b::", "a::,", '::"', "- [a:: "])
def test_hostile_lines_take_no_longer(bait: str) -> None:
    started = time.process_time()
    found = list(inline_fields((bait * 32_000)[:32_000] + "\n" + "x:: 1\n" * 5_000))
    assert time.process_time() - started < 1
    assert len(found) <= MOST_FIELDS


@given(st.text(alphabet=st.sampled_from('[](): "\\,#-`~ab\n1'), max_size=200))
def test_whatever_is_written_fields_have_names_and_json_values(body: str) -> None:
    for name, value in inline_fields(body):
        assert name.strip()
        json.dumps(value)
