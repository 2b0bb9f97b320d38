"""Reading direction: the first letter that has one decides; digits and signs have none."""

import pytest

from vaultdesk.ui.reading_direction import from_right


@pytest.mark.parametrize(
    ("text", "expected"),
    [("", None), ("12 – 14", None), ("*a", False), ("1. שלום a", True), ("مرحبا", True), ("é שלום", False)],
)
def test_the_first_letter_with_a_direction_decides(text: str, expected: bool | None) -> None:
    assert from_right(text) is expected
