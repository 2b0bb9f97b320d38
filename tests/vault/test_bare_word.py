"""Bare words: a number, a checkbox and nothing are taken for what they are; whatever is in doubt stays text."""

import pytest

from vaultdesk.vault.bare_word import JsonValue, meaning_of


@pytest.mark.parametrize(
    ("word", "meaning"),
    [
        ("", None), ("~", None), ("null", None), ("true", True), ("False", False), ("12", 12), ("-3", -3), ("1.5", 1.5),
        ("2e3", 2000.0), ("yes", "yes"), ("007", "007"), ("2026-11-20", "2026-11-20"), ("1e999", "1e999"),
        ("1234567890123456", "1234567890123456"), ("boiler", "boiler"), ("- 1", "- 1"),
    ],
)  # fmt: skip
def test_a_word_is_what_it_plainly_is(word: str, meaning: JsonValue) -> None:
    found = meaning_of(word)
    assert (found, type(found)) == (meaning, type(meaning))
