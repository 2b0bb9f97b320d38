"""Tests of fuzzy_match.py."""

import time

from vaultdesk.ui.widgets.lists.fuzzy_match import best_matches

TITLES = ("Preheating the oven", "Heating", "What about the heat pump?", "Holiday in Graz", "The great tiling")


def matches(typed: str, titles: tuple[str, ...] = TITLES, limit: int = 9) -> list[str]:
    return best_matches(typed, titles, str, limit)


def test_words_that_begin_a_word_come_before_those_inside_one() -> None:
    assert matches("heat")[:3] == ["Heating", "What about the heat pump?", "Preheating the oven"]


def test_letters_may_be_left_out() -> None:
    assert matches("htng") == ["Heating", "Preheating the oven"]
    assert matches("hldy") == ["Holiday in Graz"]


def test_every_typed_word_must_be_there_in_any_order() -> None:
    assert matches("pump heat") == ["What about the heat pump?"]
    assert matches("heat graz") == []


def test_letters_scattered_over_the_whole_title_are_no_match() -> None:
    assert matches("wmp") == []


def test_nothing_typed_leaves_the_order() -> None:
    assert matches("  ") == list(TITLES)
    assert matches("", limit=2) == list(TITLES[:2])


def test_signs_are_only_signs() -> None:
    assert matches("a.c", ("abc", "a.c", "x (a.c")) == ["a.c", "x (a.c"]


def test_five_thousand_titles_are_looked_through_between_two_keys() -> None:
    titles = tuple(
        f"Chat {number} about the {'boiler' if number % 3 else 'garden'} of the house" for number in range(5000)
    )
    began = time.process_time()
    assert len(matches("boilr hous", titles, 100)) == 100
    # Far under a key's 16 ms on an idle machine; this only catches another order of growth.
    assert time.process_time() - began < 0.3
