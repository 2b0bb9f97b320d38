"""Sight: what is seen where, after zooming and moving."""

import pytest

from vaultdesk.ui.parts.sight import LEAST_SCALE, MOST_SCALE, Sight, fitting


def test_zooming_keeps_what_is_under_the_pointer() -> None:
    sight = Sight(0.5, 30, 40)
    under = sight.meant(200, 100)

    nearer = sight.zoomed(1.7, 200, 100)

    assert nearer.seen(under) == pytest.approx((200, 100))
    assert nearer.scale == pytest.approx(0.85)


def test_nobody_zooms_into_nothing_or_out_of_sight() -> None:
    assert Sight().zoomed(1e9, 0, 0).scale == MOST_SCALE
    assert Sight().zoomed(1e-9, 0, 0).scale == LEAST_SCALE


def test_everything_fits_and_few_things_are_not_blown_up() -> None:
    sight = fitting([(0, 0), (1000, 400)], 600, 600, 50, 1.0)
    assert sight.seen((0, 0))[0] == pytest.approx(75)
    assert sight.seen((1000, 400))[0] == pytest.approx(525)
    assert fitting([(7, 7)], 100, 100, 10, 1.0) == Sight(1.0, 43, 43)
    assert fitting([], 100, 80, 10, 1.0) == Sight(1.0, 50, 40)
