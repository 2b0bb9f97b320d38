"""Tally: numbers of passages add up."""

from vaultdesk.index.meaning.tally import Tally


def test_what_changed_is_added_and_taken_away() -> None:
    assert Tally(5, 3, 2) + Tally(1, 1, 0) - Tally(2, 1, 1) == Tally(4, 3, 1)
