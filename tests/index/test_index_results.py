"""Results: frozen, so that a view may keep them."""

from dataclasses import FrozenInstanceError

import pytest

from vaultdesk.index.index_results import SubstringHit


def test_results_cannot_be_changed() -> None:
    hit = SubstringHit("A.md", "A", 1, "text")
    with pytest.raises(FrozenInstanceError):
        hit.path = "B.md"  # type: ignore[misc] # that it cannot be set is the point
