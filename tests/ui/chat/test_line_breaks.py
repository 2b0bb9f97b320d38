"""Tests of line_breaks.py."""

from vaultdesk.ui.chat.line_breaks import LONGEST_LINE, broken_lines


def test_lines_are_broken_at_a_space_where_there_is_one() -> None:
    text = "word " * 1_000
    assert all(len(line) <= LONGEST_LINE for line in broken_lines(text).split("\n"))
    assert broken_lines(text).replace("\n", "") == text
