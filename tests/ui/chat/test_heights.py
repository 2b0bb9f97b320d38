"""Tests of heights.py."""

from tests.support.chats import led
from vaultdesk.ui.chat.exchange import Exchange
from vaultdesk.ui.chat.heights import MOST, Heights
from vaultdesk.ui.chat.kept_exchanges import kept_exchanges

GAP = 20


def known(*answers: str) -> tuple[Heights, list[Exchange]]:
    words = [word for number, answer in enumerate(answers) for word in (f"Question {number}", answer)]
    exchanges = kept_exchanges(led("Long", *words).messages)
    heights = Heights(GAP)
    heights.reset(exchanges)
    heights.set_width(400, 100, 20, 8.0)
    return heights, exchanges


def test_what_was_measured_holds_and_the_rest_is_guessed_by_its_words() -> None:
    heights, _ = known("short", "long " * 400, "short")
    assert heights.between(1, 2) > 3 * heights.between(0, 1)
    heights.measure(0, 333)
    assert heights.between(0, 1) == 333
    assert heights.top(1) == 333 + GAP
    assert heights.between(0, 3) == heights.top(2) + heights.between(2, 3)


def test_each_height_leads_to_the_exchange_that_stands_there() -> None:
    heights, exchanges = known(*["words " * 20] * 50)
    for place in range(len(exchanges)):
        assert heights.at(heights.top(place)) == place
        assert heights.at(heights.top(place) + heights.between(place, place + 1) - 1) == place
    assert (heights.at(-50), heights.at(10_000_000)) == (0, len(exchanges) - 1)


def test_what_is_measured_corrects_what_is_guessed() -> None:
    heights, _ = known(*["words " * 20] * 50)
    guessed = heights.between(40, 41)
    for place in range(4):
        heights.measure(place, 2 * guessed)
    assert heights.correct()
    assert abs(heights.between(40, 41) - 2 * guessed) < guessed * 0.1
    assert not heights.correct()


def test_a_narrower_pane_makes_what_was_measured_higher_until_it_is_measured_again() -> None:
    heights, _ = known("words " * 200)
    heights.measure(0, 600)
    assert heights.set_width(300, 100, 20, 8.0)
    assert heights.between(0, 1) == 800
    assert heights.set_width(400, 100, 20, 8.0)
    assert heights.between(0, 1) == 600
    assert not heights.set_width(400, 100, 20, 8.0)


def test_all_together_stay_within_what_a_widget_can_be() -> None:
    heights, exchanges = known(*["words " * 40_000] * 200)
    assert heights.between(0, len(exchanges)) <= MOST
