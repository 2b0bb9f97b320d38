"""Function words: as the index compares words, and none that says something elsewhere."""

import pytest

from vaultdesk.index.function_words import FUNCTION_WORDS
from vaultdesk.index.passage_words import flat, words_in


def test_each_is_one_word_as_the_index_compares_them() -> None:
    assert all(words_in(flat(word)) == [word] for word in FUNCTION_WORDS)


@pytest.mark.parametrize("word", ["die", "war", "son", "pour", "hat", "men", "back"])
def test_what_says_something_in_another_language_is_none(word: str) -> None:
    assert word not in FUNCTION_WORDS
