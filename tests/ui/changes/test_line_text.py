"""Line text: hostile lines are spelled out, cut with a count, and broken so that nothing lies beyond the edge."""

import time

import pytest

from vaultdesk.ui.changes.line_text import LONGEST_LINE, Spelled, drawn_lines, is_plain, spelled, wrapped


def pieces(text: str, columns: int) -> list[str]:
    return [text[start:end] for start, end in wrapped(text, columns)]


def test_plain_text_stays_as_it_is() -> None:
    assert is_plain("tags: [a]")
    assert spelled("tags: [a]", ((0, 4),)) == Spelled("tags: [a]", ((0, 4),))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\u202eb", "a<U+202E>b"),
        ("a\u200bb", "a<U+200B>b"),
        ("a\tb", "a    b"),
        ("\u3164", "<U+3164>"),
        ("a\rb", "a<U+000D>b"),
        ("Nordwärme 日本", "Nordwärme 日本"),
        ("\ufeff# A", "<U+FEFF># A"),
    ],
)
def test_what_cannot_be_seen_is_spelled_out(text: str, shown: str) -> None:
    assert spelled(text).text == shown


def test_marks_move_with_what_is_spelled_out_before_them() -> None:
    line = spelled("\u202eab\tcd", ((1, 3), (4, 6)))
    assert [line.text[start:end] for start, end in line.marks] == ["ab", "cd"]


def test_a_long_line_is_cut_and_counted_with_its_marks() -> None:
    line = spelled("x" * 10_000, ((10, 20), (3_990, 9_000), (9_500, 9_600)))
    assert line == Spelled("x" * LONGEST_LINE, ((10, 20), (3_990, LONGEST_LINE)), 10_000 - LONGEST_LINE)


def test_lines_break_after_blanks_and_lose_nothing() -> None:
    text = "The old boiler leaks and somebody should look after it"
    assert pieces(text, 20) == ["The old boiler ", "leaks and somebody ", "should look after it"]


def test_a_word_longer_than_the_line_is_broken() -> None:
    assert pieces("x" * 25, 10) == ["x" * 10, "x" * 10, "x" * 5]


def test_wide_letters_take_two_columns() -> None:
    assert pieces("日本語の長い行です", 8) == ["日本語の", "長い行で", "す"]
    assert "".join(pieces("a日b本c語" * 40, 20)) == "a日b本c語" * 40


@pytest.mark.parametrize("text", ["", " ", "\u0301" * 50, "日" * 50, " " * 5_000 + "and the rest"])
def test_every_character_is_in_one_piece(text: str) -> None:
    assert "".join(pieces(text, 30)) == text


def test_lines_are_counted_as_they_are_drawn() -> None:
    assert drawn_lines("short", 80) == 1
    assert drawn_lines("x" * 160, 80) == 2
    # The cut line has one more, which says how much is cut.
    assert drawn_lines("x" * (LONGEST_LINE + 1), 80) == LONGEST_LINE // 80 + 1


@pytest.mark.parametrize("text", ["x" * 1_000_000, "日" * 1_000_000, "\u202e" * 1_000_000, " " * 1_000_000])
def test_a_megabyte_in_one_line_is_quick_at_first_sight(text: str) -> None:
    began = time.process_time()
    drawn_lines(text, 90)
    assert time.process_time() - began < 0.25
