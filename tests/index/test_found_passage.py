"""Found passage: frozen, so that a view may keep it."""

from dataclasses import FrozenInstanceError

import pytest

from vaultdesk.index.found_passage import Reasons


def test_reasons_cannot_be_changed() -> None:
    reasons = Reasons(word_rank=1, words=("boiler",), meaning_rank=None, similarity=None, links=0, recency=1.0)
    with pytest.raises(FrozenInstanceError):
        reasons.links = 3  # type: ignore[misc] # that it cannot be set is the point
