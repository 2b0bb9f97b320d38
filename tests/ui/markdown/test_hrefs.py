import pytest

from vaultdesk.ui.markdown.hrefs import note_href, note_target


@pytest.mark.parametrize("target", ["A", "A/B c#H ü%20", "//host/share", "a?b=c&d", "‮x"])
def test_a_target_survives_the_way_through_an_address(target: str) -> None:
    assert note_href(target).isascii()
    assert note_target(note_href(target)) == target


def test_other_addresses_hold_no_target() -> None:
    assert note_target("https://a.b") == ""
