"""Tests of find_places.py."""

import pytest

from tests.support.chats import led
from tests.ui.chat.scenes import answered, begun
from vaultdesk.providers.model_events import TextArrived
from vaultdesk.ui.chat.find_places import Found, found_in, seen_text
from vaultdesk.ui.chat.kept_exchanges import kept_exchanges


@pytest.mark.parametrize(
    ("markdown", "seen"),
    [
        ("An **8.5 kW** pump, *quiet*, `code`, ~~no~~", "An 8.5 kW pump, quiet, code, no"),
        ("## Result\n> quoted", "Result\nquoted"),
        ("[[Projects/Boiler|the boiler]] and [site](https://boiler.example)", "the boiler and site"),
        ("snake_case and _slanted_", "snake_case and slanted"),
        ("2 * 3 [[ not closed", "2  3 [[ not closed"),
    ],
)
def test_words_are_looked_for_in_what_is_seen(markdown: str, seen: str) -> None:
    assert seen_text(markdown) == seen


def test_places_are_counted_in_kept_and_in_growing_exchanges_alike() -> None:
    (kept,) = kept_exchanges(led("Heat", "A pump?", "Yes, a **PUMP**. The pump is quiet.").messages)
    growing = begun("Which pump?")
    growing.apply(TextArrived("This pump"))
    places = found_in((kept, growing, answered("No", "Nothing.")), {}, "pump")
    assert places == (Found(kept, 0), Found(kept, 1), Found(kept, 2), Found(growing, 0), Found(growing, 1))


def test_nothing_is_found_for_no_words() -> None:
    assert found_in((answered(),), {}, "") == ()
