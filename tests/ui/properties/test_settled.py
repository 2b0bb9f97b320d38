"""Settled: a status that says a matter is done with is known in each language, and no other."""

import pytest

from vaultdesk.ui.properties.settled import SETTLED, is_settled


@pytest.mark.parametrize("word", ["decided", "Done", " erledigt ", "TERMINÉ", "hecho", "已完成"])
def test_a_word_for_an_end_is_known(word: str) -> None:
    assert is_settled(word)


@pytest.mark.parametrize("word", ["", "open", "undecided", "not done", "in Arbeit", "done?"])
def test_other_words_are_none(word: str) -> None:
    assert not is_settled(word)


def test_words_are_kept_as_they_are_looked_for() -> None:
    assert {word.casefold() for word in SETTLED} == SETTLED
