"""Destination: a value; who receives what."""

import dataclasses

import pytest

from vaultdesk.core.transmission import Destination


def test_a_destination_cannot_be_turned_into_another() -> None:
    away = Destination("Anthropic", "api.anthropic.com", local=False)
    with pytest.raises(dataclasses.FrozenInstanceError):
        away.local = True  # type: ignore[misc]  # what the test is about
    assert away == Destination("Anthropic", "api.anthropic.com", local=False)
    assert away != Destination("Anthropic", "127.0.0.1", local=True)
