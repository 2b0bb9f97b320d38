"""Tests of ui/review/passage_model.py: text is split without loss; tables and code are separate parts."""

import random

import pytest

from vaultdesk.ui.review.passage_model import MAX_PART_CHARACTERS, PassagePart, text_parts


def test_t2_prose_tables_and_code_are_separate_parts() -> None:
    text = "Prose.\n\n| a | b |\n| 1 | 2 |\nMore.\n```py\nx = 1\n\ny = 2\n```\nEnd."

    assert [(piece.fixed, piece.text) for piece in text_parts(text)] == [
        (False, "Prose.\n"),
        (True, "| a | b |\n| 1 | 2 |"),
        (False, "More."),
        (True, "```py\nx = 1\n\ny = 2\n```"),
        (False, "End."),
    ]


def test_marks_are_shifted_by_escaped_characters() -> None:
    text = "a\u202eb heat pump\u200b"
    (piece,) = text_parts(text, ((4, 13),))

    assert piece == PassagePart("a<U+202E>b heat pump<U+200B>", ((11, 20),))
    assert piece.text[11:20] == "heat pump"


def test_many_empty_lines_are_replaced_by_a_count() -> None:
    text = "Above." + "\n" * 3_000 + "Below."

    assert [piece.text for piece in text_parts(text)] == ["Above.", "(2,999 empty lines)", "Below."]
    assert [piece.text for piece in text_parts("Above.\n\n\nBelow.")] == ["Above.\n\n\nBelow."]


@pytest.mark.parametrize("seed", range(30))
def test_every_character_is_retained_and_parts_have_a_size_limit(seed: int) -> None:
    rng = random.Random(seed)
    lines = ["word " * rng.randrange(400), "| x | y |", "```", "x" * rng.randrange(5_000), "plain", ""]
    text = "\n".join(rng.choice(lines) for _ in range(60))
    pieces = list(text_parts(text))

    characters = "".join("".join(piece.text.split()) for piece in pieces if not piece.text.endswith("empty lines)"))
    assert characters == "".join(text.split())
    assert max(len(piece.text) for piece in pieces) <= MAX_PART_CHARACTERS


def test_parts_are_produced_lazily() -> None:
    pieces = text_parts("line\n" * 10_000_000)

    assert len(next(pieces).text) <= MAX_PART_CHARACTERS
