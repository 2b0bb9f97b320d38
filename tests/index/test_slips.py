"""Slips: one letter wrong, missing, too many or swapped is forgiven; short words are taken as they are."""

import sys

import pytest

from vaultdesk.index.slips import near_words

WORDS = {
    "b": ["boiler", "boilermaker", "broil", "budget"], "p": ["plan", "planet"], "r": ["recommendation"],
    "w": ["wärme"], "o": ["oboe"],
}  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("boiller", {"boiler": 1, "boilermaker": 1}),
        ("obiler", {"boiler": 1, "boilermaker": 1}),
        ("loiler", {}),
        ("bioler", {"boiler": 1, "boilermaker": 1}),
        ("boier", {"boiler": 1, "boilermaker": 1}),
        ("bodget", {"budget": 1}),
        ("plna", {"plan": 1, "planet": 1}),
        ("recomendatoin", {"recommendation": 2}),
        ("recomend", {"recommendation": 1}),
        ("warme", {"wärme": 1}),
        ("pln", {}),
        ("zzzzzz", {}),
    ],
)
def test_words_nearly_like_it_or_beginning_so_are_found(typed: str, meant: dict[str, int]) -> None:
    assert near_words(typed, WORDS) == meant


def test_without_the_library_nothing_is_supposed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rapidfuzz.distance", None)
    assert near_words("boiller", WORDS) == {}
