"""Sizes: three figures and a unit."""

import pytest

from vaultdesk.diagnosis.sizes import size_words


@pytest.mark.parametrize(
    ("size", "words"),
    [(0, "0 bytes"), (999, "999 bytes"), (1_000, "1.0 kB"), (225_280, "225 kB"), (999_700, "1.0 MB"),
     (76_900_000_000, "76.9 GB"), (5e15, "5000 TB")],
)  # fmt: skip
def test_bytes_are_told_as_people_say_them(size: float, words: str) -> None:
    assert size_words(size) == words
