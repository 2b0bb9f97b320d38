"""A note's new text made of its old one and what is written over it or after it."""

import pytest

from vaultdesk.vault.whole_note import appended_note, new_note, replaced_note

OLD = "---\nb: 2 # kept\na: 1\n---\nold\n"


def test_a_new_note_gets_its_properties_and_the_given_ones_win() -> None:
    assert new_note("text\r\n", {}) == "text\n"
    assert new_note("text", {"a": 1}) == "---\na: 1\n---\ntext"
    assert new_note("---\na: 1\nb: 2\n---\ntext", {"a": 3}) == "---\na: 3\nb: 2\n---\ntext"


def test_a_replaced_note_keeps_its_head_unless_the_content_brings_one() -> None:
    assert replaced_note(OLD, "new\n", {}) == "---\nb: 2 # kept\na: 1\n---\nnew\n"
    assert replaced_note(OLD, "new\n", {"a": 5}) == "---\nb: 2 # kept\na: 5\n---\nnew\n"
    assert replaced_note(OLD, "---\nc: 1\n---\nnew\n", {}) == "---\nc: 1\n---\nnew\n"
    assert replaced_note(OLD, "---\nc: 1\n---\nnew\n", {"c": 2}) == "---\nc: 2\n---\nnew\n"
    assert replaced_note("---\na: 1\n---", "new", {}) == "---\na: 1\n---\nnew"
    assert replaced_note("old", "", {}) == ""


@pytest.mark.parametrize(
    ("old", "content", "expected"),
    [
        ("a\n", "b\n", "a\nb\n"),
        ("a\n", "b", "a\nb\n"),
        ("a", "b", "a\nb"),
        ("a\n\n", "b\n", "a\n\nb\n"),
        ("", "b", "b"),
        ("a\n", "", "a\n"),
        ("a\n", "x\r\ny", "a\nx\ny\n"),
        (OLD, "---\nc: 3\n---\nnew\n", "---\nb: 2 # kept\na: 1\nc: 3\n---\nold\nnew\n"),
        ("a\n", "---\nbroken: [\n---\nb", "a\n---\nbroken: [\n---\nb\n"),
    ],
)
def test_appended_text_begins_on_a_line_of_its_own(old: str, content: str, expected: str) -> None:
    assert appended_note(old, content, {}) == expected


def test_given_properties_win_over_those_of_the_content() -> None:
    assert appended_note("a\n", "---\nc: 3\n---\nb\n", {"c": 4}) == "---\nc: 4\n---\na\nb\n"
