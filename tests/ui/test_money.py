"""Money: amounts as people read them."""

import pytest

from vaultdesk.ui.money import dollars


@pytest.mark.parametrize(
    ("amount", "words"),
    [
        (0.0, "$0.00"),
        (0.000_02, "under $0.001"),
        (0.002, "$0.002"),
        (0.0141, "$0.014"),
        (0.5, "$0.500"),
        (1.0, "$1.00"),
        (1_234.5, "$1,234.50"),
    ],
)
def test_an_amount_has_the_digits_that_matter(amount: float, words: str) -> None:
    assert dollars(amount) == words
