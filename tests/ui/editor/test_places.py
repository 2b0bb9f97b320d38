import re
import time

import pytest

from vaultdesk.index.query_syntax.search_pattern import UnsupportedPattern
from vaultdesk.ui.editor import places as module
from vaultdesk.ui.editor.places import STRETCH, Wanted, any_places, places, replacement

TEXT = "Boiler, boiler and boilers.\nThe ünlike boiler 12."


def found(wanted: Wanted) -> list[str]:
    return [TEXT[start:end] for start, end in places(TEXT, wanted)]


def test_words_are_found_with_and_without_their_case() -> None:
    assert found(Wanted("boiler")) == ["Boiler", "boiler", "boiler", "boiler"]
    assert found(Wanted("boiler", exactly=True)) == ["boiler", "boiler", "boiler"]
    assert found(Wanted("boiler", whole=True)) == ["Boiler", "boiler", "boiler"]
    assert found(Wanted("b.iler")) == []
    assert found(Wanted("")) == []


def test_patterns_are_found_at_their_characters() -> None:
    assert found(Wanted(r"b\w+s\b", pattern=True)) == ["boilers"]
    assert found(Wanted(r"\d+", pattern=True)) == ["12"]
    assert found(Wanted(r"^The", pattern=True, exactly=True)) == ["The"]
    assert found(Wanted("x*", pattern=True)) == []


@pytest.mark.parametrize("pattern", ["(", r"(?=a)", r"(a)\1", "a{100000}"])
def test_a_pattern_that_cannot_be_is_refused(pattern: str) -> None:
    with pytest.raises(UnsupportedPattern):
        places(TEXT, Wanted(pattern, pattern=True))


def test_a_hostile_pattern_takes_linear_time() -> None:
    began = time.process_time()
    places("a" * 200_000 + "b", Wanted("(a+)+$", pattern=True))
    assert time.process_time() - began < 2


def test_no_more_are_found_than_anybody_goes_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST", 3)
    assert len(places("a" * 10, Wanted("a"))) == 3


def test_any_of_the_words_of_a_search_is_a_place() -> None:
    text = "flow temperature, Flow and temperatures flow"
    assert [text[a:b] for a, b in any_places(text, ("flow", "temperature", " "))] == [
        "flow temperature", "Flow", "temperature", "flow",
    ]  # fmt: skip


def test_groups_of_a_pattern_can_be_put_in() -> None:
    wanted = Wanted(r"(\d+)-(\d+)", pattern=True)
    assert replacement("12-34", wanted, "$2/$1 ($&) $$") == "34/12 (12-34) $"
    assert replacement("12-34", Wanted("12-34"), "$1") == "$1"


@pytest.mark.parametrize("whole", [False, True])
def test_a_book_is_searched_in_stretches_and_no_place_is_lost_or_found_twice(whole: bool) -> None:
    text = "".join(f"{'x' * (number % 97)} boiler " for number in range(12_000))
    assert len(text) > 2 * STRETCH
    expected = [(found.start(), found.end()) for found in re.finditer("boiler", text)]
    assert places(text, Wanted("Boiler", whole=whole)) == expected
    assert [start for start, _ in any_places(text, ("boiler",))] == [start for start, _ in expected]


def test_a_place_across_two_stretches_is_found_and_a_longer_word_is_not_whole() -> None:
    text = " " * (STRETCH - 3) + "boiler" + " " * (STRETCH - 9) + "boilers"
    assert places(text, Wanted("boiler", whole=True)) == [(STRETCH - 3, STRETCH + 3)]
    assert len(places(text, Wanted("boiler"))) == 2
