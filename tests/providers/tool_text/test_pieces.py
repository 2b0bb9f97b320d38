"""Pieces."""

import pytest

from vaultdesk.providers.tool_text.pieces import CallWritten, Spoken


def test_a_call_is_closed_unless_it_says_otherwise() -> None:
    assert CallWritten("xml", "b", "<use_tool>b</use_tool>").closed


def test_pieces_are_values() -> None:
    piece = Spoken("a")

    assert piece == Spoken("a")
    with pytest.raises(AttributeError):
        piece.text = "b"  # type: ignore[misc] # that it is refused is the point
