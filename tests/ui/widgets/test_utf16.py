"""Tests of ui/widgets/utf16.py."""

import pytest

from vaultdesk.ui.widgets.utf16 import python_length, utf16_length


@pytest.mark.parametrize(("text", "count"), [("", 0), ("plain", 5), ("é", 1), ("😀", 2), ("a😀b", 4)])
def test_an_emoji_has_two_of_qts_characters(text: str, count: int) -> None:
    assert utf16_length(text) == count
    assert python_length(text, count) == len(text)


def test_a_place_between_emojis_is_found() -> None:
    assert python_length("😀😀x", 4) == 2
