import pytest

from vaultdesk.ui.readable import readable


def test_signs_go_and_marks_stay_on_their_words() -> None:
    text = "## Pump\n\nThe **heat pump** costs, says [[Boiler|the boiler]]."
    start = text.index("heat pump")
    shown = readable(text, [(start, start + 9)])
    assert shown.text == "Pump The heat pump costs, says the boiler."
    assert [shown.text[a:b] for a, b in shown.marks] == ["heat pump"]


@pytest.mark.parametrize("marks", [[(5, 2)], [(0, 900)], [(0, 4), (2, 6)], [(3, 3)]])
def test_impossible_marks_are_left_out(marks: list[tuple[int, int]]) -> None:
    shown = readable("pump and boiler", marks)
    assert shown.text == "pump and boiler"
    assert all(0 <= a < b <= len(shown.text) for a, b in shown.marks)


def test_what_marks_places_cannot_come_from_the_note() -> None:
    assert readable("a \x02pump\x03 b").marks == ()
