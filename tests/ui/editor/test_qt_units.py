import pytest

from vaultdesk.ui.editor.qt_units import points, units


@pytest.mark.parametrize(("text", "count"), [("", 0), ("plain", 5), ("é", 1), ("😀", 2), ("a😀b", 4)])
def test_an_emoji_has_two_of_qts_characters(text: str, count: int) -> None:
    assert units(text) == count
    assert points(text, count) == len(text)


def test_a_place_between_emojis_is_found() -> None:
    assert points("😀😀x", 4) == 2
