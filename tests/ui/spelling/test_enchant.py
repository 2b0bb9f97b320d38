"""Enchant: tested with the library of this computer, where it has one."""

import ctypes
import ctypes.util

import pytest

from vaultdesk.ui.spelling.enchant import Enchant, system_speller


@pytest.fixture(scope="module")
def speller() -> Enchant:
    found = system_speller()
    if found is None:
        pytest.skip("libenchant-2 is not installed here")
    if not {"en_US", "de_DE"} <= set(found.languages()):
        pytest.skip("no dictionaries for en_US and de_DE are installed here")
    return found


def test_each_language_knows_its_own_words(speller: Enchant) -> None:
    assert speller.knows("house", "en_US")
    assert speller.knows("don't", "en_US")
    assert not speller.knows("Heizung", "en_US")
    assert speller.knows("Heizung", "de_DE")
    assert speller.knows("Wärme", "de_DE")
    assert not speller.knows("recieve", "en_US")


def test_it_suggests_what_was_meant_and_no_more_than_asked(speller: Enchant) -> None:
    assert "receive" in speller.suggestions("recieve", "en_US", 6)
    assert len(speller.suggestions("hous", "en_US", 2)) == 2
    assert "Wärme" in speller.suggestions("Wärmme", "de_DE", 6)


def test_a_language_without_a_dictionary_finds_nothing_wrong(speller: Enchant) -> None:
    assert speller.knows("recieve", "xx_XX")
    assert speller.suggestions("recieve", "xx_XX", 6) == []


def test_odd_words_do_no_harm(speller: Enchant) -> None:
    for word in ("\ud800", "a" * 500, "😀", "nul\0l"):
        speller.knows(word, "en_US")
        speller.suggestions(word, "en_US", 3)


def test_without_the_library_there_is_no_speller(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes.util, "find_library", lambda _name: None)
    assert system_speller() is None


def test_a_library_that_is_another_is_no_speller(monkeypatch: pytest.MonkeyPatch) -> None:
    other = ctypes.util.find_library("c") or "none.so"
    monkeypatch.setattr(ctypes.util, "find_library", lambda _name: other)
    assert system_speller() is None
