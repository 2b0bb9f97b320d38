"""Asked: what a text in the switcher means, and which names fit it."""

import pytest

from vaultdesk.ui.switcher.asked import Asked, asked, fitting, name_of_new


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("heat", Asked("names", "heat")),
        ("  heat   loss ", Asked("names", "heat loss")),
        ("#heating", Asked("tags", "heating")),
        ("@Deci", Asked("headings", "Deci")),
        ("boiler@deci", Asked("headings", "deci", "boiler")),
        ("boiler#deci", Asked("headings", "deci", "boiler")),
        ("me@home#Top#Deci", Asked("headings", "Deci", "me@home")),
        ("", Asked("names", "")),
    ],
)
def test_a_sign_says_what_is_looked_for(typed: str, wanted: Asked) -> None:
    assert asked(typed) == wanted


def test_a_new_note_is_called_what_was_typed_without_its_ending() -> None:
    assert name_of_new(" Heat loss.md ") == "Heat loss"
    assert name_of_new("Projects/Pump") == "Projects/Pump"
    assert name_of_new("#tag") == ""
    assert name_of_new("  ") == ""


def test_names_that_begin_so_come_first_then_words_then_what_holds_the_letters() -> None:
    names = ["unheated", "How Buildings Learn", "the heat", "Heat", "Garden", "Heater"]
    found = fitting("hea", ((name, name) for name in names), 10)
    assert [name for name, _ in found] == ["Heat", "Heater", "the heat", "unheated"]
    assert found[2] == ("the heat", ((4, 7),))


def test_scattered_letters_and_accents_fit_too() -> None:
    assert [name for name, _ in fitting("qdc", [("Quick decision", 1), ("Garden", 2)], 5)] == [1]
    assert fitting("cafe", [("Café", 1)], 5) == [(1, ((0, 4),))]


def test_nothing_typed_keeps_the_order_and_the_limit() -> None:
    assert [one for one, _ in fitting("", [("b", 1), ("a", 2), ("c", 3)], 2)] == [1, 2]
