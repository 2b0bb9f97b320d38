"""A text that grows as a value."""

import time

from vaultdesk.agent.growing_text import GrowingText


def test_a_text_that_has_grown_leaves_the_shorter_one_as_it_was() -> None:
    short = GrowingText("One")
    long, other = short.grown(" two"), short.grown(" three")
    assert [str(text) for text in (short, long, other)] == ["One", "One two", "One three"]
    assert [len(text) for text in (short, long, other)] == [3, 7, 9]


def test_texts_that_say_the_same_are_the_same() -> None:
    assert GrowingText("One").grown(" two") == GrowingText("One two")
    assert len({GrowingText("One").grown(" two"), GrowingText("One two")}) == 1
    assert GrowingText("One") != GrowingText("Two")


def test_what_was_added_can_be_asked_for() -> None:
    short = GrowingText("One")
    long = short.grown(" two").grown(" three")
    assert (long.since(short), long.since(long), long.since(GrowingText())) == (" two three", "", "One two three")
    assert GrowingText("One two").since(short) == " two"


def test_a_long_text_grows_as_fast_as_a_short_one() -> None:
    piece, text = "x" * 1_000, GrowingText()
    began = time.process_time()
    for _ in range(100_000):  # copied each time, these would be five terabytes
        text = text.grown(piece)
    assert time.process_time() - began < 5
    assert len(text) == 100_000_000
