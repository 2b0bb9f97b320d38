"""Texts: words stand plainly wherever that is plain, and a marker says so where it is not."""

import pytest

from vaultdesk.chat.note_format.markers import Marker
from vaultdesk.chat.note_format.texts import plain_facts, quoted, text_lines, text_of, unquoted


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("words", {}),
        ("two\n\nparagraphs", {}),
        ("", {"exact": True}),
        ("\nwords\n", {"exact": True}),
        (" \t", {"exact": True}),
        ("a\rb", {"signs": True}),
        ("```\ncode", {"fence": True}),
        ("## You", {"headings": True}),
        ("```\n## You\n```", {}),
        ("```\n<!-- vaultdesk:user x -->\n```", {"quotes": True}),
        ("<!-- vaultdesk:user x -->", {}),
    ],
)
def test_a_text_comes_back_by_what_its_marker_tells(text: str, facts: dict[str, bool]) -> None:
    lines, told = text_lines(text)
    assert told == facts
    assert text_of(lines, Marker("text", told) if told else None) == text


def test_a_fence_that_was_left_open_is_closed_in_the_note() -> None:
    assert text_lines("```py\ncode")[0] == ["```py", "code", "```"]
    assert text_of(["```py", "code", "```"], Marker("text", {"fence": True})) == "```py\ncode"
    assert text_of(["```py", "code"], Marker("text", {"fence": True})) == "```py\ncode"


def test_code_is_not_escaped_and_words_are() -> None:
    marker = "<!-- vaultdesk:text -->"
    assert text_lines(f"{marker}\n```\n{marker}\n```")[0] == [f"\\{marker}", "```", marker, "```"]


def test_lines_are_quoted_and_unquoted() -> None:
    lines = ["a", "", " b", "> c", ">"]
    assert quoted(lines) == ["> a", ">", ">  b", "> > c", "> >"]
    assert unquoted(quoted(lines)) == lines
    assert unquoted([">a", ">"]) == ["a", ""]
    assert plain_facts("a\r") == ("a␛r", {"signs": True})
    assert plain_facts("a") == ("a", {})
