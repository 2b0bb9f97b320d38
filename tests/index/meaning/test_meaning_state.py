"""Meaning state: what holds before anything is known."""

from vaultdesk.index.meaning.meaning_state import MeaningState


def test_at_first_it_waits_for_the_scan() -> None:
    assert MeaningState() == MeaningState("waiting", 0, 0, "", "", 0, "")
