"""Lines counted, and code told by its indent."""

import pytest

from vaultdesk.vault.text_lines import LineCounter, without_indented_code


def test_lines_are_counted_forth_and_back() -> None:
    lines = LineCounter("a\nb\nc\n", 1)
    assert [lines.line_at(place) for place in (0, 1, 2, 4, 2, 6)] == [1, 1, 2, 3, 2, 4]


def test_only_code_by_indent_is_blanked() -> None:
    text = "a\n\n    code\n\n\tmore\nb\n    lazy\n\n- item\n\n    of the item\n\nc\n\n    code"
    blanked = without_indented_code(text)
    assert len(blanked) == len(text)
    assert [line for line in blanked.split("\n") if line.strip()] == [
        "a",
        "b",
        "    lazy",
        "- item",
        "    of the item",
        "c",
    ]
    assert without_indented_code("a\n\n  b") == "a\n\n  b"


@pytest.mark.parametrize(
    ("item", "goes_on", "is_code"),
    [
        ("- item", "  text", False),
        ("- item", "   text", False),
        ("1. item", "   text", False),
        ("1. item", "  text", True),
        ("-   item", "  text", True),
        ("- item", " text", True),
        ("- item", "text", True),
        ("-\titem", "text", True),
        ("[^1]: note", "text", True),
    ],
)
def test_a_paragraph_under_an_item_keeps_what_follows_in_the_list(item: str, goes_on: str, is_code: bool) -> None:
    blanked = without_indented_code(f"{item}\n\n{goes_on}\n\n    deeper")
    assert ("deeper" not in blanked) is is_code
