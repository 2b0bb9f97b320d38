"""Search results are frozen."""

import pytest

from vaultdesk.index.index_results import SubstringHit


def test_results_are_frozen() -> None:
    hit = SubstringHit("A.md", "A", 1, "text")
    with pytest.raises(AttributeError):
        hit.path = "B.md"  # type: ignore[misc] # the assignment is expected to fail
