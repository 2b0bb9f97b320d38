"""Tests of way.py."""

import pytest

from vaultdesk.ui.hotkey.combination import Combination, combination
from vaultdesk.ui.hotkey.way import Way


def test_a_way_must_say_how_it_does_each_of_its_three_things(qapp: object) -> None:
    keys = combination("Ctrl+Alt+Space")
    assert isinstance(keys, Combination)
    way = Way()
    for asked in (way.available, way.let_go, lambda: way.take(keys)):
        with pytest.raises(NotImplementedError):
            asked()
