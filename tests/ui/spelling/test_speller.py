"""Speller: what every speller keeps to: the one of this system, and the small one that other tests use."""

import pytest

from tests.support.spelling import SmallSpeller
from vaultdesk.ui.spelling.enchant import system_speller
from vaultdesk.ui.spelling.speller import Speller


def speller_called(name: str) -> tuple[Speller, str]:
    if name == "small":
        return SmallSpeller(), "en_GB"
    found = system_speller()
    if found is None or "en_US" not in found.languages():
        pytest.skip("libenchant-2 or its dictionary for en_US is not installed here")
    return found, "en_US"


@pytest.mark.parametrize("name", ["small", "system"])
def test_a_speller_keeps_to_what_is_asked_of_it(name: str) -> None:
    speller, language = speller_called(name)
    assert language in speller.languages()
    assert [speller.knows(word, language) for word in ("house", "House", "recieve", "xqzjk")] == [
        True, True, False, False,
    ]  # fmt: skip
    assert "receive" in speller.suggestions("recieve", language, 6)
    assert [len(speller.suggestions("recieve", language, limit)) for limit in (0, 1)] == [0, 1]
