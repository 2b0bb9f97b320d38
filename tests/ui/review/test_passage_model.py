"""The text of a passage in pieces: literal, nothing hidden, tables and code apart."""

import random

import pytest

from vaultdesk.ui.review.passage_model import MAX_PART_CHARACTERS, PassagePart, text_parts


def test_t2_prose_tables_and_code_are_pieces_of_their_own() -> None:
    text = "Prose.\n\n| a | b |\n| 1 | 2 |\nMore.\n```py\nx = 1\n\ny = 2\n```\nEnd."

    assert [(piece.fixed, piece.text) for piece in text_parts(text)] == [
        (False, "Prose.\n"),
        (True, "| a | b |\n| 1 | 2 |"),
        (False, "More."),
        (True, "```py\nx = 1\n\ny = 2\n```"),
        (False, "End."),
    ]


def test_marks_stand_where_the_words_are_after_characters_were_spelled_out() -> None:
    text = "a\u202eb heat pump\u200b"
    (piece,) = text_parts(text, ((4, 13),))

    assert piece == PassagePart("a<U+202E>b heat pump<U+200B>", ((11, 20),))
    assert piece.text[11:20] == "heat pump"


def test_many_empty_lines_are_told_as_a_number() -> None:
    text = "Above." + "\n" * 3_000 + "Below."

    assert [piece.text for piece in text_parts(text)] == ["Above.", "(2,999 empty lines)", "Below."]
    assert [piece.text for piece in text_parts("Above.\n\n\nBelow.")] == ["Above.\n\n\nBelow."]


@pytest.mark.parametrize("seed", range(30))
def test_no_letter_is_left_out_and_every_piece_is_small(seed: int) -> None:
    chance = random.Random(seed)
    lines = ["word " * chance.randrange(400), "| x | y |", "```", "x" * chance.randrange(5_000), "plain", ""]
    text = "\n".join(chance.choice(lines) for _ in range(60))
    pieces = list(text_parts(text))

    kept = "".join("".join(piece.text.split()) for piece in pieces if not piece.text.endswith("empty lines)"))
    assert kept == "".join(text.split())
    assert max(len(piece.text) for piece in pieces) <= MAX_PART_CHARACTERS


def test_only_what_is_taken_is_prepared() -> None:
    pieces = text_parts("line\n" * 10_000_000)

    assert len(next(pieces).text) <= MAX_PART_CHARACTERS
