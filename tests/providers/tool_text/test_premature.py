"""Premature: how much a model may say around its calls."""

import pytest

from vaultdesk.providers.tool_text.premature import USUAL


@pytest.mark.parametrize(
    ("text", "long"),
    [
        ("", False),
        ("I'll search your notes.", False),
        ("I'll search your notes. Then I read the best one.", False),
        ("One. Two. Three.", True),
        ("a" * 200, False),
        ("  " + "a" * 200 + "\n\n", False),
        ("a" * 201, True),
        ("Let me look at e.g. the boiler note from 3. May.", False),
    ],
)
def test_before_a_call_two_sentences_or_200_characters_are_a_brief_word(text: str, long: bool) -> None:
    assert USUAL.long_before(text) is long


@pytest.mark.parametrize(
    ("text", "streamed", "early"),
    [
        ("a" * 50, True, False),
        ("a" * 51, True, True),
        ("\n\n" + "a" * 50 + "  \n", True, False),
        ("a" * 100, False, False),
        ("a" * 101, False, True),
        (" " * 500, True, False),
    ],
)
def test_after_a_call_fifty_characters_stop_a_stream_and_a_hundred_cut_a_whole_answer(
    text: str, streamed: bool, early: bool
) -> None:
    assert USUAL.answers_early(text, streamed=streamed) is early
