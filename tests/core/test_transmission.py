"""Destinations: who receives the data."""

import pytest

from vaultdesk.core.transmission import Destination


def test_a_destination_is_frozen() -> None:
    remote = Destination("Anthropic", "api.anthropic.com", local=False)
    with pytest.raises(AttributeError):
        remote.local = True  # type: ignore[misc]  # the assignment is expected to fail
    assert remote == Destination("Anthropic", "api.anthropic.com", local=False)
    assert remote != Destination("Anthropic", "127.0.0.1", local=True)
